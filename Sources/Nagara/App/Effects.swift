import Desktop
import GtkBridge
import MusicLibrary
import Playback
import PlayerCore
import ShellCore
import ShellKit

/// Does what the reducer asks for, and sends what comes of it.
@MainActor
final class Effects {
  /// Shows toasts and moves focus.
  weak var window: MainWindow?

  private weak var store: Store<AppState, AppAction, AppEffect>?
  /// The user's library; `nil` before it is wanted.
  private(set) var library: LibraryKeeper?
  private var playlists: PlaylistKeeper?
  private var stations: StationKeeper?
  private lazy var archive = ArchiveKeeper(
    { [weak self] in self?.store?.send($0) }, keeper: { [weak self] in self?.library })
  private lazy var pool = TagReaderPool(sleep: MainLoop.sleep)
  private lazy var loader = MediaLoader(
    pool: pool, markup: XMLReading.parser, libraryPaths: { LibraryPlace.standard()?.files() ?? [] })
  // The textures are kept by `Covers`; pixels only as long as two sizes of one picture may be wanted.
  private lazy var coverLoader = CoverLoader(
    pool: pool, byteLimit: 2 << 20,
    folder: FilePath(
      bytes: Environment.join(Environment.cacheDirectory, Array("nagara/covers".utf8))))
  private lazy var engine = Engine { [weak self] in self?.store?.send(.player(.engine($0))) }
  private var engineIsUsed = false
  private var filtering: Task<FilterMatches?, Never>?
  private var searching: Task<SearchResults?, Never>?
  private var searchedText = ""
  private var searchesAgain = false
  private var loading: [LoadID: Task<Void, Never>] = [:]
  private var gathered: [LoadID: MediaBatch] = [:]
  private var flushes: [LoadID: SourceToken] = [:]
  private var failureTimer: SourceToken?
  private var sleepTimer: SourceToken?
  private var soundTimer: SourceToken?

  /// Failures that come this close together are told in one notice, in milliseconds.
  private static let failureRest: UInt32 = 700
  /// A volume that is being dragged is kept once in so long, in milliseconds.
  private static let soundRest: UInt32 = 2_000
  /// Batches of tracks that come this close together are taken at once, in milliseconds.
  private static let gatherRest: UInt32 = 120

  func start(_ store: Store<AppState, AppAction, AppEffect>) { self.store = store }

  /// Opens the library.
  func startLibrary(_ settings: AppSettings) {
    guard let store else { return }
    let library = LibraryKeeper(store, pool: pool, settings: settings)
    self.library = library
    playlists = PlaylistKeeper(
      store, keeper: { [weak self] in self?.library },
      add: { [weak self] source in await self?.add(source).first },
      window: { [weak self] in self?.window?.window })
    stations = StationKeeper(store, keeper: { [weak self] in self?.library })
    library.start()
  }

  func stop() {
    library?.stop()
    for task in loading.values { task.cancel() }
    searching?.cancel()
    filtering?.cancel()
    if engineIsUsed { engine.stopAtOnce() }
  }

  /// Where the current track is, in nanoseconds: exact, though the state may have been told less lately.
  var position: UInt64 {
    guard let state = store?.state else { return 0 }
    guard engineIsUsed, let entry = engine.entry, entry == state.player.queue.current?.id else {
      return state.player.position
    }
    return engine.position
  }

  /// Covers as textures, read through the loader.
  private(set) lazy var covers = makeCovers()

  private func makeCovers() -> Covers { Covers(read: coverReader) }

  /// Told of the folders whose covers may be others, once old ones are no longer given.
  var coversChanged: ((Set<FilePath>) -> Void)?

  /// Reads covers by their keys, on any thread.
  var coverReader: Covers.Read {
    let loader = coverLoader
    return { key, pixels in
      guard let request = CoverKey.request(key, pixels: pixels) else { return nil }
      return try? await loader.cover(request).get()
    }
  }

