import CXXHash
import Glibc
import PlayerCore

/// Writes `listener.db`: counts, ratings, history, playlists. See `ListenerSchema` for the tables. Belongs to one
/// thread or actor.
///
/// What is here cannot be made again: a broken file is set aside, never deleted, and the last good of three backups
/// takes its place.
final class ListenerStore {
  let database: Database
  let file: DatabaseFile
  /// What a broken file was renamed to.
  let brokenFile: FilePath?
  /// The backup that took its place.
  let restoredFrom: FilePath?

  // Held as long as this writes.
  private let lock: WriterLock

  static let fileName = "listener.db"

  /// - Parameter checks: whether a file that is damaged anywhere is set aside.
  init(at path: FilePath, checks: Bool = false) throws(DatabaseFile.Failure) {
    file = DatabaseFile(path: path, migrations: ListenerSchema.migrations)
    lock = try file.lockForWriting()
    let opened = try file.openForWriting(checks: checks)
    database = opened.database
    brokenFile = opened.brokenFile
    restoredFrom = opened.restoredFrom
    // What the user does is on the disk when it is done; it is little.
    do { try database.run("PRAGMA synchronous = FULL") } catch { throw .database(error) }
  }

  /// What is known of something that can be played.
  struct Item: Sendable, Equatable {
    var id: Int64
    var place: [UInt8]
    var plays: Int
    var skips: Int
    var lastPlayed: Int64?
    var rating: Int?
  }

  /// Grows with every change of counts and ratings: whoever has copied them sees whether the copy is of now.
  var revision: Int64 {
    get throws(DatabaseError) { try database.number("SELECT value FROM facts WHERE name = 'revision'") ?? 0 }
  }

  private func grow() throws(DatabaseError) {
    try database.run(
      """
      INSERT INTO facts (name, value) VALUES ('revision', 1)
      ON CONFLICT (name) DO UPDATE SET value = value + 1
      """)
  }

  // MARK: Items

  /// The row of a place, made if there is none.
  func itemID(_ place: [UInt8]) throws(DatabaseError) -> Int64 {
    let select = try database.statement("SELECT id FROM items WHERE place = ?")
    select.bind(1, place)
    defer { select.reset() }
    if try select.step(), let id = select.int64(0) { return id }
    let insert = try database.statement("INSERT INTO items (place) VALUES (?)")
    insert.bind(1, place)
    try insert.run()
    return database.lastInsertedID
  }

  /// The row of a track of the library, with the texts that show it when its file is gone.
  ///
  /// - Parameter place: if not the track's own.
  func itemID(of track: Track, at place: [UInt8]? = nil, audioKey: Int64?) throws(DatabaseError) -> Int64 {
    let id = try itemID(place ?? Self.place(of: track))
    let update = try database.statement(
      """
      UPDATE items SET title = ?, artists = ?, album = ?, milliseconds = ?, audioKey = COALESCE(?, audioKey)
      WHERE id = ?
      """)
    update.bind(1, track.title)
    update.bind(2, ValueList.joined(track.artists))
    update.bind(3, track.album)
    update.bind(4, track.durationNanoseconds.map { Int64($0 / Nanoseconds.millisecond) })
    update.bind(5, audioKey)
    update.bind(6, id)
    try update.run()
    return id
  }

  func item(_ place: [UInt8]) throws(DatabaseError) -> Item? {
    let select = try database.statement(Self.selectItems + " WHERE place = ?")
    select.bind(1, place)
    defer { select.reset() }
    return try select.step() ? Self.item(select) : nil
  }

  /// Everything that has counts or a rating.
  func items() throws(DatabaseError) -> [Item] {
    let select = try database.statement(
      Self.selectItems + " WHERE plays > 0 OR skips > 0 OR rating IS NOT NULL ORDER BY id")
    var items: [Item] = []
    while try select.step() { items.append(Self.item(select)) }
    return items
  }

  private static let selectItems = "SELECT id, place, plays, skips, lastPlayed, rating FROM items"

