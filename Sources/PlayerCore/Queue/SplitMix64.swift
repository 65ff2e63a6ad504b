/// A small random generator (Steele, Lea, Flood 2014) whose whole state is one number, so that a shuffle can
/// be repeated from its seed. Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SplitMix64.finalized(state)
  }

  /// `value` well mixed.
  static func mixed(_ value: UInt64) -> UInt64 { finalized(value &+ 0x9E37_79B9_7F4A_7C15) }

  private static func finalized(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
