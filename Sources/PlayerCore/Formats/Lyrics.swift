/// The words of a track: lines with times (LRC), or plain text.
public struct Lyrics: Hashable, Sendable {
  public struct Line: Hashable, Sendable {
    /// When it is sung, in nanoseconds from the track's start; `nil` in plain lyrics.
    public var time: UInt64?
    /// Empty for a pause.
    public var text: String

    public init(time: UInt64?, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// In the order of their times; plain ones in the order of the text.
  public var lines: [Line]

  public init(lines: [Line]) { self.lines = lines }

  /// True if the lines have times.
  public var isSynced: Bool { lines.first?.time != nil }

  /// The line that is sung at `position` (nanoseconds); `nil` before the first, and in plain lyrics.
  public func line(at position: UInt64) -> Int? {
    guard isSynced else { return nil }
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if let time = lines[middle].time, time <= position { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// The same lines, sung so much later; before the track's start for none.
  public func later(milliseconds: Int) -> Lyrics {
    guard milliseconds != 0, isSynced else { return self }
    let distance = UInt64(milliseconds.magnitude).multipliedReportingOverflow(by: Nanoseconds.millisecond)
    guard !distance.overflow else { return self }
    return Lyrics(
      lines: lines.map { line in
        let time = line.time.map { time in
          milliseconds > 0
            ? time.addingReportingOverflow(distance.partialValue).partialValue
            : time - min(time, distance.partialValue)
        }
        return Line(time: time, text: line.text)
      })
  }

  /// From the text of an LRC file or a lyrics tag. A line may have several times; `[offset:±ms]` shifts them all
  /// (positive: earlier); other tags (`[ar:…]`) and word marks (`<00:12.34>`) are left out. Text in which no line
  /// has a time is plain and kept as it is, but for its tags.
  public init(parsing text: String) {
    var synced: [Line] = []
    var plain: [Line] = []
    var offset: Int64 = 0
    for raw in Lyrics.splitLines(text) {
      var rest = raw[...]
      var times: [Int64] = []
      var isTag = false
      while let (content, after) = Lyrics.bracketed(rest, open: "[", close: "]") {
        if let time = Lyrics.time(content) {
          times.append(time)
        } else if let value = Lyrics.tag(content) {
          isTag = true
          if value.name == "offset" { offset = Int64(value.value) ?? offset }
        } else {
          break  // “[Chorus]” is text
        }
        rest = after
      }
      if isTag, times.isEmpty, Lyrics.trimmed(rest).isEmpty { continue }
      let words = Lyrics.trimmed(Lyrics.withoutWordMarks(rest)[...])
      plain.append(Line(time: nil, text: words))
      // The offset may come after the lines: times stay relative until all is read.
      for time in times { synced.append(Line(time: UInt64(clamping: time), text: words)) }
    }
    guard !synced.isEmpty else {
      while plain.last?.text.isEmpty == true { plain.removeLast() }
      while plain.first?.text.isEmpty == true { plain.removeFirst() }
      lines = plain
      return
    }
    let shift = offset.multipliedReportingOverflow(by: Int64(Nanoseconds.millisecond))
    let earlier: Int64 = shift.overflow ? 0 : shift.partialValue
    for index in synced.indices {
      let time = Int64(clamping: synced[index].time ?? 0)
      synced[index].time = UInt64(max(0, time.subtractingReportingOverflow(earlier).partialValue))
    }
    // Stable: lines of one time stay in the order of the text.
    let order = synced.indices.sorted { left, right in
      let (a, b) = (synced[left].time ?? 0, synced[right].time ?? 0)
      return a == b ? left < right : a < b
    }
    lines = order.map { synced[$0] }
  }

  // MARK: Reading

  private static func splitLines(_ text: String) -> [String] {
    var text = text[...]
    if text.unicodeScalars.first == "\u{FEFF}" { text = Substring(text.unicodeScalars.dropFirst()) }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }

  /// What is between the brackets at the beginning (blanks before them are skipped), and what is behind them.
  private static func bracketed(
    _ text: Substring, open: Character, close: Character
  ) -> (content: Substring, rest: Substring)? {
    let text = text.drop { $0 == " " || $0 == "\t" }
    guard text.first == open, let end = text.firstIndex(of: close) else { return nil }
    return (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
  }

  /// `mm:ss`, `mm:ss.x`, `.xx`, `.xxx` (also after a colon or comma), `h:mm:ss.xx`; in nanoseconds.
  private static func time(_ text: Substring) -> Int64? {
    var fields = text.split(omittingEmptySubsequences: false) { $0 == ":" }
    guard fields.count >= 2 else { return nil }
    var fraction = Substring()
    if let last = fields.last, let dot = last.firstIndex(where: { $0 == "." || $0 == "," }) {
      fraction = last[last.index(after: dot)...]
      fields[fields.count - 1] = last[..<dot]
    } else if fields.count == 3, fields[2].utf8.count == 2, fields[0].utf8.count == 2 {
      // Some write mm:ss:xx.
      fraction = fields.removeLast()
    }
    guard fields.count <= 3, fraction.utf8.count <= 9, fields.allSatisfy({ isNumber($0) }),
      fraction.isEmpty || isNumber(fraction)
    else { return nil }
    var seconds: Int64 = 0
    for field in fields {
      guard let value = Int64(field), value < 1_000_000 else { return nil }
      seconds = seconds * 60 + value
    }
    var nanoseconds = Int64(fraction) ?? 0
    for _ in fraction.utf8.count..<9 { nanoseconds *= 10 }
    return seconds * 1_000_000_000 + nanoseconds
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  /// The tags that LRC files have.
  private static let tags: Set<String> = [
    "ar", "al", "ti", "au", "by", "length", "offset", "re", "ve", "tool", "la", "id", "#", "key", "artist",
    "album",
    "title", "lr",
  ]

  private static func tag(_ text: Substring) -> (name: String, value: String)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = trimmed(text[..<colon]).lowercased()
    guard tags.contains(name) else { return nil }
    var value = trimmed(text[text.index(after: colon)...])
    if value.hasPrefix("+") { value.removeFirst() }
    return (name, value)
  }

  /// Without `<00:12.34>`.
  private static func withoutWordMarks(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      if let (content, after) = bracketed(rest[open...], open: "<", close: ">"), time(content) != nil {
        rest = after
      } else {
        result.append("<")
        rest = rest[rest.index(after: open)...]
      }
    }
    return result + rest
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
