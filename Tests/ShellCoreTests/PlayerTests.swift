import Testing

@testable import ShellCore

struct PlayerTests {
  @Test func expandingAndCollapsingTellTheHostAndMoveFocus() {
    var state = shell()
    #expect(state.send(.expandPlayer(.tap)) == [.willSettle(.player, at: "expanded"), .focus(.player)])
    #expect(state.player.isExpanded && state.isMoving)
    #expect(state.settle().effects == [.didSettle(.player, at: "expanded")])
    #expect(state.player.motion.value == 1)
    #expect(state.send(.collapsePlayer(.key)) == [.willSettle(.player, at: "docked"), .focus(.content)])
    #expect(state.settle().effects == [.didSettle(.player, at: "docked")])
    #expect(state.player.motion == Motion(0))
  }

  @Test func expandingTwiceIsExpandingOnce() {
    var state = shell()
    state.send(.expandPlayer(.tap))
    #expect(state.send(.expandPlayer(.key)).isEmpty)
    state.settle()
    #expect(state.send(.expandPlayer(.key)).isEmpty && !state.isMoving)
  }

  @Test func toggleTurnsRoundInMidAir() {
    var state = shell()
    state.send(.togglePlayer(.key), .tick(1), .tick(1.1))
    let value = state.player.motion.value
    let velocity = state.player.motion.velocity
    state.send(.togglePlayer(.key))
    #expect(!state.player.isExpanded)
    #expect(state.player.motion.value == value && state.player.motion.velocity == velocity)
    state.settle(from: 1.1)
    #expect(state.player.motion.value == 0)
  }

  @Test func withReducedMotionItIsThereAtOnceWithTheSameEffects() {
    var moving = shell()
    let slow = moving.send(.expandPlayer(.tap)) + moving.settle().effects
    var still = shell(animations: false)
    #expect(still.send(.expandPlayer(.tap)) == slow)
    #expect(still.player == moving.player)
    #expect(!still.isMoving)
  }

  @Test func aWishFromCodeNeedNotBeAnimated() {
    var state = shell()
    state.send(.expandPlayer(.code))
    #expect(state.send(.finishMotion) == [.didSettle(.player, at: "expanded")])
    #expect(!state.isMoving && state.player.motion == Motion(1))
  }

  @Test func switchingAnimationsOffOrUnmappingCompletesWhatMoves() {
    for unmaps in [false, true] {
      var state = shell()
      state.send(.expandPlayer(.tap), .moveDrawer(to: "half", .code), .pushPage(PageItem("p")))
      var environment = state.environment
      if unmaps { environment.mapped = false } else { environment.animations = false }
      let effects = state.send(.environment(environment))
      #expect(!state.isMoving)
      #expect(state.player.motion == Motion(1))
      #expect(effects.contains(.didSettle(.player, at: "expanded")))
      #expect(effects.contains(.didSettle(.drawer, at: "half")))
    }
  }

  @Test func anAbsentPlayerCannotExpand() {
    var state = shell(player: false)
    #expect(state.send(.expandPlayer(.code)).isEmpty)
    #expect(!state.player.isExpanded)
  }

  @Test func aPlayerThatLeavesCollapsesFirst() {
    var state = shell()
    state.send(.expandPlayer(.code))
    state.settle()
    let effects = state.send(.setPlayerPresent(false))
    #expect(effects.contains(.focus(.content)))
    #expect(state.player.isPresent && state.isMoving)
    #expect(state.send(.expandPlayer(.code)).isEmpty)
    state.settle()
    #expect(!state.player.isPresent && !state.player.isLeaving)
    #expect(state.player.motion == Motion(0))
  }

  @Test func aPlayerThatLeavesInMidDragLetsGoOfTheDrag() {
    var state = shell()
    state.drag(.mini, y: 700, by: -300, release: false)
    state.send(.setPlayerPresent(false))
    state.send(.dragMoved(x: 200, y: 300, time: 11), .dragEnded(time: 11, permitted: nil))
    state.settle()
    #expect(!state.player.isPresent && state.player.motion == Motion(0) && state.drag == nil)
  }

  @Test func aPlayerThatComesBackWhileLeavingStays() {
    var state = shell()
    state.send(.expandPlayer(.code))
    state.settle()
    state.send(.setPlayerPresent(false), .setPlayerPresent(true))
    state.settle()
    #expect(state.player.isPresent)
    state.send(.expandPlayer(.code))
    #expect(state.player.isExpanded)
  }

  @Test func eachRouteCanBeSwitchedOffByItself() {
    for route in Route.allCases {
      var state = shell()
      var routes = ShellRoutes()
      routes.player = RouteSet.all.subtracting(
        [.drag: .drag, .tap: .tap, .key: .key, .code: .code][route]!)
      state.send(.setRoutes(routes))
      for other in Route.allCases where other != .drag {
        state.send(.expandPlayer(other))
        #expect(state.player.isExpanded == (other != route))
        state.player.isOpen = false
        state.player.motion.rest(at: 0)
      }
      state.drag(.mini, y: 700, by: -500)
      #expect(state.player.isExpanded == (route != .drag))
    }
  }

