@testable import ShellCore

/// Somebody at a window: records what a host would send, with times as they come from devices and the frame
/// clock.
struct Hand {
  private(set) var trace = ShellTrace()
  private(set) var state = ShellState()
  private var random: SplitMix64
  /// Seconds since the start. Events and frames count from different zeros, as in reality.
  private var now = 0.0
  private let eventZero: Double
  private let frameZero: Double

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    eventZero = Double(random.whole(1000, 90_000))
    frameZero = Double(random.whole(1000, 90_000))
  }

  mutating func send(_ action: ShellAction) {
    trace.entries.append(ShellTrace.Entry(time: now, action: action))
    _ = reduceShell(&state, action)
  }

  private var eventTime: Double { ((eventZero + now) * 1000).rounded() / 1000 }

  /// Lets time pass: frames come only while something moves.
  mutating func wait(_ seconds: Double) {
    let end = now + seconds
    while now < end {
      now += 1.0 / 60
      if state.isMoving { send(.tick(frameZero + now)) }
    }
  }

  /// Sets up a window, its tabs and a player.
  mutating func open(_ width: Double, _ height: Double, rightToLeft: Bool = false, scale: Double = 1) {
    var e = ShellEnvironment()
    e.rightToLeft = rightToLeft
    e.textScale = scale
    send(.setTabs(["home", "songs", "albums", "search"].map { TabItem($0) }))
    send(.setCentreButton(present: true, circle: true))
    send(.setMiniSwipes(MiniSwipes(dismisses: true, previous: true, next: true)))
    e.width = width
    e.height = height
    e.mapped = true
    send(.environment(e))
    send(.labelWidths([41, 44.5, 52, 48.25]))
    send(.setPlayerPresent(true))
    send(
      .setArtwork(
        mini: ShellRect(x: 8, y: 8, width: 48, height: 48),
        full: ShellRect(x: 40, y: 56, width: 280, height: 280)))
  }

  mutating func resize(_ width: Double, _ height: Double) {
    var e = state.environment
    (e.width, e.height) = (width, height)
    send(.environment(e))
  }

  /// Drags along a line: slowly at first, then as fast as it ends.
  mutating func drag(
    _ target: DragTarget, _ kind: PointerKind = .touch, from: (x: Double, y: Double),
    by: (x: Double, y: Double),
    seconds: Double, stops: Bool = false, scroll: ScrollRoom? = nil
  ) {
    send(.dragBegan(target, kind, x: from.x, y: from.y, scroll: scroll, time: eventTime))
    let begun = now
    var t = 0.0
    while t < 1 {
      now += random.real(0.006, 0.011)
      t = min(1, (now - begun) / seconds)
      let part = stops ? t * (2 - t) : t * t
      let x = from.x + by.x * part + random.real(-0.4, 0.4)
      let y = from.y + by.y * part + random.real(-0.4, 0.4)
      send(.dragMoved(x: x, y: y, time: eventTime))
      if state.isMoving, random.chance(0.5) { send(.tick(frameZero + now)) }
    }
    if stops { now += 0.12 }
    send(.dragEnded(time: eventTime, permitted: nil))
  }

  /// Two fingers on a touchpad.
  mutating func swipe(
    _ target: DragTarget, dx: Double = 0, dy: Double, events: Int, ends: Bool, scroll: ScrollRoom? = nil
  ) {
    for index in 0..<events {
      now += 0.011
      // Momentum fades.
      let part = 1 - Double(index) / Double(events)
      send(.scrolled(target, .touchpad, dx: dx * part, dy: dy * part, scroll: scroll, time: eventTime))
      if state.isMoving, index % 2 == 0 { send(.tick(frameZero + now)) }
    }
    if ends { send(.scrollEnded(time: eventTime, permitted: nil)) }
  }
}

extension ShellTrace {
  /// Recorded-style sessions, by the names of their fixtures.
  static let sessions: [(name: String, make: @Sendable () -> ShellTrace)] = [
    ("phone-by-touch", phone), ("desktop-by-mouse-and-keys", desktop), ("short-by-touchpad-rtl", short),
  ]

