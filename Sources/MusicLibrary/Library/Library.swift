import Glibc
public import PlayerCore
import TextKeys

// The library as the app and the headless commands use it.
//
// - `Library`: the stores and the one writer: scans, counts, ratings, roots.
// - `LibraryLists`: reading: lists as IDs, rows by IDs, search. As many as are needed; none waits for the writer.

/// Why the library can't be used, as a person reads it.
public struct LibraryError: Error, Sendable, Equatable {
  public enum Code: Sendable, Equatable {
    /// Another process writes it.
    case inUse
    /// A newer Nagara wrote it.
    case fromTheFuture
    case failed
  }

  public var code: Code
  public var sentence: String

  init(_ failure: DatabaseFile.Failure) {
    switch failure {
    case .inUse: (code, sentence) = (.inUse, "Another Nagara is using the library.")
    case .fromTheFuture: (code, sentence) = (.fromTheFuture, "A newer Nagara has written the library.")
    case .database(let error): (code, sentence) = (.failed, error.sentence)
    }
  }

  init(_ error: DatabaseError) { (code, sentence) = (.failed, error.sentence) }
}

/// Where the two stores are.
public struct LibraryPlace: Sendable, Hashable {
  public let library: FilePath
  public let listener: FilePath

  /// - Parameter library: `library.db`, under whatever name; `listener.db` is in the same folder.
  public init?(library: FilePath) {
    guard let folder = library.parent ?? FilePath("."),
      let listener = folder.appending(Array("listener.db".utf8))
    else { return nil }
    self.library = library
    self.listener = listener
  }

