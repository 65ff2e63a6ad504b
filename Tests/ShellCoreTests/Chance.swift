import Glibc

@testable import ShellCore

/// Steele, Lea, Flood 2014: a generator whose whole state is one number, so that a case is its seed.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SplitMix64 {
  mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &self) < part }
  mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &self)] }
  mutating func real(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &self) }
  mutating func whole(_ low: Int, _ high: Int) -> Int { Int.random(in: low...high, using: &self) }
}

/// How many random cases there are, and from which seed.
///
/// NAGARA_CASES and NAGARA_SEED override; a failure names the seed of its case, which as NAGARA_SEED makes it
/// the first.
enum Chance {
  /// Cases of each property.
  static let cases: Int = {
    if let text = environment("NAGARA_CASES"), let count = Int(text) { return count }
    #if DEBUG
      return 400
    #else
      return 10_000
    #endif
  }()

  static let seed: UInt64 = environment("NAGARA_SEED").flatMap { UInt64($0) } ?? 20_240_601

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Runs `check` on every case; returns the first complaint with its seed.
  static func first(_ check: (inout SplitMix64) -> String?) -> String? {
    for index in 0..<UInt64(cases) {
      let seed = seed &+ index
      var random = SplitMix64(seed: seed)
      if let complaint = check(&random) { return "NAGARA_SEED=\(seed): \(complaint)" }
    }
    return nil
  }

  /// A start and a random trace in every case; a trace that fails is made smaller before it is told.
  static func firstTrace(
    _ length: ClosedRange<Int> = 1...30, prepare: (inout SplitMix64, inout ShellState) -> Void = { _, _ in },
    _ check: (ShellState, [ShellAction]) -> String?
  ) -> String? {
    first { random in
      var start = random.shellState()
      prepare(&random, &start)
      let actions = random.trace(from: start, length: random.whole(length.lowerBound, length.upperBound))
      guard let complaint = check(start, actions) else { return nil }
      let small = shrink(actions) { check(start, $0) != nil }
      let lines = small.map { "  " + ShellTrace.line(time: 0, $0) }.joined(separator: "\n")
      return "\(check(start, small) ?? complaint)\n\(describe(start))\n\(lines)"
    }
  }

  /// Leaves out parts, from halves to single actions, as long as it still fails.
  static func shrink(_ actions: [ShellAction], fails: ([ShellAction]) -> Bool) -> [ShellAction] {
    var current = actions
    var size = max(current.count / 2, 1)
    while size >= 1 {
      var start = 0
      while start < current.count {
        var shorter = current
        shorter.removeSubrange(start..<min(start + size, current.count))
        if fails(shorter) { current = shorter } else { start += size }
      }
      if size == 1 { break }
      size /= 2
    }
    return current
  }

  /// What matters of a start.
  static func describe(_ s: ShellState) -> String {
    let e = s.environment
    return "  \(e.width) × \(e.height) at \(e.textScale)\(e.rightToLeft ? " rtl" : ""), "
      + "\(s.tabs.count) tabs, player \(s.player.isPresent), centre \(s.centreButton.isPresent) "
      + "\(s.metrics.centreDiameter), mini \(String(describing: s.player.miniHeight)), "
      + "card \(s.metrics.cardWidth), undimmed \(s.drawer.largestUndimmed), detents \(s.drawer.detents.map { ($0.id, $0.height) })"
  }
}

