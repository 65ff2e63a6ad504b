public import GtkBridge
public import ShellCore

// What the host gives: tabs, the player's and the drawer's views, pages, notices.

extension ShellView {
  /// Replaces the tabs. The state is told of their ids; root pages are built when first shown.
  public func setTabs(_ new: [ShellTab]) {
    for stack in stacks.values { content.remove(stack) }
    stacks = [:]
    tabs = new
    for tab in new {
      let stack = PageStack()
      stack.accessibleLabel(tab.title)
      stacks[tab.id] = stack
      content.add(stack, name: tab.id, title: tab.title)
    }
    tabBar.replaceButtons(
      new.map { tab in
        let button = TabButton(title: tab.title, icon: tab.icon)
        button.chosen = { [weak self] in self?.press(tab.id) }
        button.draggedOver = { [weak self] in
          if self?.state.selectedTab != tab.id { self?.choose(tab.id, .drag) }
        }
        button.labelChanged = { [weak self] in self?.surroundings.reportLabels() }
        return button
      })
    deliver(.setTabs(new.map { TabItem($0.id) }))
    surroundings.reportLabels()
  }

  /// Puts the tabs into this order; those that it doesn't name come behind, in theirs. Their pages stay.
  public func orderTabs(_ ids: [TabID]) {
    let wished = ids.compactMap { id in tabs.firstIndex { $0.id == id } }
    let places = wished + tabs.indices.filter { !wished.contains($0) }
    guard places != Array(tabs.indices) else { return }
    let buttons = tabBar.buttons
    tabs = places.map { tabs[$0] }
    tabBar.replaceButtons(places.map { buttons[$0] })
    deliver(.setTabs(tabs.map { tab in state.tabs.first { $0.id == tab.id } ?? TabItem(tab.id) }))
    surroundings.reportLabels()
  }

  /// A press on a tab; on a minimised bar it brings the bar back.
  private func press(_ id: TabID) {
    if layout.isTabBarMinimised { deliver(.restoreTabBar) } else { choose(id, .tap) }
  }

  /// Selects a tab if the host allows it.
  public func choose(_ id: TabID, _ route: Route) {
    deliver(.selectTab(id, allowed: hooks.shouldSelect(id), route))
  }

  /// Changes a tab's title, as another language needs.
  public func setTitle(_ title: String, tab id: TabID) {
    guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
    tabBar.buttons[index].setTitle(title)
    stacks[id]?.accessibleLabel(title)
  }

  /// Shows a count or a dot ("") on a tab, or nothing. Badges of the state (`ShellAction.setBadge`) do the same.
  public func setBadge(_ text: String?, tab id: TabID) {
    guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
    tabBar.buttons[index].setBadge(text)
  }

  /// Gives the player its two views. `background` is drawn behind the full view, over the panel's whole
  /// visible frame; the artworks are the widgets in the two views between which `travelling` moves.
  ///
  /// A full view with a button that starts `win.player::docked` or `player.collapse` has its own way to
  /// collapse; over any other the shell shows one, 44 pixels high at the leading top corner.
  public func setPlayer(
    mini view: Widget, full: Widget, background: Widget? = nil, miniArtwork: Widget? = nil,
    fullArtwork: Widget? = nil, travelling: Widget? = nil
  ) {
    mini.setChild(view)
    player.setChild(full)
    player.setBackground(background)
    player.showsCloseButton = !PanelActions.closesPlayer(full)
    self.miniArtwork = miniArtwork
    self.fullArtwork = fullArtwork
    self.travelling?.unparent()
    self.travelling = travelling
    travelling?.canTarget = false
    travelling?.accessibleHidden(true)
    travelling?.setParent(self)
    zOrder = []
    apply(layout, old: nil)
    surroundings.reportViews()
  }

  /// Names the mini player for screen readers: "Player: title by artist".
  public func describePlayer(_ text: String) {
    mini.accessibleLabel(text)
    player.accessibleLabel(text)
  }

  /// Gives the drawer its view and its name. A view with a button that starts `win.drawer::closed` or
  /// `drawer.close` has its own close button; over any other the shell shows one at the trailing top corner.
  public func setDrawer(_ view: Widget, label: String) {
    drawer.setChild(view)
    drawer.showsCloseButton = !PanelActions.closesDrawer(view)
    drawer.accessibleLabel(label)
  }

  /// Puts a page on the selected tab's stack. The shell keeps it until it is off the stack.
  public func push(_ page: Widget, as id: PageID, hidesTabBar: Bool = false) {
    guard let stack = stacks[state.selectedTab] else { return }
    stack.keep(page, as: id)
    deliver(.pushPage(PageItem(id, hidesTabBar: hidesTabBar)))
  }

  /// Shows a short notice above the bars.
  public func show(_ toast: Toast) { toasts.show(toast) }
}
