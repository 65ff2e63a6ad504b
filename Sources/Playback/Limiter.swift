/// Keeps samples within full scale after gains have lifted them over it, by lowering the gain around each peak instead
/// of cutting it off.
///
/// Sound that stays within full scale passes bit for bit. There is no delay: the gain falls ahead of a peak within the
/// piece that the peak is in, at worst (a peak at the piece's first sample) at once; it rises again slowly.
struct Limiter: Sendable {
  /// How long the gain takes from 1 to 0 ahead of a peak, in seconds.
  private static let attack = 0.005
  /// The time constant with which the gain comes back, in seconds.
  private static let release = 0.1
  /// Above this the gain is 1 again.
  private static let settled: Float = 0.9995

  private var gain: Float = 1
  private var gains: [Float] = []

  /// Whether `process` would change these.
  func isNeeded(_ samples: UnsafeBufferPointer<Float>) -> Bool {
    gain < 1 || samples.contains { abs($0) > 1 }
  }

  mutating func process(_ samples: UnsafeMutableBufferPointer<Float>, channels: Int, rate: Int) {
    guard channels > 0, rate > 0 else { return }
    let frames = samples.count / channels
    let rise = Float(1 / (Limiter.release * Double(rate)))
    let fall = Float(1 / (Limiter.attack * Double(rate)))
    gains.removeAll(keepingCapacity: true)
    for frame in 0..<frames {
      var peak: Float = 1
      for channel in 0..<channels { peak = max(peak, abs(samples[frame * channels + channel])) }
      gain = min(gain + (1 - gain) * rise, 1 / peak)
      if gain > Limiter.settled, peak == 1 { gain = 1 }
      gains.append(gain)
    }
    var next: Float = 1
    for frame in gains.indices.reversed() {
      next = min(gains[frame], next + fall)
      for channel in 0..<channels { samples[frame * channels + channel] *= next }
    }
  }

  mutating func reset() { gain = 1 }
}
