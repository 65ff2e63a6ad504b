/// The texts that an item is found by. The raw values mark them in the index; none is in folded text.
public enum SearchField: UInt8, Sendable, CaseIterable {
  /// What the item is called: a track's title, an album's, an artist's name.
  case name = 1
  case artist, album, genre, composer, fileName
}

/// Folded texts, one after the other, each with its field's mark before it.
public enum SearchText {
  /// Adds a text. Control characters are left out, so that marks stay marks.
  public static func put(_ field: SearchField, _ value: String, into text: inout [UInt8]) {
    text.append(field.rawValue)
    var folded = FoldedText.fold(value)
    folded.withUTF8 { bytes in
      for byte in bytes where byte >= 0x20 { text.append(byte) }
    }
  }
}

extension SearchText {
  /// The texts of a track. The name of its file goes behind them.
  public static func of(
    name: String, artists: [String], albumArtists: [String], album: String?, genres: [String],
    composers: [String]
  ) -> [UInt8] {
    of(name: name)
      + of(
        artists: artists, albumArtists: albumArtists, album: album, genres: genres, composers: composers)
  }

  /// The first of them.
  public static func of(name: String) -> [UInt8] {
    var text: [UInt8] = []
    put(.name, name, into: &text)
    return text
  }

  /// Those behind it: often they are those of the track before.
  public static func of(
    artists: [String], albumArtists: [String], album: String?, genres: [String], composers: [String]
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(160)
    for artist in artists { put(.artist, artist, into: &text) }
    for artist in albumArtists where !artists.contains(artist) { put(.artist, artist, into: &text) }
    if let album { put(.album, album, into: &text) }
    for genre in genres { put(.genre, genre, into: &text) }
    for composer in composers { put(.composer, composer, into: &text) }
    return text
  }
}

extension SortKeys {
  /// The key of a text that may have a name to sort by, which is meant as it is written.
  public func key(_ text: String?, sortName: String?) -> [UInt8] {
    if let sortName { return key(sortName, skipsArticle: false) }
    return text.map { key($0) } ?? []
  }
}
