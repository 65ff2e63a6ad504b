// Every action as one line, and back.

extension ShellAction {
  /// Its name and values.
  var traceLine: String {
    var w = TraceText.Writer(traceName)
    write(&w)
    return w.line
  }

  private var traceName: String {
    switch self {
    case .environment: "environment"
    case .metrics: "metrics"
    case .setRoutes: "setRoutes"
    case .setTabs: "setTabs"
    case .labelWidths: "labelWidths"
    case .selectTab: "selectTab"
    case .hoverTab: "hoverTab"
    case .stepTab: "stepTab"
    case .setTabVisible: "setTabVisible"
    case .setBadge: "setBadge"
    case .pushPage: "pushPage"
    case .popPage: "popPage"
    case .setRootHidesTabBar: "setRootHidesTabBar"
    case .setCentreButton: "setCentreButton"
    case .activateCentreButton: "activateCentreButton"
    case .setTabBarMinimises: "setTabBarMinimises"
    case .contentScrolled: "contentScrolled"
    case .restoreTabBar: "restoreTabBar"
    case .setPlayerPresent: "setPlayerPresent"
    case .setPlayerViews: "setPlayerViews"
    case .setArtwork: "setArtwork"
    case .setMiniSwipes: "setMiniSwipes"
    case .expandPlayer: "expandPlayer"
    case .collapsePlayer: "collapsePlayer"
    case .togglePlayer: "togglePlayer"
    case .setPaneWidth: "setPaneWidth"
    case .undoDismissal: "undoDismissal"
    case .setDetents: "setDetents"
    case .moveDrawer: "moveDrawer"
    case .stepDrawer: "stepDrawer"
    case .tapDrawerBackdrop: "tapDrawerBackdrop"
    case .setPermitted: "setPermitted"
    case .bounce: "bounce"
    case .escape: "escape"
    case .dragBegan: "dragBegan"
    case .dragMoved: "dragMoved"
    case .dragEnded: "dragEnded"
    case .dragCancelled: "dragCancelled"
    case .scrolled: "scrolled"
    case .scrollEnded: "scrollEnded"
    case .stopFling: "stopFling"
    case .toastSize: "toastSize"
    case .finishMotion: "finishMotion"
    case .restore: "restore"
    case .tick: "tick"
    }
  }

