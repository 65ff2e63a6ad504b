import Glibc
import PlayerCore
import Synchronization
import TextKeys

// Brings `library.db` in line with the disk.
//
// - `Scanner` (here): the run: walk, compare, read, write, then moves, albums, indexes.
// - `ScanWalk`: walks ahead of it.
// - `PendingNeighbourhood`: what is being read, held until albums can be made of it.
// - `MovePairing`: which of what appeared is what vanished.
// - `ScanProgress`, `ScanControl`, `ScanSummary`: what is told, and how it is stopped.
//
// Everything about a file is written in one transaction, so a scan that is killed goes on where it was: what is
// written is skipped, the rest is read.

/// What a scan has done so far.
public struct ScanProgress: Sendable, Equatable {
  /// Files that may be audio.
  public var found = 0
  /// Files that were read, of those that have to be.
  public var read = 0
  /// Files that have to be read, as far as is known by now.
  public var toRead = 0
  /// The walk is at its end: `found` and `toRead` won't grow.
  public var isWalked = false
  public var seconds = 0.0

  public init() {}

  /// Files read in a second.
  public var perSecond: Double { seconds > 0 ? Double(read) / seconds : 0 }

  /// Seconds until all is read, at the pace so far; `nil` while there is no telling.
  public var secondsLeft: Double? {
    guard isWalked, read > 0, perSecond > 0 else { return nil }
    return Double(max(0, toRead - read)) / perSecond
  }
}

/// What a scan came to.
public struct ScanSummary: Sendable, Equatable {
  /// Audio files that are there.
  public var found = 0
  public var added = 0
  /// Read again because they are different.
  public var updated = 0
  public var moved = 0
  /// Not there any more. They stay in the library, greyed.
  public var removed = 0
  /// Files and folders that can't be read.
  public var problems = 0
  public var seconds = 0.0
  /// It was stopped before its end.
  public var isCancelled = false

  public init() {}
}

/// Pauses a scan and lets it go on.
public final class ScanControl: Sendable {
  private struct State {
    var isPaused = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var isPaused: Bool { state.withLock { $0.isPaused } }

  public func pause() { state.withLock { $0.isPaused = true } }

  public func resume() {
    let waiting = state.withLock { state in
      state.isPaused = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns at once, or when the pause is over.
  func waitWhilePaused() async {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        guard state.isPaused else { return true }
        state.waiting.append(continuation)
        return false
      }
      if goesOn { continuation.resume() }
    }
  }
}

/// One run over the roots. Lives in the actor that owns the stores: reading is waited for, writing is not.
struct Scanner {
  let store: LibraryStore
  let listener: ListenerStore
  let pool: TagReaderPool
  let control: ScanControl
  let report: @Sendable (ScanProgress) -> Void
  /// Told what has changed, after each transaction.
  let tellChange: @Sendable (LibraryChange) -> Void

  private(set) var summary = ScanSummary()
  private var progress = ScanProgress()
  private let started = ContinuousClock.now
  private var lastReport = ContinuousClock.now

  /// The library had nothing when this began, so nothing can have moved and no album be there already.
  private var isFirstFill = false
  private var change = LibraryChange()
  private var added: [Int64] = []
  private var rated: [(LoadedTrack, Int)] = []
  private var seenFolders: Set<Int64> = []
  private var unreadableFolders: [FilePath] = []
  private var open: [PendingNeighbourhood] = []
  private var ready: [PendingNeighbourhood] = []
  private var readyCount = 0
  private var batch: [PendingFile] = []
  private var knowsListener: Bool

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
  private mutating func tellChanges() {
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
    for (index, result) in results.enumerated() { files[index].result = result }
    return files
  }

  // MARK: Comparing

