import MusicLibrary
import PlayerCore
import TextKeys

/// What a search found: each section best first, at most `limit` shown, the counts whole.
struct SearchResults: Hashable, Sendable {
  var query = ""
  var albums: [AlbumID] = []
  var artists: [ArtistID] = []
  var songs: [TrackID] = []
  var albumCount = 0
  var artistCount = 0
  var songCount = 0

  /// How many of a section are shown.
  static let limit = 50

  var isEmpty: Bool { albumCount + artistCount + songCount == 0 }
}

extension SearchResults {
  init(_ found: LibrarySearch.Results, query: String) {
    self.init(
      query: query, albums: found.albums.map { AlbumID($0) }, artists: found.artists.map { ArtistID($0) },
      songs: found.tracks.map { TrackID($0) }, albumCount: found.albumCount, artistCount: found.artistCount,
      songCount: found.trackCount)
  }
}

/// The words of a query, folded, to show where they are.
struct SearchWords {
  let words: [String]

  init(_ text: String) {
    words = FoldedText.fold(text).split(whereSeparator: \.isWhitespace).compactMap { word in
      let word = word.filter { $0 != "\"" }
      guard let colon = word.firstIndex(of: ":"), Self.fields.contains(String(word[..<colon])) else {
        return word
      }
      let rest = word[word.index(after: colon)...]
      return word.hasPrefix("year:") || rest.isEmpty ? nil : String(rest)
    }
  }

  private static let fields: Set = ["artist", "album", "genre", "year"]
}

/// Where the words of a query are in a text, as ranges of its characters, for showing them.
func matches(of query: SearchWords, in text: String) -> [Range<String.Index>] {
  guard !query.words.isEmpty else { return [] }
  // Folding may change lengths, so every folded character remembers where it came from.
  var folded: [Character] = []
  var origin: [String.Index] = []
  for index in text.indices {
    for character in FoldedText.fold(String(text[index])) {
      folded.append(character)
      origin.append(index)
    }
  }
  var found: [Range<String.Index>] = []
  for word in query.words.map(Array.init) where folded.count >= word.count {
    for start in 0...(folded.count - word.count) where folded[start..<start + word.count].elementsEqual(word)
    {
      found.append(origin[start]..<text.index(after: origin[start + word.count - 1]))
      break
    }
  }
  return found.sorted { $0.lowerBound < $1.lowerBound }
}
