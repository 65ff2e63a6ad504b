import Testing

@testable import ShellCore

private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ShellRect {
  ShellRect(x: x, y: y, width: width, height: height)
}

/// The bars at rest, by window size.
struct BarLayoutTests {
  /// Width, height, text scale, form, short.
  @Test(arguments: [
    (799.0, 900.0, 1.0, ShellForm.compact, false), (800, 900, 1, .regular, false),
    (960, 1080, 1, .regular, false),  // half a 1920 screen
    (640, 1080, 1, .compact, false),  // a third
    (800, 900, 1.25, .compact, false), (1000, 900, 1.25, .regular, false),
    (400, 419, 1, .compact, true), (400, 420, 1, .compact, false), (1000, 419, 1, .regular, true),
  ]) func theFormFollowsTheSize(width: Double, height: Double, scale: Double, form: ShellForm, short: Bool) {
    let layout = ShellLayout(shell(width, height, scale: scale))
    #expect(layout.form == form)
    #expect(layout.isShort == short)
  }

  @Test func inCompactTheMiniViewStandsOnTheTabBar() {
    let layout = ShellLayout(shell(400, 800))
    #expect(layout.content.frame == rect(0, 0, 400, 678))
    #expect(layout.mini.frame == rect(0, 678, 400, 64))
    #expect(layout.tabBar.frame == rect(0, 742, 400, 58))
    #expect(layout.contentInset == 0)
  }

  @Test func inRegularBarAndMiniViewShareARow() {
    let layout = ShellLayout(shell(1200, 800))
    #expect(layout.content.frame == rect(0, 0, 1200, 736))
    #expect(layout.tabBar.frame == rect(0, 736, 825, 64))
    #expect(layout.mini.frame == rect(825, 736, 375, 64))
  }

  /// Width, height, whether they share a row.
  @Test(arguments: [(559.0, 419.0, false), (560, 419, true), (560, 420, false), (360, 294, false)])
  func inAShortWindowTheyShareARowIfItIsWideEnough(width: Double, height: Double, shares: Bool) {
    let layout = ShellLayout(shell(width, height))
    #expect((layout.mini.frame.y == layout.tabBar.frame.y) == shares)
    // The row is as high as the higher of both.
    #expect(layout.content.frame.height == (shares ? height - 64 : height - 122))
  }

  @Test func barsGrowWithTheText() {
    let layout = ShellLayout(shell(400, 800, scale: 1.5))
    #expect(layout.tabBar.frame.height == 87)
    #expect(layout.mini.frame.height == 96)
    let wide = ShellLayout(shell(1300, 800, scale: 1.5))
    #expect(wide.tabBar.frame.height == 96)
  }

  @Test func hugeTextInASmallWindowLeavesTheBarsInside() {
    let layout = ShellLayout(shell(360, 294, scale: 3))
    #expect(layout.tabBar.frame.maxY == 294)
    #expect(layout.mini.frame.maxY == layout.tabBar.frame.y)
    #expect(layout.content.frame.maxY == layout.mini.frame.y)
    #expect(layout.mini.frame.y >= 0)
  }

  @Test func theShellIsNeverSmallerThanItsMinimum() {
    let layout = ShellLayout(shell(10, 10))
    #expect(layout.width == 360 && layout.height == 294)
  }

  @Test func theMiniViewMayHaveAnyHeight() {
    var state = shell(400, 800)
    for (asked, got) in [(0.0, 0.0), (30, 30), (200, 200), (2000, 742)] {
      state.player.miniHeight = asked
      let layout = ShellLayout(state)
      #expect(layout.mini.frame.height == got)
      #expect(layout.content.frame.height == 742 - got)
      #expect(layout.mini.isVisible == (got > 0))
    }
  }

  @Test func withoutAPlayerNoRoomIsReserved() {
    for (width, bar) in [(400.0, 58.0), (1200, 64)] {
      let layout = ShellLayout(shell(width, 800, player: false))
      #expect(!layout.mini.isVisible)
      #expect(layout.content.frame == rect(0, 0, width, 800 - bar))
      #expect(layout.tabBar.frame == rect(0, 800 - bar, width, bar))
    }
  }

