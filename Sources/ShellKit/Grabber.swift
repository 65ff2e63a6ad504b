import GtkBridge

/// The short bar at a panel's top: a grip for the pointer, a button for keys and screen readers.
@MainActor
final class Grabber: CustomWidget {
  override class var cssName: String { "grabber" }
  override class var role: AccessibleRole { .button }

  /// Called on a double click, Return or Space.
  var toggle: () -> Void = {}
  private let bar = Pill()

  override init() {
    super.init()
    bar.setParent(self)
    focusable = true
    cursor(named: "pointer")
    let click = GestureClick()
    click.connect(GestureClick.released) { [weak self] presses, _, _ in if presses == 2 { self?.toggle() } }
    addController(click)
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, _ in
      guard let self, Key.activates(key) else { return false }
      self.toggle()
      return true
    }
    addController(keys)
  }

  func describe(_ text: String) { accessibleLabel(text) }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func sizeAllocate(width: Int, height: Int) {
    // SHELL.md: 40 × 5, 8 below the top.
    bar.allocate(width: min(40, width), height: 5, x: Double(width - min(40, width)) / 2, y: 8)
  }
}

/// A bar that only CSS draws.
@MainActor
final class Pill: CustomWidget {
  override class var cssName: String { "pill" }
  override class var role: AccessibleRole { .presentation }

  override init() {
    super.init()
    canTarget = false
  }
}
