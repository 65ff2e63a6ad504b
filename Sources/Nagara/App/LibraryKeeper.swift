import Dispatch
import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore

/// Keeps the library: opens it after the first frame, scans and watches its folders, and tells the state what it
/// comes to. All of its work is off the main thread.
@MainActor
final class LibraryKeeper {
  private weak var store: Store<AppState, AppAction, AppEffect>?
  private let pool: TagReaderPool
  private let place: LibraryPlace?
  /// The user's folders, as the settings have them: the library's file can be lost.
  private let settings: AppSettings
  private(set) var library: Library?
  private(set) var lists: LibraryLists?
  private var order = SongOrder()

  private var opening: Task<Void, Never>?
  private var following: Task<Void, Never>?
  private var watching: Task<Void, Never>?
  private var scanning: Task<Result<ScanSummary, LibraryError>, Never>?
  private var scanAgain = false
  private var retry: SourceToken?

  // What has changed since it was told last.
  private var change = LibraryChange()
  private var listsAreStale = false
  private var telling: Task<Void, Never>?
  private var tellSoon: SourceToken?
  /// How long the lists took to read, in microseconds: while a large library is filled they are read less often.
  private var listingTime: Int64 = 0

  private var search: LibrarySearch?
  private lazy var gains = GainKeeper(store) { [weak self] in self?.library }
  /// Places of tracks are written one after the other.
  private var keeping: Task<Void, Never>?

  /// Changes that come this close together are told at once, in milliseconds.
  private static let rest: Int64 = 300
  /// How long to wait for another process to let go of the library, in milliseconds.
  private static let retryRest: UInt32 = 2_000

  init(
    _ store: Store<AppState, AppAction, AppEffect>, pool: TagReaderPool, settings: AppSettings,
    place: LibraryPlace? = .standard()
  ) {
    self.store = store
    self.pool = pool
    self.settings = settings
    self.place = place
  }

  // MARK: Opening and ending

  func start() {
    guard let place else { return send(.closed) }
    opening = Task { [weak self] in await self?.open(place) }
  }

  /// Waits until the library can be read, or can't be.
  func whenOpen() async { await opening?.value }

  /// - Parameter isRetry: that another process still has the library is no news.
  private func open(_ place: LibraryPlace, checks: Bool = false, isRetry: Bool = false) async {
    let pool = pool
    let opened = await Task.detached {
      Result { () throws(LibraryError) in try Library(place, pool: pool, checks: checks) }
    }.value
    switch opened {
    case .success(let library):
      self.library = library
      for file in library.brokenFiles {
        tell(tr("A damaged file was set aside as “%s”", file.displayPath))
      }
      if let backup = library.restoredFrom {
        tell(tr("Ratings, counts and playlists are those of the copy “%s”", backup.displayPath))
      }
      await restoreFolders(of: library)
    case .failure(let error):
      if error.code == .inUse { openLater(place) }
      if isRetry, error.code == .inUse { return }
      tell(error)
    }
    await read(place)
    guard let library else { return }
    await keepIgnored(of: library)
    follow(library)
    watch(library)
    scan()
    await check(library, place)
  }

  /// Shows what is there, though it may not be written to.
  private func read(_ place: LibraryPlace) async {
    let order = order
    typealias Readers = (rows: LibraryLookup, lists: LibraryLists, contents: LibraryContents)
    let opened = await Task.detached {
      await Self.result { () async throws(LibraryError) -> Readers in
        let lists = try LibraryLists(place)
        return (try LibraryLookup(place), lists, try await lists.contents(order))
      }
    }.value
    switch opened {
    case .success(let readers):
      lists = readers.lists
      if let points = try? await readers.lists.resumePoints() { send(.resumePoints(points)) }
      send(.opened(readers.rows, readers.contents, folders: await folders()))
    case .failure(let error):
      tell(error)
      send(.closed)
    }
  }

  /// Another process, `--scan` say, writes the library now.
  private func openLater(_ place: LibraryPlace) {
    retry = MainLoop.after(milliseconds: Self.retryRest) { [weak self] in
      self?.opening = Task { [weak self] in await self?.open(place, isRetry: true) }
    }
  }

  /// After an unclean end: a file that is not whole is set aside, and the library opened anew.
  private func check(_ library: Library, _ place: LibraryPlace) async {
    guard await !library.isWhole() else { return }
    let work = scanning
    stopWork()
    _ = await work?.value
    await watching?.value
    await following?.value
    self.library = nil
    lists = nil
    send(.closed)
    await open(place, checks: true)
  }

