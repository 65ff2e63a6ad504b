/// How ReplayGain is applied.
public struct LoudnessSettings: Hashable, Sendable {
  public enum Mode: Hashable, Sendable, CaseIterable {
    case off
    case track
    case album
    /// The album's gain where an album plays in its order, else the track's.
    case automatic
  }

  public var mode: Mode
  /// Added to every tagged gain, in dB.
  public var preAmp: Double
  /// What a track without tags gets instead, in dB.
  public var fallback: Double
  /// Lowers a gain that would lift the known peak over full scale.
  public var preventsClipping: Bool

  public init(
    mode: Mode = .automatic, preAmp: Double = 0, fallback: Double = 0, preventsClipping: Bool = true
  ) {
    self.mode = mode
    self.preAmp = preAmp
    self.fallback = fallback
    self.preventsClipping = preventsClipping
  }

  /// The gain for a track, in dB. The wanted kind of gain first, the other one where only that is tagged.
  ///
  /// - Parameter albumPlays: whether the track plays between tracks of its album, in order.
  public func decibels(_ gains: Gains, albumPlays: Bool) -> Double {
    let tagged: Gain?
    switch mode {
    case .off: return 0
    case .track: tagged = gains.track ?? gains.album
    case .album: tagged = gains.album ?? gains.track
    case .automatic: tagged = albumPlays ? gains.album ?? gains.track : gains.track ?? gains.album
    }
    guard let tagged, tagged.decibels.isFinite else { return fallback }
    let wanted = tagged.decibels + preAmp
    guard preventsClipping, let peak = tagged.peak, peak > 0, peak.isFinite else { return wanted }
    return min(wanted, -20 * Decibels.log10(peak))
  }

  /// What samples are multiplied with for that gain.
  public func factor(_ gains: Gains, albumPlays: Bool) -> Double {
    Decibels.factor(decibels(gains, albumPlays: albumPlays))
  }
}

/// Decibels without a C library: this module imports nothing.
enum Decibels {
  private static let ln2 = 0.693147180559945309417
  private static let ln10 = 2.302585092994045684018

  /// The amplitude factor of so many dB.
  static func factor(_ decibels: Double) -> Double {
    // e^x = 2^k · e^r with |r| ≤ ln 2 / 2, where the series is exact to a double after 14 terms.
    let x = min(max(-300, decibels), 300) * ln10 / 20
    let k = (x / ln2).rounded()
    let r = x - k * ln2
    var term = 1.0
    var sum = 1.0
    for n in 1...14 {
      term *= r / Double(n)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(k), significand: sum)
  }

  /// The logarithm to base 10 of a positive number.
  static func log10(_ value: Double) -> Double {
    // ln m = 2 · artanh((m − 1) / (m + 1)), m in 1..<2.
    let z = (value.significand - 1) / (value.significand + 1)
    var power = z
    var sum = 0.0
    for n in stride(from: 1, through: 33, by: 2) {
      sum += power / Double(n)
      power *= z * z
    }
    return (2 * sum + Double(value.exponent) * ln2) / ln10
  }
}
