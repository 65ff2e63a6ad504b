// The drag: one pointer, and what it moves. Which of the panels, pages and edges it is turns out at the slop.

extension ShellState {
  mutating func beginDrag(
    _ target: DragTarget, _ kind: PointerKind, _ x: Double, _ y: Double, _ scroll: ScrollRoom?,
    _ time: Double,
    _ effects: inout [ShellEffect]
  ) {
    // A touchpad that has not fallen silent yet gives way to a hand on the glass.
    if drag?.kind == .touchpad, kind != .touchpad { cancelDrag(&effects) }
    guard drag == nil, canDrag(target) else { return }
    fling = nil
    drag = DragState(target, kind, x: x, y: y, scroll: scroll, time: time)
    // A moving panel is caught where it is.
    if let phase = moving(target), scroll == nil || kind != .mouse { take(phase, &effects) }
  }

  private func canDrag(_ target: DragTarget) -> Bool {
    switch target {
    case .mini:
      player.isPresent && !player.isLeaving && routes.player.contains(.drag)
        && (!player.isOpen || player.motion.isMoving)
    case .player:
      player.isPresent && !player.isLeaving && routes.player.contains(.drag)
        && (player.isOpen || player.motion.isMoving)
    case .drawer: routes.drawer.contains(.drag) && (drawer.isOpen || drawer.motion.isMoving)
    case .paneEdge: player.isExpanded && routes.player.contains(.drag) && ShellGeometry(self).isRegular
    case .page:
      routes.pages.contains(.drag) && selectedIndex.map { !tabs[$0].pages.isEmpty } == true
    }
  }

  /// What a press on a moving part takes hold of. One that has all but arrived is left alone, so that a press
  /// on it is still a press.
  private func moving(_ target: DragTarget) -> DragState.Phase? {
    let geometry = ShellGeometry(self)
    switch target {
    case .mini where isDocked && travels(player.dismissal, geometry.mini.height): return .dismissing
    case .mini, .player: return travels(player.motion, geometry.playerTravel) ? .panel : nil
    case .drawer: return travels(drawer.motion, geometry.height) ? .panel : nil
    case .page: return pageTransition.map { travels($0.motion, geometry.width) } == true ? .page : nil
    case .paneEdge: return nil
    }
  }

  /// Whether it moves and is farther from its end than a finger's slop.
  private func travels(_ motion: Motion, _ unit: Double) -> Bool {
    motion.isMoving && abs(motion.value - motion.target) * unit > metrics.touchSlop
  }

  /// Whether the player is docked, or all but.
  private var isDocked: Bool {
    !player.isOpen && !player.motion.held && !travels(player.motion, ShellGeometry(self).playerTravel)
  }

  mutating func moveDrag(_ x: Double, _ y: Double, _ time: Double, _ effects: inout [ShellEffect]) {
    guard drag != nil, drag?.phase != .refused else { return }
    drag?.track(x, y, time)
    if drag?.phase == .undecided {
      guard let current = drag else { return }
      let dx = x - current.startX
      let dy = y - current.startY
      let slop = current.kind == .mouse ? metrics.mouseSlop : metrics.touchSlop
      guard max(abs(dx), abs(dy)) >= slop else { return }
      let phase = decide(current, dx, dy)
      guard phase != .refused else {
        drag?.phase = .refused
        return
      }
      // The slop is subtracted, so that nothing jumps.
      if abs(dy) > abs(dx) {
        drag?.lastY = current.startY + (dy < 0 ? -slop : slop)
      } else {
        drag?.lastX = current.startX + (dx < 0 ? -slop : slop)
      }
      take(phase, &effects)
    }
    follow(&effects)
  }

