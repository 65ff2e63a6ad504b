import PlayerCore

/// One way of damaging a file.
enum Mutation: String, CaseIterable {
  case bits, bytes, cut, swap, repetition, zeros, sizes, splice

  func apply(to seed: MutationSeeds.Seed, _ chance: inout SplitMix64) -> [UInt8] {
    var bytes = seed.bytes
    func place() -> Int {
      // The beginning is where the structure is.
      let reach = Bool.random(using: &chance) ? min(bytes.count, 600) : bytes.count
      return Int.random(in: 0..<reach, using: &chance)
    }
    func run(_ most: Int) -> Range<Int> {
      let start = place()
      return start..<min(bytes.count, start + Int.random(in: 1...most, using: &chance))
    }
    switch self {
    case .bits:
      for _ in 0..<Int.random(in: 1...64, using: &chance) {
        bytes[place()] ^= 1 << UInt8.random(in: 0...7, using: &chance)
      }
    case .bytes:
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        for index in run(32) { bytes[index] = UInt8.random(in: 0...255, using: &chance) }
      }
    case .cut: bytes = Array(bytes.prefix(place() + 1))
    case .swap:
      let length = Int.random(in: 1...max(1, bytes.count / 3), using: &chance)
      let first = Int.random(in: 0...(bytes.count - 2 * length), using: &chance)
      let second = Int.random(in: (first + length)...(bytes.count - length), using: &chance)
      for offset in 0..<length { bytes.swapAt(first + offset, second + offset) }
    case .repetition:
      let part = bytes[run(400)]
      for _ in 0..<Int.random(in: 1...8, using: &chance) { bytes.insert(contentsOf: part, at: place()) }
    case .zeros: for index in run(400) { bytes[index] = 0 }
    case .sizes:
      // Where a length may stand: near the beginning, or behind what looks like a name of a chunk or frame.
      for _ in 0..<Int.random(in: 1...3, using: &chance) {
        var at = place()
        if let name = Mutation.name(in: bytes, from: at) {
          at = name + [0, 4, 4, 4, 8, 12].randomElement(using: &chance)!
        }
        for (offset, byte) in Mutation.lies.randomElement(using: &chance)!.enumerated()
        where at + offset < bytes.count {
          bytes[at + offset] = byte
        }
      }
    case .splice:
      let other = MutationSeeds.all.randomElement(using: &chance)!.bytes
      bytes = bytes.prefix(place() + 1) + other.suffix(Int.random(in: 1...other.count, using: &chance))
    }
    return bytes
  }

  /// Four gigabytes, two, just below, none, and a little: in either order of bytes.
  private static let lies: [[UInt8]] = [
    [0xff, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0xf0], [0xf0, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff],
    [0xff, 0xff, 0xff, 0x7f], [0x80, 0, 0, 0], [0, 0, 0, 0x80], [0, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0],
    [0x7f, 0x7f, 0x7f, 0x7f], [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
    [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  ]

  /// The next four letters in a row.
  private static func name(in bytes: [UInt8], from start: Int) -> Int? {
    func isLetter(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || byte == 0x20
    }
    guard start + 4 <= bytes.count else { return nil }
    return (start...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].allSatisfy(isLetter) }
  }
}
