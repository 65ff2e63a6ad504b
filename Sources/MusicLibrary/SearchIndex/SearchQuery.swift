import TextKeys

/// What somebody typed, taken apart: words in any order, and `artist:` `album:` `genre:` `year:` before those that
/// are meant for one field. Quotes hold words together.
public struct SearchQuery: Sendable, Hashable {
  struct Term: Sendable, Hashable {
    var needle: Needle
    /// `nil`: anywhere.
    var field: SearchField?
    /// One letter of a script with word boundaries finds too much inside words.
    var wordStartsOnly: Bool
  }

  /// What must be found, longest first: the rarest is likely the longest.
  let terms: [Term]
  /// The query as one phrase, if it has no fields: an item of just this name comes first.
  let phrase: [UInt8]?
  let years: ClosedRange<Int>?

  public init(_ text: String) {
    var terms: [Term] = []
    var years: ClosedRange<Int>?
    let folded = FoldedText.fold(text)
    for var word in SearchQuery.words(folded) {
      var field: SearchField?
      if let colon = word.firstIndex(of: ":") {
        let name = word[..<colon]
        let rest = word[word.index(after: colon)...].filter { $0 != "\"" }
        if name == "year" {
          if let range = SearchQuery.years(rest) { years = range }
          continue
        }
        if let named = SearchField(query: String(name)) {
          // A field whose word is still being typed asks for nothing yet.
          if rest.isEmpty { continue }
          field = named
          word = rest
        }
      }
      let bytes = Array(word.filter { $0 != "\"" }.utf8)
      if bytes.isEmpty { continue }
      terms.append(
        Term(needle: Needle(bytes), field: field, wordStartsOnly: SearchQuery.isSingleLetter(word)))
    }
    self.terms = terms.sorted { $0.needle.bytes.count > $1.needle.bytes.count }
    self.years = years
    let isPlain = years == nil && terms.allSatisfy { $0.field == nil }
    phrase = isPlain ? Array(folded.filter { $0 != "\"" }.utf8) : nil
  }

  /// Nothing is asked for.
  public var isEmpty: Bool { terms.isEmpty && years == nil }

  /// Split at spaces outside quotes.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == " ", !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// `1999`, `1990-1999`.
  private static func years(_ text: String) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 1, let year = parts[0], year >= 1000 { return year...year }
    if parts.count == 2, let first = parts[0], let last = parts[1], first >= 1000, first <= last {
      return first...last
    }
    return nil
  }

  private static func isSingleLetter(_ word: String) -> Bool {
    guard let scalar = word.unicodeScalars.first, word.unicodeScalars.count == 1 else { return false }
    // From the CJK radicals on, through kana and ideographs to Hangul, a character is a word or a syllable.
    let isCJK = (0x1100...0x11ff).contains(scalar.value) || (0x2e80...0xd7ff).contains(scalar.value)
    return !isCJK && scalar.value < 0x20000
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }
}

extension SearchField {
  init?(query: String) {
    switch query {
    case "artist": self = .artist
    case "album": self = .album
    case "genre": self = .genre
    default: return nil
    }
  }
}
