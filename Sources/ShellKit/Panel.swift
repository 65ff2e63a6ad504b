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
  public var child: Widget? { slot.view }
  private let slot = Slot()
  private var background: Widget?
  let grabber = Grabber()

  /// Where the child goes, from the shell's layout.
  struct Arrangement: Equatable {
    var childWidth = 0
    var childHeight = 0
    var topRadius = 0.0
    var bottomRadius = 0.0
    /// Strength of the shadow, 0 to 1.
    var shadow = 0.0
    var grabber = Rect(width: 0, height: 0)
  }

  private(set) var arrangement = Arrangement()

  override init() {
    super.init()
    slot.setParent(self)
    grabber.setParent(self)
  }

  /// Replaces the child; the old one is unparented.
  func setChild(_ new: Widget?) { slot.fill(new) }

  /// Drawn behind the child over the whole visible frame, an overshoot's gap included.
  func setBackground(_ new: Widget?) {
    background?.unparent()
    background = new
    setClass("has-background", new != nil)
    new?.canTarget = false
    new?.setParent(self)
    restack()
  }

  private func restack() {
    background?.stack(above: nil, in: self)
    slot.stack(above: background, in: self)
    grabber.stack(above: slot, in: self)
  }

  func arrange(_ new: Arrangement) {
    guard new != arrangement else { return }
    arrangement = new
    queueAllocate()
    queueDraw()
  }

  /// As `arrange`, from within the parent's allocation, which goes on to allocate this panel.
  func arrangeNow(_ new: Arrangement) { arrangement = new }

  public override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    // The shell gives the frame; a panel asks for nothing, so that its child never makes the window grow.
    (0, 0)
  }

  public override func sizeAllocate(width: Int, height: Int) {
    background?.allocate(width: width, height: height, x: 0, y: 0)
    let w = max(arrangement.childWidth, slot.measured(.horizontal).minimum)
    let h = max(arrangement.childHeight, slot.measured(.vertical, for: w).minimum)
    slot.allocate(width: w, height: h, x: isRightToLeft ? Double(width - w) : 0, y: 0)
    let g = arrangement.grabber
    grabber.allocate(width: Int(g.width), height: Int(g.height), x: g.x, y: g.y)
  }

  public override func snapshot(_ snapshot: Snapshot) {
    let frame = Rect(width: Double(width), height: Double(height))
    guard frame.width > 0, frame.height > 0 else { return }
    if arrangement.shadow > 0 {
      snapshot.shadow(
        frame, radius: arrangement.topRadius,
        Color(red: 0, green: 0, blue: 0, alpha: Float(0.28 * arrangement.shadow)), dy: 2, blur: 18)
    }
    snapshot.clipped(to: frame, topRadius: arrangement.topRadius, bottomRadius: arrangement.bottomRadius) {
      self.snapshotChildren(snapshot)
    }
  }
}