  /// `$XDG_DATA_HOME/nagara`, which is made if it isn't there.
  public static func standard() -> LibraryPlace? {
    func variable(_ name: String) -> FilePath? {
      guard let value = getenv(name), value.pointee == CChar(UInt8(ascii: "/")) else { return nil }
      return FilePath(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
    }
    guard
      let data = variable("XDG_DATA_HOME")
        ?? variable("HOME")?.appending(Array(".local".utf8))?.appending(Array("share".utf8)),
      let folder = data.appending(Array("nagara".utf8)),
      let library = folder.appending(Array(LibraryStore.fileName.utf8))
    else { return nil }
    return LibraryPlace(library: library)
  }

  /// The files of all tracks, in no order; none if there is no library. Waits for the disk.
  public func files() -> [FilePath] {
    guard access(library.cString, F_OK) == 0 else { return [] }
    return (try? LibraryReader(library)).flatMap { try? $0.files() } ?? []
  }

  /// Makes the folder, and those above it, readable for the user alone.
  func makeFolder() { library.parent?.makeFolders() }
}

extension FilePath {
  /// Makes this folder, and those above it, readable for the user alone.
  func makeFolders() {
    var missing: [FilePath] = []
    var folder: FilePath? = self
    while let path = folder, access(path.cString, F_OK) != 0 {
      missing.append(path)
      folder = path.parent
    }
    for path in missing.reversed() { mkdir(path.cString, 0o700) }
  }
}

/// The stores, and all that writes to them. One in a process; another process's is refused.
public actor Library {
  let store: LibraryStore
  let listener: ListenerStore
  private let pool: TagReaderPool

  let hub = ChangeHub()
  private nonisolated let wasUnclean: Bool
  fileprivate var isBusy = false
  fileprivate var turns: [CheckedContinuation<Void, Never>] = []

  /// Where it is, for readers.
  public nonisolated let place: LibraryPlace
  /// Files that were no databases any more and were put aside, under these names.
  public nonisolated let brokenFiles: [FilePath]
  /// The copy that stands in for what the listener made, whose file is among the broken ones; `nil`: none.
  public nonisolated let restoredFrom: FilePath?

  /// Opens the stores, or makes them.
  ///
  /// - Parameters:
  ///   - locale: the language of the sort order; `nil`: the environment's.
  ///   - checks: whether files that are damaged anywhere are put aside: after `isWhole` has said so.
  public init(
    _ place: LibraryPlace, pool: TagReaderPool, locale: String? = nil, checks: Bool = false
  ) throws(LibraryError) {
    self.place = place
    self.pool = pool
    place.makeFolder()
    do throws(DatabaseFile.Failure) {
      store = try LibraryStore(at: place.library, locale: locale ?? UserLocale.name, checks: checks)
      listener = try ListenerStore(at: place.listener, checks: checks)
    } catch {
      throw LibraryError(error)
    }
    brokenFiles = [store.brokenFile, listener.brokenFile].compactMap(\.self)
    restoredFrom = listener.restoredFrom
    do throws(DatabaseError) {
      try Library.reconcile(store, listener)
      wasUnclean = try store.fact("closed") == "0"
      try store.setFact("closed", "0")
    } catch {
      throw LibraryError(error)
    }
  }

  /// Ends well: what the listener made is copied if the last copy is of another day, and the logs are written into
  /// the files.
  public func close() {
    if listener.backupIsDue { try? listener.backUp() }
    try? store.setFact("closed", "1")
    for database in [store.database, listener.database] {
      try? database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Looks whether the files are whole, if the last process that wrote them did not end well. Takes two tenths of a
  /// second at 100,000 tracks: after the first frame is soon enough.
  ///
  /// - Returns: whether they can be trusted. If not, a new `Library` that checks puts the broken file aside.
  public func isWhole() -> Bool {
    guard wasUnclean else { return true }
    return store.database.isWhole() && listener.database.isWhole()
  }

  // MARK: Roots

  /// The folders that are looked through.
  public func roots() throws(LibraryError) -> [FilePath] {
    do { return try store.roots().map(\.path) } catch { throw LibraryError(error) }
  }

  public func addRoot(_ path: FilePath) throws(LibraryError) {
    do { try store.addRoot(path) } catch { throw LibraryError(error) }
  }

  /// Takes a folder out, and what lies in it and in no other root. What the listener did is kept.
  public func removeRoot(_ path: FilePath) throws(LibraryError) {
    do {
      try store.removeRoot(path)
      for neighbourhood in try store.staleNeighbourhoods() { try store.regroup(neighbourhood) }
      try store.removeUnusedNames()
    } catch { throw LibraryError(error) }
  }

  /// Folders in the roots that are not looked into.
  public func ignoredFolders() throws(LibraryError) -> [FilePath] {
    do { return try store.ignored() } catch { throw LibraryError(error) }
  }

  /// Takes a folder in a root out of the library, or (`isIgnored: false`) lets the next scan look into it again. What
  /// the listener did is kept.
  public func setIgnored(_ path: FilePath, _ isIgnored: Bool) throws(LibraryError) {
    do {
      try store.setIgnored(path, isIgnored)
      for neighbourhood in try store.staleNeighbourhoods() { try store.regroup(neighbourhood) }
      try store.removeUnusedNames()
    } catch { throw LibraryError(error) }
  }

  // MARK: Scanning

  /// Brings the library in line with the disk: reads what is new or different, pairs what was moved, greys what is
  /// gone. Cancelling the task stops it between two writes; the next scan goes on from there.
  ///
  /// - Parameters:
  ///   - folders: roots, or folders in them; `nil`: all roots.
  ///   - report: told a few times a second, on any thread.
  public func scan(
    _ folders: [FilePath]? = nil, control: ScanControl = ScanControl(),
    report: @escaping @Sendable (ScanProgress) -> Void = { _ in }
  ) async throws(LibraryError) -> ScanSummary {
    try await scan(folders?.map { ($0, true) }, control: control, report: report)
  }

  /// - Parameters:
  ///   - shallow: folders whose own files are looked at.
  ///   - deep: folders that are looked through.
  func scan(shallow: Set<FilePath>, deep: Set<FilePath>) async throws(LibraryError) -> ScanSummary {
    try await scan(deep.map { ($0, true) } + shallow.map { ($0, false) }, control: ScanControl()) { _ in }
  }

  private func scan(
    _ folders: [(path: FilePath, isDeep: Bool)]?, control: ScanControl,
    report: @escaping @Sendable (ScanProgress) -> Void
  ) async throws(LibraryError) -> ScanSummary {
    await takeTurn()
    defer { endTurn() }
    do throws(DatabaseError) {
      var scanner = try Scanner(
        store: store, listener: listener, pool: pool, control: control, report: report,
        tellChange: { [hub] in hub.tell($0) })
      let targets = try targets(folders)
      try await scanner.run(targets)
      return scanner.summary
    } catch {
      throw LibraryError(error)
    }
  }
}

extension Library {
  /// Scans one after the other: two at once would read the same files.
  private func takeTurn() async {
    if !isBusy {
      isBusy = true
      return
    }
    await withCheckedContinuation { turns.append($0) }
  }

  private func endTurn() {
    if turns.isEmpty { isBusy = false } else { turns.removeFirst().resume() }
  }

  /// Folders as a scan wants them: each with its root, none inside another, those of no root left out.
  private func targets(_ folders: [(path: FilePath, isDeep: Bool)]?) throws(DatabaseError) -> [ScanTarget] {
    let roots = try store.roots().map(\.path)
    let ignored = try store.ignored()
    guard let folders else {
      return roots.filter { root in !roots.contains { $0 != root && root.isInside($0) } }
        .map { ScanTarget(folder: $0, root: $0) }
    }
    var targets: [ScanTarget] = []
    for folder in folders.sorted(by: {
      ($0.path.bytes.count, $1.isDeep ? 1 : 0) < ($1.path.bytes.count, $0.isDeep ? 1 : 0)
    }) {
      // The longest root: names count from it.
      guard
        !ignored.contains(where: { folder.path.isInside($0) }),
        let root = roots.filter({ folder.path.isInside($0) }).max(by: { $0.bytes.count < $1.bytes.count })
      else { continue }
      if targets.contains(where: {
        $0.isDeep ? folder.path.isInside($0.folder) : !folder.isDeep && $0.folder == folder.path
      }) {
        continue
      }
      targets.append(ScanTarget(folder: folder.path, root: root, isDeep: folder.isDeep))
    }
    return targets
  }

  /// What changes from now on, as it is written. Ends when the iteration does.
  public nonisolated func changes() -> AsyncStream<LibraryChange> { hub.stream() }
}

/// Reads the library on a connection of its own, beside whatever is written meanwhile.
public actor LibraryLists {
  private let reader: LibraryReader
  let place: LibraryPlace

  /// The library must have been made.
  public init(_ place: LibraryPlace) throws(LibraryError) {
    self.place = place
    do {
      // An older Nagara's is brought up to date by who may write it.
      if try LibraryReader.version(place.library) < LibrarySchema.newest {
        _ = try? LibraryStore(at: place.library, locale: UserLocale.name)
      }
      reader = try LibraryReader(place.library)
    } catch { throw LibraryError(error) }
  }

  func reading<Value>(_ body: (LibraryReader) throws(DatabaseError) -> Value) throws(LibraryError)
    -> Value
  {
    do { return try body(reader) } catch { throw LibraryError(error) }
  }

  /// Tracks in order; with `limit` the first page.
  public func trackIDs(
    _ choice: TrackChoice = .all, order: TrackOrder? = nil, descending: Bool = false, limit: Int? = nil
  ) throws(LibraryError) -> [TrackID] {
    try reading { reader throws(DatabaseError) in
      try reader.trackIDs(choice, order: order, descending: descending, limit: limit).map { TrackID($0) }
    }
  }

  public func albumIDs(
    artist: Int64? = nil, order: AlbumOrder = .title, descending: Bool = false, limit: Int? = nil
  ) throws(LibraryError) -> [Int64] {
    try reading { reader throws(DatabaseError) in
      try reader.albumIDs(artist: artist, order: order, descending: descending, limit: limit)
    }
  }

  public func artistIDs(limit: Int? = nil) throws(LibraryError) -> [Int64] {
    try reading { reader throws(DatabaseError) in try reader.artistIDs(limit: limit) }
  }

  public func genreIDs() throws(LibraryError) -> [Int64] {
    try reading { reader throws(DatabaseError) in try reader.genreIDs() }
  }

  public func years() throws(LibraryError) -> [Int] {
    try reading { reader throws(DatabaseError) in try reader.years() }
  }

  /// Rows in the order of their IDs; those that are gone are left out.
  public func tracks(_ ids: [TrackID]) throws(LibraryError) -> [TrackRow] {
    try reading { reader throws(DatabaseError) in try reader.tracks(ids.lazy.map(\.rawValue)) }
  }

  public func albums(_ ids: [Int64]) throws(LibraryError) -> [AlbumRow] {
    try reading { reader throws(DatabaseError) in try reader.albums(ids) }
  }

  public func artists(_ ids: [Int64]) throws(LibraryError) -> [NameRow] {
    try reading { reader throws(DatabaseError) in try reader.artists(ids) }
  }

  public func genres(_ ids: [Int64]) throws(LibraryError) -> [NameRow] {
    try reading { reader throws(DatabaseError) in try reader.genres(ids) }
  }

  /// The tracks of these files. A file that is not in the library has none; one that a sheet cuts has several.
  public func tracks(at files: [FilePath]) throws(LibraryError) -> [FilePath: [TrackRow]] {
    try reading { reader throws(DatabaseError) in
      var found: [FilePath: [TrackRow]] = [:]
      for file in files {
        let ids = try reader.trackIDs(at: file)
        if !ids.isEmpty { found[file] = try reader.tracks(ids) }
      }
      return found
    }
  }

  /// The tracks of each album, in its order; the albums in none.
  public func albumTracks() throws(LibraryError) -> [[TrackID]] {
    try reading { reader throws(DatabaseError) in
      try reader.albumTracks().map { $0.map { TrackID($0) } }
    }
  }

  /// How long these tracks take together, as far as that is known.
  public func milliseconds(of ids: [TrackID]) throws(LibraryError) -> Int64 {
    try reading { reader throws(DatabaseError) in try reader.milliseconds(of: ids.lazy.map(\.rawValue)) }
  }

  /// What can't be read, by its path.
  ///
  /// - Parameter text: only those whose path or reason has it; `nil`: all.
  public func problems(matching text: String? = nil) throws(LibraryError) -> [MediaProblem] {
    let all = try reading { reader throws(DatabaseError) in try reader.problems() }
    guard let wanted = text.map(FoldedText.fold) else { return all }
    return all.filter { FoldedText.fold($0.source.uri + " " + $0.description).contains(wanted) }
  }

  /// The listener's playlists, in their order.
  ///
  /// - Parameter text: only those whose name has it; `nil`: all.
  public func playlists(matching text: String? = nil) throws(LibraryError) -> [PlaylistRow] {
    guard access(place.listener.cString, F_OK) == 0 else { return [] }
    do throws(DatabaseError) {
      let rows = try ListenerStore.playlists(try Database(place.listener, .reading))
      guard let wanted = text.map(FoldedText.fold) else { return rows }
      return rows.filter { FoldedText.fold($0.name).contains(wanted) }
    } catch {
      throw LibraryError(error)
    }
  }

  /// All that is searched, to be kept and looked through on any thread.
  public func search() throws(LibraryError) -> LibrarySearch {
    try reading { reader throws(DatabaseError) in try reader.searchIndexes() }
  }
}