  private static func item(_ row: Statement) -> Item {
    Item(
      id: row.int64(0) ?? 0, place: row.blob(1) ?? [], plays: row.int(2) ?? 0, skips: row.int(3) ?? 0,
      lastPlayed: row.int64(4), rating: row.int(5))
  }

  static func place(of track: Track) -> [UInt8] {
    place(of: track.source, piece: TrackPiece.number(of: track.id.rawValue))
  }

  /// A piece of a file has its number behind the path, and a NUL, which no path holds, before it.
  static func place(of source: MediaSource, piece: Int = 0) -> [UInt8] {
    switch source {
    case .file(let path): return path.bytes + (piece == 0 ? [] : [0] + Array(String(piece).utf8))
    case .stream(let uri): return Array(uri.utf8)
    }
  }

  /// What a place names, back: a path begins with `/`.
  static func subject(of place: [UInt8]) -> (source: MediaSource, piece: Int)? {
    guard place.first == UInt8(ascii: "/") else {
      return place.isEmpty ? nil : (.stream(String(decoding: place, as: UTF8.self)), 0)
    }
    let parts = place.split(separator: 0, maxSplits: 1)
    guard let path = parts.first.flatMap({ FilePath(bytes: Array($0)) }) else { return nil }
    let piece = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
    return (.file(path), piece)
  }

  // MARK: What the listener did

  /// Counts a play and remembers it in the history.
  func countPlay(of item: Int64, at time: Int64) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      let update = try database.statement(
        "UPDATE items SET plays = plays + 1, lastPlayed = MAX(COALESCE(lastPlayed, 0), ?) WHERE id = ?")
      update.bind(1, time)
      update.bind(2, item)
      try update.run()
      let insert = try database.statement("INSERT INTO history (item, time) VALUES (?, ?)")
      insert.bind(1, item)
      insert.bind(2, time)
      try insert.run()
      try grow()
    }
  }

  func countSkip(of item: Int64) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      let update = try database.statement("UPDATE items SET skips = skips + 1 WHERE id = ?")
      update.bind(1, item)
      try update.run()
      try grow()
    }
  }

  /// - Parameter rating: 0–100; the heart is 100. `nil` takes it away.
  func rate(_ item: Int64, _ rating: Int?) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      let update = try database.statement("UPDATE items SET rating = ? WHERE id = ?")
      update.bind(1, rating.map { min(100, max(0, $0)) })
      update.bind(2, item)
      try update.run()
      try grow()
    }
  }

  // MARK: Places

  /// Lets everything about `old` be about `new`: its file was moved. If something was known of `new` already, both
  /// are one from now on.
  func move(_ old: FilePath, to new: FilePath) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      if let time = try added(old) {
        try setAdded(new, time)
        let delete = try database.statement("DELETE FROM added WHERE place = ?")
        delete.bind(1, ContentHash.of(old.bytes))
        try delete.run()
      }
      try movePieces(of: old, to: new)
      guard let moved = try item(old.bytes) else { return }
      if let there = try item(new.bytes) {
        for sql in [
          "UPDATE entries SET item = ?1 WHERE item = ?2", "UPDATE history SET item = ?1 WHERE item = ?2",
          """
          UPDATE items SET plays = items.plays + o.plays, skips = items.skips + o.skips,
            rating = COALESCE(items.rating, o.rating), resume = COALESCE(items.resume, o.resume),
            lyricsOffset = COALESCE(items.lyricsOffset, o.lyricsOffset),
            lastPlayed = MAX(COALESCE(items.lastPlayed, o.lastPlayed), COALESCE(o.lastPlayed, items.lastPlayed))
          FROM (SELECT * FROM items WHERE id = ?2) AS o WHERE items.id = ?1
          """, "DELETE FROM items WHERE id = ?2 AND ?1 <> ?2",
        ] {
          let statement = try database.statement(sql)
          statement.bind(1, moved.id)
          statement.bind(2, there.id)
          try statement.run()
        }
      }
      let update = try database.statement("UPDATE items SET place = ? WHERE id = ?")
      update.bind(1, new.bytes)
      update.bind(2, moved.id)
      try update.run()
      try grow()
    }
  }

  /// Those of which something is known at their new place already stay where they are.
  private func movePieces(of old: FilePath, to new: FilePath) throws(DatabaseError) {
    let update = try database.statement(
      """
      UPDATE OR IGNORE items SET place = CAST(?1 || substr(place, ?2) AS BLOB) WHERE place > ?3 AND place < ?4
      """)
    update.bind(1, new.bytes)
    update.bind(2, old.bytes.count + 1)
    update.bind(3, old.bytes + [0])
    update.bind(4, old.bytes + [1])
    try update.run()
    if database.changedRows > 0 { try grow() }
  }

  /// When a file was first seen.
  func added(_ path: FilePath) throws(DatabaseError) -> Int64? { try Self.added(path, database) }

  static func added(_ path: FilePath, _ database: Database) throws(DatabaseError) -> Int64? {
    let select = try database.statement("SELECT time FROM added WHERE place = ?")
    select.bind(1, ContentHash.of(path.bytes))
    defer { select.reset() }
    return try select.step() ? select.int64(0) : nil
  }

  private func setAdded(_ path: FilePath, _ time: Int64) throws(DatabaseError) {
    let insert = try database.statement("INSERT OR REPLACE INTO added (place, time) VALUES (?, ?)")
    insert.bind(1, ContentHash.of(path.bytes))
    insert.bind(2, time)
    try insert.run()
  }

  /// Notes when files were first seen; what is known already stays.
  ///
  /// - Parameter places: hashes of their paths (`ContentHash`).
  func noteAdded(_ places: [Int64], at time: Int64) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      // In the table's order, each page is touched once.
      for place in places.sorted() {
        let insert = try database.statement("INSERT OR IGNORE INTO added (place, time) VALUES (?, ?)")
        insert.bind(1, place)
        insert.bind(2, time)
        try insert.run()
      }
    }
  }

  /// The newest copy is not of today, or there is none.
  var backupIsDue: Bool {
    var info = stat()
    guard let path = FilePath(bytes: file.path.bytes + Array(".backup-1".utf8)),
      stat(path.cString, &info) == 0
    else { return true }
    return Int64(info.st_mtim.tv_sec) / 86400 != LibraryStore.now / 86400
  }

  /// Keeps a copy as the newest of three.
  func backUp() throws(DatabaseError) { try file.backUp(database) }
}

