import Desktop
import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore
import ShellKit

/// Reads and writes the listener's playlists for the state.
@MainActor
final class PlaylistKeeper {
  private weak var store: Store<AppState, AppAction, AppEffect>?
  private let keeper: () -> LibraryKeeper?
  private let add: (MediaSource) async -> TrackID?
  /// One after the other: an edit goes by what the one before has left.
  private var last: Task<Void, Never>?

  /// - Parameter add: makes what isn't in the library known; `nil` when it can't be played.
  init(
    _ store: Store<AppState, AppAction, AppEffect>, keeper: @escaping () -> LibraryKeeper?,
    add: @escaping (MediaSource) async -> TrackID?
  ) {
    self.store = store
    self.keeper = keeper
    self.add = add
  }

  func perform(_ effect: PlaylistEffect) {
    let before = last
    last = Task { [weak self] in
      await before?.value
      await self?.run(effect)
    }
  }

  private func run(_ effect: PlaylistEffect) async {
    switch effect {
    case .read(let ids): await read(ids)
    case .play(let id):
      await read([id])
      store?.send(.play(.playlist(id), from: nil, shuffled: false))
    case .edit(let edit): await run(edit)
    case .importFiles(let files): await importFiles(files)
    case .export(let id, let file): export(id, file)
    }
  }

  private func send(_ action: PlaylistAction) { store?.send(.playlists(action)) }
  private func tell(_ text: String) { store?.send(.tell(Notice(text: text))) }

  // MARK: Reading

  private func read(_ ids: [Int64]) async {
    guard let lists = keeper()?.lists else { return }
    send(.listed((try? await lists.playlists()) ?? []))
    for id in ids { send(.opened(id, await items(of: id, lists))) }
  }

  private func items(of id: Int64, _ lists: LibraryLists) async -> [PlaylistItem] {
    if let rules = try? await lists.rules(ofPlaylist: id) {
      let tracks = (try? await lists.tracks(matching: rules)) ?? []
      return tracks.map { PlaylistItem(id: $0.rawValue, track: $0, title: "", artist: "") }
    }
    let entries = (try? await lists.entries(ofPlaylist: id)) ?? []
    let known = (try? await lists.tracks(at: entries.compactMap(\.source?.path))) ?? [:]
    var items: [PlaylistItem] = []
    for entry in entries {
      var track = entry.source?.path.flatMap { known[$0]?.first?.id }
      if track == nil, let source = entry.source { track = await add(source) }
      items.append(
        PlaylistItem(
          id: entry.id, track: track,
          title: entry.title ?? entry.source?.displayName ?? String(decoding: entry.literal, as: UTF8.self),
          artist: entry.artists.joined(separator: ", ")))
    }
    return items
  }

  // MARK: Editing

  private func run(_ edit: PlaylistEdit) async {
    guard let library = keeper()?.library else { return tell(tr("The playlists cannot be changed now")) }
    let tracks = store?.state.library.tracks
    func known(_ ids: [TrackID]) -> [Track] { ids.compactMap { tracks?[$0] } }
    let playlists = store?.state.playlists
    do throws(LibraryError) {
      switch edit {
      case .make(let name, let ids):
        let made = try await library.makePlaylist(name, tracks: known(ids))
        done(made, tr("Playlist “%s” made", name))
      case .rename(let id, let name): done(try await library.renamePlaylist(id, name), nil)
      case .delete(let id):
        let title = playlists?.row(id)?.name ?? ""
        done(try await library.deletePlaylist(id), tr("Playlist “%s” deleted", title))
      case .add(let id, let ids, let before):
        let changed = try await library.addToPlaylist(id, known(ids), before: before)
        done(changed, tr("%d song added to the playlist", "%d songs added to the playlist", ids.count))
      case .remove(let id, let entries):
        let changed = try await library.removeFromPlaylist(id, entries)
        done(changed, tr("%d song removed", "%d songs removed", entries.count))
      case .move(let id, let entries, let before):
        done(try await library.moveInPlaylist(id, entries, before: before), nil)
      case .putBack(let snapshot): try await library.putBack(snapshot)
      }
    } catch {
      tell(tr(error.sentence))
    }
    await read(store.map { Array($0.state.playlists.items.keys) } ?? [])
  }

  private func done(_ snapshot: PlaylistSnapshot, _ text: String?) {
    send(.edited(snapshot, text.map { Notice(text: $0, kind: .undo) }))
  }

  // MARK: Files

  /// Each file is a playlist, named as it says or as the file.
  private func importFiles(_ files: [FilePath]) async {
    guard let library = keeper()?.library, let lists = keeper()?.lists else { return }
    for file in files {
      let read = await Task.detached { PlaylistFile.read(file, markup: XMLReading.parser) }.value
      guard case .success(let list) = read else {
        if case .failure(let problem) = read { tell(problem.description) }
        continue
      }
      var tracks: [Track] = []
      let sources = list.outcomes.compactMap { try? $0.get() }
      for source in sources {
        var id: TrackID?
        if let path = source.path { id = (try? await lists.tracks(at: [path]))?[path]?.first?.id }
        if id == nil { id = await add(source) }
        if let track = id.flatMap({ store?.state.library.tracks[$0] }) { tracks.append(track) }
      }
      let title = list.playlist.title.flatMap { $0.isEmpty ? nil : $0 } ?? Self.name(of: file)
      if let made = try? await library.makePlaylist(title, tracks: tracks) {
        done(made, tr("Playlist “%s” made", title))
      }
      let missing = list.outcomes.count - tracks.count
      if missing > 0 {
        tell(tr("%d entry of it was not found", "%d entries of it were not found", missing))
      }
    }
    await self.read([])
  }

  private static func name(of file: FilePath) -> String {
    let name = file.displayName
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  private func export(_ id: Int64, _ file: FilePath) {
    guard let state = store?.state else { return }
    let tracks = (state.playlists.items[id] ?? []).compactMap {
      $0.track.flatMap { state.library.tracks[$0] }
    }
    if let problem = PlaylistExport.write(tracks, title: state.playlists.row(id)?.name, to: file) {
      tell(problem.description)
    } else {
      tell(tr("Saved as “%s”", file.displayName))
    }
  }
}
