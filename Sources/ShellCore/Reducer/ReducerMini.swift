// The mini view's own swipes: sideways to the item before or after, down to put the player away.

extension ShellState {
  // MARK: Sideways

  /// - Parameter across: pixels away from the leading edge.
  mutating func followPaging(_ across: Double) {
    guard let current = drag else { return }
    let width = max(ShellGeometry(self).mini.width, 1)
    let wanted = current.wanted + across / width
    drag?.wanted = wanted
    // Away from the leading edge comes the item before.
    let most = player.swipes.previous ? 1.0 : 0
    let least = player.swipes.next ? -1.0 : 0
    let inside = clamp(wanted, least, most)
    let stretched = MotionRule.rubberBand(
      (wanted - inside) * width, dimension: width, coefficient: metrics.rubberBand)
    player.paging.hold(at: inside + stretched / width)
  }

  mutating func releasePaging(_ velocity: Double, _ effects: inout [ShellEffect]) {
    let width = max(ShellGeometry(self).mini.width, 1)
    var rests = [0.0]
    if player.swipes.next { rests.insert(-width, at: 0) }
    if player.swipes.previous { rests.append(width) }
    let index = MotionRule.settle(
      at: player.paging.value * width, velocity: velocity, positions: rests,
      flickVelocity: metrics.flickVelocity)
    let target = index.map { rests[$0] } ?? 0
    if target != 0 {
      effects.append(.skip(next: target < 0))
      // The neighbour comes in from the other side: one width on.
      player.paging.rest(at: player.paging.value + (target < 0 ? 1 : -1))
    }
    settlePaging(Release(pointer: velocity, moving: velocity))
  }

  mutating func settlePaging(_ release: Release? = nil) {
    move(&player.paging, to: 0, release, unit: max(ShellGeometry(self).mini.width, 1))
  }

  // MARK: Down

  mutating func followDismissal(_ down: Double) {
    guard let current = drag else { return }
    let height = max(ShellGeometry(self).mini.height, 1)
    var wanted = max(0, current.wanted + down / height)
    // Beyond its height nothing of it is left to see.
    if player.swipes.dismisses { wanted = min(wanted, 1) }
    drag?.wanted = wanted
    let stretched = MotionRule.rubberBand(
      wanted * height, dimension: height / 2, coefficient: metrics.rubberBand)
    player.dismissal.hold(at: player.swipes.dismisses ? wanted : stretched / height)
  }

  /// Away if it would come to rest beyond its height.
  mutating func releaseDismissal(_ velocity: Double, _ effects: inout [ShellEffect]) {
    let height = max(ShellGeometry(self).mini.height, 1)
    let projected = MotionRule.projection(from: player.dismissal.value * height, velocity: velocity)
    let away = player.swipes.dismisses && (projected >= height || velocity >= metrics.flickVelocity)
    settleDismissal(away: away, release: Release(pointer: velocity, moving: velocity), &effects)
  }

  mutating func settleDismissal(away: Bool, release: Release? = nil, _ effects: inout [ShellEffect]) {
    if away { effects.append(.willSettle(.player, at: PlayerRest.dismissed)) }
    move(&player.dismissal, to: away ? 1 : 0, release, unit: max(ShellGeometry(self).mini.height, 1))
    if player.dismissal.isAtRest { dismissalRested(&effects) }
  }

  mutating func dismissalRested(_ effects: inout [ShellEffect]) {
    guard player.dismissal.value >= 0.5 else { return }
    player.dismissal.rest(at: 0)
    player.isPresent = false
    player.isDismissed = true
    effects.append(.didSettle(.player, at: PlayerRest.dismissed))
    effects.append(.playerDismissed)
  }

  mutating func undoDismissal(_ effects: inout [ShellEffect]) {
    guard player.isDismissed else { return }
    player.isDismissed = false
    player.isPresent = true
    player.dismissal.rest(at: 1)
    effects.append(.dismissalUndone)
    settleDismissal(away: false, &effects)
  }

  /// The player goes elsewhere: what its mini view's swipes are at goes back.
  mutating func endSwipes(_ effects: inout [ShellEffect]) {
    release(.paging, .dismissing)
    if player.paging.held { settlePaging() }
    if player.dismissal.held || player.dismissal.target != 0 { settleDismissal(away: false, &effects) }
  }
}
