/// A damped spring in closed form: position and velocity at any time after its release.
///
/// Described, as on iOS, by its *response* (the period of the undamped spring, seconds) and *damping
/// ratio* (1: critically damped, the fastest without overshoot). Mass is 1; the angular frequency is
/// 2π / response.
public struct Spring: Equatable, Sendable {
  /// Where it comes to rest.
  public let target: Double
  /// Start minus target.
  public let displacement: Double
  /// Velocity at the release, units per second.
  public let velocity: Double
  /// Seconds.
  public let response: Double
  /// Above 0, at most 1.
  public let dampingRatio: Double
  /// Seconds after the release from which the exact target holds.
  public private(set) var duration: Double

  /// - Parameters:
  ///   - start: where it is released.
  ///   - velocity: with which, units per second.
  ///   - target: where it comes to rest.
  ///   - response: its period without damping, in seconds; at least 0.01.
  ///   - dampingRatio: 0.05 to 1, which does not overshoot.
  ///   - tolerance: the distance below which the spring counts as at rest (0.5 px in the units used).
  ///   - velocityTolerance: the velocity below which it does (1 px/s in the units used).
  public init(
    from start: Double, velocity: Double, to target: Double, response: Double, dampingRatio: Double,
    tolerance: Double, velocityTolerance: Double
  ) {
    self.target = target
    displacement = start - target
    self.velocity = velocity
    self.response = max(response, 0.01)
    self.dampingRatio = clamp(dampingRatio, 0.05, 1)
    duration = 0
    duration = restTime(tolerance, velocityTolerance)
  }

  private var omega: Double { 2 * Numerics.pi / response }

  /// The moment of rest, from the envelope: bisection, so that it is the same on every machine.
  private func restTime(_ tolerance: Double, _ velocityTolerance: Double) -> Double {
    func moves(_ t: Double) -> Bool {
      let envelope = self.envelope(t)
      return envelope.position >= tolerance || envelope.velocity >= velocityTolerance
    }
    // The envelope of a critical spring may rise before it falls: bracket the last moment above tolerance,
    // from late to early.
    var low = 4.0
    while low < 64 && moves(low) { low *= 2 }
    var high = low
    while low > 0.01 && !moves(low) {
      high = low
      low *= 0.75
    }
    if !moves(low) {
      if !moves(0) { return 0 }
      low = 0
    }
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if moves(middle) { low = middle } else { high = middle }
    }
    return high
  }

  /// Upper bounds of |position − target| and |velocity| from time `t` on.
  private func envelope(_ t: Double) -> (position: Double, velocity: Double) {
    let w = omega
    if dampingRatio >= 1 {
      let decay = Numerics.exp(-w * t)
      let slope = velocity + w * displacement
      return ((abs(displacement) + abs(slope) * t) * decay, (abs(velocity) + w * abs(slope) * t) * decay)
    }
    let damped = w * (1 - dampingRatio * dampingRatio).squareRoot()
    let b = (velocity + dampingRatio * w * displacement) / damped
    let amplitude = (displacement * displacement + b * b).squareRoot()
    let decay = Numerics.exp(-dampingRatio * w * t)
    return (amplitude * decay, amplitude * w * decay)
  }

  /// Position and velocity `t` seconds after the release.
  public func value(at t: Double) -> (position: Double, velocity: Double) {
    if t >= duration { return (target, 0) }
    let time = max(t, 0)
    let w = omega
    if dampingRatio >= 1 {
      let decay = Numerics.exp(-w * time)
      let slope = velocity + w * displacement
      let offset = displacement + slope * time
      return (target + offset * decay, (slope - w * offset) * decay)
    }
    let decayRate = dampingRatio * w
    let damped = w * (1 - dampingRatio * dampingRatio).squareRoot()
    let a = displacement
    let b = (velocity + decayRate * displacement) / damped
    let decay = Numerics.exp(-decayRate * time)
    let cosine = Numerics.cos(damped * time)
    let sine = Numerics.sin(damped * time)
    return (
      target + decay * (a * cosine + b * sine),
      decay * ((b * damped - a * decayRate) * cosine - (a * damped + b * decayRate) * sine)
    )
  }
}
