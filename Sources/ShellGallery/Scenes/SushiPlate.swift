import ShellKit

/// A plate of sushi that turns, at one turn in twelve seconds; still while animations are off.
@MainActor
final class SushiPlate: CustomWidget {
  override class var cssName: String { "sushi" }
  override class var role: AccessibleRole { .image }

  private var angle = 0.0
  private var last: Int64?
  private var isTicking = false

  override init() {
    super.init()
    accessibleLabel("A plate of sushi")
    canTarget = false
    connect(Widget.mapped) { [weak self] in self?.start() }
  }

  private func start() {
    guard !isTicking else { return }
    isTicking = true
    last = nil
    addTick { [weak self] time in
      guard let self, self.isMapped else {
        self?.isTicking = false
        return false
      }
      if let last = self.last, GtkSettings.standard?.animationsEnabled == true {
        self.angle = (self.angle + Double(time - last) / 1_000_000 * 30).truncatingRemainder(dividingBy: 360)
        self.queueDraw()
      }
      self.last = time
      return true
    }
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    (48, 108)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let side = Double(min(width, height))
    snapshot.transformed(x: Double(width) / 2, y: Double(height) / 2, scale: side / 108) {
      Self.disc(snapshot, 54, Color(red: 0, green: 0, blue: 0, alpha: 0.18), dy: 2)
      Self.disc(snapshot, 52, Color(red: 0.16, green: 0.28, blue: 0.42))
      Self.disc(snapshot, 47, Color(red: 0.96, green: 0.95, blue: 0.91))
      Self.disc(snapshot, 38, Color(red: 0.91, green: 0.90, blue: 0.86))
      snapshot.transformed(x: 0, y: 0, rotation: self.angle) {
        for number in 0..<3 {
          snapshot.transformed(x: 0, y: 0, rotation: Double(number) * 120) {
            snapshot.transformed(x: 0, y: -23) { Self.piece(snapshot, number) }
          }
        }
      }
    }
  }

  private static func disc(_ snapshot: Snapshot, _ radius: Double, _ color: Color, dy: Double = 0) {
    snapshot.fill(
      Rect(x: -radius, y: -radius + dy, width: radius * 2, height: radius * 2), radius: radius, color)
  }

  /// Salmon, tuna, and a roll.
  private static func piece(_ snapshot: Snapshot, _ kind: Int) {
    if kind == 2 {
      disc(snapshot, 13, Color(red: 0.09, green: 0.17, blue: 0.13))
      disc(snapshot, 11, Color(red: 0.98, green: 0.97, blue: 0.94))
      disc(snapshot, 5, Color(red: 0.45, green: 0.66, blue: 0.28))
      return
    }
    snapshot.fill(
      Rect(x: -17, y: -8, width: 34, height: 19), radius: 8, Color(red: 0.98, green: 0.97, blue: 0.94))
    let fish =
      kind == 0
      ? Color(red: 0.96, green: 0.53, blue: 0.36) : Color(red: 0.78, green: 0.20, blue: 0.25)
    snapshot.fill(Rect(x: -19, y: -11, width: 38, height: 17), radius: 7, fish)
    for stripe in 0..<4 {
      snapshot.fill(
        Rect(x: -14 + Double(stripe) * 8, y: -10, width: 2, height: 15), radius: 1,
        Color(red: 1, green: 0.85, blue: 0.78, alpha: kind == 0 ? 0.75 : 0.3))
    }
  }
}
