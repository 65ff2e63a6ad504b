// The player and the drawer: where they rest and how they get there.

/// The player's rest positions, as hooks name them.
public enum PlayerRest {
  /// The mini view shows.
  public static let docked: DetentID = "docked"
  /// The full view shows.
  public static let expanded: DetentID = "expanded"
  /// Swiped away.
  public static let dismissed: DetentID = "dismissed"
}

extension ShellState {
  // MARK: Player

  mutating func setPlayer(present: Bool, _ effects: inout [ShellEffect]) {
    player.isDismissed = false
    if present {
      player.isPresent = true
      player.isLeaving = false
      endSwipes(&effects)
    } else if player.isPresent {
      // It collapses first, so that focus and content come back in order.
      player.isLeaving = true
      drawer.returnsToPlayer = false
      endSwipes(&effects)
      if !player.isOpen && player.motion.isAtRest {
        playerRested(&effects)
      } else {
        settlePlayer(expanded: false, &effects)
      }
    }
  }

  /// A wish to expand or collapse.
  mutating func movePlayer(expanded: Bool, _ route: Route, _ effects: inout [ShellEffect]) {
    guard routes.player.allows(route), permits(.player, expanded ? PlayerRest.expanded : PlayerRest.docked)
    else { return }
    settlePlayer(expanded: expanded, &effects)
  }

  /// - Parameter release: how a drag let it go; nil for a wish, which keeps the velocity it has.
  mutating func settlePlayer(
    expanded wish: Bool, release: Release? = nil, _ effects: inout [ShellEffect]
  ) {
    guard player.isPresent else { return }
    let expanded = wish && !player.isLeaving
    let changes = expanded != player.isOpen
    guard changes || player.motion.held || release != nil else { return }
    if release == nil { self.release(.panel, of: .player) }
    endSwipes(&effects)
    effects.append(.willSettle(.player, at: expanded ? PlayerRest.expanded : PlayerRest.docked))
    if expanded && changes { makeRoomForPlayer(&effects) }
    if !expanded { player.paneReserved = false }
    player.isOpen = expanded
    move(&player.motion, to: expanded ? 1 : 0, release, unit: ShellGeometry(self).playerTravel)
    if changes {
      tabBar.motion.rest(at: tabBar.motion.target)
      if !ShellGeometry(self).dims(drawer.detent) { effects.append(.focus(expanded ? .player : .content)) }
    }
    if player.motion.isAtRest { playerRested(&effects) }
  }

  /// An open drawer gives way to the expanding player: in compact always, in regular if both don't fit.
  private mutating func makeRoomForPlayer(_ effects: inout [ShellEffect]) {
    guard drawer.isOpen else { return }
    let geometry = ShellGeometry(self)
    guard !geometry.isRegular || geometry.cardExcludesPane else { return }
    drawer.returnsToPlayer = false
    settleDrawer(at: Detent.closed, &effects)
  }

  mutating func playerRested(_ effects: inout [ShellEffect]) {
    player.motion.rest(at: player.isOpen ? 1 : 0)
    player.paneReserved = player.isOpen
    effects.append(.didSettle(.player, at: player.isOpen ? PlayerRest.expanded : PlayerRest.docked))
    if player.isLeaving && !player.isOpen {
      player.isLeaving = false
      player.isPresent = false
    }
  }

  // MARK: Drawer

  mutating func setDetents(_ new: [Detent], _ largestUndimmed: DetentID, _ effects: inout [ShellEffect]) {
    let extent = ShellGeometry(self).drawerExtent
    drawer.detents = new.filter { $0.id != Detent.closed }
    drawer.largestUndimmed = largestUndimmed
    let goes = drawer.isOpen && !drawer.detents.contains { $0.id == drawer.detent }
    guard goes || !drawer.motion.isAtRest else { return }
    // It goes on from where it was seen last.
    let detent = goes ? Detent.closed : drawer.detent
    let geometry = ShellGeometry(self)
    drawer.motion.rebase(to: geometry.drawerValue(extent, to: detent))
    guard goes else {
      if drawer.motion.isMoving { springDrawer(geometry, &effects) }
      return
    }
    release(.panel, of: .drawer)
    drawer.detent = detent
    effects.append(.willSettle(.drawer, at: detent))
    drawerLeft(&effects)
    springDrawer(geometry, &effects)
  }

  private mutating func springDrawer(
    _ geometry: ShellGeometry, release: Release? = nil, _ effects: inout [ShellEffect]
  ) {
    move(&drawer.motion, to: 0, release, unit: geometry.height)
    if drawer.motion.isAtRest { drawerRested(&effects) }
  }

  mutating func moveDrawer(to id: DetentID, _ route: Route, _ effects: inout [ShellEffect]) {
    guard routes.drawer.allows(route), permits(.drawer, id) else { return }
    settleDrawer(at: id, &effects)
  }

