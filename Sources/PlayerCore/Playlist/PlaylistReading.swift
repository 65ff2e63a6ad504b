extension Playlist {
  /// An M3U or M3U8 list. Any bytes are one: lines that are no directive are entries.
  ///
  /// - Parameter decode: the encoding of the texts; places stay bytes.
  public init(m3u bytes: [UInt8], decode: ([UInt8]) -> String = TextBytes.text) {
    self.init()
    var next = Entry(location: [])
    for (number, line) in TextBytes.lines(TextBytes.utf8(bytes)) {
      let trimmed = TextBytes.trimmed(line)
      guard let first = trimmed.first else { continue }
      guard first == UInt8(ascii: "#") else {
        next.location = Array(line)
        next.line = number
        entries.append(next)
        next = Entry(location: [])
        continue
      }
      func value(_ directive: StaticString) -> String? {
        guard TextBytes.hasPrefix(trimmed, directive) else { return nil }
        let rest = TextBytes.trimmed(trimmed.dropFirst(directive.utf8CodeUnitCount))
        let text = decode(Array(rest))
        return text.isEmpty ? nil : text
      }
      if TextBytes.hasPrefix(trimmed, "#EXTINF:") {
        next.readInfo(trimmed.dropFirst(8), decode)
      } else if let text = value("#EXTALB:") {
        next.album = text
      } else if let text = value("#EXTART:") {
        next.artist = text
      } else if let text = value("#PLAYLIST:") {
        title = text
      } else if let text = value("#EXTVLCOPT:") {
        next.readOption(text)
      } else if TextBytes.hasPrefix(trimmed, "#EXT-X-TARGETDURATION")
        || TextBytes.hasPrefix(trimmed, "#EXT-X-STREAM-INF")
      {
        isStreamManifest = true
      }
    }
  }

  /// A PLS list: its entries by their numbers. Any bytes are one, perhaps without entries.
  public init(pls bytes: [UInt8], decode: ([UInt8]) -> String = TextBytes.text) {
    self.init()
    var found: [Int: Entry] = [:]
    for (number, line) in TextBytes.lines(TextBytes.utf8(bytes)) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = TextBytes.trimmed(line[..<equals])
      let value = line[(equals + 1)...]
      func index(_ name: StaticString) -> Int? {
        guard TextBytes.hasPrefix(key, name) else { return nil }
        return Int(String(decoding: key.dropFirst(name.utf8CodeUnitCount), as: UTF8.self))
      }
      if let index = index("File") {
        guard !TextBytes.trimmed(value).isEmpty else { continue }
        found[index, default: Entry(location: [])].location = Array(value)
        found[index]?.line = number
      } else if let index = index("Title") {
        found[index, default: Entry(location: [])].readName(TextBytes.trimmed(value), decode)
      } else if let index = index("Length") {
        let text = String(decoding: TextBytes.trimmed(value), as: UTF8.self)
        found[index, default: Entry(location: [])].durationNanoseconds = Entry.nanoseconds(seconds: text[...])
      } else if TextBytes.hasPrefix(key, "X-GNOME-Title"), key.count == 13 {
        title = decode(Array(TextBytes.trimmed(value)))
      }
    }
    entries = found.sorted { $0.key < $1.key }.map(\.value).filter { !$0.location.isEmpty }
  }
}

extension Playlist.Entry {
  /// `123,Artist - Title`, with attributes behind the number in some lists (`-1 tvg-id="x",Name`).
  fileprivate mutating func readInfo(_ info: ArraySlice<UInt8>, _ decode: ([UInt8]) -> String) {
    let seconds = TextBytes.trimmed(info).prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: " ") }
    durationNanoseconds = Self.nanoseconds(seconds: String(decoding: seconds, as: UTF8.self)[...])
    // A comma within quotes is an attribute's.
    var isQuoted = false
    for index in info.indices {
      if info[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard info[index] == UInt8(ascii: ","), !isQuoted else { continue }
      readName(TextBytes.trimmed(info[(index + 1)...]), decode)
      return
    }
  }

  /// `Artist - Title`, or only a title.
  fileprivate mutating func readName(_ name: ArraySlice<UInt8>, _ decode: ([UInt8]) -> String) {
    let text = decode(Array(name))
    guard !text.isEmpty else { return }
    let scalars = text.unicodeScalars
    let separator = Array(" - ".unicodeScalars)
    var at = scalars.startIndex
    while at < scalars.endIndex {
      if scalars[at] == " ", scalars[at...].starts(with: separator) {
        let rest = String(scalars[scalars.index(at, offsetBy: 3)...])
        let before = String(scalars[..<at])
        guard !before.isEmpty, !rest.isEmpty else { break }
        artist = before
        title = rest
        return
      }
      at = scalars.index(after: at)
    }
    title = text
  }

  /// `start-time=12.5`, `stop-time=80`.
  mutating func readOption(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let time = Self.nanoseconds(seconds: parts[1]) else { return }
    switch parts[0] {
    case "start-time": segment = Segment(start: time, end: segment?.end)
    case "stop-time": segment = Segment(start: segment?.start ?? 0, end: time)
    default: break
    }
    // A part that ends before it begins is none.
    if let part = segment, let end = part.end, end <= part.start { segment = Segment(start: part.start) }
  }

  /// Decimal seconds, exact to the nanosecond; `nil` for what is no such number or below zero.
  static func nanoseconds(seconds text: Substring) -> UInt64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    func isNumber(_ text: Substring) -> Bool { text.utf8.allSatisfy { (48...57).contains($0) } }
    guard let whole = parts.first, (1...9).contains(whole.utf8.count), isNumber(whole),
      let seconds = UInt64(whole)
    else { return nil }
    guard parts.count > 1 else { return seconds * Nanoseconds.second }
    guard isNumber(parts[1]) else { return nil }
    let digits = parts[1].prefix(9)
    var fraction = UInt64(digits) ?? 0
    for _ in digits.utf8.count..<9 { fraction *= 10 }
    return seconds * Nanoseconds.second + fraction
  }
}
