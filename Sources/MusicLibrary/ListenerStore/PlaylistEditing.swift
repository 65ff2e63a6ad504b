public import PlayerCore

/// An entry of a playlist as a list shows it.
public struct PlaylistEntry: Sendable, Hashable, Identifiable {
  public var id: Int64
  /// `nil`: nothing was found for it yet.
  public var source: MediaSource?
  public var title: String?
  public var artists: [String]
  /// The line of the imported list, when there is no source.
  public var literal: [UInt8]
  public var milliseconds: Int64?
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
      "SELECT name, rules, position, created, file FROM playlists WHERE id = ?")
    select.bind(1, id)
    defer { select.reset() }
    guard try select.step() else { return PlaylistSnapshot(id: id, name: "") }
    var snapshot = PlaylistSnapshot(
      id: id, name: select.text(0) ?? "",
      row: PlaylistSnapshot.Row(
        rules: select.text(1), position: select.int64(2) ?? 0, created: select.int64(3) ?? 0,
        file: select.blob(4)))
    let rows = try database.statement(
      """
      SELECT id, position, item, literal, title, milliseconds FROM entries WHERE playlist = ?
      ORDER BY position, id
      """)
    rows.bind(1, id)
    while try rows.step() {
      snapshot.entries.append(
        PlaylistSnapshot.Entry(
          id: rows.int64(0) ?? 0, position: rows.int64(1) ?? 0, item: rows.int64(2), literal: rows.blob(3),
          title: rows.text(4), milliseconds: rows.int64(5)))
    }
    return snapshot
  }

  /// Makes a playlist what it was, whatever has become of it since.
  func putBack(_ snapshot: PlaylistSnapshot, now: Int64) throws(DatabaseError) {
    try deletePlaylist(snapshot.id)
    guard let row = snapshot.row else { return }
    let insert = try database.statement(
      """
      INSERT INTO playlists (id, name, rules, position, created, changed, file) VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    insert.bind(1, snapshot.id)
    insert.bind(2, snapshot.name)
    insert.bind(3, row.rules)
    insert.bind(4, row.position)
    insert.bind(5, row.created)
    insert.bind(6, now)
    insert.bind(7, row.file)
    try insert.run()
    for entry in snapshot.entries {
      let insert = try database.statement(
        """
        INSERT INTO entries (id, playlist, position, item, literal, title, milliseconds)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
      insert.bind(1, entry.id)
      insert.bind(2, snapshot.id)
      insert.bind(3, entry.position)
      insert.bind(4, entry.item)
      insert.bind(5, entry.literal)
      insert.bind(6, entry.title)
      insert.bind(7, entry.milliseconds)
      try insert.run()
    }
  }

  // MARK: Entries

  /// Puts tracks before an entry, or behind all when that is `nil` or not there.
  func insert(
    _ tracks: [Track], into id: Int64, before entry: Int64?, now: Int64
  ) throws(DatabaseError) {
    var order = try entryIDs(id)
    var new: [Int64] = []
    for track in tracks {
      let item = try itemID(of: track, audioKey: nil)
      let insert = try database.statement(
        "INSERT INTO entries (playlist, position, item, title, milliseconds) VALUES (?, ?, ?, ?, ?)")
      insert.bind(1, id)
      insert.bind(2, Int64(order.count + new.count + 1))
      insert.bind(3, item)
      insert.bind(4, track.title)
      insert.bind(5, track.durationNanoseconds.map { Int64(clamping: $0 / Nanoseconds.millisecond) })
      try insert.run()
      new.append(database.lastInsertedID)
    }
    order.insert(contentsOf: new, at: entry.flatMap(order.firstIndex) ?? order.count)
    try setOrder(order, of: id, now: now)
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
      SELECT entries.id, place, COALESCE(items.title, entries.title), COALESCE(items.artists, ''), literal,
        COALESCE(items.milliseconds, entries.milliseconds)
      FROM entries LEFT JOIN items ON items.id = entries.item
      WHERE playlist = ? ORDER BY position, entries.id
      """)
    select.bind(1, id)
    var entries: [PlaylistEntry] = []
    while try select.step() {
      entries.append(
        PlaylistEntry(
          id: select.int64(0) ?? 0, source: source(of: select.blob(1) ?? []), title: select.text(2),
          artists: ValueList.values(select.text(3)), literal: select.blob(4) ?? [],
          milliseconds: select.int64(5)))
    }
    return entries
  }

  static func rules(of id: Int64, _ database: Database) throws(DatabaseError) -> SmartPlaylist? {
    let select = try database.statement("SELECT rules FROM playlists WHERE id = ?")
    select.bind(1, id)
    guard try select.step(), let text = select.text(0) else { return nil }
    return try? SmartPlaylist(text: text)
  }
}
