// ShellCore: the state core of the adaptive shell. Pure Swift that imports nothing, so that a recorded
// list of actions replays to the same states, bit for bit, on every machine.
//
//   ShellState      the whole shell as a value            ShellMetrics  every default, documented
//   ShellAction     all that can come from outside        ShellEffect   what the host must do, as values
//   Reducer/        reduceShell, the one function that changes state, one file per part
//   Layout/         ShellLayout: every frame, radius, opacity and z-order, a function of the state alone
//   Motion/         spring, projection, rubber band, velocity in closed form; exp, sin, cos
//   Record/         traces and saved state as text
//   Store           holds a state, sends actions, tells observers
//
// Lengths are logical pixels, times are seconds, velocities are per second. The y axis points down.

/// A rectangle in logical pixels, y down.
public struct ShellRect: Equatable, Sendable {
  /// The leading edge, or the left one after mirroring.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// Never negative in a layout.
  public var width: Double
  /// Never negative in a layout.
  public var height: Double

  public init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// From edges; the size is never negative.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.init(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// The edge opposite `x`.
  public var maxX: Double { x + width }
  /// The edge opposite `y`.
  public var maxY: Double { y + height }
  /// Whether it has no area.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether a point is inside; the far edges are not.
  public func contains(_ px: Double, _ py: Double) -> Bool { px >= x && py >= y && px < maxX && py < maxY }

  /// Edges on whole pixels, so that text stays sharp and neighbours share an edge.
  var rounded: ShellRect {
    ShellRect(left: x.rounded(), top: y.rounded(), right: maxX.rounded(), bottom: maxY.rounded())
  }
}

/// From `a` at 0 to `b` at 1, and straight on beyond.
func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }

func clamp(_ x: Double, _ low: Double, _ high: Double) -> Double { x < low ? low : x > high ? high : x }
