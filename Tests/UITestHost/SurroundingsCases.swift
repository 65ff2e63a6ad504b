import GtkBridge
import ShellKit

/// Sizes, text, content and what is kept: how the shell and its surroundings know of each other.
@MainActor
enum SurroundingsCases {
  static let all: [TestCase] = [
    PanelCases.shown("labelWidthsFollowTitleAndScale") { sample, failures in
      @MainActor func widths() -> [Double] { sample.shell.state.tabs.map(\.labelWidth) }
      let before = widths()
      failures.expect(before.allSatisfy { $0 > 10 }, "label widths are \(before)")
      failures.expect(ShellLayout(sample.shell.state).tabStyle != .iconAlone, "icons alone at 500 px")
      sample.shell.view.setTitle("Ein sehr langer deutscher Reitertitel", tab: "lists")
      await pass(200)
      failures.expect(widths()[3] > before[3] * 2, "the longer title is \(widths()[3]) wide")
      failures.equal(ShellLayout(sample.shell.state).tabStyle, .iconAlone, "style with a long title")
      sample.shell.view.setTitle("Lists", tab: "lists")
      await pass(200)
      failures.expect(ShellLayout(sample.shell.state).tabStyle != .iconAlone, "icons alone with short titles")
      let small = widths()[0]
      GtkSettings.standard?.set("gtk-xft-dpi", Int32(2 * 96 * 1024))
      await pass(300)
      failures.equal(sample.shell.state.environment.textScale, 2, "text scale")
      failures.expect(widths()[0] > small * 1.7, "the label is \(widths()[0]) wide at twice the scale")
      GtkSettings.standard?.set("gtk-xft-dpi", Int32(96 * 1024))
    },
    PanelCases.shown("choosingTheCurrentTabAgainScrollsToItsTop") { sample, failures in
      guard let list = sample.lists.first else { return failures.expect(false, "no list") }
      list.verticalAdjustment.value = 700
      await pass(100)
      sample.shell.view.choose("home", .tap)
      failures.equal(list.verticalAdjustment.value, 0, "scroll position")
    },
    PanelCases.shown("pagesHearOfTheirInset") { sample, failures in
      var heard: [Double] = []
      var observation: InsetObservation? = sample.shell.view.observeContentInset { heard.append($0) }
      sample.shell.detent = "peek"
      await pass(900)
      failures.equal(heard, [0, 84], "insets heard of")
      failures.equal(sample.shell.view.contentInset, 84, "inset under a peeking drawer")
      sample.shell.detent = "half"
      await pass(900)
      failures.equal(sample.shell.view.contentInset, 0, "inset under a dimming drawer")
      _ = observation
      observation = nil
      sample.shell.detent = Detent.closed
      failures.equal(heard.count, 3, "told after the end of the observation")
    },
    PanelCases.shown("badgesComeFromStateAndHost") { sample, failures in
      sample.shell.send(.setBadge("library", .count(3)))
      sample.shell.view.setBadge("", tab: "search")
      await pass(100)
      failures.expect(sample.badge(of: 1) == "3", "badge of the second tab: \(sample.badge(of: 1) ?? "none")")
      failures.expect(sample.badge(of: 2) == "", "dot of the third tab: \(sample.badge(of: 2) ?? "none")")
      sample.shell.send(.setBadge("library", .none))
      failures.expect(sample.badge(of: 1) == nil, "the badge is still there")
    },
    PanelCases.shown("aFocusedEntryStaysInViewWhenRoomGoes") { sample, failures in
      let entry = Entry(placeholder: "Name")
      let rows = (0..<14).map { Label("Row \($0)") }
      for row in rows { row.margins(top: 12, bottom: 12) }
      let scroller = ScrolledWindow(Box(.vertical, rows as [Widget] + [entry]))
      sample.shell.view.push(scroller, as: "form")
      await pass(900)
      entry.grabFocus()
      await pass(100)
      sample.window.window.defaultSize(width: 500, height: 420)
      await pass(400)
      guard let place = entry.bounds(in: scroller) else { return failures.expect(false, "no bounds") }
      failures.expect(
        place.y >= 0 && place.y + place.height <= Double(scroller.height) + 0.5,
        "the entry is at \(place) in \(scroller.height) pixels")
    },
    TestCase(name: "contentEndsAtTheBarsFromSmallestToLargest") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 500, height: 800)
      sample.window.window.present()
      await pass(400)
      for (width, height) in [(360, 294), (360, 640), (640, 360), (800, 600), (1180, 760), (1900, 1000)] {
        sample.window.window.defaultSize(width: width, height: height)
        await pass(250)
        let view = sample.shell.view
        let layout = ShellLayout(sample.shell.state)
        // Without a compositor GTK draws a border inside the window.
        failures.expect(view.width >= width - 10, "width: \(view.width), want \(width)")
        let list = sample.lists[0].bounds(in: view) ?? Rect(width: 0, height: 0)
        let dock = min(
          layout.tabBar.isVisible ? layout.tabBar.frame.y : layout.height, layout.mini.frame.y)
        failures.equal(list.y + list.height, dock, "the list's end at \(width) × \(height)")
      }
      sample.window.window.destroy()
    },
    PanelCases.shown("theShellIsSavedAndRestored") { sample, failures in
      sample.shell.selectedTab = "search"
      sample.shell.view.push(Sample.list("Pushed", 10), as: "pushed")
      sample.shell.send(.setPaneWidth(350))
      sample.shell.detent = "peek"
      await pass(900)
      let saved = sample.shell.saved
      sample.shell.detent = Detent.closed
      sample.shell.selectedTab = "home"
      sample.shell.send(.setPaneWidth(nil))
      await pass(900)
      sample.shell.view.makePage = { id in id == "pushed" ? Sample.list("Again", 10) : nil }
      do {
        try sample.shell.restore(saved)
      } catch {
        failures.expect(false, String(describing: error))
      }
      failures.equal(sample.shell.selectedTab, "search", "tab")
      failures.equal(sample.shell.state.depth, 2, "depth")
      failures.equal(sample.shell.detent, "peek", "detent")
      failures.equal(sample.shell.state.player.paneWidth, 350, "pane width")
      failures.equal(sample.shell.saved, saved, "saved anew")
      do {
        try sample.shell.restore("not a shell")
        failures.expect(false, "nonsense was restored")
      } catch {
        failures.expect(!"\(error)".isEmpty, "no sentence")
      }
    },
    TestCase(name: "aTraceOfAWindowReplaysToTheSameState") { application, failures in
      let path = Array("/tmp/nagara-trace-\(MainLoop.monotonicMicroseconds)".utf8)
      defer { removeFile(path) }
      guard let file = ShellTraceFile(path: path) else { return failures.expect(false, "no trace file") }
      let sample = Sample(application, trace: file)
      sample.window.window.defaultSize(width: 600, height: 800)
      sample.window.window.present()
      await pass(400)
      sample.shell.isExpanded = true
      await pass(150)
      sample.drag(from: (300, 300), by: (0, 260), target: .player(body: false), speed: 900)
      await pass(60)
      sample.window.window.defaultSize(width: 1000, height: 700)
      await pass(500)
      sample.shell.view.push(Sample.list("Pushed", 10), as: "pushed", hidesTabBar: true)
      sample.shell.detent = "half"
      await pass(120)
      do {
        let trace = try ShellTrace(text: readFile(path))
        var replayed = ShellState()
        trace.replay(&replayed)
        failures.expect(trace.entries.count > 30, "only \(trace.entries.count) actions")
        failures.expect(replayed == sample.shell.state, "the replayed state differs")
        failures.expect(!replayed.drawer.motion.isAtRest, "nothing was in motion")
      } catch {
        failures.expect(false, String(describing: error))
      }
      sample.window.window.destroy()
    },
    PanelCases.shown("aThemeOfHighContrastIsKnown") { sample, failures in
      failures.expect(!sample.shell.view.hasClass("high-contrast"), "the usual theme is of high contrast")
      GtkSettings.standard?.set("gtk-theme-name", "HighContrast")
      await pass(200)
      failures.expect(sample.shell.view.hasClass("high-contrast"), "the theme's contrast is not known")
      GtkSettings.standard?.set("gtk-theme-name", "Default")
    },
    PanelCases.shown("randomStepsInAWindowLeaveNoWarning") { sample, failures in
      var seed = UInt64(truncatingIfNeeded: MainLoop.monotonicMicroseconds)
      let first = seed
      @MainActor func chance(_ count: Int) -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((seed >> 33) % UInt64(count))
      }
      let sizes = [(360, 294), (400, 700), (640, 360), (799, 600), (900, 400), (1200, 800)]
      var pages = 0
      for _ in 0..<300 {
        let shell = sample.shell
        switch chance(14) {
        case 0: shell.isExpanded.toggle()
        case 1: shell.detent = ["closed", "peek", "half", "full"][chance(4)]
        case 2: shell.selectedTab = ["home", "library", "search", "lists"][chance(4)]
        case 3 where pages < 40:
          pages += 1
          shell.view.push(Label("Page \(pages)"), as: "page-\(pages)", hidesTabBar: chance(2) == 0)
        case 4: shell.send(.popPage(.code))
        case 5: shell.send(.setPlayerPresent(chance(3) > 0))
        case 6: shell.send(.setCentreButton(present: chance(2) == 0, circle: chance(2) == 0))
        case 7, 8:
          let size = sizes[chance(sizes.count)]
          sample.window.window.defaultSize(width: size.0, height: size.1)
        case 9: shell.send(.setTabVisible(["library", "search", "lists"][chance(3)], chance(3) > 0))
        case 10: shell.view.show(Toast("A notice", milliseconds: 50))
        case 11: shell.send(.escape)
        case 12: shell.send(.setBadge("library", [.none, .dot, .count(12)][chance(3)]))
        default: shell.withoutMotion { shell.isExpanded.toggle() }
        }
        await pass([2, 10, 40][chance(3)])
      }
      await pass(1200)
      failures.expect(!sample.shell.state.isMoving, "something still moves; seed \(first)")
      let layout = ShellLayout(sample.shell.state)
      failures.equal(sample.shell.view.width, Int(layout.width), "width; seed \(first)")
    },
    TestCase(name: "recordedTracesEndInTheSameStateThroughAWindow") { application, failures in
      let root = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
      for name in ["phone-by-touch", "desktop-by-mouse-and-keys", "short-by-touchpad-rtl"] {
        let text = readFile(Array("/\(root)/ShellCoreTests/Fixtures/\(name).trace".utf8))
        guard let trace = try? ShellTrace(text: text), trace.entries.count > 50 else {
          failures.expect(false, "\(name) can't be read")
          continue
        }
        var headless = ShellState()
        trace.replay(&headless)
        // The window shows what the trace says and adds nothing of its own.
        let view = ShellView(ShellState()) { _ in }
        let store = Store(ShellState(), reduce: reduceShell) { view.perform($0) }
        let token = store.observe { _, new in view.show(new) }
        view.setTabs(
          ["home", "songs", "albums", "search"].map { id in
            ShellTab(id, title: id, icon: "folder-symbolic") { Sample.list(id, 20) }
          })
        view.setPlayer(mini: Label("Mini"), full: Label("Full"))
        view.setDrawer(Label("Drawer"), label: "Drawer")
        view.makePage = { Label($0) }
        let window = ShellWindow(application, view, title: name)
        window.window.defaultSize(width: 800, height: 600)
        window.window.present()
        await pass(200)
        for (index, entry) in trace.entries.enumerated() {
          store.send(entry.action)
          if index % 20 == 0 { await pass(5) }
        }
        await pass(100)
        failures.expect(store.state == headless, "\(name): the store's state differs")
        failures.expect(view.state == headless, "\(name): the window shows another state")
        window.window.destroy()
        _ = token
      }
    },
    TestCase(name: "aMarqueeMovesOnlyWhatIsTooLong") { application, failures in
      let long = Marquee("A title that is much longer than the room of a mini player has for it")
      let short = Marquee("Short")
      long.sizeRequest(width: 120, height: -1)
      let window = ApplicationWindow(application)
      window.setChild(Box(.vertical, [long, short]))
      window.defaultSize(width: 120, height: 100)
      window.present()
      @MainActor func place(_ marquee: Marquee) -> Double { marquee.firstChild?.bounds(in: marquee)?.x ?? 1 }
      await pass(3200)
      failures.expect(place(long) < -8, "the long title is at \(place(long))")
      failures.equal(place(short), 0, "place of the short title")
      GtkSettings.standard?.set("gtk-enable-animations", false)
      await pass(200)
      failures.equal(place(long), 0, "place of the long title under reduced motion")
      GtkSettings.standard?.set("gtk-enable-animations", true)
      window.destroy()
    },
  ]
}

extension Sample {
  /// What the badge of the n-th tab shows; nil for none.
  func badge(of index: Int) -> String? {
    var found: [Widget] = []
    @MainActor func collect(_ widget: Widget) {
      if widget.hasClass("badge") { found.append(widget) }
      var child = widget.firstChild
      while let current = child {
        collect(current)
        child = current.nextSibling
      }
    }
    collect(shell.view)
    guard index < found.count, found[index].visible else { return nil }
    return found[index].string("label")
  }
}
