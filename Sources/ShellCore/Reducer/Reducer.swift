/// Changes the state by one action; returns what the host must do, in order.
///
/// An action with a number that is not finite changes nothing.
public func reduceShell(_ state: inout ShellState, _ action: ShellAction) -> [ShellEffect] {
  var effects: [ShellEffect] = []
  guard action.isFinite else { return effects }
  switch action {
  case .environment(let new): state.setEnvironment(new, &effects)
  case .metrics(let new): state.metrics = new
  case .setRoutes(let routes): state.routes = routes
  case .tick(let time): state.tick(time, &effects)
  case .toastSize(let width, let height):
    state.toastWidth = width
    state.toastHeight = height
  case .finishMotion: state.finishMotion(&effects)
  case .restore(let snapshot): state.restore(snapshot, &effects)

  case .setTabs(let tabs): state.setTabs(tabs)
  case .labelWidths(let widths):
    for (index, width) in zip(state.tabs.indices, widths) { state.tabs[index].labelWidth = width }
  case .selectTab(let id, let allowed, let route):
    if allowed && state.routes.tabs.allows(route) { state.selectTab(id, &effects) }
  case .hoverTab(let id, let allowed): state.hoverTab(id, allowed)
  case .stepTab(let step, let route): if state.routes.tabs.allows(route) { state.stepTab(step, &effects) }
  case .setTabVisible(let id, let visible): state.setTab(id, visible: visible, &effects)
  case .setBadge(let id, let badge):
    if let index = state.tabs.firstIndex(where: { $0.id == id }) { state.tabs[index].badge = badge }
  case .pushPage(let page): state.push(page, &effects)
  case .popPage(let route): if state.routes.pages.allows(route) { state.pop(&effects) }
  case .setRootHidesTabBar(let id, let hides):
    if let index = state.tabs.firstIndex(where: { $0.id == id }) { state.tabs[index].rootHidesTabBar = hides }
  case .setCentreButton(let present, let circle):
    state.centreButton.isPresent = present
    state.centreButton.isCircle = circle
  case .activateCentreButton: if state.centreButton.isPresent { effects.append(.centreActivated) }
  case .setTabBarMinimises(let minimises):
    state.tabBar.minimisesOnScroll = minimises
    if !minimises { state.setTabBar(minimised: false) }
  case .contentScrolled(let distance, let atTop): state.contentScrolled(by: distance, atTop: atTop)
  case .restoreTabBar: state.setTabBar(minimised: false)

  case .setPlayerPresent(let present): state.setPlayer(present: present, &effects)
  case .setPlayerViews(let minimum, let miniHeight):
    state.player.fullMinimumWidth = minimum
    state.player.miniHeight = miniHeight
  case .setArtwork(let mini, let full):
    state.player.miniArtwork = mini
    state.player.fullArtwork = full
  case .setMiniSwipes(let swipes): state.player.swipes = swipes
  case .expandPlayer(let route): state.movePlayer(expanded: true, route, &effects)
  case .collapsePlayer(let route): state.movePlayer(expanded: false, route, &effects)
  case .togglePlayer(let route): state.movePlayer(expanded: !state.player.isExpanded, route, &effects)
  case .setPaneWidth(let width): state.player.paneWidth = width
  case .undoDismissal: state.undoDismissal(&effects)

  case .setDetents(let detents, let largestUndimmed): state.setDetents(detents, largestUndimmed, &effects)
  case .moveDrawer(let id, let route): state.moveDrawer(to: id, route, &effects)
  case .stepDrawer(let up, let route):
    if state.routes.drawer.allows(route) { state.stepDrawer(up: up, &effects) }
  case .tapDrawerBackdrop: state.tapDrawerBackdrop(&effects)

  case .setPermitted(let part, let ids):
    switch part {
    case .player: state.player.permitted = ids
    case .drawer: state.drawer.permitted = ids
    case .content: break
    }
  case .bounce(let part): state.bounce(part)
  case .escape: state.escape(&effects)

  case .dragBegan(let target, let kind, let x, let y, let scroll, let time):
    state.beginDrag(target, kind, x, y, scroll, time, &effects)
  case .dragMoved(let x, let y, let time): state.moveDrag(x, y, time, &effects)
  case .dragEnded(let time, let permitted): state.endDrag(time, permitted, &effects)
  case .dragCancelled: state.cancelDrag(&effects)
  case .scrolled(let target, let device, let dx, let dy, let scroll, let time):
    if device == .touchpad { state.scrolled(target, dx, dy, scroll, time, &effects) }
  case .scrollEnded(let time, let permitted): state.endScroll(time, permitted, &effects)
  case .stopFling: state.fling = nil
  }
  return effects
}

extension ShellState {
  /// Whether transitions take time at all.
  var animates: Bool { environment.animations && environment.mapped }

  mutating func setEnvironment(_ new: ShellEnvironment, _ effects: inout [ShellEffect]) {
    environment = new
    if !new.mapped { fling = nil }
    if !animates { finishMotion(&effects) }
  }