  private mutating func compare(_ listing: FolderWalk.Listing) throws(DatabaseError) {
    close(before: listing.folder)
    // A folder that went meanwhile is as one that was never found.
    if listing.problem == .system(ENOENT) || listing.problem == .system(ENOTDIR) { return }
    if let problem = listing.problem {
      try store.putProblem(listing.folder, problem, isFolder: true)
      unreadableFolders.append(listing.folder)
    }
    let folderID = isFirstFill ? nil : try store.folderID(listing.folder, makes: false)
    var known: [[UInt8]: LibraryStore.StoredFile] = [:]
    if let folderID {
      seenFolders.insert(folderID)
      for file in try store.files(in: folderID) { known[file.name] = file }
    }
    var toRead: [PendingFile] = []
    let path = Neighbourhood.of(folder: listing.folder)
    let sheets = changedSheets(listing, &known, path)
    // One that has gone is what is left of them.
    let isCutAnew = !sheets.isEmpty || known.values.contains { $0.kind == .sheet && listing.problem == nil }
    for (name, facts) in zip(listing.files, listing.facts) {
      let kind = FileKind(name)
      if kind == .audio { progress.found += 1 }
      let file = known.removeValue(forKey: name)
      // Another sheet may cut any file of the folder otherwise.
      if let file, file.facts.isUnchanged(from: facts), !isCutAnew {
        if file.isMissing {
          try store.setMissing(file.id, false)
          try noteUpdated(file)
        }
        if kind == .unknown, file.kind == .track { progress.found += 1 }
        continue
      }
      toRead.append(
        PendingFile(
          id: file?.id, neighbourhood: path, folder: listing.folder, name: name, below: listing.below,
          facts: facts, old: file))
    }
    if listing.problem == nil {
      for file in known.values where !file.isMissing { try vanish(file, listing.folder) }
    }
    guard !toRead.isEmpty || !sheets.isEmpty else { return }
    if folderID != nil { try addUndecoded(to: &toRead, listing) }
    if !listing.sheets.isEmpty {
      var lookup = FileLookup()
      let cut = CueFile.cutFiles(in: listing, locale: store.keys.locale, lookup: &lookup)
      for index in toRead.indices {
        toRead[index].parts = listing.folder.appending(toRead[index].name).flatMap { cut[$0] }
      }
    }
    progress.toRead += toRead.count
    let place: Int
    if let found = open.firstIndex(where: { $0.path == path }) {
      place = found
    } else {
      let isNew = isFirstFill ? true : try !store.knowsNeighbourhood(path)
      place = open.count
      open.append(PendingNeighbourhood(path: path, isNew: isNew))
    }
    open[place].waiting += toRead.count
    open[place].files += sheets
    batch += toRead
  }

  /// The CUE sheets of a folder that are new or different; those that are there are taken out of `known`.
  private func changedSheets(
    _ listing: FolderWalk.Listing, _ known: inout [[UInt8]: LibraryStore.StoredFile], _ path: FilePath
  ) -> [PendingFile] {
    var changed: [PendingFile] = []
    for (name, facts) in zip(listing.sheets, listing.sheetFacts) {
      let file = known.removeValue(forKey: name)
      if let file, file.facts.isUnchanged(from: facts) { continue }
      changed.append(
        PendingFile(
          id: file?.id, neighbourhood: path, folder: listing.folder, name: name, below: listing.below,
          facts: facts, old: file, isSheet: true))
    }
    return changed
  }

  /// The tracks of a file are there again, or no more.
  private mutating func noteUpdated(_ file: LibraryStore.StoredFile) throws(DatabaseError) {
    guard file.kind == .track else { return }
    change.updated += try store.trackIDs(ofFile: file.id).map { TrackID($0) }
  }

  /// The files of this folder whose charset was judged together with those that have changed.
  private func addUndecoded(to toRead: inout [PendingFile], _ listing: FolderWalk.Listing)
    throws(DatabaseError)
  {
    guard let folder = try store.folderID(listing.folder, makes: false) else { return }
    let undecoded = try store.undecodedFiles(in: folder)
    guard !undecoded.isEmpty else { return }
    for (name, facts) in zip(listing.files, listing.facts) {
      guard let file = undecoded[name], !toRead.contains(where: { $0.name == name }) else { continue }
      toRead.append(
        PendingFile(
          id: file.id, neighbourhood: Neighbourhood.of(folder: listing.folder), folder: listing.folder,
          name: name, below: listing.below, facts: facts, old: file))
    }
  }

  private mutating func vanish(_ file: LibraryStore.StoredFile, _ folder: FilePath) throws(DatabaseError) {
    if let path = folder.appending(file.name) { try store.clearProblem(path) }
    guard file.kind == .track else { return try store.remove(file.id) }
    try store.setMissing(file.id, true)
    try noteUpdated(file)
    summary.removed += 1
  }

  /// The walk has left the neighbourhoods that do not hold `folder`.
  private mutating func close(before folder: FilePath?) {
    var index = 0
    while index < open.count {
      if let folder, folder.isInside(open[index].path) {
        index += 1
        continue
      }
      open[index].isClosed = true
      if open[index].waiting == 0 {
        readyCount += open[index].files.count
        ready.append(open.remove(at: index))
      } else {
        index += 1
      }
    }
  }

  // MARK: Reading done