extension SplitMix64 {
  /// A shell at rest, as a host might set it up.
  mutating func shellState() -> ShellState {
    var state = ShellState()
    state.environment = environment()
    if chance(0.3) {
      state.metrics.centreDiameter = pick([40, 64, 100, 150, 700])
      state.metrics.cardWidth = pick([300, 400, 500, 700])
      state.metrics.tabBarHeightCompact = pick([58, 58, 20, 120, 500])
      state.metrics.springResponse = pick([0.3, 0.4])
    }
    state.tabs = (0..<whole(0, 6)).map { index in
      var tab = TabItem("tab\(index)")
      tab.isVisible = chance(0.9)
      tab.labelWidth = Double(whole(0, 160))
      tab.rootHidesTabBar = chance(0.05)
      if chance(0.3) {
        tab.pages = (0..<whole(1, 3)).map { PageItem("page\(index)\($0)", hidesTabBar: chance(0.3)) }
      }
      return tab
    }
    state.selectedTab = state.tabs.isEmpty ? "" : pick(state.tabs).id
    state.centreButton.isPresent = chance(0.4)
    state.player.isPresent = chance(0.85)
    state.player.miniHeight = chance(0.7) ? nil : pick([0, 20, 56, 90, 200, 700])
    state.player.fullMinimumWidth = pick([0, 0, 300, 420, 1000])
    state.player.paneWidth = chance(0.8) ? nil : real(100, 900)
    state.player.swipes = MiniSwipes(dismisses: chance(0.5), previous: chance(0.5), next: chance(0.5))
    if chance(0.5) {
      state.player.miniArtwork = ShellRect(x: 8, y: 8, width: 48, height: 48)
      state.player.fullArtwork = ShellRect(x: real(0, 40), y: 60, width: 300, height: 280)
    }
    if chance(0.4) {
      state.drawer.detents = detents()
      state.drawer.largestUndimmed =
        chance(0.2) ? Detent.closed : pick(state.drawer.detents.map(\.id) + ["peek"])
    }
    state.tabBar.minimisesOnScroll = chance(0.3)
    if chance(0.4), let detent = state.drawer.detents.map(\.id).randomElement(using: &self) {
      state.drawer.detent = detent
    }
    if state.player.isPresent, chance(0.3) {
      state.player.isOpen = true
      state.player.motion = Motion(1)
      state.player.paneReserved = true
    }
    if chance(0.3) { state.toastWidth = real(50, 900) }
    if state.toastWidth > 0 { state.toastHeight = real(20, 200) }
    return state
  }

  mutating func environment() -> ShellEnvironment {
    var e = ShellEnvironment()
    let special = chance(0.4)
    e.width = special ? pick([360, 559, 560, 799, 800, 801, 1280, 3840]) : Double(whole(360, 2600))
    e.height = special ? pick([294, 419, 420, 421, 640, 934, 935, 1080]) : Double(whole(294, 1500))
    e.textScale = chance(0.7) ? 1 : pick([0.8, 1.25, 1.5, 2, 3])
    e.rightToLeft = chance(0.3)
    e.mapped = true
    return e
  }

  mutating func detents() -> [Detent] {
    (0..<whole(1, 5)).map { index in
      let height: Detent.Height =
        switch whole(0, 2) {
        case 0: .fixed(real(0, 700))
        case 1: .fraction(real(0, 1))
        default: .belowTop(real(0, 200))
        }
      return Detent("detent\(index)", height, backdrop: real(0, 1))
    }
  }

  /// A time line of actions as hosts, keys and hands send them. Drags begin, move and end in order.
  /// - Parameter timed: with actions whose outcome is decided by a frame's time.
  mutating func trace(from start: ShellState, length: Int, timed: Bool = true) -> [ShellAction] {
    var state = start
    var actions: [ShellAction] = []
    var clock = TraceClock(event: real(0, 1000), frame: real(0, 1000))
    while actions.count < length {
      let next =
        actions.isEmpty || chance(0.55) ? one(state, &clock, timed) : gesture(state, &clock, timed)
      for action in next {
        actions.append(action)
        _ = reduceShell(&state, action)
      }
    }
    return actions
  }

  struct TraceClock {
    var event: Double
    var frame: Double
  }

  /// Some actions by hand on the panels.
  private mutating func gesture(_ state: ShellState, _ clock: inout TraceClock, _ timed: Bool)
    -> [ShellAction]
  {
    let target = pick([
      DragTarget.mini, .player(body: true), .player(body: false), .drawer(body: true), .drawer(body: false),
      .page,
      .paneEdge,
    ])
    let layout = ShellLayout(state)
    var x = real(0, layout.width)
    var y = real(0, layout.height)
    let room = chance(0.4) ? ScrollRoom(offset: real(0, 300), limit: real(300, 900)) : nil
    if timed, chance(0.2) {
      var actions: [ShellAction] = []
      let dy = real(-40, 40)
      for _ in 0..<whole(1, 8) {
        clock.event += 0.01
        let device: ScrollDevice = chance(0.1) ? .wheel : .touchpad
        actions.append(
          .scrolled(target, device, dx: real(-10, 10), dy: dy, scroll: room, time: clock.event))
        if chance(0.5) { actions.append(tick(&clock)) }
      }
      if chance(0.6) { actions.append(.scrollEnded(time: clock.event, permitted: permitted(state))) }
      return actions
    }
    let kind = pick([PointerKind.mouse, .touch, .pen])
    var actions: [ShellAction] = [.dragBegan(target, kind, x: x, y: y, scroll: room, time: clock.event)]
    let sideways = target == .page || target == .paneEdge || chance(0.15)
    for _ in 0..<whole(1, 10) {
      clock.event += pick([0.001, 0.008, 0.016, 0.05])
      x += sideways ? real(-80, 80) : real(-6, 6)
      y += sideways ? real(-6, 6) : real(-120, 120)
      actions.append(.dragMoved(x: x, y: y, time: clock.event))
      if chance(0.2) { actions.append(tick(&clock)) }
      if chance(0.05) { actions += one(state, &clock, timed) }
    }
    clock.event += pick([0, 0.005, 0.1])
    if chance(0.8) {
      actions.append(.dragEnded(time: clock.event, permitted: permitted(state)))
    } else if chance(0.7) {
      actions.append(.dragCancelled)
    }
    return actions
  }

