public import PlayerCore

/// What a row of covers shows: an album, or a song that is in none.
public enum ShelfCover: Hashable, Sendable {
  case album(Int64)
  case song(TrackID)
}

extension LibraryLists {
  /// The first covers of a shelf: those of its songs, each album once, where its first song would stand.
  public func covers(of shelf: Shelf, limit: Int) throws(LibraryError) -> [ShelfCover] {
    try reading { reader throws(DatabaseError) in try reader.covers(of: shelf, limit: limit) }
  }
}

extension LibraryReader {
  func covers(of shelf: Shelf, limit: Int) throws(DatabaseError) -> [ShelfCover] {
    switch shelf {
    case .recentlyAdded: try covers("ORDER BY added DESC, id DESC", limit)
    case .recentlyPlayed: try covers("WHERE lastPlayed IS NOT NULL ORDER BY lastPlayed DESC, id DESC", limit)
    case .favourites: try covers("WHERE rating = 100 ORDER BY id DESC", limit)
    case .mostPlayed: try mostPlayedCovers(limit)
    case .genre, .year, .folder:
      try covers(of: try contents(of: shelf).songs.lazy.map(\.rawValue), limit)
    }
  }

  /// Steps through the songs until there are enough albums: an index orders them, so that the rest is not looked at.
  private func covers(_ order: String, _ limit: Int) throws(DatabaseError) -> [ShelfCover] {
    let select = try database.statement("SELECT id, albumID FROM tracks \(order)")
    defer { select.reset() }
    var found = DistinctCovers(limit: limit)
    while !found.isFull, try select.step() { found.add(track: select.int64(0) ?? 0, album: select.int64(1)) }
    return found.covers
  }

  private func covers(of tracks: some Sequence<Int64>, _ limit: Int) throws(DatabaseError) -> [ShelfCover] {
    let select = try database.statement("SELECT albumID FROM tracks WHERE id = ?")
    var found = DistinctCovers(limit: limit)
    for track in tracks where !found.isFull {
      select.bind(1, track)
      if try select.step() { found.add(track: track, album: select.int64(0)) }
      select.reset()
    }
    return found.covers
  }

  /// An album counts as often as its songs were played together.
  private func mostPlayedCovers(_ limit: Int) throws(DatabaseError) -> [ShelfCover] {
    let select = try database.statement(
      """
      SELECT max(id), albumID, sum(plays) AS times FROM tracks WHERE plays > 0
      GROUP BY coalesce(albumID, -id) ORDER BY times DESC, max(lastPlayed) DESC, max(id) LIMIT ?
      """)
    select.bind(1, Int64(limit))
    var found = DistinctCovers(limit: limit)
    while try select.step() { found.add(track: select.int64(0) ?? 0, album: select.int64(1)) }
    return found.covers
  }
}

/// Covers in the order in which they were met first.
private struct DistinctCovers {
  let limit: Int
  private(set) var covers: [ShelfCover] = []
  private var albums: Set<Int64> = []

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { covers.count >= limit }

  mutating func add(track: Int64, album: Int64?) {
    if let album {
      if albums.insert(album).inserted { covers.append(.album(album)) }
    } else {
      covers.append(.song(TrackID(track)))
    }
  }
}