  private func write(_ w: inout TraceText.Writer) {
    switch self {
    case .activateCentreButton, .restoreTabBar, .undoDismissal, .tapDrawerBackdrop, .escape, .dragCancelled,
      .stopFling, .finishMotion:
      break
    case .environment(let e):
      for value in [e.width, e.height, e.textScale] { w.number(value) }
      for value in [e.rightToLeft, e.animations, e.mapped] { w.bool(value) }
    case .metrics(let metrics):
      let standard = ShellMetrics()
      let changed = ShellMetrics.lengths.filter { metrics[keyPath: $0.path] != standard[keyPath: $0.path] }
      w.list(changed) { w, length in
        w.word(length.name)
        w.number(metrics[keyPath: length.path])
      }
    case .setRoutes(let r):
      for set in [r.player, r.drawer, r.tabs, r.pages] { w.integer(Int(set.rawValue)) }
    case .setTabs(let tabs): w.list(tabs) { $0.tab($1) }
    case .labelWidths(let widths): w.list(widths) { $0.number($1) }
    case .selectTab(let id, let allowed, let route):
      w.string(id)
      w.bool(allowed)
      w.word(route.rawValue)
    case .hoverTab(let id, let allowed):
      w.optional(id) { $0.string($1) }
      w.bool(allowed)
    case .stepTab(let step, let route):
      w.integer(step)
      w.word(route.rawValue)
    case .setTabVisible(let id, let value), .setRootHidesTabBar(let id, let value):
      w.string(id)
      w.bool(value)
    case .setBadge(let id, let badge):
      w.string(id)
      w.badge(badge)
    case .pushPage(let page): w.page(page)
    case .popPage(let route), .expandPlayer(let route), .collapsePlayer(let route), .togglePlayer(let route):
      w.word(route.rawValue)
    case .setCentreButton(let present, let circle):
      w.bool(present)
      w.bool(circle)
    case .setTabBarMinimises(let value), .setPlayerPresent(let value): w.bool(value)
    case .contentScrolled(let distance, let atTop):
      w.number(distance)
      w.bool(atTop)
    case .setPlayerViews(let width, let height):
      w.number(width)
      w.optional(height) { $0.number($1) }
    case .setArtwork(let mini, let full):
      w.optional(mini) { $0.rect($1) }
      w.optional(full) { $0.rect($1) }
    case .setMiniSwipes(let swipes):
      for value in [swipes.dismisses, swipes.previous, swipes.next] { w.bool(value) }
    case .setPaneWidth(let width): w.optional(width) { $0.number($1) }
    case .setDetents(let detents, let undimmed):
      w.list(detents) { $0.detent($1) }
      w.string(undimmed)
    case .moveDrawer(let id, let route):
      w.string(id)
      w.word(route.rawValue)
    case .stepDrawer(let up, let route):
      w.bool(up)
      w.word(route.rawValue)
    case .setPermitted(let part, let ids):
      w.word(part.rawValue)
      w.ids(ids)
    case .bounce(let part): w.word(part.rawValue)
    case .dragBegan(let target, let kind, let x, let y, let scroll, let time):
      w.word(target.traceName)
      w.word(kind.rawValue)
      for value in [x, y, time] { w.number(value) }
      w.optional(scroll) { $0.room($1) }
    case .dragMoved(let x, let y, let time): for value in [x, y, time] { w.number(value) }
    case .dragEnded(let time, let permitted), .scrollEnded(let time, let permitted):
      w.number(time)
      w.ids(permitted)
    case .scrolled(let target, let device, let dx, let dy, let scroll, let time):
      w.word(target.traceName)
      w.word(device.rawValue)
      for value in [dx, dy, time] { w.number(value) }
      w.optional(scroll) { $0.room($1) }
    case .toastSize(let width, let height):
      w.number(width)
      w.number(height)
    case .restore(let snapshot): w.string(snapshot.text)
    case .tick(let time): w.number(time)
    }
  }

  init(_ r: inout TraceText.Reader) throws(ShellTextError) {
    let name = try r.word()
    switch name {
    case "environment":
      var e = ShellEnvironment()
      e.width = try r.number()
      e.height = try r.number()
      e.textScale = try r.number()
      e.rightToLeft = try r.bool()
      e.animations = try r.bool()
      e.mapped = try r.bool()
      self = .environment(e)
    case "metrics":
      var metrics = ShellMetrics()
      let lengths = ShellMetrics.lengths
      for _ in 0..<max(0, try r.integer()) {
        let name = try r.word()
        guard let length = lengths.first(where: { $0.name == name }) else { throw r.error("a metric") }
        metrics[keyPath: length.path] = try r.number()
      }
      self = .metrics(metrics)
    case "setRoutes":
      var routes = ShellRoutes()
      routes.player = try r.routes()
      routes.drawer = try r.routes()
      routes.tabs = try r.routes()
      routes.pages = try r.routes()
      self = .setRoutes(routes)
    case "setTabs": self = .setTabs(try r.list { r throws(ShellTextError) in try r.tab() })
    case "labelWidths": self = .labelWidths(try r.list { r throws(ShellTextError) in try r.number() })
    case "selectTab": self = .selectTab(try r.string(), allowed: try r.bool(), try r.name("a route"))
    case "hoverTab":
      self = .hoverTab(
        try r.optional { r throws(ShellTextError) in try r.string() }, allowed: try r.bool())
    case "stepTab": self = .stepTab(try r.integer(), try r.name("a route"))
    case "setTabVisible": self = .setTabVisible(try r.string(), try r.bool())
    case "setBadge": self = .setBadge(try r.string(), try r.badge())
    case "pushPage": self = .pushPage(try r.page())
    case "popPage": self = .popPage(try r.name("a route"))
    case "setRootHidesTabBar": self = .setRootHidesTabBar(try r.string(), try r.bool())
    case "setCentreButton": self = .setCentreButton(present: try r.bool(), circle: try r.bool())
    case "activateCentreButton": self = .activateCentreButton
    case "setTabBarMinimises": self = .setTabBarMinimises(try r.bool())
    case "contentScrolled": self = .contentScrolled(by: try r.number(), atTop: try r.bool())
    case "restoreTabBar": self = .restoreTabBar
    case "toastSize": self = .toastSize(width: try r.number(), height: try r.number())
    case "finishMotion": self = .finishMotion
    case "restore": self = .restore(try ShellSnapshot(text: try r.string()))
    case "tick": self = .tick(try r.number())
    default: self = try Self.panelAction(name, &r)
    }
  }

