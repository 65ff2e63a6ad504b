/// Numbers, dates, gains and ratings as they are found in tags.
public enum TagValues {
  /// `3`, `03`, `3/12`, `3 of 12`. Zero is no number. What has none at its start (`A1`) gives nothing.
  public static func numberOfTotal(_ text: String) -> NumberOfTotal {
    let bytes = Array(text.utf8)
    var at = 0
    func number() -> Int? {
      while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
      var value = 0
      let start = at
      while at < bytes.count, at - start < 9, let digit = digit(bytes[at]) {
        value = value * 10 + digit
        at += 1
      }
      return at > start && value > 0 ? value : nil
    }
    let first = number()
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "/") {
      at += 1
    } else if bytes[at...].starts(with: "of ".utf8) {
      at += 3
    } else {
      return NumberOfTotal(first)
    }
    return NumberOfTotal(first, of: number())
  }

  /// The date of `2004`, `2004-05`, `2004-05-06T…`, `20040506`, `2004/05/06`, `2004.5.6`; of anything else only
  /// the year, if four digits of it can be one (1000–2999). `nil` if there is none.
  public static func date(_ text: String) -> PartialDate? {
    let bytes = Array(text.utf8)
    // Runs of digits with what precedes them.
    var runs: [(start: Int, digits: ArraySlice<UInt8>)] = []
    var at = 0
    while at < bytes.count {
      let start = at
      while at < bytes.count, digit(bytes[at]) != nil { at += 1 }
      if at > start { runs.append((start, bytes[start..<at])) } else { at += 1 }
    }
    for (index, run) in runs.enumerated() {
      if run.digits.count == 8, let whole = compact(run.digits) { return whole }
      guard run.digits.count == 4, let year = value(run.digits), (1000...2999).contains(year) else {
        continue
      }
      // Month and day count only right after the year: `06.05.2004` may be either way round.
      guard index + 1 < runs.count, follows(run, runs[index + 1], in: bytes),
        let month = value(runs[index + 1].digits), (1...12).contains(month)
      else { return PartialDate(year: year) }
      guard index + 2 < runs.count, follows(runs[index + 1], runs[index + 2], in: bytes),
        let day = value(runs[index + 2].digits), (1...31).contains(day)
      else { return PartialDate(year: year, month: month) }
      return PartialDate(year: year, month: month, day: day)
    }
    return nil
  }

  /// `-6.54 dB`, `+3,2`, `1.5 db`; `nil` beyond ±64 dB, which no recording needs.
  public static func decibels(_ text: String) -> Double? {
    guard let value = leadingNumber(text), value.magnitude <= 64 else { return nil }
    return value
  }

  /// A number above zero, such as a peak or a tempo.
  public static func positive(_ text: String) -> Double? {
    guard let value = leadingNumber(text), value > 0, value < 100_000 else { return nil }
    return value
  }

  /// `1`, `true`, `yes`.
  public static func isTrue(_ text: String) -> Bool {
    let lower = text.lowercased()
    return lower == "1" || lower == "true" || lower == "yes"
  }

  /// 0–100 from POPM's 1–255 (0 is "unknown"). The five steps that Windows' and most other players write are
  /// whole stars.
  public static func popularimeter(_ text: String) -> Int? {
    guard let value = Int(text), (1...255).contains(value) else { return nil }
    switch value {
    case 1: return 20
    case 64: return 40
    case 128: return 60
    case 196: return 80
    default: return (value * 100 + 127) / 255
    }
  }

  /// 0–100 from FMPS_RATING's 0.0–1.0.
  public static func fmpsRating(_ text: String) -> Int? {
    guard let value = leadingNumber(text), (0...1).contains(value) else { return nil }
    return Int((value * 100).rounded())
  }

  /// A UUID in lower case; `nil` for anything else.
  public static func identifier(_ text: String) -> String? {
    let id = text.lowercased().filter { $0 != " " }
    let dashes = [8, 13, 18, 23]
    guard id.utf8.count == 36 else { return nil }
    for (index, byte) in id.utf8.enumerated() {
      let isHex = digit(byte) != nil || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      guard dashes.contains(index) ? byte == UInt8(ascii: "-") : isHex else { return nil }
    }
    return id
  }

  private static func leadingNumber(_ text: String) -> Double? {
    var number = ""
    for character in text.unicodeScalars {
      switch character {
      case " " where number.isEmpty: continue
      case "0"..."9", ".": number.unicodeScalars.append(character)
      case ",": number += "."
      case "+" where number.isEmpty, "-" where number.isEmpty: number.unicodeScalars.append(character)
      case "\u{2212}" where number.isEmpty: number += "-"
      default: return Double(number)
      }
    }
    return Double(number)
  }

  private static func compact(_ digits: ArraySlice<UInt8>) -> PartialDate? {
    let start = digits.startIndex
    guard let year = value(digits[start..<start + 4]), (1000...2999).contains(year),
      let month = value(digits[start + 4..<start + 6]), (1...12).contains(month),
      let day = value(digits[start + 6..<start + 8]), (1...31).contains(day)
    else { return nil }
    return PartialDate(year: year, month: month, day: day)
  }

  private static func follows(
    _ one: (start: Int, digits: ArraySlice<UInt8>), _ next: (start: Int, digits: ArraySlice<UInt8>),
    in bytes: [UInt8]
  ) -> Bool {
    guard next.start == one.digits.endIndex + 1, next.digits.count <= 2 else { return false }
    return "-/.".utf8.contains(bytes[one.digits.endIndex])
  }

  private static func value(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count <= 9 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
