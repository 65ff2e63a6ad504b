import GtkBridge
import PlayerCore
import ShellCore

/// The words of the current track: lines with times follow the music, and a click on one goes there.
@MainActor
final class LyricsView {
  var root: Widget { stack }
  /// Goes into the drawer's header while this is shown.
  let tools: Widget
  private let stack = Stack()
  private let column = Box(.vertical, classes: ["lyrics"])
  private let scroller: ScrolledWindow
  private let status = Label(classes: ["dim"])
  private let send: Send
  private let state: () -> AppState
  private let position: () -> UInt64
  private var shown: LyricsState?
  /// The words at their times, as they are shown.
  private var words: Lyrics?
  private let movers: Box
  private let offset: Button
  private let offsetLabel = Label(classes: ["numeric"])
  private var buttons: [Button] = []
  /// The line that is sung.
  private var current: Int?
  private var nextLine: SourceToken?
  private var scroll: Scroll?
  /// When the user last scrolled, by the monotonic clock in microseconds.
  private var userScrolled: Int64?

  /// The view doesn't follow the music for so long after the user has scrolled, in microseconds.
  private static let userRest: Int64 = 5_000_000
  /// How long the view takes from line to line, in microseconds.
  private static let scrollTime = 350_000.0
  /// How far down the view the line is that is sung.
  private static let place = 0.38

  private struct Scroll {
    let line: Int
    var from: Double?
    var start: Int64 = 0
    let isAnimated: Bool
  }

  /// - Parameter position: where the current track is now, in nanoseconds.
  init(send: @escaping Send, state: @escaping () -> AppState, position: @escaping () -> UInt64) {
    self.send = send
    self.state = state
    self.position = position
    scroller = ScrolledWindow(column)
    let earlier = Button(icon: "list-remove-symbolic", classes: ["flat", "circular", "small"])
    earlier.describe(tr("Words Earlier"))
    earlier.onClick { send(.moveLyrics(-LyricsState.step)) }
    let later = Button(icon: "list-add-symbolic", classes: ["flat", "circular", "small"])
    later.describe(tr("Words Later"))
    later.onClick { send(.moveLyrics(LyricsState.step)) }
    offset = Button(child: offsetLabel, classes: ["flat", "lyrics-offset"])
    offset.describe(tr("Words at Their Own Times"))
    offset.onClick { send(.moveLyrics(nil)) }
    movers = Box(.horizontal, spacing: 2, [earlier, offset, later])
    movers.halign = .end
    tools = movers
    status.wraps()
    status.justify(.center)
    status.margins(start: 24, end: 24)
    stack.add(status, name: "status")
    stack.add(scroller, name: "text")
    let wheel = ScrollController()
    wheel.phase = .capture
    wheel.connect(ScrollController.scrolled) { [weak self] _, _ in
      self?.userScrolled = MainLoop.monotonicMicroseconds
      self?.scroll = nil
      return false
    }
    scroller.addController(wheel)
  }

  /// Takes the focus when the drawer opens.
  var focusWidget: Widget? { current.map { buttons[$0] } ?? buttons.first }

  /// - Parameter isShown: whether the view can be seen.
  func update(_ state: AppState, isShown: Bool) {
    guard isShown else {
      nextLine = nil
      return
    }
    if shown != state.lyrics {
      // Only moved: the view stays where it is.
      var before = shown
      before?.offset = state.lyrics.offset
      if before == state.lyrics { move(state.lyrics) } else { show(state.lyrics) }
    }
    follow(state)
  }

  private func move(_ new: LyricsState) {
    shown = new
    words = new.moved
    let seconds = Double(new.offset.magnitude) / 1000
    offsetLabel.text = (new.offset < 0 ? "−" : "+") + tr("%s s", String(seconds))
    offset.visible = new.offset != 0
    movers.visible = words?.isSynced == true
  }

  private func show(_ new: LyricsState) {
    move(new)
    buttons = []
    current = nil
    scroll = nil
    userScrolled = nil
    column.removeAll()
    scroller.verticalAdjustment.value = 0
    guard let lyrics = new.lyrics, !lyrics.lines.isEmpty else {
      status.text = new.isReading ? "" : tr("There are no lyrics for this song.")
      stack.visibleName = "status"
      return
    }
    if lyrics.isSynced {
      for (index, line) in lyrics.lines.enumerated() { add(line, index) }
    } else {
      let text = Label(lyrics.lines.map(\.text).joined(separator: "\n"), xalign: 0, classes: ["lyrics-plain"])
      text.wraps()
      text.selectable = true
      text.focusable = false
      column.append(text)
    }
    stack.visibleName = "text"
  }

  private func add(_ line: Lyrics.Line, _ index: Int) {
    let label = Label(line.text.isEmpty ? "♪" : line.text, xalign: 0)
    label.wraps()
    let button = Button(child: label, classes: ["flat", "lyrics-line"])
    button.accessibleLabel(line.text.isEmpty ? tr("Pause") : line.text)
    button.onClick { [weak self] in
      guard let self, let time = self.words?.lines[index].time else { return }
      self.userScrolled = nil
      self.send(.player(.seek(time)))
    }
    buttons.append(button)
    column.append(button)
  }

  // MARK: Following the music

  private func follow(_ state: AppState) {
    guard let lyrics = words, lyrics.isSynced else { return }
    let isPlaying = state.player.status == .playing
    let now = isPlaying ? position() : state.player.position
    let line = lyrics.line(at: now)
    if line != current { mark(line, animated: state.shell.environment.animations) }
    nextLine = nil
    let next = (line ?? -1) + 1
    guard isPlaying, next < lyrics.lines.count, let time = lyrics.lines[next].time, time > now else { return }
    let wait = Double(time - now) / state.player.rate / Double(Nanoseconds.millisecond)
    nextLine = MainLoop.after(milliseconds: UInt32(min(wait.rounded(.up) + 1, 3_600_000))) { [weak self] in
      if let self { self.follow(self.state()) }
    }
  }

  private func mark(_ line: Int?, animated: Bool) {
    let isFirst = current == nil
    if let current { buttons[current].removeClass("on") }
    current = line
    for (index, button) in buttons.enumerated() {
      button.setClass("past", line.map { index < $0 } ?? false)
    }
    guard let line else { return }
    buttons[line].addClass("on")
    if let userScrolled, MainLoop.monotonicMicroseconds - userScrolled < Self.userRest { return }
    let wasScrolling = scroll != nil
    scroll = Scroll(line: line, isAnimated: animated && !isFirst)
    if !wasScrolling { column.addTick { [weak self] in self?.tick($0) ?? false } }
  }

  private func tick(_ time: Int64) -> Bool {
    guard var scroll, buttons.indices.contains(scroll.line) else { return false }
    let adjustment = scroller.verticalAdjustment
    // Rows that were just made have no place before the next layout.
    guard let bounds = buttons[scroll.line].bounds(in: column), bounds.height > 0, adjustment.pageSize > 0
    else { return true }
    let highest = max(0, adjustment.upper - adjustment.pageSize)
    let target = min(max(0, bounds.y + bounds.height / 2 - adjustment.pageSize * Self.place), highest)
    let from = scroll.from ?? adjustment.value
    if scroll.from == nil { scroll.start = time }
    scroll.from = from
    self.scroll = scroll
    let part = scroll.isAnimated ? min(1, Double(time - scroll.start) / Self.scrollTime) : 1
    let eased = 1 - (1 - part) * (1 - part) * (1 - part)
    adjustment.value = from + (target - from) * eased
    if part >= 1 { self.scroll = nil }
    return part < 1
  }
}
