import Glibc
public import PlayerCore

// What the listener did and made, out of the library and into it.

extension LibraryLists {
  /// All that is worth keeping, to be exported: also when each file was added, whether it was heard or not.
  public func archive() throws(LibraryError) -> ListenerArchive {
    guard access(place.listener.cString, F_OK) == 0 else { return ListenerArchive() }
    return try reading { reader throws(DatabaseError) in
      let database = try Database(place.listener, .reading)
      var archive = try ListenerStore.archive(of: database)
      let known = Set(archive.tracks.lazy.filter { $0.piece == 0 }.map(\.source))
      for file in try reader.files() where !known.contains(.file(file)) {
        guard let added = try ListenerStore.added(file, database) else { continue }
        var facts = ListenerArchive.TrackFacts(source: .file(file))
        facts.added = added
        archive.tracks.append(facts)
      }
      return archive
    }
  }
}

extension Library {
  /// Adds what an archive holds, all of it or nothing. Taking it twice changes nothing the second time.
  ///
  /// - Returns: how much of it there was.
  @discardableResult
  public func take(_ archive: ListenerArchive) throws(LibraryError) -> ArchiveTaken {
    let taken: ArchiveTaken
    do throws(DatabaseError) {
      taken = try listener.take(archive, now: LibraryStore.now)
      try Library.reconcile(store, listener)
      try store.database.transaction { () throws(DatabaseError) in
        for facts in archive.tracks {
          if let added = facts.added, let path = facts.source.path { try store.noteAdded(path, added) }
        }
        try store.dateAlbums()
      }
    } catch {
      throw LibraryError(error)
    }
    var change = LibraryChange()
    // Any row may say something else now.
    change.regrouped = true
    hub.tell(change)
    return taken
  }
}

extension LibraryStore {
  /// A file was here at this time already.
  fileprivate func noteAdded(_ path: FilePath, _ time: Int64) throws(DatabaseError) {
    guard let file = try fileID(at: path) else { return }
    let update = try database.statement("UPDATE tracks SET added = ?2 WHERE file = ?1 AND added > ?2")
    update.bind(1, file)
    update.bind(2, time)
    try update.run()
  }

  /// An album is as new as its newest track.
  fileprivate func dateAlbums() throws(DatabaseError) {
    try database.run(
      "UPDATE albums SET added = COALESCE((SELECT MAX(added) FROM tracks WHERE albumID = albums.id), added)")
  }
}
