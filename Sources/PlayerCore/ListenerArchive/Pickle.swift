/// The part of Python's pickles that Quod Libet's library is written in: texts, numbers, lists, dictionaries, and
/// objects of its own classes, which are dictionaries too. A pickle is a program that may call anything; this reader
/// calls nothing. A name from outside a short list ends the reading.
struct Pickle {
  indirect enum Value: Hashable {
    case none
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case bytes([UInt8])
    /// UTF-8, in which Python leaves single surrogates: bytes of file names that it could not decode.
    case text([UInt8])
    /// Places in `lists` and `dictionaries`: a list may hold itself.
    case list(Int)
    case dictionary(Int)
    case tuple([Value])
    /// A class or function of one of the modules in `known`.
    case name(module: String, name: String)
    /// Put on the stack before what belongs together.
    case mark
  }

  struct Problem: Error, Hashable {
    /// The byte at which it stopped.
    var offset: Int
    /// A name that is not for reading data.
    var refused: String?
  }

  private(set) var lists: [[Value]] = []
  private(set) var dictionaries: [[(key: Value, value: Value)]] = []
  private var stack: [Value] = []
  private var memo: [Int: Value] = [:]
  private var at = 0
  private let input: [UInt8]

  private init(_ bytes: [UInt8]) { input = bytes }

  /// What the pickle holds, and the reader, which has the lists and dictionaries.
  static func read(_ bytes: [UInt8]) throws(Problem) -> (Value, Pickle) {
    var reader = Pickle(bytes)
    let value = try reader.run()
    return (value, reader)
  }

  private func problem(_ refused: String? = nil) -> Problem { Problem(offset: at, refused: refused) }

  private mutating func run() throws(Problem) -> Value {
    while true {
      let opcode = try byte()
      switch opcode {
      case UInt8(ascii: "."): return try pop()
      case 0x80: _ = try byte()
      case 0x95: _ = try take(8)
      case UInt8(ascii: "("): stack.append(.mark)
      case UInt8(ascii: "0"): _ = try pop()
      case UInt8(ascii: "1"): _ = try popToMark()
      case UInt8(ascii: "2"): stack.append(try top())
      default:
        if let value = try scalar(opcode) {
          stack.append(value)
        } else if try !container(opcode), try !remember(opcode), try !object(opcode) {
          throw problem()
        }
      }
    }
  }

  // MARK: What stands for itself

  private mutating func scalar(_ opcode: UInt8) throws(Problem) -> Value? {
    switch opcode {
    case UInt8(ascii: "N"): return Value.none
    case 0x88: return .bool(true)
    case 0x89: return .bool(false)
    case UInt8(ascii: "I"):
      let text = String(decoding: try line(), as: UTF8.self)
      if text == "00" || text == "01" { return .bool(text == "01") }
      return .integer(Int64(text) ?? 0)
    case UInt8(ascii: "L"):
      let text = String(decoding: try line(), as: UTF8.self)
      return .integer(Int64(text.hasSuffix("L") ? String(text.dropLast()) : text) ?? 0)
    case UInt8(ascii: "J"): return .integer(Int64(Int32(truncatingIfNeeded: try little(4))))
    case UInt8(ascii: "K"): return .integer(Int64(try byte()))
    case UInt8(ascii: "M"): return .integer(Int64(try little(2)))
    case 0x8A: return .integer(Pickle.signed(try take(Int(byte()))))
    case 0x8B: return .integer(Pickle.signed(try take(count(4))))
    case UInt8(ascii: "F"): return .number(Double(String(decoding: try line(), as: UTF8.self)) ?? 0)
    case UInt8(ascii: "G"):
      return .number(Double(bitPattern: try take(8).reduce(0) { $0 << 8 | UInt64($1) }))
    case UInt8(ascii: "S"): return .bytes(Pickle.unquoted(try line()))
    case UInt8(ascii: "T"), UInt8(ascii: "B"): return .bytes(Array(try take(count(4))))
    case UInt8(ascii: "U"), UInt8(ascii: "C"): return .bytes(Array(try take(Int(byte()))))
    case 0x8E: return .bytes(Array(try take(count(8))))
    case UInt8(ascii: "V"): return .text(Pickle.unescaped(try line()))
    case UInt8(ascii: "X"): return .text(Array(try take(count(4))))
    case 0x8C: return .text(Array(try take(Int(byte()))))
    case 0x8D: return .text(Array(try take(count(8))))
    default: return nil
    }
  }

