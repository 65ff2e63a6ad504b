/// The velocity of a pointer: least squares over its last 100 ms of event time.
public struct VelocityTracker: Equatable, Sendable {
  /// Seconds of history that count.
  public static let window = 0.1
  /// A pointer that was still for so long has stopped, in seconds.
  public static let stillness = 0.06

  private struct Sample: Equatable, Sendable {
    var time: Double
    var position: Double
  }
  private var samples: [Sample] = []
  /// When it last moved: a finger that rests on the glass still sends events.
  private var lastMove = -Double.infinity

  public init() {}

  /// Adds where the pointer was at `time` (seconds of event time).
  public mutating func add(_ position: Double, at time: Double) {
    if position != samples.last?.position { lastMove = max(lastMove, time) }
    if let last = samples.last, time <= last.time {
      // Two events in one millisecond: the later position counts.
      samples[samples.count - 1].position = position
      return
    }
    samples.append(Sample(time: time, position: position))
    samples.removeAll { $0.time < time - Self.window }
  }

  /// Units per second at `time`; 0 with fewer than two samples or 60 ms after the last move.
  public func velocity(at time: Double) -> Double {
    guard time - lastMove < Self.stillness else { return 0 }
    let recent = samples.drop { $0.time < time - Self.window }
    guard recent.count >= 2, let last = recent.last else { return 0 }
    let count = Double(recent.count)
    var meanTime = 0.0
    var meanPosition = 0.0
    for sample in recent {
      meanTime += sample.time - last.time
      meanPosition += sample.position
    }
    meanTime /= count
    meanPosition /= count
    var covariance = 0.0
    var variance = 0.0
    for sample in recent {
      let t = sample.time - last.time - meanTime
      covariance += t * (sample.position - meanPosition)
      variance += t * t
    }
    return variance > 0 ? covariance / variance : 0
  }
}
