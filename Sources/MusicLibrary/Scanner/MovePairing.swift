import PlayerCore

/// Which of the files that appeared is which of those that vanished. A wrong pair would give one recording the
/// counts of another, so what is not sure is not paired:
///
/// 1. the same device and inode, size and modification time (a rename keeps them; a number alone may be reused);
/// 2. the same sound and the same title, album and track number, once on each side;
/// 3. a sound that is there once on each side.
struct MovePairing {
  struct Pair: Equatable {
    /// The vanished file's row, which goes on; the appeared file's, which ends.
    var id: Int64
    var appeared: Int64
    var from: FilePath
    var to: FilePath
  }

  private struct File {
    var id: Int64
    var path: FilePath
    var facts: FileFacts
    var audio: AudioKey?
    var title: String?
    var album: String?
    var number: Int?
  }

  private struct Place: Hashable {
    var device: Int64
    var inode: Int64
    var size: Int64
    var modified: Int64
  }

  private struct Sound: Hashable {
    var audio: AudioKey
    var title: String?
    var album: String?
    var number: Int?
  }

  private let vanished: [File]
  private let appeared: [File]

  init(_ store: LibraryStore) throws(DatabaseError) {
    let appeared = try MovePairing.files(store, "files.appeared IS NOT NULL AND files.missing IS NULL")
    self.appeared = appeared
    if appeared.isEmpty {
      vanished = []
      return
    }
    // An unmounted disk's files have not vanished.
    let away = try store.roots().filter(\.isMissing).map(\.path)
    vanished = try MovePairing.files(store, "files.missing IS NOT NULL").filter { file in
      !away.contains { file.path.isInside($0) }
    }
  }

  private static func files(_ store: LibraryStore, _ condition: String) throws(DatabaseError) -> [File] {
    let select = try store.database.statement(
      """
      SELECT files.id, folders.path, files.name, files.size, files.modified, files.changed, files.device,
        files.inode, t.audioKey, t.audioLength, t.title, t.album, t.number
      FROM files JOIN folders ON folders.id = files.folder JOIN tracks AS t ON t.file = files.id
      WHERE \(condition) GROUP BY files.id ORDER BY files.id
      """)
    var files: [File] = []
    while try select.step() {
      guard let id = select.int64(0),
        let path = select.blob(1).flatMap(FilePath.init(bytes:))?.appending(select.blob(2) ?? [])
      else { continue }
      var audio: AudioKey?
      if let hash = select.int64(8), let length = select.int64(9) {
        audio = AudioKey(hash: hash, length: length)
      }
      files.append(
        File(
          id: id, path: path,
          facts: FileFacts(
            size: select.int64(3) ?? 0, modified: select.int64(4) ?? 0, changed: select.int64(5) ?? 0,
            device: select.int64(6) ?? 0, inode: select.int64(7) ?? 0),
          audio: audio, title: select.text(10), album: select.text(11), number: select.int(12)))
    }
    return files
  }

  func pairs() -> [Pair] {
    var pairs: [Pair] = []
    var goneLeft = vanished
    var newLeft = appeared
    func pair<Key: Hashable>(by key: (File) -> Key?) {
      var gone: [Key: [File]] = [:]
      for file in goneLeft { if let key = key(file) { gone[key, default: []].append(file) } }
      var new: [Key: [File]] = [:]
      for file in newLeft { if let key = key(file) { new[key, default: []].append(file) } }
      var goneIDs: Set<Int64> = []
      var newIDs: Set<Int64> = []
      for file in newLeft {
        guard let key = key(file), new[key]?.count == 1, gone[key]?.count == 1, let old = gone[key]?.first
        else {
          continue
        }
        pairs.append(Pair(id: old.id, appeared: file.id, from: old.path, to: file.path))
        goneIDs.insert(old.id)
        newIDs.insert(file.id)
      }
      goneLeft.removeAll { goneIDs.contains($0.id) }
      newLeft.removeAll { newIDs.contains($0.id) }
    }
    pair {
      Place(device: $0.facts.device, inode: $0.facts.inode, size: $0.facts.size, modified: $0.facts.modified)
    }
    pair { file in
      file.audio.map { Sound(audio: $0, title: file.title, album: file.album, number: file.number) }
    }
    pair { $0.audio }
    return pairs
  }
}

extension LibraryStore {
  /// Lets a vanished file's row go on where the appeared file is. What the listener did stays with the row.
  func move(_ pair: MovePairing.Pair) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      try noteStale(ofFile: pair.id)
      try noteStale(ofFile: pair.appeared)
      let appeared = try trackIDs(ofFile: pair.appeared)
      let kept = Set(appeared.map { TrackPiece.id(file: pair.id, number: TrackPiece.number(of: $0)) })
      for track in try trackIDs(ofFile: pair.id) where !kept.contains(track) { try removeTrack(track) }
      for track in appeared {
        try moveTrack(TrackPiece.id(file: pair.id, number: TrackPiece.number(of: track)), to: track)
      }
      for sql in [
        "DELETE FROM files WHERE id = ?1 AND ?2 <> ?1",
        "UPDATE files SET id = ?1, appeared = NULL WHERE id = ?2",
      ] {
        let statement = try database.statement(sql)
        statement.bind(1, pair.id)
        statement.bind(2, pair.appeared)
        try statement.run()
      }
      try clearProblem(pair.from)
    }
  }

  /// Lets a track go on as the row of another one, which ends.
  private func moveTrack(_ id: Int64, to appeared: Int64) throws(DatabaseError) {
    try removeCredits(of: id)
    for sql in [
      """
      UPDATE tracks SET added = o.added, plays = o.plays, skips = o.skips, lastPlayed = o.lastPlayed,
        rating = COALESCE(o.rating, tracks.rating), albumID = o.albumID
      FROM (SELECT added, plays, skips, lastPlayed, rating, albumID FROM tracks WHERE id = ?1) AS o
      WHERE tracks.id = ?2
      """,
      "DELETE FROM tracks WHERE id = ?1 AND ?2 <> ?1",
      "UPDATE tracks SET id = ?1, file = ?1 & 4294967295 WHERE id = ?2",
      "UPDATE credits SET track = ?1 WHERE track = ?2",
      "UPDATE trackGenres SET track = ?1 WHERE track = ?2",
    ] {
      let statement = try database.statement(sql)
      statement.bind(1, id)
      statement.bind(2, appeared)
      try statement.run()
    }
  }

  private func noteStale(ofFile id: Int64) throws(DatabaseError) {
    let insert = try database.statement(
      """
      INSERT OR IGNORE INTO stale SELECT neighbourhood FROM folders
      JOIN files ON files.folder = folders.id WHERE files.id = ?
      """)
    insert.bind(1, id)
    try insert.run()
  }

  /// What appeared has been looked into.
  func forgetAppeared() throws(DatabaseError) {
    try database.run("UPDATE files SET appeared = NULL WHERE appeared IS NOT NULL")
  }
}