  // MARK: Lists, dictionaries, tuples

  private mutating func container(_ opcode: UInt8) throws(Problem) -> Bool {
    switch opcode {
    case UInt8(ascii: "]"): stack.append(newList([]))
    case UInt8(ascii: "l"): stack.append(newList(try popToMark()))
    case UInt8(ascii: "a"):
      let value = try pop()
      try append([value])
    case UInt8(ascii: "e"): try append(try popToMark())
    case UInt8(ascii: "}"): stack.append(newDictionary())
    case UInt8(ascii: "d"):
      let items = try popToMark()
      stack.append(newDictionary())
      try set(items)
    case UInt8(ascii: "s"):
      let value = try pop()
      let key = try pop()
      try set([key, value])
    case UInt8(ascii: "u"): try set(try popToMark())
    case UInt8(ascii: ")"): stack.append(.tuple([]))
    case UInt8(ascii: "t"): stack.append(.tuple(try popToMark()))
    case 0x85, 0x86, 0x87:
      let count = Int(opcode) - 0x84
      guard stack.count >= count else { throw problem() }
      let items = Array(stack.suffix(count))
      stack.removeLast(count)
      stack.append(.tuple(try small(items)))
    default: return false
    }
    return true
  }

  private mutating func newList(_ values: [Value]) -> Value {
    lists.append(values)
    return .list(lists.count - 1)
  }

  private mutating func newDictionary() -> Value {
    dictionaries.append([])
    return .dictionary(dictionaries.count - 1)
  }

  private mutating func append(_ values: [Value]) throws(Problem) {
    guard case .list(let index) = try top() else { throw problem() }
    lists[index] += values
  }

  private mutating func set(_ items: [Value]) throws(Problem) {
    guard case .dictionary(let index) = try top(), items.count % 2 == 0 else { throw problem() }
    for pair in stride(from: 0, to: items.count, by: 2) {
      dictionaries[index].append((items[pair], items[pair + 1]))
    }
  }

  /// Tuples hold their items themselves: one in another, again and again, would grow without end.
  private func small(_ items: [Value]) throws(Problem) -> [Value] {
    for case .tuple(let inner) in items {
      for case .tuple in inner { throw problem() }
    }
    return items
  }

  // MARK: What was seen before

  private mutating func remember(_ opcode: UInt8) throws(Problem) -> Bool {
    switch opcode {
    case UInt8(ascii: "p"): memo[try number()] = try top()
    case UInt8(ascii: "q"): memo[Int(try byte())] = try top()
    case UInt8(ascii: "r"): memo[try count(4)] = try top()
    case 0x94: memo[memo.count] = try top()
    case UInt8(ascii: "g"): stack.append(try recall(try number()))
    case UInt8(ascii: "h"): stack.append(try recall(Int(try byte())))
    case UInt8(ascii: "j"): stack.append(try recall(try count(4)))
    default: return false
    }
    return true
  }

  private func recall(_ index: Int) throws(Problem) -> Value {
    guard let value = memo[index] else { throw problem() }
    return value
  }

  // MARK: Names and objects

  private static let known: Set<String> = [
    "_codecs.encode", "copy_reg._reconstructor", "copyreg._reconstructor", "copy_reg.__newobj__",
    "copyreg.__newobj__", "__builtin__.dict", "builtins.dict",
  ]

  private mutating func object(_ opcode: UInt8) throws(Problem) -> Bool {
    switch opcode {
    case UInt8(ascii: "c"):
      let module = String(decoding: try line(), as: UTF8.self)
      try name(module, String(decoding: try line(), as: UTF8.self))
    case 0x93:
      guard case .text(let name) = try pop(), case .text(let module) = try pop() else { throw problem() }
      try self.name(String(decoding: module, as: UTF8.self), String(decoding: name, as: UTF8.self))
    case 0x81, UInt8(ascii: "R"):
      guard case .tuple(let arguments) = try pop(), case .name(let module, let name) = try pop() else {
        throw problem()
      }
      try make(module, name, arguments)
    // The state of an object: what it says beside its items is of no use here.
    case UInt8(ascii: "b"): _ = try pop()
    default: return false
    }
    return true
  }