  @Test func theBarHidesBelowTwoVisibleTabs() {
    var state = shell(400, 800, tabs: 2, player: false)
    #expect(ShellLayout(state).tabBar.isVisible)
    state.tabs[1].isVisible = false
    #expect(!ShellLayout(state).tabBar.isVisible)
    #expect(ShellLayout(state).content.frame == rect(0, 0, 400, 800))
    state.centreButton.isPresent = true
    #expect(ShellLayout(state).tabBar.isVisible)
  }

  @Test func withoutABarTheMiniViewDocksAtTheWindowsEdge() {
    for (width, mini) in [(400.0, rect(0, 736, 400, 64)), (1200, rect(0, 736, 1200, 64))] {
      let layout = ShellLayout(shell(width, 800, tabs: 1))
      #expect(layout.mini.frame == mini)
      #expect(layout.content.frame.height == 736)
      #expect(!layout.tabBar.isVisible)
    }
  }

  @Test func aPageThatHidesTheBarTakesItAlongWithThePush() {
    var state = shell(400, 800)
    state.centreButton.isPresent = true
    state.send(.pushPage(PageItem("song", hidesTabBar: true)))
    state.pageTransition?.motion.hold(at: 0.5)
    let middle = ShellLayout(state)
    #expect(middle.tabBar.frame == rect(0, 771, 400, 58))
    #expect(middle.mini.frame.maxY == 771)
    #expect(middle.content.frame.maxY == middle.mini.frame.y)
    #expect(middle.centreButton.frame.y == 771 - 14)
    #expect(middle.tabBar.isVisible && !middle.tabBar.isActive)
    state.pageTransition = nil
    let end = ShellLayout(state)
    #expect(!end.tabBar.isVisible && !end.centreButton.isVisible)
    #expect(end.mini.frame == rect(0, 736, 400, 64))
    #expect(end.content.frame.height == 736)
  }

  @Test func inRegularTheHiddenBarLeavesAtTheLeadingEdge() {
    var state = shell(1200, 800)
    state.send(.pushPage(PageItem("song", hidesTabBar: true)))
    state.pageTransition?.motion.hold(at: 0.4)
    let middle = ShellLayout(state)
    #expect(middle.tabBar.frame == rect(495 - 825, 736, 825, 64))
    #expect(middle.mini.frame == rect(495, 736, 705, 64))
    #expect(middle.content.frame.height == 736)
    state.pageTransition = nil
    #expect(ShellLayout(state).mini.frame == rect(0, 736, 1200, 64))
  }

  @Test func beneathAReservedPaneTheBarSlidesDown() {
    var state = shell(1200, 800)
    state.send(.expandPlayer(.code))
    state.settle()
    state.send(.pushPage(PageItem("song", hidesTabBar: true)))
    state.pageTransition?.motion.hold(at: 0.5)
    let middle = ShellLayout(state)
    #expect(middle.tabBar.frame == rect(0, 768, 825, 64))
    #expect(middle.content.frame == rect(0, 0, 825, 768))
  }
}

struct CentreButtonLayoutTests {
  /// Diameter, form's width, rise, lift of the mini player's bottom.
  @Test(arguments: [(64.0, 400.0, 14.0, 0.0), (100, 400, 50, 36), (40, 400, 14, 0), (100, 1200, 44, 0)])
  func itRisesAboveTheBar(diameter: Double, width: Double, rise: Double, lift: Double) {
    var state = shell(width, 800, tabs: 4)
    state.metrics.centreDiameter = diameter
    state.centreButton.isPresent = true
    let layout = ShellLayout(state)
    let bar = layout.tabBar.frame
    #expect(layout.centreButton.frame.y == bar.y - rise)
    #expect(layout.centreButton.frame.x == ((bar.width - diameter) / 2).rounded())
    #expect(layout.miniChildHeight == 64)
    guard width < 800 else { return }
    // The mini view's frame reaches down to the bar, its content is lifted.
    #expect(layout.mini.frame.height == 64 + lift)
    #expect(layout.mini.frame.maxY == bar.y)
    #expect(layout.content.frame.maxY == layout.mini.frame.y)
  }

  @Test func itGrowsWithTheText() {
    var state = shell(400, 800, scale: 1.5)
    state.centreButton.isPresent = true
    #expect(ShellLayout(state).centreButton.frame.width == 96)
  }

