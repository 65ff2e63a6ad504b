public import GtkBridge

/// The big round button on the tab bar. It performs an action and never selects a tab.
///
/// It is hit where it is drawn: the part above the bar included, the corners of its bounding box not.
@MainActor
public final class CentreButton: CustomWidget {
  public override class var cssName: String { "centrebutton" }
  public override class var role: AccessibleRole { .button }

  /// The shape that takes clicks.
  public enum Shape: Sendable { case circle, rectangle }

  /// Called on a click, Return or Space with the modifiers held and the mouse button (1 for keys).
  public var activated: (Modifiers, Int) -> Void = { _, _ in }

  var shape = Shape.circle {
    didSet { setClass("rectangle", shape == .rectangle) }
  }
  private let image: Image
  // Kept: a widget keeps a controller, not its wrapper, which the handler asks for button and modifiers.
  private let click = GestureClick()

  init(icon: String, label: String) {
    image = Image(icon: icon, pixelSize: 28)
    super.init()
    image.setParent(self)
    image.canTarget = false
    focusable = true
    describe(icon: icon, label: label)
    click.button = 0
    click.connect(GestureClick.pressed) { [weak self] _, _, _ in self?.addClass("pressed") }
    click.connect(Gesture.cancelled) { [weak self] _ in self?.removeClass("pressed") }
    click.connect(GestureClick.released) { [weak self] _, x, y in
      guard let self else { return }
      self.removeClass("pressed")
      if self.contains(x, y), click.currentButton != 3 {
        self.activated(click.modifiers, click.currentButton)
      }
    }
    addController(click)
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, modifiers in
      guard let self, Key.activates(key) else { return false }
      self.activated(modifiers, 1)
      return true
    }
    addController(keys)
  }

  /// Changes what the button shows and says.
  public func describe(icon: String, label: String) {
    image.setIcon(icon)
    tooltip = label
    accessibleLabel(label)
  }

  public override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    (0, 0)
  }

  public override func sizeAllocate(width: Int, height: Int) {
    image.allocate(width: width, height: height, x: 0, y: 0)
  }

  public override func contains(_ x: Double, _ y: Double) -> Bool {
    let w = Double(width)
    let h = Double(height)
    guard shape == .circle else { return super.contains(x, y) }
    let dx = (x - w / 2) / (w / 2)
    let dy = (y - h / 2) / (h / 2)
    return w > 0 && h > 0 && dx * dx + dy * dy <= 1
  }
}
