import PlayerCore

/// Strawberry's `strawberry.db`. Its schema has grown over the years: columns that are missing count as empty.
enum StrawberryReader {
  static func read(_ path: FilePath) -> Result<ListenerArchive, ListenerImport.Problem> {
    do throws(DatabaseError) {
      let database = try Database(path, .reading)
      let songs = try columns(of: "songs", database)
      guard songs.contains("url") else { return .failure(.unknown) }
      var archive = ListenerArchive()
      try readSongs(database, songs, &archive)
      try readPlaylists(database, &archive)
      if try columns(of: "radio_channels", database).isSuperset(of: ["name", "url"]) {
        let rows = try database.statement("SELECT name, url FROM radio_channels ORDER BY rowid")
        while try rows.step() {
          guard let address = rows.text(1), !address.isEmpty else { continue }
          archive.stations.append(.init(name: rows.text(0) ?? address, address: address))
        }
      }
      return .success(archive)
    } catch {
      return .failure(.database(error.message))
    }
  }

  private static func columns(of table: String, _ database: Database) throws(DatabaseError) -> Set<String> {
    let rows = try database.statement("SELECT name FROM pragma_table_info(?)")
    rows.bind(1, table)
    var names: Set<String> = []
    while try rows.step() { if let name = rows.text(0) { names.insert(name) } }
    return names
  }

  private static func readSongs(
    _ database: Database, _ columns: Set<String>, _ archive: inout ListenerArchive
  ) throws(DatabaseError) {
    let wanted = [
      "url", "title", "artist", "album", "playcount", "skipcount", "lastplayed", "rating", "beginning",
    ]
    let list = wanted.map { columns.contains($0) ? $0 : "NULL" }.joined(separator: ", ")
    let rows = try database.statement("SELECT \(list) FROM songs ORDER BY rowid")
    var parts = 0
    while try rows.step() {
      guard let url = rows.text(0), !url.isEmpty else { continue }
      var facts = ListenerArchive.TrackFacts(source: MediaSource(uri: url))
      facts.title = known(rows.text(1))
      facts.artists = known(rows.text(2)).map { [$0] } ?? []
      facts.album = known(rows.text(3))
      facts.playCount = max(0, rows.int(4) ?? 0)
      facts.skipCount = max(0, rows.int(5) ?? 0)
      // −1 is "never", and "not rated".
      facts.lastPlayed = rows.int64(6).flatMap { $0 > 0 ? $0 : nil }
      if let rating = rows.double(7), (0...1).contains(rating) {
        facts.rating = Int((rating * 100).rounded())
      }
      guard !facts.isEmpty else { continue }
      if (rows.int64(8) ?? 0) > 0 { parts += 1 } else { archive.tracks.append(facts) }
    }
    if parts > 0 {
      archive.omissions.append("The facts of \(parts) tracks within CUE images are not taken over.")
    }
  }

  private static func readPlaylists(
    _ database: Database, _ archive: inout ListenerArchive
  ) throws(DatabaseError) {
    let columns = try columns(of: "playlists", database)
    let items = try self.columns(of: "playlist_items", database)
    guard columns.contains("name"), items.isSuperset(of: ["playlist", "collection_id", "url"]) else { return }
    let dynamic = columns.contains("dynamic_playlist_type") ? "dynamic_playlist_type" : "0"
    let order = columns.contains("ui_order") ? "ui_order, rowid" : "rowid"
    var lists: [(id: Int64, name: String)] = []
    let rows = try database.statement("SELECT rowid, name, \(dynamic) FROM playlists ORDER BY \(order)")
    while try rows.step() {
      guard let id = rows.int64(0) else { continue }
      let name = rows.text(1) ?? ""
      if (rows.int64(2) ?? 0) > 0 {
        archive.omissions.append("The dynamic playlist “\(name)” is not taken over.")
      } else {
        lists.append((id, name))
      }
    }
    let entries = try database.statement(
      """
      SELECT COALESCE(songs.url, item.url), COALESCE(songs.title, item.title),
        COALESCE(songs.artist, item.artist), COALESCE(songs.album, item.album)
      FROM playlist_items AS item LEFT JOIN songs ON songs.rowid = item.collection_id
      WHERE item.playlist = ? ORDER BY item.rowid
      """)
    for (id, name) in lists {
      entries.reset()
      entries.bind(1, id)
      var list: [Playlist.Entry] = []
      while try entries.step() {
        guard let url = entries.text(0), !url.isEmpty else { continue }
        list.append(
          Playlist.Entry(
            location: Array(url.utf8), title: known(entries.text(1)), artist: known(entries.text(2)),
            album: known(entries.text(3))))
      }
      if !list.isEmpty { archive.playlists.append(.init(name: name, content: .entries(list))) }
    }
  }

  private static func known(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }
}
