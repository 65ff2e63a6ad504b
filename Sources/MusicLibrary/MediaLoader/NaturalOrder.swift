/// The order of names as people see it: numbers by value (`2` before `10`), letters whatever their case, the
/// rest by bytes. Names that only differ in case or leading zeros are still ordered, by bytes.
enum NaturalOrder {
  static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var i = 0
    var j = 0
    while i < left.count, j < right.count {
      if isDigit(left[i]), isDigit(right[j]) {
        let a = run(left, &i)
        let b = run(right, &j)
        if a.count != b.count { return a.count < b.count }
        for (x, y) in zip(a, b) where x != y { return x < y }
        continue
      }
      let a = lowered(left[i])
      let b = lowered(right[j])
      if a != b { return a < b }
      i += 1
      j += 1
    }
    let (restLeft, restRight) = (left.count - i, right.count - j)
    if restLeft != restRight { return restLeft < restRight }
    return left.lexicographicallyPrecedes(right)
  }

  /// The run of digits at `index`, without leading zeros.
  private static func run(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    while index < bytes.count - 1, bytes[index] == UInt8(ascii: "0"), isDigit(bytes[index + 1]) { index += 1 }
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 32 : byte
  }
}
