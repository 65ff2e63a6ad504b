/// What layout and reducer both need to know of a state: the form, the bars' heights, how far the panels
/// travel. Left-to-right, not rounded.
struct ShellGeometry {
  let state: ShellState
  let width: Double
  let height: Double
  let isRegular: Bool
  let isShort: Bool
  /// Mini view and tab bar share a row.
  let sharesRow: Bool
  /// Height of the whole tab bar, 0 when it isn't there at all.
  let barHeight: Double
  /// How much of the bar has not slid away, 0 to 1.
  let barShown: Double
  let miniHeight: Double
  let paneWidth: Double
  let centreDiameter: Double
  let centreRise: Double

  init(_ state: ShellState) {
    self.state = state
    let m = state.metrics
    let scale = max(state.environment.textScale, 0.1)
    width = max(state.environment.width, m.minimumWidth)
    height = max(state.environment.height, m.minimumHeight)
    isRegular = width >= m.regularWidth * scale
    isShort = height < m.shortHeight
    sharesRow = isRegular || (isShort && width >= m.shortRowWidth)
    let visibleTabs = state.tabs.reduce(0) { $0 + ($1.isVisible ? 1 : 0) }
    let hasBar = visibleTabs >= 2 || state.centreButton.isPresent
    barHeight = hasBar ? ((isRegular ? m.tabBarHeightRegular : m.tabBarHeightCompact) * scale).rounded() : 0
    barShown = Self.barShown(state)
    miniHeight = state.player.isPresent ? (state.player.miniHeight ?? m.miniHeight * scale).rounded() : 0
    let wished = state.player.paneWidth.map { max($0, m.paneMinimumWidth) } ?? m.paneWidth
    paneWidth = min(max(wished, state.player.fullMinimumWidth), m.paneFraction * width).rounded(.down)
    centreDiameter = state.centreButton.isPresent ? (m.centreDiameter * scale).rounded() : 0
    centreRise =
      state.centreButton.isPresent
      ? max(m.centreMinimumRise, centreDiameter - barHeight + m.centreBottomGap) : 0
  }

  /// A page can hide the bar while it is on top; the bar slides with the page.
  private static func barShown(_ state: ShellState) -> Double {
    guard let tab = state.tabs.first(where: { $0.id == state.selectedTab }) else { return 1 }
    func shown(_ depth: Int) -> Double {
      let hides = depth <= 1 ? tab.rootHidesTabBar : tab.pages[depth - 2].hidesTabBar
      return hides ? 0 : 1
    }
    guard let transition = state.pageTransition, tab.depth >= 2 else { return shown(tab.depth) }
    return clamp(mix(shown(tab.depth - 1), shown(tab.depth), transition.motion.value), 0, 1)
  }

  // MARK: Bars

  /// Height of the row that the bar stands in.
  var rowHeight: Double { sharesRow ? max(barHeight, miniHeight) : barHeight }
  /// The bar's top edge.
  var barTop: Double { height - rowHeight * barShown }
  /// Where the bar ends and the mini view begins, in a shared row. Without the bar the mini view has it all.
  var rowSplit: Double {
    state.player.isPresent ? mix(0, width - paneWidth, barHeight > 0 ? barShown : 0) : width
  }
  /// What the mini view's bottom is lifted by, above a circle that rises far over the bar.
  var miniLift: Double { max(0, centreRise - state.metrics.centreMinimumRise) * barShown }
  /// The mini view's top edge; the window's bottom without a player.
  var miniTop: Double {
    guard state.player.isPresent else { return height }
    return sharesRow ? height - rowHeight : barTop - miniLift - miniHeight
  }
  /// The top of all that is docked: the content's lower end.
  var dockTop: Double {
    let player = state.player
    let miniCounts = player.isPresent && !(isRegular && player.paneReserved)
    return min(barTop, miniCounts ? miniTop : height)
  }

  // MARK: Player

