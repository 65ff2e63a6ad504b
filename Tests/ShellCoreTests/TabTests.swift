import Testing

@testable import ShellCore

struct TabTests {
  @Test func aTabIsSelectedIfTheHostAllows() {
    var state = shell()
    let before = state
    #expect(state.send(.selectTab("tab1", allowed: false, .tap)).isEmpty)
    #expect(state == before)
    #expect(state.send(.selectTab("tab1", allowed: true, .tap)) == [.didSelect("tab1")])
    #expect(state.selectedTab == "tab1")
    #expect(state.send(.selectTab("nowhere", allowed: true, .tap)).isEmpty)
  }

  @Test func selectingTheCurrentTabPopsToItsRootThenScrollsToTheTop() {
    var state = shell(animations: false)
    state.send(.pushPage(PageItem("a")), .pushPage(PageItem("b")), .pushPage(PageItem("c")))
    let effects = state.send(.selectTab("tab0", allowed: true, .tap))
    #expect(effects.filter { if case .pageRemoved = $0 { true } else { false } }.count == 3)
    #expect(state.tabs[0].pages.isEmpty)
    #expect(state.send(.selectTab("tab0", allowed: true, .tap)) == [.scrollToTop("tab0")])
  }

  @Test func stepsGoRoundTheVisibleTabs() {
    var state = shell(tabs: 4)
    state.send(.setTabVisible("tab2", false))
    var seen: [TabID] = []
    for _ in 0..<3 {
      state.send(.stepTab(1, .key))
      seen.append(state.selectedTab)
    }
    #expect(seen == ["tab1", "tab3", "tab0"])
    state.send(.stepTab(-1, .key))
    #expect(state.selectedTab == "tab3")
  }

  @Test func hidingTheSelectedTabSelectsAnother() {
    var state = shell()
    #expect(state.send(.setTabVisible("tab0", false)) == [.didSelect("tab1")])
  }

  @Test func eachTabKeepsItsOwnHistory() {
    var state = shell(animations: false)
    state.send(.pushPage(PageItem("a")), .selectTab("tab1", allowed: true, .tap), .pushPage(PageItem("b")))
    state.send(.selectTab("tab0", allowed: true, .tap))
    #expect(state.tabs[0].pages.map(\.id) == ["a"] && state.tabs[1].pages.map(\.id) == ["b"])
    #expect(state.depth == 2)
  }

  @Test func whatIsHeldOverATabForHalfASecondSelectsIt() {
    var state = shell()
    state.send(.hoverTab("tab1", allowed: true), .tick(3))
    #expect(state.isMoving)
    state.send(.hoverTab("tab1", allowed: true), .tick(3.49))
    #expect(state.selectedTab == "tab0")
    #expect(state.send(.tick(3.5)) == [.didSelect("tab1")])
    #expect(state.hover == nil && !state.isMoving)
    // Another tab begins anew; leaving or a refusal ends it.
    state.send(
      .hoverTab("tab0", allowed: true), .tick(4), .hoverTab("tab2", allowed: true), .tick(4.4), .tick(4.6))
    #expect(state.selectedTab == "tab1")
    state.send(.hoverTab(nil, allowed: true), .tick(9))
    state.send(.hoverTab("tab0", allowed: false), .tick(10), .tick(11))
    #expect(state.selectedTab == "tab1" && state.hover == nil)
  }

  @Test func badgesAreKept() {
    var state = shell()
    state.send(.setBadge("tab1", .count(3)), .setBadge("tab2", .dot))
    #expect(state.tabs.map(\.badge) == [.none, .count(3), .dot])
  }

  @Test func theCentreButtonActsAndNeverSelects() {
    var state = shell()
    #expect(state.send(.activateCentreButton).isEmpty)
    state.send(.setCentreButton(present: true, circle: true))
    #expect(state.send(.activateCentreButton) == [.centreActivated])
    #expect(state.selectedTab == "tab0")
  }

  @Test func routesToTabsAndPagesCloseByThemselves() {
    var state = shell(animations: false)
    var routes = ShellRoutes()
    routes.tabs = [.code]
    routes.pages = [.code]
    state.send(.setRoutes(routes), .pushPage(PageItem("a")))
    state.send(.selectTab("tab1", allowed: true, .tap), .stepTab(1, .key), .popPage(.key), .escape)
    #expect(state.selectedTab == "tab0" && state.depth == 2)
    state.send(.popPage(.code))
    #expect(state.depth == 1)
  }

