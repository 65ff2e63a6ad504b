import Glibc
import PlayerCore
import TextKeys

// Brings `library.db` in line with the disk.
//
// - `Scanner` (here): the run: walk, read, then moves, albums, indexes.
// - `ScanWalk`: walks ahead of it. `ScanComparing`: what of a folder has to be read.
// - `PendingNeighbourhood`: what is being read, held until albums can be made of it. `ScanWriting`: writes it.
// - `MovePairing`: which of what appeared is what vanished.
// - `ScanProgress`, `ScanControl`, `ScanSummary`: what is told, and how it is stopped.
//
// Everything about a file is written in one transaction, so a scan that is killed goes on where it was: what is
// written is skipped, the rest is read.

/// One run over the roots. Lives in the actor that owns the stores: reading is waited for, writing is not.
struct Scanner {
  let store: LibraryStore
  let listener: ListenerStore
  let pool: TagReaderPool
  let control: ScanControl
  let report: @Sendable (ScanProgress) -> Void
  /// Told what has changed, after each transaction.
  let tellChange: @Sendable (LibraryChange) -> Void

  var summary = ScanSummary()
  var progress = ScanProgress()
  private let started = ContinuousClock.now
  private var lastReport = ContinuousClock.now

  /// The library had nothing when this began, so nothing can have moved and no album be there already.
  var isFirstFill = false
  var change = LibraryChange()
  var added: [Int64] = []
  var rated: [(LoadedTrack, Int)] = []
  var seenFolders: Set<Int64> = []
  var unreadableFolders: [FilePath] = []
  var open: [PendingNeighbourhood] = []
  var ready: [PendingNeighbourhood] = []
  var readyCount = 0
  var batch: [PendingFile] = []
  var knowsListener: Bool

  init(
    store: LibraryStore, listener: ListenerStore, pool: TagReaderPool, control: ScanControl,
    report: @escaping @Sendable (ScanProgress) -> Void,
    tellChange: @escaping @Sendable (LibraryChange) -> Void
  ) throws(DatabaseError) {
    self.tellChange = tellChange
    self.store = store
    self.listener = listener
    self.pool = pool
    self.control = control
    self.report = report
    let hasAdded = try listener.database.number("SELECT 1 FROM added LIMIT 1") != nil
    let hasItems = try listener.database.number("SELECT 1 FROM items LIMIT 1") != nil
    knowsListener = hasAdded || hasItems
  }

  /// Files in one transaction, more or less.
  private static let writeAtOnce = 512
  /// A neighbourhood of more files is written as it is read, and grouped when all is there.
  private static let heldAtMost = 2000

  // MARK: The run