  private static func panelAction(
    _ name: String, _ r: inout TraceText.Reader
  ) throws(ShellTextError) -> ShellAction {
    switch name {
    case "setPlayerPresent": return .setPlayerPresent(try r.bool())
    case "setPlayerViews":
      return .setPlayerViews(fullMinimumWidth: try r.number(), miniHeight: try r.optionalNumber())
    case "setArtwork":
      return .setArtwork(
        mini: try r.optional { r throws(ShellTextError) in try r.rect() },
        full: try r.optional { r throws(ShellTextError) in try r.rect() })
    case "setMiniSwipes":
      return .setMiniSwipes(
        MiniSwipes(dismisses: try r.bool(), previous: try r.bool(), next: try r.bool()))
    case "expandPlayer": return .expandPlayer(try r.name("a route"))
    case "collapsePlayer": return .collapsePlayer(try r.name("a route"))
    case "togglePlayer": return .togglePlayer(try r.name("a route"))
    case "setPaneWidth": return .setPaneWidth(try r.optionalNumber())
    case "undoDismissal": return .undoDismissal
    case "setDetents":
      return .setDetents(
        try r.list { r throws(ShellTextError) in try r.detent() }, largestUndimmed: try r.string())
    case "moveDrawer": return .moveDrawer(to: try r.string(), try r.name("a route"))
    case "stepDrawer": return .stepDrawer(up: try r.bool(), try r.name("a route"))
    case "tapDrawerBackdrop": return .tapDrawerBackdrop
    case "setPermitted": return .setPermitted(try r.name("a part"), try r.ids())
    case "bounce": return .bounce(try r.name("a part"))
    case "escape": return .escape
    case "dragBegan":
      let target = try r.target()
      let kind: PointerKind = try r.name("a pointer")
      let (x, y, time) = (try r.number(), try r.number(), try r.number())
      return .dragBegan(target, kind, x: x, y: y, scroll: try r.room(), time: time)
    case "dragMoved": return .dragMoved(x: try r.number(), y: try r.number(), time: try r.number())
    case "dragEnded": return .dragEnded(time: try r.number(), permitted: try r.ids())
    case "dragCancelled": return .dragCancelled
    case "scrolled":
      let target = try r.target()
      let device: ScrollDevice = try r.name("a device")
      let (dx, dy, time) = (try r.number(), try r.number(), try r.number())
      return .scrolled(target, device, dx: dx, dy: dy, scroll: try r.room(), time: time)
    case "scrollEnded": return .scrollEnded(time: try r.number(), permitted: try r.ids())
    case "stopFling": return .stopFling
    default: throw r.error("an action")
    }
  }
}

