import TextKeys

/// What a list of the library is sorted by, where that is a text.
public enum SortText: Sendable {
  case trackTitle, trackArtist, trackAlbum, albumTitle, artistName

  fileprivate var sql: String {
    switch self {
    case .trackTitle: "SELECT titleKey FROM tracks WHERE id = ?"
    case .trackArtist: "SELECT artistKey FROM tracks WHERE id = ?"
    case .trackAlbum: "SELECT albumKey FROM tracks WHERE id = ?"
    case .albumTitle: "SELECT titleKey FROM albums WHERE id = ?"
    case .artistName: "SELECT nameKey FROM artists WHERE id = ?"
    }
  }
}

extension LibraryReader {
  /// The letters of the language that the lists are sorted for.
  func letters() throws(DatabaseError) -> [IndexLetter] {
    let select = try database.statement("SELECT value FROM facts WHERE name = 'keys'")
    defer { select.reset() }
    // The locale and ICU's version.
    let locale = try select.step() ? select.text(0)?.split(separator: " ", maxSplits: 1).first : nil
    return SortKeys(locale: locale.map(String.init) ?? "")?.indexLetters() ?? []
  }

  /// Where in a list that is sorted by `text` the rows of the letter at `place` begin, or where they would.
  func position(
    ofLetter place: Int, of letters: [IndexLetter], in ids: [Int64], by text: SortText, descending: Bool
  ) throws(DatabaseError) -> Int {
    // Backwards a letter begins behind the one that follows it in the alphabet.
    let bound: [UInt8]? =
      descending ? (place + 1 < letters.count ? letters[place + 1].start : nil) : letters[place].start
    guard let bound else { return 0 }
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      let isBelow = try key(of: ids[middle], text).lexicographicallyPrecedes(bound)
      if isBelow == descending { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func key(of id: Int64, _ text: SortText) throws(DatabaseError) -> [UInt8] {
    let select = try database.statement(text.sql)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() ? select.blob(0) ?? [] : []
  }
}
