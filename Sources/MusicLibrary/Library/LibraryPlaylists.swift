import Glibc
public import PlayerCore
import TextKeys

// The listener's playlists: made, edited and put back through `Library`, read through `LibraryLists`.

extension Library {
  /// Makes a playlist with these tracks; with rules, a smart one.
  ///
  /// - Returns: what undoes it, with the new list's ID.
  public func makePlaylist(
    _ name: String, tracks: [Track] = [], rules: SmartPlaylist? = nil
  ) throws(LibraryError) -> PlaylistSnapshot {
    try makePlaylist(name, entries: tracks.map(NewPlaylistEntry.track), rules: rules)
  }

  /// Makes a playlist of what an imported list has, also of what was not found.
  ///
  /// - Returns: what undoes it, with the new list's ID.
  public func makePlaylist(
    _ name: String, entries: [NewPlaylistEntry], rules: SmartPlaylist? = nil
  ) throws(LibraryError) -> PlaylistSnapshot {
    try listening { listener, now throws(DatabaseError) in
      let id = try listener.makePlaylist(name, rules: rules, now: now)
      try listener.insert(entries, into: id, before: nil, now: now)
      return PlaylistSnapshot(id: id, name: name)
    }
  }

  public func renamePlaylist(_ id: Int64, _ name: String) throws(LibraryError) -> PlaylistSnapshot {
    try changing(id) { listener, now throws(DatabaseError) in
      try listener.renamePlaylist(id, name, now: now)
    }
  }

  public func deletePlaylist(_ id: Int64) throws(LibraryError) -> PlaylistSnapshot {
    try changing(id) { listener, _ throws(DatabaseError) in try listener.deletePlaylist(id) }
  }

  /// Gives a smart playlist other rules and, unless it is `nil`, another name.
  public func setRules(
    _ id: Int64, _ rules: SmartPlaylist, name: String? = nil
  ) throws(LibraryError) -> PlaylistSnapshot {
    try changing(id) { listener, now throws(DatabaseError) in
      try listener.setRules(id, rules, now: now)
      if let name { try listener.renamePlaylist(id, name, now: now) }
    }
  }

  /// Makes another playlist of the same rules or entries, behind the others.
  ///
  /// - Returns: what undoes it, with the new list's ID.
  public func duplicatePlaylist(_ id: Int64, _ name: String) throws(LibraryError) -> PlaylistSnapshot {
    try listening { listener, now throws(DatabaseError) in
      PlaylistSnapshot(id: try listener.duplicatePlaylist(id, name, now: now), name: name)
    }
  }

  /// Makes smart playlists that a new listener finds, unless that was done before: those that were deleted stay so.
  public func makeFirstPlaylists(
    _ lists: [(name: String, rules: SmartPlaylist)]
  ) throws(LibraryError) {
    try listening { listener, now throws(DatabaseError) in
      guard try listener.isFirst("playlists") else { return }
      for list in lists { _ = try listener.makePlaylist(list.name, rules: list.rules, now: now) }
    }
  }

  /// Puts tracks into a playlist, before an entry or behind all.
  public func addToPlaylist(
    _ id: Int64, _ tracks: [Track], before entry: Int64? = nil
  ) throws(LibraryError) -> PlaylistSnapshot {
    try changing(id) { listener, now throws(DatabaseError) in
      try listener.insert(tracks.map(NewPlaylistEntry.track), into: id, before: entry, now: now)
    }
  }

  public func removeFromPlaylist(_ id: Int64, _ entries: [Int64]) throws(LibraryError) -> PlaylistSnapshot {
    try changing(id) { listener, now throws(DatabaseError) in
      try listener.removeEntries(entries, from: id, now: now)
    }
  }

  public func moveInPlaylist(
    _ id: Int64, _ entries: [Int64], before target: Int64?
  ) throws(LibraryError) -> PlaylistSnapshot {
    try changing(id) { listener, now throws(DatabaseError) in
      try listener.moveEntries(entries, in: id, before: target, now: now)
    }
  }

  /// Remembers that a playlist was started.
  public func notePlayed(playlist id: Int64) throws(LibraryError) {
    try listening { listener, now throws(DatabaseError) in try listener.notePlayed(playlist: id, now: now) }
  }

  /// Makes a playlist what it was: takes back a change of it, or that it was made or deleted.
  public func putBack(_ snapshot: PlaylistSnapshot) throws(LibraryError) {
    try listening { listener, now throws(DatabaseError) in try listener.putBack(snapshot, now: now) }
  }

  private func changing(
    _ id: Int64, _ body: (ListenerStore, Int64) throws(DatabaseError) -> Void
  ) throws(LibraryError) -> PlaylistSnapshot {
    try listening { listener, now throws(DatabaseError) in
      let before = try listener.snapshot(id)
      try body(listener, now)
      return before
    }
  }

  private func listening<Value>(
    _ body: (ListenerStore, Int64) throws(DatabaseError) -> Value
  ) throws(LibraryError) -> Value {
    let listener = listener
    let now = LibraryStore.now
    do throws(DatabaseError) {
      return try listener.database.transaction { () throws(DatabaseError) in try body(listener, now) }
    } catch {
      throw LibraryError(error)
    }
  }
}

extension LibraryLists {
  /// What a list's entries become in a playlist: tracks of the library, other files and streams, and what was not found
  /// as it is written.
  public func entries(of list: PlaylistFile) throws(LibraryError) -> [NewPlaylistEntry] {
    let known = try tracks(at: list.outcomes.compactMap { try? $0.get().path })
    return zip(list.playlist.entries, list.outcomes).flatMap { entry, outcome -> [NewPlaylistEntry] in
      guard let source = try? outcome.get() else { return [.unresolved(entry)] }
      let rows = source.path.flatMap { known[$0] } ?? []
      if let segment = entry.segment,
        let row = rows.first(where: { $0.track.segment?.start == segment.start })
      {
        return [.track(row.track)]
      }
      // A file that a sheet cuts is all of its pieces.
      if !rows.isEmpty { return rows.map { .track($0.track) } }
      var track = Track(id: TrackID(-1), source: source)
      track.title = entry.title
      track.artists = entry.artist.map { [$0] } ?? []
      track.album = entry.album
      track.durationNanoseconds = entry.durationNanoseconds
      return [.track(track)]
    }
  }

  /// A playlist's entries, in order; none of a smart one.
  public func entries(ofPlaylist id: Int64) throws(LibraryError) -> [PlaylistEntry] {
    try readingListener([]) { database throws(DatabaseError) in try ListenerStore.entries(of: id, database) }
  }

  /// A smart playlist's rules; `nil` of one that holds entries.
  public func rules(ofPlaylist id: Int64) throws(LibraryError) -> SmartPlaylist? {
    try readingListener(nil) { database throws(DatabaseError) in try ListenerStore.rules(of: id, database) }
  }

  /// How long a playlist's entries take together, in milliseconds, as far as that is known; none of a smart one.
  public func milliseconds(ofPlaylist id: Int64) throws(LibraryError) -> Int64 {
    try readingListener(0) { database throws(DatabaseError) in
      try ListenerStore.milliseconds(of: id, database)
    }
  }

  /// - Parameter none: what is read where the listener has made nothing yet.
  func readingListener<Value>(
    _ none: Value, _ body: (Database) throws(DatabaseError) -> Value
  ) throws(LibraryError) -> Value {
    guard access(place.listener.cString, F_OK) == 0 else { return none }
    do throws(DatabaseError) { return try body(try Database(place.listener, .reading)) } catch {
      throw LibraryError(error)
    }
  }
}
