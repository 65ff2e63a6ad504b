// The drag: one pointer, one panel, and the scroller under it.

extension ShellState {
  /// The range a panel can be dragged over, in pixels up from its lowest rest position's zero.
  private struct Range {
    var low: Double
    var high: Double
    /// Room above `high` for the rubber band.
    var gap: Double
    /// Pixels in one unit of the panel's motion.
    var unit: Double
  }

  private func range(of target: DragTarget) -> Range {
    let geometry = ShellGeometry(self)
    switch target {
    case .mini, .player:
      return Range(
        low: 0, high: geometry.playerTravel, gap: geometry.expandedTop, unit: geometry.playerTravel)
    case .drawer:
      let high = geometry.extents.last ?? geometry.closedExtent
      return Range(
        low: geometry.closedExtent, high: high, gap: geometry.drawerBottom - high, unit: geometry.height)
    }
  }

  private func motion(of target: DragTarget) -> Motion {
    if case .drawer = target { return drawer.motion }
    return player.motion
  }

  private mutating func hold(_ target: DragTarget, at value: Double) {
    if case .drawer = target {
      drawer.motion.hold(at: value)
    } else {
      player.motion.hold(at: value)
    }
  }

  mutating func beginDrag(
    _ target: DragTarget, _ kind: PointerKind, _ x: Double, _ y: Double, _ scroll: ScrollRoom?, _ time: Double
  ) {
    guard drag == nil else { return }
    switch target {
    case .mini: guard player.isPresent, !player.isLeaving else { return }
    case .player: guard player.isPresent, player.isExpanded || player.motion.isMoving else { return }
    case .drawer: guard drawer.isOpen || drawer.motion.isMoving else { return }
    }
    var new = DragState(target: target, kind: kind, startX: x, startY: y, lastY: y)
    new.scroll = scroll
    new.tracker.add(y, at: time)
    drag = new
    // A moving panel is caught where it is.
    if motion(of: target).isMoving, scroll == nil || kind != .mouse { take() }
  }

  /// The drag has its panel from here on.
  private mutating func take() {
    guard let target = drag?.target else { return }
    let range = range(of: target)
    let geometry = ShellGeometry(self)
    var shown = motion(of: target).value * range.unit
    if case .drawer = target { shown = geometry.drawerExtent }
    hold(target, at: shown / range.unit)
    let over = shown - range.high
    let wanted =
      over > 0
      ? range.high + MotionRule.inverseRubberBand(over, dimension: range.gap, coefficient: metrics.rubberBand)
      : shown
    drag?.wanted = wanted / range.unit
    drag?.phase = .panel
    if case .drawer = target { return }
    player.paneReserved = false
  }

  mutating func moveDrag(_ x: Double, _ y: Double, _ time: Double, _ effects: inout [ShellEffect]) {
    guard var current = drag, current.phase != .refused else { return }
    current.tracker.add(y, at: time)
    drag = current
    if current.phase == .undecided {
      let dx = x - current.startX
      let dy = y - current.startY
      let slop = current.kind == .mouse ? metrics.mouseSlop : metrics.touchSlop
      guard max(abs(dx), abs(dy)) >= slop else { return }
      guard mayMove(current, dx, dy) else {
        drag?.phase = .refused
        return
      }
      drag?.lastY = current.startY + (dy < 0 ? -slop : slop)
      take()
    }
    follow(y, &effects)
  }

  /// Axis lock, and who would move: a mostly horizontal drag never moves a panel; a mouse on a scroller's
  /// content moves nothing; the mini view only goes up.
  private func mayMove(_ drag: DragState, _ dx: Double, _ dy: Double) -> Bool {
    guard abs(dy) > abs(dx) else { return false }
    if drag.kind == .mouse && drag.scroll != nil { return false }
    if drag.target == .mini { return dy < 0 }
    return true
  }

  /// Gives a move to panel and scroller in turn: upwards the panel opens before the content scrolls,
  /// downwards the content scrolls back before the panel closes.
  private mutating func follow(_ y: Double, _ effects: inout [ShellEffect]) {
    guard var current = drag else { return }
    let range = range(of: current.target)
    var up = current.lastY - y
    current.lastY = y
    var wanted = current.wanted * range.unit
    if var scroll = current.scroll, scroll.limit > 0 {
      let before = scroll.offset
      if up > 0 {
        let panel = min(up, max(0, range.high - wanted))
        wanted += panel
        let rest = up - panel
        scroll.offset = min(scroll.limit, scroll.offset + rest)
        up = 0
      } else if wanted >= range.high - 0.001 || scroll.offset > 0 {
        let back = min(scroll.offset, -up)
        scroll.offset -= back
        up += back
      }
      current.isScrolling = scroll.offset != before
      if current.isScrolling { effects.append(.scroll(to: scroll.offset)) }
      current.scroll = scroll
    }
    wanted = max(range.low, wanted + up)
    current.wanted = wanted / range.unit
    drag = current
    let over = wanted - range.high
    let shown =
      over > 0
      ? range.high + MotionRule.rubberBand(over, dimension: range.gap, coefficient: metrics.rubberBand)
      : wanted
    hold(current.target, at: shown / range.unit)
  }

  mutating func endDrag(_ time: Double, _ permitted: [DetentID]?, _ effects: inout [ShellEffect]) {
    guard let current = drag else { return }
    drag = nil
    guard current.phase == .panel else { return }
    var velocity = -current.tracker.velocity(at: time)
    if current.isScrolling {
      effects.append(.fling(velocity))
      velocity = 0
    }
    settle(current.target, velocity, permitted, &effects)
  }

  mutating func cancelDrag(_ effects: inout [ShellEffect]) {
    guard let current = drag else { return }
    drag = nil
    if current.phase == .panel { settle(current.target, 0, nil, &effects) }
  }

  private mutating func settle(
    _ target: DragTarget, _ velocity: Double, _ permitted: [DetentID]?, _ effects: inout [ShellEffect]
  ) {
    let range = range(of: target)
    let position = motion(of: target).value * range.unit
    var rests: [(id: DetentID, extent: Double)]
    if case .drawer = target {
      rests = distinctDetents
    } else {
      rests = [(PlayerRest.docked, 0), (PlayerRest.expanded, range.high)]
    }
    if let permitted { rests.removeAll { !permitted.contains($0.id) } }
    guard
      let index = MotionRule.settle(
        at: position, velocity: velocity, positions: rests.map(\.extent), flickVelocity: metrics.flickVelocity
      )
    else { return settleWhereItWas(target, &effects) }
    if case .drawer = target {
      settleDrawer(at: rests[index].id, velocity: velocity, &effects)
    } else {
      settlePlayer(expanded: rests[index].id == PlayerRest.expanded, velocity: velocity, &effects)
    }
  }

  /// Nothing is permitted: back to where the drag took it from.
  private mutating func settleWhereItWas(_ target: DragTarget, _ effects: inout [ShellEffect]) {
    if case .drawer = target {
      settleDrawer(at: drawer.detent, velocity: 0, &effects)
    } else {
      settlePlayer(expanded: target != .mini, velocity: 0, &effects)
    }
  }
}