  func perform(_ effect: AppEffect) {
    switch effect {
    case .shell(let effect): window?.perform(effect)
    case .player(let effect): perform(effect)
    case .record(let action): ShellTraceFile.wanted?.record(action)
    case .load(let id, let sources): load(id, sources)
    case .library(let effect): library?.perform(effect)
    case .archive(let effect): archive.perform(effect)
    case .search(let text): search(text)
    case .filter(let text): filter(text)
    case .forgetCovers(let folders): forgetCovers(in: folders)
    case .readColors(let key): readColors(key)
    case .watchPosition(let watch): if engineIsUsed { engine.isPositionWatched = watch }
    case .readLyrics(let track): readLyrics(track)
    case .keepLyricsOffset(let id, let milliseconds):
      guard let track = store?.state.library.tracks[id] else { return }
      library?.changeHabits(of: track) { $0.lyricsOffsetMilliseconds = milliseconds }
    case .leave(let entry, let position):
      let isLoaded = engineIsUsed && engine.entry == entry.id
      store?.send(.left(entry.track, at: isLoaded ? engine.position : position))
    case .sleep(let nanoseconds): setSleep(nanoseconds)
    case .keepSound:
      guard soundTimer == nil else { return }
      soundTimer = MainLoop.after(milliseconds: Self.soundRest) { [weak self] in
        self?.soundTimer = nil
        self?.keepSound?()
      }
    case .locate(let action):
      if engineIsUsed { engine.reportPosition() }
      store?.send(.located(action))
    case .apply(let preferences): apply(preferences)
    case .focusSearch: window?.focusSearch()
    case .addUpNext(let revision): addUpNext(revision)
    case .playlists(let effect): playlists?.perform(effect)
    case .stations(let effect): stations?.perform(effect)
    case .showFiles(let files): fileEffects.show(files)
    case .askToTrash(let files):
      if let window { fileEffects.askToTrash(files, over: window.window) }
    case .trash(let files): fileEffects.trash(files)
    case .editTags(let files):
      if let window {
        TagEditor.show(over: window.window, files, TagFileEditor(pool: pool)) { [weak store] in
          store?.send($0)
        }
      }
    case .keepColumns(let columns): keepColumns?(columns)
    case .keepView(let view): keepView?(view)
    case .tell(let notice): window?.show(notice)
    case .tellFailuresSoon:
      failureTimer = MainLoop.after(milliseconds: Self.failureRest) { [weak self] in
        self?.store?.send(.tellFailures)
      }
    }
  }

  private func perform(_ effect: PlayerEffect) {
    guard let store else { return }
    if !engineIsUsed {
      // Volume and the like are told when there is something to play.
      guard case .load = effect else { return }
      engineIsUsed = true
      engine.setVolume(store.state.player.volume)
      engine.setMuted(store.state.player.isMuted)
      engine.setRate(store.state.player.rate)
      engine.isPositionWatched = store.state.watchesPosition
      shape(store.state.preferences)
    }
    engine.perform(effect) { store.state.item($0) }
  }

  private func setSleep(_ nanoseconds: UInt64?) {
    sleepTimer = nanoseconds.map { nanoseconds in
      MainLoop.after(milliseconds: UInt32(clamping: nanoseconds / Nanoseconds.millisecond)) { [weak self] in
        self?.store?.send(.player(.sleepTimeIsUp))
      }
    }
  }

  /// The cover that stands for a playlist.
  func coverKey(ofPlaylist id: Int64) async -> String? { await playlists?.coverKey(of: id) }

  private var fileEffects: FileEffects { FileEffects { [weak store] in store?.send($0) } }

  // MARK: Preferences

  /// Keeps the volume and the speed.
  var keepSound: (() -> Void)?

  /// Keeps which columns the songs' table has.
  var keepColumns: ((SongColumns) -> Void)?

  /// Keeps what the Library tab lists.
  var keepView: ((LibraryView) -> Void)?

  /// Keeps them; called after they have been applied to the sound.
  var keepPreferences: ((Preferences) -> Void)?

