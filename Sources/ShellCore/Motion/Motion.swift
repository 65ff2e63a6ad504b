/// A value that rests, follows a pointer, or springs to where it belongs.
///
/// The value is normalised (the player's progress, the drawer's distance from its detent as a part of the
/// window), so that a change of size in mid-motion and back restores the same layout.
public struct Motion: Equatable, Sendable {
  /// Where it is now.
  public var value: Double
  /// Units per second; 0 at rest and while dragged.
  public var velocity = 0.0
  /// What moves it; nil at rest and while dragged.
  public private(set) var spring: Spring?
  /// When the spring was released, in frame time: its first tick, since event time and frame time may have
  /// different zeros. A spring that takes over from another begins at that one's last tick.
  public private(set) var start: Double?
  /// Frame time of the last tick while something moves it.
  private var clock: Double?
  /// Whether a pointer holds it.
  public var held = false

  /// At rest at `value`.
  public init(_ value: Double) { self.value = value }

  /// Whether a spring is under way.
  public var isMoving: Bool { spring != nil }
  /// Whether it neither moves nor is held.
  public var isAtRest: Bool { spring == nil && !held }
  /// Where it will be: the spring's target, or here.
  public var target: Double { spring?.target ?? value }

  /// Is at `value` from now on, at rest.
  public mutating func rest(at value: Double) { self = Motion(value) }

  /// Is held at `value`.
  public mutating func hold(at value: Double) {
    self = Motion(value)
    held = true
  }

  /// Is elsewhere without having moved: its zero has. A spring under way must be released anew.
  mutating func rebase(to new: Double) { value = new }

  /// Springs to `target` from where it is, with the velocity it has or the one given.
  /// - Parameters:
  ///   - target: where it comes to rest.
  ///   - released: its velocity, units per second; `nil`: the one it has.
  ///   - response: the spring's period without damping, in seconds.
  ///   - dampingRatio: 1 does not overshoot; less does.
  ///   - unit: the length in pixels of one unit, for the moment of rest (0.5 px and 1 px/s).
  public mutating func spring(
    to target: Double, velocity released: Double? = nil, response: Double, dampingRatio: Double, unit: Double
  ) {
    let scale = max(abs(unit), 1)
    let spring = Spring(
      from: value, velocity: released ?? velocity, to: target, response: response, dampingRatio: dampingRatio,
      tolerance: 0.5 / scale, velocityTolerance: 1 / scale)
    guard spring.duration > 0 else { return rest(at: target) }
    velocity = released ?? velocity
    self.spring = spring
    start = clock
    held = false
  }

  /// Moves on to frame time `time`. True when it came to rest just now.
  public mutating func tick(_ time: Double) -> Bool {
    guard let spring else { return false }
    var begun = start ?? time
    // Another frame clock may count from elsewhere: nothing moves back.
    if let clock, time < clock { begun += time - clock }
    start = begun
    clock = time
    if time - begun >= spring.duration {
      rest(at: spring.target)
      return true
    }
    (value, velocity) = spring.value(at: time - begun)
    return false
  }
}

/// The rules of release, catch and overdrag.
public enum MotionRule {
  /// Seconds of velocity that a release is worth: deceleration 0.998 per ms gives
  /// 0.998 / (1 − 0.998) ms = 0.499 s.
  public static let projectionSeconds = 0.499

  /// Where something thrown would come to rest.
  public static func projection(from position: Double, velocity: Double) -> Double {
    position + velocity * projectionSeconds
  }

  /// The distance shown for an overdrag of `x` pixels: x·c·d / (d + c·x), with its sign. 0 if d < 1.
  /// - Parameters:
  ///   - x: how far it is pulled, in pixels.
  ///   - d: the panel's top gap in pixels, which the result never reaches.
  ///   - c: stiffness, 0.55 as UIScrollView's.
  public static func rubberBand(_ x: Double, dimension d: Double, coefficient c: Double = 0.55) -> Double {
    guard d >= 1 else { return 0 }
    let overdrag = abs(x)
    let shown = overdrag * c * d / (d + c * overdrag)
    return x < 0 ? -shown : shown
  }

  /// How fast the shown distance grows with an overdrag of `x`: the rubber band's derivative, 0 if d < 1.
  public static func rubberBandSlope(_ x: Double, dimension d: Double, coefficient c: Double = 0.55)
    -> Double
  {
    guard d >= 1 else { return 0 }
    let part = d / (d + c * abs(x))
    return c * part * part
  }

  /// The overdrag that shows as `y` pixels: y·d / (c·(d − y)), with its sign. 0 if d < 1.
  public static func inverseRubberBand(_ y: Double, dimension d: Double, coefficient c: Double = 0.55)
    -> Double
  {
    guard d >= 1 else { return 0 }
    // A spring's overshoot may show more than a band ever does: stop short of the pole.
    let shown = min(abs(y), d * 0.98)
    let overdrag = shown * d / (c * (d - shown))
    return y < 0 ? -overdrag : overdrag
  }

  /// Which of `positions` (ascending, px) a release at `position` with `velocity` (px/s) settles at.
  ///
  /// The nearest to the projection; a flick (at least `flickVelocity`) always gets the next one strictly
  /// beyond where it is, if there is one.
  public static func settle(
    at position: Double, velocity: Double, positions: [Double], flickVelocity: Double = 300
  ) -> Int? {
    guard !positions.isEmpty else { return nil }
    let projected = projection(from: position, velocity: velocity)
    var best = 0
    for index in positions.indices where abs(positions[index] - projected) < abs(positions[best] - projected)
    {
      best = index
    }
    if velocity >= flickVelocity, let next = positions.firstIndex(where: { $0 > position + 0.5 }) {
      best = max(best, next)
    } else if velocity <= -flickVelocity, let next = positions.lastIndex(where: { $0 < position - 0.5 }) {
      best = min(best, next)
    }
    return best
  }
}
