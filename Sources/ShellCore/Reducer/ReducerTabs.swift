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
    release(.page)
    tabs = new
    pageTransition = nil
    if selectedIndex == nil { selectedTab = new.first(where: \.isVisible)?.id ?? new.first?.id ?? "" }
  }

  mutating func selectTab(_ id: TabID, _ effects: inout [ShellEffect]) {
    guard let index = tabs.firstIndex(where: { $0.id == id }), tabs[index].isVisible else { return }
    finishPage(&effects)
    setTabBar(minimised: false)
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

  mutating func hoverTab(_ id: TabID?, _ allowed: Bool) {
    guard let id, allowed, routes.tabs.contains(.drag), id != selectedTab,
      tabs.contains(where: { $0.id == id && $0.isVisible })
    else {
      hover = nil
      return
    }
    if hover?.tab != id { hover = TabHover(tab: id) }
  }

  mutating func holdOverTab(_ time: Double, _ effects: inout [ShellEffect]) {
    guard let current = hover else { return }
    guard let since = current.since else {
      hover?.since = time
      return
    }
    guard time - since >= metrics.tabHoverTime else { return }
    hover = nil
    selectTab(current.tab, &effects)
  }

  /// The tab so many visible places on from the selected one, round the end: what `stepTab` selects. A host
  /// asks for it to be allowed, then sends `selectTab`.
  public func tab(steppingBy step: Int) -> TabID? {
    let visible = tabs.filter(\.isVisible)
    guard let place = visible.firstIndex(where: { $0.id == selectedTab }), visible.count > 1 else {
      return nil
    }
    let target = (place + step % visible.count) % visible.count
    return visible[target < 0 ? target + visible.count : target].id
  }

  mutating func stepTab(_ step: Int, _ effects: inout [ShellEffect]) {
    if let id = tab(steppingBy: step) { selectTab(id, &effects) }
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
    var transition = PageTransition(isPop: false, motion: Motion(0))
    move(&transition.motion, to: 1, unit: ShellGeometry(self).width)
    pageTransition = transition
  }

  mutating func pop(_ effects: inout [ShellEffect]) {
    guard let index = selectedIndex, !tabs[index].pages.isEmpty, pageTransition?.isPop != true else { return }
    release(.page)
    // A page that is still coming in turns round where it is.
    settlePage(out: true, &effects)
  }

  /// - Parameter velocity: of the page on top on its way in, px/s.
  mutating func releasePage(_ velocity: Double, _ effects: inout [ShellEffect]) {
    guard let transition = pageTransition else { return }
    let width = ShellGeometry(self).width
    let index = MotionRule.settle(
      at: transition.motion.value * width, velocity: velocity, positions: [0, width],
      flickVelocity: metrics.flickVelocity)
    let progress = transition.motion.value
    let atEnd = progress <= 0 && velocity < 0 || progress >= 1 && velocity > 0
    settlePage(out: index == 0, release: Release(pointer: velocity, moving: atEnd ? 0 : velocity), &effects)
  }

  private mutating func settlePage(out: Bool, release: Release? = nil, _ effects: inout [ShellEffect]) {
    var transition = pageTransition ?? PageTransition(isPop: out, motion: Motion(1))
    transition.isPop = out
    move(&transition.motion, to: out ? 0 : 1, release, unit: ShellGeometry(self).width)
    pageTransition = transition
    if transition.motion.isAtRest { pageRested(&effects) }
  }

  /// Ends a transition at its target.
  mutating func finishPage(_ effects: inout [ShellEffect]) {
    release(.page)
    if pageTransition != nil { pageRested(&effects) }
  }

  mutating func pageRested(_ effects: inout [ShellEffect]) {
    guard let transition = pageTransition else { return }
    pageTransition = nil
    guard transition.isPop, let index = selectedIndex, let page = tabs[index].pages.popLast() else { return }
    effects.append(.pageRemoved(tabs[index].id, page.id))
    effects.append(.focus(.content))
  }

  // MARK: The bar's own motion

  mutating func contentScrolled(by distance: Double, atTop: Bool) {
    guard tabBar.minimisesOnScroll else { return }
    let turned = (distance > 0) != (tabBar.scrolled > 0)
    tabBar.scrolled = turned ? distance : tabBar.scrolled + distance
    if atTop || tabBar.scrolled <= -metrics.scrollToRestore {
      setTabBar(minimised: false)
    } else if tabBar.scrolled >= metrics.scrollToMinimise, player.isPresent {
      setTabBar(minimised: true)
    }
  }

  mutating func setTabBar(minimised: Bool) {
    tabBar.scrolled = 0
    guard minimised != tabBar.isMinimised else { return }
    move(&tabBar.motion, to: minimised ? 1 : 0, unit: ShellGeometry(self).width)
  }
}
