import PlayerCore
import TextKeys

/// Reads `library.db`: whole lists as IDs, rows by IDs. Belongs to one thread or actor; there can be several.
final class LibraryReader {
  let database: Database
  private var away: [FilePath] = []

  init(_ path: FilePath) throws(DatabaseError) {
    database = try Database(path, .reading)
    try database.run("PRAGMA cache_size = -4096; PRAGMA mmap_size = 268435456")
    try refresh()
  }

  /// Reads through the writer's connection.
  init(_ database: Database) throws(DatabaseError) {
    self.database = database
    try refresh()
  }

  /// The version of a library's tables.
  static func version(_ path: FilePath) throws(DatabaseError) -> Int {
    try Database(path, .reading).schemaVersion
  }

  /// Looks again which roots are there.
  func refresh() throws(DatabaseError) {
    away = []
    let select = try database.statement("SELECT path FROM roots WHERE missing IS NOT NULL")
    while try select.step() {
      if let path = select.blob(0).flatMap(FilePath.init(bytes:)) { away.append(path) }
    }
  }

  // MARK: IDs

  /// Tracks in order: all of them, or the first `limit`.
  func trackIDs(
    _ choice: TrackChoice = .all, order: TrackOrder? = nil, descending: Bool = false, limit: Int? = nil
  ) throws(DatabaseError) -> [Int64] {
    var conditions: [String] = []
    var tables = "tracks"
    var standard = TrackOrder.title.sql(descending)
    var number: Int64?
    var bytes: (from: [UInt8], to: [UInt8], own: [UInt8])?
    switch choice {
    case .all: break
    case .album(let id):
      conditions.append("albumID = ?1")
      standard = "COALESCE(disc, 1), number, id"
      number = id
    case .artist(let id):
      conditions.append("id IN (SELECT track FROM credits WHERE artist = ?1)")
      standard = TrackOrder.album.sql(descending)
      number = id
    case .genre(let id):
      conditions.append("id IN (SELECT track FROM trackGenres WHERE genre = ?1)")
      standard = TrackOrder.artist.sql(descending)
      number = id
    case .year(let year):
      conditions.append("date >= ?1 * 10000 AND date < (?1 + 1) * 10000")
      standard = TrackOrder.album.sql(descending)
      number = Int64(year)
    case .folder(let path):
      tables = "folders JOIN files ON files.folder = folders.id JOIN tracks ON tracks.file = files.id"
      conditions.append("(folders.path = ?1 OR (folders.path > ?2 AND folders.path < ?3))")
      standard = "folders.path, files.name, tracks.id"
      bytes = (path.rangeInside.from, path.rangeInside.to, path.bytes)
    }
    if limit != nil, let condition = order?.condition { conditions.append(condition) }
    let sql = """
      SELECT tracks.id FROM \(tables) \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
      ORDER BY \((order?.sql(descending) ?? standard).replacing("id", in: tables))
      \(limit.map { "LIMIT \($0)" } ?? "")
      """
    let select = try database.statement(sql)
    if let number { select.bind(1, number) }
    if let bytes {
      select.bind(1, bytes.own)
      select.bind(2, bytes.from)
      select.bind(3, bytes.to)
    }
    return try ids(select)
  }

  func albumIDs(
    artist: Int64? = nil, order: AlbumOrder = .title, descending: Bool = false, limit: Int? = nil
  ) throws(DatabaseError) -> [Int64] {
    let select = try database.statement(
      """
      SELECT id FROM albums
      \(artist == nil ? "" : "WHERE id IN (SELECT albumID FROM credits JOIN tracks ON tracks.id = track WHERE artist = ?1)")
      ORDER BY \(order.sql(descending)) \(limit.map { "LIMIT \($0)" } ?? "")
      """)
    if let artist { select.bind(1, artist) }
    return try ids(select)
  }

  /// Artists and album artists, by name; not those who are only composers, and not "Various Artists".
  func artistIDs(limit: Int? = nil) throws(DatabaseError) -> [Int64] {
    try ids(
      try database.statement(
        """
        SELECT id FROM artists
        WHERE folded NOT IN ('various artists', 'various', 'va', 'v.a.', 'v/a')
          AND EXISTS (SELECT 1 FROM credits WHERE artist = artists.id AND role < 2)
        ORDER BY nameKey, id \(limit.map { "LIMIT \($0)" } ?? "")
        """))
  }

