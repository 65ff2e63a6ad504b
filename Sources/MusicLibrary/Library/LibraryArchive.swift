public import PlayerCore

// What the listener did and made, out of the library and into it.

extension Library {
  /// All that is worth keeping, to be exported.
  public func archive() throws(LibraryError) -> ListenerArchive {
    do { return try listener.archive() } catch { throw LibraryError(error) }
  }

  /// Adds what an archive holds, all of it or nothing. Taking it twice changes nothing the second time.
  ///
  /// - Returns: how many playlists are new.
  @discardableResult
  public func take(_ archive: ListenerArchive) throws(LibraryError) -> Int {
    do throws(DatabaseError) {
      let taken = try listener.take(archive, now: LibraryStore.now)
      try Library.reconcile(store, listener)
      return taken.playlists
    } catch {
      throw LibraryError(error)
    }
  }
}
