import GtkBridge
import ShellKit

@MainActor
enum ShellCases {
  static let all: [TestCase] = [
    TestCase(name: "theSheetExpandsAndCollapses") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 500, height: 800)
      sample.window.window.present()
      await pass(400)
      sample.shell.send(.expandPlayer(.code))
      await pass(1200)
      failures.equal(sample.shell.state.player.motion.value, 1, "progress after expanding")
      failures.expect(sample.shell.state.player.motion.isAtRest, "the sheet still moves after 1.2 s")
      sample.shell.send(.collapsePlayer(.code))
      await pass(1200)
      failures.equal(sample.shell.state.player.motion.value, 0, "progress after collapsing")
      sample.window.window.destroy()
    },
    TestCase(name: "noChildIsMeasuredWhileTheSheetMoves") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 500, height: 800)
      sample.window.window.present()
      await pass(500)
      sample.shell.send(.expandPlayer(.code))
      await pass(60)
      let before = CustomWidget.measureCount
      await pass(300)
      failures.expect(sample.shell.state.player.motion.isMoving, "the sheet was at rest already")
      failures.equal(CustomWidget.measureCount - before, 0, "measures while the sheet moved")
      sample.window.window.destroy()
    },
    TestCase(name: "nothingIsLeftOfAClosedShell") { application, failures in
      @MainActor func cycle() async {
        let sample = Sample(application)
        sample.window.window.present()
        await pass(200)
        sample.window.window.destroy()
        await pass(100)
      }
      await cycle()
      let boxes = LiveCounter.boxes
      let peers = LiveCounter.peers
      let objects = LiveCounter.objects
      for _ in 0..<3 { await cycle() }
      failures.equal(LiveCounter.peers, peers, "peers")
      failures.equal(LiveCounter.boxes, boxes, "boxes")
      failures.equal(LiveCounter.objects, objects, "objects")
    },
    TestCase(name: "theCentreButtonIsHitInItsCircleOnly") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 500, height: 800)
      sample.window.window.present()
      await pass(400)
      let view = sample.shell.view
      guard let circle = view.centreButton.bounds(in: view) else {
        return failures.expect(false, "no bounds")
      }
      let middle = circle.x + circle.width / 2
      @MainActor func isHit(_ x: Double, _ y: Double) -> Bool {
        guard let picked = view.pick(x, y) else { return false }
        return picked.isSame(as: view.centreButton) || view.centreButton.isAncestor(of: picked)
      }
      failures.expect(isHit(middle, circle.y + 2), "the part above the bar is not hit")
      failures.expect(isHit(middle, circle.y + circle.height - 2), "the lower end is not hit")
      failures.expect(!isHit(circle.x + 3, circle.y + 3), "the corner of the bounding box is hit")
      sample.shell.send(.setCentreButton(present: true, circle: false))
      await pass(100)
      failures.expect(isHit(circle.x + 3, circle.y + 3), "a rectangle's corner is not hit")
      sample.window.window.destroy()
    },
    TestCase(name: "aChangeOfFormKeepsScrollAndPlayer") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 600, height: 800)
      sample.window.window.present()
      await pass(400)
      failures.equal(ShellSummary(sample.shell.state).form, .compact, "form at 600")
      guard let scroller = sample.lists.first else { return failures.expect(false, "no list") }
      scroller.verticalAdjustment.value = 700
      sample.shell.send(.expandPlayer(.code))
      await pass(900)
      sample.window.window.defaultSize(width: 1200, height: 800)
      await pass(500)
      failures.equal(ShellSummary(sample.shell.state).form, .regular, "form at 1200")
      failures.equal(ShellSummary(sample.shell.state).player, "expanded", "player after widening")
      sample.window.window.defaultSize(width: 600, height: 800)
      await pass(500)
      failures.equal(scroller.verticalAdjustment.value, 700, "scroll position")
      failures.expect(
        sample.miniView.parent?.isSame(as: sample.miniParent) == true, "the mini view moved house")
      sample.window.window.destroy()
    },
    TestCase(name: "focusLeavesWhatIsCoveredAndComesBack") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 500, height: 800)
      sample.window.window.present()
      await pass(400)
      guard let list = sample.lists.first else { return failures.expect(false, "no list") }
      _ = list.focusFirst()
      failures.expect(list.containsFocus, "the list does not take focus")
      sample.shell.send(.expandPlayer(.key))
      await pass(900)
      failures.expect(!list.containsFocus, "focus stays in the covered list")
      failures.expect(sample.fullView.containsFocus, "focus is not in the sheet")
      sample.shell.send(.escape)
      await pass(900)
      failures.expect(list.containsFocus, "focus does not come back")
      sample.window.window.destroy()
    },
    TestCase(name: "reducedMotionOpensAtOnce") { application, failures in
      let sample = Sample(application)
      sample.window.window.present()
      await pass(400)
      GtkSettings.standard?.set("gtk-enable-animations", false)
      await pass(50)
      sample.shell.send(.expandPlayer(.code))
      failures.equal(sample.shell.state.player.motion, Motion(1), "motion right after expanding")
      GtkSettings.standard?.set("gtk-enable-animations", true)
      sample.window.window.destroy()
    },
    TestCase(name: "aTabIsBuiltWhenItIsFirstShown") { application, failures in
      let sample = Sample(application)
      sample.window.window.present()
      await pass(300)
      failures.equal(sample.lists.count, 1, "lists built at the start")
      sample.shell.view.choose("search", .code)
      await pass(100)
      failures.equal(sample.lists.count, 2, "lists built after one switch")
      sample.shell.view.choose("home", .code)
      sample.shell.view.choose("search", .code)
      await pass(100)
      failures.equal(sample.lists.count, 2, "lists built after more switches")
      sample.window.window.destroy()
    },
    TestCase(name: "pagesComeAndGo") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 500, height: 800)
      sample.window.window.present()
      await pass(300)
      let page = Sample.list("Pushed", 10)
      sample.shell.view.push(page, as: "pushed", hidesTabBar: true)
      await pass(900)
      failures.equal(ShellSummary(sample.shell.state).depth, 2, "depth after a push")
      failures.equal(ShellSummary(sample.shell.state).tabBarHidden, true, "tabBarHidden on the page")
      failures.equal(page.height + 64, sample.shell.view.height, "the page ends at the mini player")
      sample.shell.send(.popPage(.key))
      await pass(900)
      failures.expect(page.parent == nil, "a popped page is still in the tree")
      failures.equal(ShellSummary(sample.shell.state).tabBarHidden, false, "tabBarHidden after the way back")
      sample.window.window.destroy()
    },
    TestCase(name: "theLayoutActionTellsAndCannotBeWritten") { application, failures in
      let sample = Sample(application)
      let actions = ShellActions(sample.window.window, sample.shell.view)
      sample.window.window.defaultSize(width: 1000, height: 700)
      sample.window.window.present()
      await pass(300)
      actions.show(sample.shell.state)
      let view = sample.shell.view
      failures.expect(view.activateAction("win.player", "expanded"), "no win.player")
      failures.expect(sample.shell.state.player.isExpanded, "win.player does not expand")
      failures.expect(view.activateAction("win.drawer", "half"), "no win.drawer")
      failures.equal(sample.shell.state.drawer.detent, "half", "drawer")
      actions.show(sample.shell.state)
      failures.expect(
        ShellSummary(sample.shell.state).json.hasPrefix(
          "{\"form\":\"regular\",\"short\":false,\"player\":\"expanded\""),
        ShellSummary(sample.shell.state).json)
      sample.window.window.destroy()
    },
    TestCase(name: "rightToLeftMirrorsTheShell") { application, failures in
      setDefaultDirection(rightToLeft: true)
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 1000, height: 700)
      sample.window.window.present()
      await pass(400)
      let bounds = sample.miniView.bounds(in: sample.shell.view)
      failures.expect(
        (bounds?.x ?? 500) < 100, "the mini player is not at the left: \(String(describing: bounds))")
      sample.window.window.destroy()
      setDefaultDirection(rightToLeft: false)
    },
  ]
}
