import Testing

@testable import ShellCore

/// SHELL.md's eight invariants, by chance.
struct InvariantTests {
  // MARK: 1

  @Test func everyFrameIsFiniteAndTheBarsTile() {
    let complaint = Chance.firstTrace { start, actions in
      var state = start
      for action in actions {
        _ = reduceShell(&state, action)
        if let complaint = Self.misplaced(state) { return complaint }
      }
      return nil
    }
    #expect(complaint == nil)
  }

  /// What is wrong with a state's layout.
  static func misplaced(_ state: ShellState) -> String? {
    let layout = ShellLayout(state)
    let window = ShellRect(width: layout.width, height: layout.height)
    for (name, place) in layout.placements {
      let f = place.frame
      guard f.x.isFinite, f.y.isFinite, f.width.isFinite, f.height.isFinite, f.width >= 0, f.height >= 0,
        place.opacity >= 0, place.opacity <= 1
      else { return "\(name) is at \(f), opacity \(place.opacity)" }
    }
    for (name, place) in layout.placements
    where ["content", "mini", "toasts", "drawerBackdrop"].contains(name) {
      guard place.frame.inside(window) else { return "\(name) at \(place.frame) leaves the window" }
    }
    for (name, place) in layout.placements
    where place.isVisible && ["player", "drawer", "centreButton"].contains(name) {
      // The button slides out sideways with its bar.
      let isInside = name == "centreButton" || place.frame.x >= 0 && place.frame.maxX <= layout.width
      guard isInside, place.frame.y >= 0 else {
        return "\(name) at \(place.frame) leaves the window's top or sides"
      }
    }
    guard layout.playerDim >= 0, layout.playerDim <= 1, layout.drawerDim >= 0, layout.drawerDim <= 1 else {
      return "dims by \(layout.playerDim), \(layout.drawerDim)"
    }
    guard layout.contentInset >= 0, layout.contentInset <= layout.height else {
      return "content inset \(layout.contentInset)"
    }
    let reserved = layout.form == .regular && state.player.isPresent && state.player.paneReserved
    let pane = reserved ? layout.player.place.frame : layout.mini.frame
    let parts = [layout.content.frame, layout.tabBar.frame.clipped(to: window), pane.clipped(to: window)]
    for (index, a) in parts.enumerated() {
      for b in parts[(index + 1)...] where a.overlaps(b) { return "\(a) and \(b) overlap" }
    }
    let area = parts.reduce(0) { $0 + $1.area }
    guard area == window.area else { return "content and bars cover \(area) of \(window.area): \(parts)" }
    return nil
  }

  // MARK: 2

  @Test func theLayoutIsContinuousInEveryProgress() {
    let complaint = Chance.first { random in
      var state = random.shellState()
      if random.chance(0.3), let index = state.tabs.firstIndex(where: { $0.id == state.selectedTab }) {
        if state.tabs[index].pages.isEmpty { state.tabs[index].pages = [PageItem("p", hidesTabBar: true)] }
        var transition = PageTransition(isPop: false, motion: Motion(0))
        transition.motion.hold(at: random.real(0, 1))
        state.pageTransition = transition
      }
      if random.chance(0.3) { state.player.motion.hold(at: random.real(0, 1)) }
      if random.chance(0.3) { state.drawer.motion.hold(at: random.real(0, 1)) }
      let step = 0.001
      var next = state
      let value = random.real(-0.05, 1.05)
      switch random.whole(0, 5) {
      case 0:
        state.player.motion.hold(at: value)
        next.player.motion.hold(at: value + step)
      case 1:
        // Half of them near a detent, in a low window, where detents nearly coincide.
        var value = value
        if random.chance(0.5) {
          state.environment.height = Double(random.whole(294, 420))
          state.environment.width = 400
          state.drawer.detent = state.drawer.detents[random.whole(0, state.drawer.detents.count - 1)].id
          next = state
          value = random.real(-0.1, 0.1)
        }
        state.drawer.motion.hold(at: value)
        next.drawer.motion.hold(at: value + step)
      case 2:
        guard let motion = state.pageTransition?.motion else { return nil }
        next.pageTransition?.motion.hold(at: motion.value + step)
      case 3:
        state.player.paging.hold(at: value)
        next.player.paging.hold(at: value + step)
      case 4:
        state.player.dismissal.hold(at: value)
        next.player.dismissal.hold(at: value + step)
      default:
        state.tabBar.motion.hold(at: value)
        next.tabBar.motion.hold(at: value + step)
      }
      return Self.jump(ShellLayout(state), ShellLayout(next)).map { "\($0)\n\(Chance.describe(state))" }
    }
    #expect(complaint == nil)
  }

