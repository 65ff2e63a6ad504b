import PlayerCore

// What was read, as rows: tracks, and the albums that a neighbourhood's make.

extension Scanner {
  mutating func writeReady() throws(DatabaseError) {
    guard !ready.isEmpty else { return }
    let ready = self.ready
    self.ready = []
    readyCount = 0
    do throws(DatabaseError) {
      try store.database.transaction { () throws(DatabaseError) in
        for neighbourhood in ready { try write(neighbourhood) }
      }
    } catch {
      store.forgetCaches()
      throw error
    }
    tellChanges()
  }

  private mutating func write(_ neighbourhood: PendingNeighbourhood) throws(DatabaseError) {
    var neighbourhood = neighbourhood
    var removed: [Int64] = []
    let loaded = try neighbourhood.loadTracks(
      store,
      PendingNeighbourhood.Means(
        put: { [self] file, kind throws(DatabaseError) in try put(file, kind) },
        listener: { [self] track throws(DatabaseError) in try facts(of: track) },
        removed: { removed.append($0) }))
    change.removed += removed.map { TrackID($0) }
    summary.added += loaded.count { $0.isNew }
    for item in loaded where item.isNew || item.isDifferent {
      if item.isNew { change.added.append(item.loaded.id) } else { change.updated.append(item.loaded.id) }
      // In a library that was empty nobody has looked for a cover yet.
      if !isFirstFill, let folder = item.loaded.track.source.path?.parent { change.pictures.insert(folder) }
    }
    summary.updated += loaded.count { !$0.isNew && $0.isDifferent }
    for file in neighbourhood.files {
      if let folder = try store.folderID(file.folder, makes: false) { seenFolders.insert(folder) }
    }
    for item in loaded where item.isNew && item.listener.rating == nil {
      // A rating in the tags counts at first sight; from then on it is the listener's.
      guard let rating = item.loaded.record.rating else { continue }
      item.listener.rating = rating
      rated.append((item.loaded, rating))
    }
    for item in loaded where item.isNew {
      if let path = item.loaded.track.source.path { added.append(ContentHash.of(path.bytes)) }
    }
    guard neighbourhood.isNew else {
      for item in loaded {
        try store.putTrack(item.loaded.id.rawValue, item.loaded, album: nil, isNew: item.isNew, item.listener)
      }
      if loaded.contains(where: \.isDifferent) || !neighbourhood.files.isEmpty {
        try store.noteStale(neighbourhood.path)
      }
      return
    }
    let groups = AlbumGrouping.groups(of: loaded.map(\.loaded))
    var albums: [Int64: Int64] = [:]
    var places: [Int64: Int] = [:]
    for (index, item) in loaded.enumerated() { places[item.loaded.id.rawValue] = index }
    for group in groups {
      let members = group.tracks.compactMap { places[$0.rawValue] }.map { loaded[$0] }
      guard let first = members.first?.loaded else { continue }
      let album = try store.putAlbum(
        nil, group, neighbourhood: neighbourhood.path, cover: first.id.rawValue,
        milliseconds: members.reduce(0) { $0 + ($1.loaded.record.audio.durationMilliseconds ?? 0) },
        genre: members.lazy.compactMap { $0.loaded.record.genres.first }.first,
        added: members.map(\.listener.added).max() ?? LibraryStore.now,
        titleSort: first.record.sortNames.album,
        artistSort: first.record.sortNames.albumArtist
          ?? (first.record.albumArtists.isEmpty ? first.record.sortNames.artist : nil))
      for track in group.tracks { albums[track.rawValue] = album }
    }
    for item in loaded {
      let id = item.loaded.id.rawValue
      try store.putTrack(id, item.loaded, album: albums[id], isNew: item.isNew, item.listener)
    }
  }

  /// Writes what the system says of a file.
  private func put(
    _ file: PendingFile, _ kind: LibraryStore.StoredFile.Kind
  ) throws(DatabaseError) -> Int64 {
    guard let folder = try store.folderID(file.folder) else { return 0 }
    return try store.putFile(
      file.id, folder: folder, name: file.name, file.facts, kind: kind,
      appeared: file.id == nil && !isFirstFill)
  }

  /// What the listener did with a track.
  func facts(of track: Track) throws(DatabaseError) -> ListenerFacts {
    var facts = ListenerFacts(added: LibraryStore.now)
    if knowsListener {
      if let path = track.source.path, let time = try listener.added(path) { facts.added = time }
      if let item = try listener.item(ListenerStore.place(of: track)) {
        facts.plays = item.plays
        facts.skips = item.skips
        facts.lastPlayed = item.lastPlayed
        facts.rating = item.rating
      }
    }
    return facts
  }
}
