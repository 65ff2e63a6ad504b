/// A JSON value (RFC 8259): read strictly, written with its members in the order given.
public indirect enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction or exponent that fits.
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Why a text is no JSON.
  public struct Problem: Error, Hashable, Sendable {
    /// From 1.
    public var line: Int

    public init(line: Int) { self.line = line }
  }

  /// Deeper texts are refused, as no file of ours is and a stack is finite.
  public static let deepest = 64

  /// Reads a whole text; bytes that are not UTF-8 are no JSON.
  public init(parsing bytes: [UInt8]) throws(Problem) {
    var reader = JSONReader(bytes)
    guard let value = reader.document() else { throw Problem(line: reader.line) }
    self = value
  }

  // MARK: Looking into it. Each is `nil` for a value of another kind.

  /// The member of that name, the last if there are several; an explicit null is none.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    guard let value = members.last(where: { $0.name == name })?.value, value != .null else { return nil }
    return value
  }

  public var string: String? {
    if case .string(let value) = self { return value }
    return nil
  }

  public var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  public var integer: Int64? {
    if case .integer(let value) = self { return value }
    return nil
  }

  public var number: Double? {
    switch self {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default: return nil
    }
  }

  public var array: [JSON]? {
    if case .array(let value) = self { return value }
    return nil
  }

  /// An object of these members without those that have no value.
  public static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// `nil` for an empty list.
  public static func strings(_ values: [String]) -> JSON? {
    values.isEmpty ? nil : .array(values.map(JSON.string))
  }
}

extension JSON: CustomStringConvertible {
  /// In one line.
  public var description: String { text(indent: nil, "") }

  /// One member a line.
  public var indented: String { text(indent: "  ", "") }

  private func text(indent: String?, _ margin: String) -> String {
    var result = ""
    write(to: &result, indent, margin)
    return result
  }

  private func write(to text: inout String, _ indent: String?, _ margin: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON knows no infinity.
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): JSON.write(value, to: &text)
    case .array(let values):
      JSON.write(values, "[", "]", to: &text, indent, margin) { value, text, margin in
        value.write(to: &text, indent, margin)
      }
    case .object(let members):
      JSON.write(members, "{", "}", to: &text, indent, margin) { member, text, margin in
        JSON.write(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent, margin)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], _ open: String, _ close: String, to text: inout String, _ indent: String?,
    _ margin: String, _ body: (Item, inout String, String) -> Void
  ) {
    text += open
    guard !items.isEmpty else {
      text += close
      return
    }
    let inner = margin + (indent ?? "")
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if indent != nil { text += "\n" + inner }
      body(item, &text, inner)
    }
    if indent != nil { text += "\n" + margin }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

private struct JSONReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where it stopped.
  var line: Int { bytes[..<min(at, bytes.count)].reduce(1) { $0 + ($1 == 10 ? 1 : 0) } }

  mutating func document() -> JSON? {
    guard let value = value(depth: 0) else { return nil }
    skipBlanks()
    return at == bytes.count ? value : nil
  }

  private mutating func value(depth: Int) -> JSON? {
    skipBlanks()
    guard at < bytes.count, depth <= JSON.deepest else { return nil }
    switch bytes[at] {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return string().map(JSON.string)
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> JSON? {
    at += 1
    var members: [JSON.Member] = []
    if takes("}") { return .object(members) }
    while true {
      skipBlanks()
      guard let name = string(), takes(":"), let value = value(depth: depth + 1) else { return nil }
      members.append(JSON.Member(name, value))
      if takes("}") { return .object(members) }
      guard takes(",") else { return nil }
    }
  }

  private mutating func array(_ depth: Int) -> JSON? {
    at += 1
    var values: [JSON] = []
    if takes("]") { return .array(values) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      if takes("]") { return .array(values) }
      guard takes(",") else { return nil }
    }
  }

  private mutating func string() -> String? {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
    at += 1
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validatingUTF8Bytes: text)
      case 0..<0x20: return nil
      case UInt8(ascii: "\\"): guard escape(into: &text) else { return nil }
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(into text: inout [UInt8]) -> Bool {
    guard at < bytes.count else { return false }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      guard var code = hex() else { return false }
      if (0xD800..<0xDC00).contains(code), at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      {
        at += 2
        guard let low = hex(), (0xDC00..<0xE000).contains(low) else { return false }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { return false }
      text += Array(String(scalar).utf8)
    default: return false
    }
    return true
  }

  private mutating func hex() -> UInt32? {
    guard at + 4 <= bytes.count else { return nil }
    var code: UInt32 = 0
    for byte in bytes[at..<(at + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      code = code << 4 + UInt32(digit)
    }
    at += 4
    return code
  }

  private mutating func number() -> JSON? {
    let start = at
    func isDigit(_ index: Int) -> Bool { index < bytes.count && (48...57).contains(bytes[index]) }
    func digits() -> Bool {
      guard isDigit(at) else { return false }
      while isDigit(at) { at += 1 }
      return true
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    if isDigit(at), bytes[at] == UInt8(ascii: "0") {
      at += 1
    } else if !digits() {
      return nil
    }
    var isWhole = true
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      isWhole = false
      guard digits() else { return nil }
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      isWhole = false
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      guard digits() else { return nil }
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    return Double(text).map(JSON.number)
  }

  private mutating func word(_ text: StaticString, _ value: JSON) -> JSON? {
    let count = text.utf8CodeUnitCount
    let isIt = text.withUTF8Buffer { bytes[at...].starts(with: $0) }
    guard isIt else { return nil }
    at += count
    return value
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func skipBlanks() {
    while at < bytes.count, [0x20, 9, 10, 13].contains(bytes[at]) { at += 1 }
  }
}
