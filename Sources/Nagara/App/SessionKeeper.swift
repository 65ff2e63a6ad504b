import GtkBridge
import MusicLibrary
import Playback
import PlayerCore
import ShellCore

/// Brings the last session's queue back, paused, and keeps the present one on disk.
@MainActor
final class SessionKeeper {
  private let store: Store<AppState, AppAction, AppEffect>
  private let effects: Effects
  private let sessions: SessionStore
  private var restoring: Task<Void, Never>?

  init(_ store: Store<AppState, AppAction, AppEffect>, _ effects: Effects) {
    self.store = store
    self.effects = effects
    let folder = Environment.join(Environment.stateDirectory, Array("nagara".utf8))
    sessions = SessionStore(folder: folder) { [weak store] in
      let tracks = store?.state.library.tracks
      return { tracks?[$0].map(SessionURI.uri) }
    }
  }

  /// Reads the files that were queued, and puts the queue back unless something else plays by then.
  func restore() {
    var uris: [String] = []
    let session = sessions.load { uri in
      uris.append(uri)
      return nil
    }
    if let notice = session.notice { store.send(.tell(Notice(text: tr(notice)))) }
    guard !uris.isEmpty else {
      store.send(.restored(nil))
      begin()
      return
    }
    var seen: Set<String> = []
    let sources = uris.compactMap { SessionURI.parse($0)?.source }.filter { seen.insert($0.uri).inserted }
    restoring = Task { [weak self, effects] in
      await effects.library?.whenOpen()
      var known: [FilePath: [TrackRow]] = [:]
      if let library = effects.library { known = await library.tracks(at: sources.compactMap(\.path)) }
      let strangers = sources.filter { $0.path.map { known[$0] == nil } ?? true }
      if !strangers.isEmpty {
        for await batch in effects.read(strangers) { self?.store.send(.add(batch)) }
      }
      self?.putBack(known)
    }
  }

  /// The queue is what plays now: nothing is restored.
  func begin() { observe(store.state) }

  /// - Parameter known: those of the library.
  private func putBack(_ known: [FilePath: [TrackRow]]) {
    restoring = nil
    let opened = store.state.library.opened
    let session = sessions.load { uri in
      guard let (source, segment) = SessionURI.parse(uri) else { return nil }
      let row = source.path.flatMap { known[$0] }?.first { $0.track.segment == segment }
      return row?.id ?? opened.track(of: source, segment)
    }
    let queue = Queue(session.queue, seed: .random(in: .min ... .max))
    store.send(.restored(RestoredSession(queue: queue, position: session.position)))
    begin()
  }

  func show(_ old: AppState, _ new: AppState) {
    guard restoring == nil, !new.isRestoring, old.revision != new.revision else { return }
    observe(new)
  }

  private func observe(_ state: AppState) {
    sessions.observe(state.player) { [weak effects] in effects?.position ?? 0 }
  }

  func finish() {
    guard restoring == nil, !store.state.isRestoring else {
      restoring?.cancel()
      return
    }
    sessions.finish(position: effects.position)
  }
}

/// How a track is named in the session file: by its source's URI and, where a sheet cuts a file, the part.
enum SessionURI {
  static func uri(_ track: Track) -> String {
    guard let segment = track.segment else { return track.source.uri }
    return track.source.uri + "#t=\(segment.start)-" + (segment.end.map { String($0) } ?? "")
  }

  static func parse(_ uri: String) -> (source: MediaSource, segment: Segment?)? {
    guard uri.hasPrefix("file:"), let mark = uri.lastIndex(of: "#"), uri[mark...].hasPrefix("#t=") else {
      return (MediaSource(uri: uri), nil)
    }
    let ends = uri[mark...].dropFirst(3).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = UInt64(ends[0]) else { return nil }
    return (MediaSource(uri: String(uri[..<mark])), Segment(start: start, end: UInt64(ends[1])))
  }
}
