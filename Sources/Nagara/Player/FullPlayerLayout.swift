import GtkBridge

/// Where cover, heading and controls of the full player go, for any size of its room. Pure arithmetic.
///
/// Tall rooms have the cover above all, wide and low ones beside the rest. Where neither fits, the cover is
/// small beside the heading; below that height the view scrolls.
struct FullPlayerFrames: Equatable {
  var cover: Rect
  var heading: Rect
  var controls: Rect
  /// The least height that shows all at this width.
  var minimumHeight: Double

  /// Free above everything: the grabber and the collapse button are there.
  static let top = 40.0
  static let bottom = 20.0
  /// Between cover, heading and controls.
  static let gap = 20.0
  static let side = 28.0
  /// Covers are no smaller in the tall form, and no larger in any.
  static let tallCover = 150.0...480.0
  static let smallCover = 56.0
  /// Controls don't get wider than this: a time line across a wide sheet is hard to aim at.
  static let widestControls = 480.0
  /// The cover goes beside the rest from this width on.
  static let wideFrom = 560.0

  /// - Parameters:
  ///   - heading: the heading's height.
  ///   - controls: the height of the controls.
  init(width: Double, height: Double, heading: Double, controls: Double) {
    typealias F = FullPlayerFrames
    let text = heading + F.gap + controls
    let tallest = F.top + F.tallCover.lowerBound + F.gap + text + F.bottom
    let isWide = width >= F.wideFrom && height < tallest + 90
    if isWide {
      self.init(wide: width, height, heading, controls)
    } else if height >= tallest {
      self.init(tall: width, height, heading, controls)
    } else {
      self.init(low: width, heading, controls)
    }
    minimumHeight =
      width >= F.wideFrom
      ? F.top + text + F.bottom : F.top + max(F.smallCover, heading) + F.gap * 0.8 + controls + F.bottom
  }

  private init(tall width: Double, _ height: Double, _ heading: Double, _ controls: Double) {
    typealias F = FullPlayerFrames
    let column = min(width - 2 * F.side, F.widestControls)
    let fixed = F.top + F.gap + heading + F.gap + controls + F.bottom
    let cover = min(width - 70, height - fixed, F.tallCover.upperBound).rounded()
    // What is left goes above and between, most of it below.
    let free = max(0, height - fixed - cover)
    var y = (F.top + min(free * 0.25, 44)).rounded()
    self.cover = Rect(x: ((width - cover) / 2).rounded(), y: y, width: cover, height: cover)
    y += cover + F.gap + min(free * 0.1, 16).rounded()
    let x = ((width - column) / 2).rounded()
    self.heading = Rect(x: x, y: y, width: column, height: heading)
    y += heading + F.gap + min(free * 0.1, 14).rounded()
    self.controls = Rect(x: x, y: y, width: column, height: controls)
    minimumHeight = 0
  }

  private init(wide width: Double, _ height: Double, _ heading: Double, _ controls: Double) {
    typealias F = FullPlayerFrames
    let text = heading + F.gap + controls
    let room = max(height, F.top + text + F.bottom)
    let cover = min(room - F.top - F.bottom, width * 0.42, F.tallCover.upperBound).rounded()
    let column = min(width - cover - 3 * F.side, F.widestControls).rounded()
    let x = ((width - cover - F.side - column) / 2).rounded()
    let middle = F.top + (room - F.top - F.bottom) / 2
    self.cover = Rect(x: x, y: (middle - cover / 2).rounded(), width: cover, height: cover)
    let y = (middle - text / 2).rounded()
    self.heading = Rect(x: x + cover + F.side, y: y, width: column, height: heading)
    self.controls = Rect(x: x + cover + F.side, y: y + heading + F.gap, width: column, height: controls)
    minimumHeight = 0
  }

  private init(low width: Double, _ heading: Double, _ controls: Double) {
    typealias F = FullPlayerFrames
    let column = min(width - 2 * F.side, F.widestControls)
    let x = ((width - column) / 2).rounded()
    let row = max(F.smallCover, heading)
    self.cover = Rect(
      x: x, y: F.top + ((row - F.smallCover) / 2).rounded(), width: F.smallCover, height: F.smallCover)
    self.heading = Rect(
      x: x + F.smallCover + 14, y: F.top + ((row - heading) / 2).rounded(),
      width: column - F.smallCover - 14, height: heading)
    self.controls = Rect(x: x, y: F.top + row + (F.gap * 0.8).rounded(), width: column, height: controls)
    minimumHeight = 0
  }

  /// The same in a right-to-left window.
  func mirrored(width: Double) -> FullPlayerFrames {
    func mirror(_ r: Rect) -> Rect {
      Rect(x: width - r.x - r.width, y: r.y, width: r.width, height: r.height)
    }
    var frames = self
    frames.cover = mirror(cover)
    frames.heading = mirror(heading)
    frames.controls = mirror(controls)
    return frames
  }
}

/// Allocates the full player's three parts at `FullPlayerFrames`.
@MainActor
final class FullPlayerLayout: CustomWidget {
  override class var cssName: String { "fullplayer" }

  private let cover: Widget
  private let heading: Widget
  private let controls: Widget

  init(cover: Widget, heading: Widget, controls: Widget) {
    self.cover = cover
    self.heading = heading
    self.controls = controls
    super.init()
    for part in [cover, heading, controls] { part.setParent(self) }
  }

  override var isHeightForWidth: Bool { true }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    let side = Int(2 * FullPlayerFrames.side)
    let width = max(
      controls.measured(.horizontal).minimum + side,
      heading.measured(.horizontal).minimum + side + Int(FullPlayerFrames.smallCover) + 14)
    guard orientation == .vertical else { return (width, max(width, 375)) }
    let frames = frames(width: max(other, width), height: 0)
    let minimum = Int(frames.minimumHeight.rounded(.up))
    return (minimum, max(minimum, 700))
  }

  override func sizeAllocate(width: Int, height: Int) {
    var frames = frames(width: width, height: height)
    if isRightToLeft { frames = frames.mirrored(width: Double(width)) }
    for (part, frame) in [(cover, frames.cover), (heading, frames.heading), (controls, frames.controls)] {
      part.allocate(width: Int(frame.width), height: Int(frame.height), x: frame.x, y: frame.y)
    }
  }

  private func frames(width: Int, height: Int) -> FullPlayerFrames {
    FullPlayerFrames(
      width: Double(width), height: Double(height), heading: Double(heading.measured(.vertical).minimum),
      controls: Double(controls.measured(.vertical).minimum))
  }
}
