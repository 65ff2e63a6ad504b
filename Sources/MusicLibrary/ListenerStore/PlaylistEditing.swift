public import PlayerCore

/// An entry of a playlist as a list shows it.
public struct PlaylistEntry: Sendable, Hashable, Identifiable {
  public var id: Int64
  /// `nil`: nothing was found for it yet.
  public var source: MediaSource?
  /// Which piece of the file, from 1, where a CUE sheet cuts it; 0: all of it.
  public var piece: Int
  public var title: String?
  public var artists: [String]
  /// What the imported list had, when there is no source.
  public var written: Playlist.Entry?
  public var milliseconds: Int64?
}

/// What is put into a playlist.
public enum NewPlaylistEntry: Sendable, Hashable {
  case track(Track)
  /// What an imported list has, where nothing was found for it.
  case unresolved(Playlist.Entry)
}

/// A playlist as it was, to be put back.
public struct PlaylistSnapshot: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    var id: Int64
    var position: Int64
    var item: Int64?
    var literal: [UInt8]?
    var title: String?
    var milliseconds: Int64?
    var artist: String?
    var album: String?
    var start: Int64?
    var stop: Int64?
  }

  public var id: Int64
  public var name: String
  /// `nil` for one that was not there.
  var row: Row?
  var entries: [Entry] = []

  struct Row: Sendable, Hashable {
    var rules: String?
    var position: Int64
    var created: Int64
    var played: Int64?
    var file: [UInt8]?
  }
}

extension ListenerStore {
  // MARK: Whole lists

  /// Makes a playlist behind the others.
  func makePlaylist(_ name: String, rules: SmartPlaylist?, now: Int64) throws(DatabaseError) -> Int64 {
    let insert = try database.statement(
      """
      INSERT INTO playlists (name, rules, position, created, changed)
      VALUES (?1, ?2, (SELECT COALESCE(MAX(position), 0) + 1 FROM playlists), ?3, ?3)
      """)
    insert.bind(1, name)
    insert.bind(2, rules?.text)
    insert.bind(3, now)
    try insert.run()
    return database.lastInsertedID
  }

  func renamePlaylist(_ id: Int64, _ name: String, now: Int64) throws(DatabaseError) {
    let update = try database.statement("UPDATE playlists SET name = ?, changed = ? WHERE id = ?")
    update.bind(1, name)
    update.bind(2, now)
    update.bind(3, id)
    try update.run()
  }

  func setRules(_ id: Int64, _ rules: SmartPlaylist, now: Int64) throws(DatabaseError) {
    let update = try database.statement(
      "UPDATE playlists SET rules = ?, changed = ? WHERE id = ? AND rules IS NOT NULL")
    update.bind(1, rules.text)
    update.bind(2, now)
    update.bind(3, id)
    try update.run()
  }

  /// Makes a playlist of the same rules or entries, and returns its ID.
  func duplicatePlaylist(_ id: Int64, _ name: String, now: Int64) throws(DatabaseError) -> Int64 {
    let insert = try database.statement(
      """
      INSERT INTO playlists (name, rules, position, created, changed)
      SELECT ?1, rules, (SELECT MAX(position) + 1 FROM playlists), ?2, ?2 FROM playlists WHERE id = ?3
      """)
    insert.bind(1, name)
    insert.bind(2, now)
    insert.bind(3, id)
    try insert.run()
    let new = database.lastInsertedID
    let entries = try database.statement(
      """
      INSERT INTO entries (playlist, position, item, literal, title, milliseconds, artist, album, start, stop)
      SELECT ?1, position, item, literal, title, milliseconds, artist, album, start, stop
      FROM entries WHERE playlist = ?2 ORDER BY position, id
      """)
    entries.bind(1, new)
    entries.bind(2, id)
    try entries.run()
    return new
  }

  /// Whether this is asked for the first time, of what is done once in a listener's life.
  func isFirst(_ name: String) throws(DatabaseError) -> Bool {
    let insert = try database.statement("INSERT OR IGNORE INTO facts (name, value) VALUES (?, 1)")
    insert.bind(1, "first " + name)
    try insert.run()
    return database.changedRows > 0
  }

  func notePlayed(playlist id: Int64, now: Int64) throws(DatabaseError) {
    let update = try database.statement("UPDATE playlists SET played = ? WHERE id = ?")
    update.bind(1, now)
    update.bind(2, id)
    try update.run()
  }

  func deletePlaylist(_ id: Int64) throws(DatabaseError) {
    for sql in ["DELETE FROM entries WHERE playlist = ?", "DELETE FROM playlists WHERE id = ?"] {
      let delete = try database.statement(sql)
      delete.bind(1, id)
      try delete.run()
    }
  }

