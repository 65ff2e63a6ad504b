import GLibBridge
import MusicLibrary
import PlayerCore
import TextKeys

/// The views of the Library tab, in the order shown.
enum LibraryView: String, CaseIterable, Sendable {
  case albums, artists, songs, genres, years, folders

  var title: String {
    switch self {
    case .albums: tr("Albums")
    case .artists: tr("Artists")
    case .songs: tr("Songs")
    case .genres: tr("Genres")
    case .years: tr("Years")
    case .folders: tr("Folders")
    }
  }

  /// What it lists, if that is shelves.
  var shelves: ShelfKind? { ShelfKind(rawValue: rawValue) }

  init(_ kind: ShelfKind) {
    self =
      switch kind {
      case .genres: .genres
      case .years: .years
      case .folders: .folders
      }
  }
}

/// What was typed to see less of the lists of the Library tab.
struct LibraryFilter: Sendable {
  /// `nil`: nothing is typed, and no field shows.
  private(set) var text: String?
  /// What an earlier or this text left of the lists.
  private(set) var matches: FilterMatches?
  /// Grows with every change of what is shown.
  private(set) var revision = 0

  /// What the lists show of all; `nil`: everything.
  var shown: FilterMatches? { isActive ? matches : nil }

  /// Whether there is something to look for.
  var isActive: Bool { text.map { !SearchQuery($0).isEmpty } ?? false }

  /// Whether what is shown is what the text leaves.
  var isSettled: Bool { !isActive || matches?.text == text }

  /// - Returns: whether the text is another.
  mutating func setText(_ new: String?) -> Bool {
    guard new != text else { return false }
    text = new
    revision += 1
    if !isActive { matches = nil }
    return true
  }

  /// What belongs to a text that has changed since is still nearer to what is wanted than everything.
  mutating func take(_ found: FilterMatches) {
    guard isActive else { return }
    matches = found
    revision += 1
  }

  /// Whether a name has every word.
  func fits(_ name: String) -> Bool {
    guard let text, isActive else { return true }
    let folded = FoldedText.fold(name)
    return FoldedText.fold(text).split(whereSeparator: \.isWhitespace).allSatisfy { folded.contains($0) }
  }
}

/// What a filter left of the library's lists, each in its order.
struct FilterMatches: Equatable, Sendable {
  var songs: [TrackID] = []
  var albums: [AlbumID] = []
  var artists: [ArtistID] = []
  /// What was looked for.
  var text = ""
}

extension FilterMatches {
  /// - Returns: `nil` when cancelled.
  init?(
    _ text: String, in search: LibrarySearch, _ lists: LibraryContents, isCancelled: () -> Bool = { false }
  ) {
    guard
      let found = search.results(for: SearchQuery(text), limit: .max, isCancelled: isCancelled)
    else { return nil }
    let songs = Set(found.tracks)
    let albums = Set(found.albums)
    let artists = Set(found.artists)
    self.init(
      songs: lists.songs.filter { songs.contains($0.rawValue) },
      albums: lists.albums.filter { albums.contains($0.rawValue) },
      artists: lists.artists.filter { artists.contains($0.rawValue) }, text: text)
  }
}

extension AppState {
  /// The lists of the Library tab as they are shown without a filter.
  var libraryLists: LibraryContents {
    LibraryContents(songs: songs, albums: library.albumOrder, artists: library.artistOrder)
  }
}
