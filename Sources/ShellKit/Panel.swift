public import GtkBridge

/// A moving panel: a clip at the visible frame around a child of constant size.
///
/// While the panel moves only the clip's frame and the child's transform change; the child is neither
/// measured nor laid out again. The grabber floats over the child's top edge.
@MainActor
public final class Panel: CustomWidget {
  public override class var cssName: String { "panel" }
  public override class var role: AccessibleRole { .group }

  /// What the panel shows.
  public private(set) var child: Widget?
  let grabber = Grabber()

  /// Where the child goes, from the shell's layout.
  struct Arrangement: Equatable {
    var childWidth = 0
    var childHeight = 0
    var childX = 0.0
    var childY = 0.0
    var topRadius = 0.0
    var bottomRadius = 0.0
    var grabber = Rect(width: 0, height: 0)
  }

  private(set) var arrangement = Arrangement()
  var shadow = 0.0 {
    didSet { if shadow != oldValue { queueDraw() } }
  }

  override init() {
    super.init()
    grabber.setParent(self)
  }

  /// Replaces the child; the old one is unparented.
  public func setChild(_ new: Widget?) {
    child?.unparent()
    child = new
    guard let new else { return }
    new.setParent(self)
    grabber.stack(above: new, in: self)
  }

  /// Takes a new arrangement; true when the next allocation has something to do.
  func arrange(_ new: Arrangement) {
    guard new != arrangement else { return }
    arrangement = new
    queueAllocate()
  }

  public override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    // The shell gives the frame; a panel asks for nothing, so that its child never makes the window grow.
    (0, 0)
  }

  public override func sizeAllocate(width: Int, height: Int) {
    let a = arrangement
    child?.allocate(width: a.childWidth, height: a.childHeight, x: a.childX, y: a.childY)
    let g = a.grabber
    grabber.allocate(width: Int(g.width), height: Int(g.height), x: g.x, y: g.y)
  }

  public override func snapshot(_ snapshot: Snapshot) {
    let frame = Rect(width: Double(width), height: Double(height))
    guard frame.width > 0, frame.height > 0 else { return }
    if shadow > 0 {
      snapshot.shadow(
        frame, radius: arrangement.topRadius, Color(red: 0, green: 0, blue: 0, alpha: Float(0.28 * shadow)),
        dy: 2,
        blur: 18)
    }
    snapshot.clipped(to: frame, topRadius: arrangement.topRadius, bottomRadius: arrangement.bottomRadius) {
      self.snapshotChildren(snapshot)
    }
  }
}

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

  /// The visible bar in the grabber's coordinates.
  var pill = Rect(width: 40, height: 5) {
    didSet { if pill != oldValue { queueAllocate() } }
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func sizeAllocate(width: Int, height: Int) {
    bar.allocate(
      width: Int(pill.width), height: Int(pill.height), x: (Double(width) - pill.width) / 2, y: pill.y)
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