  private func stopWork() {
    retry = nil
    tellSoon = nil
    for task in [following, watching, telling] { task?.cancel() }
    scanning?.cancel()
    gains.measure(false)
  }

  /// Ends well: the logs are written into the files, and what the listener made is copied.
  func stop() {
    opening?.cancel()
    stopWork()
    guard let library else { return }
    let (work, keeping) = (scanning, keeping)
    BlockingWait.run(atMost: .seconds(3)) {
      _ = await work?.value
      await keeping?.value
      await library.close()
    }
  }

  // MARK: Folders

  /// The folders that the settings name are the library's, also when its file had to be made anew.
  private func restoreFolders(of library: Library) async {
    let (wanted, unwanted) = (settings.musicFolders, settings.ignoredFolders)
    await attempt { () async throws(LibraryError) in
      let known = try await library.roots()
      for folder in wanted where !known.contains(folder) { try await library.addRoot(folder) }
      let ignored = try await library.ignoredFolders()
      for folder in unwanted where !ignored.contains(folder) { try await library.setIgnored(folder, true) }
    }
  }

  private func keepFolders(of library: Library) async {
    guard let folders = await attempt({ () async throws(LibraryError) in try await library.roots() }) else {
      return
    }
    if !folders.isEmpty || !settings.musicFolders.isEmpty { settings.musicFolders = folders }
  }

  private func keepIgnored(of library: Library) async {
    guard let ignored = await attempt({ () async throws(LibraryError) in try await library.ignoredFolders() })
    else { return }
    if ignored != settings.ignoredFolders { settings.ignoredFolders = ignored }
    send(.ignored(ignored))
  }

  /// The folders that are looked through; the settings' while another process has the library.
  private func folders() async -> [FilePath] {
    guard let library else { return settings.musicFolders }
    return await attempt { () async throws(LibraryError) in try await library.roots() }
      ?? settings.musicFolders
  }

  private func changeFolders(_ body: @escaping @Sendable (Library) async throws(LibraryError) -> Void) {
    guard let library else { return tellClosed() }
    Task {
      await attempt { () async throws(LibraryError) in try await body(library) }
      await keepFolders(of: library)
      await keepIgnored(of: library)
      send(.folders(await folders()))
      var change = LibraryChange()
      // Tracks may have gone.
      change.regrouped = true
      note(change, listsAreStale: true)
      watch(library)
      scan()
    }
  }

  // MARK: What the reducer asks for

  func perform(_ effect: LibraryEffect) {
    switch effect {
    case .readLists(let order):
      self.order = order
      note(LibraryChange(), listsAreStale: true)
    case .readShelves(let kinds, let shelves): readShelves(kinds, shelves)
    case .playShelf(let shelf): playShelf(shelf)
    case .readHome: readHome()
    case .listAlbums(let seed): listAlbums(seed)
    case .countPlay(let track):
      write(track) { library, id throws(LibraryError) in try await library.countPlay(of: id) }
    case .countSkip(let track):
      write(track) { library, id throws(LibraryError) in try await library.countSkip(of: id) }
    case .keepPlace(let track, let position): keepPlace(of: track, position)
    case .rate(let tracks, let rating):
      for track in tracks {
        write(track) { library, id throws(LibraryError) in try await library.rate(id, rating) }
      }
    case .addFolder(let folder):
      changeFolders { library throws(LibraryError) in try await library.addRoot(folder) }
    case .removeFolder(let folder):
      changeFolders { library throws(LibraryError) in try await library.removeRoot(folder) }
    case .setIgnored(let folder, let isIgnored):
      changeFolders { library throws(LibraryError) in try await library.setIgnored(folder, isIgnored) }
    case .measureGains(let wanted): gains.measure(wanted)
    case .scan: scan()
    case .cancelScan:
      scanAgain = false
      scanning?.cancel()
    case .retry(let files): retry(files)
    case .listDuplicates: Task { [weak self] in await self?.listDuplicates() }
    case .ignoreDuplicates(let key, let isIgnored):
      guard let library else { return tellClosed() }
      Task { [weak self] in
        await self?.attempt { () async throws(LibraryError) in
          try await library.ignoreDuplicates(key, isIgnored)
        }
        await self?.listDuplicates()
      }
    }
  }

