import GtkBridge
import ShellCore

extension Window {
  /// Makes this a window of ours over another. Over a narrow one, which is one for fingers, its controls are larger.
  ///
  /// - Parameter isModal: whether the other waits until this has closed.
  func becomeDialog(over parent: Window, isModal: Bool = true) {
    addClass("nagara", "dialog")
    let isCompact =
      parent.hasClass("dialog")
      ? parent.hasClass("compact") : Double(parent.width) < ShellMetrics().regularWidth
    setClass("compact", isCompact)
    setTransient(for: parent)
    setModal(isModal)
  }
}