  func artistID(named name: String) throws(DatabaseError) -> Int64? {
    let select = try database.statement("SELECT id FROM artists WHERE folded = ?")
    select.bind(1, FoldedText.fold(name))
    return try ids(select).first
  }

  /// The tracks of a file: one, or those that a sheet cuts it into; none if it isn't in the library.
  func trackIDs(at path: FilePath) throws(DatabaseError) -> [Int64] {
    guard let folder = path.parent else { return [] }
    let select = try database.statement(
      """
      SELECT tracks.id FROM folders JOIN files ON files.folder = folders.id JOIN tracks ON tracks.file = files.id
      WHERE folders.path = ? AND files.name = ? ORDER BY tracks.id
      """)
    select.bind(1, folder.bytes)
    select.bind(2, path.lastComponent)
    return try ids(select)
  }

  /// The files of all tracks.
  func files() throws(DatabaseError) -> [FilePath] {
    let select = try database.statement(
      """
      SELECT DISTINCT folders.path, files.name FROM tracks JOIN files ON files.id = tracks.file
      JOIN folders ON folders.id = files.folder
      """)
    var files: [FilePath] = []
    while try select.step() {
      if let file = select.blob(0).flatMap(FilePath.init(bytes:))?.appending(select.blob(1) ?? []) {
        files.append(file)
      }
    }
    return files
  }

  /// The tracks of each album, in its order.
  func albumTracks() throws(DatabaseError) -> [[Int64]] {
    let select = try database.statement(
      """
      SELECT albumID, id FROM tracks WHERE albumID IS NOT NULL ORDER BY albumID, COALESCE(disc, 1), number, id
      """)
    var albums: [[Int64]] = []
    var last: Int64?
    while try select.step() {
      if select.int64(0) != last {
        last = select.int64(0)
        albums.append([])
      }
      albums[albums.count - 1].append(select.int64(1) ?? 0)
    }
    return albums
  }

  /// How long these tracks take together.
  func milliseconds(of ids: some Sequence<Int64>) throws(DatabaseError) -> Int64 {
    let select = try database.statement("SELECT milliseconds FROM tracks WHERE id = ?")
    var sum: Int64 = 0
    for id in ids {
      select.bind(1, id)
      if try select.step() { sum += select.int64(0) ?? 0 }
      select.reset()
    }
    return sum
  }

  private func ids(_ select: Statement) throws(DatabaseError) -> [Int64] {
    var ids: [Int64] = []
    while try select.step() { ids.append(select.int64(0) ?? 0) }
    return ids
  }

  // MARK: Rows

  /// The tracks of these IDs, in their order; those that are not there any more are left out.
  func tracks(_ ids: some Sequence<Int64>) throws(DatabaseError) -> [TrackRow] {
    try refresh()
    var rows: [TrackRow] = []
    for id in ids {
      let select = try database.statement(Self.selectTrack)
      select.bind(1, id)
      if try select.step(), let row = row(select) { rows.append(row) }
      select.reset()
    }
    return rows
  }

  private static let selectTrack = """
    SELECT t.id, folders.path, files.name, t.title, t.artists, t.albumArtists, t.album, t.number, t.numberTotal,
      t.disc, t.discTotal, t.date, t.genres, t.composers, t.milliseconds,
      COALESCE(t.trackGain, l.gain), IIF(t.trackGain IS NULL, l.peak, t.trackPeak),
      COALESCE(t.albumGain, l.albumGain), IIF(t.albumGain IS NULL, l.albumPeak, t.albumPeak), t.albumID, t.codec, t.bitrate, t.sampleRate, t.pictures, files.missing, t.undecoded IS NOT NULL,
      t.isCharsetSure, t.added, t.plays, t.skips, t.lastPlayed, t.rating, t.start, t.stop
    FROM tracks AS t JOIN files ON files.id = t.file JOIN folders ON folders.id = files.folder
    LEFT JOIN loudness AS l ON l.track = t.id AND l.audioKey IS t.audioKey WHERE t.id = ?
    """