  /// An edge that moves more than 1 % of the window.
  private static func jump(_ a: ShellLayout, _ b: ShellLayout) -> String? {
    let window = ShellRect(width: a.width, height: a.height)
    for ((name, one), (_, other)) in zip(a.placements, b.placements) {
      let (f, g) = (one.frame.clipped(to: window), other.frame.clipped(to: window))
      guard one.isVisible, other.isVisible, !f.isEmpty, !g.isEmpty else { continue }
      let across = max(abs(f.x - g.x), abs(f.maxX - g.maxX))
      let down = max(abs(f.y - g.y), abs(f.maxY - g.maxY))
      if across > 0.01 * a.width || down > 0.01 * a.height { return "\(name) jumps from \(f) to \(g)" }
    }
    return nil
  }

  // MARK: 3

  @Test func everyTraceComesToRestWithinASecond() {
    let complaint = Chance.firstTrace { start, actions in
      var state = start
      for action in actions { _ = reduceShell(&state, action) }
      return Self.unrest(&state)
    }
    #expect(complaint == nil)
  }

  /// Lets go and looks whether everything rests a second later where it may.
  static func unrest(_ state: inout ShellState) -> String? {
    _ = reduceShell(&state, .dragCancelled)
    _ = reduceShell(&state, .hoverTab(nil, allowed: true))
    let drawerWay = state.drawer.motion.target
    let playerWay = state.player.motion.target
    var far = (early: 0.0, late: 0.0)
    for frame in 0...60 {
      _ = reduceShell(&state, .tick(10_000 + Double(frame) / 60))
      let distance = max(
        state.player.motion.isAtRest ? 0 : abs(state.player.motion.value - playerWay),
        state.drawer.motion.isAtRest ? 0 : abs(state.drawer.motion.value - drawerWay))
      if frame < 15 { far.early = max(far.early, distance) } else { far.late = max(far.late, distance) }
    }
    for (name, motion) in state.motions where !motion.isAtRest {
      return "\(name) is not at rest after 1 s: \(motion)"
    }
    if far.late > far.early + 0.05 { return "oscillation grows from \(far.early) to \(far.late)" }
    let value = state.player.motion.value
    guard value == (state.player.isOpen ? 1 : 0) else { return "the player rests at \(value)" }
    guard state.player.isPresent || !state.player.isOpen else { return "an absent player is open" }
    let ids = [Detent.closed] + state.drawer.detents.map(\.id)
    guard ids.contains(state.drawer.detent) else { return "the drawer rests at \(state.drawer.detent)" }
    guard state.pageTransition == nil, state.drag == nil else { return "a page or a drag is left over" }
    guard state.player.isLeaving == false else { return "the player never leaves" }
    guard state.player.paneReserved == state.player.isExpanded else { return "the pane is reserved wrongly" }
    return nil
  }

  // MARK: 4

  @Test func aFlickGetsAtLeastOnePermittedPositionFarther() {
    let complaint = Chance.first { random in
      var state = random.shellState()
      let isDrawer = random.chance(0.6)
      if isDrawer && !state.drawer.isOpen { return nil }
      if !isDrawer && !state.player.isPresent { return nil }
      let target: DragTarget =
        isDrawer ? .drawer(body: false) : state.player.isOpen ? .player(body: false) : .mini
      var permitted: [DetentID]?
      if random.chance(0.5) {
        permitted = []
        for id in [Detent.closed, PlayerRest.docked, PlayerRest.expanded] + state.drawer.detents.map(\.id)
        where random.chance(0.6) { permitted?.append(id) }
      }
      let speed = random.real(305, 6000) * (random.chance(0.5) ? 1 : -1)
      var y = random.real(200, 600)
      var time = 5.0
      _ = reduceShell(&state, .dragBegan(target, .touch, x: 100, y: y, scroll: nil, time: time))
      for _ in 0..<random.whole(2, 6) {
        time += 0.016
        y += random.real(-150, 150)
        _ = reduceShell(&state, .dragMoved(x: 100, y: y, time: time))
      }
      time += 0.2
      for _ in 0..<14 {
        time += 0.01
        y -= speed * 0.01
        _ = reduceShell(&state, .dragMoved(x: 100, y: y, time: time))
      }
      guard state.drag?.phase == .panel else { return nil }
      let geometry = ShellGeometry(state)
      let position = isDrawer ? geometry.drawerExtent : state.player.motion.value * geometry.playerTravel
      var rests: [(id: DetentID, extent: Double)] =
        isDrawer
        ? state.distinctDetents : [(PlayerRest.docked, 0), (PlayerRest.expanded, geometry.playerTravel)]
      rests = rests.filter { permitted?.contains($0.id) ?? true }
      guard !rests.isEmpty else { return nil }
      _ = reduceShell(&state, .dragEnded(time: time, permitted: permitted))
      let id = isDrawer ? state.drawer.detent : state.player.isOpen ? PlayerRest.expanded : PlayerRest.docked
      guard let end = rests.first(where: { $0.id == id })?.extent else { return "\(id) is not permitted" }
      let next =
        speed > 0
        ? rests.first { $0.extent > position + 0.5 } : rests.last { $0.extent < position - 0.5 }
      guard let next else { return nil }
      if speed > 0 ? end < next.extent : end > next.extent {
        return "from \(position) at \(speed) px/s to \(id) instead of \(next.id)\n\(Chance.describe(state))"
      }
      return nil
    }
    #expect(complaint == nil)
  }

