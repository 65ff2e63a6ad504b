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

/// Words to look for, folded. An item matches when each word is somewhere in its texts.
struct SearchQuery: Sendable {
  let words: [String]

  init(_ text: String) {
    words = FoldedText.fold(text).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  var isEmpty: Bool { words.isEmpty }

  /// How well texts, folded, match: 0 exactly, 1 at the start, 2 at a word's start, 3 inside. The first text is
  /// the item's name: a match in the others only counts as one inside. `nil`: a word is missing.
  func rank(_ name: String, _ others: [String] = []) -> Int? {
    var worst = 0
    for word in words {
      guard let rank = Self.rank(of: word, in: name) ?? Self.rank(of: word, inAny: others) else { return nil }
      worst = max(worst, rank)
    }
    return worst
  }

  private static func rank(of word: String, inAny texts: [String]) -> Int? {
    texts.contains { rank(of: word, in: $0) != nil } ? 3 : nil
  }

  private static func rank(of word: String, in text: String) -> Int? {
    if text == word { return 0 }
    let text = Array(text.utf8)
    let word = Array(word.utf8)
    // One letter finds too much; one ideograph or syllable doesn't.
    let wordStartsOnly = word.count == 1
    var best: Int?
    var start = 0
    while let place = find(word, in: text, from: start) {
      if place == 0 { return 1 }
      if !isLetter(text[place - 1]) { best = 2 } else if best == nil, !wordStartsOnly { best = 3 }
      if best == 2 { return best }
      start = place + 1
    }
    return best
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7a, 0x80...: true
    default: false
    }
  }

  private static func find(_ needle: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard !needle.isEmpty, text.count >= needle.count else { return nil }
    var place = start
    while place <= text.count - needle.count {
      if text[place] == needle[0], text[place..<place + needle.count].elementsEqual(needle) { return place }
      place += 1
    }
    return nil
  }
}

/// What a track is found by, folded once.
struct SearchText: Sendable {
  let name: String
  let others: [String]

  init(_ track: Track) {
    name = FoldedText.fold(track.displayTitle)
    others = track.artists.map(FoldedText.fold) + (track.album.map { [FoldedText.fold($0)] } ?? [])
  }
}

/// Looks through a library; pure, so that it can run on any thread. Returns `nil` when `isCancelled` says so.
func search(
  _ text: String, in library: LibraryState, isCancelled: () -> Bool = { false }
) -> SearchResults? {
  let query = SearchQuery(text)
  var results = SearchResults(query: text)
  guard !query.isEmpty else { return results }
  var albums = Ranked<AlbumID>()
  for album in library.albumOrder.compactMap(library.album) {
    albums.add(query.rank(FoldedText.fold(album.title), [FoldedText.fold(album.artist ?? "")]), album.id)
  }
  var artists = Ranked<ArtistID>()
  for artist in library.artistOrder.compactMap(library.artist) {
    artists.add(query.rank(FoldedText.fold(artist.name)), artist.id)
  }
  var songs = Ranked<TrackID>()
  for id in library.tracks.ids {
    if id.rawValue % 1024 == 0, isCancelled() { return nil }
    guard let text = library.searchText(of: id) else { continue }
    songs.add(query.rank(text.name, text.others), id)
  }
  (results.albums, results.albumCount) = albums.best(SearchResults.limit)
  (results.artists, results.artistCount) = artists.best(SearchResults.limit)
  (results.songs, results.songCount) = songs.best(SearchResults.limit)
  return results
}

/// Items in bins by rank, in the order they came.
private struct Ranked<Item> {
  private var bins: [[Item]] = [[], [], [], []]

  mutating func add(_ rank: Int?, _ item: Item) {
    if let rank { bins[rank].append(item) }
  }

  func best(_ limit: Int) -> ([Item], Int) {
    (Array(bins.joined().prefix(limit)), bins.reduce(0) { $0 + $1.count })
  }
}

/// Where the words of a query are in a text, as ranges of its characters, for showing them.
func matches(of query: SearchQuery, in text: String) -> [Range<String.Index>] {
  guard !query.isEmpty else { return [] }
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
