/// Changes the state by one action; returns what the host must do, in order.
public func reduceShell(_ state: inout ShellState, _ action: ShellAction) -> [ShellEffect] {
  var effects: [ShellEffect] = []
  switch action {
  case .environment(let new):
    state.environment = new
    if !state.animates { state.finishMotion(&effects) }
  case .metrics(let new): state.metrics = new
  case .tick(let time): state.tick(time, &effects)
  case .toastSize(let width, let height):
    state.toastWidth = width
    state.toastHeight = height

  case .setTabs(let tabs): state.setTabs(tabs)
  case .labelWidths(let widths):
    for (index, width) in zip(state.tabs.indices, widths) { state.tabs[index].labelWidth = width }
  case .selectTab(let id, let allowed, _): if allowed { state.selectTab(id, &effects) }
  case .stepTab(let step, _): state.stepTab(step, &effects)
  case .setTabVisible(let id, let visible): state.setTab(id, visible: visible, &effects)
  case .pushPage(let page): state.push(page, &effects)
  case .popPage: state.pop(&effects)
  case .setRootHidesTabBar(let id, let hides):
    if let index = state.tabs.firstIndex(where: { $0.id == id }) { state.tabs[index].rootHidesTabBar = hides }
  case .setCentreButton(let present, let circle):
    state.centreButton.isPresent = present
    state.centreButton.isCircle = circle
  case .activateCentreButton: if state.centreButton.isPresent { effects.append(.centreActivated) }

  case .setPlayerPresent(let present): state.setPlayer(present: present, &effects)
  case .setPlayerViews(let minimum, let miniHeight):
    state.player.fullMinimumWidth = minimum
    state.player.miniHeight = miniHeight
  case .setArtwork(let mini, let full):
    state.player.miniArtwork = mini
    state.player.fullArtwork = full
  case .expandPlayer: state.settlePlayer(expanded: true, &effects)
  case .collapsePlayer: state.settlePlayer(expanded: false, &effects)
  case .togglePlayer: state.settlePlayer(expanded: !state.player.isExpanded, &effects)
  case .setPaneWidth(let width): state.player.paneWidth = width

  case .setDetents(let detents, let largestUndimmed): state.setDetents(detents, largestUndimmed, &effects)
  case .moveDrawer(let id, _): state.settleDrawer(at: id, &effects)
  case .stepDrawer(let up, _): state.stepDrawer(up: up, &effects)
  case .tapDrawerBackdrop: state.settleDrawer(at: state.undimmedDetentBelow, &effects)

  case .escape: state.escape(&effects)

  case .dragBegan(let target, let kind, let x, let y, let scroll, let time):
    state.beginDrag(target, kind, x, y, scroll, time)
  case .dragMoved(let x, let y, let time): state.moveDrag(x, y, time, &effects)
  case .dragEnded(let time, let permitted): state.endDrag(time, permitted, &effects)
  case .dragCancelled: state.cancelDrag(&effects)
  }
  return effects
}

extension ShellState {
  /// Whether transitions take time at all.
  var animates: Bool { environment.animations && environment.mapped }

  /// Moves on everything that springs to frame time `time`.
  mutating func tick(_ time: Double, _ effects: inout [ShellEffect]) {
    if player.motion.tick(time) { playerRested(&effects) }
    if drawer.motion.tick(time) { drawerRested(&effects) }
    if pageTransition?.motion.tick(time) == true { pageRested(&effects) }
  }

  /// Completes every transition at once, with the same effects.
  mutating func finishMotion(_ effects: inout [ShellEffect]) {
    if player.motion.isMoving {
      player.motion.rest(at: player.motion.target)
      playerRested(&effects)
    }
    if drawer.motion.isMoving { drawerRested(&effects) }
    finishPage(&effects)
  }

  /// Undoes one step: the drawer down one detent, else the player collapses, else a page back.
  mutating func escape(_ effects: inout [ShellEffect]) {
    if drawer.isOpen {
      settleDrawer(at: detentBelow, &effects)
    } else if player.isExpanded {
      settlePlayer(expanded: false, &effects)
    } else {
      pop(&effects)
    }
  }
}
