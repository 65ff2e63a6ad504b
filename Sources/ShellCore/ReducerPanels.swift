// The player and the drawer: where they rest and how they get there.

/// The player's rest positions, as hooks name them.
public enum PlayerRest {
  public static let docked: DetentID = "docked"
  public static let expanded: DetentID = "expanded"
}

extension ShellState {
  // MARK: Player

  mutating func setPlayer(present: Bool, _ effects: inout [ShellEffect]) {
    if present {
      player.isPresent = true
      player.isLeaving = false
    } else if player.isPresent {
      // It collapses first, so that focus and content come back in order.
      player.isLeaving = true
      if player.motion.isAtRest && player.motion.value == 0 {
        playerRested(&effects)
      } else {
        settlePlayer(expanded: false, &effects)
      }
    }
  }

  /// - Parameter velocity: upwards in px/s after a release; nil for the one it has.
  mutating func settlePlayer(expanded: Bool, velocity: Double? = nil, _ effects: inout [ShellEffect]) {
    guard player.isPresent, !(expanded && player.isLeaving) else { return }
    let target = expanded ? 1.0 : 0.0
    let wasExpanded = player.isExpanded
    guard player.motion.held || player.motion.target != target || velocity != nil else { return }
    if expanded != wasExpanded || player.motion.held {
      effects.append(.willSettle(.player, at: expanded ? PlayerRest.expanded : PlayerRest.docked))
    }
    if expanded {
      makeRoomForPlayer(&effects)
    } else {
      player.paneReserved = false
    }
    let geometry = ShellGeometry(self)
    move(&player.motion, to: target, velocity, unit: geometry.playerTravel)
    effects.append(.focus(expanded ? .player : .content))
    if player.motion.isAtRest { playerRested(&effects) }
  }

  /// An open drawer gives way to the expanding player: in compact always, in regular if both don't fit.
  private mutating func makeRoomForPlayer(_ effects: inout [ShellEffect]) {
    guard drawer.isOpen, !player.isExpanded else { return }
    let geometry = ShellGeometry(self)
    if !geometry.isRegular || geometry.cardExcludesPane {
      drawer.returnsToPlayer = false
      settleDrawer(at: Detent.closed, &effects)
    }
  }

  mutating func playerRested(_ effects: inout [ShellEffect]) {
    let expanded = player.motion.value >= 0.5
    player.motion.rest(at: expanded ? 1 : 0)
    player.paneReserved = expanded
    effects.append(.didSettle(.player, at: expanded ? PlayerRest.expanded : PlayerRest.docked))
    if player.isLeaving && !expanded {
      player.isLeaving = false
      player.isPresent = false
    }
  }

  // MARK: Drawer

  mutating func setDetents(_ new: [Detent], _ largestUndimmed: DetentID, _ effects: inout [ShellEffect]) {
    drawer.detents = new
    drawer.largestUndimmed = largestUndimmed
    if drawer.isOpen, !new.contains(where: { $0.id == drawer.detent }) {
      settleDrawer(at: Detent.closed, &effects)
    }
  }

  /// - Parameter velocity: upwards in px/s after a release; nil for the one it has.
  mutating func settleDrawer(at id: DetentID, velocity: Double? = nil, _ effects: inout [ShellEffect]) {
    guard id == Detent.closed || drawer.detents.contains(where: { $0.id == id }) else { return }
    guard drawer.motion.held || id != drawer.detent || velocity != nil else { return }
    var geometry = ShellGeometry(self)
    let from = geometry.drawerExtent
    let wasOpen = drawer.isOpen
    if id != drawer.detent || drawer.motion.held { effects.append(.willSettle(.drawer, at: id)) }
    if id != Detent.closed, !wasOpen, player.isExpanded, geometry.cardExcludesPane {
      settlePlayer(expanded: false, &effects)
      drawer.returnsToPlayer = true
    }
    drawer.detent = id
    geometry = ShellGeometry(self)
    if !drawer.motion.isMoving && !drawer.motion.held { drawer.motion = Motion(from / geometry.height) }
    move(&drawer.motion, to: geometry.extent(of: id) / geometry.height, velocity, unit: geometry.height)
    if id == Detent.closed {
      effects.append(.focus(player.isExpanded ? .player : .content))
    } else if ShellLayout(self).drawerBackdrop.isActive || !wasOpen {
      effects.append(.focus(.drawer))
    }
    if drawer.motion.isAtRest { drawerRested(&effects) }
  }

  mutating func drawerRested(_ effects: inout [ShellEffect]) {
    drawer.motion.rest(at: 0)
    effects.append(.didSettle(.drawer, at: drawer.detent))
    if !drawer.isOpen && drawer.returnsToPlayer {
      drawer.returnsToPlayer = false
      settlePlayer(expanded: true, &effects)
    }
  }

  /// The rest positions that differ at this size, from low to high; of coinciding ones the current, else
  /// the lowest.
  var distinctDetents: [(id: DetentID, extent: Double)] {
    let geometry = ShellGeometry(self)
    var result = [(id: Detent.closed, extent: geometry.closedExtent)]
    for (detent, extent) in zip(drawer.detents, geometry.extents) {
      if extent - result[result.count - 1].extent < 1 {
        if detent.id == drawer.detent { result[result.count - 1].id = detent.id }
      } else {
        result.append((detent.id, extent))
      }
    }
    return result
  }

  var detentBelow: DetentID {
    let detents = distinctDetents
    guard let index = detents.firstIndex(where: { $0.id == drawer.detent }), index > 0 else {
      return Detent.closed
    }
    return detents[index - 1].id
  }

  /// The highest rest position below the current one that doesn't dim.
  var undimmedDetentBelow: DetentID {
    let undimmed = ShellGeometry(self).undimmedIndex
    let current = drawer.detents.firstIndex { $0.id == drawer.detent } ?? 0
    return undimmed >= 0 && undimmed < current ? drawer.detents[undimmed].id : Detent.closed
  }

  mutating func stepDrawer(up: Bool, _ effects: inout [ShellEffect]) {
    let detents = distinctDetents
    guard detents.count > 1, let index = detents.firstIndex(where: { $0.id == drawer.detent }) else { return }
    let next = up ? (index + 1) % detents.count : (index + detents.count - 1) % detents.count
    settleDrawer(at: detents[next].id, &effects)
  }

  // MARK: Both

  /// Springs, or is there at once when nothing animates.
  private func move(_ motion: inout Motion, to target: Double, _ velocity: Double?, unit: Double) {
    guard animates else { return motion.rest(at: target) }
    let fast = abs(velocity ?? 0) >= metrics.flickVelocity
    motion.spring(
      to: target, velocity: velocity.map { $0 / unit }, response: metrics.springResponse,
      dampingRatio: fast ? metrics.flickDamping : metrics.springDamping, unit: unit)
  }
}