  var sheetHeight: Double {
    max(0, min(state.metrics.sheetMaximumHeight, height - state.metrics.sheetTopGap))
  }
  var isSemiModal: Bool { height > state.metrics.sheetMaximumHeight + state.metrics.sheetTopGap }
  /// The player panel's top edge when expanded.
  var expandedTop: Double { isRegular ? 0 : height - sheetHeight }
  /// Pixels between docked and expanded.
  var playerTravel: Double { max(miniTop - expandedTop, 1) }
  var playerTop: Double { miniTop - playerTravel * state.player.motion.value }

  // MARK: Drawer

  /// The height of the bars that an undimmed drawer stands on (compact).
  var drawerBase: Double {
    (height - dockTop) * (1 - clamp(state.player.isPresent ? state.player.motion.value : 0, 0, 1))
  }
  /// The lower edge that extents count from.
  var drawerBottom: Double { isRegular ? height - rowHeight * barShown - state.metrics.cardMargin : height }
  /// The extent (pixels from the top edge down to `drawerBottom`) of the drawer when closed.
  var closedExtent: Double { isRegular ? -state.metrics.cardMargin : drawerBase }

  /// Where each detent's top edge is, as an extent; ascending (they merge where they coincide).
  var extents: [Double] {
    let scale = state.environment.textScale
    let undimmed = undimmedIndex
    let base = isRegular ? 0 : drawerBase
    let room = isRegular ? height - rowHeight * barShown - 2 * state.metrics.cardMargin : height
    let most = isRegular ? max(room, 0) : height
    var previous = max(closedExtent, 0)
    return state.drawer.detents.enumerated().map { index, detent in
      let extent: Double
      switch detent.height {
      case .fixed(let h): extent = h * scale + (index <= undimmed ? base : 0)
      case .fraction(let f): extent = f * room + (index <= undimmed ? base : 0)
      case .belowTop(let gap): extent = drawerBottom - gap
      }
      previous = max(previous, min(extent, most))
      return previous
    }
  }

  /// −1 when every detent dims.
  var undimmedIndex: Int {
    state.drawer.detents.firstIndex { $0.id == state.drawer.largestUndimmed } ?? -1
  }

  /// The extent of a detent, or of *closed*.
  func extent(of id: DetentID) -> Double {
    guard let index = state.drawer.detents.firstIndex(where: { $0.id == id }) else { return closedExtent }
    return extents[index]
  }

  /// Where the drawer is now.
  var drawerExtent: Double {
    let drawer = state.drawer
    return drawer.motion.isAtRest ? extent(of: drawer.detent) : drawer.motion.value * height
  }

  /// How far the drawer has gone from undimmed (0) to its first dimming detent (1).
  func dimming(at extent: Double) -> Double {
    let extents = self.extents
    let undimmed = undimmedIndex
    let low = undimmed >= 0 && undimmed < extents.count ? extents[undimmed] : closedExtent
    guard undimmed + 1 < extents.count else { return 0 }
    let high = extents[undimmed + 1]
    return high > low ? clamp((extent - low) / (high - low), 0, 1) : extent > low ? 1 : 0
  }

  /// How dark it is behind the drawer at this extent.
  func backdrop(at extent: Double) -> Double {
    guard !isRegular else { return 0 }
    var lowExtent = closedExtent
    var lowDim = 0.0
    for (high, detent) in zip(extents, state.drawer.detents) {
      if extent <= high {
        return high > lowExtent
          ? mix(lowDim, detent.backdrop, clamp((extent - lowExtent) / (high - lowExtent), 0, 1))
          : detent.backdrop
      }
      lowExtent = high
      lowDim = detent.backdrop
    }
    return lowDim
  }

  /// Card and pane don't fit side by side: opening one closes the other.
  var cardExcludesPane: Bool {
    isRegular && state.metrics.cardWidth + paneWidth + 2 * state.metrics.cardMargin > width
  }
}