  /// Tabs, then how many stand before the button.
  @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)]) func itSitsAfterHalfTheTabs(
    tabs: Int, before: Int
  ) {
    var state = shell(600, 800, tabs: tabs)
    state.centreButton.isPresent = true
    let layout = ShellLayout(state)
    let button = layout.centreButton.frame
    #expect(layout.tabCells.prefix(before).allSatisfy { $0.maxX <= button.x })
    #expect(layout.tabCells.dropFirst(before).allSatisfy { $0.x >= button.maxX })
    // Equal halves.
    #expect(abs((button.x + button.maxX) / 2 - 300) <= 0.5)
  }

  @Test func theMiniViewsContentKeepsEightClearOfTheCircle() {
    var state = shell(400, 800)
    state.centreButton.isPresent = true
    let layout = ShellLayout(state)
    // The circle reaches 14 into the mini view: 14 + 8 from below, 64 + 2 × 8 wide.
    #expect(layout.miniClearance == rect(160, 42, 80, 22))
    state.centreButton.isPresent = false
    #expect(ShellLayout(state).miniClearance.isEmpty)
    state.centreButton.isPresent = true
    state.environment.width = 1200
    #expect(ShellLayout(state).miniClearance.isEmpty)
  }
}

struct TabStyleTests {
  /// Label width, window width, style: icon 20 + gap 10 + label + padding 16 beside; label + 4 above.
  @Test(arguments: [
    (50.0, 400.0, TabLabelStyle.iconBesideTitle), (87, 399, .iconBesideTitle), (88, 399, .iconAboveTitle),
    (129, 399, .iconAboveTitle), (130, 399, .iconAlone), (129, 800, .iconBesideTitle),
  ]) func theStyleFollowsTheMeasuredLabels(label: Double, width: Double, want: TabLabelStyle) {
    var state = shell(width, 800, player: false)
    for index in state.tabs.indices { state.tabs[index].labelWidth = 20 }
    state.tabs[1].labelWidth = label
    #expect(ShellLayout(state).tabStyle == want)
  }

  @Test func hiddenTabsHaveNoSay() {
    var state = shell(400, 800, tabs: 4)
    state.tabs[3].labelWidth = 5000
    #expect(ShellLayout(state).tabStyle == .iconAlone)
    state.tabs[3].isVisible = false
    #expect(ShellLayout(state).tabStyle == .iconBesideTitle)
    #expect(ShellLayout(state).tabCells[3].isEmpty)
  }

  @Test func cellsTileTheBar() {
    for tabs in 2...7 {
      let layout = ShellLayout(shell(401, 800, tabs: tabs))
      #expect(layout.tabCells.first?.x == 0)
      #expect(layout.tabCells.last?.maxX == 401)
      for (a, b) in zip(layout.tabCells, layout.tabCells.dropFirst()) { #expect(a.maxX == b.x) }
    }
  }
}

struct PlayerLayoutTests {
  private func expanded(_ width: Double, _ height: Double) -> ShellState {
    var state = shell(width, height, animations: false)
    state.send(.expandPlayer(.code))
    return state
  }

  /// Window height, sheet height, semi-modal.
  @Test(arguments: [
    (294.0, 256.0, false), (700, 662, false), (934, 896, false), (935, 896, true), (1080, 896, true),
  ]) func theSheetIsAsHighAsTheWindowLets(height: Double, sheet: Double, semiModal: Bool) {
    let layout = ShellLayout(expanded(500, height))
    #expect(layout.player.place.frame == rect(0, height - sheet, 500, sheet))
    #expect(layout.player.childHeight == sheet)
    #expect(layout.isSemiModal == semiModal)
    #expect(layout.player.topRadius == 12)
    #expect(layout.playerDim == 0.5)
    #expect(layout.playerBackdrop.isActive)
    #expect(!layout.content.isActive && !layout.tabBar.isActive && !layout.mini.isActive)
  }

