/// What layout and reducer both need to know of a state: the form, the bars, how far the panels travel.
/// Left-to-right, not rounded.
struct ShellGeometry {
  let state: ShellState
  let width: Double
  let height: Double
  let isRegular: Bool
  let isShort: Bool
  /// Mini view and tab bar share a row.
  let sharesRow: Bool
  /// Height of the tab bar when all of it shows, 0 when there is none.
  let barHeight: Double
  /// How much of the bar has not slid away, 0 to 1.
  let barShown: Double
  let miniHeight: Double
  let paneWidth: Double
  let centreDiameter: Double
  /// How far the circle rises above the bar.
  let centreRise: Double
  /// Where the bar is; it slides out of the window whole.
  let bar: ShellRect
  /// How far the bar has minimised, 0 to 1.
  let minimised: Double
  /// Where the mini view is, lifted bottom included; empty without a player.
  let mini: ShellRect
  /// The top of all that is docked: the content's lower end.
  let dockTop: Double
  /// Where each detent's top edge is, as an extent up from `drawerBottom`; ascending.
  let extents: [Double]
  /// The place of the largest undimmed detent; −1 when every detent dims.
  let undimmedIndex: Int

  init(_ state: ShellState) {
    self.state = state
    let m = state.metrics
    let scale = max(state.environment.textScale, 0.1)
    width = max(state.environment.width, m.minimumWidth)
    height = max(state.environment.height, m.minimumHeight)
    isRegular = width >= m.regularWidth * scale
    isShort = height < m.shortHeight
    sharesRow = isRegular || (isShort && width >= m.shortRowWidth)
    let player = state.player

    // With large text in a small window bars may ask for more than there is: each takes what is left.
    var visibleTabs = 0
    for tab in state.tabs where tab.isVisible { visibleTabs += 1 }
    let hasBar = visibleTabs >= 2 || state.centreButton.isPresent
    let wishedBar = ((isRegular ? m.tabBarHeightRegular : m.tabBarHeightCompact) * scale).rounded()
    barHeight = hasBar ? min(wishedBar, height) : 0
    barShown = hasBar ? Self.barShown(state) : 0
    let wishedMini = max(0, player.miniHeight ?? m.miniHeight * scale).rounded()
    let wishedPane = player.paneWidth.map { max($0, m.paneMinimumWidth) } ?? m.paneWidth
    paneWidth = min(max(wishedPane, player.fullMinimumWidth), m.paneFraction * width).rounded(.down)

    let sharedHeight = max(barHeight, player.isPresent ? min(wishedMini, height) : 0)
    let row = sharesRow ? sharedHeight : barHeight
    if state.centreButton.isPresent {
      centreDiameter = min((m.centreDiameter * scale).rounded(), min(width, height) / 2)
      let rise = max(m.centreMinimumRise, centreDiameter - row + m.centreBottomGap)
      centreRise = min(rise, max(0, height - row))
    } else {
      centreDiameter = 0
      centreRise = 0
    }

    // Minimising has two halves: the bar slides down and out, then comes back small beside the mini view.
    minimised = sharesRow || !player.isPresent || barHeight == 0 ? 0 : clamp(state.tabBar.motion.value, 0, 1)
    let barTop = height - row * barShown
    if sharesRow {
      miniHeight = player.isPresent ? row : 0
    } else {
      let lift = max(0, centreRise - m.centreMinimumRise)
      miniHeight = player.isPresent ? min(wishedMini, max(0, height - row - lift)) : 0
    }
    if !player.isPresent {
      bar = ShellRect(x: 0, y: barTop, width: width, height: row)
      mini = ShellRect(x: 0, y: height, width: width, height: 0)
      dockTop = barTop
    } else if sharesRow {
      let barWidth = width - paneWidth
      if isRegular && player.paneReserved {
        bar = ShellRect(x: 0, y: barTop, width: barWidth, height: row)
        mini = ShellRect(x: barWidth, y: height - row, width: paneWidth, height: row)
        dockTop = barTop
      } else {
        // The bar slides out at the leading edge, and the mini view takes the row.
        let split = barWidth * barShown
        bar = ShellRect(x: split - barWidth, y: height - row, width: barWidth, height: row)
        mini = ShellRect(x: split, y: height - row, width: width - split, height: row)
        dockTop = height - row
      }
    } else if minimised > 0.5 {
      // The small bar slides in at the leading edge and pushes the mini view along.
      let barWidth = min((m.minimisedBarWidth * scale).rounded(), width / 2)
      let shown = (2 * minimised - 1) * barShown
      let high = mix(miniHeight, max(miniHeight, row), shown)
      bar = ShellRect(x: barWidth * (shown - 1), y: height - high, width: barWidth, height: high)
      mini = ShellRect(x: barWidth * shown, y: height - high, width: width - barWidth * shown, height: high)
      dockTop = mini.y
    } else {
      let slid = barShown * (1 - 2 * minimised)
      let barTop = height - row * slid
      let lift = max(0, centreRise - m.centreMinimumRise) * slid
      bar = ShellRect(x: 0, y: barTop, width: width, height: row)
      mini = ShellRect(x: 0, y: barTop - lift - miniHeight, width: width, height: miniHeight + lift)
      dockTop = mini.y
    }

    undimmedIndex = state.drawer.detents.firstIndex { $0.id == state.drawer.largestUndimmed } ?? -1
    extents = Self.extents(
      state, isRegular: isRegular, undimmed: undimmedIndex, height: height, dockTop: dockTop,
      base: Self.drawerBase(state, height - dockTop))
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

  // MARK: Player

  var sheetHeight: Double {
    max(0, min(state.metrics.sheetMaximumHeight, height - state.metrics.sheetTopGap))
  }
  var isSemiModal: Bool { height > state.metrics.sheetMaximumHeight + state.metrics.sheetTopGap }
  /// The player panel's top edge when expanded.
  var expandedTop: Double { isRegular ? 0 : height - sheetHeight }
  /// Pixels between docked and expanded.
  var playerTravel: Double { max(mini.y - expandedTop, 1) }
  var playerTop: Double { mini.y - playerTravel * state.player.motion.value }

  // MARK: Drawer

  /// The height of the bars that an undimmed drawer stands on (compact): 0 over an expanded sheet.
  var drawerBase: Double { Self.drawerBase(state, height - dockTop) }

  private static func drawerBase(_ state: ShellState, _ bars: Double) -> Double {
    bars * (1 - clamp(state.player.isPresent ? state.player.motion.value : 0, 0, 1))
  }

  /// The lower edge that extents count from.
  var drawerBottom: Double { isRegular ? dockTop - state.metrics.cardMargin : height }

  /// The drawer's extent when closed: behind the bars, or below the window if every detent covers them.
  var closedExtent: Double {
    if isRegular { return -state.metrics.cardMargin }
    return undimmedIndex < 0 ? 0 : drawerBase
  }

  private static func extents(
    _ state: ShellState, isRegular: Bool, undimmed: Int, height: Double, dockTop: Double, base: Double
  ) -> [Double] {
    let margin = state.metrics.cardMargin
    let bottom = isRegular ? dockTop - margin : height
    let most = isRegular ? max(0, bottom - margin) : height
    let base = isRegular ? 0 : base
    var previous = isRegular || undimmed < 0 ? 0 : base
    var result: [Double] = []
    result.reserveCapacity(state.drawer.detents.count)
    for (index, detent) in state.drawer.detents.enumerated() {
      let lift = index <= undimmed ? base : 0
      let extent: Double
      switch detent.height {
      case .fixed(let height): extent = height + lift
      case .fraction(let fraction): extent = fraction * most + lift
      case .belowTop(let gap): extent = bottom - gap
      }
      previous = max(previous, min(extent, most))
      result.append(previous)
    }
    return result
  }

  /// The extent of a detent, or of *closed*.
  func extent(of id: DetentID) -> Double {
    guard let index = state.drawer.detents.firstIndex(where: { $0.id == id }) else { return closedExtent }
    return extents[index]
  }

  /// Where the drawer is now.
  var drawerExtent: Double { extent(of: state.drawer.detent) + state.drawer.motion.value * height }

  /// An extent as a value of the drawer's motion on its way to a rest position.
  func drawerValue(_ extent: Double, to id: DetentID) -> Double { (extent - self.extent(of: id)) / height }

  /// How far the drawer has gone from undimmed (0) to its first dimming detent (1), in compact.
  ///
  /// Where both nearly coincide (a very short window) the way is stretched, so that the drawer's lower edge
  /// still moves steadily.
  func dimming(at extent: Double) -> Double { dimming(at: extent, extents) }

  private func dimming(at extent: Double, _ extents: [Double]) -> Double {
    guard undimmedIndex >= 0 else { return 1 }
    guard undimmedIndex + 1 < extents.count else { return 0 }
    let low = extents[undimmedIndex]
    // The higher the bars in the window, the longer the way that covers them steadily.
    let bars = height - dockTop
    let way = max(extents[undimmedIndex + 1] - low, bars * max(0.2, bars / (2 * height)), 1)
    return clamp((extent - low) / way, 0, 1)
  }

  /// Whether the drawer, resting at this detent, blocks what is behind it. That doesn't change while the
  /// player moves: it counts where the player rests or goes to.
  func dims(_ id: DetentID) -> Bool {
    guard !isRegular, let index = state.drawer.detents.firstIndex(where: { $0.id == id }),
      index > undimmedIndex
    else { return false }
    if undimmedIndex < 0 { return true }
    let base = state.player.isExpanded ? 0 : height - dockTop
    let rests =
      base == drawerBase
      ? extents
      : Self.extents(
        state, isRegular: isRegular, undimmed: undimmedIndex, height: height, dockTop: dockTop, base: base)
    return dimming(at: rests[index], rests) > 0.5
  }

  /// How dark it is behind the drawer at this extent.
  func backdrop(at extent: Double) -> Double {
    guard !isRegular else { return 0 }
    var low = undimmedIndex < 0 ? closedExtent : extents[undimmedIndex]
    var dark = 0.0
    guard extent > low else { return 0 }
    for index in (undimmedIndex + 1)..<extents.count {
      let high = max(extents[index], low + 1)
      let backdrop = clamp(state.drawer.detents[index].backdrop, 0, 1)
      if extent <= high { return mix(dark, backdrop, clamp((extent - low) / (high - low), 0, 1)) }
      low = high
      dark = backdrop
    }
    return dark
  }

  // MARK: Both

  /// Card and pane don't fit side by side: opening one closes the other.
  var cardExcludesPane: Bool {
    isRegular && state.metrics.cardWidth + paneWidth + 2 * state.metrics.cardMargin > width
  }

  /// Whether a modal part covers content and bars.
  var isCovered: Bool { (!isRegular && state.player.isExpanded) || dims(state.drawer.detent) }
}