  @Test func scrollingDownMinimisesTheBarAndUpBringsItBack() {
    var state = shell()
    state.send(.contentScrolled(by: 500, atTop: false))
    #expect(!state.tabBar.isMinimised)
    state.send(.setTabBarMinimises(true), .contentScrolled(by: 40, atTop: false))
    #expect(!state.tabBar.isMinimised)
    state.send(.contentScrolled(by: -5, atTop: false), .contentScrolled(by: 40, atTop: false))
    #expect(!state.tabBar.isMinimised)
    state.send(.contentScrolled(by: 10, atTop: false))
    #expect(state.tabBar.isMinimised)
    state.settle()
    state.send(.contentScrolled(by: -24, atTop: false))
    #expect(!state.tabBar.isMinimised)
    state.settle()
    state.send(.contentScrolled(by: 60, atTop: false), .contentScrolled(by: -1, atTop: true))
    #expect(!state.tabBar.isMinimised)
    state.send(.contentScrolled(by: 60, atTop: false), .restoreTabBar)
    #expect(!state.tabBar.isMinimised)
    state.send(.contentScrolled(by: 60, atTop: false), .selectTab("tab1", allowed: true, .tap))
    #expect(!state.tabBar.isMinimised)
  }
}

struct PageTests {
  @Test func aPushedPageComesInAndAPoppedOneGoesOut() {
    var state = shell()
    #expect(state.send(.pushPage(PageItem("a"))) == [.focus(.content)])
    #expect(state.depth == 2 && ShellLayout(state).pageProgress == 0)
    state.settle()
    #expect(state.pageTransition == nil)
    state.send(.popPage(.key))
    #expect(state.depth == 1 && state.tabs[0].pages.count == 1)
    #expect(state.settle().effects == [.pageRemoved("tab0", "a"), .focus(.content)])
    #expect(state.tabs[0].pages.isEmpty)
    #expect(state.send(.popPage(.key)).isEmpty)
  }

  @Test func aPageThatStillComesInTurnsRoundWhereItIs() {
    var state = shell()
    state.send(.pushPage(PageItem("a")), .tick(1), .tick(1.1))
    let progress = ShellLayout(state).pageProgress
    state.send(.popPage(.key))
    #expect(ShellLayout(state).pageProgress == progress)
    state.settle(from: 1.1)
    #expect(state.tabs[0].pages.isEmpty)
  }

