public import GtkBridge
public import ShellCore

/// The one container of the shell. It parents every part for good, allocates them at `ShellLayout`'s frames
/// and turns what happens to them into actions; it holds no state of its own but the one it shows.
///
/// A host gives it tabs and views, shows it each new state (`show`) and hands it the effects (`perform`).
@MainActor
public final class ShellView: CustomWidget {
  public override class var cssName: String { "shell" }
  public override class var role: AccessibleRole { .group }

  /// Where actions go.
  let send: (ShellAction) -> Void
  /// The state shown.
  public private(set) var state: ShellState
  var layout: ShellLayout

  /// The host may refuse a tab before anything changes.
  public var shouldSelect: (TabID) -> Bool = { _ in true }
  /// The host may refuse a rest position of the player ("docked", "expanded") or the drawer.
  public var shouldSettle: (ShellEffect.Part, DetentID) -> Bool = { _, _ in true }
  /// Builds a page that the state has on a stack and that was not given by `push`: a store that pushes pages by
  /// action, or a restored session.
  public var makePage: (PageID) -> Widget? = { _ in nil }
  /// The centre button was activated: modifiers held and mouse button, 1 for keys.
  public var centreActivated: (Modifiers, Int) -> Void = { _, _ in }
  /// Takes focus when the player or the drawer opens; nil takes the first widget that can.
  public var playerFocus: Widget?
  public var drawerFocus: Widget?

  let content = Stack()
  let tabBar = TabBar()
  let mini = MiniHost()
  private let miniRevealer: Revealer
  public let centreButton: CentreButton
  let playerBackdrop = Backdrop()
  public let player = Panel()
  let drawerBackdrop = Backdrop()
  public let drawer = Panel()
  let toasts: ToastArea
  private var travelling: Widget?
  private var miniArtwork: Widget?
  private var fullArtwork: Widget?

  private(set) var tabs: [ShellTab] = []
  private var stacks: [TabID: PageStack] = [:]
  private var zOrder: [ShellPart] = []
  private var isTicking = false
  private var playerIsWarm = false
  private var focusBefore: WeakObject?
  private var observers: [Connection] = []
  private var allocated = (width: 0, height: 0)
  private var reporting: SourceToken?
  private lazy var stats = FrameStats.ifWanted(self)
  lazy var drags = ShellDrag(self)
  lazy var keys = ShellKeys(self)

  /// - Parameters:
  ///   - state: what to show first.
  ///   - centreIcon: a symbolic icon for the centre button; shown only if the state has the button.
  ///   - send: gets every action.
  public init(
    _ state: ShellState, centreIcon: String = "media-playback-start-symbolic", centreLabel: String = "",
    send: @escaping (ShellAction) -> Void
  ) {
    self.state = state
    self.send = send
    layout = ShellLayout(state)
    miniRevealer = Revealer(mini)
    centreButton = CentreButton(icon: centreIcon, label: centreLabel)
    toasts = ToastArea(closeLabel: tr("Close"))
    super.init()
    ShellStyle.install()
    clipsOverflow = true
    player.addClass("player-panel")
    drawer.addClass("drawer-panel")
    for part in ShellPart.allCases { widget(of: part)?.setParent(self) }
    wire()
    apply(layout, old: nil)
  }

  private func widget(of part: ShellPart) -> Widget? {
    switch part {
    case .content: content
    case .drawer: drawer
    case .tabBar: tabBar
    case .mini: miniRevealer
    case .centreButton: centreButton
    case .playerBackdrop: playerBackdrop
    case .player: player
    case .artwork: travelling
    case .drawerBackdrop: drawerBackdrop
    case .toasts: toasts
    }
  }

  private func wire() {
    tabBar.accessibleLabel(tr("Tabs"))
    mini.tapped = { [weak self] in self?.send(.expandPlayer(.tap)) }
    playerBackdrop.clicked = { [weak self] in self?.send(.collapsePlayer(.tap)) }
    drawerBackdrop.clicked = { [weak self] in self?.send(.tapDrawerBackdrop) }
    player.grabber.toggle = { [weak self] in self?.send(.togglePlayer(.tap)) }
    drawer.grabber.toggle = { [weak self] in self?.send(.stepDrawer(up: true, .tap)) }
    player.grabber.describe(tr("Collapse player"))
    drawer.grabber.describe(tr("Resize drawer"))
    centreButton.activated = { [weak self] modifiers, button in
      self?.send(.activateCentreButton)
      self?.centreActivated(modifiers, button)
    }
    toasts.changed = { [weak self] in self?.reportToast() }
    drags.attach()
    keys.attach()
    connect(Widget.mapped) { [weak self] in self?.mapped() }
    connect(Widget.unmapped) { [weak self] in
      self?.stats?.stop()
      self?.reportEnvironment()
    }
    connect(Widget.directionChanged) { [weak self] _ in self?.reportEnvironment() }
    guard let settings = GtkSettings.standard else { return }
    observers = [GtkSettings.animationsChanged, GtkSettings.resolutionChanged, GtkSettings.fontChanged].map {
      settings.observe($0) { [weak self] in self?.surroundingsChanged() }
    }
  }