  private func apply(_ preferences: Preferences) {
    if engineIsUsed, let store {
      shape(preferences)
      engine.updateGains { entry in
        store.state.player.queue.entry(entry).flatMap { store.state.item($0)?.gain }
      }
    }
    keepPreferences?(preferences)
  }

  private func shape(_ preferences: Preferences) {
    engine.setEqualizer(preferences.equalizer.applied)
    engine.setBalance(preferences.balance)
    engine.setMono(preferences.isMono)
    engine.setOutput(preferences.outputDevice.map(AudioOutput.device) ?? .automatic)
  }

  /// Tells which sound devices there are, now and when one comes or goes, until `nil` is given.
  func watchDevices(_ handler: (([OutputDevice]) -> Void)?) { engine.watchDevices(handler) }

  private func load(_ id: LoadID, _ sources: [MediaSource]) {
    let batches = loader.load(sources)
    let start = MainLoop.monotonicMicroseconds
    loading[id] = Task { [weak self] in
      var count = 0
      for await batch in batches {
        count += batch.tracks.count
        guard let known = await self?.recognise(batch) else { return }
        self?.gather(known, for: id)
      }
      self?.flush(id)
      Log.info("read \(count) tracks in \((MainLoop.monotonicMicroseconds - start) / 1000) ms")
      self?.loading[id] = nil
      self?.store?.send(.loadFinished(id))
    }
  }

  /// The first batch is shown, and sounds, at once; of those that follow, what comes within a moment is one.
  private func gather(_ batch: MediaBatch, for id: LoadID) {
    guard gathered[id] != nil else {
      gathered[id] = MediaBatch()
      store?.send(.loaded(id, batch))
      return
    }
    gathered[id]?.tracks += batch.tracks
    gathered[id]?.problems += batch.problems
    guard flushes[id] == nil else { return }
    flushes[id] = MainLoop.after(milliseconds: Self.gatherRest) { [weak self] in self?.flush(id, goesOn: true)
    }
  }

  private func flush(_ id: LoadID, goesOn: Bool = false) {
    flushes[id] = nil
    guard let batch = gathered[id] else { return }
    gathered[id] = goesOn ? MediaBatch() : nil
    if !batch.tracks.isEmpty || !batch.problems.isEmpty { store?.send(.loaded(id, batch)) }
  }

  /// What these sources hold, as it is read.
  func read(_ sources: [MediaSource]) -> AsyncStream<MediaBatch> { loader.load(sources) }

  /// Reads one file or stream: what there is in it to play.
  func add(_ source: MediaSource) async -> [TrackID] {
    var all: [LoadedTrack] = []
    for await batch in loader.load([source]) {
      let batch = await recognise(batch)
      all += batch.tracks
      store?.send(.add(batch))
    }
    return all.compactMap { loaded in
      loaded.id.rawValue > 0
        ? loaded.id : store?.state.library.opened.track(of: loaded.track.source, loaded.track.segment)
    }
  }

  private func recognise(_ batch: MediaBatch) async -> MediaBatch {
    guard let library else { return batch }
    return await library.recognise(batch)
  }

  private func search(_ text: String) {
    if searching != nil, text == searchedText {
      // More was loaded meanwhile: what is found so far is shown first.
      searchesAgain = true
      return
    }
    searching?.cancel()
    searching = nil
    searchesAgain = false
    searchedText = text
    guard let music = store?.state.library, !SearchQuery(text).isEmpty else { return }
    let library = music.isFilled ? self.library : nil
    let task = Task.detached(priority: .userInitiated) { () -> SearchResults? in
      if let library { return await library.results(for: text) }
      return music.opened.search.results(for: SearchQuery(text), isCancelled: { Task.isCancelled })
        .map { SearchResults($0, query: text) }
    }
    searching = task
    Task { [weak self] in
      let results = await task.value
      guard let self, !task.isCancelled, self.searching == task else { return }
      self.searching = nil
      if let results { self.store?.send(.found(results)) }
      if self.searchesAgain { self.search(text) }
    }
  }

