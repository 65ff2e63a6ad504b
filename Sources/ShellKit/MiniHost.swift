import GtkBridge

/// Holds the host's mini view: a press on it expands the player, its own buttons stay buttons.
@MainActor
final class MiniHost: CustomWidget {
  override class var cssName: String { "miniplayer" }
  override class var role: AccessibleRole { .button }

  /// Called on a click outside the view's own controls, Return or Space.
  var tapped: () -> Void = {}
  /// Set while a drag runs, so that its release isn't a click.
  var suppressesClick = false

  private var press = (x: 0.0, y: 0.0)
  private let child = Slot()
  private var childPlace = Rect(width: 0, height: 0)

  override init() {
    super.init()
    child.setParent(self)
    focusable = true
    clipsOverflow = true
    cursor(named: "pointer")
    let click = GestureClick()
    click.connect(GestureClick.released) { [weak self] presses, x, y in
      guard let self, presses == 1, !self.suppressesClick, self.contains(x, y) else { return }
      // A drag that nobody took isn't a click either: 8 px, as for touch.
      guard abs(x - self.press.x) < 8, abs(y - self.press.y) < 8 else { return }
      self.tapped()
    }
    click.connect(GestureClick.pressed) { [weak self] _, x, y in self?.press = (x, y) }
    addController(click)
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, modifiers in
      // Space belongs to the host (play and pause); Return opens.
      guard let self, self.hasFocus, Key.activates(key), modifiers.isEmpty else { return false }
      self.tapped()
      return true
    }
    addController(keys)
  }

  func setChild(_ new: Widget?) { child.fill(new) }

  /// The least height that the view can do with.
  var minimumHeight: Int { child.measured(.vertical).minimum }

  /// Gives the child its constant size, and its place while the bar moves or the view is swiped.
  func arrange(_ place: Rect) {
    guard place != childPlace else { return }
    childPlace = place
    queueAllocate()
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func sizeAllocate(width: Int, height: Int) {
    let w = max(Int(childPlace.width), child.measured(.horizontal).minimum)
    let h = max(Int(childPlace.height), child.measured(.vertical, for: w).minimum)
    let x = isRightToLeft ? childPlace.x + childPlace.width - Double(w) : childPlace.x
    child.allocate(width: w, height: h, x: x, y: childPlace.y)
  }
}
