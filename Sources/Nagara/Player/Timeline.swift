import GLibBridge
import GtkBridge
import PlayerCore

/// The time line: a slider over the track, the time gone by, what sounds, and the time left.
@MainActor
final class Timeline {
  let root: Widget
  private let scale = Scale(range: 0...1, step: 5)
  private let elapsed = Label("0:00", xalign: 0, classes: ["numeric", "time"])
  private let format = Label(ellipsis: .end, classes: ["time", "dim"])
  private let remaining = Label(xalign: 1, classes: ["numeric", "time"])
  private let send: Send
  /// Where the user has put the slider; sent when it has rested for a moment.
  private var wanted: UInt64?
  private var rest: SourceToken?
  /// A seek is sent after the slider has rested for this long, so that a drag doesn't flush the pipeline at
  /// every pixel.
  private static let restMilliseconds: UInt32 = 120

  init(send: @escaping Send) {
    self.send = send
    scale.addClass("timeline")
    // A time line runs left to right in every language.
    scale.forceLeftToRight()
    scale.accessibleLabel(tr("Position"))
    // A minus sign stands before its number in every language.
    for time in [elapsed, remaining] { time.forceLeftToRight() }
    let times = Box(.horizontal, spacing: 8, [elapsed, format, remaining])
    times.forceLeftToRight()
    format.hexpand = true
    root = Box(.vertical, spacing: 4, [scale, times])
    scale.onUserChange { [weak self] in self?.userMoved(to: $0) }
  }

  func update(_ old: AppState?, _ new: AppState) {
    let hasLength = (new.duration ?? 0) > 0
    if old == nil || old?.duration != new.duration {
      scale.sensitive = hasLength
      scale.setRange(0...max(1, seconds(new.duration ?? 0)))
    }
    if old == nil || old?.player.queue.current != new.player.queue.current { wanted = nil }
    let isNew = old == nil || old?.player.position != new.player.position || old?.duration != new.duration
    if isNew, wanted == nil { show(new.player.position, of: new.duration) }
    let text = new.player.isBuffering ? tr("Buffering…") : new.formatText
    if format.text != text { format.text = text }
  }

  private func show(_ position: UInt64, of duration: UInt64?) {
    scale.value = seconds(position)
    elapsed.text = clockText(position)
    if let duration {
      let left = duration > position ? duration - position : 0
      remaining.text = "\u{2212}" + clockText(left + Nanoseconds.second - 1)
      scale.accessibleValueText(tr("%s of %s", clockText(position), clockText(duration)))
    } else {
      remaining.text = tr("Live")
    }
  }

  private func userMoved(to value: Double) {
    let position = UInt64(max(0, value) * Double(Nanoseconds.second))
    wanted = position
    elapsed.text = clockText(position)
    rest = MainLoop.after(milliseconds: Self.restMilliseconds) { [weak self] in
      guard let self, let wanted = self.wanted else { return }
      self.wanted = nil
      self.send(.player(.seek(wanted)))
    }
  }

  private func seconds(_ nanoseconds: UInt64) -> Double {
    Double(nanoseconds) / Double(Nanoseconds.second)
  }
}
