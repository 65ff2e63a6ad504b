/// The two forms of the shell.
public enum ShellForm: String, Sendable { case compact, regular }

/// How a tab's icon and title stand to each other.
public enum TabLabelStyle: Equatable, Sendable { case iconBesideTitle, iconAboveTitle, iconAlone }

/// The parts that overlap each other.
public enum ShellPart: Equatable, Sendable, CaseIterable {
  case content, drawer, tabBar, mini, centreButton, playerBackdrop, player, artwork, drawerBackdrop, toasts
}

/// Where a part is and how it takes input.
public struct Placement: Equatable, Sendable {
  public var frame = ShellRect()
  /// 0 to 1.
  public var opacity = 1.0
  public var isVisible = true
  /// Takes pointer, focus and assistive technology; a covered or leaving part does not.
  public var isActive = true

  public init(
    _ frame: ShellRect = ShellRect(), opacity: Double = 1, isVisible: Bool = true, isActive: Bool = true
  ) {
    self.frame = frame
    self.opacity = opacity
    self.isVisible = isVisible && !frame.isEmpty
    self.isActive = isActive && self.isVisible
  }
}

/// A moving panel: the visible frame, and a child of constant size inside.
public struct PanelPlacement: Equatable, Sendable {
  public var place = Placement()
  public var childWidth = 0.0
  public var childHeight = 0.0
  public var topRadius = 0.0
  public var bottomRadius = 0.0
  /// The area that takes a press, in the panel's coordinates.
  public var grabber = ShellRect()
  /// Strength of the shadow, 0 to 1.
  public var shadow = 0.0

  public init() {}
}

/// Every frame of the shell, a function of the state alone. The host allocates and does no arithmetic.
public struct ShellLayout: Equatable, Sendable {
  public private(set) var form: ShellForm
  public private(set) var isShort: Bool
  /// The sheet leaves a part of the window uncovered above it by its own maximum height.
  public private(set) var isSemiModal: Bool
  /// The window's content, never below the shell's minimum.
  public private(set) var width: Double
  public private(set) var height: Double

  public private(set) var content = Placement()
  /// What floats over the lower end of the content, in pixels.
  public private(set) var contentInset = 0.0
  /// How far the page on top is in, 1 at rest.
  public private(set) var pageProgress = 1.0

  public private(set) var tabBar = Placement()
  public private(set) var tabStyle = TabLabelStyle.iconAboveTitle
  /// A cell for each tab, in the bar's coordinates; empty for a hidden tab.
  public private(set) var tabCells: [ShellRect] = []
  public private(set) var centreButton = Placement()

  public private(set) var mini = Placement()
  /// The mini view's constant size, at the top leading corner of its frame.
  public private(set) var miniChildHeight = 0.0

  public private(set) var player = PanelPlacement()
  public private(set) var playerBackdrop = Placement()
  public private(set) var playerDim = 0.0
  /// The travelling artwork; not visible at rest.
  public private(set) var artwork = Placement(isVisible: false)

  public private(set) var drawer = PanelPlacement()
  public private(set) var drawerBackdrop = Placement()
  public private(set) var drawerDim = 0.0

  public private(set) var toasts = Placement()

  /// From below.
  public var zOrder: [ShellPart] {
    form == .regular
      ? [
        .content, .drawer, .tabBar, .mini, .centreButton, .playerBackdrop, .player, .artwork, .drawerBackdrop,
        .toasts,
      ]
      : [
        .content, .tabBar, .mini, .centreButton, .playerBackdrop, .player, .artwork, .drawerBackdrop, .drawer,
        .toasts,
      ]
  }

  public init(_ state: ShellState) {
    let g = ShellGeometry(state)
    form = g.isRegular ? .regular : .compact
    isShort = g.isShort
    isSemiModal = g.isSemiModal
    width = g.width
    height = g.height
    layOutBars(g)
    layOutPlayer(g)
    layOutDrawer(g)
    layOutContent(g)
    if state.environment.rightToLeft { mirror() }
  }

  // MARK: Bars