  /// Window width, the view's minimum, the user's width, the pane's width.
  static let panes: [(width: Double, minimum: Double, user: Double?, pane: Double)] = [
    (800, 0, nil, 360), (834, 0, nil, 375), (1200, 0, nil, 375), (1200, 450, nil, 450), (1200, 900, nil, 540),
    (1200, 0, 500, 500), (1200, 0, 5000, 540), (1200, 0, 10, 280), (1201, 0, 5000, 540),
    (1200, 400, 300, 400),
  ]
  @Test(arguments: panes) func thePaneIsAsWideAsSHELLSays(
    width: Double, minimum: Double, user: Double?, pane: Double
  ) {
    var state = expanded(width, 800)
    state.player.fullMinimumWidth = minimum
    state.player.paneWidth = user
    let layout = ShellLayout(state)
    #expect(layout.player.place.frame == rect(width - pane, 0, pane, 800))
    #expect(layout.content.frame == rect(0, 0, width - pane, 736))
    #expect(layout.tabBar.frame == rect(0, 736, width - pane, 64))
    #expect(layout.playerDim == 0 && !layout.playerBackdrop.isVisible)
    #expect(layout.content.isActive && !layout.mini.isVisible)
  }

  @Test func thePanesTopEdgeTravelsAndItsWidthIsFinalFromTheFirstMoment() {
    var state = shell(1200, 800)
    state.send(.expandPlayer(.code))
    for value in [0.001, 0.25, 0.5, 1] {
      state.player.motion.hold(at: value)
      let layout = ShellLayout(state)
      let top = (736 - 736 * value).rounded()
      #expect(layout.player.place.frame == rect(825, top, 375, 800 - top))
      #expect(layout.player.childHeight == 800)
      #expect(layout.content.frame.width == 1200)
    }
  }

  @Test func theContentNarrowsOnceAtRestWhenOpeningAndAtTheStartWhenClosing() {
    var state = shell(1200, 800)
    state.send(.expandPlayer(.code))
    var widths: [Double] = []
    for frame in 0..<60 {
      state.send(.tick(Double(frame) / 60))
      widths.append(ShellLayout(state).content.frame.width)
    }
    #expect(Set(widths) == [1200, 825])
    #expect(widths == widths.sorted(by: >))
    state.send(.collapsePlayer(.code))
    #expect(ShellLayout(state).content.frame.width == 1200)
  }

  @Test func whileTheSheetMovesItsChildKeepsItsSize() {
    var state = shell(400, 800)
    state.send(.expandPlayer(.code))
    for value in [0.001, 0.3, 0.7, 1] {
      state.player.motion.hold(at: value)
      let layout = ShellLayout(state)
      #expect(layout.player.childHeight == 762 && layout.player.childWidth == 400)
      #expect(layout.player.place.frame.maxY == 800)
      #expect(layout.playerDim == 0.5 * value)
    }
  }

  @Test func anOvershootShowsNoGapAndStaysInside() {
    for width in [400.0, 1200] {
      var state = shell(width, 800)
      state.player.motion.hold(at: 1.2)
      let frame = ShellLayout(state).player.place.frame
      #expect(frame.y == 0 && frame.maxY == 800)
      state.player.motion.hold(at: -0.1)
      let below = ShellLayout(state).player.place.frame
      #expect(below.y <= 800 && below.maxY == 800)
    }
  }

  @Test func theArtworkTravelsAtEveryProgressForwardAndBack() {
    var state = shell(400, 800)
    state.player.miniArtwork = rect(8, 8, 48, 48)
    state.player.fullArtwork = rect(40, 60, 320, 320)
    #expect(!ShellLayout(state).artwork.isVisible)
    state.player.motion.hold(at: 0)
    #expect(ShellLayout(state).artwork.frame == rect(8, 686, 48, 48))
    state.player.motion.hold(at: 1)
    #expect(ShellLayout(state).artwork.frame == rect(40, 98, 320, 320))
    state.player.motion.hold(at: 0.5)
    // Halfway between the docked place and the place in the sheet halfway up.
    #expect(ShellLayout(state).artwork.frame == rect(24, ((686 + 418) / 2).rounded(), 184, 184))
    state.player.motion.rest(at: 1)
    #expect(!ShellLayout(state).artwork.isVisible)
  }