  // MARK: Before and after

  /// All of a playlist as it is now.
  func snapshot(_ id: Int64) throws(DatabaseError) -> PlaylistSnapshot {
    let select = try database.statement(
      "SELECT name, rules, position, created, played, file FROM playlists WHERE id = ?")
    select.bind(1, id)
    defer { select.reset() }
    guard try select.step() else { return PlaylistSnapshot(id: id, name: "") }
    var snapshot = PlaylistSnapshot(
      id: id, name: select.text(0) ?? "",
      row: PlaylistSnapshot.Row(
        rules: select.text(1), position: select.int64(2) ?? 0, created: select.int64(3) ?? 0,
        played: select.int64(4), file: select.blob(5)))
    let rows = try database.statement(
      """
      SELECT id, position, item, literal, title, milliseconds, artist, album, start, stop FROM entries
      WHERE playlist = ? ORDER BY position, id
      """)
    rows.bind(1, id)
    while try rows.step() {
      snapshot.entries.append(
        PlaylistSnapshot.Entry(
          id: rows.int64(0) ?? 0, position: rows.int64(1) ?? 0, item: rows.int64(2), literal: rows.blob(3),
          title: rows.text(4), milliseconds: rows.int64(5), artist: rows.text(6), album: rows.text(7),
          start: rows.int64(8), stop: rows.int64(9)))
    }
    return snapshot
  }

  /// Makes a playlist what it was, whatever has become of it since.
  func putBack(_ snapshot: PlaylistSnapshot, now: Int64) throws(DatabaseError) {
    try deletePlaylist(snapshot.id)
    guard let row = snapshot.row else { return }
    let insert = try database.statement(
      """
      INSERT INTO playlists (id, name, rules, position, created, changed, file, played)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insert.bind(1, snapshot.id)
    insert.bind(2, snapshot.name)
    insert.bind(3, row.rules)
    insert.bind(4, row.position)
    insert.bind(5, row.created)
    insert.bind(6, now)
    insert.bind(7, row.file)
    insert.bind(8, row.played)
    try insert.run()
    for entry in snapshot.entries {
      let insert = try database.statement(
        """
        INSERT INTO entries (id, playlist, position, item, literal, title, milliseconds, artist, album, start, stop)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
      insert.bind(1, entry.id)
      insert.bind(2, snapshot.id)
      insert.bind(3, entry.position)
      insert.bind(4, entry.item)
      insert.bind(5, entry.literal)
      insert.bind(6, entry.title)
      insert.bind(7, entry.milliseconds)
      insert.bind(8, entry.artist)
      insert.bind(9, entry.album)
      insert.bind(10, entry.start)
      insert.bind(11, entry.stop)
      try insert.run()
    }
  }

  // MARK: Entries

  /// Puts entries before one, or behind all when that is `nil` or not there.
  func insert(
    _ entries: [NewPlaylistEntry], into id: Int64, before entry: Int64?, now: Int64
  ) throws(DatabaseError) {
    var order = try entryIDs(id)
    var new: [Int64] = []
    for entry in entries {
      let position = order.count + new.count + 1
      switch entry {
      case .track(let track):
        let item = try itemID(of: track, audioKey: nil)
        let written = Playlist.Entry(
          location: [], title: track.title, durationNanoseconds: track.durationNanoseconds)
        new.append(try append(written, item: item, to: id, at: position))
      case .unresolved(let written): new.append(try append(written, item: nil, to: id, at: position))
      }
    }
    order.insert(contentsOf: new, at: entry.flatMap(order.firstIndex) ?? order.count)
    try setOrder(order, of: id, now: now)
  }

