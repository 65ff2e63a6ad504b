public import PlayerCore

// What the listener does, written to listener.db and copied to the lists of library.db.

extension Library {
  /// Counts a play that has just ended well, and remembers it in the history.
  public func countPlay(of track: TrackID, at time: Int64? = nil) throws(LibraryError) {
    try change(track) { listener, item throws(DatabaseError) in
      try listener.countPlay(of: item, at: time ?? LibraryStore.now)
    }
  }

  public func countSkip(of track: TrackID) throws(LibraryError) {
    try change(track) { listener, item throws(DatabaseError) in try listener.countSkip(of: item) }
  }

  /// - Parameter rating: 0–100; the heart is 100. `nil` takes it away.
  public func rate(_ track: TrackID, _ rating: Int?) throws(LibraryError) {
    try change(track) { listener, item throws(DatabaseError) in try listener.rate(item, rating) }
  }

  /// How often a file was played, whether the library has it or not.
  public func plays(of file: FilePath) throws(LibraryError) -> Int {
    do { return try listener.item(file.bytes)?.plays ?? 0 } catch { throw LibraryError(error) }
  }

  private func change(
    _ track: TrackID, _ body: (ListenerStore, Int64) throws(DatabaseError) -> Void
  ) throws(LibraryError) {
    do throws(DatabaseError) {
      guard let row = try LibraryReader(store.database).tracks([track.rawValue]).first else { return }
      let item = try listener.itemID(of: row.track, audioKey: try store.audioKey(of: track.rawValue))
      try body(listener, item)
      guard let facts = try listener.item(ListenerStore.place(of: row.track)) else { return }
      try store.copy(facts, to: track.rawValue)
      try store.setFact("listener", String(try listener.revision))
    } catch {
      throw LibraryError(error)
    }
  }

  /// Copies counts and ratings into the lists if the two stores are not of one mind: one of them was made anew, or
  /// the process was killed between two writes.
  static func reconcile(_ store: LibraryStore, _ listener: ListenerStore) throws(DatabaseError) {
    let revision = String(try listener.revision)
    guard try store.fact("listener") != revision else { return }
    try store.database.transaction { () throws(DatabaseError) in
      for item in try listener.items() {
        guard let subject = ListenerStore.subject(of: item.place), let path = subject.source.path,
          let file = try store.fileID(at: path)
        else { continue }
        try store.copy(item, to: TrackPiece.id(file: file, number: subject.piece))
      }
      try store.setFact("listener", revision)
    }
  }
}

extension LibraryStore {
  func copy(_ item: ListenerStore.Item, to track: Int64) throws(DatabaseError) {
    let update = try database.statement(
      "UPDATE tracks SET plays = ?, skips = ?, lastPlayed = ?, rating = ? WHERE id = ?")
    update.bind(1, item.plays)
    update.bind(2, item.skips)
    update.bind(3, item.lastPlayed)
    update.bind(4, item.rating)
    update.bind(5, track)
    try update.run()
  }

  func audioKey(of track: Int64) throws(DatabaseError) -> Int64? {
    let select = try database.statement("SELECT audioKey FROM tracks WHERE id = ?")
    select.bind(1, track)
    defer { select.reset() }
    return try select.step() ? select.int64(0) : nil
  }

  func fileID(at path: FilePath) throws(DatabaseError) -> Int64? {
    guard let parent = path.parent, let folder = try folderID(parent, makes: false) else { return nil }
    let select = try database.statement("SELECT id FROM files WHERE folder = ? AND name = ?")
    select.bind(1, folder)
    select.bind(2, path.lastComponent)
    defer { select.reset() }
    return try select.step() ? select.int64(0) : nil
  }
}