  private func row(_ select: Statement) -> TrackRow? {
    guard let id = select.int64(0),
      let path = select.blob(1).flatMap(FilePath.init(bytes:))?.appending(select.blob(2) ?? [])
    else { return nil }
    var track = Track(id: TrackID(id), source: .file(path))
    track.title = select.text(3)
    track.artists = ValueList.values(select.text(4))
    track.albumArtists = ValueList.values(select.text(5))
    track.album = select.text(6)
    track.number = NumberOfTotal(select.int(7), of: select.int(8))
    track.disc = NumberOfTotal(select.int(9), of: select.int(10))
    track.date = select.int(11).map(PartialDate.init(stored:))
    track.genres = ValueList.values(select.text(12))
    track.composers = ValueList.values(select.text(13))
    track.durationNanoseconds = select.int64(14).map { UInt64(max(0, $0)) * Nanoseconds.millisecond }
    if let start = select.int64(32) {
      track.segment = Segment(start: UInt64(max(0, start)), end: select.int64(33).map { UInt64(max(0, $0)) })
    }
    track.gains = Gains(
      track: select.double(15).map { Gain(decibels: $0, peak: select.double(16)) },
      album: select.double(17).map { Gain(decibels: $0, peak: select.double(18)) })
    return TrackRow(
      track: track, album: select.int64(19),
      codec: AudioCodec(rawValue: UInt8(clamping: select.int(20) ?? 0)) ?? .unknown, bitrate: select.int(21),
      sampleRate: select.int(22), hasPicture: (select.int(23) ?? 0) > 0,
      isMissing: !select.isNull(24) || away.contains { path.isInside($0) },
      isCharsetUncertain: select.int(25) == 1 && select.int(26) == 0, added: select.int64(27) ?? 0,
      plays: select.int(28) ?? 0, skips: select.int(29) ?? 0, lastPlayed: select.int64(30),
      rating: select.int(31))
  }

  func albums(_ ids: some Sequence<Int64>) throws(DatabaseError) -> [AlbumRow] {
    var rows: [AlbumRow] = []
    for id in ids {
      let select = try database.statement(
        """
        SELECT a.id, a.title, a.artists, a.isCompilation, a.date, a.genre, a.trackCount, a.milliseconds, a.added,
          folders.path, files.name
        FROM albums AS a LEFT JOIN tracks AS t ON t.id = a.cover LEFT JOIN files ON files.id = t.file LEFT JOIN folders ON folders.id = files.folder
        WHERE a.id = ?
        """)
      select.bind(1, id)
      if try select.step() {
        rows.append(
          AlbumRow(
            id: id, title: select.text(1) ?? "", artists: ValueList.values(select.text(2)),
            isCompilation: select.int(3) == 1, date: select.int(4).map(PartialDate.init(stored:)),
            genre: select.text(5), trackCount: select.int(6) ?? 0, milliseconds: select.int(7) ?? 0,
            added: select.int64(8) ?? 0,
            coverFile: select.blob(9).flatMap(FilePath.init(bytes:))?.appending(select.blob(10) ?? [])))
      }
      select.reset()
    }
    return rows
  }

  func genreName(_ id: Int64) throws(DatabaseError) -> String? {
    let select = try database.statement("SELECT name FROM genres WHERE id = ?")
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() ? select.text(0) : nil
  }

  func artists(_ ids: some Sequence<Int64>) throws(DatabaseError) -> [ArtistRow] {
    var rows: [ArtistRow] = []
    for id in ids {
      let select = try database.statement(
        """
        SELECT name, (SELECT count(DISTINCT track) FROM credits WHERE artist = ?1 AND role < 2),
          (SELECT count(DISTINCT albumID) FROM credits JOIN tracks ON tracks.id = track
           WHERE artist = ?1 AND role < 2)
        FROM artists WHERE id = ?1
        """)
      select.bind(1, id)
      if try select.step() {
        rows.append(
          ArtistRow(
            id: id, name: select.text(0) ?? "", trackCount: select.int(1) ?? 0, albumCount: select.int(2) ?? 0
          ))
      }
      select.reset()
    }
    return rows
  }

