import Testing

@testable import ShellCore

struct DragTests {
  /// Kind, movement, whether it moves the panel.
  @Test(arguments: [
    (PointerKind.touch, -7.0, false), (.touch, -8, true), (.pen, -7, false), (.pen, -8, true),
    (.mouse, -3, false),
    (.mouse, -4, true),
  ]) func aDragStartsAtTheSlop(kind: PointerKind, dy: Double, moves: Bool) {
    var state = shell()
    state.send(.dragBegan(.mini, kind, x: 200, y: 700, scroll: nil, time: 1))
    state.send(.dragMoved(x: 200, y: 700 + dy, time: 1.1))
    #expect(state.drag?.phase == (moves ? .panel : .undecided))
    #expect(state.drag?.isClaimed == moves)
    // The slop is subtracted: nothing jumps.
    #expect(state.player.motion.value == 0)
    state.send(.dragMoved(x: 200, y: 700 + dy - 10, time: 1.2))
    if moves { #expect(abs(state.player.motion.value * ShellGeometry(state).playerTravel - 10) < 1e-9) }
  }

  @Test func aMostlyHorizontalDragNeverMovesAPanel() {
    var state = shell(animations: false)
    state.send(.expandPlayer(.code))
    state.send(.dragBegan(.player(body: false), .touch, x: 200, y: 100, scroll: nil, time: 1))
    state.send(.dragMoved(x: 215, y: 110, time: 1.1), .dragMoved(x: 215, y: 500, time: 1.2))
    #expect(state.drag?.phase == .refused && state.player.motion == Motion(1))
  }

  @Test func aMouseOnScrollerContentMovesNothingAndAFingerDoes() {
    for kind in PointerKind.allCases where kind != .touchpad {
      var state = shell(animations: false)
      state.send(.expandPlayer(.code))
      let room = ScrollRoom(offset: 0, limit: 500)
      let effects = state.drag(.player(body: true), kind, y: 300, by: 450, scroll: room)
      #expect(state.player.isExpanded == (kind == .mouse))
      if kind == .mouse { #expect(effects.isEmpty) }
    }
  }

  @Test func aHeaderDragWithAnyPointerLeavesTheScrollerAlone() {
    for kind in PointerKind.allCases where kind != .touchpad {
      var state = shell(animations: false)
      state.send(.expandPlayer(.code))
      let effects = state.drag(.player(body: false), kind, y: 60, by: 500)
      #expect(!state.player.isExpanded)
      #expect(!effects.contains { if case .scroll = $0 { true } else { false } })
    }
  }

  /// Way up, speed at the end (up is negative), whether the player expands. The travel is 640.
  @Test(arguments: [
    (-200.0, 0.0, false), (-400, 0, true), (-30, -320, true), (-500, 320, false), (-100, -600, true),
  ]) func aReleaseExpandsOrDocks(distance: Double, speed: Double, expands: Bool) {
    for kind in [PointerKind.mouse, .touch] {
      var state = shell()
      state.drag(.mini, kind, y: 700, by: distance, speed: speed)
      #expect(state.player.isExpanded == expands)
      let (effects, seconds) = state.settle()
      #expect(effects == [.didSettle(.player, at: expands ? "expanded" : "docked")])
      #expect(state.player.motion == Motion(expands ? 1 : 0))
      #expect(seconds < 1)
    }
  }

  @Test func aFlickIsAnsweredWithALivelierSpring() {
    var state = shell()
    state.drag(.mini, y: 700, by: -300, speed: -500)
    #expect(state.player.motion.spring?.dampingRatio == 0.86)
    var slow = shell()
    slow.drag(.mini, y: 700, by: -400, speed: -200)
    #expect(slow.player.motion.spring?.dampingRatio == 1)
  }

  @Test func aRefusedRestPositionIsNotSettledAt() {
    var state = shell()
    state.drag(.mini, y: 700, by: -500, permitted: ["docked"])
    #expect(!state.player.isExpanded)
    state.settle()
    let before = state
    state.drag(.mini, y: 700, by: -500, permitted: [])
    state.settle()
    #expect(state == before)
  }

  @Test func aCancelledDragGoesToTheNearestRestPosition() {
    for (way, expands) in [(-200.0, false), (-450, true)] {
      var state = shell()
      state.drag(.mini, y: 700, by: way, speed: -2000, release: false)
      state.player.motion.hold(at: -way / 640)
      state.send(.dragCancelled)
      #expect(state.player.isExpanded == expands && state.drag == nil)
    }
  }

  @Test func grabbingAMovingPanelCatchesItWhereItIs() {
    var state = shell()
    state.send(.expandPlayer(.tap), .tick(1), .tick(1.12))
    let top = ShellLayout(state).player.place.frame.y
    state.send(.dragBegan(.player(body: false), .touch, x: 200, y: 500, scroll: nil, time: 40))
    #expect(state.drag?.phase == .panel && !state.player.motion.isMoving)
    #expect(abs(ShellLayout(state).player.place.frame.y - top) <= 1)
    state.send(.dragMoved(x: 200, y: 501, time: 40.1))
    #expect(abs(ShellLayout(state).player.place.frame.y - top - 1) <= 1)
  }

  @Test func aPressOnAPanelThatHasAllButArrivedIsStillAPress() {
    var state = shell()
    state.send(.setMiniSwipes(MiniSwipes(next: true)), .expandPlayer(.tap))
    state.settle()
    state.send(.collapsePlayer(.tap), .tick(1), .tick(1.6))
    #expect(state.player.motion.isMoving)
    state.send(.dragBegan(.mini, .touch, x: 200, y: 700, scroll: nil, time: 40))
    #expect(state.drag?.isClaimed == false)
    state.send(.dragMoved(x: 170, y: 700, time: 40.1))
    #expect(state.drag?.phase == .paging)
    state.send(.dragCancelled)
    state.drag(.mini, y: 700, by: -400)
    #expect(state.player.isExpanded)
  }

  @Test func aCatchBeyondTheEndUsesTheInverseOfTheRubberBand() {
    var state = shell()
    state.drag(.mini, y: 700, by: -660, speed: -3000)
    var frame = 0
    while state.player.motion.value <= 1.01, frame < 60 {
      state.send(.tick(Double(frame) / 240))
      frame += 1
    }
    let top = ShellGeometry(state).playerTop
    state.send(.dragBegan(.player(body: false), .touch, x: 200, y: 100, scroll: nil, time: 40))
    #expect(abs(ShellGeometry(state).playerTop - top) <= 1)
    state.send(.dragMoved(x: 200, y: 100.01, time: 40.1))
    #expect(abs(ShellGeometry(state).playerTop - top) <= 1)
  }

  @Test func aboveTheTopThePanelStretches() {
    var state = shell()
    state.drag(.mini, y: 700, by: -648 - 50, release: false)
    // 50 px beyond; the gap above the sheet is 38.
    let want = 38 - MotionRule.rubberBand(50, dimension: 38)
    #expect(abs(ShellGeometry(state).playerTop - want) < 1e-6)
    var pane = shell(1200, 800)
    pane.drag(.mini, x: 1000, y: 760, by: -900, release: false)
    #expect(ShellGeometry(pane).playerTop == 0)
  }

  @Test func theClosedEndDoesNotStretch() {
    var state = shell(animations: false)
    state.send(.moveDrawer(to: "peek", .code))
    state.drag(.drawer(body: false), y: 600, by: 400, release: false)
    #expect(ShellGeometry(state).drawerExtent == 122)
    // What went beyond is not owed on the way back.
    state.send(.dragMoved(x: 200, y: 990, time: 11))
    #expect(abs(ShellGeometry(state).drawerExtent - 132) < 1e-9)
  }

  @Test func theDrawerSettlesOnADetent() {
    var state = shell()
    state.send(.moveDrawer(to: "peek", .code))
    state.settle()
    state.drag(.drawer(body: false), y: 600, by: -150)
    #expect(state.drawer.detent == "half")
    state.settle()
    state.drag(.drawer(body: false), y: 420, by: -20, speed: -400)
    #expect(state.drawer.detent == "full")
    state.settle()
    state.drag(.drawer(body: false), y: 30, by: 60, speed: 2500)
    #expect(state.drawer.detent == "closed")
  }

  @Test func aDragGoesOnOverAChangeOfForm() {
    var state = shell(400, 800)
    state.drag(.mini, y: 700, by: -328, release: false)
    let value = state.player.motion.value
    var wide = state.environment
    wide.width = 1200
    state.send(.environment(wide))
    #expect(state.player.motion.value == value && state.drag?.phase == .panel)
    state.send(.dragMoved(x: 200, y: 100, time: 12), .dragMoved(x: 200, y: 100, time: 13))
    #expect(state.player.motion.value > value)
    state.send(.dragEnded(time: 13, permitted: nil))
    state.settle()
    #expect(state.player.isExpanded)
  }

  @Test func aKeyInMidDragTakesThePanelOutOfTheHand() {
    var state = shell()
    state.drag(.mini, y: 700, by: -200, release: false)
    state.send(
      .expandPlayer(.key), .dragMoved(x: 200, y: 700, time: 11), .dragEnded(time: 11, permitted: nil))
    #expect(state.player.isExpanded)
    state.settle()
    #expect(state.player.motion == Motion(1))
  }

  @Test func aKeyInMidDragTakesTheDrawerOutOfTheHand() {
    var state = shell()
    state.send(.moveDrawer(to: "peek", .code))
    state.settle()
    state.drag(.drawer(body: false), y: 600, by: -100, release: false)
    let top = ShellGeometry(state).drawerExtent
    state.send(.moveDrawer(to: "full", .key))
    // It goes on from where the hand had it.
    #expect(abs(ShellGeometry(state).drawerExtent - top) < 1e-9)
    state.send(.dragMoved(x: 200, y: 700, time: 11), .dragEnded(time: 11, permitted: nil))
    #expect(state.drawer.detent == "full")
    state.settle()
    #expect(state.drawer.detent == "full" && state.drawer.motion == Motion(0))
  }

  @Test func aSecondFingerIsIgnored() {
    var state = shell()
    state.drag(.mini, y: 700, by: -200, release: false)
    let before = state
    state.send(.dragBegan(.drawer(body: false), .touch, x: 0, y: 0, scroll: nil, time: 12))
    #expect(state == before)
  }

  @Test func aDragWithinTheSlopChangesNothing() {
    var state = shell()
    let before = state
    state.send(.dragBegan(.mini, .touch, x: 200, y: 700, scroll: nil, time: 1))
    state.send(.dragMoved(x: 203, y: 702, time: 1.1), .dragEnded(time: 1.1, permitted: nil))
    #expect(state == before)
  }

  @Test func thePanesEdgeFollowsThePointerWithinItsLimits() {
    for rightToLeft in [false, true] {
      var state = shell(1200, 800, rightToLeft: rightToLeft, animations: false)
      state.send(.expandPlayer(.code))
      let sign = rightToLeft ? -1.0 : 1
      let edge = rightToLeft ? 375.0 : 825
      state.send(.dragBegan(.paneEdge, .mouse, x: edge, y: 400, scroll: nil, time: 1))
      state.send(.dragMoved(x: edge - sign * 4, y: 400, time: 1.1))
      #expect(ShellLayout(state).player.place.frame.width == 375)
      state.send(.dragMoved(x: edge - sign * 54, y: 400, time: 1.2))
      #expect(ShellLayout(state).player.place.frame.width == 425)
      state.send(.dragMoved(x: edge - sign * 900, y: 400, time: 1.3))
      #expect(ShellLayout(state).player.place.frame.width == 540)
      state.send(.dragMoved(x: edge + sign * 900, y: 400, time: 1.4), .dragEnded(time: 1.4, permitted: nil))
      #expect(state.player.paneWidth == 280)
      #expect(ShellLayout(state).player.place.frame.width == 280)
    }
  }

  @Test func numbersThatAreNotFiniteChangeNothing() {
    var state = shell()
    let before = state
    var environment = state.environment
    environment.width = .nan
    state.send(
      .environment(environment), .tick(.infinity),
      .dragBegan(.mini, .touch, x: .nan, y: 0, scroll: nil, time: 0), .labelWidths([.nan]),
      .setDetents([Detent("x", .fixed(.infinity), backdrop: 0)], largestUndimmed: "x"))
    var metrics = ShellMetrics()
    metrics.drawerRadius = .nan
    state.send(.metrics(metrics))
    #expect(state == before)
  }
}

/// A finger on a scroller inside a panel: both move, and the finger never leaves its place on the content.
struct HandOverTests {
  /// A sheet with a scroller at `offset`, and where the content under the finger is.
  private var state = shell(animations: false)
  private var offset: Double
  private var time = 10.0
  private var y = 400.0

  init() {
    state.send(.expandPlayer(.code))
    state.environment.animations = true
    offset = 0
  }

  private mutating func begin(offset: Double, limit: Double = 500) {
    self.offset = offset
    state.send(
      .dragBegan(
        .player(body: true), .touch, x: 200, y: y, scroll: ScrollRoom(offset: offset, limit: limit),
        time: time))
  }

  @discardableResult
  private mutating func move(by dy: Double) -> [ShellEffect] {
    var all: [ShellEffect] = []
    for _ in 0..<8 {
      time += 0.02
      y += dy / 8
      let effects = state.send(.dragMoved(x: 200, y: y, time: time))
      for case .scroll(let to) in effects { offset = to }
      all += effects
    }
    return all
  }

  /// How far the content has moved on the screen.
  private var content: Double { ShellGeometry(state).playerTop - offset }

  @Test mutating func downwardsTheContentScrollsBackBeforeThePanelCloses() {
    begin(offset: 60)
    move(by: 8)
    let start = content
    move(by: 40)
    #expect(offset == 20 && state.player.motion.value == 1)
    move(by: 40)
    #expect(offset == 0 && state.player.motion.value < 1)
    #expect(abs(content - start - 80) < 1e-9)
  }

  @Test mutating func eitherTakesOverFromTheOtherInOneGestureWithoutDrift() {
    begin(offset: 30)
    move(by: 8)
    let start = content
    let finger = y
    for way in [100.0, -50, -200, 90, 300, -40, -500, 260] {
      move(by: way)
      #expect(abs((content - start) - (y - finger)) < 1e-6)
    }
  }

  @Test mutating func upwardsThePanelOpensBeforeTheContentScrolls() {
    begin(offset: 0)
    move(by: 108)
    #expect(offset == 0)
    #expect(abs(ShellGeometry(state).playerTop - 138) < 1e-9)
    move(by: -60)
    #expect(offset == 0)
    move(by: -60)
    #expect(state.player.motion.value == 1 && abs(offset - 20) < 1e-9)
  }

  @Test mutating func aListAtItsEndDoesNotTrapTheSheetAndNothingIsLostBeyondIt() {
    begin(offset: 480)
    move(by: -8)
    let start = content
    let finger = y
    move(by: -60)
    #expect(offset == 500)
    move(by: 60)
    #expect(abs(content - start - (y - finger)) < 1e-6)
    move(by: 700)
    #expect(offset == 0 && state.player.motion.value < 1)
  }

  @Test mutating func aKineticEndNeverMovesAPanel() {
    begin(offset: 400)
    move(by: 8)
    var effects: [ShellEffect] = []
    for _ in 0..<6 {
      time += 0.01
      y += 30
      effects += state.send(.dragMoved(x: 200, y: y, time: time))
    }
    effects += state.send(.dragEnded(time: time, permitted: nil))
    #expect(state.fling != nil && state.player.isExpanded)
    var last = 500.0
    var ticks = 0
    while state.isMoving, ticks < 600 {
      for case .scroll(let to) in state.send(.tick(70 + Double(ticks) / 60)) {
        #expect(to <= last)
        last = to
      }
      #expect(state.player.motion.value == 1)
      ticks += 1
    }
    // 3000 px/s are worth 1497 px: it ends at the start of the list, without touching the sheet.
    #expect(last == 0 && state.fling == nil)
    #expect(state.player.motion == Motion(1))
  }

  @Test mutating func aFlingSlowsDownAsTheProjectionSays() {
    begin(offset: 100, limit: 100_000)
    move(by: -8)
    for _ in 0..<6 {
      time += 0.01
      y -= 10
      for case .scroll(let to) in state.send(.dragMoved(x: 200, y: y, time: time)) { offset = to }
    }
    state.send(.dragEnded(time: time, permitted: nil))
    let from = offset
    let velocity = state.fling?.velocity ?? 0
    #expect(velocity > 400)
    var ticks = 0
    while state.isMoving, ticks < 600 {
      for case .scroll(let to) in state.send(.tick(70 + Double(ticks) / 60)) { offset = to }
      ticks += 1
    }
    #expect(abs(offset - from - velocity * MotionRule.projectionSeconds) < 9)
  }

  @Test mutating func aPressStopsAFling() {
    begin(offset: 100)
    move(by: -8)
    for _ in 0..<6 {
      time += 0.01
      y -= 10
      state.send(.dragMoved(x: 200, y: y, time: time))
    }
    state.send(.dragEnded(time: time, permitted: nil))
    #expect(state.fling != nil)
    state.send(
      .dragBegan(
        .player(body: true), .touch, x: 200, y: 300, scroll: ScrollRoom(offset: 120, limit: 500),
        time: time + 1))
    #expect(state.fling == nil)
  }

  @Test mutating func aFlingEndsWithTheWindowOrItsScroller() {
    for unmaps in [false, true] {
      begin(offset: 100)
      move(by: -8)
      for _ in 0..<6 {
        time += 0.01
        y -= 10
        state.send(.dragMoved(x: 200, y: y, time: time))
      }
      state.send(.dragEnded(time: time, permitted: nil))
      #expect(state.fling != nil)
      if unmaps {
        var environment = state.environment
        environment.mapped = false
        state.send(.environment(environment))
      } else {
        state.send(.stopFling)
      }
      #expect(state.fling == nil)
      time += 1
    }
  }

  @Test mutating func aSecondEventOfTheSamePlaceDoesNotGiveTheSpeedToThePanel() {
    begin(offset: 400)
    move(by: 8)
    for _ in 0..<6 {
      time += 0.01
      y += 30
      state.send(.dragMoved(x: 200, y: y, time: time))
    }
    state.send(.dragMoved(x: 200, y: y, time: time), .dragEnded(time: time, permitted: nil))
    #expect(state.player.isExpanded && state.fling != nil)
  }

  @Test mutating func withNothingToScrollThePanelMoves() {
    begin(offset: 0, limit: 0)
    move(by: 400)
    time += 0.1
    state.send(.dragMoved(x: 200, y: y, time: time), .dragEnded(time: time, permitted: nil))
    #expect(!state.player.isExpanded)
  }
}

struct TouchpadTests {
  private func expanded() -> ShellState {
    var state = shell(animations: false)
    state.send(.expandPlayer(.code))
    state.environment.animations = true
    return state
  }

  private func scroll(
    _ state: inout ShellState, _ device: ScrollDevice = .touchpad, dy: Double, steps: Int = 10,
    room: ScrollRoom? = nil
  ) {
    for step in 0..<steps {
      state.send(
        .scrolled(
          .player(body: true), device, dx: 0, dy: dy, scroll: room, time: 5 + 0.01 * Double(step)))
    }
  }

  @Test func aTouchpadMovesAPanelWithMomentum() {
    var state = expanded()
    scroll(&state, dy: -12)
    #expect(state.drag?.isClaimed == true)
    #expect(abs(ShellGeometry(state).playerTop - 38 - (120 - 8)) < 1e-9)
    state.send(.scrollEnded(time: 5.1, permitted: nil))
    // 1200 px/s: the projection reaches the dock.
    #expect(!state.player.isExpanded)
    state.settle()
    #expect(state.player.motion == Motion(0))
  }

  @Test func aWheelNeverMovesAPanel() {
    var state = expanded()
    let before = state
    scroll(&state, .wheel, dy: -120)
    #expect(state == before)
  }

  @Test func aTouchpadThatFallsSilentHasEnded() {
    var state = expanded()
    scroll(&state, dy: -12)
    #expect(state.isMoving)
    state.send(.tick(100), .tick(100.1))
    #expect(state.drag != nil)
    state.send(
      .scrolled(.player(body: true), .touchpad, dx: 0, dy: -1, scroll: nil, time: 5.2), .tick(100.15))
    state.send(.tick(100.2))
    #expect(state.drag != nil)
    state.send(.tick(100.28))
    #expect(state.drag == nil)
    #expect(state.player.isExpanded)
    state.settle(from: 100.3)
    #expect(state.player.motion == Motion(1))
  }

  @Test func eachEventGoesToScrollerOrPanel() {
    var state = expanded()
    var offset = 30.0
    for step in 0..<20 {
      let effects = state.send(
        .scrolled(
          .player(body: true), .touchpad, dx: 0, dy: -10, scroll: ScrollRoom(offset: offset, limit: 300),
          time: 5 + 0.01 * Double(step)))
      for case .scroll(let to) in effects { offset = to }
    }
    #expect(offset == 0)
    #expect(abs(ShellGeometry(state).playerTop - 38 - (200 - 8 - 30)) < 1e-9)
  }

  @Test func aSidewaysScrollIsLeftToOthers() {
    var state = expanded()
    state.send(.scrolled(.player(body: true), .touchpad, dx: 20, dy: 2, scroll: nil, time: 5))
    #expect(state.drag?.phase == .refused)
    state.send(.scrollEnded(time: 5.1, permitted: nil))
    #expect(state.drag == nil && state.player.motion == Motion(1))
  }

  @Test func aHandOnTheGlassComesBeforeATouchpad() {
    var state = expanded()
    scroll(&state, dy: -5)
    state.send(.dragBegan(.player(body: false), .touch, x: 200, y: 60, scroll: nil, time: 6))
    #expect(state.drag?.kind == .touch)
  }

  @Test func aTwoFingerSwipeGoesBack() {
    var state = shell()
    state.send(.pushPage(PageItem("a")))
    state.settle()
    for step in 0..<12 {
      state.send(.scrolled(.page, .touchpad, dx: -20, dy: 0, scroll: nil, time: 5 + 0.01 * Double(step)))
    }
    state.send(.scrollEnded(time: 5.12, permitted: nil))
    #expect(state.depth == 1)
    state.settle()
    #expect(state.tabs[0].pages.isEmpty)
  }
}

struct MiniSwipeTests {
  private func swiping(rightToLeft: Bool = false, _ swipes: MiniSwipes) -> ShellState {
    var state = shell(rightToLeft: rightToLeft)
    state.send(.setMiniSwipes(swipes))
    return state
  }

  private func skips(_ effects: [ShellEffect]) -> [Bool] {
    effects.compactMap { if case .skip(let next) = $0 { next } else { nil } }
  }

  @Test func aSwipeAsksForTheItemBeforeOrAfter() {
    for rightToLeft in [false, true] {
      let sign = rightToLeft ? -1.0 : 1
      for (dx, next) in [(-260.0, true), (260, false)] {
        var state = swiping(rightToLeft: rightToLeft, MiniSwipes(previous: true, next: true))
        let effects = state.drag(.mini, y: 700, by: 0, dx: sign * dx)
        #expect(skips(effects) == [next])
        // The neighbour comes in from the other side, where the old one's edge was.
        let slop = 8.0
        #expect(abs(abs(state.player.paging.value) - (1 - (260 - slop) / 400)) < 1e-9)
        state.settle()
        #expect(state.player.paging == Motion(0))
        #expect(state.player.motion == Motion(0))
      }
    }
  }

  @Test func theContentFollowsTheFinger() {
    var state = swiping(MiniSwipes(previous: true, next: true))
    state.drag(.mini, y: 700, by: 0, dx: -108, release: false)
    #expect(ShellLayout(state).miniChild == ShellRect(x: -100, y: 0, width: 400, height: 64))
    state.environment.rightToLeft = true
    #expect(ShellLayout(state).miniChild.x == 100)
  }

  @Test func withoutANeighbourItStretches() {
    var state = swiping(MiniSwipes(previous: false, next: true))
    state.drag(.mini, y: 700, by: 0, dx: 208, release: false)
    let want = MotionRule.rubberBand(200, dimension: 400)
    #expect(abs(state.player.paging.value * 400 - want) < 1e-9)
    let effects = state.send(.dragEnded(time: 11, permitted: nil))
    #expect(skips(effects).isEmpty)
    state.settle()
    #expect(state.player.paging == Motion(0))
  }

  @Test func withoutAnyNeighbourSwipingSidewaysIsRefused() {
    var state = swiping(MiniSwipes())
    state.drag(.mini, y: 700, by: 0, dx: -200, release: false)
    #expect(state.drag?.phase == .refused)
  }

  @Test func aShortSlowSwipeComesBack() {
    var state = swiping(MiniSwipes(previous: true, next: true))
    #expect(skips(state.drag(.mini, y: 700, by: 0, dx: -100)).isEmpty)
  }

  @Test func swipingDownBeyondItsHeightDismissesThePlayerWithAnUndo() {
    var state = swiping(MiniSwipes(dismisses: true))
    let effects = state.drag(.mini, y: 700, by: 80) + state.settle().effects
    #expect(
      effects == [
        .willSettle(.player, at: "dismissed"), .didSettle(.player, at: "dismissed"), .playerDismissed,
      ])
    #expect(!state.player.isPresent && state.player.isDismissed)
    #expect(state.send(.undoDismissal).first == .dismissalUndone)
    #expect(state.player.isPresent)
    state.settle()
    #expect(state.player.dismissal == Motion(0) && !state.player.isDismissed)
    #expect(ShellLayout(state).mini.opacity == 1)
    #expect(state.send(.undoDismissal).isEmpty)
  }

  @Test func lessThanItsHeightIsNotEnoughUnlessFlicked() {
    var state = swiping(MiniSwipes(dismisses: true))
    state.drag(.mini, y: 700, by: 50)
    state.settle()
    #expect(state.player.isPresent && state.player.dismissal == Motion(0))
    state.drag(.mini, y: 700, by: 20, speed: 400)
    state.settle()
    #expect(!state.player.isPresent)
  }

  @Test func ifTheHostDoesNotAllowItItStretches() {
    var state = swiping(MiniSwipes())
    state.drag(.mini, y: 700, by: 200, speed: 2000, release: false)
    #expect(ShellLayout(state).miniChild.y < 32)
    state.send(.dragEnded(time: 10.6, permitted: nil))
    state.settle()
    #expect(state.player.isPresent && state.player.dismissal == Motion(0))
  }

  @Test func aNewPlayerEndsTheOfferToUndo() {
    var state = swiping(MiniSwipes(dismisses: true))
    state.environment.animations = false
    state.drag(.mini, y: 700, by: 80)
    #expect(state.player.isDismissed)
    state.send(.setPlayerPresent(true))
    #expect(state.send(.undoDismissal).isEmpty)
    #expect(state.player.isPresent)
  }

  @Test func expandingInMidSwipeEndsTheSwipe() {
    var state = swiping(MiniSwipes(dismisses: true, previous: true, next: true))
    state.drag(.mini, y: 700, by: 0, dx: -200, release: false)
    state.send(.expandPlayer(.key), .dragMoved(x: 0, y: 700, time: 11), .dragEnded(time: 11, permitted: nil))
    state.settle()
    #expect(state.player.isExpanded && state.player.paging == Motion(0))
  }
}