  private mutating func name(_ module: String, _ name: String) throws(Problem) {
    guard
      module == "quodlibet" || module.hasPrefix("quodlibet.") || Pickle.known.contains("\(module).\(name)")
    else { throw problem("\(module).\(name)") }
    stack.append(.name(module: module, name: name))
  }

  /// Objects are dictionaries, whatever they are made of; `_codecs.encode(text, "latin1")` is how bytes are written.
  private mutating func make(_ module: String, _ name: String, _ arguments: [Value]) throws(Problem) {
    if module == "_codecs" {
      guard case .text(let text)? = arguments.first else { throw problem() }
      var bytes: [UInt8] = []
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        guard let byte = UInt8(exactly: scalar.value) else { throw problem() }
        bytes.append(byte)
      }
      stack.append(.bytes(bytes))
    } else if name == "_reconstructor", arguments.count == 3, case .dictionary = arguments[2] {
      stack.append(arguments[2])
    } else {
      stack.append(newDictionary())
    }
  }

  // MARK: Input and stack

  private mutating func byte() throws(Problem) -> UInt8 {
    guard at < input.count else { throw problem() }
    at += 1
    return input[at - 1]
  }

  private mutating func take(_ count: Int) throws(Problem) -> ArraySlice<UInt8> {
    guard count >= 0, count <= input.count - at else { throw problem() }
    at += count
    return input[at - count..<at]
  }

  private mutating func little(_ size: Int) throws(Problem) -> UInt64 {
    try take(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func count(_ size: Int) throws(Problem) -> Int { Int(clamping: try little(size)) }

  private mutating func line() throws(Problem) -> ArraySlice<UInt8> {
    guard let end = input[at...].firstIndex(of: 10) else { throw problem() }
    defer { at = end + 1 }
    return input[at..<end]
  }

  private mutating func number() throws(Problem) -> Int {
    guard let number = Int(String(decoding: try line(), as: UTF8.self)) else { throw problem() }
    return number
  }

  private func top() throws(Problem) -> Value {
    guard let value = stack.last, value != .mark else { throw problem() }
    return value
  }

  private mutating func pop() throws(Problem) -> Value {
    guard let value = stack.popLast(), value != .mark else { throw problem() }
    return value
  }

  private mutating func popToMark() throws(Problem) -> [Value] {
    guard let mark = stack.lastIndex(of: .mark) else { throw problem() }
    let items = try small(Array(stack[(mark + 1)...]))
    stack.removeSubrange(mark...)
    return items
  }

  // MARK: Notations

  /// Two's complement of any length; what doesn't fit is the nearest that does.
  private static func signed(_ bytes: ArraySlice<UInt8>) -> Int64 {
    guard let last = bytes.last else { return 0 }
    let isNegative = last & 0x80 != 0
    guard bytes.count <= 8 else { return isNegative ? .min : .max }
    let value = bytes.reversed().reduce(isNegative ? Int64(-1) : 0) { $0 << 8 | Int64($1) }
    return value
  }

  /// `'a\x41\n'`
  private static func unquoted(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var line = line
    if let quote = line.first, line.count >= 2, line.last == quote { line = line.dropFirst().dropLast() }
    var result: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        rest = rest.dropFirst(2)
        result.append(UInt8(digits, radix: 16) ?? UInt8(ascii: "?"))
      default: result.append(next)
      }
    }
    return result
  }

  /// Latin-1 with `\u0041` and `\U00000041`; as UTF-8, in which single surrogates stay.
  private static func unescaped(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      let kind = byte == UInt8(ascii: "\\") ? rest.first : nil
      let count = kind == UInt8(ascii: "u") ? 4 : kind == UInt8(ascii: "U") ? 8 : 0
      var code = UInt32(byte)
      if count > 0 {
        let hex = String(decoding: rest.dropFirst().prefix(count), as: UTF8.self)
        rest = rest.dropFirst(1 + count)
        code = UInt32(hex, radix: 16) ?? 0xFFFD
      }
      if (0xD800..<0xE000).contains(code) {
        result += [0xED, UInt8(0x80 | (code >> 6) & 0x3F), UInt8(0x80 | code & 0x3F)]
      } else {
        result += Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
      }
    }
    return result
  }
}
