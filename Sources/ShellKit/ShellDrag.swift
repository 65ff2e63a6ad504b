import GtkBridge
import ShellCore

/// The one drag on the shell: finds out at the press what is under the pointer, and sends the rest as
/// actions. It runs in the capture phase, because a drag in the bubble phase never gets a sequence past a
/// scrolled window; it claims late, so that buttons and sliders keep their clicks.
@MainActor
final class ShellDrag {
  private unowned let shell: ShellView
  let scroller: HeldScroller
  private let gesture = GestureDrag()
  private var start = (x: 0.0, y: 0.0)
  private var isClaimed = false

  init(_ shell: ShellView) {
    self.shell = shell
    scroller = HeldScroller(shell)
  }

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
    shell.mini.suppressesClick = false
    let kind = PointerKind(gesture.deviceKind)
    // A touchpad that has not fallen silent gives way.
    guard shell.state.drag == nil || shell.state.drag?.kind == .touchpad,
      let grip = ShellGrip(shell, x, y, kind)
    else { return gesture.deny() }
    start = (x, y)
    shell.deliver(.dragBegan(grip.target, kind, x: x, y: y, scroll: scroller.take(grip.scroller), time: time))
    if shell.state.drag == nil { gesture.deny() } else { follow() }
  }

  private func moved(_ dx: Double, _ dy: Double) {
    guard let drag = shell.state.drag, drag.kind != .touchpad else { return }
    shell.deliver(.dragMoved(x: start.x + dx, y: start.y + dy, time: time))
    follow()
  }

  /// Claims the sequence when the state took the drag, lets it go when it refused.
  private func follow() {
    guard let drag = shell.state.drag else { return }
    if drag.isClaimed {
      if !isClaimed { gesture.claim() }
      isClaimed = true
      // A release after a drag isn't a click.
      shell.mini.suppressesClick = true
    } else if drag.phase == .refused {
      // Nor is one after a drag that no panel follows, as a sideways one.
      shell.mini.suppressesClick = true
      shell.deliver(.dragCancelled)
      gesture.deny()
    }
  }

  private func ended() {
    guard let drag = shell.state.drag, drag.kind != .touchpad else { return }
    shell.deliver(.dragEnded(time: time, permitted: shell.permittedRests(drag.target.part)))
  }

  private func cancelled() {
    guard let drag = shell.state.drag, drag.kind != .touchpad else { return }
    shell.deliver(.dragCancelled)
  }
}

extension DragTarget {
  /// Whose rest positions a release is about.
  var part: ShellEffect.Part { if case .drawer = self { .drawer } else { .player } }
}

extension PointerKind {
  /// A touchpad moves the pointer as a mouse does; its scrolling is another matter (`ShellTouchpad`).
  init(_ device: DeviceKind) {
    switch device {
    case .touch: self = .touch
    case .pen: self = .pen
    case .mouse, .touchpad: self = .mouse
    }
  }
}