  // MARK: What the host gives

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
        button.chosen = { [weak self] in self?.choose(tab.id, .tap) }
        return button
      })
    send(.setTabs(new.map { TabItem($0.id) }))
  }

  /// Selects a tab if the host allows it.
  public func choose(_ id: TabID, _ route: Route) {
    send(.selectTab(id, allowed: shouldSelect(id), route))
  }

  /// Shows a count or a dot ("") on a tab, or nothing.
  public func setBadge(_ text: String?, tab id: TabID) {
    guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
    tabBar.buttons[index].setBadge(text)
  }

  /// Gives the player its two views. `background` is drawn behind the full view, over the panel's whole
  /// visible frame; the artworks are the widgets in the two views between which `travelling` moves.
  public func setPlayer(
    mini view: Widget, full: Widget, background: Widget? = nil, miniArtwork: Widget? = nil,
    fullArtwork: Widget? = nil, travelling: Widget? = nil
  ) {
    mini.setChild(view)
    player.setChild(full)
    player.setBackground(background)
    self.miniArtwork = miniArtwork
    self.fullArtwork = fullArtwork
    self.travelling?.unparent()
    self.travelling = travelling
    travelling?.canTarget = false
    travelling?.accessibleHidden(true)
    travelling?.setParent(self)
    zOrder = []
    apply(layout, old: nil)
  }

  /// Names the mini player for screen readers: "Player: title by artist".
  public func describePlayer(_ text: String) { mini.accessibleLabel(text) }

  /// Gives the drawer its view and its name.
  public func setDrawer(_ view: Widget, label: String) {
    drawer.setChild(view)
    drawer.accessibleLabel(label)
  }

  /// Puts a page on the selected tab's stack. The shell keeps it until it is off the stack.
  public func push(_ page: Widget, as id: PageID, hidesTabBar: Bool = false) {
    guard let stack = stacks[state.selectedTab] else { return }
    stack.keep(page, as: id)
    send(.pushPage(PageItem(id, hidesTabBar: hidesTabBar)))
  }

  /// Shows a short notice above the bars.
  public func show(_ toast: Toast) { toasts.show(toast) }

  // MARK: State

  /// Shows a state. Only what differs from the one before is touched.
  public func show(_ new: ShellState) {
    let old = layout
    let wasExpanded = state.player.isExpanded
    let tabChanged = new.selectedTab != state.selectedTab
    let tabsChanged = new.tabs != state.tabs || new.pageTransition != state.pageTransition
    state = new
    layout = ShellLayout(new)
    if tabsChanged || tabChanged { showPages() }
    centreButton.shape = new.centreButton.isCircle ? .circle : .rectangle
    if layout != old { apply(layout, old: old) }
    if wasExpanded != new.player.isExpanded { mini.accessibleExpanded(new.player.isExpanded) }
    if new.isMoving && !isTicking { startTicking() }
  }

  private func showPages() {
    for item in state.tabs {
      guard let stack = stacks[item.id] else { continue }
      let isSelected = item.id == state.selectedTab
      if isSelected, !stack.hasRoot, let tab = tabs.first(where: { $0.id == item.id }) {
        stack.setRoot(tab.makeRoot())
      }
      for page in item.pages where !stack.has(page.id) {
        if let widget = makePage(page.id) { stack.keep(widget, as: page.id) }
      }
      stack.show(item.pages.map(\.id), progress: isSelected ? layout.pageProgress : 1)
    }
    content.visibleName = state.selectedTab
    for (tab, button) in zip(tabs, tabBar.buttons) { button.setSelected(tab.id == state.selectedTab) }
  }

  private func startTicking() {
    isTicking = true
    addTick { [weak self] time in
      guard let self else { return false }
      self.send(.tick(Double(time) / 1_000_000))
      self.isTicking = self.state.isMoving
      return self.isTicking
    }
  }

  private func apply(_ new: ShellLayout, old: ShellLayout?) {
    rememberFocus(old, new)
    if zOrder != new.zOrder { restack(new.zOrder) }
    miniRevealer.revealed = state.player.isPresent
    place(content, new.content)
    place(tabBar, new.tabBar)
    place(miniRevealer, new.mini)
    place(centreButton, new.centreButton)
    place(playerBackdrop, new.playerBackdrop)
    place(player, new.player.place)
    place(drawerBackdrop, new.drawerBackdrop)
    place(drawer, new.drawer.place)
    place(toasts, new.toasts)
    playerBackdrop.dim = new.playerDim
    drawerBackdrop.dim = new.drawerDim
    player.setClass("pane", new.form == .regular)
    drawer.setClass("card", new.form == .regular)
    setClass("regular", new.form == .regular)
    setClass("short", new.isShort)
    player.arrange(Panel.Arrangement(new.player))
    drawer.arrange(Panel.Arrangement(new.drawer))
    tabBar.arrange(new.tabCells.map { Rect($0) }, style: TabStyle(new.tabStyle))
    showArtwork(new.artwork)
    if state.pageTransition != nil { stacks[state.selectedTab]?.show(pageIDs, progress: new.pageProgress) }
    queueAllocate()
  }

  private var pageIDs: [PageID] {
    state.tabs.first { $0.id == state.selectedTab }?.pages.map(\.id) ?? []
  }

  /// The artworks in both views step aside while the shared one travels between them.
  private func showArtwork(_ place: Placement) {
    guard let travelling else { return }
    let travels = place.isVisible
    travelling.childVisible = travels
    for artwork in [miniArtwork, fullArtwork] {
      let opacity = travels ? 0.0 : 1.0
      if let artwork, artwork.opacity != opacity { artwork.opacity = opacity }
    }
  }

  private func place(_ part: Widget, _ placement: Placement) {
    part.childVisible = placement.isVisible
    if part.opacity != placement.opacity { part.opacity = placement.opacity }
    if part.canTarget != placement.isActive { part.canTarget = placement.isActive }
    if part.canFocus != placement.isActive {
      part.canFocus = placement.isActive
      part.accessibleHidden(!placement.isActive)
    }
  }

  private func restack(_ order: [ShellPart]) {
    zOrder = order
    var below: Widget?
    for part in order {
      guard let widget = widget(of: part) else { continue }
      widget.stack(above: below, in: self)
      below = widget
    }
  }

  // MARK: Allocation

  public override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    orientation == .horizontal
      ? (Int(state.metrics.minimumWidth), 960) : (Int(state.metrics.minimumHeight), 700)
  }

  public override func sizeAllocate(width: Int, height: Int) {
    // The state learns of a new size right after this frame (it must not change in here); until then the
    // layout, a function of size and state, is asked what it will be.
    var layout = self.layout
    if width != Int(state.environment.width) || height != Int(state.environment.height) {
      var resized = state
      resized.environment.width = Double(width)
      resized.environment.height = Double(height)
      layout = ShellLayout(resized)
      player.arrangeNow(Panel.Arrangement(layout.player))
      drawer.arrangeNow(Panel.Arrangement(layout.drawer))
      tabBar.arrangeNow(layout.tabCells.map { Rect($0) })
      reportEnvironmentSoon()
    }
    allocated = (width, height)
    allocate(content, layout.content)
    allocate(tabBar, layout.tabBar)
    let inner = layout.miniChild
    mini.arrange(width: Int(inner.width), height: Int(inner.height), x: inner.x, y: inner.y)
    allocate(miniRevealer, layout.mini)
    allocate(centreButton, layout.centreButton)
    allocate(playerBackdrop, layout.playerBackdrop)
    // Laid out ahead of its first opening, so that the artwork knows where to travel.
    allocate(player, layout.player.place, always: playerIsWarm)
    allocate(drawerBackdrop, layout.drawerBackdrop)
    allocate(drawer, layout.drawer.place)
    allocate(toasts, layout.toasts)
    if let travelling, let full = state.player.fullArtwork, full.width > 0 {
      let frame = layout.artwork.frame
      travelling.allocate(
        width: max(Int(full.width), travelling.measured(.horizontal).minimum),
        height: max(Int(full.height), travelling.measured(.vertical, for: Int(full.width)).minimum),
        x: frame.x,
        y: frame.y, scale: max(frame.width / full.width, 0.01))
    }
  }

  private func allocate(_ part: Widget, _ placement: Placement, always: Bool = false) {
    guard placement.isVisible || always else { return }
    let frame = placement.frame
    let width = max(Int(frame.width), part.measured(.horizontal).minimum)
    let height = max(Int(frame.height), part.measured(.vertical, for: width).minimum)
    part.allocate(width: width, height: height, x: frame.x, y: frame.y)
  }

  // MARK: Surroundings

  private func mapped() {
    stats?.start()
    surroundingsChanged()
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      self.playerIsWarm = true
      self.queueAllocate()
      MainLoop.whenIdle { [weak self] in self?.reportArtwork() }
    }
  }

  private func surroundingsChanged() {
    reportEnvironment()
    let widths = tabBar.buttons.map { Double($0.labelWidth) }
    if widths != state.tabs.map(\.labelWidth) { send(.labelWidths(widths)) }
  }

  private func reportEnvironmentSoon() {
    guard reporting == nil else { return }
    reporting = MainLoop.after(milliseconds: 0) { [weak self] in
      self?.reporting = nil
      self?.reportEnvironment()
      self?.reportArtwork()
    }
  }

  /// Tells the state of the window's size, the text's size, the direction and the animation setting.
  func reportEnvironment() {
    var environment = state.environment
    if allocated.width > 0 {
      environment.width = Double(allocated.width)
      environment.height = Double(allocated.height)
    }
    environment.rightToLeft = isRightToLeft
    environment.mapped = isMapped
    if let settings = GtkSettings.standard {
      environment.textScale = settings.textScale
      environment.animations = settings.animationsEnabled
    }
    if environment != state.environment { send(.environment(environment)) }
  }

  /// Tells the state where the artwork is in the mini and in the full view.
  func reportArtwork() {
    guard state.player.motion.isAtRest, let miniArtwork, let fullArtwork, let full = player.child else {
      return
    }
    let from = miniArtwork.bounds(in: mini).map { ShellRect($0) }
    let to = fullArtwork.bounds(in: full).map { ShellRect($0) }
    guard let from, let to, from.width > 0, to.width > 0 else { return }
    if from != state.player.miniArtwork || to != state.player.fullArtwork {
      send(.setArtwork(mini: from, full: to))
    }
  }

  private func reportToast() {
    let size = toasts.size(within: max(allocated.width - 24, 100))
    send(.toastSize(width: Double(size.width), height: Double(size.height)))
  }

  // MARK: Effects

  /// Does what an effect asks of the widgets. The host sees every effect too.
  public func perform(_ effect: ShellEffect) {
    switch effect {
    case .focus(let part): moveFocus(to: part)
    case .scrollToTop(let id): tabs.first { $0.id == id }?.scrollToTop()
    case .pageRemoved(let tab, let page): stacks[tab]?.drop(page)
    case .scroll(let offset): drags.scroll(to: offset)
    case .didSettle: reportArtwork()
    case .willSettle, .didSelect, .centreActivated, .skip, .playerDismissed, .dismissalUndone: break
    }
  }

  /// Focus that sits in a part about to be covered is remembered, before it is taken away.
  private func rememberFocus(_ old: ShellLayout?, _ new: ShellLayout) {
    guard let old, old.content.isActive, !new.content.isActive, let focus = root?.focus,
      content.isAncestor(of: focus) || mini.isSame(as: focus) || mini.isAncestor(of: focus)
    else { return }
    focusBefore = WeakObject(focus)
  }

  private func moveFocus(to part: ShellEffect.Part) {
    switch part {
    case .player: focus(playerFocus, in: player)
    case .drawer: focus(drawerFocus, in: drawer)
    case .content:
      if let before = focusBefore?.object {
        focusBefore = nil
        let widget = Widget(existing: before.pointer())
        if widget.isMapped, widget.grabFocus() { return }
      }
      if let focus = root?.focus, content.isAncestor(of: focus), focus.isMapped { return }
      if root?.focus != nil || layout.content.isActive { _ = stacks[state.selectedTab]?.top?.focusFirst() }
    }
  }

  private func focus(_ wished: Widget?, in panel: Panel) {
    // A panel that has just become visible is mapped with the next frame.
    if let wished, wished.grabFocus() { return }
    _ = panel.child?.focusFirst()
  }
}

extension Panel.Arrangement {
  init(_ placement: PanelPlacement) {
    self.init(
      childWidth: Int(placement.childWidth), childHeight: Int(placement.childHeight),
      topRadius: placement.topRadius,
      bottomRadius: placement.bottomRadius, shadow: placement.shadow, grabber: Rect(placement.grabber))
  }
}

extension TabStyle {
  init(_ style: TabLabelStyle) {
    switch style {
    case .iconBesideTitle: self = .iconBesideTitle
    case .iconAboveTitle: self = .iconAboveTitle
    case .iconAlone: self = .iconAlone
    }
  }
}
