import CSQLite
import Glibc
import PlayerCore
import TextKeys

// `library.db`: what is known of the files.
//
// - `LibrarySchema`: the tables.
// - `LibraryStore`: the one connection that writes: opens, fills, moves, removes.
// - `TrackWriting`: a read file as rows; `AlbumWriting`: a neighbourhood's albums.
// - `LibraryReader`: a connection that reads: whole lists as IDs, rows by IDs.
// - `LibraryRows`: what it gives.

/// Writes `library.db`. Belongs to one thread or actor, as its connection does.
final class LibraryStore {
  let database: Database
  let file: DatabaseFile
  /// What a broken file was renamed to.
  let brokenFile: FilePath?
  /// Makes the sort keys that the helpers don't.
  let keys: SortKeys

  // Held as long as this writes.
  private let lock: WriterLock
  private var folderIDs: [FilePath: Int64] = [:]
  // By names as they are written.
  private var artistIDs: [String: Int64] = [:]
  private var genreIDs: [String: Int64] = [:]
  private var isIndexed: Bool

  static let fileName = "library.db"

  /// Opens `FOLDER/library.db`, or makes it.
  ///
  /// - Parameters:
  ///   - locale: the language of the sort keys.
  ///   - checks: whether a file that is damaged anywhere is set aside.
  init(at path: FilePath, locale: String, checks: Bool = false) throws(DatabaseFile.Failure) {
    file = DatabaseFile(path: path, migrations: LibrarySchema.migrations)
    lock = try file.lockForWriting()
    let opened = try file.openForWriting(checks: checks)
    database = opened.database
    brokenFile = opened.brokenFile
    guard let keys = SortKeys(locale: locale) ?? SortKeys(locale: "C") else {
      throw .database(DatabaseError(code: SQLITE_INTERNAL, message: "ICU has no data"))
    }
    self.keys = keys
    do throws(DatabaseError) {
      isIndexed = try database.number("SELECT value FROM facts WHERE name = 'indexed'") == 1
      // A large log while filling costs less than many small checkpoints; readers don't mind.
      try database.run(
        "PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY")
    } catch {
      throw .database(error)
    }
  }

  // MARK: Facts

  func fact(_ name: String) throws(DatabaseError) -> String? {
    let select = try database.statement("SELECT value FROM facts WHERE name = ?")
    select.bind(1, name)
    defer { select.reset() }
    return try select.step() ? select.text(0) : nil
  }

  func setFact(_ name: String, _ value: String?) throws(DatabaseError) {
    let set = try database.statement("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)")
    set.bind(1, name)
    set.bind(2, value)
    try set.run()
  }

  /// Whether the stored sort keys are of this locale and this version of ICU. A new store's are.
  func keysAreCurrent() throws(DatabaseError) -> Bool {
    let wanted = "\(keys.locale) \(keys.version)"
    if let found = try fact("keys") { return found == wanted }
    guard try database.number("SELECT 1 FROM files LIMIT 1") == nil else { return false }
    try setFact("keys", wanted)
    return true
  }

  func noteKeysAreCurrent() throws(DatabaseError) { try setFact("keys", "\(keys.locale) \(keys.version)") }

  /// Makes the indexes if the first fill left them out.
  func makeIndexes() throws(DatabaseError) {
    guard !isIndexed else { return }
    try database.transaction { () throws(DatabaseError) in
      try database.run(LibrarySchema.indexes)
      try database.run("INSERT OR REPLACE INTO facts (name, value) VALUES ('indexed', 1)")
    }
    isIndexed = true
    try database.run("PRAGMA optimize")
  }

  // MARK: Roots

  struct Root: Sendable, Equatable {
    var id: Int64
    var path: FilePath
    var isMissing: Bool
  }

  func roots() throws(DatabaseError) -> [Root] {
    let select = try database.statement("SELECT id, path, missing FROM roots ORDER BY id")
    var roots: [Root] = []
    while try select.step() {
      guard let id = select.int64(0), let path = select.blob(1).flatMap(FilePath.init(bytes:)) else {
        continue
      }
      roots.append(Root(id: id, path: path, isMissing: !select.isNull(2)))
    }
    return roots
  }

  func addRoot(_ path: FilePath) throws(DatabaseError) {
    let insert = try database.statement("INSERT OR IGNORE INTO roots (path) VALUES (?)")
    insert.bind(1, path.bytes)
    try insert.run()
  }