  /// A queue may hold the whole library: its lengths are not read here one by one.
  private func addUpNext(_ revision: Int) {
    guard let store else { return }
    let queue = store.state.player.queue
    let start = queue.currentTimelineIndex ?? queue.upNextStart
    var tracks: [TrackID] = []
    var length: UInt64 = 0
    for entry in queue.timeline(start..<queue.timelineCount) {
      if entry.track.rawValue > 0 {
        tracks.append(entry.track)
      } else {
        length += store.state.library.opened.tracks[entry.track]?.durationNanoseconds ?? 0
      }
    }
    guard !tracks.isEmpty, let library else {
      return MainLoop.whenIdle { [weak self] in self?.store?.send(.upNextAdded(length, revision: revision)) }
    }
    Task { [weak self] in
      let all = length + (await library.duration(of: tracks))
      self?.store?.send(.upNextAdded(all, revision: revision))
    }
  }

  private func filter(_ text: String) {
    filtering?.cancel()
    filtering = nil
    guard let state = store?.state, !SearchQuery(text).isEmpty else { return }
    let lists = state.libraryLists
    let opened = state.library.opened
    let library = state.library.isFilled ? self.library : nil
    let task = Task.detached(priority: .userInitiated) { () -> FilterMatches? in
      if let library { return await library.matches(of: text, in: lists) }
      return FilterMatches(text, in: opened.search, lists, isCancelled: { Task.isCancelled })
    }
    filtering = task
    Task { [weak self] in
      let matches = await task.value
      guard let self, !task.isCancelled, self.filtering == task else { return }
      self.filtering = nil
      if let matches { self.store?.send(.filtered(matches)) }
    }
  }

  private func readLyrics(_ id: TrackID) {
    guard let source = store?.state.library.tracks[id]?.source, let file = source.path else { return }
    let loader = loader
    Task { [weak self] in
      let details = try? await loader.details(of: file).get()
      let habits = await self?.library?.habits(of: source)
      self?.store?.send(
        .lyricsRead(id, details?.lyrics, offset: habits?.lyricsOffsetMilliseconds ?? 0))
    }
  }

  /// Covers that are on show stay until they have been read anew.
  private func forgetCovers(in folders: Set<FilePath>) {
    let loader = coverLoader
    Task { [weak self] in
      await loader.forget(in: folders)
      guard let self, let store else { return }
      covers.forget { CoverKey.isKey($0, in: folders) }
      coversChanged?(folders)
      guard store.state.preferences.tintsFromCover, let key = store.state.currentTrack?.coverKey,
        CoverKey.isKey(key, in: folders)
      else { return }
      readColors(key)
    }
  }

  private func readColors(_ key: String) {
    guard let request = CoverKey.request(key, pixels: Covers.Resolution.row.pixels) else { return }
    let loader = coverLoader
    Task { [weak self] in
      let image = try? await loader.cover(request).get()
      self?.store?.send(.coverColors(key: key, image?.colors))
    }
  }
}

extension AppState {
  /// A queue entry as the engine plays it with the user's settings; `nil` when its track is gone.
  func item(_ entry: QueueEntry) -> PlaybackItem? {
    guard let track = library.tracks[entry.track] else { return nil }
    let queue = player.queue
    // The engine asks for the current entry and for the one behind it.
    var place = queue.currentTimelineIndex
    if entry.id != queue.current?.id { place = place.map { $0 + 1 } }
    func neighbour(_ step: Int) -> Track? {
      guard let place, (0..<queue.timelineCount).contains(place),
        queue.timelineEntry(at: place).id == entry.id,
        (0..<queue.timelineCount).contains(place + step)
      else { return nil }
      return library.tracks[queue.timelineEntry(at: place + step).track]
    }
    return PlaybackItem(
      entry: entry.id, track: track, loudness: preferences.loudness,
      crossfade: UInt64(max(0, preferences.crossfade)) * Nanoseconds.second, previous: neighbour(-1),
      next: neighbour(1))
  }
}
