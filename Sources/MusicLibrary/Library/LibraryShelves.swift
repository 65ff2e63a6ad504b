public import PlayerCore

/// Songs of the library that belong together by what they say or by what the listener did with them.
public enum Shelf: Hashable, Sendable {
  case genre(Int64)
  case year(Int)
  /// With the folders below it.
  case folder(FilePath)
  case recentlyAdded
  case recentlyPlayed
  case mostPlayed
  /// What has the heart.
  case favourites
}

/// The shelves that the whole library stands on.
public enum ShelfKind: String, Sendable, CaseIterable {
  case genres, years, folders
}

/// A shelf as a list shows it.
public struct ShelfRow: Sendable, Hashable {
  public var shelf: Shelf
  public var name: String
  public var trackCount: Int
  /// Zero for folders: an album may lie in several.
  public var albumCount = 0
}

/// What stands on a shelf.
public struct ShelfContents: Sendable, Equatable {
  public var name = ""
  /// In a folder, those with music in or below them.
  public var folders: [ShelfRow] = []
  public var albums: [Int64] = []
  /// All of its songs, in the order in which they are played.
  public var songs: [TrackID] = []
  /// How many of the songs are in the folder itself; they come first. On other shelves: all.
  public var ownCount = 0
  public var milliseconds: Int64 = 0

  public init() {}

  public var ownSongs: ArraySlice<TrackID> { songs.prefix(ownCount) }
}

extension LibraryLists {
  public func shelves(_ kind: ShelfKind) throws(LibraryError) -> [ShelfRow] {
    try reading { reader throws(DatabaseError) in
      switch kind {
      case .genres: try reader.genreShelves()
      case .years: try reader.yearShelves()
      case .folders: try reader.rootShelves()
      }
    }
  }

  public func contents(of shelf: Shelf) throws(LibraryError) -> ShelfContents {
    try reading { reader throws(DatabaseError) in try reader.contents(of: shelf) }
  }
}

extension LibraryReader {
  /// More of what was added, heard or played most nobody looks through.
  private static var longestHabit: Int { 200 }

  func genreShelves() throws(DatabaseError) -> [ShelfRow] {
    let select = try database.statement(
      """
      SELECT genres.id, genres.name, sum(tracks), count(album)
      FROM (SELECT genre, album, count(*) AS tracks FROM trackGenres GROUP BY genre, album)
      JOIN genres ON genres.id = genre GROUP BY genre ORDER BY genres.nameKey, genres.id
      """)
    var rows: [ShelfRow] = []
    while try select.step() {
      rows.append(
        ShelfRow(
          shelf: .genre(select.int64(0) ?? 0), name: select.text(1) ?? "", trackCount: select.int(2) ?? 0,
          albumCount: select.int(3) ?? 0))
    }
    return rows
  }

  /// The newest first.
  func yearShelves() throws(DatabaseError) -> [ShelfRow] {
    let select = try database.statement(
      """
      SELECT date / 10000 AS year, sum(tracks), count(DISTINCT albumID)
      FROM (SELECT date, albumID, count(*) AS tracks FROM tracks WHERE date IS NOT NULL GROUP BY date, albumID)
      GROUP BY year ORDER BY year DESC
      """)
    var rows: [ShelfRow] = []
    while try select.step() {
      let year = select.int(0) ?? 0
      rows.append(
        ShelfRow(
          shelf: .year(year), name: String(year), trackCount: select.int(1) ?? 0,
          albumCount: select.int(2) ?? 0
        ))
    }
    return rows
  }

  /// The folders that the user gave, as far as there is music in them.
  func rootShelves() throws(DatabaseError) -> [ShelfRow] {
    var roots: [FilePath] = []
    let select = try database.statement("SELECT path FROM roots ORDER BY path")
    while try select.step() {
      if let root = select.blob(0).flatMap(FilePath.init(bytes:)) { roots.append(root) }
    }
    var rows: [ShelfRow] = []
    for root in roots {
      let count = try trackCount(under: root)
      if count > 0 { rows.append(ShelfRow(shelf: .folder(root), name: root.displayName, trackCount: count)) }
    }
    return rows
  }

