import PlayerCore
import TextKeys

/// The tables with sort keys.
enum KeyTable: CaseIterable {
  case tracks, albums, artists, genres
}

extension LibraryStore {
  /// Makes the sort keys of some rows anew.
  ///
  /// - Returns: the last row that was done; `nil` when there was none left.
  func rebuildKeys(_ table: KeyTable, after last: Int64) throws(DatabaseError) -> Int64? {
    switch table {
    case .tracks: return try rebuildTrackKeys(after: last)
    case .albums: return try rebuildAlbumKeys(after: last)
    case .artists: return try rebuildNameKeys("artists", after: last)
    case .genres: return try rebuildNameKeys("genres", after: last)
    }
  }

  private static let keysAtOnce = 1000

  private func rebuildTrackKeys(after last: Int64) throws(DatabaseError) -> Int64? {
    var rows: [(id: Int64, keys: [[UInt8]])] = []
    let select = try database.statement(
      """
      SELECT id, title, titleSort, artists, artistSort, album, albumSort FROM tracks
      WHERE id > ? ORDER BY id LIMIT \(Self.keysAtOnce)
      """)
    select.bind(1, last)
    while try select.step() {
      let artists = ValueList.values(select.text(3)).joined(separator: ", ")
      rows.append(
        (
          select.int64(0) ?? 0,
          [
            keys.key(select.text(1), sortName: select.text(2)), keys.key(artists, sortName: select.text(4)),
            keys.key(select.text(5), sortName: select.text(6)),
          ]
        ))
    }
    return try put(rows, "UPDATE tracks SET titleKey = ?1, artistKey = ?2, albumKey = ?3 WHERE id = ?4")
  }

  private func rebuildAlbumKeys(after last: Int64) throws(DatabaseError) -> Int64? {
    var rows: [(id: Int64, keys: [[UInt8]])] = []
    let select = try database.statement(
      """
      SELECT a.id, a.title, t.albumSort, a.artists, t.albumArtistSort, t.albumArtists = '', t.artistSort
      FROM albums AS a LEFT JOIN tracks AS t ON t.id = a.cover
      WHERE a.id > ? ORDER BY a.id LIMIT \(Self.keysAtOnce)
      """)
    select.bind(1, last)
    while try select.step() {
      let artists = ValueList.values(select.text(3)).joined(separator: ", ")
      let artistSort = select.text(4) ?? (select.int(5) == 1 ? select.text(6) : nil)
      rows.append(
        (
          select.int64(0) ?? 0,
          [keys.key(select.text(1), sortName: select.text(2)), keys.key(artists, sortName: artistSort)]
        ))
    }
    return try put(rows, "UPDATE albums SET titleKey = ?1, artistKey = ?2 WHERE id = ?3")
  }

  /// A sort name that a tag gave is taken from the first track that has one.
  private func rebuildNameKeys(_ table: String, after last: Int64) throws(DatabaseError) -> Int64? {
    var rows: [(id: Int64, keys: [[UInt8]])] = []
    let select = try database.statement(
      "SELECT id, name FROM \(table) WHERE id > ? ORDER BY id LIMIT \(Self.keysAtOnce)")
    select.bind(1, last)
    while try select.step() {
      let id = select.int64(0) ?? 0
      let sortName = table == "artists" ? try artistSortName(id) : nil
      rows.append((id, [keys.key(select.text(1), sortName: sortName)]))
    }
    return try put(rows, "UPDATE \(table) SET nameKey = ?1 WHERE id = ?2")
  }

  private func artistSortName(_ id: Int64) throws(DatabaseError) -> String? {
    let select = try database.statement(
      """
      SELECT t.artistSort FROM credits JOIN tracks AS t ON t.id = credits.track
      WHERE credits.artist = ? AND role = 0 AND t.artistSort IS NOT NULL
        AND instr(t.artists, char(31)) = 0 LIMIT 1
      """)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() ? select.text(0) : nil
  }

  private func put(_ rows: [(id: Int64, keys: [[UInt8]])], _ sql: String) throws(DatabaseError) -> Int64? {
    try database.transaction { () throws(DatabaseError) in
      for row in rows {
        let update = try database.statement(sql)
        for (index, key) in row.keys.enumerated() { update.bind(index + 1, key) }
        update.bind(row.keys.count + 1, row.id)
        try update.run()
      }
    }
    return rows.last?.id
  }
}