  /// Moves on everything that moves by itself to frame time `time`.
  mutating func tick(_ time: Double, _ effects: inout [ShellEffect]) {
    if player.motion.tick(time) { playerRested(&effects) }
    if drawer.motion.tick(time) { drawerRested(&effects) }
    _ = player.paging.tick(time)
    if player.dismissal.tick(time) { dismissalRested(&effects) }
    _ = tabBar.motion.tick(time)
    if pageTransition?.motion.tick(time) == true { pageRested(&effects) }
    if var moving = fling {
      let (offset, isOver) = moving.tick(time)
      fling = isOver ? nil : moving
      effects.append(.scroll(to: offset))
    }
    listenForSilence(time, &effects)
    holdOverTab(time, &effects)
  }

  /// Completes every transition at once, with the same effects.
  mutating func finishMotion(_ effects: inout [ShellEffect]) {
    if player.motion.isMoving { playerRested(&effects) }
    if drawer.motion.isMoving { drawerRested(&effects) }
    if player.paging.isMoving { player.paging.rest(at: 0) }
    if player.dismissal.isMoving {
      player.dismissal.rest(at: player.dismissal.target)
      dismissalRested(&effects)
    }
    if tabBar.motion.isMoving { tabBar.motion.rest(at: tabBar.motion.target) }
    if pageTransition?.motion.isMoving == true { finishPage(&effects) }
  }

  /// Undoes one step: the drawer down one detent, else the player collapses, else a page back.
  mutating func escape(_ effects: inout [ShellEffect]) {
    if drawer.isOpen, routes.drawer.contains(.key), let below = detentBelow {
      settleDrawer(at: below, &effects)
    } else if player.isExpanded, routes.player.contains(.key), permits(.player, PlayerRest.docked) {
      settlePlayer(expanded: false, &effects)
    } else if !player.isExpanded, routes.pages.contains(.key) {
      pop(&effects)
    }
  }

  /// Whether the host lets a part rest there.
  func permits(_ part: ShellEffect.Part, _ id: DetentID) -> Bool {
    let permitted = part == .drawer ? drawer.permitted : player.permitted
    return permitted?.contains(id) ?? true
  }

  /// Springs, or is there at once when nothing animates.
  /// - Parameter unit: pixels in one unit of the motion.
  func move(_ motion: inout Motion, to target: Double, _ release: Release? = nil, unit: Double) {
    guard animates else { return motion.rest(at: target) }
    motion.spring(
      to: target, velocity: release.map { $0.moving / unit }, response: metrics.springResponse,
      dampingRatio: release?.isFast(metrics) == true ? metrics.flickDamping : metrics.springDamping,
      unit: unit)
  }
}

/// How a drag let go.
struct Release {
  /// The pointer's velocity in px/s, which decides.
  var pointer: Double
  /// The velocity of what was moved, which goes on: less in a rubber band, 0 at the closed end.
  var moving: Double

  func isFast(_ metrics: ShellMetrics) -> Bool { abs(pointer) > metrics.flickVelocity }
}

extension ShellAction {
  /// Whether all its numbers are; the rest is refused, so that no frame is ever without a place.
  var isFinite: Bool {
    switch self {
    case .environment(let e):
      e.width.isFinite && e.height.isFinite && e.textScale.isFinite && abs(e.width) < 1e6
        && abs(e.height) < 1e6
        && e.textScale > 0 && e.textScale <= 20
    case .metrics(let metrics): ShellMetrics.lengths.allSatisfy { metrics[keyPath: $0.path].isFinite }
    case .labelWidths(let widths): widths.allSatisfy(\.isFinite)
    case .setTabs(let tabs): tabs.allSatisfy(\.labelWidth.isFinite)
    case .contentScrolled(let distance, _): distance.isFinite
    case .setPlayerViews(let width, let height): width.isFinite && (height ?? 0).isFinite
    case .setArtwork(let mini, let full): (mini?.isFinite ?? true) && (full?.isFinite ?? true)
    case .setPaneWidth(let width): (width ?? 0).isFinite
    case .setDetents(let detents, _): detents.allSatisfy(\.isFinite)
    case .dragBegan(_, _, let x, let y, let scroll, let time):
      x.isFinite && y.isFinite && time.isFinite && (scroll?.isFinite ?? true)
    case .dragMoved(let x, let y, let time): x.isFinite && y.isFinite && time.isFinite
    case .dragEnded(let time, _), .scrollEnded(let time, _), .tick(let time): time.isFinite
    case .scrolled(_, _, let dx, let dy, let scroll, let time):
      dx.isFinite && dy.isFinite && time.isFinite && (scroll?.isFinite ?? true)
    case .toastSize(let width, let height): width.isFinite && height.isFinite
    default: true
    }
  }
}

extension ShellRect {
  var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}

extension ScrollRoom {
  var isFinite: Bool { offset.isFinite && limit.isFinite }
}

extension Detent {
  var isFinite: Bool {
    switch height {
    case .fixed(let value), .fraction(let value), .belowTop(let value): value.isFinite && backdrop.isFinite
    }
  }
}
