import GtkBridge

/// Dims what is below a panel. A click asks to put the panel away; a drag moves the window, as the title bar
/// beneath would.
@MainActor
final class Backdrop: CustomWidget {
  override class var cssName: String { "backdrop" }
  override class var role: AccessibleRole { .presentation }

  /// Called when the dimmed area is clicked.
  var clicked: () -> Void = {}

  /// How dark it is, 0 to 1.
  var dim = 0.0 {
    didSet { if dim != oldValue { queueDraw() } }
  }
  private let handle = WindowHandle()

  override init() {
    super.init()
    handle.setParent(self)
    let click = GestureClick()
    click.connect(GestureClick.released) { [weak self] _, _, _ in self?.clicked() }
    addController(click)
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func snapshot(_ snapshot: Snapshot) {
    guard dim > 0 else { return }
    snapshot.fill(
      Rect(width: Double(width), height: Double(height)), Color(red: 0, green: 0, blue: 0, alpha: Float(dim)))
  }
}