  /// A narrow window under a thumb.
  static func phone() -> ShellTrace {
    var hand = Hand(seed: 11)
    hand.open(360, 640)
    for round in 0..<3 {
      hand.drag(.mini, from: (180, 560), by: (4, -420), seconds: 0.25)
      hand.wait(0.2 + 0.3 * Double(round))
      // Caught in flight, or at rest: down again with the list under the finger.
      hand.drag(
        .player(body: true), from: (180, 300), by: (-6, 260), seconds: 0.4, stops: round == 1,
        scroll: ScrollRoom(offset: 40 * Double(round), limit: 300))
      hand.wait(0.9)
      hand.drag(.mini, from: (250, 560), by: (round == 1 ? 190 : -190, 3), seconds: 0.2)
      hand.wait(0.4)
      hand.send(.pushPage(PageItem("album\(round)", hidesTabBar: round == 2)))
      hand.wait(0.15)
      hand.drag(.page, from: (6, 200), by: (round == 0 ? 240 : 60, 5), seconds: 0.25, stops: round == 1)
      hand.wait(0.8)
      hand.send(.moveDrawer(to: "peek", .tap))
      hand.wait(0.12)
      hand.drag(.drawer(body: false), from: (180, 470), by: (2, -260), seconds: 0.3, stops: round == 0)
      hand.wait(0.5)
      hand.send(.tapDrawerBackdrop)
      hand.wait(0.2)
      hand.drag(.drawer(body: true), from: (180, 500), by: (0, 200), seconds: 0.2)
      hand.wait(0.7)
    }
    hand.resize(640, 360)
    hand.wait(0.1)
    hand.drag(.mini, from: (500, 330), by: (0, -250), seconds: 0.3)
    hand.wait(0.6)
    hand.resize(360, 640)
    hand.send(.collapsePlayer(.tap))
    hand.wait(0.7)
    hand.drag(.mini, from: (180, 560), by: (0, 90), seconds: 0.25)
    hand.wait(1)
    hand.send(.undoDismissal)
    hand.wait(0.7)
    return hand.trace
  }

  /// A big window tiled to and fro.
  static func desktop() -> ShellTrace {
    var hand = Hand(seed: 22)
    hand.open(1920, 1040)
    for (round, width) in [1920.0, 960, 640, 1366].enumerated() {
      hand.resize(width, round == 3 ? 728 : 1040)
      hand.send(.expandPlayer(.key))
      hand.wait(0.25)
      hand.send(.togglePlayer(.key))
      hand.wait(0.1)
      hand.send(.togglePlayer(.key))
      hand.wait(0.8)
      if width >= 800 {
        let edge = ShellLayout(hand.state).player.place.frame.x
        hand.drag(.paneEdge, .mouse, from: (edge, 300), by: (-70, 2), seconds: 0.5, stops: true)
      }
      for _ in 0..<4 {
        hand.send(.stepDrawer(up: true, .key))
        hand.wait(0.3)
      }
      hand.send(.moveDrawer(to: "half", .code))
      hand.wait(0.2)
      // The window is dragged to another size while the drawer moves.
      for step in 1...5 {
        hand.resize(width + 12 * Double(step), 1040 - 6 * Double(step))
        hand.wait(0.03)
      }
      hand.wait(0.6)
      for _ in 0..<4 {
        hand.send(.escape)
        hand.wait(0.22)
      }
      hand.wait(0.6)
      hand.send(.stepTab(1, .key))
      hand.send(.pushPage(PageItem("page\(round)", hidesTabBar: round % 2 == 1)))
      hand.wait(0.5)
      let layout = ShellLayout(hand.state)
      hand.drag(
        .mini, .mouse, from: (layout.mini.frame.x + 40, layout.mini.frame.y + 20), by: (3, -500),
        seconds: 0.35)
      hand.wait(0.7)
      hand.drag(
        .player(body: false), .mouse, from: (layout.player.place.frame.x + 50, 60), by: (0, 700),
        seconds: 0.5,
        stops: round == 0)
      hand.wait(0.8)
      hand.send(.popPage(.key))
      hand.wait(0.5)
    }
    return hand.trace
  }

  /// A low window, right to left, with large text for a while.
  static func short() -> ShellTrace {
    var hand = Hand(seed: 33)
    hand.open(900, 400, rightToLeft: true)
    hand.send(.setTabBarMinimises(true))
    for round in 0..<4 {
      hand.swipe(.mini, dy: 30, events: 20, ends: round != 2)
      hand.wait(0.9)
      hand.swipe(
        .player(body: true), dy: -28, events: 24, ends: round % 2 == 0,
        scroll: ScrollRoom(offset: 30, limit: 500))
      hand.wait(0.9)
      hand.send(.moveDrawer(to: "full", .key))
      hand.wait(0.3)
      hand.swipe(.drawer(body: true), dy: -22, events: 18, ends: false)
      hand.wait(0.8)
      hand.send(.pushPage(PageItem("p\(round)")))
      hand.wait(0.5)
      hand.swipe(.page, dx: 30, dy: 1, events: 14, ends: true)
      hand.wait(0.6)
      hand.resize(round % 2 == 0 ? 420 : 900, round % 2 == 0 ? 720 : 400)
      for _ in 0..<6 {
        hand.send(.contentScrolled(by: 15, atTop: false))
        hand.wait(0.05)
      }
      hand.wait(0.5)
      hand.send(.contentScrolled(by: -40, atTop: round == 3))
      hand.wait(0.5)
      var large = hand.state.environment
      large.textScale = round == 1 ? 1.5 : 1
      hand.send(.environment(large))
    }
    return hand.trace
  }
}
