import GtkBridge

/// A place for a host's view, filled by it. Counts, as every custom widget does, how often the view is
/// measured: not once while a panel moves.
@MainActor
final class Slot: CustomWidget {
  override class var cssName: String { "slot" }

  private(set) var view: Widget?

  /// Replaces the view; the old one is unparented.
  func fill(_ new: Widget?) {
    view?.unparent()
    view = new
    new?.setParent(self)
  }
}
