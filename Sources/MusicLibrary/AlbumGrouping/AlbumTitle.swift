import PlayerCore

/// Album titles and the disc markers at their ends.
public enum AlbumTitle {
  /// `Title (Disc 2)`, `Title [CD 2]`, `Title - Disk 2 of 3`: the title and the number. A title that is nothing
  /// but a marker is left as it is.
  public static func withoutDiscMarker(_ title: String) -> (title: String, disc: Int?) {
    let text = Substring(title).trimmed
    if let last = text.last, let open = [")": "(", "]": "[", "}": "{"][last] {
      if let start = text.lastIndex(of: Character(open)),
        let disc = marker(text[text.index(after: start)...].dropLast())
      {
        return result(text[..<start], disc, title)
      }
      return (String(text), nil)
    }
    if let dash = text.lastIndex(where: { "-–—".contains($0) }),
      dash > text.startIndex, text[text.index(before: dash)] == " ",
      let disc = marker(text[text.index(after: dash)...])
    {
      return result(text[..<dash], disc, title)
    }
    return (String(text), nil)
  }

  private static func result(_ rest: Substring, _ disc: Int, _ title: String) -> (title: String, disc: Int?) {
    let rest = rest.trimmed
    return rest.isEmpty ? (title, nil) : (String(rest), disc)
  }

  /// The number of `Disc 2`, `CD2`, `disk #2`, `Part 2 of 3`.
  private static func marker(_ text: Substring) -> Int? {
    var text = Substring(text.trimmed.lowercased())
    if let of = text.range(of: " of ") {
      guard text[of.upperBound...].allSatisfy(\.isASCIIDigit) else { return nil }
      text = text[..<of.lowerBound]
    }
    return TagFileName.discFolder(Array(text.utf8))
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  fileprivate func range(of needle: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
      start = index(after: start)
    }
    return nil
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
