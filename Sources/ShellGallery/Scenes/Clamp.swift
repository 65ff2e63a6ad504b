import ShellKit

/// Gives its child at most so many pixels of width, in the middle: lines of some seventy characters are
/// comfortable to read, whatever the window's width.
@MainActor
final class Clamp: CustomWidget {
  override class var cssName: String { "clamp" }

  /// Logical pixels.
  var maximum: Int { didSet { if maximum != oldValue { queueResize() } } }
  private let child: Widget

  init(_ child: Widget, maximum: Int) {
    self.child = child
    self.maximum = maximum
    super.init()
    child.setParent(self)
  }

  override var isHeightForWidth: Bool { true }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    if orientation == .horizontal {
      let size = child.measured(.horizontal)
      return (size.minimum, max(size.minimum, min(size.natural, maximum)))
    }
    return child.measured(.vertical, for: other < 0 ? -1 : given(other))
  }

  private func given(_ width: Int) -> Int { max(min(width, maximum), child.measured(.horizontal).minimum) }

  override func sizeAllocate(width: Int, height: Int) {
    let w = given(width)
    child.allocate(width: w, height: height, x: (Double(width - w) / 2).rounded(), y: 0)
  }
}