  /// Says whether a root is there. Its tracks are greyed with it, and keep what they are.
  func setRoot(_ path: FilePath, isMissing: Bool) throws(DatabaseError) {
    let update = try database.statement(
      "UPDATE roots SET missing = CASE WHEN ?1 IS NULL THEN NULL ELSE COALESCE(missing, ?1) END WHERE path = ?2"
    )
    update.bind(1, isMissing ? Self.now : nil)
    update.bind(2, path.bytes)
    try update.run()
  }

  // MARK: Folders and files

  /// A file as the store knows it.
  struct StoredFile: Sendable, Equatable {
    enum Kind: Int, Sendable {
      case track, unreadable, other, sheet
    }

    var id: Int64
    var name: [UInt8]
    var facts: FileFacts
    var kind: Kind
    var isMissing: Bool
  }

  func folderID(_ path: FilePath, makes: Bool = true) throws(DatabaseError) -> Int64? {
    if let known = folderIDs[path] { return known }
    let select = try database.statement("SELECT id FROM folders WHERE path = ?")
    select.bind(1, path.bytes)
    defer { select.reset() }
    if try select.step(), let id = select.int64(0) {
      folderIDs[path] = id
      return id
    }
    guard makes else { return nil }
    let insert = try database.statement("INSERT INTO folders (path, neighbourhood) VALUES (?, ?)")
    insert.bind(1, path.bytes)
    insert.bind(2, Neighbourhood.of(folder: path).bytes)
    try insert.run()
    folderIDs[path] = database.lastInsertedID
    return database.lastInsertedID
  }

  /// The files of a folder, by name (bytes).
  func files(in folder: Int64) throws(DatabaseError) -> [StoredFile] {
    let select = try database.statement(
      """
      SELECT id, name, size, modified, changed, device, inode, kind, missing FROM files
      WHERE folder = ? ORDER BY name
      """)
    select.bind(1, folder)
    var files: [StoredFile] = []
    while try select.step() {
      files.append(
        StoredFile(
          id: select.int64(0) ?? 0, name: select.blob(1) ?? [],
          facts: FileFacts(
            size: select.int64(2) ?? 0, modified: select.int64(3) ?? 0, changed: select.int64(4) ?? 0,
            device: select.int64(5) ?? 0, inode: select.int64(6) ?? 0),
          kind: StoredFile.Kind(rawValue: select.int(7) ?? 0) ?? .other, isMissing: !select.isNull(8)))
    }
    return files
  }

  /// Notes what the system says of a file that is there, and returns its ID.
  func putFile(
    _ id: Int64?, folder: Int64, name: [UInt8], _ facts: FileFacts, kind: StoredFile.Kind,
    appeared: Bool = false
  ) throws(DatabaseError) -> Int64 {
    let put = try database.statement(
      id == nil
        ? """
        INSERT INTO files (folder, name, size, modified, changed, device, inode, kind, appeared)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """
        : """
        UPDATE files SET folder = ?1, name = ?2, size = ?3, modified = ?4, changed = ?5, device = ?6, inode = ?7,
          kind = ?8, missing = NULL WHERE id = ?9
        """)
    put.bind(1, folder)
    put.bind(2, name)
    put.bind(3, facts.size)
    put.bind(4, facts.modified)
    put.bind(5, facts.changed)
    put.bind(6, facts.device)
    put.bind(7, facts.inode)
    put.bind(8, kind.rawValue)
    if let id { put.bind(9, id) } else { put.bind(9, appeared ? 1 : Int?.none) }
    try put.run()
    return id ?? database.lastInsertedID
  }

  /// Says that a file is gone (greyed, not deleted), or there again.
  func setMissing(_ file: Int64, _ isMissing: Bool) throws(DatabaseError) {
    let update = try database.statement("UPDATE files SET missing = ? WHERE id = ?")
    update.bind(1, isMissing ? Self.now : nil)
    update.bind(2, file)
    try update.run()
  }

  /// Removes a file with all that was known of it. Its album has to be made again.
  func remove(_ file: Int64) throws(DatabaseError) {
    for sql in [
      """
      INSERT OR IGNORE INTO stale SELECT neighbourhood FROM folders
      JOIN files ON files.folder = folders.id WHERE files.id = ?
      """,
      "DELETE FROM credits WHERE track IN (SELECT id FROM tracks WHERE file = ?)",
      "DELETE FROM trackGenres WHERE track IN (SELECT id FROM tracks WHERE file = ?)",
      "DELETE FROM loudness WHERE track IN (SELECT id FROM tracks WHERE file = ?)",
      "DELETE FROM tracks WHERE file = ?", "DELETE FROM files WHERE id = ?",
    ] {
      let delete = try database.statement(sql)
      delete.bind(1, file)
      try delete.run()
    }
  }

