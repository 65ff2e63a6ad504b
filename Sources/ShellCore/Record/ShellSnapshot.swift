/// What is kept of the shell between two sessions, as lines of text.
public struct ShellSnapshot: Equatable, Sendable {
  /// The version written; a newer one is refused.
  public static let version = 1

  /// The selected tab.
  public var selectedTab: TabID = ""
  /// Tabs that are hidden.
  public var hiddenTabs: [TabID] = []
  /// Pages above the root of each tab that has any.
  public var stacks: [Stack] = []
  /// Whether the player is expanded.
  public var isExpanded = false
  /// The width the user dragged the pane to; nil for the default.
  public var paneWidth: Double?
  /// Where the drawer rests.
  public var detent: DetentID = Detent.closed

  /// A tab's pages above its root.
  public struct Stack: Equatable, Sendable {
    /// The tab's id.
    public var tab: TabID
    /// From below.
    public var pages: [PageItem]

    public init(tab: TabID, pages: [PageItem]) {
      self.tab = tab
      self.pages = pages
    }
  }

  public init() {}

  /// Where a shell rests or goes to.
  public init(_ state: ShellState) {
    selectedTab = state.selectedTab
    hiddenTabs = state.tabs.filter { !$0.isVisible }.map(\.id)
    for tab in state.tabs {
      var pages = tab.pages
      if tab.id == state.selectedTab, state.pageTransition?.isPop == true { _ = pages.popLast() }
      if !pages.isEmpty { stacks.append(Stack(tab: tab.id, pages: pages)) }
    }
    isExpanded = state.player.isExpanded && !state.player.isLeaving
    paneWidth = state.player.paneWidth
    detent = state.drawer.detent
  }

  // MARK: Text

  /// One line for the version and one for each value.
  public var text: String {
    var lines = ["nagara-shell \(Self.version)"]
    lines.append("tab \(TraceText.quoted(selectedTab))")
    for id in hiddenTabs { lines.append("hidden \(TraceText.quoted(id))") }
    for stack in stacks {
      for page in stack.pages {
        lines.append(
          "page \(TraceText.quoted(stack.tab)) \(TraceText.quoted(page.id)) \(page.hidesTabBar)")
      }
    }
    lines.append("expanded \(isExpanded)")
    if let paneWidth { lines.append("pane \(TraceText.number(paneWidth))") }
    lines.append("drawer \(TraceText.quoted(detent))")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads what `text` wrote.
  /// - Throws: `ShellTextError` for a newer version or a line that can't be read.
  public init(text: String) throws(ShellTextError) {
    self.init()
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      var reader = TraceText.Reader(line, number)
      if number == 1 {
        try reader.expect("nagara-shell")
        let version = try reader.integer()
        guard version <= Self.version else {
          throw ShellTextError(
            code: .newerVersion, line: 1,
            message: "The saved window is of version \(version), newer than \(Self.version).")
        }
        guard version >= 1 else { throw reader.error("version") }
        continue
      }
      if line.isEmpty { continue }
      switch try reader.word() {
      case "tab": selectedTab = try reader.string()
      case "hidden": hiddenTabs.append(try reader.string())
      case "page":
        let tab = try reader.string()
        let page = PageItem(try reader.string(), hidesTabBar: try reader.bool())
        if let index = stacks.firstIndex(where: { $0.tab == tab }) {
          stacks[index].pages.append(page)
        } else {
          stacks.append(Stack(tab: tab, pages: [page]))
        }
      case "expanded": isExpanded = try reader.bool()
      case "pane": paneWidth = try reader.number()
      case "drawer": detent = try reader.string()
      default: throw reader.error("a saved value")
      }
      try reader.end()
    }
    guard number > 1 else {
      throw ShellTextError(code: .unreadable, line: 1, message: "The saved window is empty.")
    }
  }
}

extension ShellState {
  /// Restores at rest, as far as the tabs and detents still exist and the player is there.
  mutating func restore(_ snapshot: ShellSnapshot, _ effects: inout [ShellEffect]) {
    cancelDrag(&effects)
    finishPage(&effects)
    for index in tabs.indices {
      tabs[index].isVisible = !snapshot.hiddenTabs.contains(tabs[index].id)
      tabs[index].pages = snapshot.stacks.first { $0.tab == tabs[index].id }?.pages ?? []
    }
    if let tab = tabs.first(where: { $0.id == snapshot.selectedTab }), tab.isVisible, tab.id != selectedTab {
      selectedTab = tab.id
      effects.append(.didSelect(tab.id))
    }
    if let width = snapshot.paneWidth, width.isFinite { player.paneWidth = width }
    if drawer.detents.contains(where: { $0.id == snapshot.detent }) || snapshot.detent == Detent.closed {
      drawer.detent = snapshot.detent
      drawerRested(&effects)
    }
    guard player.isPresent, !player.isLeaving else { return }
    player.isOpen = snapshot.isExpanded
    playerRested(&effects)
  }
}