  @Test func thePanesEdgeCanBeGrabbedOnlyAtRest() {
    var state = expanded(1200, 800)
    #expect(ShellLayout(state).paneHandle.frame == rect(821, 0, 8, 800))
    #expect(ShellLayout(state).paneHandle.isActive)
    state.player.motion.hold(at: 0.9)
    #expect(!ShellLayout(state).paneHandle.isVisible)
    #expect(!ShellLayout(expanded(500, 800)).paneHandle.isVisible)
  }
}

struct DrawerLayoutTests {
  private func open(_ detent: DetentID, _ width: Double = 400, _ height: Double = 800) -> ShellState {
    var state = shell(width, height, animations: false)
    state.send(.moveDrawer(to: detent, .code))
    return state
  }

  /// Detent, top edge, bottom edge, dim, blocks. Bars are 122 high.
  @Test(arguments: [
    ("peek", 594.0, 678.0, 0.0, false), ("half", 400.0, 800.0, 0.28, true), ("full", 18.0, 800.0, 0.5, true),
  ]) func inCompactAnUndimmedDrawerStandsOnTheBarsAndADimmedOneCoversThem(
    detent: DetentID, top: Double, bottom: Double, dim: Double, blocks: Bool
  ) {
    let layout = ShellLayout(open(detent))
    #expect(layout.drawer.place.frame == ShellRect(left: 0, top: top, right: 400, bottom: bottom))
    #expect(layout.drawerDim == dim)
    #expect(layout.drawerBackdrop.isActive == blocks)
    #expect(layout.content.isActive == !blocks)
    #expect(layout.tabBar.isActive == !blocks)
    #expect(layout.contentInset == (blocks ? 0 : 84))
    #expect(layout.drawer.topRadius == 16)
  }

  /// Detent, the card's top edge. Room is 800 − 64 − 24.
  @Test(arguments: [("peek", 640.0), ("half", 368.0), ("full", 18.0)])
  func inRegularItIsACardAboveTheBar(detent: DetentID, top: Double) {
    let layout = ShellLayout(open(detent, 1200))
    #expect(layout.drawer.place.frame == ShellRect(left: 12, top: top, right: 412, bottom: 724))
    #expect(layout.drawerDim == 0 && !layout.drawerBackdrop.isVisible)
    #expect(layout.content.isActive && layout.tabBar.isActive && layout.mini.isActive)
    #expect(layout.drawer.bottomRadius == 16)
  }

  @Test func theCardSlidesOutFromBehindTheBar() {
    var state = shell(1200, 800)
    state.send(.moveDrawer(to: "half", .code))
    // Halfway to the first point where it is seen.
    state.drawer.motion.hold(at: (-6 - 356) / 800)
    let layout = ShellLayout(state)
    #expect(layout.drawer.place.frame == rect(12, 730, 400, 84))
    let order = layout.zOrder
    #expect(order.firstIndex(of: .drawer)! < order.firstIndex(of: .tabBar)!)
  }

  @Test func fixedDetentsDontGrowWithTheText() {
    var state = open("peek")
    state.environment.textScale = 2
    let layout = ShellLayout(state)
    #expect(layout.drawer.place.frame.height == 84)
  }

  @Test func theLowerEdgeFollowsFromUndimmedToDimmed() {
    var state = open("half")
    // Halfway between peek (206) and half (400): u = 0.5.
    state.drawer.motion.hold(at: (303.0 - 400) / 800)
    let layout = ShellLayout(state)
    #expect(layout.drawer.place.frame == ShellRect(left: 0, top: 497, right: 400, bottom: 739))
    #expect(abs(layout.drawerDim - 0.14) < 1e-9)
  }

  @Test func upToTheLargestUndimmedDetentNothingIsDimmedWhateverItsBackdrop() {
    var state = open("half")
    state.send(.setDetents(Detent.standard, largestUndimmed: "half"))
    let layout = ShellLayout(state)
    #expect(layout.drawerDim == 0 && !layout.drawerBackdrop.isActive && layout.tabBar.isActive)
    // Undimmed heights count from above the bars.
    #expect(layout.drawer.place.frame == ShellRect(left: 0, top: 278, right: 400, bottom: 678))
    #expect(layout.contentInset == 400)
  }

  @Test func whenEveryDetentDimsTheDrawerComesFromBelowTheWindow() {
    var state = open("peek")
    state.send(.setDetents(Detent.standard, largestUndimmed: Detent.closed))
    let layout = ShellLayout(state)
    #expect(layout.drawer.place.frame == ShellRect(left: 0, top: 716, right: 400, bottom: 800))
    #expect(layout.drawerBackdrop.isVisible == false)  // its own backdrop is 0
    #expect(!layout.tabBar.isActive)
  }

