public import GtkBridge
public import ShellCore

/// The one container of the shell. It parents every part for good, allocates them at `ShellLayout`'s frames
/// and turns what happens to them into actions; it holds no state of its own but the one it shows.
///
/// A host gives it tabs and views (`ShellHost.swift`), shows it each new state (`show`) and hands it the effects (`perform`).
/// `ShellController` does both for a host without a store.
@MainActor
public final class ShellView: CustomWidget {
  public override class var cssName: String { "shell" }
  public override class var role: AccessibleRole { .group }

  /// Where actions go.
  let deliver: (ShellAction) -> Void
  /// The state shown.
  public private(set) var state: ShellState
  var layout: ShellLayout

  /// What the host answers and hears.
  public var hooks = ShellHooks()
  /// Builds a page that the state has on a stack and that was not given by `push`: a store that pushes pages by
  /// action, or a restored session.
  public var makePage: (PageID) -> Widget? = { _ in nil }
  /// The centre button was activated: modifiers held and mouse button, 1 for keys.
  public var centreActivated: (Modifiers, Int) -> Void = { _, _ in }
  /// Takes focus when the player or the drawer opens; nil takes the first widget that can.
  public var playerFocus: Widget?
  public var drawerFocus: Widget?
  /// The height that the mini view asks for, in logical pixels; nil takes the metrics', or what the view needs
  /// if that is more.
  public var miniHeight: Double? {
    didSet { surroundings.reportViews() }
  }
  /// What the notice says after the player was swiped away. It has an Undo button.
  public var dismissalNotice = tr("Player closed")

  let content = Stack()
  let tabBar = TabBar()
  let mini = MiniHost()
  let miniRevealer: Revealer
  public let centreButton: CentreButton
  let playerBackdrop = Backdrop()
  public let player = Panel()
  let paneHandle = PaneHandle()
  let drawerBackdrop = Backdrop()
  public let drawer = Panel()
  let toasts: ToastArea
  var travelling: Widget?
  var miniArtwork: Widget?
  var fullArtwork: Widget?

  var tabs: [ShellTab] = []
  var stacks: [TabID: PageStack] = [:]
  var zOrder: [ShellPart] = []
  private var isTicking = false
  private var playerIsWarm = false
  private(set) var allocated = (width: 0, height: 0)
  lazy var stats = FrameStats.ifWanted(self)
  lazy var drags = ShellDrag(self)
  private lazy var touchpad = ShellTouchpad(self)
  private lazy var keys = ShellKeys(self)
  lazy var focusKeeper = ShellFocus(self)
  lazy var surroundings = ShellSurroundings(self)
  let insets = InsetObservers()

  /// - Parameters:
  ///   - state: what to show first.
  ///   - centreIcon: a symbolic icon for the centre button; shown only if the state has the button.
  ///   - centreLabel: its name for screen readers.
  ///   - send: gets every action.
  public init(
    _ state: ShellState, centreIcon: String = "media-playback-start-symbolic", centreLabel: String = "",
    send: @escaping (ShellAction) -> Void
  ) {
    self.state = state
    deliver = send
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
    paneHandle.setParent(self)
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
    player.addCloseButton(icon: "pan-down-symbolic", label: tr("Collapse player"), atStart: true) {
      [weak self] in self?.send(.collapsePlayer(.tap))
    }
    drawer.addCloseButton(icon: "window-close-symbolic", label: tr("Close"), atStart: false) { [weak self] in
      self?.send(.moveDrawer(to: Detent.closed, .tap))
    }
    paneHandle.describe(tr("Player width"))
    paneHandle.moved = { [weak self] step in
      guard let self else { return }
      self.send(.setPaneWidth(self.layout.player.childWidth + step))
    }
    centreButton.activated = { [weak self] modifiers, button in
      self?.send(.activateCentreButton)
      self?.centreActivated(modifiers, button)
    }
    toasts.changed = { [weak self] in self?.surroundings.reportToast() }
    drags.attach()
    touchpad.attach()
    keys.attach()
    surroundings.attach()
    PanelActions.attach(to: self)
    connect(Widget.mapped) { [weak self] in self?.mapped() }
    connect(Widget.unmapped) { [weak self] in
      self?.stats?.stop()
      self?.surroundings.report()
    }
    connect(Widget.directionChanged) { [weak self] _ in self?.surroundings.report() }
  }

  // MARK: State

