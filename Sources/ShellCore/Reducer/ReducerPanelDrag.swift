// A drag that moves a panel, and the scroller inside it.

extension ShellState {
  /// The range a panel can be dragged over, in pixels up from its lowest rest position's zero.
  private struct Range {
    var low: Double
    var high: Double
    /// Room above `high` for the rubber band.
    var gap: Double
    /// Where the panel's motion is 0, and the pixels in one unit of it.
    var zero = 0.0
    var unit: Double
  }

  private func range(of target: DragTarget, _ geometry: ShellGeometry) -> Range {
    if case .drawer = target {
      let high = geometry.extents.last ?? geometry.closedExtent
      return Range(
        low: geometry.closedExtent, high: high, gap: geometry.drawerBottom - high,
        zero: geometry.extent(of: drawer.detent), unit: geometry.height)
    }
    return Range(low: 0, high: geometry.playerTravel, gap: geometry.expandedTop, unit: geometry.playerTravel)
  }

  /// - Parameter shown: pixels.
  private mutating func hold(_ target: DragTarget, at shown: Double, _ geometry: ShellGeometry) {
    if case .drawer = target {
      drawer.motion.hold(at: geometry.drawerValue(shown, to: drawer.detent))
    } else {
      player.motion.hold(at: shown / geometry.playerTravel)
    }
  }

  mutating func takePanel(_ effects: inout [ShellEffect]) {
    guard let target = drag?.target else { return }
    let geometry = ShellGeometry(self)
    let range = range(of: target, geometry)
    var shown = player.motion.value * range.unit
    if case .drawer = target {
      shown = geometry.drawerExtent
    } else {
      endSwipes(&effects)
      player.paneReserved = false
    }
    hold(target, at: shown, geometry)
    let over = shown - range.high
    let wanted =
      over > 0
      ? range.high + MotionRule.inverseRubberBand(over, dimension: range.gap, coefficient: metrics.rubberBand)
      : shown
    drag?.wanted = (wanted - range.zero) / range.unit
  }

  /// Gives a move to panel and scroller in turn. Upwards the panel opens before the content scrolls;
  /// downwards the content scrolls back before the panel closes. What neither can take stretches the panel,
  /// and is given back first: the finger never leaves its place on the content.
  mutating func followPanel(_ effects: inout [ShellEffect]) {
    guard var current = drag else { return }
    let geometry = ShellGeometry(self)
    let range = range(of: current.target, geometry)
    var up = current.lastY - current.y
    var wanted = range.zero + current.wanted * range.unit
    if up != 0 {
      current.isScrolling = false
      if var scroll = current.scroll, scroll.limit > 0 {
        let before = scroll.offset
        if up > 0 {
          let panel = min(up, max(0, range.high - wanted))
          wanted += panel
          let content = min(up - panel, max(0, scroll.limit - scroll.offset))
          scroll.offset += content
          up -= panel + content
        } else {
          let stretched = min(-up, max(0, wanted - range.high))
          wanted -= stretched
          let content = min(-up - stretched, max(0, scroll.offset))
          scroll.offset -= content
          up += stretched + content
        }
        if scroll.offset != before {
          current.isScrolling = true
          effects.append(.scroll(to: scroll.offset))
        }
        current.scroll = scroll
      }
    }
    // The closed end doesn't stretch.
    wanted = max(range.low, wanted + up)
    current.wanted = (wanted - range.zero) / range.unit
    drag = current
    let over = wanted - range.high
    let shown =
      over > 0
      ? range.high + MotionRule.rubberBand(over, dimension: range.gap, coefficient: metrics.rubberBand)
      : wanted
    hold(current.target, at: shown, geometry)
  }

  /// - Parameter velocity: the pointer's, upwards.
  mutating func releasePanel(
    _ current: DragState, velocity: Double, _ permitted: [DetentID]?, scrollsOn: Bool = true,
    _ effects: inout [ShellEffect]
  ) {
    let geometry = ShellGeometry(self)
    let range = range(of: current.target, geometry)
    var release = Release(pointer: velocity, moving: velocity)
    let wanted = range.zero + current.wanted * range.unit
    let over = wanted - range.high
    if current.isScrolling {
      // A kinetic end never moves a panel: the scroller goes on, the panel settles from a standstill.
      if scrollsOn, let scroll = current.scroll, abs(velocity) > ScrollFling.stop, environment.mapped {
        fling = ScrollFling(scroll, velocity: velocity)
      }
      release = Release(pointer: 0, moving: 0)
    } else if over > 0 {
      release.moving *= MotionRule.rubberBandSlope(
        over, dimension: range.gap, coefficient: metrics.rubberBand)
    } else if velocity < 0, wanted <= range.low {
      release.moving = 0
    }
    if case .drawer = current.target {
      let rests = distinctDetents.filter { permits($0.id, permitted, drawer.permitted) }
      let index = settles(at: geometry.drawerExtent, release, rests.map(\.extent))
      settleDrawer(at: index.map { rests[$0].id } ?? drawer.detent, release: release, &effects)
    } else {
      let rests = [(id: PlayerRest.docked, extent: 0), (id: PlayerRest.expanded, extent: range.high)]
        .filter { permits($0.id, permitted, player.permitted) }
      let index = settles(at: player.motion.value * range.unit, release, rests.map(\.extent))
      let expanded = index.map { rests[$0].id == PlayerRest.expanded } ?? player.isOpen
      settlePlayer(expanded: expanded, release: release, &effects)
    }
  }

  /// The answer of this release counts before the standing one.
  private func permits(_ id: DetentID, _ permitted: [DetentID]?, _ standing: [DetentID]?) -> Bool {
    (permitted ?? standing)?.contains(id) ?? true
  }

  private func settles(at position: Double, _ release: Release, _ positions: [Double]) -> Int? {
    MotionRule.settle(
      at: position, velocity: release.pointer, positions: positions, flickVelocity: metrics.flickVelocity)
  }
}