  @Test func overAnExpandedSheetItStandsOnTheWindowsEdge() {
    var state = shell(400, 800, animations: false)
    state.send(.expandPlayer(.code), .moveDrawer(to: "peek", .code))
    let layout = ShellLayout(state)
    #expect(layout.drawer.place.frame == ShellRect(left: 0, top: 716, right: 400, bottom: 800))
    let order = layout.zOrder
    #expect(order.firstIndex(of: .drawer)! > order.firstIndex(of: .player)!)
  }

  @Test func aClosedDrawerIsInert() {
    for width in [400.0, 1200] {
      let layout = ShellLayout(shell(width, 800))
      #expect(!layout.drawer.place.isVisible && !layout.drawer.place.isActive)
      #expect(!layout.drawerBackdrop.isVisible && !layout.drawerBackdrop.isActive)
    }
  }

  @Test func besideAReservedPaneTheCardKeepsItsMargins() {
    var state = shell(1200, 800, animations: false)
    state.send(.moveDrawer(to: "half", .code), .expandPlayer(.code))
    state.environment.width = 820
    state.player.paneWidth = 400
    state.player.fullMinimumWidth = 400
    let layout = ShellLayout(state)
    #expect(layout.drawer.place.frame.maxX <= layout.player.place.frame.x - 12)
  }

  @Test func anOvershootAtTheWindowsTopStaysInside() {
    var state = shell()
    state.send(.setDetents([Detent("all", .fraction(1), backdrop: 0.5)], largestUndimmed: ""))
    state.send(.moveDrawer(to: "all", .code))
    state.settle()
    state.send(.bounce(.drawer), .tick(1), .tick(1.06))
    #expect(state.drawer.motion.value > 0)
    #expect(ShellLayout(state).drawer.place.frame == rect(0, 0, 400, 800))
  }

  @Test func coincidingDetentsStayOrdered() {
    // A short window: half is below where peek stands on the bars.
    let peek = ShellLayout(open("peek", 360, 294))
    let half = ShellLayout(open("half", 360, 294))
    #expect(peek.drawer.place.frame == half.drawer.place.frame)
    #expect(half.tabBar.isActive && !half.drawerBackdrop.isActive)
  }
}

struct OrderTests {
  @Test func partsLieAsSHELLSaysInCompact() {
    #expect(
      ShellLayout(shell(400, 800)).zOrder == [
        .content, .tabBar, .mini, .centreButton, .playerBackdrop, .player, .artwork, .drawerBackdrop, .drawer,
        .toasts,
      ])
  }

  @Test func partsLieAsSHELLSaysInRegular() {
    #expect(
      ShellLayout(shell(1200, 800)).zOrder == [
        .content, .drawer, .tabBar, .mini, .player, .artwork, .centreButton, .playerBackdrop, .drawerBackdrop,
        .toasts,
      ])
  }

  @Test func everyPartHasOnePlace() {
    for width in [400.0, 1200] {
      let order = ShellLayout(shell(width, 800)).zOrder
      #expect(order.count == ShellPart.allCases.count)
      for part in ShellPart.allCases { #expect(order.filter { $0 == part }.count == 1) }
    }
  }

  @Test func toastsStandAboveTheBarsAndAnUndimmedDrawer() {
    var state = shell(400, 800, animations: false)
    state.send(.toastSize(width: 300, height: 40))
    #expect(ShellLayout(state).toasts.frame == rect(50, 626, 300, 40))
    state.send(.moveDrawer(to: "peek", .code))
    #expect(ShellLayout(state).toasts.frame == rect(50, 542, 300, 40))
  }
}

struct MirrorTests {
  @Test func rightToLeftIsTheMirror() {
    var state = shell(1201, 800, animations: false)
    state.send(.moveDrawer(to: "half", .code), .expandPlayer(.code))
    let left = ShellLayout(state)
    state.environment.rightToLeft = true
    let right = ShellLayout(state)
    #expect(right.player.place.frame == rect(0, 0, 375, 800))
    #expect(right.drawer.place.frame.maxX == 1201 - 12)
    #expect(right.tabBar.frame.x == 375)
    #expect(right.tabCells[0].maxX == 826 && left.tabCells[0].x == 0)
  }

