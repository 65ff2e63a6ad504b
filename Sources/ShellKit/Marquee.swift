public import GtkBridge
import ShellCore

/// One line of text that goes to and fro when it is longer than its room, as a title in a mini player needs.
/// Still, and cut at its end, while animations are off, or while it isn't seen.
@MainActor
public final class Marquee: CustomWidget {
  public override class var cssName: String { "marquee" }
  public override class var role: AccessibleRole { .generic }

  /// Logical pixels a second.
  public static let speed = 30.0
  /// Seconds that it rests at either end.
  public static let rest = 2.0

  private let label: Label
  /// The moment of the first tick, in seconds.
  private var began: Double?
  private var offset = 0.0
  private var isTicking = false

  public init(_ text: String = "", classes: [String] = []) {
    label = Label(text, xalign: 0)
    super.init()
    clipsOverflow = true
    for name in classes { label.addClass(name) }
    label.setParent(self)
    connect(Widget.mapped) { [weak self] in self?.start() }
    connect(Widget.directionChanged) { [weak self] _ in self?.queueAllocate() }
  }

  public var text: String {
    get { label.text }
    set {
      guard newValue != label.text else { return }
      label.text = newValue
      began = nil
      offset = 0
      start()
    }
  }

  /// How many pixels of the text have no room.
  private var overflow: Int { max(0, label.measured(.horizontal).natural - width) }

  private func start() {
    guard !isTicking, isMapped, overflow > 0, GtkSettings.standard?.animationsEnabled == true else { return }
    isTicking = true
    addTick { [weak self] time in self?.tick(Double(time) / 1_000_000) ?? false }
  }

  private func tick(_ time: Double) -> Bool {
    let room = Double(overflow)
    guard isMapped, room > 0, GtkSettings.standard?.animationsEnabled == true else {
      isTicking = false
      began = nil
      move(to: 0)
      return false
    }
    let start = began ?? time
    began = start
    move(to: Self.offset(after: time - start, overflow: room))
    return true
  }

  /// Where the text is so many seconds after it began: rests, goes, rests, comes back.
  static func offset(after seconds: Double, overflow: Double) -> Double {
    let way = overflow / speed
    let place = seconds.truncatingRemainder(dividingBy: 2 * (rest + way))
    if place < rest { return 0 }
    if place < rest + way { return (place - rest) * speed }
    if place < 2 * rest + way { return overflow }
    return overflow - (place - 2 * rest - way) * speed
  }

  private func move(to new: Double) {
    // Whole pixels: text between them blurs.
    let rounded = new.rounded()
    guard rounded != offset else { return }
    offset = rounded
    queueAllocate()
  }

  public override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    let size = label.measured(orientation)
    return orientation == .horizontal ? (0, size.natural) : size
  }

  public override func sizeAllocate(width: Int, height: Int) {
    let natural = label.measured(.horizontal).natural
    let w = max(natural, width)
    let x = isRightToLeft ? Double(width - w) + offset : -offset
    label.allocate(width: w, height: height, x: x, y: 0)
    if natural > width, !isTicking { MainLoop.whenIdle { [weak self] in self?.start() } }
  }
}