  /// Writes an entry.
  ///
  /// - Parameter item: what it leads to; `nil`: nothing yet, and its place is kept as it was written.
  func append(
    _ entry: Playlist.Entry, item: Int64?, to playlist: Int64, at position: Int
  ) throws(DatabaseError) -> Int64 {
    let insert = try database.statement(
      """
      INSERT INTO entries (playlist, position, item, literal, title, milliseconds, artist, album, start, stop)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insert.bind(1, playlist)
    insert.bind(2, position)
    insert.bind(3, item)
    insert.bind(4, item == nil ? entry.location : nil)
    insert.bind(5, entry.title)
    insert.bind(6, entry.durationNanoseconds.map { Int64(clamping: $0 / Nanoseconds.millisecond) })
    insert.bind(7, entry.artist)
    insert.bind(8, entry.album)
    insert.bind(9, entry.segment.map { Int64(clamping: $0.start) })
    insert.bind(10, entry.segment?.end.map { Int64(clamping: $0) })
    try insert.run()
    return database.lastInsertedID
  }

  func removeEntries(_ entries: [Int64], from id: Int64, now: Int64) throws(DatabaseError) {
    for entry in entries {
      let delete = try database.statement("DELETE FROM entries WHERE id = ? AND playlist = ?")
      delete.bind(1, entry)
      delete.bind(2, id)
      try delete.run()
    }
    try touch(id, now: now)
  }

  /// Moves entries, in their order, before one that stays, or behind all.
  func moveEntries(
    _ entries: [Int64], in id: Int64, before target: Int64?, now: Int64
  ) throws(DatabaseError) {
    let order = try entryIDs(id)
    let moved = Set(entries)
    let place = target.flatMap(order.firstIndex) ?? order.count
    let staying = order.filter { !moved.contains($0) }
    let before = order[..<place].filter { !moved.contains($0) }.count
    let new = staying[..<before] + order.filter { moved.contains($0) } + staying[before...]
    guard Array(new) != order else { return }
    try setOrder(Array(new), of: id, now: now)
  }

  private func entryIDs(_ id: Int64) throws(DatabaseError) -> [Int64] {
    let select = try database.statement("SELECT id FROM entries WHERE playlist = ? ORDER BY position, id")
    select.bind(1, id)
    var ids: [Int64] = []
    while try select.step() { ids.append(select.int64(0) ?? 0) }
    return ids
  }

  private func setOrder(_ order: [Int64], of id: Int64, now: Int64) throws(DatabaseError) {
    for (index, entry) in order.enumerated() {
      let update = try database.statement("UPDATE entries SET position = ?1 WHERE id = ?2 AND position <> ?1")
      update.bind(1, Int64(index + 1))
      update.bind(2, entry)
      try update.run()
    }
    try touch(id, now: now)
  }

  private func touch(_ id: Int64, now: Int64) throws(DatabaseError) {
    let update = try database.statement("UPDATE playlists SET changed = ? WHERE id = ?")
    update.bind(1, now)
    update.bind(2, id)
    try update.run()
  }

  // MARK: Reading

  static func entries(of id: Int64, _ database: Database) throws(DatabaseError) -> [PlaylistEntry] {
    let select = try database.statement(
      """
      SELECT entries.id, place, COALESCE(items.title, entries.title), COALESCE(items.artists, entries.artist), literal,
        COALESCE(items.milliseconds, entries.milliseconds), artist, entries.album, start, stop
      FROM entries LEFT JOIN items ON items.id = entries.item
      WHERE playlist = ? ORDER BY position, entries.id
      """)
    select.bind(1, id)
    var entries: [PlaylistEntry] = []
    while try select.step() {
      let subject = subject(of: select.blob(1) ?? [])
      var entry = PlaylistEntry(
        id: select.int64(0) ?? 0, source: subject?.source, piece: subject?.piece ?? 0, title: select.text(2),
        artists: ValueList.values(select.text(3)), milliseconds: select.int64(5))
      if subject == nil { entry.written = written(select, location: select.blob(4) ?? [], from: 6) }
      entry.written?.title = entry.title
      entry.written?.durationNanoseconds = nanoseconds(entry.milliseconds)
      entries.append(entry)
    }
    return entries
  }

  /// What a list said of an entry beside its title and length: artist, album, start and stop, in these columns.
  static func written(_ row: Statement, location: [UInt8], from column: Int) -> Playlist.Entry {
    Playlist.Entry(
      location: location, artist: row.text(column), album: row.text(column + 1),
      segment: row.int64(column + 2).map { start in
        Segment(
          start: UInt64(clamping: start), end: row.int64(column + 3).map { UInt64(clamping: $0) })
      })
  }

  static func nanoseconds(_ milliseconds: Int64?) -> UInt64? {
    milliseconds.map { UInt64(clamping: $0) * Nanoseconds.millisecond }
  }

  static func milliseconds(of id: Int64, _ database: Database) throws(DatabaseError) -> Int64 {
    let select = try database.statement(
      """
      SELECT sum(COALESCE(items.milliseconds, entries.milliseconds))
      FROM entries LEFT JOIN items ON items.id = entries.item WHERE playlist = ?
      """)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() ? select.int64(0) ?? 0 : 0
  }

  static func rules(of id: Int64, _ database: Database) throws(DatabaseError) -> SmartPlaylist? {
    let select = try database.statement("SELECT rules FROM playlists WHERE id = ?")
    select.bind(1, id)
    guard try select.step(), let text = select.text(0) else { return nil }
    return try? SmartPlaylist(text: text)
  }
}