  func problems() throws(DatabaseError) -> [MediaProblem] {
    let select = try database.statement("SELECT path, reason, detail FROM problems ORDER BY path")
    var problems: [MediaProblem] = []
    while try select.step() {
      guard let path = select.blob(0).flatMap(FilePath.init(bytes:)) else { continue }
      problems.append(
        MediaProblem(path, StoredProblem(reason: select.int(1) ?? 0, detail: select.int(2) ?? 0).problem))
    }
    return problems
  }

  // MARK: Search

  /// All that is searched, each section in the order in which equally good items are found.
  func searchIndexes() throws(DatabaseError) -> LibrarySearch {
    var search = LibrarySearch()
    let tracks = try database.statement("SELECT id, searchText, date FROM tracks ORDER BY titleKey, id")
    while try tracks.step() {
      search.trackIDs.append(tracks.int64(0) ?? 0)
      search.tracks.append(tracks.blob(1) ?? [], year: tracks.int(2).map { $0 / 10000 })
    }
    let albums = try database.statement(
      "SELECT id, title, artists, date, genre FROM albums ORDER BY titleKey, artistKey, id")
    while try albums.step() {
      search.albumIDs.append(albums.int64(0) ?? 0)
      search.albums.append(
        SearchIndex.Item(
          name: albums.text(1) ?? "", artists: ValueList.values(albums.text(2)),
          genres: albums.text(4).map { [$0] } ?? [], year: albums.int(3).map { $0 / 10000 }))
    }
    for id in try artistIDs() {
      let select = try database.statement("SELECT folded FROM artists WHERE id = ?")
      select.bind(1, id)
      if try select.step() {
        search.artistIDs.append(id)
        search.artists.append([SearchField.name.rawValue] + Array((select.text(0) ?? "").utf8), year: nil)
      }
      select.reset()
    }
    return search
  }
}

extension String {
  /// Names the track's column where other tables have one of this name too.
  fileprivate func replacing(_ column: String, in tables: String) -> String {
    tables == "tracks"
      ? self : split(separator: " ").map { $0 == column ? "tracks.id" : $0 }.joined(separator: " ")
  }
}

/// The library as the search sees it: made once, looked through at every key.
public struct LibrarySearch: Sendable {
  public internal(set) var trackIDs: [Int64] = []
  public internal(set) var albumIDs: [Int64] = []
  public internal(set) var artistIDs: [Int64] = []
  var tracks = SearchIndex()
  var albums = SearchIndex()
  var artists = SearchIndex()

  public init() {}

  // Added in the order in which equally good ones are found.

  public mutating func addTrack(_ id: Int64, _ item: SearchIndex.Item) {
    trackIDs.append(id)
    tracks.append(item)
  }

  public mutating func addAlbum(_ id: Int64, _ item: SearchIndex.Item) {
    albumIDs.append(id)
    albums.append(item)
  }

  public mutating func addArtist(_ id: Int64, _ item: SearchIndex.Item) {
    artistIDs.append(id)
    artists.append(item)
  }

  /// Bytes of memory, about.
  public var byteCount: Int {
    tracks.byteCount + albums.byteCount + artists.byteCount
      + (trackIDs.count + albumIDs.count + artistIDs.count) * 8
  }

  /// What was found, each section best first.
  public struct Results: Sendable, Equatable {
    public var artists: [Int64] = []
    public var albums: [Int64] = []
    public var tracks: [Int64] = []
    /// How many there are in all.
    public var artistCount = 0
    public var albumCount = 0
    public var trackCount = 0
  }

  /// - Parameters:
  ///   - limit: how many of each section are named; all are counted.
  ///   - isCancelled: asked now and then; the result is then `nil`.
  public func results(
    for query: SearchQuery, limit: Int = 50, isCancelled: () -> Bool = { false }
  ) -> Results? {
    guard let artists = artists.matches(query, limit: limit, isCancelled: isCancelled),
      let albums = albums.matches(query, limit: limit, isCancelled: isCancelled),
      let tracks = tracks.matches(query, limit: limit, isCancelled: isCancelled)
    else { return nil }
    return Results(
      artists: artists.best.map { artistIDs[$0] }, albums: albums.best.map { albumIDs[$0] },
      tracks: tracks.best.map { trackIDs[$0] }, artistCount: artists.count, albumCount: albums.count,
      trackCount: tracks.count)
  }
}