  private mutating func tick(_ clock: inout TraceClock) -> ShellAction {
    clock.frame += pick([0.004, 0.016, 0.033, 0.2])
    return .tick(clock.frame)
  }

  private mutating func permitted(_ state: ShellState) -> [DetentID]? {
    guard chance(0.3) else { return nil }
    var random = self
    let ids = ([Detent.closed, PlayerRest.docked, PlayerRest.expanded] + state.drawer.detents.map(\.id))
      .filter { _ in random.chance(0.6) }
    self = random
    return ids
  }

  /// A wish of a host, a key or a tap.
  mutating func wish(_ state: ShellState) -> ShellAction? {
    switch whole(0, 13) {
    case 0: .togglePlayer(.key)
    case 1: .expandPlayer(.tap)
    case 2: .collapsePlayer(.code)
    case 3: .moveDrawer(to: pick(state.drawer.detents.map(\.id) + [Detent.closed]), .code)
    case 4: .stepDrawer(up: chance(0.5), .key)
    case 5: .tapDrawerBackdrop
    case 6: .escape
    case 7: .pushPage(PageItem("new\(whole(0, 50))", hidesTabBar: chance(0.3)))
    case 8: .popPage(.key)
    case 9: .selectTab("tab\(whole(0, 5))", allowed: true, .tap)
    case 10: .setPlayerPresent(chance(0.7))
    case 11: .setTabVisible("tab\(whole(0, 5))", chance(0.7))
    case 12: .contentScrolled(by: real(-80, 80), atTop: chance(0.2))
    default: nil
    }
  }

  private mutating func one(_ state: ShellState, _ clock: inout TraceClock, _ timed: Bool) -> [ShellAction] {
    let route = pick(Route.allCases)
    switch whole(0, 32) {
    case 0...7: return (0..<whole(1, 6)).map { _ in tick(&clock) }
    case 8: return [.togglePlayer(route)]
    case 9: return [.expandPlayer(route)]
    case 10: return [.collapsePlayer(route)]
    case 11, 12: return [.moveDrawer(to: pick(state.drawer.detents.map(\.id) + [Detent.closed]), route)]
    case 13: return [.stepDrawer(up: chance(0.5), route)]
    case 14: return [.tapDrawerBackdrop]
    case 15: return [.escape]
    case 16: return [.pushPage(PageItem("new\(whole(0, 50))", hidesTabBar: chance(0.3)))]
    case 17: return [.popPage(route)]
    case 18: return [.selectTab("tab\(whole(0, 5))", allowed: chance(0.9), route)]
    case 19: return [.stepTab(pick([1, -1, 3]), route)]
    case 20: return [.setPlayerPresent(chance(0.7))]
    case 21:
      var e = state.environment
      let size = environment()
      (e.width, e.height) = (size.width, size.height)
      return [.environment(e)]
    case 22: return [.setTabVisible("tab\(whole(0, 5))", chance(0.7))]
    case 23: return [.setPermitted(pick([.player, .drawer]), permitted(state))]
    case 24: return [.bounce(pick([.player, .drawer]))]
    case 25: return [.contentScrolled(by: real(-80, 80), atTop: chance(0.2))]
    case 26:
      let new = detents()
      return [.setDetents(new, largestUndimmed: pick(new.map(\.id) + [Detent.closed]))]
    case 27: return [.setPlayerViews(fullMinimumWidth: 0, miniHeight: pick([nil, 40, 100]))]
    case 28: return [.setCentreButton(present: chance(0.5), circle: true)]
    case 29: return [.undoDismissal]
    case 30: return [.finishMotion]
    case 31 where timed: return [.hoverTab(chance(0.3) ? nil : "tab\(whole(0, 5))", allowed: chance(0.9))]
    default: return [.dragCancelled]
    }
  }
}