  /// Shows a state. Only what differs from the one before is touched.
  public func show(_ new: ShellState) {
    let old = layout
    let before = state
    state = new
    layout = ShellLayout(new)
    if new.tabs != before.tabs || new.selectedTab != before.selectedTab
      || new.pageTransition != before.pageTransition
    {
      showPages()
    }
    for (index, item) in new.tabs.enumerated()
    where index < tabBar.buttons.count
      && (index >= before.tabs.count || item.badge != before.tabs[index].badge)
    {
      tabBar.buttons[index].setBadge(item.badge.text)
    }
    centreButton.shape = new.centreButton.isCircle ? .circle : .rectangle
    if layout != old { apply(layout, old: old) }
    if before.player.isExpanded != new.player.isExpanded {
      mini.accessibleExpanded(new.player.isExpanded)
      player.accessibleExpanded(new.player.isExpanded)
    }
    if before.drawer.isOpen != new.drawer.isOpen { drawer.accessibleExpanded(new.drawer.isOpen) }
    tellProgress(before, old)
    if new.isMoving && !isTicking { startTicking() }
    // Something else may be under a pointer that has not moved: a press on it must not be lost.
    if !new.isMoving, before.isMoving || new.selectedTab != before.selectedTab { lookUnderPointer() }
  }

  private func tellProgress(_ before: ShellState, _ old: ShellLayout) {
    if before.player.motion.value != state.player.motion.value {
      hooks.progressDidChange(.player, state.player.motion.value)
    }
    let height = max(layout.height, 1)
    let progress = layout.drawer.place.isVisible ? layout.drawer.place.frame.height / height : 0
    let former = old.drawer.place.isVisible ? old.drawer.place.frame.height / max(old.height, 1) : 0
    if progress != former { hooks.progressDidChange(.drawer, progress) }
    if old.contentInset != layout.contentInset { insets.tell(layout.contentInset) }
    if old.miniClearance != layout.miniClearance { hooks.miniClearanceDidChange(Rect(layout.miniClearance)) }
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
      // GTK leaves what a stack doesn't show in the tree.
      stack.accessibleHidden(!isSelected)
    }
    content.visibleName = state.selectedTab
    for (tab, button) in zip(tabs, tabBar.buttons) { button.setSelected(tab.id == state.selectedTab) }
  }

  private func startTicking() {
    isTicking = true
    addTick { [weak self] time in
      guard let self else { return false }
      self.deliver(.tick(Double(time) / 1_000_000))
      self.isTicking = self.state.isMoving
      return self.isTicking
    }
  }

  func apply(_ new: ShellLayout, old: ShellLayout?) {
    focusKeeper.leave(old, new)
    if zOrder != new.zOrder { restack(new.zOrder) }
    miniRevealer.revealed = state.player.isPresent
    place(content, new.content)
    place(tabBar, new.tabBar)
    place(miniRevealer, new.mini)
    place(centreButton, new.centreButton)
    place(playerBackdrop, new.playerBackdrop)
    place(player, new.player.place)
    place(paneHandle, new.paneHandle)
    place(drawerBackdrop, new.drawerBackdrop)
    place(drawer, new.drawer.place)
    place(toasts, new.toasts)
    playerBackdrop.dim = new.playerDim
    drawerBackdrop.dim = new.drawerDim
    player.trapsFocus = new.playerBackdrop.isActive
    drawer.trapsFocus = new.drawerBackdrop.isActive
    player.setClass("pane", new.form == .regular)
    drawer.setClass("card", new.form == .regular)
    setClass("regular", new.form == .regular)
    setClass("short", new.isShort)
    player.arrange(Panel.Arrangement(new.player))
    drawer.arrange(Panel.Arrangement(new.drawer))
    tabBar.arrange(
      new.tabCells.map { Rect($0) }, style: TabStyle(new.tabStyle),
      iconSide: Int((state.metrics.tabIconSide * state.environment.textScale).rounded()))
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
      guard part == .player else { continue }
      paneHandle.stack(above: below, in: self)
      below = paneHandle
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
      surroundings.reportSoon()
    }
    allocated = (width, height)
    allocate(content, layout.content)
    allocate(tabBar, layout.tabBar)
    mini.arrange(Rect(layout.miniChild))
    allocate(miniRevealer, layout.mini)
    allocate(centreButton, layout.centreButton)
    allocate(playerBackdrop, layout.playerBackdrop)
    // Laid out ahead of its first opening, so that the artwork knows where to travel.
    allocate(player, layout.player.place, always: playerIsWarm)
    allocate(paneHandle, layout.paneHandle)
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
    // A part that the new size hides is still shown until the state has heard of the size.
    guard placement.isVisible || part.childVisible || always else { return }
    let frame = placement.frame
    let width = max(Int(frame.width), part.measured(.horizontal).minimum)
    let height = max(Int(frame.height), part.measured(.vertical, for: width).minimum)
    part.allocate(width: width, height: height, x: frame.x, y: frame.y)
  }

  private func mapped() {
    stats?.start()
    surroundings.changed()
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      self.playerIsWarm = true
      self.queueAllocate()
      MainLoop.whenIdle { [weak self] in self?.surroundings.reportArtwork() }
    }
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

extension TabBadge {
  /// What a badge says: "" is a dot, nil none.
  var text: String? {
    switch self {
    case .none: nil
    case .dot: ""
    case .count(let count): count > 999 ? "999+" : String(count)
    }
  }
}
