import GtkBridge

/// A short notice above the bars, with at most one button.
public struct Toast {
  /// What it says, one sentence.
  public var text: String
  /// The button's label, as "Undo"; nil shows none.
  public var button: String?
  /// Called when the button is pressed.
  public var action: () -> Void
  /// How long it stays, in milliseconds. GNOME's guidelines give 5 s, and longer with a button.
  public var milliseconds: UInt32

  public init(
    _ text: String, button: String? = nil, milliseconds: UInt32? = nil, action: @escaping () -> Void = {}
  ) {
    self.text = text
    self.button = button
    self.action = action
    self.milliseconds = milliseconds ?? (button == nil ? 5000 : 10000)
  }
}

/// Shows one toast at a time; the next waits for its turn.
@MainActor
final class ToastArea: CustomWidget {
  override class var cssName: String { "toasts" }
  override class var role: AccessibleRole { .status }

  /// Called when the area starts or stops to show something.
  var changed: () -> Void = {}

  private var waiting: [Toast] = []
  private var current: Toast?
  private var timer: SourceToken?
  private let label = Label(xalign: 0)
  private let button = Button(classes: ["flat"])
  private let closeButton = Button(icon: "window-close-symbolic", classes: ["flat", "circular"])
  private let row: Box

  init(closeLabel: String) {
    row = Box(.horizontal, spacing: 6, [], classes: ["toast"])
    super.init()
    label.wraps(lines: 3)
    label.hexpand = true
    closeButton.describe(closeLabel)
    for part in [label, button, closeButton] as [Widget] {
      part.valign = .center
      row.append(part)
    }
    row.setParent(self)
    row.visible = false
    button.onClick { [weak self] in
      let action = self?.current?.action
      self?.dismiss()
      action?()
    }
    closeButton.onClick { [weak self] in self?.dismiss() }
  }

  var isShowing: Bool { current != nil }

  func show(_ toast: Toast) {
    waiting.append(toast)
    if current == nil { next() }
  }

  /// Ends the current toast; the next one comes.
  func dismiss() {
    current = nil
    timer = nil
    next()
  }

  private func next() {
    guard !waiting.isEmpty else {
      row.visible = false
      changed()
      return
    }
    let toast = waiting.removeFirst()
    current = toast
    label.text = toast.text
    accessibleLabel(toast.text)
    announce(toast.text)
    button.visible = toast.button != nil
    if let title = toast.button { button.setLabel(title) }
    row.visible = true
    timer = MainLoop.after(milliseconds: toast.milliseconds) { [weak self] in self?.dismiss() }
    changed()
  }

  /// The toast's natural size within `width` logical pixels.
  func size(within width: Int) -> (width: Int, height: Int) {
    guard row.visible else { return (0, 0) }
    let w = min(max(row.measured(.horizontal).minimum, min(row.measured(.horizontal).natural, 480)), width)
    return (w, row.measured(.vertical, for: w).natural)
  }

  override func contains(_ x: Double, _ y: Double) -> Bool { row.visible && super.contains(x, y) }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func sizeAllocate(width: Int, height: Int) {
    guard row.visible else { return }
    let w = max(width, row.measured(.horizontal).minimum)
    row.allocate(width: w, height: max(height, row.measured(.vertical, for: w).minimum), x: 0, y: 0)
  }
}