  /// - Parameter release: how a drag let it go; nil for a wish, which keeps the velocity it has.
  mutating func settleDrawer(
    at id: DetentID, release: Release? = nil, _ effects: inout [ShellEffect]
  ) {
    guard id == Detent.closed || drawer.detents.contains(where: { $0.id == id }) else { return }
    let changes = id != drawer.detent
    guard changes || drawer.motion.held || release != nil else { return }
    if release == nil { self.release(.panel, of: .drawer) }
    var geometry = ShellGeometry(self)
    let from = geometry.drawerExtent
    let wasOpen = drawer.isOpen
    effects.append(.willSettle(.drawer, at: id))
    if id != Detent.closed, !wasOpen, player.isExpanded, geometry.cardExcludesPane {
      settlePlayer(expanded: false, &effects)
      drawer.returnsToPlayer = true
    }
    drawer.detent = id
    geometry = ShellGeometry(self)
    drawer.motion.rebase(to: geometry.drawerValue(from, to: id))
    if changes {
      if id == Detent.closed {
        drawerLeft(&effects)
      } else if !wasOpen || geometry.dims(id) {
        effects.append(.focus(.drawer))
      }
    }
    springDrawer(geometry, release: release, &effects)
  }

  /// A drawer opened from the full player returns to it, at once: both come to rest together.
  private mutating func drawerLeft(_ effects: inout [ShellEffect]) {
    if drawer.returnsToPlayer {
      drawer.returnsToPlayer = false
      settlePlayer(expanded: true, &effects)
    } else {
      effects.append(.focus(player.isExpanded ? .player : .content))
    }
  }

  mutating func drawerRested(_ effects: inout [ShellEffect]) {
    drawer.motion.rest(at: 0)
    effects.append(.didSettle(.drawer, at: drawer.detent))
  }

  /// The rest positions that differ at this size, from low to high; of coinciding ones the current, else
  /// the lowest.
  var distinctDetents: [(id: DetentID, extent: Double)] {
    let geometry = ShellGeometry(self)
    var result = [(id: Detent.closed, extent: geometry.closedExtent)]
    for (detent, extent) in zip(drawer.detents, geometry.extents) {
      if result.count > 1, extent - result[result.count - 1].extent < 1 {
        if detent.id == drawer.detent { result[result.count - 1].id = detent.id }
      } else {
        result.append((detent.id, extent))
      }
    }
    return result
  }

  /// The next permitted rest position below the drawer's; nil if there is none.
  var detentBelow: DetentID? {
    let detents = distinctDetents
    guard let index = detents.firstIndex(where: { $0.id == drawer.detent }) else { return nil }
    return detents[..<index].last { permits(.drawer, $0.id) }?.id
  }

  /// Dimmed, a press outside moves it down to the next undimmed or closed detent, if the host lets it.
  mutating func tapDrawerBackdrop(_ effects: inout [ShellEffect]) {
    let geometry = ShellGeometry(self)
    guard routes.drawer.contains(.tap), geometry.dims(drawer.detent) else { return }
    var ids = [Detent.closed]
    for detent in drawer.detents where detent.id != drawer.detent && !geometry.dims(detent.id) {
      ids.append(detent.id)
    }
    if let id = ids.last(where: { permits(.drawer, $0) }) { settleDrawer(at: id, &effects) }
  }

  mutating func stepDrawer(up: Bool, _ effects: inout [ShellEffect]) {
    let detents = distinctDetents.filter { $0.id == drawer.detent || permits(.drawer, $0.id) }
    guard detents.count > 1, let index = detents.firstIndex(where: { $0.id == drawer.detent }) else { return }
    let next = up ? (index + 1) % detents.count : (index + detents.count - 1) % detents.count
    settleDrawer(at: detents[next].id, &effects)
  }

  // MARK: Both

  /// A push upwards that the spring takes back at once.
  mutating func bounce(_ part: ShellEffect.Part) {
    guard animates else { return }
    let geometry = ShellGeometry(self)
    let push = Release(pointer: 0, moving: metrics.attentionVelocity)
    switch part {
    case .player:
      guard player.isPresent, player.motion.isAtRest else { return }
      move(&player.motion, to: player.motion.value, push, unit: geometry.playerTravel)
    case .drawer:
      guard !geometry.extents.isEmpty, drawer.motion.isAtRest else { return }
      move(&drawer.motion, to: 0, push, unit: geometry.height)
    case .content: break
    }
  }

  private enum Panel { case player, drawer }

  /// Takes a panel out of the drag's hand.
  private mutating func release(_ phase: DragState.Phase, of panel: Panel) {
    guard let target = drag?.target else { return }
    switch target {
    case .drawer: if panel == .drawer { release(phase) }
    case .mini, .player: if panel == .player { release(phase) }
    case .paneEdge, .page: break
    }
  }
}
