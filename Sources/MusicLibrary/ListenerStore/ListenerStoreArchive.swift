import PlayerCore

/// What the listener's store holds as a value apart from it, and back.
extension ListenerStore {
  /// What taking an archive came to.
  struct Taken: Sendable, Equatable {
    var tracks = 0
    var playlists = 0
    var stations = 0
  }

  /// Adds what an archive holds. Taking it twice changes nothing the second time: of counts the larger holds, of times
  /// played the later and of times added the earlier; a rating that is here stays; a list of the same name and entries
  /// is not made again; a station that is here keeps its name.
  ///
  /// - Parameter now: seconds since 1970.
  func take(_ archive: ListenerArchive, now: Int64) throws(DatabaseError) -> Taken {
    try database.transaction { () throws(DatabaseError) in
      var taken = Taken()
      for facts in archive.tracks {
        try take(facts)
        taken.tracks += 1
      }
      for list in archive.playlists where try take(list, now) { taken.playlists += 1 }
      for station in archive.stations where try self.station(at: station.address) == nil {
        try keepStation(at: station.address, station.name)
        taken.stations += 1
      }
      if taken != Taken() {
        try database.run(
          """
          INSERT INTO facts (name, value) VALUES ('revision', 1)
          ON CONFLICT (name) DO UPDATE SET value = value + 1
          """)
      }
      return taken
    }
  }

  private func take(_ facts: ListenerArchive.TrackFacts) throws(DatabaseError) {
    let item = try itemID(Self.place(of: facts.source))
    let update = try database.statement(
      """
      UPDATE items SET plays = MAX(plays, ?2), skips = MAX(skips, ?3),
        lastPlayed = NULLIF(MAX(COALESCE(lastPlayed, 0), COALESCE(?4, 0)), 0), rating = COALESCE(rating, ?5),
        title = COALESCE(title, ?6), artists = CASE WHEN artists = '' THEN ?7 ELSE artists END,
        album = COALESCE(album, ?8)
      WHERE id = ?1
      """)
    update.bind(1, item)
    update.bind(2, facts.playCount)
    update.bind(3, facts.skipCount)
    update.bind(4, facts.lastPlayed)
    update.bind(5, facts.rating)
    update.bind(6, facts.title)
    update.bind(7, ValueList.joined(facts.artists))
    update.bind(8, facts.album)
    try update.run()
    if let added = facts.added, let path = facts.source.path {
      let insert = try database.statement(
        """
        INSERT INTO added (place, time) VALUES (?1, ?2)
        ON CONFLICT (place) DO UPDATE SET time = MIN(time, excluded.time)
        """)
      insert.bind(1, ContentHash.of(path.bytes))
      insert.bind(2, added)
      try insert.run()
    }
    for time in facts.history {
      let insert = try database.statement(
        """
        INSERT INTO history (item, time) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM history WHERE time = ?2 AND item = ?1)
        """)
      insert.bind(1, item)
      insert.bind(2, time)
      try insert.run()
    }
  }

  /// Whether the list was not here yet.
  private func take(_ list: ListenerArchive.List, _ now: Int64) throws(DatabaseError) -> Bool {
    guard try !playlists().contains(list.asStored) else { return false }
    var rules: String?
    if case .rules(let smart) = list.content { rules = smart.text }
    let insert = try database.statement(
      """
      INSERT INTO playlists (name, rules, position, created, changed)
      VALUES (?1, ?2, (SELECT COALESCE(MAX(position), 0) + 1 FROM playlists), ?3, ?3)
      """)
    insert.bind(1, list.name)
    insert.bind(2, rules)
    insert.bind(3, now)
    try insert.run()
    let id = database.lastInsertedID
    guard case .entries(let entries) = list.content else { return true }
    for (position, entry) in entries.enumerated() {
      let source = Self.source(of: entry)
      let item = try source.map { source throws(DatabaseError) in try itemID(Self.place(of: source)) }
      let row = try database.statement(
        """
        INSERT INTO entries (playlist, position, item, literal, title, milliseconds) VALUES (?, ?, ?, ?, ?, ?)
        """)
      row.bind(1, id)
      row.bind(2, position + 1)
      row.bind(3, item)
      row.bind(4, source == nil ? entry.location : nil)
      row.bind(5, entry.title)
      row.bind(6, entry.durationNanoseconds.map { Int64(clamping: $0 / Nanoseconds.millisecond) })
      try row.run()
    }
    return true
  }

