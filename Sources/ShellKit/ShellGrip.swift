import GtkBridge
import ShellCore

/// What a pointer finds: the part that a drag there would move, and the scroller that would scroll first.
@MainActor
struct ShellGrip {
  var target: DragTarget
  var scroller: Adjustment?

  /// Walks from the picked widget up to the shell; nil if the place belongs to a control or to nothing that
  /// moves.
  init?(_ shell: ShellView, _ x: Double, _ y: Double, _ kind: PointerKind) {
    var current = shell.pick(x, y)
    var found: DragTarget?
    var isContent = false
    while let widget = current, !widget.isSame(as: shell) {
      // Controls win.
      if kind == .touchpad ? widget.wantsScroll : widget.wantsDrags { return nil }
      if widget.hasClass("shell-exempt") { return nil }
      if widget.isSame(as: shell.mini) {
        found = .mini
      } else if widget.isSame(as: shell.player) {
        found = .player(body: Self.isBody(shell, y, shell.player))
        if scroller == nil { scroller = shell.player.overflowScroller }
      } else if widget.isSame(as: shell.drawer) {
        found = .drawer(body: Self.isBody(shell, y, shell.drawer))
      } else if widget.isSame(as: shell.paneHandle) {
        found = .paneEdge
      } else if widget.isSame(as: shell.content) {
        isContent = true
      } else if scroller == nil, found == nil, let adjustment = widget.verticalScroller {
        scroller = adjustment
      }
      current = widget.parent
    }
    if found == nil, isContent, shell.state.depth > 1, Self.goesBack(shell, x, kind) { found = .page }
    guard let found else { return nil }
    target = found
    // The header is the grabber's height: it drags the panel and leaves the scroller alone.
    switch found {
    case .player(body: true), .drawer(body: true): break
    default: scroller = nil
    }
  }

  /// A touch at the leading edge, or two fingers anywhere on the content.
  private static func goesBack(_ shell: ShellView, _ x: Double, _ kind: PointerKind) -> Bool {
    switch kind {
    case .touchpad: return true
    case .mouse: return false
    case .touch, .pen:
      let leading = shell.isRightToLeft ? Double(shell.width) - x : x
      return leading < shell.state.metrics.edgeSwipeWidth
    }
  }

  private static func isBody(_ shell: ShellView, _ y: Double, _ panel: Panel) -> Bool {
    guard let bounds = panel.bounds(in: shell) else { return true }
    return y - bounds.y >= shell.state.metrics.grabberArea
  }
}

/// The scroller that a drag has in hand, and that goes on by itself after it.
@MainActor
final class HeldScroller {
  private unowned let shell: ShellView
  private var adjustment: Adjustment?
  private var connection: Connection?
  /// The value set last: another one means that somebody else scrolls.
  private var expected = 0.0

  init(_ shell: ShellView) { self.shell = shell }

  /// Takes hold of a scroller and says what room it has; nil for none.
  func take(_ new: Adjustment?) -> ScrollRoom? {
    connection = nil
    adjustment = new
    guard let new else { return nil }
    expected = new.value
    connection = new.observe(Adjustment.valueChanged) { [weak self] in self?.changed() }
    return room
  }

  var room: ScrollRoom? {
    adjustment.map {
      ScrollRoom(offset: $0.value - $0.lower, limit: max(0, $0.upper - $0.lower - $0.pageSize))
    }
  }

  func move(to offset: Double) {
    guard let adjustment else { return }
    expected = adjustment.lower + offset
    adjustment.value = expected
    // What it took, at the ends of a list that guesses its length.
    expected = adjustment.value
  }

  private func changed() {
    guard let adjustment, shell.state.fling != nil, abs(adjustment.value - expected) > 1 else { return }
    // Programmatic scrolls, and a wheel, win.
    shell.deliver(.stopFling)
  }
}
