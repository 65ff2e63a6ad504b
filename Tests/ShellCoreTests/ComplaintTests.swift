import Testing

@testable import ShellCore

/// What people complain about in other shells, each as a test here.
struct ComplaintTests {
  @Test func theLastRowIsNotHiddenUnderTheBar() {
    for (width, height) in [(360.0, 640.0), (560, 400), (1200, 800)] {
      for player in [false, true] {
        let layout = ShellLayout(shell(width, height, player: player))
        #expect(layout.content.frame.maxY <= layout.tabBar.frame.y)
        if player { #expect(layout.content.frame.maxY <= layout.mini.frame.y) }
      }
    }
  }

  @Test func theContentEndsRightWithABarOfAnyHeight() {
    for height in [10.0, 58, 111, 240] {
      var state = shell()
      state.metrics.tabBarHeightCompact = height
      let layout = ShellLayout(state)
      #expect(layout.tabBar.frame.height == height)
      #expect(layout.content.frame.maxY == 800 - height - 64)
    }
  }

  @Test func nothingFloatsWhereTheBarWas() {
    var state = shell(animations: false)
    state.send(.setCentreButton(present: true, circle: true), .pushPage(PageItem("a", hidesTabBar: true)))
    let layout = ShellLayout(state)
    #expect(!layout.tabBar.isVisible && !layout.centreButton.isVisible)
    #expect(layout.mini.frame.maxY == 800 && layout.content.frame.maxY == layout.mini.frame.y)
    #expect(layout.miniClearance.isEmpty)
  }

  @Test func scrubbingNeverMovesThePlayer() {
    // A slider is dragged along its length; even where the host lets the drag through, the axis is locked.
    var state = shell(animations: false)
    state.send(.expandPlayer(.tap))
    let before = state.player
    state.drag(.player(body: true), x: 60, y: 500, by: 6, dx: 250, speed: 40)
    #expect(state.player == before)
  }

  @Test func aPagerKeepsItsSidewaysDragsAndBlocksNoOthers() {
    var state = shell(animations: false)
    state.send(
      .expandPlayer(.tap), .dragBegan(.player(body: true), .touch, x: 200, y: 300, scroll: nil, time: 1))
    state.send(.dragMoved(x: 230, y: 310, time: 1.1))
    #expect(state.drag?.phase == .refused)
    state.send(.dragCancelled)
    state.drag(.player(body: true), y: 300, by: 500, dx: 40)
    #expect(!state.player.isExpanded)
  }

  @Test func noFlickIsDropped() {
    // Two samples, 16 ms apart, are enough; so is a flick right after a catch.
    var state = shell()
    state.send(.dragBegan(.mini, .touch, x: 200, y: 700, scroll: nil, time: 1))
    state.send(.dragMoved(x: 200, y: 688, time: 1.016), .dragEnded(time: 1.018, permitted: nil))
    #expect(state.player.isExpanded)
    state.send(.tick(1), .tick(1.1))
    state.send(.dragBegan(.player(body: false), .touch, x: 200, y: 400, scroll: nil, time: 2))
    state.send(.dragMoved(x: 200, y: 412, time: 2.016), .dragEnded(time: 2.018, permitted: nil))
    #expect(!state.player.isExpanded)
  }

  @Test func aHeaderDragDoesNotResetTheList() {
    var state = shell(animations: false)
    state.send(.expandPlayer(.tap))
    let effects =
      state.drag(.player(body: false), y: 60, by: 100) + state.drag(.player(body: false), y: 60, by: 600)
    #expect(!effects.contains { if case .scroll = $0 { true } else { false } })
  }

  @Test func theHalfDetentCanBeSkippedByAFlick() {
    var state = shell()
    state.send(.moveDrawer(to: "peek", .code))
    state.settle()
    state.drag(.drawer(body: false), y: 600, by: -60, speed: -2500)
    #expect(state.drawer.detent == "full")
  }

  @Test func reducedMotionDoesNotKeepItFromOpening() {
    var state = shell(animations: false)
    state.drag(.mini, y: 700, by: -200, speed: -800)
    #expect(ShellLayout(state).player.place.isActive && !state.isMoving)
  }

  @Test func focusCannotEnterACollapsedSheetOrAClosedDrawer() {
    var state = shell()
    var layout = ShellLayout(state)
    #expect(!layout.player.place.isActive && !layout.drawer.place.isActive)
    // Nor while they leave.
    state.send(.expandPlayer(.tap))
    state.settle()
    state.send(.collapsePlayer(.tap), .tick(1), .tick(1.05))
    layout = ShellLayout(state)
    #expect(layout.player.place.isVisible && !layout.player.place.isActive && layout.content.isActive)
  }

  @Test func anEmptyAccessoryReservesNoSpace() {
    var state = shell()
    state.player.miniHeight = 0
    #expect(ShellLayout(state).content.frame.maxY == ShellLayout(state).tabBar.frame.y)
  }

  @Test func minimisingWorksWithAnyScrollerAndOnAnyPage() {
    var state = shell(animations: false)
    state.send(.setTabBarMinimises(true), .pushPage(PageItem("a")), .pushPage(PageItem("b")))
    state.send(.contentScrolled(by: 60, atTop: false))
    #expect(ShellLayout(state).isTabBarMinimised)
    state.send(.popPage(.key), .contentScrolled(by: -30, atTop: false))
    #expect(!ShellLayout(state).isTabBarMinimised)
  }
}
