import GtkBridge
import ShellCore

/// Two fingers on a touchpad move panels, the mini view and pages as a finger on the glass would. A wheel
/// moves none of them: its events go on to the scrollers.
@MainActor
final class ShellTouchpad {
  /// Pixels that content moves for one unit of a SURFACE event: GTK's own factor for scrolled windows
  /// (`MAGIC_SCROLL_FACTOR` in gtkscrolledwindow.c), so that panels move as fast as lists.
  private static let surfaceFactor = 2.5
  /// …and for one detent, which is what a touchpad's events count in on X11: 15 units of a surface.
  private static let detentFactor = 15 * surfaceFactor

  private unowned let shell: ShellView
  private let scrolls = ScrollController(vertical: true, horizontal: true)
  private var target: DragTarget?
  private let content: ContentScrolls

  init(_ shell: ShellView) {
    self.shell = shell
    content = ContentScrolls(shell)
  }

  func attach() {
    scrolls.phase = .capture
    scrolls.connect(ScrollController.scrolled) { [weak self] dx, dy in self?.scrolled(dx, dy) ?? false }
    scrolls.connect(ScrollController.ended) { [weak self] in self?.ended() }
    shell.addController(scrolls)
    content.attach()
  }

  private var time: Double { Double(scrolls.eventTimeMilliseconds) / 1000 }

  private func scrolled(_ dx: Double, _ dy: Double) -> Bool {
    guard let place = scrolls.position(in: shell) else { return false }
    content.scrolls(at: place.x, place.y)
    guard scrolls.isTouchpad else { return false }
    if let drag = shell.state.drag {
      guard drag.kind == .touchpad else { return false }
    } else {
      let grip = ShellGrip(shell, place.x, place.y, .touchpad)
      target = grip?.target
      if target != nil { _ = shell.drags.scroller.take(grip?.scroller) }
    }
    guard let target else { return false }
    let factor = scrolls.isSurface ? Self.surfaceFactor : Self.detentFactor
    shell.deliver(
      .scrolled(
        target, .touchpad, dx: dx * factor, dy: dy * factor, scroll: shell.drags.scroller.room, time: time))
    guard let drag = shell.state.drag else { return false }
    // Until it is clear what moves, a panel's scroller waits; a page's content does not.
    return drag.isClaimed || (drag.phase == .undecided && target != .page)
  }

  private func ended() {
    guard let drag = shell.state.drag, drag.kind == .touchpad else { return }
    shell.deliver(.scrollEnded(time: time, permitted: shell.permittedRests(drag.target.part)))
  }
}

/// Tells the state how the user scrolls the content, for a tab bar that minimises. Programmatic scrolls don't
/// count.
@MainActor
final class ContentScrolls {
  /// Scrolling that comes later than this after the last input is somebody else's, in microseconds. GTK's
  /// kinetic scrolling sends changes all along.
  private static let patience: Int64 = 400_000

  private unowned let shell: ShellView
  private let touch = GestureDrag()
  private var watched: Adjustment?
  private var connection: Connection?
  private var value = 0.0
  private var lastInput: Int64 = 0
  private var isTouched = false

  init(_ shell: ShellView) { self.shell = shell }

  func attach() {
    // Only looks on; it never claims.
    touch.phase = .capture
    touch.touchOnly = true
    touch.connect(GestureDrag.began) { [weak self] x, y in
      self?.isTouched = true
      self?.scrolls(at: x, y)
    }
    touch.connect(GestureDrag.ended) { [weak self] _, _ in self?.isTouched = false }
    touch.connect(Gesture.cancelled) { [weak self] _ in self?.isTouched = false }
    shell.addController(touch)
  }

  /// The user scrolls at this place.
  func scrolls(at x: Double, _ y: Double) {
    guard shell.state.tabBar.minimisesOnScroll else { return }
    lastInput = MainLoop.monotonicMicroseconds
    var current = shell.pick(x, y)
    var found: Adjustment?
    // Of nested scrollers the outermost is the page's.
    while let widget = current, !widget.isSame(as: shell.content) {
      if widget.isSame(as: shell) { return }
      if let adjustment = widget.verticalScroller { found = adjustment }
      current = widget.parent
    }
    guard current != nil, let found, found.raw != watched?.raw else { return }
    watched = found
    value = found.value
    connection = found.observe(Adjustment.valueChanged) { [weak self] in self?.changed() }
  }

  private func changed() {
    guard let watched else { return }
    let distance = watched.value - value
    value = watched.value
    let now = MainLoop.monotonicMicroseconds
    guard isTouched || now - lastInput < Self.patience, distance != 0 else { return }
    lastInput = now
    shell.deliver(.contentScrolled(by: distance, atTop: watched.value - watched.lower < 1))
  }
}
