import GtkBridge

/// A place for a host's view, filled by it. Counts, as every custom widget does, how often the view is
/// measured: not once while a panel moves.
@MainActor
final class Slot: CustomWidget {
  override class var cssName: String { "slot" }

  /// How often a host's view was asked for its size, over all slots. The shell's own parts have fixed sizes and
  /// don't count: GTK asks them again whenever one starts or stops to take focus.
  private(set) static var viewMeasureCount = 0

  private(set) var view: Widget?

  /// Replaces the view; the old one is unparented.
  func fill(_ new: Widget?) {
    view?.unparent()
    view = new
    new?.setParent(self)
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    Self.viewMeasureCount += 1
    return super.measure(orientation, for: other)
  }
}