  @Test func theArtworkIsMeasuredAsItIsSeen() {
    var state = shell(400, 800, rightToLeft: true)
    state.player.miniArtwork = rect(344, 8, 48, 48)
    state.player.fullArtwork = rect(40, 60, 320, 320)
    state.player.motion.hold(at: 0)
    #expect(ShellLayout(state).artwork.frame == rect(344, 686, 48, 48))
  }
}

struct MinimisedBarTests {
  private func minimised(_ value: Double) -> ShellLayout {
    var state = shell(400, 800)
    state.tabBar.minimisesOnScroll = true
    state.tabBar.motion.hold(at: value)
    return ShellLayout(state)
  }

  @Test func theMiniViewMovesInlineBesideTheSmallBar() {
    let end = minimised(1)
    #expect(end.isTabBarMinimised && end.tabBar.isActive)
    #expect(end.tabBar.frame == rect(0, 736, 72, 64))
    #expect(end.mini.frame == rect(72, 736, 328, 64))
    #expect(end.content.frame.height == 736)
    #expect(end.tabCells.map(\.isEmpty) == [false, true, true])
    #expect(end.tabStyle == .iconAlone)
  }

  @Test func onItsWayItTilesAndStaysInert() {
    for step in 1..<40 {
      let layout = minimised(Double(step) / 40)
      #expect(!layout.tabBar.isActive)
      #expect(layout.mini.frame.y == layout.content.frame.maxY)
      #expect(layout.mini.frame.maxX == 400)
      if layout.isTabBarMinimised {
        #expect(layout.tabBar.frame.maxX == layout.mini.frame.x)
      } else {
        #expect(layout.tabBar.frame.y == layout.mini.frame.maxY)
      }
    }
  }

  @Test func withoutAPlayerOrInARowNothingMinimises() {
    var state = shell(1200, 800)
    state.tabBar.motion.hold(at: 1)
    #expect(!ShellLayout(state).isTabBarMinimised)
    state = shell(400, 800, player: false)
    state.tabBar.motion.hold(at: 1)
    #expect(!ShellLayout(state).isTabBarMinimised)
  }
}

struct HitTests {
  @Test func theCentreButtonIsHitInItsShapeOnly() {
    var state = shell(400, 800)
    state.centreButton.isPresent = true
    var layout = ShellLayout(state)
    let frame = layout.centreButton.frame
    #expect(layout.part(at: 200, frame.y + 1) == .centreButton)
    // Above the bar, in a corner of the box: what is beneath.
    #expect(layout.part(at: frame.x + 2, frame.y + 2) == .mini)
    state.centreButton.isCircle = false
    layout = ShellLayout(state)
    #expect(layout.part(at: frame.x + 2, frame.y + 2) == .centreButton)
  }

  @Test func pressesOutsideAnUndimmedDrawerReachWhatIsBeneath() {
    var state = shell(400, 800, animations: false)
    state.send(.moveDrawer(to: "peek", .code))
    let layout = ShellLayout(state)
    #expect(layout.part(at: 200, 100) == .content)
    #expect(layout.part(at: 200, 600) == .drawer)
    #expect(layout.part(at: 200, 690) == .mini)
    #expect(layout.part(at: 200, 790) == .tabBar)
    state.send(.moveDrawer(to: "half", .code))
    #expect(ShellLayout(state).part(at: 200, 100) == .drawerBackdrop)
    #expect(ShellLayout(state).part(at: 200, 790) == .drawer)
  }

  @Test func aBackdropThatGoesBlocksNothing() {
    var state = shell(400, 800)
    state.send(.moveDrawer(to: "half", .code))
    state.settle()
    state.send(.tapDrawerBackdrop, .tick(1), .tick(1.05))
    #expect(ShellLayout(state).drawerDim > 0)
    #expect(ShellLayout(state).part(at: 200, 100) == .content)
    state.send(.expandPlayer(.tap))
    state.settle()
    #expect(ShellLayout(state).part(at: 200, 20) == .playerBackdrop)
    state.send(.collapsePlayer(.tap))
    #expect(ShellLayout(state).part(at: 200, 20) == .content)
  }
}