  private func trackCount(under folder: FilePath) throws(DatabaseError) -> Int {
    let select = try database.statement(
      """
      SELECT count(*) FROM folders JOIN files ON files.folder = folders.id JOIN tracks ON tracks.file = files.id
      WHERE folders.path = ?1 OR (folders.path > ?2 AND folders.path < ?3)
      """)
    select.bind(1, folder.bytes)
    select.bind(2, folder.rangeInside.from)
    select.bind(3, folder.rangeInside.to)
    defer { select.reset() }
    return try select.step() ? select.int(0) ?? 0 : 0
  }

  func contents(of shelf: Shelf) throws(DatabaseError) -> ShelfContents {
    var contents = ShelfContents()
    switch shelf {
    case .genre(let id):
      contents.songs = try songs(.genre(id))
      contents.name = try genreName(id) ?? ""
      contents.albums = try albums(
        having: "id IN (SELECT track FROM trackGenres WHERE genre = ?1)", number: id)
    case .year(let year):
      contents.songs = try songs(.year(year))
      contents.name = String(year)
      contents.albums = try albums(
        having: "date >= ?1 * 10000 AND date < (?1 + 1) * 10000", number: Int64(year))
    case .folder(let path):
      contents.name = path.displayName
      try fill(&contents, from: path)
    case .recentlyAdded: contents.songs = try songs(order: .added)
    case .recentlyPlayed: contents.songs = try songs(order: .lastPlayed)
    case .mostPlayed: contents.songs = try songs(order: .plays)
    case .favourites:
      let select = try database.statement("SELECT id FROM tracks WHERE rating = 100 ORDER BY titleKey, id")
      while try select.step() { contents.songs.append(TrackID(select.int64(0) ?? 0)) }
    }
    if contents.folders.isEmpty { contents.ownCount = contents.songs.count }
    contents.milliseconds = try milliseconds(of: contents.songs.lazy.map(\.rawValue))
    return contents
  }

  private func songs(_ choice: TrackChoice) throws(DatabaseError) -> [TrackID] {
    try trackIDs(choice).map { TrackID($0) }
  }

  private func songs(order: TrackOrder) throws(DatabaseError) -> [TrackID] {
    try trackIDs(order: order, descending: true, limit: Self.longestHabit).map { TrackID($0) }
  }

  /// The albums that tracks of this kind are in, by title.
  private func albums(having condition: String, number: Int64) throws(DatabaseError) -> [Int64] {
    let select = try database.statement(
      """
      SELECT id FROM albums WHERE id IN (SELECT albumID FROM tracks WHERE \(condition))
      ORDER BY \(AlbumOrder.title.sql(false))
      """)
    select.bind(1, number)
    var ids: [Int64] = []
    while try select.step() { ids.append(select.int64(0) ?? 0) }
    return ids
  }

  /// The folder's own songs, then those of the folders in it, as file managers sort them.
  private func fill(_ contents: inout ShelfContents, from path: FilePath) throws(DatabaseError) {
    let range = path.rangeInside
    let select = try database.statement(
      """
      SELECT tracks.id, folders.path
      FROM folders JOIN files ON files.folder = folders.id JOIN tracks ON tracks.file = files.id
      WHERE folders.path = ?1 OR (folders.path > ?2 AND folders.path < ?3)
      ORDER BY folders.path, files.name, tracks.id
      """)
    select.bind(1, path.bytes)
    select.bind(2, range.from)
    select.bind(3, range.to)
    var own: [TrackID] = []
    var below: [[UInt8]: [TrackID]] = [:]
    while try select.step() {
      let track = TrackID(select.int64(0) ?? 0)
      let rest = (select.blob(1) ?? []).dropFirst(range.from.count)
      if rest.isEmpty {
        own.append(track)
      } else {
        below[Array(rest.prefix { $0 != UInt8(ascii: "/") }), default: []].append(track)
      }
    }
    contents.songs = own
    contents.ownCount = own.count
    for name in below.keys.sorted(by: NaturalOrder.precedes) {
      guard let songs = below[name], let folder = path.appending(name) else { continue }
      contents.songs += songs
      contents.folders.append(
        ShelfRow(shelf: .folder(folder), name: folder.displayName, trackCount: songs.count))
    }
  }
}
