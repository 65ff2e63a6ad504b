import Glibc

/// Bytes to look for, with what makes looking fast.
struct Needle: Sendable, Hashable {
  let bytes: [UInt8]
  /// The place of the byte that is the least common in titles and names.
  private let anchor: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var best = 0
    for index in bytes.indices where Needle.frequency(bytes[index]) < Needle.frequency(bytes[best]) {
      best = index
    }
    anchor = best
  }

  /// The first place of these bytes at or behind `from`.
  ///
  /// The C library's `memchr` goes by the rarest byte, sixteen or more at a step.
  func find(in text: UnsafeBufferPointer<UInt8>, from: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = text.baseAddress, let wanted = bytes.baseAddress else { return nil }
      let count = bytes.count
      let last = text.count - count
      let rare = Int32(wanted[anchor])
      var at = from
      while at <= last {
        guard let found = memchr(base + at + anchor, rare, last - at + 1) else { return nil }
        let place = found - UnsafeMutableRawPointer(mutating: base) - anchor
        var matched = 0
        while matched < count, base[place + matched] == wanted[matched] { matched += 1 }
        if matched == count { return place }
        at = place + 1
      }
      return nil
    }
  }

  private static func frequency(_ byte: UInt8) -> UInt8 {
    switch byte {
    // Letters of many languages' titles, the commonest last.
    case 0x61...0x7a: return letters[Int(byte - 0x61)]
    case 0x20: return 255
    case 0x30...0x39: return 30
    // The leading bytes of two- and three-byte scalars are the same for a whole script; what follows is not.
    case 0xc3, 0xd0, 0xd1, 0xe3...0xe9, 0xea...0xed: return 120
    case 0x80...0xbf: return 60
    default: return 15
    }
  }

  /// a … z, in thousandths of text, roughly.
  private static let letters: [UInt8] = [
    82, 15, 28, 43, 125, 22, 20, 61, 70, 3, 9, 40, 24, 67, 75, 19, 2, 60, 63, 90, 28, 10, 24, 3, 20, 2,
  ]
}
