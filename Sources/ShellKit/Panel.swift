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
  /// How far a child that needs more height than the panel has is scrolled. Not a scrolled window: GTK's
  /// measures what it holds anew in each frame that the panel moves.
  private let overflow = Adjustment()
  private var isAllocating = false
  private let wheel = ScrollController()
  private var background: Widget?
  let grabber = Grabber()
  private var closeButton: Button?
  private var closesAtStart = false

  /// While it dims what is behind it, Tab goes round inside.
  var trapsFocus = false
  /// Whether the panel shows a button of its own that puts it away.
  public internal(set) var showsCloseButton = false {
    didSet { closeButton?.visible = showsCloseButton }
  }

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
    overflow.connect(Adjustment.valueChanged) { [weak self] in
      if self?.isAllocating == false { self?.queueAllocate() }
    }
    wheel.connect(ScrollController.scrolled) { [weak self] _, dy in
      guard let self, let scroller = self.overflowScroller else { return false }
      scroller.value += dy * (self.wheel.isSurface ? 2.5 : 40)
      return true
    }
    addController(wheel)
  }

  /// Scrolls the child as a whole; nil while it has the height that it needs.
  var overflowScroller: Adjustment? { overflow.upper > overflow.pageSize + 0.5 ? overflow : nil }

  /// Moves the child so that a widget in it is seen.
  func reveal(_ widget: Widget) {
    guard let scroller = overflowScroller, let place = widget.bounds(in: self) else { return }
    let low = place.y + place.height - scroller.pageSize
    if place.y < 0 { scroller.value += place.y } else if low > 0 { scroller.value += min(low, place.y) }
  }

  /// A button over a top corner.
  func addCloseButton(icon: String, label: String, atStart: Bool, _ pressed: @escaping () -> Void) {
    let button = Button(icon: icon, classes: ["flat", "circular", "panel-close"])
    button.describe(label)
    button.onClick(pressed)
    button.visible = showsCloseButton
    button.setParent(self)
    closeButton = button
    closesAtStart = atStart
    restack()
  }

  /// The least width of what the panel shows.
  var childMinimumWidth: Int { slot.measured(.horizontal).minimum }

  public override func moveFocus(_ direction: FocusDirection) -> Bool? {
    guard trapsFocus, direction.isTab else { return nil }
    if defaultMoveFocus(direction) { return true }
    // Past the last one comes the first.
    guard let root else { return false }
    root.focus = nil
    return defaultMoveFocus(direction)
  }

  /// Replaces the child; the old one is unparented.
  public func setChild(_ new: Widget?) {
    slot.fill(new)
  }

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
    closeButton?.stack(above: slot, in: self)
    grabber.stack(above: closeButton ?? slot, in: self)
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
    isAllocating = true
    overflow.configure(upper: Double(h), pageSize: min(Double(h), Double(arrangement.childHeight)))
    isAllocating = false
    slot.allocate(
      width: w, height: h, x: isRightToLeft ? Double(width - w) : 0, y: -overflow.value.rounded())
    if let closeButton, showsCloseButton {
      let side = max(closeButton.measured(.horizontal).minimum, 36)
      let atLeft = closesAtStart != isRightToLeft
      closeButton.allocate(
        width: side, height: max(closeButton.measured(.vertical).minimum, 36),
        x: atLeft ? 8 : Double(width - side - 8), y: 6)
    }
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