  private func listDuplicates() async {
    guard let lists,
      let groups = await attempt({ () async throws(LibraryError) in try await lists.duplicates() })
    else { return }
    store?.send(.duplicates(.listed(groups)))
  }

  private func readShelves(_ kinds: [ShelfKind], _ shelves: [Shelf]) {
    // Without a library there is nothing on any shelf.
    guard let lists else {
      return MainLoop.whenIdle { [weak self] in
        self?.store?.send(.shelves(.read(Dictionary(uniqueKeysWithValues: kinds.map { ($0, []) }), [:])))
      }
    }
    Task { [weak self] in
      var rows: [ShelfKind: [ShelfRow]] = [:]
      var contents: [Shelf: ShelfContents] = [:]
      for kind in kinds { rows[kind] = try? await lists.shelves(kind) }
      for shelf in shelves { contents[shelf] = try? await lists.contents(of: shelf) }
      self?.store?.send(.shelves(.read(rows, contents)))
    }
  }

  private func playShelf(_ shelf: Shelf) {
    guard let lists else { return }
    Task { [weak self] in
      guard let self,
        let contents = await attempt({ () async throws(LibraryError) in try await lists.contents(of: shelf) })
      else { return }
      store?.send(.shelves(.plays(shelf, contents.songs)))
    }
  }

  private func readHome() {
    guard let lists else { return }
    Task { [weak self] in
      var covers: [HomeShelf: [ShelfCover]] = [:]
      for shelf in HomeShelf.allCases {
        guard let whole = shelf.whole else { continue }
        covers[shelf] = try? await lists.covers(of: whole, limit: HomeState.limit)
      }
      self?.store?.send(.home(.read(covers)))
    }
  }

  private func listAlbums(_ seed: UInt64) {
    guard let lists else { return }
    Task { [weak self] in
      guard let self,
        let albums = await attempt({ () async throws(LibraryError) in try await lists.albumTracks() })
      else { return }
      store?.send(.albumsListed(albums, seed: seed))
    }
  }

  /// Writes something about a track; one that was opened is found by its file.
  private func write(
    _ track: TrackID, _ body: @escaping @Sendable (Library, TrackID) async throws(LibraryError) -> Void
  ) {
    guard let library else { return Log.warning("not counted: the library is not open") }
    let file = track.rawValue < 0 ? store?.state.library.tracks[track]?.source.path : nil
    Task { [weak self] in
      var id = track
      if id.rawValue < 0 {
        guard let file, let found = await self?.tracks(at: [file])[file]?.first else { return }
        id = found.id
      }
      let known = id
      await self?.attempt { () async throws(LibraryError) in try await body(library, known) }
      var change = LibraryChange()
      change.updated = [id]
      self?.note(change, listsAreStale: false)
    }
  }

  /// Changes how the listener hears a track.
  func changeHabits(of track: Track, _ change: @escaping @Sendable (inout ListenerHabits) -> Void) {
    guard let library else { return }
    Task {
      do throws(LibraryError) { try await library.changeHabits(of: track, change) } catch {
        Log.info("not remembered: \(error.sentence)")
      }
    }
  }

  private func keepPlace(of track: TrackID, _ position: UInt64?) {
    guard let library, let track = store?.state.library.tracks[track] else { return }
    // Not on the main thread: at the end that waits for it.
    keeping = Task.detached { [keeping] in
      await keeping?.value
      do throws(LibraryError) { try await library.setResumePoint(position, of: track) } catch {
        Log.info("not remembered: \(error.sentence)")
      }
    }
  }

  // MARK: Looking things up

  /// How the listener hears this.
  func habits(of source: MediaSource) async -> ListenerHabits {
    guard let library, let habits = try? await library.habits(of: source) else { return ListenerHabits() }
    return habits
  }

  /// These tracks, those of the library under its IDs.
  func recognise(_ batch: MediaBatch) async -> MediaBatch {
    let files = batch.tracks.compactMap(\.track.source.path)
    let known = files.isEmpty ? [:] : await tracks(at: files)
    guard !known.isEmpty else { return batch }
    var batch = batch
    for (index, loaded) in batch.tracks.enumerated() {
      guard let path = loaded.track.source.path,
        let row = known[path]?.first(where: { $0.track.segment == loaded.track.segment })
      else { continue }
      batch.tracks[index].track.id = row.id
    }
    return batch
  }

  /// The tracks of these files that the library has.
  func tracks(at files: [FilePath]) async -> [FilePath: [TrackRow]] {
    guard let lists else { return [:] }
    return await attempt { () async throws(LibraryError) in try await lists.tracks(at: files) } ?? [:]
  }

