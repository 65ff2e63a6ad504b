import GLibBridge
import MusicLibrary
import PlayerCore
import ShellCore

/// What the views of genres, years, folders and the listener's habits show.
struct ShelvesState: Sendable {
  private(set) var rows: [ShelfKind: [ShelfRow]] = [:]
  private(set) var contents: [Shelf: ShelfContents] = [:]
  /// Grows with every change.
  private(set) var revision = 0

  /// Takes what was read, and lets go of what has no page any more, or isn't the Library tab's view.
  mutating func take(
    _ kinds: [ShelfKind: [ShelfRow]], _ shelves: [Shelf: ShelfContents], keeping pages: Set<PageID>,
    view: ShelfKind?
  ) {
    rows.merge(kinds) { $1 }
    contents.merge(shelves) { $1 }
    rows = rows.filter { $0.key == view }
    contents = contents.filter { pages.contains($0.key.page) }
    revision += 1
  }

  mutating func clear() {
    rows = [:]
    contents = [:]
    revision += 1
  }
}

enum ShelvesAction: Sendable {
  case show(Shelf)
  case read([ShelfKind: [ShelfRow]], [Shelf: ShelfContents])
  /// Plays one from its beginning, whether it has a page or not.
  case play(Shelf)
  /// These are what stands on it, to be played.
  case plays(Shelf, [TrackID])
}

extension Shelf {
  /// Those that are always there, by their names in the shell's stack.
  static let habits: [(page: PageID, shelf: Shelf)] = [
    ("recently-added", .recentlyAdded), ("recently-played", .recentlyPlayed), ("most-played", .mostPlayed),
    ("favourites", .favourites),
  ]

  /// The page's name in the shell's stack: `genre/7`, `year/1999`, `folder/file:///music`, `favourites`.
  var page: PageID {
    switch self {
    case .genre(let id): "genre/\(id)"
    case .year(let year): "year/\(year)"
    case .folder(let path): "folder/\(path.fileURI)"
    case .recentlyAdded, .recentlyPlayed, .mostPlayed, .favourites:
      Self.habits.first { $0.shelf == self }?.page ?? ""
    }
  }

  /// `nil` for a page that is none of these.
  init?(page: PageID) {
    if let habit = Self.habits.first(where: { $0.page == page }) {
      self = habit.shelf
      return
    }
    guard let slash = page.firstIndex(of: "/") else { return nil }
    let rest = page[page.index(after: slash)...]
    switch page[..<slash] {
    case "genre":
      guard let id = Int64(rest) else { return nil }
      self = .genre(id)
    case "year":
      guard let year = Int(rest) else { return nil }
      self = .year(year)
    case "folder":
      guard let path = FilePath(fileURI: String(rest)) else { return nil }
      self = .folder(path)
    default: return nil
    }
  }

  /// The same at every start, as sessions remember it: FNV-1a of the page's name.
  var number: Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in page.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }

  /// - Parameter name: what the library calls it.
  func title(_ name: String) -> String {
    switch self {
    case .genre, .year, .folder: name
    case .recentlyAdded: tr("Recently Added")
    case .recentlyPlayed: tr("Recently Played")
    case .mostPlayed: tr("Most Played")
    case .favourites: tr("Favourites")
    }
  }

  /// What is said while nothing stands on it.
  var emptyText: String {
    switch self {
    case .genre, .year, .folder, .recentlyAdded: tr("There are no songs here any more.")
    case .recentlyPlayed, .mostPlayed: tr("Nothing has been played to its end yet.")
    case .favourites: tr("No song has the heart yet. Give it from any song’s menu.")
    }
  }

  /// What a row of a list shows beside its name.
  var icon: String {
    switch self {
    case .year: "x-office-calendar-symbolic"
    case .folder: "folder-symbolic"
    default: "nagara-songs-symbolic"
    }
  }
}

/// `4 albums · 31 songs`.
func factsText(albums: Int, songs: Int) -> String {
  let albums = albums == 0 ? nil : tr("%d album", "%d albums", albums)
  return [albums, songsText(songs)].compactMap { $0 }.joined(separator: " · ")
}
