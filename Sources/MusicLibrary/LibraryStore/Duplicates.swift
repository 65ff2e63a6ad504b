public import PlayerCore

/// Tracks that are there more than once.
public struct DuplicateGroup: Sendable, Equatable {
  public enum Reason: String, Sendable {
    /// Their sound is the same, byte by byte.
    case sound
    /// Title, artists, album and numbers are the same, and their lengths within two seconds.
    case tags
  }

  public var reason: Reason
  public var tracks: [TrackID]
  /// Names what they have in common, the same from scan to scan.
  public var key: Int64

  public init(reason: Reason, tracks: [TrackID], key: Int64) {
    self.reason = reason
    self.tracks = tracks
    self.key = key
  }
}

extension LibraryReader {
  /// A track is in one group at most: by its sound, if that is there twice.
  func duplicates() throws(DatabaseError) -> [DuplicateGroup] {
    let sounds = try groups(
      .sound,
      """
      SELECT t.id, t.audioKey || ' ' || t.audioLength || ' ' || COALESCE(t.start, '') AS key, 0
      FROM tracks AS t JOIN files ON files.id = t.file
      WHERE files.missing IS NULL AND t.audioKey IN (
        SELECT audioKey FROM tracks WHERE audioKey IS NOT NULL GROUP BY audioKey HAVING count(*) > 1)
      ORDER BY key, t.id
      """, without: [])
    let tags = try groups(
      .tags,
      """
      SELECT t.id, t.title || char(30) || t.artists || char(30) || COALESCE(t.album, '') || char(30)
          || COALESCE(t.number, '') || char(30) || COALESCE(t.disc, '') AS key, COALESCE(t.milliseconds, 0)
      FROM tracks AS t JOIN files ON files.id = t.file
      WHERE files.missing IS NULL AND t.title IS NOT NULL AND t.titleKey IN (
        SELECT titleKey FROM tracks GROUP BY titleKey, artistKey, albumKey HAVING count(*) > 1)
      ORDER BY key, t.milliseconds, t.id
      """, without: Set(sounds.lazy.flatMap(\.tracks)))
    return sounds + tags
  }

  /// Rows of one key, whose numbers are no further apart than two thousand.
  private func groups(
    _ reason: DuplicateGroup.Reason, _ sql: String, without taken: Set<TrackID>
  ) throws(DatabaseError) -> [DuplicateGroup] {
    let select = try database.statement(sql)
    var groups: [DuplicateGroup] = []
    var last: (key: String, number: Int64)?
    // How many groups of the last key there are.
    var part = 0
    while try select.step() {
      let id = TrackID(select.int64(0) ?? 0)
      if taken.contains(id) { continue }
      let (key, number) = (select.text(1) ?? "", select.int64(2) ?? 0)
      if let last, last.key == key, number - last.number <= 2000 {
        groups[groups.count - 1].tracks.append(id)
      } else {
        part = last?.key == key ? part + 1 : 0
        let name = ContentHash.of(Array("\(reason.rawValue) \(key) \(part)".utf8))
        groups.append(DuplicateGroup(reason: reason, tracks: [id], key: name))
      }
      last = (key, number)
    }
    return groups.filter { $0.tracks.count > 1 }
  }
}

extension LibraryLists {
  /// Tracks that are there more than once, those whose sound is the same first; without the groups that the listener
  /// has looked at and left.
  public func duplicates() throws(LibraryError) -> [DuplicateGroup] {
    let all = try reading { reader throws(DatabaseError) in try reader.duplicates() }
    guard !all.isEmpty else { return [] }
    let ignored = try readingListener([]) { database throws(DatabaseError) in
      try ListenerStore.ignoredDuplicates(database)
    }
    return all.filter { !ignored.contains($0.key) }
  }
}

extension Library {
  /// Lists a group of duplicates no more, or again.
  ///
  /// - Parameter key: the group's.
  public func ignoreDuplicates(_ key: Int64, _ isIgnored: Bool) throws(LibraryError) {
    do throws(DatabaseError) { try listener.ignoreDuplicates(key, isIgnored) } catch {
      throw LibraryError(error)
    }
  }
}

extension ListenerStore {
  func ignoreDuplicates(_ key: Int64, _ isIgnored: Bool) throws(DatabaseError) {
    let change = try database.statement(
      isIgnored
        ? "INSERT OR IGNORE INTO ignoredDuplicates (key) VALUES (?)"
        : "DELETE FROM ignoredDuplicates WHERE key = ?")
    change.bind(1, key)
    try change.run()
  }

  static func ignoredDuplicates(_ database: Database) throws(DatabaseError) -> Set<Int64> {
    // A store that no app of today has opened yet.
    guard try database.schemaVersion >= 5 else { return [] }
    let select = try database.statement("SELECT key FROM ignoredDuplicates")
    var keys: Set<Int64> = []
    while try select.step() { if let key = select.int64(0) { keys.insert(key) } }
    return keys
  }
}