  private mutating func layOutBars(_ g: ShellGeometry) {
    let covered = isCovered(g)
    let barRight = g.sharesRow ? g.rowSplit : g.width
    let barBottom = g.barTop + g.rowHeight
    tabBar = Placement(
      ShellRect(left: 0, top: g.barTop, right: barRight, bottom: barBottom).rounded,
      isVisible: g.barHeight > 0 && g.barShown > 0, isActive: !covered && g.barShown >= 1)
    layOutTabs(g)
    if g.state.centreButton.isPresent {
      let centre = barRight / 2
      let top = g.barTop - g.centreRise
      centreButton = Placement(
        ShellRect(
          x: (centre - g.centreDiameter / 2).rounded(), y: top.rounded(), width: g.centreDiameter,
          height: g.centreDiameter),
        isVisible: g.barShown > 0, isActive: !covered && g.barShown >= 1)
    } else {
      centreButton = Placement(isVisible: false)
    }
    let player = g.state.player
    let left = g.sharesRow ? g.rowSplit : 0
    let progress = player.motion.value
    mini = Placement(
      ShellRect(left: left, top: g.miniTop, right: g.width, bottom: g.sharesRow ? g.height : g.barTop)
        .rounded,
      opacity: 1 - clamp(progress / (g.state.metrics.crossfadeEnd * 0.6), 0, 1),
      isVisible: player.isPresent && !(g.isRegular && player.paneReserved && player.motion.isAtRest),
      isActive: player.isPresent && !player.isExpanded && !covered)
    miniChildHeight = g.sharesRow ? g.rowHeight : g.miniHeight
  }

  private mutating func layOutTabs(_ g: ShellGeometry) {
    let m = g.state.metrics
    let tabs = g.state.tabs
    let visible = tabs.filter(\.isVisible)
    guard !visible.isEmpty else {
      tabCells = tabs.map { _ in ShellRect() }
      return
    }
    let barWidth = tabBar.frame.width
    let left = g.state.centreButton.isPresent ? (visible.count + 1) / 2 : visible.count
    let gap = g.state.centreButton.isPresent ? g.centreDiameter + m.centreClearance : 0
    let half = g.state.centreButton.isPresent ? max(0, (barWidth - gap) / 2) : barWidth
    let right = visible.count - left
    var index = 0
    tabCells = tabs.map { tab in
      guard tab.isVisible else { return ShellRect() }
      defer { index += 1 }
      let onLeft = index < left
      let cell = half / Double(max(onLeft ? left : right, 1))
      let x = onLeft ? cell * Double(index) : half + gap + cell * Double(index - left)
      return ShellRect(x: x, y: 0, width: cell, height: tabBar.frame.height).rounded
    }
    let narrowest = tabCells.lazy.filter { $0.width > 0 }.map(\.width).min() ?? 0
    let widest = visible.map(\.labelWidth).max() ?? 0
    if m.tabIconSide + m.tabTitleGap + widest + m.tabPadding <= narrowest {
      tabStyle = .iconBesideTitle
    } else if widest + 4 <= narrowest {
      tabStyle = .iconAboveTitle
    } else {
      tabStyle = .iconAlone
    }
  }

  // MARK: Player

  private mutating func layOutPlayer(_ g: ShellGeometry) {
    let m = g.state.metrics
    let part = g.state.player
    let progress = part.motion.value
    let top = g.playerTop
    let left = g.isRegular ? g.width - g.paneWidth : 0
    let frame = ShellRect(left: left, top: min(top, g.height), right: g.width, bottom: g.height).rounded
    let shown = part.isPresent && (progress > 0 || !part.motion.isAtRest)
    let belowDrawer = !g.isRegular && g.state.drawer.isOpen && dims(g, g.state.drawer.detent)
    player.place = Placement(
      frame, opacity: clamp(progress / m.crossfadeEnd, 0, 1), isVisible: shown,
      isActive: part.isExpanded && !belowDrawer)
    player.childWidth = frame.width
    player.childHeight = (g.isRegular ? g.height : g.sheetHeight).rounded()
    player.topRadius = g.isRegular ? 0 : m.sheetRadius
    player.shadow = g.isRegular ? 0 : clamp(progress, 0, 1)
    player.grabber = grabber(m, frame.width)
    playerDim = g.isRegular || !shown ? 0 : m.sheetBackdrop * clamp(progress, 0, 1)
    playerBackdrop = Placement(
      ShellRect(width: g.width, height: g.height), isVisible: playerDim > 0,
      isActive: part.isExpanded && !belowDrawer)
    guard shown, !part.motion.isAtRest, let from = part.miniArtwork, let to = part.fullArtwork else { return }
    let t = clamp(progress, 0, 1)
    let x = mix(mini.frame.x + from.x, frame.x + to.x, t)
    let y = mix(mini.frame.y + from.y, frame.y + to.y, t)
    artwork = Placement(
      ShellRect(x: x, y: y, width: mix(from.width, to.width, t), height: mix(from.height, to.height, t))
        .rounded,
      isActive: false)
  }

