import GtkBridge

/// A thin line that shows how far something is. Always left to right, as time lines are.
@MainActor
final class ProgressLine: CustomWidget {
  override class var cssName: String { "progressline" }
  override class var role: AccessibleRole { .presentation }

  private let fill = ProgressFill()

  /// 0 to 1.
  var fraction = 0.0 {
    didSet {
      // Only what moves a pixel is worth a frame.
      if Int(fraction * Double(width)) != Int(oldValue * Double(width)) { queueAllocate() }
    }
  }

  override init() {
    super.init()
    canTarget = false
    fill.setParent(self)
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    orientation == .vertical ? (2, 2) : (0, 0)
  }

  override func sizeAllocate(width: Int, height: Int) {
    let filled = Int(Double(width) * min(max(0, fraction), 1))
    fill.allocate(width: filled, height: height, x: 0, y: 0)
  }
}

/// The part that is done; CSS gives its colour.
@MainActor
private final class ProgressFill: CustomWidget {
  override class var cssName: String { "progressfill" }
  override class var role: AccessibleRole { .presentation }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }
}
