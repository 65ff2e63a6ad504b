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
  /// In the shell's coordinates, on whole pixels.
  public var frame = ShellRect()
  /// 0 to 1.
  public var opacity = 1.0
  /// Whether anything of it is seen.
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
  /// The visible frame.
  public var place = Placement()
  /// The child's size, constant while the panel moves; it stands at the frame's top.
  public var childWidth = 0.0
  public var childHeight = 0.0
  /// Corner radii of the frame.
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
  /// Compact or regular, by the width.
  public private(set) var form: ShellForm
  /// The window is low.
  public private(set) var isShort: Bool
  /// The sheet leaves a part of the window uncovered above it by its own maximum height.
  public private(set) var isSemiModal: Bool
  /// The window's content, never below the shell's minimum.
  public private(set) var width: Double
  public private(set) var height: Double

  /// The pages' frame: it ends where the bars begin.
  public private(set) var content = Placement()
  /// What floats over the lower end of the content, in pixels.
  public private(set) var contentInset = 0.0
  /// How far the page on top is in, 1 at rest.
  public private(set) var pageProgress = 1.0
  /// Where the page on top is in the content's coordinates, and the one below it while a page moves (else
  /// empty). Each has the height that it has at rest, with or without the tab bar, so that none is measured on
  /// its way.
  public private(set) var topPage = ShellRect()
  public private(set) var pageBelow = ShellRect()

  /// The tab bar; it slides out of the window whole.
  public private(set) var tabBar = Placement()
  /// How icon and title stand in every tab.
  public private(set) var tabStyle = TabLabelStyle.iconAboveTitle
  /// A cell for each tab, in the bar's coordinates; empty for a hidden tab.
  public private(set) var tabCells: [ShellRect] = []
  /// The bar is small beside the mini view: it shows the selected tab alone, and a press brings it back.
  public private(set) var isTabBarMinimised = false
  /// The round button that is no tab.
  public private(set) var centreButton = Placement()
  /// The button takes input inside its circle only, else in its whole rectangle.
  public private(set) var centreIsCircle = true

  /// The mini player, down to the bar.
  public private(set) var mini = Placement()
  /// The mini view's constant height.
  public private(set) var miniChildHeight = 0.0
  /// Where the mini view's content is inside its frame: swiped sideways or down, it is elsewhere than at 0, 0.
  public private(set) var miniChild = ShellRect()
  /// What the mini view's content keeps clear of the centre button, in the frame's coordinates; empty if the
  /// button doesn't reach in.
  public private(set) var miniClearance = ShellRect()

  /// The full player: sheet or side pane.
  public private(set) var player = PanelPlacement()
  /// Takes a press that drags the side pane's edge; only while the pane rests.
  public private(set) var paneHandle = Placement(isVisible: false)
  /// What darkens the shell behind the sheet and takes its clicks, and how dark it is, 0 to 1.
  public private(set) var playerBackdrop = Placement()
  public private(set) var playerDim = 0.0
  /// The travelling artwork; not visible at rest.
  public private(set) var artwork = Placement(isVisible: false)

  /// The drawer: panel or card.
  public private(set) var drawer = PanelPlacement()
  /// What darkens the shell behind the drawer and takes its clicks, and how dark it is, 0 to 1.
  public private(set) var drawerBackdrop = Placement()
  public private(set) var drawerDim = 0.0

  /// Short notices, above the bars.
  public private(set) var toasts = Placement()

  /// From below.
  public var zOrder: [ShellPart] {
    form == .regular
      ? [
        .content, .drawer, .tabBar, .mini, .player, .artwork, .centreButton, .playerBackdrop, .drawerBackdrop,
        .toasts,
      ]
      : [
        .content, .tabBar, .mini, .centreButton, .playerBackdrop, .player, .artwork, .drawerBackdrop, .drawer,
        .toasts,
      ]
  }

  /// The layout of a state.
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
    let covered = g.isCovered
    // Half a pixel is nothing.
    let shows = g.barHeight > 0 && g.bar.y < g.height - 0.5 && g.bar.maxX > 0.5
    let rests = g.barShown >= 1 && (g.minimised == 0 || g.minimised == 1)
    tabBar = Placement(g.bar.rounded, isVisible: shows, isActive: !covered && rests)
    isTabBarMinimised = g.minimised > 0.5
    layOutTabs(g)
    centreButton = Placement(
      ShellRect(
        x: (g.bar.x + (g.bar.width - g.centreDiameter) / 2).rounded(), y: (g.bar.y - g.centreRise).rounded(),
        width: g.centreDiameter, height: g.centreDiameter),
      isVisible: g.state.centreButton.isPresent && shows && !isTabBarMinimised, isActive: !covered && rests)
    centreIsCircle = g.state.centreButton.isCircle
    layOutMini(g, covered)
  }

  private mutating func layOutMini(_ g: ShellGeometry, _ covered: Bool) {
    let player = g.state.player
    let frame = g.mini.rounded
    let faded = clamp(player.motion.value / (g.state.metrics.crossfadeEnd * 0.6), 0, 1)
    mini = Placement(
      frame, opacity: (1 - faded) * (1 - clamp(player.dismissal.value, 0, 1)),
      isVisible: player.isPresent && !(g.isRegular && player.paneReserved && player.motion.isAtRest),
      isActive: player.isPresent && !player.isExpanded && !covered)
    miniChildHeight = min(frame.height, g.sharesRow || g.minimised > 0.5 ? frame.height : g.miniHeight)
    miniChild = ShellRect(
      x: (player.paging.value * frame.width).rounded(), y: (player.dismissal.value * frame.height).rounded(),
      width: frame.width, height: miniChildHeight)
    let clear = g.state.metrics.centreClearance
    let circle = centreButton.frame
    guard mini.isVisible, centreButton.isVisible else { return }
    let left = max(circle.x - clear, frame.x)
    let right = min(circle.maxX + clear, frame.maxX)
    let top = max(circle.y - clear, frame.y)
    let bottom = min(circle.maxY + clear, frame.y + miniChildHeight)
    guard right > left, bottom > top else { return }
    miniClearance = ShellRect(
      x: left - frame.x, y: top - frame.y, width: right - left, height: bottom - top)
  }

  private mutating func layOutTabs(_ g: ShellGeometry) {
    let m = g.state.metrics
    let tabs = g.state.tabs
    if isTabBarMinimised {
      let cell = ShellRect(width: tabBar.frame.width, height: tabBar.frame.height)
      tabCells = tabs.map { $0.id == g.state.selectedTab && $0.isVisible ? cell : ShellRect() }
      tabStyle = .iconAlone
      return
    }
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
    let iconSide = m.tabIconSide * g.state.environment.textScale
    if iconSide + m.tabTitleGap + widest + m.tabPadding <= narrowest {
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
    // An overshoot stops at the window's edges.
    let frame = ShellRect(left: left, top: clamp(top, 0, g.height), right: g.width, bottom: g.height).rounded
    let shown = part.isPresent && (progress > 0 || !part.motion.isAtRest)
    let belowDrawer = g.dims(g.state.drawer.detent)
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
    paneHandle = Placement(
      ShellRect(
        x: frame.x - (m.paneHandleWidth / 2).rounded(), y: frame.y, width: m.paneHandleWidth,
        height: frame.height
      ),
      isVisible: g.isRegular && part.isExpanded && part.motion.isAtRest)
    guard shown, !part.motion.isAtRest, let from = part.miniArtwork, let to = part.fullArtwork else { return }
    let t = clamp(progress, 0, 1)
    let rightToLeft = g.state.environment.rightToLeft
    let fromX = rightToLeft ? mini.frame.width - from.maxX : from.x
    let toX = rightToLeft ? frame.width - to.maxX : to.x
    let startX = mini.frame.x + miniChild.x + fromX
    let x = mix(startX, frame.x + toX, t)
    let y = mix(mini.frame.y + from.y, frame.y + to.y, t)
    artwork = Placement(
      ShellRect(
        x: x, y: y, width: mix(max(0, from.width), max(0, to.width), t),
        height: mix(max(0, from.height), max(0, to.height), t)
      ).rounded,
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
    let top = max(0, g.drawerBottom - extent)
    if g.isRegular {
      let free = g.state.player.isPresent && g.state.player.paneReserved ? g.width - g.paneWidth : g.width
      let cardWidth = max(0, min(m.cardWidth, free - 2 * m.cardMargin))
      // Until its first detent the card slides out from behind the bar; from there on it grows.
      let bottom = max(g.drawerBottom, top + g.extents[0])
      drawer.place = Placement(
        ShellRect(left: m.cardMargin, top: top, right: m.cardMargin + cardWidth, bottom: bottom).rounded,
        isVisible: shown, isActive: part.isOpen)
      drawer.bottomRadius = m.drawerRadius
    } else {
      let bottom = g.height - g.drawerBase * (1 - g.dimming(at: extent))
      drawer.place = Placement(
        ShellRect(left: 0, top: min(top, bottom), right: g.width, bottom: bottom).rounded, isVisible: shown,
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
      isActive: g.dims(part.detent))
  }

  // MARK: Content

  private mutating func layOutContent(_ g: ShellGeometry) {
    let part = g.state.player
    let right = g.isRegular && part.isPresent && part.paneReserved ? g.width - g.paneWidth : g.width
    content = Placement(
      ShellRect(left: 0, top: 0, right: right, bottom: g.dockTop).rounded, isActive: !g.isCovered)
    layOutPages(g)
    contentInset = inset(g)
    let toastWidth = max(0, min(g.state.toastWidth, right - 24))
    let bottom = max(0, g.dockTop - contentInset - 12)
    let toastHeight = clamp(g.state.toastHeight, 0, bottom)
    toasts = Placement(
      ShellRect(x: (right - toastWidth) / 2, y: bottom - toastHeight, width: toastWidth, height: toastHeight)
        .rounded)
  }

  private mutating func layOutPages(_ g: ShellGeometry) {
    let frame = content.frame
    topPage = ShellRect(width: frame.width, height: frame.height)
    guard let transition = g.state.pageTransition else { return }
    let progress = transition.motion.value
    pageProgress = progress
    func height(_ progress: Double) -> Double {
      var settled = g.state
      settled.pageTransition?.motion = Motion(progress)
      return max(0, ShellGeometry(settled).dockTop).rounded()
    }
    topPage.x = (frame.width * (1 - progress)).rounded()
    topPage.height = height(1)
    // The one below goes a third as far.
    pageBelow = ShellRect(
      x: (-frame.width * progress / 3).rounded(), y: 0, width: frame.width, height: height(0))
  }

  /// What an undimmed drawer covers of the content where it rests or goes to. In regular it covers a part
  /// of the width only: there too only up to the largest undimmed detent, so that a high card leaves the
  /// page beside it alone.
  private func inset(_ g: ShellGeometry) -> Double {
    let drawer = g.state.drawer
    guard let index = drawer.detents.firstIndex(where: { $0.id == drawer.detent }) else { return 0 }
    guard index <= g.undimmedIndex || (!g.isRegular && !g.dims(drawer.detent)) else { return 0 }
    return clamp(g.dockTop - (g.drawerBottom - g.extents[index]), 0, g.dockTop).rounded()
  }

  // MARK: Right to left

  /// The left-to-right layout, rounded, then x' = W − x − w.
  private mutating func mirror() {
    let barWidth = tabBar.frame.width
    for index in tabCells.indices where tabCells[index].width > 0 {
      tabCells[index].x = barWidth - tabCells[index].maxX
    }
    if !miniClearance.isEmpty { miniClearance.x = mini.frame.width - miniClearance.maxX }
    topPage.x = -topPage.x
    if !pageBelow.isEmpty { pageBelow.x = -pageBelow.x }
    miniChild.x = mini.frame.width - miniChild.maxX
    player.grabber.x = player.place.frame.width - player.grabber.maxX
    drawer.grabber.x = drawer.place.frame.width - drawer.grabber.maxX
    func flip(_ placement: inout Placement) { placement.frame.x = width - placement.frame.maxX }
    flip(&content)
    flip(&tabBar)
    flip(&centreButton)
    flip(&mini)
    flip(&player.place)
    flip(&paneHandle)
    flip(&playerBackdrop)
    flip(&artwork)
    flip(&drawer.place)
    flip(&drawerBackdrop)
    flip(&toasts)
  }
}

extension ShellLayout {
  /// The part that takes input at a point: the highest that is active there. A shape counts, not its box.
  public func part(at x: Double, _ y: Double) -> ShellPart? {
    zOrder.last { part in
      let place = placement(of: part)
      guard part != .artwork, place.isActive, place.frame.contains(x, y) else { return false }
      guard part == .centreButton, centreIsCircle else { return true }
      let radius = place.frame.width / 2
      let (dx, dy) = (x - place.frame.x - radius, y - place.frame.y - radius)
      return dx * dx + dy * dy <= radius * radius
    }
  }

  /// Where a part is.
  public func placement(of part: ShellPart) -> Placement {
    switch part {
    case .content: content
    case .drawer: drawer.place
    case .tabBar: tabBar
    case .mini: mini
    case .centreButton: centreButton
    case .playerBackdrop: playerBackdrop
    case .player: player.place
    case .artwork: artwork
    case .drawerBackdrop: drawerBackdrop
    case .toasts: toasts
    }
  }
}
