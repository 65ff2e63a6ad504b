// A touchpad: two-finger scrolls that move panels as a finger would. A wheel never gets here.

extension ShellState {
  mutating func scrolled(
    _ target: DragTarget, _ dx: Double, _ dy: Double, _ scroll: ScrollRoom?, _ time: Double,
    _ effects: inout [ShellEffect]
  ) {
    if drag == nil { beginDrag(target, .touchpad, 0, 0, scroll, time, &effects) }
    guard let current = drag, current.kind == .touchpad else { return }
    drag?.quietSince = nil
    drag?.scroll = scroll
    // The content follows the fingers: scrolling down moves it up.
    moveDrag(current.x - dx, current.y - dy, time, &effects)
  }

  mutating func endScroll(_ time: Double, _ permitted: [DetentID]?, _ effects: inout [ShellEffect]) {
    guard let current = drag, current.kind == .touchpad else { return }
    end(current, time, permitted, &effects)
  }

  mutating func listenForSilence(_ time: Double, _ effects: inout [ShellEffect]) {
    guard let current = drag, current.kind == .touchpad else { return }
    guard let since = current.quietSince else {
      drag?.quietSince = time
      return
    }
    let silence = metrics.touchpadSilence
    if time - since >= silence { endScroll(current.time + silence, nil, &effects) }
  }
}