  @Test func aRefusedRestPositionIsNotGoneTo() {
    var state = shell()
    state.send(.setPermitted(.player, ["docked"]))
    let before = state
    #expect(state.send(.expandPlayer(.key)).isEmpty)
    #expect(state == before)
    state.send(.setPermitted(.player, nil), .expandPlayer(.key))
    #expect(state.player.isExpanded)
  }

  @Test func attentionBouncesAndComesBack() {
    var state = shell()
    state.send(.bounce(.player))
    var highest = 0.0
    var frame = 0
    while state.isMoving {
      state.send(.tick(Double(frame) / 240))
      highest = max(highest, state.player.motion.value * ShellGeometry(state).playerTravel)
      frame += 1
    }
    #expect(highest > 12 && highest < 16)
    #expect(state.player.motion == Motion(0) && !state.player.isExpanded)
    state.send(.moveDrawer(to: "peek", .code))
    state.settle()
    state.send(.bounce(.drawer))
    #expect(state.isMoving)
    state.settle()
    #expect(state.drawer.detent == "peek" && state.drawer.motion.isAtRest)
    var still = shell(animations: false)
    still.send(.bounce(.player))
    #expect(!still.isMoving)
  }

  @Test func itStaysExpandedOverAChangeOfForm() {
    var state = shell(400, 800)
    state.send(.expandPlayer(.code))
    state.settle()
    var wide = state.environment
    wide.width = 1200
    state.send(.environment(wide))
    let layout = ShellLayout(state)
    #expect(layout.player.place.frame == ShellRect(x: 825, y: 0, width: 375, height: 800))
    #expect(layout.content.frame.width == 825)
  }
}