  /// Removes a root and the files that lie under it and under no other.
  func removeRoot(_ path: FilePath) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      let delete = try database.statement("DELETE FROM roots WHERE path = ?")
      delete.bind(1, path.bytes)
      try delete.run()
      let others = try roots().map(\.path)
      for folder in try folders(under: path) where !others.contains(where: { folder.path.isInside($0) }) {
        for file in try files(in: folder.id) { try remove(file.id) }
        let delete = try database.statement("DELETE FROM folders WHERE id = ?")
        delete.bind(1, folder.id)
        try delete.run()
        folderIDs[folder.path] = nil
      }
      try clearProblems(under: path)
    }
  }

  /// Removes what lies in a folder that is not to be looked into any more, though its root is.
  func removeContent(of path: FilePath) throws(DatabaseError) {
    for folder in try folders(under: path) {
      for file in try files(in: folder.id) { try remove(file.id) }
      let delete = try database.statement("DELETE FROM folders WHERE id = ?")
      delete.bind(1, folder.id)
      try delete.run()
      folderIDs[folder.path] = nil
    }
    try clearProblems(under: path)
  }

  // MARK: Ignored folders

  func ignored() throws(DatabaseError) -> [FilePath] {
    let select = try database.statement("SELECT path FROM ignored ORDER BY path")
    var paths: [FilePath] = []
    while try select.step() {
      if let path = select.blob(0).flatMap(FilePath.init(bytes:)) { paths.append(path) }
    }
    return paths
  }

  func setIgnored(_ path: FilePath, _ isIgnored: Bool) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      let change = try database.statement(
        isIgnored ? "INSERT OR IGNORE INTO ignored (path) VALUES (?)" : "DELETE FROM ignored WHERE path = ?")
      change.bind(1, path.bytes)
      try change.run()
      if isIgnored { try removeContent(of: path) }
    }
  }

  /// The folders with files at and under a path.
  func folders(under path: FilePath) throws(DatabaseError) -> [(id: Int64, path: FilePath)] {
    let select = try database.statement(
      "SELECT id, path FROM folders WHERE path = ?1 OR (path > ?2 AND path < ?3)")
    select.bind(1, path.bytes)
    let range = path.rangeInside
    select.bind(2, range.from)
    select.bind(3, range.to)
    var folders: [(Int64, FilePath)] = []
    while try select.step() {
      if let id = select.int64(0), let path = select.blob(1).flatMap(FilePath.init(bytes:)) {
        folders.append((id, path))
      }
    }
    return folders
  }

  // MARK: Problems

  func putProblem(
    _ path: FilePath, _ reason: MediaProblem.Reason, isFolder: Bool = false
  ) throws(DatabaseError) {
    let insert = try database.statement(
      "INSERT OR REPLACE INTO problems (path, reason, detail, isFolder) VALUES (?, ?, ?, ?)")
    let stored = StoredProblem(reason)
    insert.bind(1, path.bytes)
    insert.bind(2, stored.reason)
    insert.bind(3, stored.detail)
    insert.bind(4, isFolder ? 1 : 0)
    try insert.run()
  }

  func clearProblem(_ path: FilePath) throws(DatabaseError) {
    let delete = try database.statement("DELETE FROM problems WHERE path = ?")
    delete.bind(1, path.bytes)
    try delete.run()
  }

  func clearProblems(under path: FilePath, foldersOnly: Bool = false) throws(DatabaseError) {
    let delete = try database.statement(
      "DELETE FROM problems WHERE (path = ?1 OR (path > ?2 AND path < ?3)) AND isFolder >= ?4")
    delete.bind(4, foldersOnly ? 1 : 0)
    delete.bind(1, path.bytes)
    delete.bind(2, path.rangeInside.from)
    delete.bind(3, path.rangeInside.to)
    try delete.run()
  }

  // MARK: Names

  /// The row of an artist of this name, however it is written.
  func artistID(_ name: String, sortName: String? = nil) throws(DatabaseError) -> Int64? {
    if let known = artistIDs[name] { return known }
    let folded = FoldedText.fold(name)
    if folded.isEmpty { return nil }
    let id = try nameID(in: "artists", folded, name, sortName)
    artistIDs[name] = id
    return id
  }

  func genreID(_ name: String) throws(DatabaseError) -> Int64? {
    if let known = genreIDs[name] { return known }
    let folded = FoldedText.fold(name)
    if folded.isEmpty { return nil }
    let id = try nameID(in: "genres", folded, name, nil)
    genreIDs[name] = id
    return id
  }

  private func nameID(
    in table: String, _ folded: String, _ name: String, _ sortName: String?
  ) throws(DatabaseError) -> Int64 {
    let select = try database.statement("SELECT id FROM \(table) WHERE folded = ?")
    select.bind(1, folded)
    defer { select.reset() }
    if try select.step(), let id = select.int64(0) { return id }
    let insert = try database.statement("INSERT INTO \(table) (folded, name, nameKey) VALUES (?, ?, ?)")
    insert.bind(1, folded)
    insert.bind(2, name)
    insert.bind(3, sortName.map { keys.key($0, skipsArticle: false) } ?? keys.key(name))
    try insert.run()
    return database.lastInsertedID
  }

  /// After a transaction was taken back: its new rows are not there.
  func forgetCaches() {
    folderIDs = [:]
    artistIDs = [:]
    genreIDs = [:]
  }

  /// Seconds since 1970.
  static var now: Int64 { Int64(time(nil)) }
}