  /// How long these tracks of the library take together, in nanoseconds.
  func duration(of tracks: [TrackID]) async -> UInt64 {
    guard let lists, !tracks.isEmpty else { return 0 }
    let milliseconds =
      await attempt { () async throws(LibraryError) in try await lists.milliseconds(of: tracks) } ?? 0
    return UInt64(max(0, milliseconds)) * Nanoseconds.millisecond
  }

  /// Looks for a text in the library; `nil` when there is none, or the task was cancelled.
  func results(for text: String) async -> SearchResults? {
    guard let search = await index(), !Task.isCancelled else { return nil }
    return await Task.detached(priority: .userInitiated) {
      search.results(for: SearchQuery(text), isCancelled: { Task.isCancelled })
        .map { SearchResults($0, query: text) }
    }.value
  }

  /// What a filter leaves of the lists; `nil` when there is no library, or the task was cancelled.
  func matches(of text: String, in contents: LibraryContents) async -> FilterMatches? {
    guard let search = await index(), !Task.isCancelled else { return nil }
    return await Task.detached(priority: .userInitiated) {
      FilterMatches(text, in: search, contents, isCancelled: { Task.isCancelled })
    }.value
  }

  private func index() async -> LibrarySearch? {
    guard let lists else { return nil }
    if search == nil { search = try? await lists.search() }
    return search
  }

  // MARK: Scanning and watching

  func scan() {
    guard let library else { return tellClosed() }
    guard scanning == nil else {
      scanAgain = true
      return
    }
    scanAgain = false
    send(.scanned(ScanProgress()))
    let report: @Sendable (ScanProgress) -> Void = { [weak self] progress in
      Task { @MainActor in self?.show(progress) }
    }
    let work = Task.detached {
      await Self.result { () async throws(LibraryError) in try await library.scan(report: report) }
    }
    scanning = work
    Task { [weak self] in
      switch await work.value {
      case .success(let summary):
        Log.info("scanned \(summary.found) files: \(summary.added) new, \(summary.updated) different")
      case .failure(let error): self?.tell(error)
      }
      self?.endScan()
    }
  }

  private nonisolated static func result<Value>(
    _ body: () async throws(LibraryError) -> Value
  ) async -> Result<Value, LibraryError> {
    do throws(LibraryError) { return .success(try await body()) } catch { return .failure(error) }
  }

  /// Looks through these folders, which are added if they are in none of the library's; through all when there are
  /// none.
  func scan(
    _ folders: [FilePath], measuresGains: Bool
  ) async -> Result<(ScanSummary, GainScan.Summary?), ScanRefusal> {
    await whenOpen()
    guard let library else { return .failure(ScanRefusal(sentence: "the library cannot be changed now")) }
    let refusal = await Task.detached { Scan.refusal(of: folders) }.value
    if let refusal { return .failure(ScanRefusal(sentence: refusal)) }
    let result = await Task.detached {
      await Self.result { () async throws(LibraryError) -> (ScanSummary, GainScan.Summary?) in
        let roots = try await library.roots()
        for folder in folders where !roots.contains(where: { folder.isInside($0) }) {
          try await library.addRoot(folder)
        }
        let summary = try await library.scan(folders.isEmpty ? nil : folders)
        guard measuresGains else { return (summary, nil) }
        let gains = try await GainScan.run(
          library, report: { _, _ in }, complain: { Log.info("not measured: \($0)") })
        return (summary, gains)
      }
    }.value
    await keepFolders(of: library)
    send(.folders(await self.folders()))
    watch(library)
    note(LibraryChange(), listsAreStale: true)
    readProblems()
    return result.mapError { ScanRefusal(sentence: $0.sentence) }
  }

  /// Why a scan did not come about.
  struct ScanRefusal: Error { let sentence: String }

  private func show(_ progress: ScanProgress) {
    if scanning != nil { send(.scanned(progress)) }
  }

  private func endScan() {
    Heap.giveBackSoon()
    scanning = nil
    send(.scanned(nil))
    readProblems()
    if scanAgain { scan() }
  }

  private func readProblems() { Task { [weak self] in await self?.sendProblems() } }

  /// - Returns: those that there are.
  @discardableResult
  private func sendProblems() async -> [MediaProblem] {
    guard let lists,
      let problems = await attempt({ () async throws(LibraryError) in try await lists.problems() })
    else { return [] }
    send(.problems(problems.map(LoadProblem.init)))
    return problems
  }