  private mutating func take(_ files: [PendingFile]) throws(DatabaseError) {
    progress.read += files.count
    for file in files {
      guard let index = open.firstIndex(where: { $0.path == file.neighbourhood }) else { continue }
      open[index].waiting -= 1
      // Not read, for a reason that is not the file's: as if never found, so that the next scan tries again.
      if case .failure(let reason) = file.result, !reason.isTheFiles {
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

  // MARK: Writing

  private mutating func writeReady() throws(DatabaseError) {
    guard !ready.isEmpty else { return }
    let ready = self.ready
    self.ready = []
    readyCount = 0
    do throws(DatabaseError) {
      try store.database.transaction { () throws(DatabaseError) in
        for neighbourhood in ready { try write(neighbourhood) }
      }
    } catch {
      store.forgetCaches()
      throw error
    }
    tellChanges()
  }

  private mutating func write(_ neighbourhood: PendingNeighbourhood) throws(DatabaseError) {
    var neighbourhood = neighbourhood
    var removed: [Int64] = []
    var loaded = try neighbourhood.loadTracks(
      store,
      PendingNeighbourhood.Means(
        put: { [self] file, kind throws(DatabaseError) in try put(file, kind) },
        listener: { [self] track throws(DatabaseError) in try facts(of: track) },
        removed: { removed.append($0) }))
    change.removed += removed.map { TrackID($0) }
    summary.added += loaded.count { $0.isNew }
    for item in loaded where item.isNew || item.isDifferent {
      if item.isNew { change.added.append(item.loaded.id) } else { change.updated.append(item.loaded.id) }
      // In a library that was empty nobody has looked for a cover yet.
      if !isFirstFill, let folder = item.loaded.track.source.path?.parent { change.pictures.insert(folder) }
    }
    summary.updated += loaded.count { !$0.isNew && $0.isDifferent }
    for file in neighbourhood.files {
      if let folder = try store.folderID(file.folder, makes: false) { seenFolders.insert(folder) }
    }
    for index in loaded.indices where loaded[index].isNew && loaded[index].listener.rating == nil {
      // A rating in the tags counts at first sight; from then on it is the listener's.
      guard let rating = loaded[index].loaded.record.rating else { continue }
      loaded[index].listener.rating = rating
      rated.append((loaded[index].loaded, rating))
    }
    for item in loaded where item.isNew {
      if let path = item.loaded.track.source.path { added.append(ContentHash.of(path.bytes)) }
    }
    guard neighbourhood.isNew else {
      for item in loaded {
        try store.putTrack(item.loaded.id.rawValue, item.loaded, album: nil, isNew: item.isNew, item.listener)
      }
      if loaded.contains(where: \.isDifferent) || !neighbourhood.files.isEmpty {
        try store.noteStale(neighbourhood.path)
      }
      return
    }
    let groups = AlbumGrouping.groups(of: loaded.map(\.loaded))
    var albums: [Int64: Int64] = [:]
    var places: [Int64: Int] = [:]
    for (index, item) in loaded.enumerated() { places[item.loaded.id.rawValue] = index }
    for group in groups {
      let members = group.tracks.compactMap { places[$0.rawValue] }.map { loaded[$0] }
      guard let first = members.first?.loaded else { continue }
      let album = try store.putAlbum(
        nil, group, neighbourhood: neighbourhood.path, cover: first.id.rawValue,
        milliseconds: members.reduce(0) { $0 + ($1.loaded.record.audio.durationMilliseconds ?? 0) },
        genre: members.lazy.compactMap { $0.loaded.record.genres.first }.first,
        added: members.map(\.listener.added).max() ?? LibraryStore.now,
        titleSort: first.record.sortNames.album,
        artistSort: first.record.sortNames.albumArtist
          ?? (first.record.albumArtists.isEmpty ? first.record.sortNames.artist : nil))
      for track in group.tracks { albums[track.rawValue] = album }
    }
    for item in loaded {
      let id = item.loaded.id.rawValue
      try store.putTrack(id, item.loaded, album: albums[id], isNew: item.isNew, item.listener)
    }
  }

  /// Writes what the system says of a file.
  private func put(
    _ file: PendingFile, _ kind: LibraryStore.StoredFile.Kind
  ) throws(DatabaseError) -> Int64 {
    guard let folder = try store.folderID(file.folder) else { return 0 }
    return try store.putFile(
      file.id, folder: folder, name: file.name, file.facts, kind: kind,
      appeared: file.id == nil && !isFirstFill)
  }

  /// What the listener did with a track.
  private func facts(of track: Track) throws(DatabaseError) -> ListenerFacts {
    var facts = ListenerFacts(added: LibraryStore.now)
    if knowsListener {
      if let path = track.source.path, let time = try listener.added(path) { facts.added = time }
      if let item = try listener.item(ListenerStore.place(of: track)) {
        facts.plays = item.plays
        facts.skips = item.skips
        facts.lastPlayed = item.lastPlayed
        facts.rating = item.rating
      }
    }
    return facts
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