/// What the system says of a file: the same, and it need not be read again.
struct FileFacts: Sendable, Hashable {
  var size: Int64
  /// Nanoseconds since 1970; so is the next.
  var modified: Int64
  var changed: Int64
  var device: Int64
  var inode: Int64

  /// Device and inode numbers don't survive a mount, so they decide nothing.
  func isUnchanged(from other: FileFacts) -> Bool {
    size == other.size && modified == other.modified && changed == other.changed
  }
}

extension FileFacts {
  init(_ info: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      // A time of the far future or past is one like any other; it only has to be the same again.
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    self.init(
      size: Int64(info.st_size), modified: nanoseconds(info.st_mtim), changed: nanoseconds(info.st_ctim),
      device: Int64(bitPattern: UInt64(info.st_dev)), inode: Int64(bitPattern: UInt64(info.st_ino)))
  }
}

/// The folders side by side among which an album's tracks can lie.
enum Neighbourhood {
  /// The folder over this one; over a disc's folder, the one over that.
  static func of(folder: FilePath) -> FilePath {
    var folder = folder
    if TagFileName.discFolder(folder.lastComponent) != nil { folder = folder.parent ?? folder }
    return folder.parent ?? folder
  }
}

extension FilePath {
  /// Paths of what lies inside are above `from` and below `to`.
  var rangeInside: (from: [UInt8], to: [UInt8]) {
    let slash = UInt8(ascii: "/")
    let stem = bytes.last == slash ? Array(bytes.dropLast()) : bytes
    return (stem + [slash], stem + [slash + 1])
  }
}

/// A problem's reason as two numbers.
struct StoredProblem: Sendable, Equatable {
  var reason: Int
  var detail: Int

  init(_ problem: MediaProblem.Reason) {
    switch problem {
    case .system(let code): (reason, detail) = (0, Int(code))
    case .tags(let problem): (reason, detail) = (1, Int(problem.rawValue))
    case .cutShort: (reason, detail) = (2, 0)
    case .ignoredFolder: (reason, detail) = (3, 0)
    case .nothingFound: (reason, detail) = (4, 0)
    case .unknownAddress: (reason, detail) = (5, 0)
    case .streamManifest: (reason, detail) = (7, 0)
    case .notACueSheet: (reason, detail) = (8, 0)
    // Entries of lists are told when a list is opened; no scan finds them.
    case .notAPlaylist, .damagedList, .listEntry: (reason, detail) = (6, 0)
    }
  }

  init(reason: Int, detail: Int) {
    self.reason = reason
    self.detail = detail
  }

  var problem: MediaProblem.Reason {
    switch reason {
    case 0: return .system(Int32(clamping: detail))
    case 1: return .tags(TagProblem(rawValue: UInt8(clamping: detail)) ?? .broken)
    case 2: return .cutShort
    case 3: return .ignoredFolder
    case 4: return .nothingFound
    case 6: return .notAPlaylist
    case 7: return .streamManifest
    case 8: return .notACueSheet
    default: return .unknownAddress
    }
  }
}