  // MARK: 5

  @Test func aResizeThereAndBackRestoresTheLayout() {
    let complaint = Chance.first { random in
      let start = random.shellState()
      var state = start
      let actions = random.trace(from: start, length: random.whole(0, 25))
      for action in actions { _ = reduceShell(&state, action) }
      let before = state
      for _ in 0..<random.whole(1, 4) {
        var other = random.environment()
        other.rightToLeft = state.environment.rightToLeft
        _ = reduceShell(&state, .environment(other))
      }
      _ = reduceShell(&state, .environment(before.environment))
      if state != before || ShellLayout(state) != ShellLayout(before) { return Chance.describe(before) }
      return nil
    }
    #expect(complaint == nil)
  }

  // MARK: 6

  @Test func rightToLeftIsTheMirroredLayout() {
    let complaint = Chance.firstTrace(0...15) { start, actions in
      var state = start
      state.environment.rightToLeft = false
      for action in actions {
        if case .environment = action { continue }
        _ = reduceShell(&state, action)
      }
      let left = ShellLayout(state)
      state.environment.rightToLeft = true
      // The artworks are measured where they are seen.
      for path in [\PlayerPart.miniArtwork, \.fullArtwork] {
        let width = path == \.miniArtwork ? left.mini.frame.width : left.player.place.frame.width
        state.player[keyPath: path] = state.player[keyPath: path].map {
          ShellRect(x: width - $0.maxX, y: $0.y, width: $0.width, height: $0.height)
        }
      }
      let right = ShellLayout(state)
      for ((name, a), (_, b)) in zip(left.placements, right.placements) {
        let mirrored = ShellRect(
          x: left.width - a.frame.x - a.frame.width, y: a.frame.y, width: a.frame.width,
          height: a.frame.height)
        if b.frame != mirrored { return "\(name): \(a.frame) became \(b.frame)" }
        if a.isVisible != b.isVisible || a.isActive != b.isActive || a.opacity != b.opacity { return name }
      }
      for (a, b) in zip(left.tabCells, right.tabCells) where !a.isEmpty {
        if b.x != left.tabBar.frame.width - a.maxX || b.width != a.width { return "tab \(a) became \(b)" }
      }
      return nil
    }
    #expect(complaint == nil)
  }

  // MARK: 7

  @Test func aTraceReplaysToEqualStates() {
    let complaint = Chance.firstTrace(1...40) { start, actions in
      let trace = ShellTrace(actions.map { ShellTrace.Entry(time: 0, action: $0) })
      do throws(ShellTextError) {
        let again = try ShellTrace(text: trace.text)
        var one = start
        var other = start
        let effects = trace.replay(&one)
        let repeated = again.replay(&other)
        return one == other && effects == repeated ? nil : "the replay differs"
      } catch {
        return error.message
      }
    }
    #expect(complaint == nil)
  }

  @Test func splittingATickGivesTheSamePositions() {
    let complaint = Chance.first { random in
      let start = random.shellState()
      // A touchpad's silence and a hover are counted in frames.
      let actions = random.trace(from: start, length: random.whole(5, 40), timed: false)
      return Self.drift(start, actions).map { complaint in
        let small = Chance.shrink(actions) { Self.drift(start, $0) != nil }
        let lines = small.map { "  " + ShellTrace.line(time: 0, $0) }.joined(separator: "\n")
        return "\(complaint)\n\(Chance.describe(start))\n\(lines)"
      }
    }
    #expect(complaint == nil)
  }

  /// How positions differ when every tick but the first after an action is split in two.
  private static func drift(_ start: ShellState, _ actions: [ShellAction]) -> String? {
    var whole = start
    var split = start
    var last: Double?
    for action in actions {
      if case .tick(let time) = action {
        if let last { _ = reduceShell(&split, .tick((last + time) / 2)) }
        last = time
      } else {
        last = nil
      }
      _ = reduceShell(&whole, action)
      _ = reduceShell(&split, action)
      let unit = max(whole.environment.width, whole.environment.height)
      for ((name, a), (_, b)) in zip(whole.motions, split.motions) where abs(a.value - b.value) * unit > 0.01
      {
        return "\(name): \(a.value) and \(b.value)"
      }
    }
    return nil
  }