  /// Axis lock, and what would move: a mostly horizontal drag never moves a panel; a mouse on a scroller's
  /// content moves nothing.
  private func decide(_ drag: DragState, _ dx: Double, _ dy: Double) -> DragState.Phase {
    let isVertical = abs(dy) > abs(dx)
    switch drag.target {
    case .player, .drawer:
      return isVertical && !(drag.kind == .mouse && drag.scroll != nil) ? .panel : .refused
    case .mini:
      if isVertical && dy < 0 { return .panel }
      guard isDocked else { return .refused }
      if isVertical { return .dismissing }
      return player.swipes.previous || player.swipes.next ? .paging : .refused
    case .paneEdge: return isVertical ? .refused : .paneEdge
    case .page: return !isVertical && leading(dx) > 0 ? .page : .refused
    }
  }

  /// A distance to the right as one away from the leading edge.
  func leading(_ dx: Double) -> Double { environment.rightToLeft ? -dx : dx }

  /// The drag has what it moves from here on, where it is.
  private mutating func take(_ phase: DragState.Phase, _ effects: inout [ShellEffect]) {
    drag?.phase = phase
    switch phase {
    case .undecided, .refused: break
    case .panel: takePanel(&effects)
    case .paging:
      drag?.wanted = player.paging.value
      player.paging.hold(at: player.paging.value)
    case .dismissing:
      drag?.wanted = player.dismissal.value
      player.dismissal.hold(at: player.dismissal.value)
    case .paneEdge:
      let width = ShellGeometry(self).paneWidth
      drag?.wanted = width
    case .page:
      let progress = pageTransition?.motion.value ?? 1
      drag?.wanted = progress
      var transition = PageTransition(isPop: false, motion: Motion(progress))
      transition.motion.hold(at: progress)
      pageTransition = transition
    }
  }

  private mutating func follow(_ effects: inout [ShellEffect]) {
    guard let current = drag else { return }
    let across = leading(current.x - current.lastX)
    switch current.phase {
    case .undecided, .refused: return
    case .panel: followPanel(&effects)
    case .paging: followPaging(across)
    case .dismissing: followDismissal(current.y - current.lastY)
    case .paneEdge:
      let geometry = ShellGeometry(self)
      let wanted = current.wanted - across
      drag?.wanted = wanted
      player.paneWidth = clamp(wanted, metrics.paneMinimumWidth, metrics.paneFraction * geometry.width)
        .rounded(.down)
    case .page:
      let wanted = current.wanted - across / ShellGeometry(self).width
      drag?.wanted = wanted
      pageTransition?.motion.hold(at: clamp(wanted, 0, 1))
    }
    drag?.lastX = current.x
    drag?.lastY = current.y
  }

  mutating func endDrag(_ time: Double, _ permitted: [DetentID]?, _ effects: inout [ShellEffect]) {
    guard let current = drag, current.kind != .touchpad else { return }
    end(current, time, permitted, &effects)
  }

  mutating func end(
    _ current: DragState, _ time: Double, _ permitted: [DetentID]?, _ effects: inout [ShellEffect]
  ) {
    drag = nil
    let across = leading(current.trackerX.velocity(at: time))
    switch current.phase {
    case .undecided, .refused, .paneEdge: break
    case .panel: releasePanel(current, velocity: -current.tracker.velocity(at: time), permitted, &effects)
    case .paging: releasePaging(across, &effects)
    case .dismissing: releaseDismissal(current.tracker.velocity(at: time), &effects)
    case .page: releasePage(-across, &effects)
    }
  }

  /// Settles to the nearest rest position.
  mutating func cancelDrag(_ effects: inout [ShellEffect]) {
    guard let current = drag else { return }
    drag = nil
    switch current.phase {
    case .undecided, .refused, .paneEdge: break
    case .panel: releasePanel(current, velocity: 0, nil, scrollsOn: false, &effects)
    case .paging: settlePaging()
    case .dismissing: settleDismissal(away: false, &effects)
    case .page: releasePage(0, &effects)
    }
  }

  /// What a drag moves is moved by something else now: the drag loses it.
  mutating func release(_ phases: DragState.Phase...) {
    if let phase = drag?.phase, phases.contains(phase) { drag?.phase = .refused }
  }
}
