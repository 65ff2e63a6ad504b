import GtkBridge

/// The edge between content and side pane: dragged by the shell's drag, moved by arrow keys.
@MainActor
final class PaneHandle: CustomWidget {
  override class var cssName: String { "panehandle" }
  override class var role: AccessibleRole { .separator }

  /// Called with pixels to add to the pane's width.
  var moved: (Double) -> Void = { _ in }

  override init() {
    super.init()
    focusable = true
    cursor(named: "col-resize")
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, modifiers in
      guard let self, modifiers.isEmpty else { return false }
      // The pane is at the trailing side: towards the leading edge it grows.
      let forward = self.isRightToLeft ? 24.0 : -24.0
      switch key {
      case Key.left: self.moved(-forward)
      case Key.right: self.moved(forward)
      default: return false
      }
      return true
    }
    addController(keys)
  }

  func describe(_ text: String) { accessibleLabel(text) }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }
}
