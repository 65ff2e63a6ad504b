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

  private let child = Slot()
  private var childWidth = 0
  private var childHeight = 0
  private var childX = 0.0
  private var childY = 0.0

  override init() {
    super.init()
    child.setParent(self)
    focusable = true
    clipsOverflow = true
    cursor(named: "pointer")
    let click = GestureClick()
    click.connect(GestureClick.released) { [weak self] presses, x, y in
      guard let self, presses == 1, !self.suppressesClick, self.contains(x, y) else { return }
      self.tapped()
    }
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

  /// The height the view asks for at this width.
  func naturalHeight(forWidth width: Int) -> Int { child.measured(.vertical, for: width).natural }
  var minimumWidth: Int { child.measured(.horizontal).minimum }

  /// Gives the child its constant size and its place while the bar moves.
  func arrange(width: Int, height: Int, x: Double, y: Double) {
    guard width != childWidth || height != childHeight || x != childX || y != childY else { return }
    (childWidth, childHeight, childX, childY) = (width, height, x, y)
    queueAllocate()
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func sizeAllocate(width: Int, height: Int) {
    let w = max(childWidth, child.measured(.horizontal).minimum)
    let h = max(childHeight, child.measured(.vertical, for: w).minimum)
    let x = isRightToLeft ? childX + Double(childWidth - w) : childX
    child.allocate(width: w, height: h, x: x, y: childY)
  }
}