  /// What an entry names for sure: an address, or a file by its URI.
  fileprivate static func source(of entry: Playlist.Entry) -> MediaSource? {
    guard let uri = String(validatingListBytes: entry.location) else { return nil }
    let source = MediaSource(uri: uri)
    if source.path != nil { return source }
    return uri.hasPrefix("http://") || uri.hasPrefix("https://") ? source : nil
  }

  // MARK: Out

  /// All that is worth keeping.
  func archive() throws(DatabaseError) -> ListenerArchive {
    var archive = ListenerArchive()
    let rows = try database.statement(
      """
      SELECT id, place, title, artists, album, plays, skips, lastPlayed, rating FROM items ORDER BY id
      """)
    var items: [(Int64, ListenerArchive.TrackFacts)] = []
    while try rows.step() {
      guard let id = rows.int64(0), let source = Self.source(of: rows.blob(1) ?? []) else { continue }
      var facts = ListenerArchive.TrackFacts(source: source)
      facts.title = rows.text(2)
      facts.artists = ValueList.values(rows.text(3))
      facts.album = rows.text(4)
      facts.playCount = rows.int(5) ?? 0
      facts.skipCount = rows.int(6) ?? 0
      facts.lastPlayed = rows.int64(7)
      facts.rating = rows.int(8)
      items.append((id, facts))
    }
    let history = try database.statement("SELECT time FROM history WHERE item = ? ORDER BY time, id")
    for (id, known) in items {
      var facts = known
      history.reset()
      history.bind(1, id)
      while try history.step() { if let time = history.int64(0) { facts.history.append(time) } }
      if let path = facts.source.path { facts.added = try added(path) }
      if !facts.isEmpty { archive.tracks.append(facts) }
    }
    archive.playlists = try playlists()
    archive.stations = try Self.stations(database).map { .init(name: $0.name, address: $0.address) }
    return archive
  }

  private func playlists() throws(DatabaseError) -> [ListenerArchive.List] {
    var found: [(id: Int64, name: String, rules: String?)] = []
    let rows = try database.statement("SELECT id, name, rules FROM playlists ORDER BY position, id")
    while try rows.step() { found.append((rows.int64(0) ?? 0, rows.text(1) ?? "", rows.text(2))) }
    var lists: [ListenerArchive.List] = []
    let entries = try database.statement(
      """
      SELECT place, literal, COALESCE(entries.title, items.title),
        COALESCE(entries.milliseconds, items.milliseconds)
      FROM entries LEFT JOIN items ON items.id = entries.item
      WHERE playlist = ? ORDER BY position, entries.id
      """)
    for (id, name, rules) in found {
      if let rules {
        if let smart = try? SmartPlaylist(text: rules) {
          lists.append(ListenerArchive.List(name: name, content: .rules(smart)))
        }
        continue
      }
      entries.reset()
      entries.bind(1, id)
      var list: [Playlist.Entry] = []
      while try entries.step() {
        let place = Self.source(of: entries.blob(0) ?? []).map { Array($0.uri.utf8) }
        list.append(
          Playlist.Entry(
            location: place ?? entries.blob(1) ?? [], title: entries.text(2),
            durationNanoseconds: entries.int64(3).map { UInt64(max(0, $0)) * Nanoseconds.millisecond }))
      }
      lists.append(ListenerArchive.List(name: name, content: .entries(list)))
    }
    return lists
  }

  /// What a row's place names: a path begins with `/`.
  static func source(of place: [UInt8]) -> MediaSource? {
    if place.first == UInt8(ascii: "/") { return FilePath(bytes: place).map { .file($0) } }
    return place.isEmpty ? nil : .stream(String(decoding: place, as: UTF8.self))
  }
}

extension ListenerArchive.List {
  /// With the parts of entries that the store keeps.
  fileprivate var asStored: ListenerArchive.List {
    guard case .entries(let entries) = content else { return self }
    let kept = entries.map { entry in
      Playlist.Entry(
        location: ListenerStore.source(of: entry).map { Array($0.uri.utf8) } ?? entry.location,
        title: entry.title,
        durationNanoseconds: entry.durationNanoseconds.map {
          $0 / Nanoseconds.millisecond * Nanoseconds.millisecond
        })
    }
    return ListenerArchive.List(name: name, content: .entries(kept))
  }
}

extension String {
  /// `nil` if the bytes are not UTF-8.
  fileprivate init?(validatingListBytes bytes: [UInt8]) {
    guard TextBytes.undecodedLines(bytes).isEmpty else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
