import Testing

@testable import ShellCore

struct TraceTests {
  /// One of every action.
  static let actions: [ShellAction] = {
    var environment = ShellEnvironment()
    environment.width = 1234.5
    environment.height = 0.1 + 0.2
    environment.rightToLeft = true
    environment.mapped = true
    var metrics = ShellMetrics()
    metrics.cardWidth = 1.0 / 3
    metrics.flickVelocity = 2e-20
    var routes = ShellRoutes()
    routes.drawer = [.key, .code]
    var tab = TabItem("with \"quotes\" and \\ and\nlines")
    tab.badge = .count(7)
    tab.labelWidth = 51.25
    tab.pages = [PageItem("a b"), PageItem("", hidesTabBar: true)]
    tab.rootHidesTabBar = true
    var snapshot = ShellSnapshot()
    snapshot.selectedTab = "x\ny"
    snapshot.paneWidth = 401.125
    let detents = [
      Detent("a", .fixed(84), backdrop: 0), Detent("b", .fraction(0.1), backdrop: 0.28),
      Detent("c", .belowTop(18), backdrop: 0.5),
    ]
    let room = ScrollRoom(offset: 1e-17, limit: 12345.678)
    return [
      .environment(environment), .metrics(metrics), .setRoutes(routes), .setTabs([tab, TabItem("-")]),
      .labelWidths([0, -0.0, 3.3]), .selectTab("t", allowed: false, .tap), .stepTab(-2, .key),
      .hoverTab(nil, allowed: true),
      .hoverTab("t", allowed: false), .finishMotion,
      .setTabVisible("t", true), .setBadge("t", .dot), .setBadge("t", .none), .pushPage(PageItem("p")),
      .popPage(.code), .setRootHidesTabBar("t", false), .setCentreButton(present: true, circle: false),
      .activateCentreButton, .setTabBarMinimises(true), .contentScrolled(by: -3.5, atTop: true),
      .restoreTabBar,
      .setPlayerPresent(true), .setPlayerViews(fullMinimumWidth: 300, miniHeight: nil),
      .setPlayerViews(fullMinimumWidth: 0, miniHeight: 56),
      .setArtwork(mini: nil, full: ShellRect(x: -1, width: 3)),
      .setMiniSwipes(MiniSwipes(dismisses: true, previous: false, next: true)), .expandPlayer(.drag),
      .collapsePlayer(.key), .togglePlayer(.tap), .setPaneWidth(nil), .setPaneWidth(-4), .undoDismissal,
      .setDetents(detents, largestUndimmed: "a"), .setDetents([], largestUndimmed: ""),
      .moveDrawer(to: "é 日本", .code), .stepDrawer(up: false, .key), .tapDrawerBackdrop,
      .setPermitted(.drawer, ["a", "b"]), .setPermitted(.player, nil), .setPermitted(.player, []),
      .bounce(.drawer),
      .escape, .dragBegan(.mini, .touch, x: 1, y: 2, scroll: nil, time: 3),
      .dragBegan(.player(body: true), .pen, x: 1, y: 2, scroll: room, time: 3),
      .dragBegan(.drawer(body: false), .mouse, x: 1, y: 2, scroll: room, time: 3),
      .dragBegan(.paneEdge, .mouse, x: 1, y: 2, scroll: nil, time: 3),
      .dragBegan(.page, .touchpad, x: 1, y: 2, scroll: nil, time: 3), .dragMoved(x: .pi, y: -1e300, time: 7),
      .dragEnded(time: 1, permitted: nil), .dragEnded(time: 1, permitted: ["closed"]), .dragCancelled,
      .scrolled(.drawer(body: true), .touchpad, dx: 0.5, dy: -7, scroll: room, time: 9),
      .scrolled(.player(body: false), .wheel, dx: 0, dy: 15, scroll: nil, time: 9),
      .scrollEnded(time: 2, permitted: []), .stopFling, .toastSize(width: 200, height: 40),
      .restore(snapshot),
      .tick(123_456.789),
    ]
  }()

  @Test(arguments: actions) func everyActionIsALineAndBack(action: ShellAction) throws {
    let line = ShellTrace.line(time: 1.5, action)
    #expect(!line.contains("\n"))
    let trace = try ShellTrace(text: ShellTrace.header + "\n" + line + "\n")
    #expect(trace.entries == [ShellTrace.Entry(time: 1.5, action: action)])
    // Bit for bit, which == does not say of −0.
    #expect(ShellTrace.line(time: 1.5, trace.entries[0].action) == line)
  }