  @Test func eachPageKeepsTheHeightItHasAtRest() {
    for rightToLeft in [false, true] {
      var state = shell(400, 800, rightToLeft: rightToLeft)
      #expect(ShellLayout(state).topPage == ShellRect(width: 400, height: 678))
      #expect(ShellLayout(state).pageBelow.isEmpty)
      state.send(.pushPage(PageItem("a", hidesTabBar: true)))
      let sign = rightToLeft ? -1.0 : 1
      for progress in [0.0, 0.25, 0.9] {
        state.pageTransition?.motion.hold(at: progress)
        let layout = ShellLayout(state)
        #expect(
          layout.topPage == ShellRect(x: sign * (400 * (1 - progress)).rounded(), width: 400, height: 736))
        #expect(
          layout.pageBelow == ShellRect(x: sign * (-400 * progress / 3).rounded(), width: 400, height: 678))
      }
    }
  }

  @Test func escapeUndoesOneStepAtATime() {
    var state = shell(1200, 800, animations: false)
    state.send(.pushPage(PageItem("a")), .expandPlayer(.tap), .moveDrawer(to: "peek", .code))
    state.send(.escape)
    #expect(!state.drawer.isOpen && state.player.isExpanded)
    state.send(.escape)
    #expect(!state.player.isExpanded && state.depth == 2)
    state.send(.escape)
    #expect(state.depth == 1)
    let before = state
    state.send(.escape)
    #expect(state == before)
  }

  /// Distance from the leading edge, speed at the end (px/s), whether the page goes.
  @Test(arguments: [(100.0, 0.0, false), (250, 0, true), (40, 400, true), (350, -400, false)])
  func aTouchFromTheLeadingEdgeDragsThePageBack(distance: Double, speed: Double, goes: Bool) {
    for rightToLeft in [false, true] {
      var state = shell(400, 800, rightToLeft: rightToLeft)
      state.send(.pushPage(PageItem("a", hidesTabBar: true)))
      state.settle()
      let sign = rightToLeft ? -1.0 : 1
      let start = rightToLeft ? 390.0 : 10
      state.send(.dragBegan(.page, .touch, x: start, y: 300, scroll: nil, time: 1))
      state.send(.dragMoved(x: start + sign * 8, y: 300, time: 1.01))
      state.send(.dragMoved(x: start + sign * (8 + distance), y: 301, time: 1.2))
      #expect(state.depth == 2)
      #expect(abs(ShellLayout(state).pageProgress - (1 - distance / 400)) < 1e-9)
      #expect(ShellLayout(state).tabBar.isVisible)
      var time = 1.5
      for step in 1...6 {
        time += 0.01
        let x = start + sign * (8 + distance + speed * 0.01 * Double(step))
        state.send(.dragMoved(x: x, y: 300, time: time))
      }
      state.send(.dragEnded(time: time, permitted: nil))
      #expect(state.depth == (goes ? 1 : 2))
      state.settle()
      #expect(state.tabs[0].pages.count == (goes ? 0 : 1))
    }
  }

  @Test func anEdgeSwipeTheOtherWayOrAcrossIsRefused() {
    var state = shell()
    state.send(.pushPage(PageItem("a")))
    state.settle()
    for (dx, dy) in [(-20.0, 0.0), (5, 20)] {
      state.send(.dragBegan(.page, .touch, x: 10, y: 300, scroll: nil, time: 1))
      state.send(.dragMoved(x: 10 + dx, y: 300 + dy, time: 1.1))
      #expect(state.drag?.phase == .refused)
      state.send(.dragCancelled)
    }
    #expect(state.pageTransition == nil)
  }

  @Test func aSwipeThatAnotherActionInterruptsLosesThePage() {
    var state = shell()
    state.send(.pushPage(PageItem("a")))
    state.settle()
    state.send(.dragBegan(.page, .touch, x: 10, y: 300, scroll: nil, time: 1))
    state.send(.dragMoved(x: 100, y: 300, time: 1.1), .selectTab("tab1", allowed: true, .key))
    #expect(state.tabs[0].pages.count == 1)
    state.send(.dragMoved(x: 300, y: 300, time: 1.2), .dragEnded(time: 1.2, permitted: nil))
    #expect(state.pageTransition == nil && state.tabs[0].pages.count == 1 && !state.isMoving)
  }

  @Test func aKeyThatGoesBackInMidSwipeTakesThePageOutOfTheHand() {
    var state = shell()
    state.send(.pushPage(PageItem("a")))
    state.settle()
    state.send(.dragBegan(.page, .touch, x: 10, y: 300, scroll: nil, time: 1))
    state.send(.dragMoved(x: 60, y: 300, time: 1.1), .popPage(.key))
    state.send(.dragMoved(x: 20, y: 300, time: 1.2), .dragEnded(time: 1.4, permitted: nil))
    #expect(state.depth == 1)
    state.settle()
    #expect(state.tabs[0].pages.isEmpty && state.pageTransition == nil)
  }

  @Test func aPageOnItsWayCanBeCaught() {
    var state = shell()
    state.send(.pushPage(PageItem("a")))
    state.settle()
    state.send(.popPage(.key), .tick(1), .tick(1.08))
    let progress = ShellLayout(state).pageProgress
    state.send(.dragBegan(.page, .touch, x: 200, y: 300, scroll: nil, time: 5))
    #expect(ShellLayout(state).pageProgress == progress)
    #expect(state.depth == 2)
    state.send(.dragMoved(x: 50, y: 300, time: 5.1), .dragMoved(x: 50, y: 300, time: 5.4))
    state.send(.dragEnded(time: 5.4, permitted: nil))
    state.settle()
    #expect(state.tabs[0].pages.count == 1)
  }
}
