/// What a file's name and folders say of it.
extension TagRecord {
  /// Fills what the tags left open: title and number from `NN - Title` or `NN. Title`, artist and album from
  /// `Artist/Album/…`, the disc from a folder `CD2`.
  ///
  /// - Parameters:
  ///   - name: the file's name, bytes.
  ///   - folders: the folders between what the user named and the file, outermost first. Those above say
  ///     nothing: in `~/Downloads/a.mp3`, Downloads is no album.
  public mutating func fill(fromName name: [UInt8], folders: [[UInt8]], wants: TagWants = []) {
    func fill(_ field: TagField) {
      if wants.contains(.sources) { sources[field] = .fileName }
    }
    if title == nil {
      let parsed = TagFileName.numberAndTitle(TagFileName.stem(name))
      title = parsed.title
      fill(.title)
      if number.number == nil, let found = parsed.number {
        number.number = found
        fill(.trackNumber)
      }
    }
    var folders = folders[...]
    if let last = folders.last, let disc = TagFileName.discFolder(last) {
      folders.removeLast()
      if self.disc.number == nil {
        self.disc.number = disc
        fill(.discNumber)
      }
    }
    guard folders.count >= 2, let albumFolder = folders.popLast(), let artistFolder = folders.last else {
      return
    }
    if album == nil {
      album = String(decoding: albumFolder, as: UTF8.self)
      fill(.album)
    }
    if artists.isEmpty, albumArtists.isEmpty {
      artists = [String(decoding: artistFolder, as: UTF8.self)]
      fill(.artist)
    }
  }
}

/// Readings of names.
public enum TagFileName {
  /// The name without its last extension.
  public static func stem(_ name: [UInt8]) -> [UInt8] {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return Array(name[..<dot])
  }

  /// The extension in lower case, without the dot; empty if there is none, or one that no format has.
  public static func extensionHint(_ name: [UInt8]) -> String {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot - 1 <= 8 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// `07 - Title`, `07. Title`, `07 Title`, `1-07 - Title`: the number and the title.
  public static func numberAndTitle(_ stem: [UInt8]) -> (number: Int?, title: String) {
    let whole = String(decoding: stem, as: UTF8.self)
    var rest = Substring(whole)
    func digits() -> Int? {
      let run = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...3).contains(run.count) else { return nil }
      rest = rest.dropFirst(run.count)
      return Int(run)
    }
    guard var number = digits() else { return (nil, whole) }
    if rest.first == "-" {  // the first number was the disc's
      let before = rest
      rest = rest.dropFirst()
      if let second = digits() { number = second } else { rest = before }
    }
    let separator = rest.prefix { $0 == " " || $0 == "-" || $0 == "." || $0 == "_" || $0 == "–" }
    let title = rest.dropFirst(separator.count)
    // "99 Luftballons" keeps its number: without a dash or dot only two digits with a zero are a number.
    let isMarked = separator.contains { $0 != " " && $0 != "_" }
    guard !separator.isEmpty, !title.isEmpty, number > 0, isMarked || whole.first == "0" else {
      return (nil, whole)
    }
    return (number, String(title))
  }

  /// The number of a folder `CD2`, `Disc 2`, `disk-02`, `Part 1`; `nil` for any other.
  public static func discFolder(_ name: [UInt8]) -> Int? {
    guard let first = name.first, "dpc".utf8.contains(first | 0x20) else { return nil }
    let text = String(decoding: name, as: UTF8.self).lowercased()
    for word in ["disc", "disk", "part", "cd"] where text.hasPrefix(word) {
      let digits = text.dropFirst(word.count).drop {
        $0 == " " || $0 == "-" || $0 == "_" || $0 == "." || $0 == "#"
      }
      guard (1...2).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        return nil
      }
      return Int(digits)
    }
    return nil
  }
}
