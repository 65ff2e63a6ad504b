import PlayerCore

/// What taking an archive came to.
public struct ArchiveTaken: Sendable, Equatable {
  /// Tracks of which something was told.
  public var tracks = 0
  /// Playlists that were not here yet.
  public var playlists = 0
  /// Stations that were not here yet.
  public var stations = 0

  public init() {}
}

/// What the listener's store holds as a value apart from it, and back.
extension ListenerStore {
  /// Adds what an archive holds. Taking it twice changes nothing the second time: of counts the larger holds, of times
  /// played the later and of times added the earlier; a rating that is here stays; a list of the same name and entries
  /// is not made again; a station that is here keeps its name.
  ///
  /// - Parameter now: seconds since 1970.
  func take(_ archive: ListenerArchive, now: Int64) throws(DatabaseError) -> ArchiveTaken {
    try database.transaction { () throws(DatabaseError) in
      var taken = ArchiveTaken()
      for facts in archive.tracks {
        try take(facts)
        taken.tracks += 1
      }
      var known = Set(try Self.playlists(in: database))
      for list in archive.playlists where known.insert(list.asStored).inserted {
        try take(list, now)
        taken.playlists += 1
      }
      for station in archive.stations where try self.station(at: station.address) == nil {
        try keepStation(at: station.address, station.name)
        taken.stations += 1
      }
      if taken != ArchiveTaken() {
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
    var heard = facts
    heard.added = nil
    // Most files of a library were never heard: they have a date and nothing else.
    guard !heard.isEmpty else { return }
    let item = try itemID(Self.place(of: facts.source, piece: facts.piece))
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

  private func take(_ list: ListenerArchive.List, _ now: Int64) throws(DatabaseError) {
    var rules: SmartPlaylist?
    if case .rules(let smart) = list.content { rules = smart }
    let id = try makePlaylist(list.name, rules: rules, now: now)
    guard case .entries(let entries) = list.content else { return }
    for (position, entry) in entries.enumerated() {
      let item = try Self.source(of: entry).map { source throws(DatabaseError) in
        try itemID(Self.place(of: source, piece: entry.piece))
      }
      _ = try append(entry, item: item, to: id, at: position + 1)
    }
  }

  /// What an entry names for sure: an address, or a file by its URI.
  fileprivate static func source(of entry: Playlist.Entry) -> MediaSource? {
    guard let uri = String(validatingListBytes: entry.location) else { return nil }
    let source = MediaSource(uri: uri)
    if source.path != nil { return source }
    return uri.hasPrefix("http://") || uri.hasPrefix("https://") ? source : nil
  }

  // MARK: Out

  /// All that is worth keeping, on whatever connection.
  static func archive(of database: Database) throws(DatabaseError) -> ListenerArchive {
    var archive = ListenerArchive()
    var history: [Int64: [Int64]] = [:]
    let times = try database.statement("SELECT item, time FROM history ORDER BY time, id")
    while try times.step() {
      if let item = times.int64(0), let time = times.int64(1) { history[item, default: []].append(time) }
    }
    let rows = try database.statement(
      """
      SELECT id, place, title, artists, album, plays, skips, lastPlayed, rating FROM items ORDER BY id
      """)
    while try rows.step() {
      guard let id = rows.int64(0), let subject = subject(of: rows.blob(1) ?? []) else { continue }
      var facts = ListenerArchive.TrackFacts(source: subject.source)
      facts.piece = subject.piece
      facts.title = rows.text(2)
      facts.artists = ValueList.values(rows.text(3))
      facts.album = rows.text(4)
      facts.playCount = rows.int(5) ?? 0
      facts.skipCount = rows.int(6) ?? 0
      facts.lastPlayed = rows.int64(7)
      facts.rating = rows.int(8)
      facts.history = history[id] ?? []
      // A file was added, not each of its pieces.
      if facts.piece == 0, let path = facts.source.path { facts.added = try added(path, database) }
      if !facts.isEmpty { archive.tracks.append(facts) }
    }
    archive.playlists = try playlists(in: database)
    archive.stations = try stations(database).map { .init(name: $0.name, address: $0.address) }
    return archive
  }

  private static func playlists(in database: Database) throws(DatabaseError) -> [ListenerArchive.List] {
    var found: [(id: Int64, name: String, rules: String?)] = []
    let rows = try database.statement("SELECT id, name, rules FROM playlists ORDER BY position, id")
    while try rows.step() { found.append((rows.int64(0) ?? 0, rows.text(1) ?? "", rows.text(2))) }
    var lists: [ListenerArchive.List] = []
    let entries = try database.statement(
      """
      SELECT place, literal, COALESCE(entries.title, items.title),
        COALESCE(entries.milliseconds, items.milliseconds), artist, entries.album, start, stop
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
        let subject = subject(of: entries.blob(0) ?? [])
        let location = subject.map { Array($0.source.uri.utf8) } ?? entries.blob(1) ?? []
        var entry = written(entries, location: location, from: 4)
        entry.piece = subject?.piece ?? 0
        entry.title = entries.text(2)
        entry.durationNanoseconds = nanoseconds(entries.int64(3))
        list.append(entry)
      }
      lists.append(ListenerArchive.List(name: name, content: .entries(list)))
    }
    return lists
  }
}

extension ListenerArchive.List {
  /// With the parts of entries that the store keeps.
  fileprivate var asStored: ListenerArchive.List {
    guard case .entries(let entries) = content else { return self }
    let kept = entries.map { entry in
      var kept = entry
      kept.line = nil
      kept.location = ListenerStore.source(of: entry).map { Array($0.uri.utf8) } ?? entry.location
      kept.durationNanoseconds = entry.durationNanoseconds.map {
        $0 / Nanoseconds.millisecond * Nanoseconds.millisecond
      }
      return kept
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