  // MARK: Reduced motion

  @Test func withReducedMotionEveryWishHasTheSameEffectsAndEnd() {
    let complaint = Chance.first { random in
      var moving = random.shellState()
      var still = moving
      still.environment.animations = false
      for _ in 0..<random.whole(1, 12) {
        guard let wish = random.wish(moving) else { continue }
        var slow = reduceShell(&moving, wish)
        var frame = 0
        while moving.isMoving, frame < 120 {
          slow += reduceShell(&moving, .tick(Double(frame) / 60))
          frame += 1
        }
        let quick = reduceShell(&still, wish)
        var compared = still
        compared.environment = moving.environment
        if compared != moving { return "\(wish) ends elsewhere\n\(Chance.describe(moving))" }
        if quick.map({ "\($0)" }).sorted() != slow.map({ "\($0)" }).sorted() {
          return "\(wish): \(quick) at once, \(slow) in motion"
        }
      }
      return nil
    }
    #expect(complaint == nil)
  }

  // MARK: 8

  @Test func aRefusedSelectionOrSettleChangesNothing() {
    let complaint = Chance.first { random in
      let start = random.shellState()
      var state = start
      for action in random.trace(from: start, length: random.whole(0, 20)) { _ = reduceShell(&state, action) }
      _ = reduceShell(&state, .setPermitted(.player, []))
      _ = reduceShell(&state, .setPermitted(.drawer, []))
      let before = state
      let ids = state.drawer.detents.map(\.id) + [Detent.closed]
      for action in [
        ShellAction.selectTab("tab\(random.whole(0, 5))", allowed: false, .tap), .expandPlayer(.key),
        .collapsePlayer(.tap), .togglePlayer(.code), .moveDrawer(to: random.pick(ids), .key),
        .stepDrawer(up: random.chance(0.5), .key), .tapDrawerBackdrop,
      ] {
        let effects = reduceShell(&state, action)
        if state != before || !effects.isEmpty { return "\(action) changes the state" }
      }
      // A drag whose every end is refused goes back to where it came from.
      guard before.drag == nil, !before.isMoving, before.player.isPresent else { return nil }
      let target: DragTarget = before.player.isOpen ? .player(body: false) : .mini
      let way = before.player.isOpen ? 300.0 : -300
      _ = reduceShell(&state, .dragBegan(target, .touch, x: 50, y: 400, scroll: nil, time: 1))
      for step in 1...10 {
        _ = reduceShell(
          &state, .dragMoved(x: 50, y: 400 + way * Double(step) / 10, time: 1 + 0.01 * Double(step)))
      }
      _ = reduceShell(&state, .dragEnded(time: 1.1, permitted: []))
      for frame in 0...60 { _ = reduceShell(&state, .tick(Double(frame) / 60)) }
      return state == before ? nil : "a refused drag changes the state"
    }
    #expect(complaint == nil)
  }
}

extension ShellLayout {
  /// Every placement by name.
  var placements: [(String, Placement)] {
    [
      ("content", content), ("tabBar", tabBar), ("centreButton", centreButton), ("mini", mini),
      ("player", player.place), ("playerBackdrop", playerBackdrop), ("paneHandle", paneHandle),
      ("artwork", artwork), ("drawer", drawer.place), ("drawerBackdrop", drawerBackdrop), ("toasts", toasts),
    ]
  }
}

extension ShellState {
  /// Everything that moves, by name.
  var motions: [(String, Motion)] {
    [
      ("player", player.motion), ("drawer", drawer.motion), ("paging", player.paging),
      ("dismissal", player.dismissal), ("tabBar", tabBar.motion),
      ("page", pageTransition?.motion ?? Motion(0)),
    ]
  }
}

extension ShellRect {
  var area: Double { width * height }

  func inside(_ other: ShellRect) -> Bool {
    x >= other.x && y >= other.y && maxX <= other.maxX && maxY <= other.maxY
  }

  func clipped(to other: ShellRect) -> ShellRect {
    let (left, top) = (clamp(x, other.x, other.maxX), clamp(y, other.y, other.maxY))
    return ShellRect(
      left: left, top: top, right: clamp(maxX, other.x, other.maxX), bottom: clamp(maxY, other.y, other.maxY))
  }

  func overlaps(_ other: ShellRect) -> Bool {
    min(maxX, other.maxX) > max(x, other.x) && min(maxY, other.maxY) > max(y, other.y)
  }
}