  private func grabber(_ m: ShellMetrics, _ width: Double) -> ShellRect {
    let area = min(120, width)
    return ShellRect(x: ((width - area) / 2).rounded(), y: 0, width: area, height: m.grabberArea)
  }

  // MARK: Drawer

  private mutating func layOutDrawer(_ g: ShellGeometry) {
    let m = g.state.metrics
    let part = g.state.drawer
    guard let highest = g.extents.last else {
      drawer.place = Placement(isVisible: false)
      drawerBackdrop = Placement(isVisible: false)
      return
    }
    let extent = g.drawerExtent
    let shown = part.isOpen || !part.motion.isAtRest
    let top = g.drawerBottom - extent
    if g.isRegular {
      let cardWidth = min(m.cardWidth, g.width - 2 * m.cardMargin)
      // Until its first detent the card slides out from behind the bar; from there on it grows.
      let bottom = max(g.drawerBottom, top + g.extents[0])
      let frame = ShellRect(left: m.cardMargin, top: top, right: m.cardMargin + cardWidth, bottom: bottom)
        .rounded
      drawer.place = Placement(frame, isVisible: shown, isActive: part.isOpen)
      drawer.bottomRadius = m.drawerRadius
    } else {
      let bottom = g.height - g.drawerBase * (1 - g.dimming(at: extent))
      drawer.place = Placement(
        ShellRect(left: 0, top: top, right: g.width, bottom: bottom).rounded, isVisible: shown,
        isActive: part.isOpen)
    }
    drawer.childWidth = drawer.place.frame.width
    // At rest the content fits what is seen; while it moves it keeps the size of the highest detent.
    let visible = drawer.place.frame.height
    drawer.childHeight = part.motion.isAtRest && shown ? visible : max(highest, visible).rounded()
    drawer.topRadius = m.drawerRadius
    drawer.grabber = grabber(m, drawer.childWidth)
    drawer.shadow = shown ? 1 : 0
    drawerDim = shown ? g.backdrop(at: extent) : 0
    drawerBackdrop = Placement(
      ShellRect(width: g.width, height: g.height), isVisible: drawerDim > 0,
      isActive: part.isOpen && dims(g, part.detent))
  }

  /// Whether a detent blocks what is behind the drawer.
  private func dims(_ g: ShellGeometry, _ id: DetentID) -> Bool {
    guard !g.isRegular, let index = g.state.drawer.detents.firstIndex(where: { $0.id == id }) else {
      return false
    }
    return index > g.undimmedIndex
  }

  /// Whether a modal part covers content and bars.
  private func isCovered(_ g: ShellGeometry) -> Bool {
    (!g.isRegular && g.state.player.isExpanded) || dims(g, g.state.drawer.detent)
  }

  // MARK: Content

  private mutating func layOutContent(_ g: ShellGeometry) {
    let part = g.state.player
    let right = g.isRegular && part.isPresent && part.paneReserved ? g.width - g.paneWidth : g.width
    content = Placement(
      ShellRect(left: 0, top: 0, right: right, bottom: g.dockTop).rounded, isActive: !isCovered(g))
    pageProgress = g.state.pageTransition?.motion.value ?? 1
    if !g.isRegular, g.state.drawer.isOpen, !dims(g, g.state.drawer.detent) {
      contentInset = max(0, g.extent(of: g.state.drawer.detent) - (g.height - g.dockTop)).rounded()
    }
    let toastWidth = min(g.state.toastWidth, right - 24)
    let bottom = g.dockTop - 12
    toasts = Placement(
      ShellRect(
        x: ((right - toastWidth) / 2).rounded(), y: max(0, bottom - g.state.toastHeight).rounded(),
        width: max(0, toastWidth),
        height: g.state.toastHeight.rounded()))
  }

  // MARK: Right to left

  /// The left-to-right layout, rounded, then x' = W − x − w.
  private mutating func mirror() {
    let barWidth = tabBar.frame.width
    for index in tabCells.indices where tabCells[index].width > 0 {
      tabCells[index].x = barWidth - tabCells[index].maxX
    }
    func flip(_ placement: inout Placement) { placement.frame.x = width - placement.frame.maxX }
    flip(&content)
    flip(&tabBar)
    flip(&centreButton)
    flip(&mini)
    flip(&player.place)
    flip(&playerBackdrop)
    flip(&artwork)
    flip(&drawer.place)
    flip(&drawerBackdrop)
    flip(&toasts)
  }
}
