import GtkBridge
import ShellCore

/// The one drag on the shell: finds out at the press what is under the pointer, and sends the rest as
/// actions. It runs in the capture phase, because a drag in the bubble phase never gets a sequence past a
/// scrolled window; it claims late, so that buttons and sliders keep their clicks.
@MainActor
final class ShellDrag {
  private unowned let shell: ShellView
  private let gesture = GestureDrag()
  private var start = (x: 0.0, y: 0.0)
  private var scroller: Adjustment?
  private var isClaimed = false

  init(_ shell: ShellView) { self.shell = shell }

  func attach() {
    gesture.phase = .capture
    gesture.connect(GestureDrag.began) { [weak self] x, y in self?.began(x, y) }
    gesture.connect(GestureDrag.moved) { [weak self] dx, dy in self?.moved(dx, dy) }
    gesture.connect(GestureDrag.ended) { [weak self] _, _ in self?.ended() }
    gesture.connect(Gesture.cancelled) { [weak self] _ in self?.cancelled() }
    shell.addController(gesture)
  }

  private var time: Double { Double(gesture.eventTimeMilliseconds) / 1000 }

  private func began(_ x: Double, _ y: Double) {
    isClaimed = false
    scroller = nil
    guard shell.state.drag == nil, let found = target(x, y) else { return gesture.deny() }
    start = (x, y)
    let kind: PointerKind =
      switch gesture.deviceKind {
      case .touch: .touch
      case .pen: .pen
      case .mouse, .touchpad: .mouse
      }
    let room = scroller.map {
      ScrollRoom(offset: $0.value - $0.lower, limit: $0.upper - $0.lower - $0.pageSize)
    }
    shell.send(.dragBegan(found, kind, x: x, y: y, scroll: room, time: time))
    if shell.state.drag == nil { gesture.deny() } else { follow() }
  }

  private func moved(_ dx: Double, _ dy: Double) {
    guard shell.state.drag != nil else { return }
    shell.send(.dragMoved(x: start.x + dx, y: start.y + dy, time: time))
    follow()
  }

  /// Claims the sequence when the state took the drag, lets it go when it refused.
  private func follow() {
    guard let drag = shell.state.drag else { return }
    if drag.isClaimed {
      if !isClaimed { gesture.claim() }
      isClaimed = true
    } else if drag.phase == .refused {
      shell.send(.dragCancelled)
      gesture.deny()
    }
  }

  private func ended() {
    guard let drag = shell.state.drag else { return }
    shell.send(.dragEnded(time: time, permitted: permitted(drag.target)))
  }

  private func cancelled() { if shell.state.drag != nil { shell.send(.dragCancelled) } }

  /// The host's answer, for every rest position at once.
  private func permitted(_ target: DragTarget) -> [DetentID] {
    if case .drawer = target {
      return ([Detent.closed] + shell.state.drawer.detents.map(\.id)).filter {
        shell.shouldSettle(.drawer, $0)
      }
    }
    return [PlayerRest.docked, PlayerRest.expanded].filter { shell.shouldSettle(.player, $0) }
  }

  /// What a press takes hold of. Walks from the picked widget up: a control that wants drags wins.
  private func target(_ x: Double, _ y: Double) -> DragTarget? {
    var current = shell.pick(x, y)
    var found: DragTarget?
    while let widget = current, !widget.isSame(as: shell) {
      if widget.wantsDrags || widget.hasClass("shell-exempt") { return nil }
      if widget.isSame(as: shell.mini) {
        found = .mini
      } else if widget.isSame(as: shell.player) {
        found = .player(body: isBody(x, y, shell.player))
      } else if widget.isSame(as: shell.drawer) {
        found = .drawer(body: isBody(x, y, shell.drawer))
      } else if scroller == nil, found == nil, let adjustment = widget.verticalScroller {
        scroller = adjustment
      }
      current = widget.parent
    }
    // The header is the grabber's height: it drags the panel and leaves the scroller alone.
    switch found {
    case .player(body: true), .drawer(body: true): break
    default: scroller = nil
    }
    return found
  }

  private func isBody(_ x: Double, _ y: Double, _ panel: Panel) -> Bool {
    guard let bounds = panel.bounds(in: shell) else { return true }
    return y - bounds.y >= shell.state.metrics.grabberArea
  }

  // MARK: The scroller under the drag

  func scroll(to offset: Double) {
    guard let scroller else { return }
    scroller.value = scroller.lower + offset
  }
}
