import GtkBridge
import PlayerCore

/// The ground of the full player: a gradient in the cover's colours, which fades over when they change.
@MainActor
final class Tint: CustomWidget {
  override class var cssName: String { "tint" }

  /// How long one gradient fades into the next, in microseconds.
  private static let fadeMicroseconds = 350_000.0
  /// Slate, for tracks without a cover; as dark as a cover's colours are made.
  private static let plain = CoverColors(
    top: CoverColor(red: 70, green: 78, blue: 102), bottom: CoverColor(red: 33, green: 35, blue: 52),
    accent: CoverColor(red: 70, green: 78, blue: 102))

  private var shown = Tint.plain
  private var before = Tint.plain
  private var fade = 1.0
  private var fadeStart: Int64?

  /// Shows these colours, at once or in a fade.
  func show(_ colors: CoverColors?, animated: Bool) {
    let colors = colors ?? Self.plain
    guard colors != shown else { return }
    before = shown
    shown = colors
    fade = animated && isMapped ? 0 : 1
    queueDraw()
    guard fade < 1 else { return }
    fadeStart = nil
    addTick { [weak self] time in self?.tick(time, towards: colors) ?? false }
  }

  private func tick(_ time: Int64, towards colors: CoverColors) -> Bool {
    guard colors == shown, fade < 1 else { return false }
    let start = fadeStart ?? time
    fadeStart = start
    fade = min(1, Double(time - start) / Self.fadeMicroseconds)
    queueDraw()
    return fade < 1
  }

  override func snapshot(_ snapshot: Snapshot) {
    let frame = Rect(width: Double(width), height: Double(height))
    func mixed(_ a: CoverColor, _ b: CoverColor) -> Color {
      func mix(_ a: UInt8, _ b: UInt8) -> Float { Float(Double(a) * (1 - fade) + Double(b) * fade) / 255 }
      return Color(red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue))
    }
    snapshot.verticalGradient(
      frame,
      [
        (0, mixed(before.top, shown.top)), (0.55, mixed(before.bottom, shown.bottom)),
        (1, mixed(before.bottom, shown.bottom).darker(by: 0.78)),
      ])
  }
}

extension Color {
  fileprivate func darker(by factor: Float) -> Color {
    Color(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha)
  }
}