  @Test func everyKindOfActionIsAmongThem() {
    // Names at the start of the lines; a new case must be added above.
    let names = Set(Self.actions.map { $0.traceLine.split(separator: " ")[0] })
    #expect(names.count == 45)
  }

  @Test func commentsAndEmptyLinesAreSkipped() throws {
    let trace = try ShellTrace(text: "nagara-shell-trace 1\n\n# what happened\n0.0 escape\n")
    #expect(trace.entries.map(\.action) == [.escape])
  }

  @Test(arguments: [
    ("", 1), ("nagara-shell-trace 2\n", 1), ("something else\n", 1),
    ("nagara-shell-trace 1\n0.0 nonsense\n", 2),
    ("nagara-shell-trace 1\n0.0 escape\nx escape\n", 3), ("nagara-shell-trace 1\n0.0 escape now\n", 2),
    ("nagara-shell-trace 1\n0.0 tick\n", 2), ("nagara-shell-trace 1\n0.0 moveDrawer \"half\n", 2),
    ("nagara-shell-trace 1\n0.0 moveDrawer \"half\" by-magic\n", 2),
    ("nagara-shell-trace 1\n0.0 labelWidths -3\n", 2),
  ]) func whatCannotBeReadIsNamedByItsLine(text: String, line: Int) {
    do throws(ShellTextError) {
      _ = try ShellTrace(text: text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.line == line)
      #expect(!error.message.isEmpty)
      #expect((error.code == .newerVersion) == text.hasSuffix("trace 2\n"))
    }
  }

  @Test func aReplayTellsOfEveryState() throws {
    let trace = ShellTrace([
      ShellTrace.Entry(time: 0, action: .setTabs([TabItem("a"), TabItem("b")])),
      ShellTrace.Entry(time: 1, action: .selectTab("b", allowed: true, .key)),
    ])
    var state = ShellState()
    var seen: [TabID] = []
    let effects = trace.replay(&state) { _, state, _ in seen.append(state.selectedTab) }
    #expect(seen == ["a", "b"] && effects == [.didSelect("b")])
  }
}

struct SnapshotTests {
  @Test func aShellIsSavedAndRestored() throws {
    var state = shell(1200, 800, animations: false)
    state.send(
      .selectTab("tab1", allowed: true, .tap), .pushPage(PageItem("a")),
      .pushPage(PageItem("b", hidesTabBar: true)), .setTabVisible("tab2", false), .setPaneWidth(420),
      .expandPlayer(.tap), .moveDrawer(to: "half", .code))
    let snapshot = try ShellSnapshot(text: ShellSnapshot(state).text)
    #expect(snapshot == ShellSnapshot(state))
    var new = shell(1200, 800)
    let effects = new.send(.restore(snapshot))
    #expect(new.selectedTab == "tab1" && new.tabs == state.tabs && !new.isMoving)
    #expect(new.player.isExpanded && new.player.paneReserved && new.drawer.detent == "half")
    #expect(effects.contains(.didSelect("tab1")))
    new.environment = state.environment
    #expect(ShellLayout(new) == ShellLayout(state))
  }

  @Test func whatIsNoLongerThereIsLeftOut() throws {
    var snapshot = ShellSnapshot()
    snapshot.selectedTab = "gone"
    snapshot.stacks = [ShellSnapshot.Stack(tab: "gone", pages: [PageItem("x")])]
    snapshot.detent = "gone"
    snapshot.isExpanded = true
    var state = shell(player: false)
    state.send(.restore(snapshot))
    #expect(state.selectedTab == "tab0" && !state.drawer.isOpen && !state.player.isExpanded)
  }

  @Test func restoringEndsADrag() {
    var state = shell()
    state.drag(.mini, y: 700, by: -300, release: false)
    state.send(.restore(ShellSnapshot()))
    #expect(state.drag == nil && state.player.motion == Motion(0) && !state.isMoving)
  }

  @Test func aPageOnItsWayOutIsNotSaved() {
    var state = shell()
    state.send(.pushPage(PageItem("a")))
    state.settle()
    state.send(.popPage(.key))
    #expect(ShellSnapshot(state).stacks.isEmpty)
  }

  @Test(arguments: [
    "", "nagara-shell 99\n", "nagara-shell one\n", "nagara-shell 1\nbogus 1\n",
    "nagara-shell 1\nexpanded maybe\n",
    "nagara-shell 1\ntab half\n",
  ]) func aTextThatCannotBeReadIsRefused(text: String) {
    do throws(ShellTextError) {
      _ = try ShellSnapshot(text: text)
      Issue.record("\(text) was read")
    } catch {
      #expect((error.code == .newerVersion) == text.hasPrefix("nagara-shell 99"))
      #expect(error.line >= 1)
    }
  }
}