  /// - Parameter targets: what to look through; none is inside another.
  mutating func run(_ targets: [ScanTarget], isolation: isolated (any Actor)? = #isolation)
    async throws(DatabaseError)
  {
    isFirstFill = try store.database.number("SELECT 1 FROM files LIMIT 1") == nil
    if isFirstFill {
      try store.noteKeysAreCurrent()
    } else if try !store.keysAreCurrent() {
      try await rebuildKeys()
    }
    for target in targets {
      guard !Task.isCancelled else { break }
      try await scan(target)
    }
    summary.isCancelled = Task.isCancelled
    if !summary.isCancelled {
      progress.isWalked = true
      for target in targets { try markVanished(in: target) }
      try pairMoves()
    }
    try finish()
    tellChanges()
    summary.problems = Int(try store.database.number("SELECT count(*) FROM problems") ?? 0)
    summary.found = progress.found
    summary.seconds = seconds
    tell(always: true)
  }

  private var seconds: Double {
    let elapsed = started.duration(to: .now).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
  }

  /// The user's language, or ICU, is another one: everything is sorted anew, some at a time.
  private mutating func rebuildKeys(isolation: isolated (any Actor)? = #isolation) async throws(DatabaseError)
  {
    for table in KeyTable.allCases {
      var last: Int64 = 0
      while let next = try store.rebuildKeys(table, after: last) {
        last = next
        await Task.yield()
        if Task.isCancelled { return }
      }
    }
    try store.noteKeysAreCurrent()
    change.regrouped = true
  }

  /// Tells what has been written.
  mutating func tellChanges() {
    if !change.isEmpty { tellChange(change) }
    change = LibraryChange()
  }

  private mutating func tell(always: Bool = false) {
    guard always || lastReport.duration(to: .now) > .milliseconds(100) else { return }
    lastReport = .now
    progress.seconds = seconds
    report(progress)
  }

  private mutating func scan(
    _ target: ScanTarget, isolation: isolated (any Actor)? = #isolation
  ) async throws(DatabaseError) {
    if target.isDeep {
      try store.clearProblems(under: target.folder, foldersOnly: true)
    } else {
      try store.clearProblem(target.folder)
    }
    let walk = ScanWalk(target, ignored: Set(try store.ignored()))
    let locale = store.keys.locale
    let pool = self.pool
    var failure: DatabaseError?
    var isAtEnd = false
    var isFirst = true
    await withTaskGroup(of: [PendingFile].self) { group in
      // A closure is of the actor only if it has to do with it. Elsewhere it would write beside what the actor writes,
      // through one connection.
      isolation?.preconditionIsolated()
      var running = 0
      // One batch read and one waiting for each process, and one being written.
      let most = 2 * pool.width + 1
      do throws(DatabaseError) {
        repeat {
          while !isAtEnd, running < most, !Task.isCancelled {
            if control.isPaused { await control.waitWhilePaused() }
            let listings = await walk.next()
            if listings.isEmpty { isAtEnd = true }
            try store.database.transaction { () throws(DatabaseError) in
              for listing in listings {
                if isFirst {
                  isFirst = false
                  let isThere = target.isRoot ? try rootIsThere(target, listing) : true
                  guard isThere else {
                    isAtEnd = true
                    break
                  }
                }
                try compare(listing)
              }
            }
            if isAtEnd { close(before: nil) }
            while batch.count >= ScanWalk.batch || (isAtEnd && !batch.isEmpty) {
              let files = Array(batch.prefix(ScanWalk.batch))
              batch.removeFirst(files.count)
              running += 1
              group.addTask { await Scanner.read(files, pool, locale) }
            }
            tell()
            if readyCount >= Self.writeAtOnce { try writeReady() }
          }
          if let files = await group.next() {
            running -= 1
            try take(files)
          }
          tell()
        } while running > 0 || (!isAtEnd && !Task.isCancelled)
        if !Task.isCancelled { try writeReady() }
      } catch {
        failure = error
        group.cancelAll()
      }
    }
    (open, ready, batch, readyCount) = ([], [], [], 0)
    if let failure { throw failure }
  }

  /// A root that can't be opened, or that is empty though it was not (an unmounted disk), is not there: nothing of
  /// it has vanished.
  private mutating func rootIsThere(
    _ target: ScanTarget, _ listing: FolderWalk.Listing
  ) throws(DatabaseError) -> Bool {
    let root = target.root
    let isThere = listing.folder != root || listing.problem == nil
    let known = try store.folders(under: root)
    let isEmptied =
      listing.folder == root && listing.files.isEmpty && listing.isEnd && target.isDeep
      && !known.isEmpty
    try store.setRoot(root, isMissing: !isThere || isEmptied)
    if let problem = listing.problem, listing.folder == root {
      try store.putProblem(root, problem, isFolder: true)
    }
    guard isThere, !isEmptied else {
      unreadableFolders.append(root)
      return false
    }
    return true
  }

  private static func read(_ files: [PendingFile], _ pool: TagReaderPool, _ locale: String) async
    -> [PendingFile]
  {
    var files = files
    let paths = files.compactMap { $0.folder.appending($0.name) }
    let results = await pool.read(paths, wants: [.keys, .together, .cueSheet], locale: locale)
    for (index, result) in results.enumerated() { files[index].reading = PendingFile.Reading(result) }
    return files
  }

  // MARK: Reading done

  private mutating func take(_ files: [PendingFile]) throws(DatabaseError) {
    progress.read += files.count
    for file in files {
      guard let index = open.firstIndex(where: { $0.path == file.neighbourhood }) else { continue }
      open[index].waiting -= 1
      // Not read, for a reason that is not the file's: as if never found, so that the next scan tries again.
      if case .failure(let reason) = file.reading?.result, !reason.isTheFiles {
        if let path = file.folder.appending(file.name), !reason.isExpected {
          try store.putProblem(path, reason)
        }
        continue
      }
      open[index].files.append(file)
    }
    var index = 0
    while index < open.count {
      if open[index].isClosed, open[index].waiting == 0 {
        readyCount += open[index].files.count
        ready.append(open.remove(at: index))
      } else {
        if open[index].files.count > Self.heldAtMost {
          var part = open[index]
          part.isNew = false
          open[index].files = []
          open[index].isNew = false
          readyCount += part.files.count
          ready.append(part)
        }
        index += 1
      }
    }
    if readyCount >= Self.writeAtOnce { try writeReady() }
  }

  // MARK: The end

  private mutating func markVanished(in target: ScanTarget) throws(DatabaseError) {
    let root = target.folder
    guard !isFirstFill, !unreadableFolders.contains(root) else { return }
    try store.database.transaction { () throws(DatabaseError) in
      for folder in try store.folders(under: root) where !seenFolders.contains(folder.id) {
        if !target.isDeep, folder.path != root { continue }
        if unreadableFolders.contains(where: { folder.path.isInside($0) }) { continue }
        for file in try store.files(in: folder.id) where !file.isMissing { try vanish(file, folder.path) }
      }
    }
  }

  private mutating func pairMoves() throws(DatabaseError) {
    guard !isFirstFill else { return }
    let pairs = try MovePairing(store).pairs()
    for pair in pairs {
      // The listener's first: killed between the two, the next scan pairs them again and finds this done.
      try listener.move(pair.from, to: pair.to)
      try store.move(pair)
      let tracks = try store.trackIDs(ofFile: pair.id)
      change.updated += tracks.map { TrackID($0) }
      change.removed += tracks.map {
        TrackID(TrackPiece.id(file: pair.appeared, number: TrackPiece.number(of: $0)))
      }
    }
    summary.moved = pairs.count
    summary.added -= pairs.count
    summary.removed = max(0, summary.removed - pairs.count)
    try store.forgetAppeared()
  }

  private mutating func finish() throws(DatabaseError) {
    for neighbourhood in try store.staleNeighbourhoods() {
      try store.regroup(neighbourhood)
      change.regrouped = true
    }
    if summary.updated + summary.removed + summary.moved > 0 { try store.removeUnusedNames() }
    if !added.isEmpty { try listener.noteAdded(added, at: LibraryStore.now) }
    if !rated.isEmpty {
      let rated = self.rated
      try listener.database.transaction { () throws(DatabaseError) in
        for (loaded, rating) in rated {
          try listener.rate(
            try listener.itemID(of: loaded.track, audioKey: loaded.record.keys?.audio?.hash), rating)
        }
      }
      try store.setFact("listener", String(try listener.revision))
    }
    if !summary.isCancelled { try store.makeIndexes() }
  }
}

extension MediaProblem.Reason {
  /// Whether it will be so again as long as the file is as it is.
  fileprivate var isTheFiles: Bool {
    switch self {
    case .system(let code): return code == EACCES || code == EPERM || code == ENOTSUP
    case .tags(.noReader), .tags(.readError): return false
    default: return true
    }
  }

  /// Nothing to tell of: the scan was stopped, or the file went while it was being read.
  fileprivate var isExpected: Bool { [.system(ECANCELED), .system(ENOENT), .system(ENOTDIR)].contains(self) }
}