/// A playlist as a list shows it.
public struct PlaylistRow: Sendable, Hashable, Identifiable {
  public var id: Int64
  public var name: String
  /// Its tracks are chosen by rules.
  public var isSmart: Bool
  public var entryCount: Int
  /// Entries for which no file was found yet.
  public var unresolvedCount: Int
  /// When it was made, last changed and last started, in seconds since 1970.
  public var created: Int64?
  public var changed: Int64?
  public var played: Int64?
}

extension ListenerStore {
  static func playlists(_ database: Database) throws(DatabaseError) -> [PlaylistRow] {
    let select = try database.statement(
      """
      SELECT id, name, rules IS NOT NULL, (SELECT count(*) FROM entries WHERE playlist = playlists.id),
        (SELECT count(*) FROM entries WHERE playlist = playlists.id AND item IS NULL), created, changed, played
      FROM playlists ORDER BY position, id
      """)
    var rows: [PlaylistRow] = []
    while try select.step() {
      rows.append(
        PlaylistRow(
          id: select.int64(0) ?? 0, name: select.text(1) ?? "", isSmart: select.int(2) == 1,
          entryCount: select.int(3) ?? 0, unresolvedCount: select.int(4) ?? 0, created: select.int64(5),
          changed: select.int64(6), played: select.int64(7)))
    }
    return rows
  }
}

/// XXH3, 64 bits, as SQLite's integers are.
enum ContentHash {
  static func of(_ bytes: [UInt8]) -> Int64 { Int64(bitPattern: XXH3_64bits(bytes, bytes.count)) }
}
