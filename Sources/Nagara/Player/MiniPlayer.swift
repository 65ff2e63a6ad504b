import GtkBridge
import PlayerCore

/// The docked player: cover, two lines, the most needed buttons, and a line that shows how far the track is.
@MainActor
final class MiniPlayer {
  let root: Widget
  /// Where the cover rests; the shell moves it into the full view.
  let artwork: Artwork
  private let title = Label(ellipsis: .end, xalign: 0, classes: ["row-title"])
  private let subtitle = Label(ellipsis: .end, xalign: 0, classes: ["row-subtitle", "dim"])
  private let previous = Button(icon: "media-skip-backward-symbolic", classes: ["flat", "transport"])
  private let play = Button(icon: "media-playback-start-symbolic", classes: ["flat", "transport", "primary"])
  private let next = Button(icon: "media-skip-forward-symbolic", classes: ["flat", "transport"])
  private let lines: Box
  private let line = ProgressLine()
  private let send: Send

  init(_ covers: Covers, send: @escaping Send) {
    self.send = send
    artwork = Artwork(covers, .fixed(44))
    artwork.valign = .center
    artwork.keepsPrevious = true
    artwork.addClass("raised")
    lines = Box(.vertical, spacing: 1, [title, subtitle])
    lines.valign = .center
    lines.hexpand = true
    let buttons = Box(.horizontal, [previous, play, next])
    buttons.valign = .center
    // As in the full player: mirrored, next would look like previous.
    buttons.forceLeftToRight()
    let row = Box(.horizontal, spacing: 12, [artwork, lines, buttons], classes: ["mini-row"])
    line.valign = .start
    root = Overlay(row, over: [line])
    root.addClass("mini-player")

    previous.describe(tr("Previous Track"))
    next.describe(tr("Next Track"))
    previous.onClick { send(.player(.previous)) }
    play.onClick { send(.player(.toggle)) }
    next.onClick { send(.player(.next)) }
  }

  func update(_ old: AppState?, _ new: AppState) {
    let track = new.currentTrack
    if old == nil || track != old?.currentTrack || new.sounding != old?.sounding {
      artwork.show(track?.coverKey)
      title.text = new.soundingTitle
      let isStation = new.stationName != nil
      subtitle.text = isStation ? new.soundingArtist : track?.artistAndAlbum ?? ""
      subtitle.visible = !subtitle.text.isEmpty
    }
    if old?.player.status != new.player.status { showStatus(new.player.status == .playing) }
    if old == nil || old?.form.isRegular != new.form.isRegular { previous.visible = new.form.isRegular }
    line.fraction = new.progress
  }

  /// Keeps the lines off the centre button, which reaches into the view from below.
  func keepClear(of area: Rect) { lines.margins(bottom: Int(area.height.rounded(.up))) }

  private func showStatus(_ isPlaying: Bool) {
    play.setIcon(isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
    play.describe(isPlaying ? tr("Pause") : tr("Play"))
  }
}

extension AppState {
  /// The current track's length in nanoseconds, as the engine found it, else as its tags say.
  var duration: UInt64? { player.duration ?? currentTrack?.durationNanoseconds }

  /// How far the current track is, 0 to 1; 0 without a length.
  var progress: Double {
    guard let duration, duration > 0 else { return 0 }
    return min(1, Double(player.position) / Double(duration))
  }
}
