/// Words of a line: numbers that come back bit for bit, quoted strings, `-` for nothing.
enum TraceText {
  /// The shortest decimal that reads back as the same number.
  static func number(_ value: Double) -> String { "\(value)" }

  /// In double quotes, on one line.
  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        out += "\\"
        out.unicodeScalars.append(scalar)
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// Reads a line word by word.
  struct Reader {
    private var rest: Substring.UnicodeScalarView
    private let line: Int

    init(_ text: Substring, _ line: Int) {
      rest = text.unicodeScalars
      self.line = line
    }

    func error(_ wanted: String) -> ShellTextError {
      ShellTextError(
        code: .unreadable, line: line, message: "Line \(line) can't be read: \(wanted) is missing or wrong.")
    }

    private mutating func skipSpaces() { while rest.first == " " { rest.removeFirst() } }

    mutating func word() throws(ShellTextError) -> String {
      skipSpaces()
      let end = rest.firstIndex(of: " ") ?? rest.endIndex
      let word = String(rest[..<end])
      rest = rest[end...]
      guard !word.isEmpty else { throw error("a word") }
      return word
    }

    mutating func expect(_ wanted: String) throws(ShellTextError) {
      guard try word() == wanted else { throw error(wanted) }
    }

    mutating func end() throws(ShellTextError) {
      skipSpaces()
      guard rest.isEmpty else { throw error("the end of the line") }
    }

    mutating func number() throws(ShellTextError) -> Double {
      guard let value = Double(try word()) else { throw error("a number") }
      return value
    }

    mutating func integer() throws(ShellTextError) -> Int {
      guard let value = Int(try word()) else { throw error("a whole number") }
      return value
    }

    mutating func bool() throws(ShellTextError) -> Bool {
      switch try word() {
      case "true": return true
      case "false": return false
      default: throw error("true or false")
      }
    }

    mutating func string() throws(ShellTextError) -> String {
      skipSpaces()
      guard rest.first == "\"" else { throw error("a quoted name") }
      rest.removeFirst()
      var text = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        if scalar == "\"" { return String(text) }
        guard scalar == "\\" else {
          text.append(scalar)
          continue
        }
        switch rest.popFirst() {
        case "n": text.append("\n")
        case "r": text.append("\r")
        case .some(let escaped): text.append(escaped)
        case nil: throw error("a closing quote")
        }
      }
      throw error("a closing quote")
    }

    /// A value of an enumeration, by its name.
    mutating func name<Value: RawRepresentable>(_ what: String) throws(ShellTextError) -> Value
    where Value.RawValue == String {
      guard let value = Value(rawValue: try word()) else { throw error(what) }
      return value
    }

    /// `-` is nothing.
    mutating func optional<Value>(
      _ read: (inout Reader) throws(ShellTextError) -> Value
    ) throws(ShellTextError) -> Value? {
      skipSpaces()
      if rest.first == "-" {
        let next = rest.index(after: rest.startIndex)
        if next == rest.endIndex || rest[next] == " " {
          rest.removeFirst()
          return nil
        }
      }
      return try read(&self)
    }

    /// As many as the number before them says.
    mutating func list<Value>(
      _ read: (inout Reader) throws(ShellTextError) -> Value
    ) throws(ShellTextError) -> [Value] {
      let count = try integer()
      guard count >= 0 else { throw error("a count") }
      var values: [Value] = []
      for _ in 0..<count { values.append(try read(&self)) }
      return values
    }
  }

  /// Writes a line word by word.
  struct Writer {
    private(set) var line: String

    init(_ name: String) { line = name }

    private mutating func add(_ word: String) { line += " " + word }

    mutating func word(_ text: String) { add(text) }
    mutating func number(_ value: Double) { add(TraceText.number(value)) }
    mutating func integer(_ value: Int) { add("\(value)") }
    mutating func bool(_ value: Bool) { add(value ? "true" : "false") }
    mutating func string(_ value: String) { add(TraceText.quoted(value)) }

    mutating func optional<Value>(_ value: Value?, _ write: (inout Writer, Value) -> Void) {
      if let value { write(&self, value) } else { add("-") }
    }

    mutating func list<Value>(_ values: [Value], _ write: (inout Writer, Value) -> Void) {
      integer(values.count)
      for value in values { write(&self, value) }
    }
  }
}
