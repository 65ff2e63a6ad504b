import PlayerCore
import TextKeys

// A neighbourhood's albums as rows.

extension LibraryStore {
  /// Writes an album and returns its ID.
  ///
  /// - Parameters:
  ///   - id: of the album that it was; `nil` for a new one.
  ///   - tracks: its tracks, in its order.
  func putAlbum(
    _ id: Int64?, _ group: AlbumGroup, neighbourhood: FilePath, cover: Int64, milliseconds: Int,
    genre: String?,
    added: Int64, titleSort: String?, artistSort: String?
  ) throws(DatabaseError) -> Int64 {
    let put = try database.statement(
      """
      INSERT INTO albums (id, neighbourhood, folder, title, artists, isCompilation, date, releaseID, cover,
        trackCount, milliseconds, genre, added, titleKey, artistKey)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET folder = excluded.folder, title = excluded.title, artists = excluded.artists,
        isCompilation = excluded.isCompilation, date = excluded.date, releaseID = excluded.releaseID,
        cover = excluded.cover, trackCount = excluded.trackCount, milliseconds = excluded.milliseconds,
        genre = excluded.genre, added = excluded.added, titleKey = excluded.titleKey,
        artistKey = excluded.artistKey
      """)
    put.bind(1, id)
    put.bind(2, neighbourhood.bytes)
    put.bind(3, group.folder?.bytes)
    put.bind(4, group.title)
    put.bind(5, ValueList.joined(group.artists))
    put.bind(6, group.isCompilation ? 1 : 0)
    put.bind(7, group.date?.stored)
    put.bind(8, group.musicBrainzID)
    put.bind(9, cover)
    put.bind(10, group.tracks.count)
    put.bind(11, milliseconds)
    put.bind(12, genre)
    put.bind(13, added)
    put.bind(14, keys.key(group.title, sortName: titleSort))
    put.bind(15, keys.key(group.artists.joined(separator: ", "), sortName: artistSort))
    try put.run()
    return id ?? database.lastInsertedID
  }

  func noteStale(_ neighbourhood: FilePath) throws(DatabaseError) {
    let insert = try database.statement("INSERT OR IGNORE INTO stale (neighbourhood) VALUES (?)")
    insert.bind(1, neighbourhood.bytes)
    try insert.run()
  }

  func staleNeighbourhoods() throws(DatabaseError) -> [FilePath] {
    let select = try database.statement("SELECT neighbourhood FROM stale")
    var paths: [FilePath] = []
    while try select.step() {
      if let path = select.blob(0).flatMap(FilePath.init(bytes:)) { paths.append(path) }
    }
    return paths
  }

  /// Makes the albums of a neighbourhood again. An album that has a track of an old one is that one.
  func regroup(_ neighbourhood: FilePath) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      var members = try albumMembers(neighbourhood)
      var taken: Set<Int64> = []
      for group in AlbumGrouping.groups(of: members.loaded) {
        let places = group.tracks.compactMap { members.places[$0.rawValue] }
        let old = places.lazy.compactMap { members.facts[$0].album }.first { !taken.contains($0) }
        let first = members.loaded[places.first ?? 0]
        let id = try putAlbum(
          old, group, neighbourhood: neighbourhood, cover: first.id.rawValue,
          milliseconds: places.reduce(0) { $0 + members.facts[$1].milliseconds },
          genre: places.lazy.compactMap { members.loaded[$0].track.genres.first }.first,
          added: places.map { members.facts[$0].added }.max() ?? Self.now,
          titleSort: first.record.sortNames.album,
          artistSort: first.record.sortNames.albumArtist
            ?? (first.track.albumArtists.isEmpty ? first.record.sortNames.artist : nil))
        taken.insert(id)
        for place in places where members.facts[place].album != id {
          try setAlbum(of: members.loaded[place].id.rawValue, id)
        }
        for place in places { members.facts[place].isGrouped = true }
      }
      for (index, facts) in members.facts.enumerated() where !facts.isGrouped && facts.album != nil {
        try setAlbum(of: members.loaded[index].id.rawValue, nil)
      }
      let select = try database.statement("SELECT id FROM albums WHERE neighbourhood = ?")
      select.bind(1, neighbourhood.bytes)
      var gone: [Int64] = []
      while try select.step() { if let id = select.int64(0), !taken.contains(id) { gone.append(id) } }
      for id in gone {
        let delete = try database.statement("DELETE FROM albums WHERE id = ?")
        delete.bind(1, id)
        try delete.run()
      }
      let done = try database.statement("DELETE FROM stale WHERE neighbourhood = ?")
      done.bind(1, neighbourhood.bytes)
      try done.run()
    }
  }

  private func setAlbum(of track: Int64, _ album: Int64?) throws(DatabaseError) {
    let update = try database.statement("UPDATE tracks SET albumID = ? WHERE id = ?")
    update.bind(1, album)
    update.bind(2, track)
    try update.run()
  }

  private struct Members {
    struct Facts {
      var album: Int64?
      var milliseconds: Int
      var added: Int64
      var isGrouped = false
    }

    var loaded: [LoadedTrack] = []
    var facts: [Facts] = []
    var places: [Int64: Int] = [:]
  }

  /// The tracks of a neighbourhood, with what groups them.
  private func albumMembers(_ neighbourhood: FilePath) throws(DatabaseError) -> Members {
    let select = try database.statement(
      """
      SELECT t.id, folders.path, files.name, t.album, t.artists, t.albumArtists, t.number, t.disc, t.date,
        t.isCompilation, t.releaseID, t.genres, t.albumID, t.milliseconds, t.added, t.albumSort,
        t.albumArtistSort, t.artistSort
      FROM folders JOIN files ON files.folder = folders.id JOIN tracks AS t ON t.file = files.id
      WHERE folders.neighbourhood = ? ORDER BY folders.id, t.file, t.id
      """)
    select.bind(1, neighbourhood.bytes)
    var members = Members()
    while try select.step() {
      guard let id = select.int64(0), let folder = select.blob(1).flatMap(FilePath.init(bytes:)),
        let path = folder.appending(select.blob(2) ?? [])
      else { continue }
      var track = Track(id: TrackID(id), source: .file(path))
      track.album = select.text(3)
      track.artists = ValueList.values(select.text(4))
      track.albumArtists = ValueList.values(select.text(5))
      track.number = NumberOfTotal(select.int(6))
      track.disc = NumberOfTotal(select.int(7))
      track.date = select.int(8).map(PartialDate.init(stored:))
      track.genres = ValueList.values(select.text(11))
      var record = TagRecord()
      record.isCompilation = select.int(9) == 1
      record.musicBrainz.album = select.text(10)
      record.sortNames.album = select.text(15)
      record.sortNames.albumArtist = select.text(16)
      record.sortNames.artist = select.text(17)
      members.places[id] = members.loaded.count
      members.loaded.append(LoadedTrack(track: track, record: record))
      members.facts.append(
        Members.Facts(
          album: select.int64(12), milliseconds: select.int(13) ?? 0, added: select.int64(14) ?? 0))
    }
    return members
  }
}