struct DrawerTests {
  @Test func itGoesToADetentAndTellsTheHost() {
    var state = shell()
    #expect(
      state.send(.moveDrawer(to: "half", .code)) == [.willSettle(.drawer, at: "half"), .focus(.drawer)])
    #expect(state.settle().effects == [.didSettle(.drawer, at: "half")])
    #expect(
      state.send(.moveDrawer(to: "closed", .code)) == [.willSettle(.drawer, at: "closed"), .focus(.content)])
    state.settle()
    #expect(!state.drawer.isOpen && state.drawer.motion == Motion(0))
    #expect(state.send(.moveDrawer(to: "nowhere", .code)).isEmpty)
  }

  @Test func stepsGoUpThroughTheDetentsAndFromFullToClosed() {
    var state = shell(animations: false)
    var seen: [DetentID] = []
    for _ in 0..<5 {
      state.send(.stepDrawer(up: true, .key))
      seen.append(state.drawer.detent)
    }
    #expect(seen == ["peek", "half", "full", "closed", "peek"])
    seen = []
    for _ in 0..<4 {
      state.send(.stepDrawer(up: false, .key))
      seen.append(state.drawer.detent)
    }
    #expect(seen == ["closed", "full", "half", "peek"])
  }

  @Test func coincidingDetentsMergeForStepping() {
    var state = shell(360, 294, animations: false)
    var seen: [DetentID] = []
    for _ in 0..<3 {
      state.send(.stepDrawer(up: true, .key))
      seen.append(state.drawer.detent)
    }
    #expect(seen == ["peek", "full", "closed"])
  }

  @Test func aResizeThereAndBackRestoresTheRequestedDetent() {
    var state = shell(400, 800, animations: false)
    state.send(.moveDrawer(to: "half", .code))
    let before = state
    var small = state.environment
    small.width = 360
    small.height = 294
    state.send(.environment(small))
    #expect(state.drawer.detent == "half")
    state.send(.environment(before.environment))
    #expect(state == before)
  }

  @Test func aResizeInMidFlightEndsAtTheRightPlace() {
    var state = shell(400, 800)
    state.send(.moveDrawer(to: "peek", .code), .tick(1), .tick(1.05))
    var small = state.environment
    small.height = 500
    state.send(.environment(small))
    var last = 0.0
    var jumps = 0.0
    var frame = 0
    while state.isMoving {
      state.send(.tick(1.05 + Double(frame) / 240))
      let top = ShellGeometry(state).drawerExtent
      if frame > 0 { jumps = max(jumps, abs(top - last)) }
      last = top
      frame += 1
    }
    #expect(last == 122 + 84)
    #expect(jumps < 8)
  }

  @Test func escapeGoesDownOneDetentAtATime() {
    var state = shell(animations: false)
    state.send(.moveDrawer(to: "full", .code))
    var seen: [DetentID] = []
    for _ in 0..<3 {
      state.send(.escape)
      seen.append(state.drawer.detent)
    }
    #expect(seen == ["half", "peek", "closed"])
  }

  @Test func aPressOnTheBackdropGoesDownToTheNextUndimmedDetent() {
    var state = shell(animations: false)
    state.send(.moveDrawer(to: "full", .code), .tapDrawerBackdrop)
    #expect(state.drawer.detent == "peek")
    state.send(.tapDrawerBackdrop)
    #expect(state.drawer.detent == "peek")
    state.send(.setDetents(Detent.standard, largestUndimmed: "closed"), .tapDrawerBackdrop)
    #expect(state.drawer.detent == "closed")
  }

  @Test func aPressOnTheBackdropAimsAtAPermittedDetent() {
    var state = shell(animations: false)
    state.send(.moveDrawer(to: "full", .code), .setPermitted(.drawer, ["closed", "half", "full"]))
    state.send(.tapDrawerBackdrop)
    #expect(state.drawer.detent == "closed")
    state.send(.setPermitted(.drawer, nil), .moveDrawer(to: "full", .code), .setPermitted(.drawer, ["full"]))
    let before = state
    state.send(.tapDrawerBackdrop, .escape, .stepDrawer(up: true, .key), .moveDrawer(to: "half", .code))
    #expect(state == before)
  }

  @Test func theHalfDetentCanBeSkipped() {
    var state = shell(animations: false)
    state.send(.setPermitted(.drawer, ["closed", "peek", "full"]), .moveDrawer(to: "peek", .code))
    state.send(.stepDrawer(up: true, .key))
    #expect(state.drawer.detent == "full")
    state.send(.escape)
    #expect(state.drawer.detent == "peek")
  }

  @Test func aDetentThatIsTakenAwayClosesTheDrawerFromWhereItWas() {
    var state = shell()
    state.send(.moveDrawer(to: "half", .code))
    state.settle()
    state.send(.setDetents([Detent("low", .fixed(100), backdrop: 0)], largestUndimmed: "low"))
    #expect(!state.drawer.isOpen)
    #expect(abs(ShellGeometry(state).drawerExtent - 400) < 1e-9)
    state.settle()
    #expect(!ShellLayout(state).drawer.place.isVisible)
  }

  @Test func withoutDetentsThereIsNoDrawer() {
    var state = shell(animations: false)
    state.send(
      .setDetents([], largestUndimmed: ""), .stepDrawer(up: true, .key), .moveDrawer(to: "half", .code))
    #expect(!state.drawer.isOpen)
    #expect(!ShellLayout(state).drawer.place.isVisible)
  }

  @Test func inCompactAnExpandingPlayerClosesTheDrawer() {
    var state = shell(animations: false)
    state.send(.moveDrawer(to: "peek", .code), .expandPlayer(.tap))
    #expect(!state.drawer.isOpen && state.player.isExpanded)
  }

  @Test func aDrawerOpenedFromTheSheetLeavesTheSheetBeneath() {
    var state = shell(animations: false)
    state.send(.expandPlayer(.tap), .moveDrawer(to: "half", .code))
    #expect(state.player.isExpanded)
    #expect(!ShellLayout(state).player.place.isActive)
    let effects = state.send(.moveDrawer(to: "closed", .key))
    #expect(effects.contains(.focus(.player)))
    #expect(ShellLayout(state).player.place.isActive)
  }

  @Test func cardAndPaneStandSideBySideIfTheyFit() {
    var state = shell(1200, 800, animations: false)
    state.send(.expandPlayer(.tap), .moveDrawer(to: "half", .code))
    #expect(state.player.isExpanded && state.drawer.isOpen)
  }

  @Test func ifTheyDontFitOneClosesTheOtherAndTheDrawerReturnsToThePlayer() {
    var state = shell(850, 800)
    state.metrics.cardWidth = 500
    state.send(.expandPlayer(.tap))
    state.settle()
    state.send(.moveDrawer(to: "half", .code))
    #expect(!state.player.isExpanded && state.drawer.returnsToPlayer)
    state.settle()
    state.send(.escape, .escape)
    #expect(!state.drawer.isOpen && state.player.isExpanded)
    let (_, seconds) = state.settle()
    #expect(seconds < 1)
    state.send(.moveDrawer(to: "half", .code))
    state.settle()
    state.send(.expandPlayer(.key))
    #expect(!state.drawer.isOpen && state.player.isExpanded)
  }

  @Test func routesToTheDrawerCloseByThemselves() {
    var state = shell(animations: false)
    var routes = ShellRoutes()
    routes.drawer = [.code]
    state.send(.setRoutes(routes), .moveDrawer(to: "full", .code))
    state.send(.tapDrawerBackdrop, .escape, .stepDrawer(up: true, .key), .moveDrawer(to: "peek", .tap))
    state.drag(.drawer(body: false), y: 30, by: 500)
    #expect(state.drawer.detent == "full")
  }
}