extension DragTarget {
  static let traceNames: [(String, DragTarget)] = [
    ("mini", .mini), ("player", .player(body: false)), ("playerBody", .player(body: true)),
    ("drawer", .drawer(body: false)), ("drawerBody", .drawer(body: true)), ("paneEdge", .paneEdge),
    ("page", .page),
  ]

  var traceName: String { Self.traceNames.first { $0.1 == self }?.0 ?? "" }
}

extension TraceText.Writer {
  mutating func rect(_ rect: ShellRect) {
    for value in [rect.x, rect.y, rect.width, rect.height] { number(value) }
  }

  mutating func room(_ room: ScrollRoom) {
    number(room.offset)
    number(room.limit)
  }

  mutating func ids(_ ids: [DetentID]?) { optional(ids) { $0.list($1) { $0.string($1) } } }

  mutating func page(_ page: PageItem) {
    string(page.id)
    bool(page.hidesTabBar)
  }

  mutating func badge(_ badge: TabBadge) {
    switch badge {
    case .none: word("none")
    case .dot: word("dot")
    case .count(let count): integer(count)
    }
  }

  mutating func tab(_ tab: TabItem) {
    string(tab.id)
    bool(tab.isVisible)
    number(tab.labelWidth)
    badge(tab.badge)
    bool(tab.rootHidesTabBar)
    list(tab.pages) { $0.page($1) }
  }

  mutating func detent(_ detent: Detent) {
    string(detent.id)
    switch detent.height {
    case .fixed(let value):
      word("fixed")
      number(value)
    case .fraction(let value):
      word("fraction")
      number(value)
    case .belowTop(let value):
      word("belowTop")
      number(value)
    }
    number(detent.backdrop)
  }
}

extension TraceText.Reader {
  mutating func optionalNumber() throws(ShellTextError) -> Double? {
    try optional { r throws(ShellTextError) in try r.number() }
  }

  mutating func rect() throws(ShellTextError) -> ShellRect {
    ShellRect(x: try number(), y: try number(), width: try number(), height: try number())
  }

  mutating func room() throws(ShellTextError) -> ScrollRoom? {
    try optional { r throws(ShellTextError) in
      ScrollRoom(offset: try r.number(), limit: try r.number())
    }
  }

  mutating func ids() throws(ShellTextError) -> [DetentID]? {
    try optional { r throws(ShellTextError) in
      try r.list { r throws(ShellTextError) in try r.string() }
    }
  }

  mutating func routes() throws(ShellTextError) -> RouteSet {
    let value = try integer()
    guard value >= 0, value <= Int(RouteSet.all.rawValue) else { throw error("a set of routes") }
    return RouteSet(rawValue: UInt8(value))
  }

  mutating func target() throws(ShellTextError) -> DragTarget {
    let name = try word()
    guard let target = DragTarget.traceNames.first(where: { $0.0 == name })?.1 else {
      throw error("what is dragged")
    }
    return target
  }

  mutating func page() throws(ShellTextError) -> PageItem {
    PageItem(try string(), hidesTabBar: try bool())
  }

  mutating func badge() throws(ShellTextError) -> TabBadge {
    switch try word() {
    case "none": return .none
    case "dot": return .dot
    case let word:
      guard let count = Int(word) else { throw error("a badge") }
      return .count(count)
    }
  }

  mutating func tab() throws(ShellTextError) -> TabItem {
    var tab = TabItem(try string())
    tab.isVisible = try bool()
    tab.labelWidth = try number()
    tab.badge = try badge()
    tab.rootHidesTabBar = try bool()
    tab.pages = try list { r throws(ShellTextError) in try r.page() }
    return tab
  }

  mutating func detent() throws(ShellTextError) -> Detent {
    let id = try string()
    let kind = try word()
    let value = try number()
    let height: Detent.Height
    switch kind {
    case "fixed": height = .fixed(value)
    case "fraction": height = .fraction(value)
    case "belowTop": height = .belowTop(value)
    default: throw error("a height")
    }
    return Detent(id, height, backdrop: try number())
  }
}
