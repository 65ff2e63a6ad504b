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
  private lazy var pool = TagReaderPool(sleep: MainLoop.sleep)
  private lazy var loader = MediaLoader(pool: pool, markup: XMLReading.parser)
  // The textures are kept by `Covers`; pixels only as long as two sizes of one picture may be wanted.
  private lazy var coverLoader = CoverLoader(pool: pool, byteLimit: 8 << 20)
  private lazy var engine = Engine { [weak self] in self?.store?.send(.player(.engine($0))) }
  private var engineIsUsed = false
  private var searching: Task<SearchResults?, Never>?
  private var loading: [LoadID: Task<Void, Never>] = [:]
  private var failureTimer: SourceToken?

  /// Failures that come this close together are told in one notice, in milliseconds.
  private static let failureRest: UInt32 = 700

  func start(_ store: Store<AppState, AppAction, AppEffect>) { self.store = store }

  func stop() {
    for task in loading.values { task.cancel() }
    searching?.cancel()
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
    case .search(let text): search(text)
    case .readColors(let key): readColors(key)
    case .watchPosition(let watch): if engineIsUsed { engine.isPositionWatched = watch }
    case .focusSearch: window?.focusSearch()
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
      engine.isPositionWatched = store.state.watchesPosition
    }
    engine.perform(effect) { entry in
      store.state.library.tracks[entry.track].map {
        PlaybackItem(entry: entry.id, source: $0.source, segment: $0.segment)
      }
    }
  }

  private func load(_ id: LoadID, _ sources: [MediaSource]) {
    let batches = loader.load(sources)
    loading[id] = Task { [weak self] in
      for await batch in batches { self?.store?.send(.loaded(id, batch)) }
      self?.loading[id] = nil
      self?.store?.send(.loadFinished(id))
    }
  }

  /// Reads one file or stream into the library; `nil` when there is nothing in it to play.
  func add(_ source: MediaSource) async -> TrackID? {
    for await batch in loader.load([source]) { store?.send(.add(batch)) }
    return store?.state.library.track(of: source)
  }

  private func search(_ text: String) {
    searching?.cancel()
    searching = nil
    guard let library = store?.state.library, !SearchQuery(text).isEmpty else { return }
    let task = Task.detached(priority: .userInitiated) {
      Nagara.search(text, in: library, isCancelled: { Task.isCancelled })
    }
    searching = task
    Task { [weak self] in
      if let results = await task.value, !task.isCancelled { self?.store?.send(.found(results)) }
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
