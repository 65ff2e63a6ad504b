public import PlayerCore

// The library as the app and the headless commands use it.
//
// - `Library`: the stores and the one writer: scans, counts, ratings, roots.
// - `LibraryLists`: reading: lists as IDs, rows by IDs, search. As many as are needed; none waits for the writer.
// - `LibraryPlace`: where the stores are; `LibraryError`: why they can't be used.

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
    try place.makeFolder()
    do {
      store = try LibraryStore(at: place.library, locale: locale ?? UserLocale.name, checks: checks)
    } catch {
      throw LibraryError(error, at: place.library)
    }
    do { listener = try ListenerStore(at: place.listener, checks: checks) } catch {
      throw LibraryError(error, at: place.listener)
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
    defer {
      store.database.forgetPages()
      listener.database.forgetPages()
      endTurn()
    }
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
