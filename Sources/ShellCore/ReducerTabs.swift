// Tabs and their stacks of pages.

extension ShellState {
  /// The selected tab's place in `tabs`.
  var selectedIndex: Int? { tabs.firstIndex { $0.id == selectedTab } }

  /// How many pages the selected tab's stack has, the root included, once what is under way is done.
  public var depth: Int {
    guard let index = selectedIndex else { return 1 }
    return tabs[index].depth - (pageTransition?.isPop == true ? 1 : 0)
  }

  mutating func setTabs(_ new: [TabItem]) {
    tabs = new
    pageTransition = nil
    if selectedIndex == nil { selectedTab = new.first(where: \.isVisible)?.id ?? new.first?.id ?? "" }
  }

  mutating func selectTab(_ id: TabID, _ effects: inout [ShellEffect]) {
    guard let index = tabs.firstIndex(where: { $0.id == id }), tabs[index].isVisible else { return }
    finishPage(&effects)
    if id != selectedTab {
      selectedTab = id
      effects.append(.didSelect(id))
    } else if tabs[index].pages.isEmpty {
      effects.append(.scrollToTop(id))
    } else {
      // The page on top moves out; those between are gone at once.
      let removed = tabs[index].pages.dropLast()
      let last = tabs[index].pages[tabs[index].pages.count - 1]
      for page in removed.reversed() { effects.append(.pageRemoved(id, page.id)) }
      tabs[index].pages = [last]
      pop(&effects)
    }
  }

  mutating func stepTab(_ step: Int, _ effects: inout [ShellEffect]) {
    let visible = tabs.filter(\.isVisible)
    guard let place = visible.firstIndex(where: { $0.id == selectedTab }), visible.count > 1 else { return }
    let target = (place + step) % visible.count
    selectTab(visible[target < 0 ? target + visible.count : target].id, &effects)
  }

  mutating func setTab(_ id: TabID, visible: Bool, _ effects: inout [ShellEffect]) {
    guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
    tabs[index].isVisible = visible
    guard !visible, id == selectedTab, let next = tabs.first(where: \.isVisible) else { return }
    finishPage(&effects)
    selectedTab = next.id
    effects.append(.didSelect(next.id))
  }

  mutating func push(_ page: PageItem, _ effects: inout [ShellEffect]) {
    finishPage(&effects)
    guard let index = selectedIndex, !tabs[index].pages.contains(where: { $0.id == page.id }) else { return }
    tabs[index].pages.append(page)
    effects.append(.focus(.content))
    guard animates else { return }
    var motion = Motion(0)
    springPage(&motion, to: 1)
    pageTransition = PageTransition(isPop: false, motion: motion)
  }

  mutating func pop(_ effects: inout [ShellEffect]) {
    guard let index = selectedIndex, !tabs[index].pages.isEmpty, pageTransition?.isPop != true else { return }
    // A page that is still coming in turns round where it is.
    var motion = pageTransition?.motion ?? Motion(1)
    if animates {
      springPage(&motion, to: 0)
      pageTransition = PageTransition(isPop: true, motion: motion)
    } else {
      pageTransition = PageTransition(isPop: true, motion: Motion(0))
      pageRested(&effects)
    }
  }

  private func springPage(_ motion: inout Motion, to target: Double) {
    motion.spring(
      to: target, response: metrics.springResponse, dampingRatio: metrics.springDamping,
      unit: max(environment.width, 1))
  }

  /// Ends a transition at its target.
  mutating func finishPage(_ effects: inout [ShellEffect]) {
    if pageTransition != nil { pageRested(&effects) }
  }

  mutating func pageRested(_ effects: inout [ShellEffect]) {
    guard let transition = pageTransition else { return }
    pageTransition = nil
    guard transition.isPop, let index = selectedIndex, let page = tabs[index].pages.popLast() else { return }
    effects.append(.pageRemoved(tabs[index].id, page.id))
    effects.append(.focus(.content))
  }
}
