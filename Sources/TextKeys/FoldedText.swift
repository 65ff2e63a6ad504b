import CICU

/// Text as the search sees it.
///
/// Compatibility decomposition and case folding; accents are dropped behind Latin, Greek and Cyrillic letters
/// only (が is not か, and й is found by и); then composition. Letters that no rule of Unicode takes apart (Ø, ł,
/// ß, æ, ı …) and typographic quotes and dashes go by a table. White space is one space, and none at the ends.
/// Full and half width are one; hiragana and katakana are not.
public enum FoldedText {
  /// The folded form of `text`. Folding it again gives the same.
  public static func fold(_ text: String) -> String {
    foldedASCII(text) ?? foldedUnicode(text)
  }

  /// The folded form of text that is ASCII; `nil` if it is not.
  private static func foldedASCII(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes -> String? in
      for byte in bytes where byte >= 0x80 { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { target in
        var count = 0
        var spaceIsDue = false
        for byte in bytes {
          if byte == 0x20 || (byte >= 9 && byte <= 13) {
            spaceIsDue = count > 0
            continue
          }
          if spaceIsDue {
            target[count] = 0x20
            count += 1
            spaceIsDue = false
          }
          // The one ASCII character that stands for a typographic one.
          target[count] = byte == UInt8(ascii: "`") ? UInt8(ascii: "'") : byte.asciiLowered
          count += 1
        }
        return count
      }
    }
  }

  private static func foldedUnicode(_ text: String) -> String {
    var text = text
    let units: [UInt16] = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        grown(bytes.count * 2 + 16) { cicu_decompose_folded(bytes.baseAddress, bytes.count, $0, $1) }
      }
    }
    var folded: [UInt16] = []
    folded.reserveCapacity(units.count)
    var isBehindEuropean = false
    var spaceIsDue = false
    func append(_ scalar: Unicode.Scalar) {
      if spaceIsDue, !folded.isEmpty { folded.append(0x20) }
      spaceIsDue = false
      folded.append(contentsOf: UTF16.encode(scalar)!)
    }
    var decoder = UTF16()
    var iterator = units.makeIterator()
    decoding: while true {
      let scalar: Unicode.Scalar
      switch decoder.decode(&iterator) {
      case .scalarValue(let value): scalar = value
      case .error: scalar = "\u{fffd}"
      case .emptyInput: break decoding
      }
      if cicu_is_mark(scalar.value) {
        if !isBehindEuropean { append(scalar) }
        continue
      }
      if cicu_is_space(scalar.value) {
        spaceIsDue = true
        isBehindEuropean = false
        continue
      }
      if let replacement = replacements[scalar] {
        for scalar in replacement { append(scalar) }
        isBehindEuropean = true
        continue
      }
      append(scalar)
      isBehindEuropean = cicu_is_european(scalar.value)
    }
    let bytes: [UInt8] = grown(folded.count * 3 + 16) { target, capacity in
      target.withMemoryRebound(to: CChar.self, capacity: Int(capacity)) {
        cicu_compose(folded, Int32(clamping: folded.count), $0, capacity)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What one scalar of decomposed, case-folded text becomes. Empty: it is left out.
  private static let replacements: [Unicode.Scalar: [Unicode.Scalar]] = {
    var table: [Unicode.Scalar: [Unicode.Scalar]] = [
      "ø": ["o"], "ł": ["l"], "đ": ["d"], "ð": ["d"], "ħ": ["h"], "ŧ": ["t"], "þ": ["t", "h"],
      "ß": ["s", "s"],
      "æ": ["a", "e"], "œ": ["o", "e"], "ı": ["i"], "ĸ": ["k"], "ŋ": ["n"], "ɨ": ["i"], "ɓ": ["b"],
      "ɗ": ["d"],
      "ƙ": ["k"], "ə": ["e"],
    ]
    // Apostrophes, single quotes, primes and the accents that are typed for them.
    for scalar in "\u{2018}\u{2019}\u{201a}\u{201b}\u{2032}\u{02bc}\u{02b9}\u{ff07}`\u{00b4}".unicodeScalars {
      table[scalar] = ["'"]
    }
    for scalar in "\u{201c}\u{201d}\u{201e}\u{201f}\u{2033}\u{00ab}\u{00bb}".unicodeScalars {
      table[scalar] = ["\""]
    }
    for scalar in "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{fe58}\u{fe63}".unicodeScalars {
      table[scalar] = ["-"]
    }
    table["\u{2026}"] = [".", ".", "."]
    table["\u{00d7}"] = ["x"]
    // Shown as nothing: soft hyphen, zero width space, word joiner, byte order mark.
    for scalar in "\u{ad}\u{200b}\u{2060}\u{feff}".unicodeScalars { table[scalar] = [] }
    return table
  }()
}

extension UInt8 {
  /// The small letter, if this is a capital one of ASCII.
  var asciiLowered: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

/// Calls `body` with room for its result, once more if that was too little. Empty if it fails.
func grown<Element>(
  _ guess: Int, _ body: (UnsafeMutablePointer<Element>, Int32) -> Int32
) -> [Element] {
  var capacity = Int32(clamping: guess)
  for _ in 0..<2 {
    var needed: Int32 = 0
    let result = [Element](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
      needed = buffer.baseAddress.map { body($0, capacity) } ?? -1
      count = needed <= capacity ? Int(max(0, needed)) : 0
    }
    if needed <= capacity { return result }
    capacity = needed
  }
  return []
}
