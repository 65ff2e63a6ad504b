import GtkBridge
import ShellKit

/// Panels: focus, actions, buttons, hooks.
@MainActor
enum PanelCases {
  static let all: [TestCase] = [
    shown("tabStaysInsideADimmingPanel") { sample, failures in
      sample.shell.send(.expandPlayer(.key))
      await pass(900)
      for step in 0..<12 {
        _ = sample.window.window.focusFirst()
        failures.expect(
          sample.shell.view.player.containsFocus, "after \(step + 1) Tabs focus is outside the sheet")
      }
    },
    shown("whatIsNotVisibleCannotTakeFocus") { sample, failures in
      let view = sample.shell.view
      failures.expect(!view.player.focusFirst(), "the docked player's full view takes focus")
      failures.expect(!view.drawer.focusFirst(), "the closed drawer takes focus")
      failures.expect(view.centreButton.grabFocus(), "the centre button does not take focus")
      let page = Sample.list("Pushed", 10)
      view.push(page, as: "pushed", hidesTabBar: true)
      await pass(900)
      failures.expect(!view.centreButton.hasFocus, "focus stays in a button that slid away")
      failures.expect(!view.centreButton.grabFocus(), "a button that slid away takes focus")
      failures.expect(page.containsFocus, "focus is not on the page")
    },
    shown("aDrawerOverThePlayerGivesFocusBackToIt") { sample, failures in
      sample.shell.send(.expandPlayer(.key))
      await pass(900)
      failures.expect(sample.fullView.containsFocus, "focus is not in the sheet")
      let before = sample.window.window.focus
      sample.shell.send(.moveDrawer(to: "full", .key))
      await pass(900)
      failures.expect(
        sample.shell.view.drawer.containsFocus,
        "focus is not in the drawer but in \(sample.window.window.focus.map { $0.cssPath } ?? "nothing")")
      sample.shell.send(.moveDrawer(to: Detent.closed, .key))
      await pass(900)
      failures.expect(
        before.map { $0.isSame(as: sample.window.window.focus ?? $0) } == true
          && sample.fullView.containsFocus, "focus is not back in the sheet")
    },
    shown("aPageGivesFocusBackToWhereItCameFrom") { sample, failures in
      let row = Button(label: "Open")
      let first = Box(.vertical, [Button(label: "Another"), row])
      sample.shell.view.push(first, as: "first")
      await pass(900)
      row.grabFocus()
      let second = Button(label: "Second page")
      sample.shell.view.push(second, as: "second")
      await pass(900)
      failures.expect(second.hasFocus, "focus is not on the pushed page")
      sample.shell.send(.popPage(.key))
      await pass(900)
      failures.expect(
        row.hasFocus, "focus is not back but in \(sample.window.window.focus?.cssPath ?? "nothing")")
    },
    shown("pagesReachTheShellByActionAndByType") { sample, failures in
      let page = Label("A page")
      failures.expect(ShellView.enclosing(page) == nil, "a page outside has a shell")
      failures.expect(!page.activateAction("player.expand"), "a page outside starts the shell's action")
      sample.shell.view.push(page, as: "page")
      await pass(600)
      failures.expect(ShellView.enclosing(page) === sample.shell.view, "a page inside has no shell")
      failures.expect(page.activateAction("player.expand"), "no player.expand")
      failures.expect(sample.shell.isExpanded, "player.expand does not expand")
      await pass(900)
      failures.expect(page.activateAction("player.collapse"), "no player.collapse")
      failures.expect(!sample.shell.isExpanded, "player.collapse does not collapse")
      failures.expect(page.activateAction("drawer.open"), "no drawer.open")
      failures.equal(sample.shell.detent, "peek", "drawer after drawer.open")
      failures.expect(page.activateAction("drawer.close"), "no drawer.close")
      failures.expect(page.activateAction("page.back"), "no page.back")
      failures.equal(sample.shell.state.depth, 1, "depth after page.back")
    },
    shown("panelsShowACloseButtonUnlessTheHostHasOne") { sample, failures in
      failures.expect(sample.shell.view.player.showsCloseButton, "no collapse button")
      failures.expect(sample.shell.view.drawer.showsCloseButton, "no close button on the drawer")
      let own = Button(icon: "go-down-symbolic")
      own.setAction("win.player::docked")
      sample.shell.view.setPlayer(mini: Label("mini"), full: Box(.vertical, [own]))
      failures.expect(!sample.shell.view.player.showsCloseButton, "two collapse buttons")
      let close = Button(icon: "window-close-symbolic")
      close.setAction("drawer.close")
      sample.shell.view.setDrawer(Box(.vertical, [close]), label: "Drawer")
      failures.expect(!sample.shell.view.drawer.showsCloseButton, "two close buttons")
    },
    shown("theHostMayRefuseRestPositionsOnEveryRoute") { sample, failures in
      var asked: [DetentID] = []
      sample.shell.hooks.shouldSettle = { part, id in
        asked.append(id)
        return !(part == .player && id == PlayerRest.expanded) && id != "half"
      }
      for route in [Route.tap, .key, .code, .drag] {
        let before = sample.shell.state.player
        sample.shell.send(.expandPlayer(route))
        failures.equal(sample.shell.state.player.motion, before.motion, "motion after a refusal by \(route)")
        failures.expect(!sample.shell.isExpanded, "\(route) expands against the host's will")
      }
      failures.expect(asked.contains(PlayerRest.expanded), "the host was not asked")
      sample.shell.send(.stepDrawer(up: true, .key))
      sample.shell.send(.stepDrawer(up: true, .key))
      failures.equal(sample.shell.detent, "full", "drawer after two steps over a refused detent")
      sample.shell.hooks.shouldSettle = nil
      sample.shell.send(.moveDrawer(to: Detent.closed, .code))
      await pass(900)
      sample.shell.send(.expandPlayer(.code))
      failures.expect(
        !sample.shell.isExpanded || sample.shell.state.player.permitted == nil, "permissions stay")
    },
    shown("theHostHearsOfMotionAndRest") { sample, failures in
      var heard: [String] = []
      var progress: [Double] = []
      sample.shell.hooks.willSettle = { heard.append("will \($0) \($1)") }
      sample.shell.hooks.didSettle = { heard.append("did \($0) \($1)") }
      sample.shell.hooks.progressDidChange = { part, value in if part == .player { progress.append(value) } }
      sample.shell.isExpanded = true
      await pass(1000)
      failures.equal(heard, ["will player expanded", "did player expanded"], "what was heard")
      failures.expect(progress.count > 3, "progress was told \(progress.count) times")
      failures.equal(progress.last, 1, "last progress")
      failures.expect(zip(progress, progress.dropFirst()).allSatisfy { $0 <= $1 }, "progress went back")
    },
    shown("aRefusedTabLeavesTheStateAsItWas") { sample, failures in
      var selected: [TabID] = []
      sample.shell.hooks.shouldSelect = { $0 != "library" }
      sample.shell.hooks.didSelect = { selected.append($0) }
      let before = sample.shell.state
      sample.shell.selectedTab = "library"
      failures.equal(sample.shell.state, before, "state after a refusal")
      sample.shell.selectedTab = "search"
      failures.equal(selected, ["search"], "tabs heard of")
    },
    shown("aPlayerSwipedAwayComesBackByUndo") { sample, failures in
      var dismissed: [Bool] = []
      sample.shell.hooks.playerDismissed = { dismissed.append($0) }
      sample.shell.send(.setMiniSwipes(MiniSwipes(dismisses: true)))
      sample.drag(from: (250, 700), by: (0, 120), target: .mini, speed: 800)
      await pass(1000)
      failures.expect(!sample.shell.state.player.isPresent, "the player is still there")
      failures.expect(sample.shell.state.toastHeight > 0, "no notice")
      failures.equal(dismissed, [true], "what the host heard")
      sample.shell.send(.undoDismissal)
      await pass(900)
      failures.expect(sample.shell.state.player.isPresent, "the player did not come back")
      failures.equal(dismissed, [true, false], "what the host heard after Undo")
    },
    shown("aSwipeOnTheMiniViewAsksForTheNextItem") { sample, failures in
      var skips: [Bool] = []
      sample.shell.hooks.skipped = { skips.append($0) }
      sample.shell.send(.setMiniSwipes(MiniSwipes(previous: true, next: true)))
      sample.drag(from: (400, 700), by: (-220, 0), target: .mini, speed: 900)
      await pass(900)
      failures.equal(skips, [true], "skips after a swipe to the left")
      sample.drag(from: (100, 700), by: (220, 0), target: .mini, speed: 900)
      await pass(900)
      failures.equal(skips, [true, false], "skips after a swipe to the right")
    },
    shown("theSidePaneIsResizedAndKeepsItsWidth", width: 1200) { sample, failures in
      sample.shell.isExpanded = true
      await pass(1000)
      failures.equal(sample.shell.view.player.width, 375, "width at first")
      sample.drag(from: (825, 300), by: (-60, 0), target: .paneEdge, speed: 300)
      await pass(200)
      let width = sample.shell.view.player.width
      failures.expect(width > 420 && width < 440, "width after a drag by 60 is \(width)")
      sample.shell.isExpanded = false
      await pass(900)
      sample.shell.isExpanded = true
      await pass(1000)
      failures.equal(sample.shell.view.player.width, width, "width after collapsing and expanding")
    },
  ]

  /// A case whose sample's window is shown at a size, and destroyed at its end.
  static func shown(
    _ name: String, width: Int = 500, height: Int = 800,
    _ body: @escaping @MainActor (Sample, Failures) async -> Void
  ) -> TestCase {
    TestCase(name: name) { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: width, height: height)
      sample.window.window.present()
      await pass(500)
      await body(sample, failures)
      sample.window.window.destroy()
    }
  }
}

extension Sample {
  /// A touch of ten moves that lets go at `speed` px/s, as actions: what the shell's drag sends.
  func drag(
    from start: (x: Double, y: Double), by way: (x: Double, y: Double), target: DragTarget, speed: Double
  ) {
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    let step = length / speed / 10
    var time = 100.0
    shell.send(.dragBegan(target, .touch, x: start.x, y: start.y, scroll: nil, time: time))
    for move in 1...10 {
      time += step
      let part = Double(move) / 10
      shell.send(.dragMoved(x: start.x + way.x * part, y: start.y + way.y * part, time: time))
    }
    shell.send(.dragEnded(time: time, permitted: nil))
  }
}