  /// Reads files anew, and tells how many of them still can't be read.
  private func retry(_ files: [FilePath]) {
    guard let library else { return tellClosed() }
    Task { [weak self] in
      let work = Task.detached {
        await Self.result { () async throws(LibraryError) in try await library.retry(files) }
      }
      if case .failure(let error) = await work.value { self?.tell(error) }
      guard let self else { return }
      let wanted = Set(files)
      let left = await sendProblems().filter { $0.source.path.map(wanted.contains) ?? false }.count
      tell(
        left == 0
          ? tr("%d file can be read now", "%d files can be read now", files.count)
          : tr("%d file still cannot be read", "%d files still cannot be read", left))
    }
  }

  private func watch(_ library: Library) {
    watching?.cancel()
    let notify: @Sendable (LibraryNotice) -> Void = { [weak self] notice in
      Task { @MainActor in self?.tell(notice) }
    }
    watching = Task.detached { await library.watch(notify: notify) }
  }

  private func tell(_ notice: LibraryNotice) {
    switch notice {
    case .watchLimitReached:
      tell(
        tr("There are more folders than the system lets Nagara watch: they are looked through now and then"))
    case .failed(let error): tell(error)
    }
  }

  private func tell(_ text: String) { store?.send(.tell(Notice(text: text))) }

  private func tell(_ error: LibraryError) {
    Log.warning("library: \(error.description)")
    tell(error.text)
  }

  private func tellClosed() { tell(tr("The library cannot be changed: another Nagara is using it")) }

  /// What the library answers; `nil` after an error, which the user is told.
  @discardableResult
  private func attempt<Value: Sendable>(
    _ body: @Sendable () async throws(LibraryError) -> Value
  ) async -> Value? {
    do throws(LibraryError) { return try await body() } catch {
      tell(error)
      return nil
    }
  }

  private func send(_ action: LibraryAction) { store?.send(.library(action)) }

  // MARK: Changes

  private func follow(_ library: Library) {
    following?.cancel()
    let changes = library.changes()
    following = Task { [weak self] in
      for await change in changes {
        self?.note(change, listsAreStale: true)
        // The watcher's own scans end without a word.
        if self?.scanning == nil { self?.readProblems() }
      }
    }
  }

  private func note(_ new: LibraryChange, listsAreStale isStale: Bool) {
    change.added += new.added
    change.updated += new.updated
    change.removed += new.removed
    if new.regrouped { change.regrouped = true }
    change.pictures.formUnion(new.pictures)
    if isStale { listsAreStale = true }
    guard tellSoon == nil, telling == nil else { return }
    // What the user does shows at once; a scan's changes wait for each other.
    let isBurst = scanning != nil
    let rest = isBurst ? max(Self.rest, listingTime * 4 / 1000) : 0
    tellSoon = MainLoop.after(milliseconds: UInt32(clamping: rest)) { [weak self] in
      self?.tellSoon = nil
      self?.tellChanges()
    }
  }

  private func tellChanges() {
    guard let lists else { return }
    let order = order
    let change = self.change
    let readsLists = listsAreStale
    self.change = LibraryChange()
    listsAreStale = false
    if !change.isEmpty { search = nil }
    let start = MainLoop.monotonicMicroseconds
    telling = Task { [weak self] in
      guard let self else { return }
      let contents =
        readsLists ? await attempt { () async throws(LibraryError) in try await lists.contents(order) } : nil
      guard !Task.isCancelled else { return }
      self.telling = nil
      Heap.giveBackSoon()
      if readsLists { self.listingTime = MainLoop.monotonicMicroseconds - start }
      self.send(.changed(change, contents))
      if !self.change.isEmpty || self.listsAreStale { self.note(LibraryChange(), listsAreStale: false) }
    }
  }
}

extension LibraryError {
  /// In the user's language, with the file that it is about.
  var text: String { path.map { tr(sentence) + " (" + $0.displayPath + ")" } ?? tr(sentence) }
}

extension LibraryLists {
  /// The whole lists, the songs in this order.
  func contents(_ order: SongOrder) throws(LibraryError) -> LibraryContents {
    LibraryContents(
      songs: try trackIDs(.all, order: order.stored, descending: order.isDescending),
      albums: try albumIDs().map { AlbumID($0) }, artists: try artistIDs().map { ArtistID($0) })
  }
}
