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
  private let window: () -> Window?
  private var madeFirst = false
  /// One after the other: an edit goes by what the one before has left.
  private var last: Task<Void, Never>?

  /// - Parameters:
  ///   - add: makes what isn't in the library known; `nil` when it can't be played.
  ///   - window: over which questions are asked.
  init(
    _ store: Store<AppState, AppAction, AppEffect>, keeper: @escaping () -> LibraryKeeper?,
    add: @escaping (MediaSource) async -> TrackID?, window: @escaping () -> Window?
  ) {
    self.window = window
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
    case .notePlayed(let id):
      try? await keeper()?.library?.notePlayed(playlist: id)
      await read([])
    case .edit(let edit): await run(edit)
    case .importFiles(let files): await importFiles(files)
    case .export(let id, let file): await export(id, file)
    case .describe: await describe()
    case .askForRules(let id): await askForRules(id)
    }
  }

  private func send(_ action: PlaylistAction) { store?.send(.playlists(action)) }
  private func tell(_ text: String) { store?.send(.tell(Notice(text: text))) }

  // MARK: Reading

  private func read(_ ids: [Int64]) async {
    guard let lists = keeper()?.lists else { return }
    if !madeFirst, let library = keeper()?.library {
      madeFirst = true
      try? await library.makeFirstPlaylists(SmartPlaylist.readyMade)
    }
    send(.listed((try? await lists.playlists()) ?? []))
    for id in ids {
      let items = await items(of: id, lists)
      send(.opened(id, items))
      send(.added(id, await length(of: items)))
    }
  }

  private func length(of items: [PlaylistItem]) async -> UInt64 {
    let tracks = items.compactMap(\.track)
    let opened = store?.state.library.opened.tracks
    let strangers = tracks.reduce(UInt64(0)) {
      $1.rawValue < 0 ? $0 + (opened?[$1]?.durationNanoseconds ?? 0) : $0
    }
    return strangers + (await keeper()?.duration(of: tracks.filter { $0.rawValue > 0 }) ?? 0)
  }

  /// - Parameter limit: only so many of the first.
  private func items(of id: Int64, _ lists: LibraryLists, limit: Int = .max) async -> [PlaylistItem] {
    if let rules = try? await lists.rules(ofPlaylist: id) {
      let tracks = (try? await lists.tracks(matching: rules)) ?? []
      return tracks.prefix(limit).map { PlaylistItem(id: $0.rawValue, track: $0, title: "", artist: "") }
    }
    let entries = ((try? await lists.entries(ofPlaylist: id)) ?? []).prefix(limit)
    let known = (try? await lists.tracks(at: entries.compactMap(\.source?.path))) ?? [:]
    var items: [PlaylistItem] = []
    for entry in entries {
      var track = entry.source?.path.flatMap { known[$0]?.first { $0.piece == entry.piece }?.id }
      if track == nil, let source = entry.source { track = await add(source) }
      items.append(
        PlaylistItem(
          id: entry.id, track: track,
          title: entry.title ?? entry.source?.displayName ?? Self.place(of: entry),
          artist: entry.artists.joined(separator: ", "), place: Self.place(of: entry),
          written: entry.written ?? (track == nil ? Self.unavailable(entry) : nil)))
    }
    return items
  }

  /// As people read it.
  private static func place(of entry: PlaylistEntry) -> String {
    if let written = entry.written { return TextBytes.text(written.location) }
    return entry.source.map { $0.path?.displayPath ?? $0.uri } ?? ""
  }

  /// A file that is known and not there is exported as what it is.
  private static func unavailable(_ entry: PlaylistEntry) -> Playlist.Entry? {
    guard let source = entry.source else { return nil }
    return Playlist.Entry(
      location: Array(source.uri.utf8), title: entry.title,
      artist: entry.artists.isEmpty ? nil : entry.artists.joined(separator: ", "),
      durationNanoseconds: entry.milliseconds.map { UInt64(max(0, $0)) * Nanoseconds.millisecond })
  }

  private func describe() async {
    guard let lists = keeper()?.lists else { return }
    var facts: [Int64: PlaylistFacts] = [:]
    for row in (try? await lists.playlists()) ?? [] {
      facts[row.id] = row.isSmart ? await smartFacts(of: row.id, lists) : await self.facts(of: row, lists)
    }
    send(.described(facts))
  }

  private func smartFacts(of id: Int64, _ lists: LibraryLists) async -> PlaylistFacts {
    guard let rules = try? await lists.rules(ofPlaylist: id) else { return PlaylistFacts() }
    return await Self.facts(matching: rules, lists) ?? PlaylistFacts()
  }

  private static func facts(matching rules: SmartPlaylist, _ lists: LibraryLists) async -> PlaylistFacts? {
    guard let tracks = try? await lists.tracks(matching: rules) else { return nil }
    return PlaylistFacts(
      count: tracks.count, milliseconds: (try? await lists.milliseconds(of: tracks)) ?? 0,
      first: Array(tracks.prefix(PlaylistFacts.firstCount)))
  }

  private func facts(of row: PlaylistRow, _ lists: LibraryLists) async -> PlaylistFacts {
    let entries = (try? await lists.entries(ofPlaylist: row.id)) ?? []
    let files = entries.prefix(PlaylistFacts.firstCount).compactMap { $0.source?.path }
    let known = (try? await lists.tracks(at: files)) ?? [:]
    return PlaylistFacts(
      count: entries.count, milliseconds: (try? await lists.milliseconds(ofPlaylist: row.id)) ?? 0,
      first: files.compactMap { known[$0]?.first?.id })
  }

  /// The cover of the first of its tracks that has one, as far as one looks for an image.
  func coverKey(of id: Int64) async -> String? {
    guard let lists = keeper()?.lists else { return nil }
    let tracks = await items(of: id, lists, limit: 50).compactMap(\.track)
    guard let table = store?.state.library.tracks else { return nil }
    return tracks.lazy.compactMap { table[$0]?.coverKey }.first
  }

  // MARK: Editing

  /// Asks for a smart playlist's name and rules.
  private func askForRules(_ id: Int64?) async {
    guard let lists = keeper()?.lists, let window = window(), let state = store?.state else { return }
    var form = RuleForm()
    if let id {
      guard let rules = try? await lists.rules(ofPlaylist: id) else {
        return tell(tr("The rules of this playlist can’t be read"))
      }
      form = RuleForm(name: state.playlists.row(id)?.name ?? "", rules)
    }
    RuleEditor.show(over: window, form, isNew: id == nil, isNarrow: !state.form.isRegular) { rules in
      await Self.facts(matching: rules, lists)
    } done: { [weak store] name, rules in
      store?.send(.playlists(.edit(id.map { .setRules($0, name, rules) } ?? .makeSmart(name, rules))))
    }
  }

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
      case .makeSmart(let name, let rules):
        done(try await library.makePlaylist(name, rules: rules), tr("Playlist “%s” made", name))
      case .setRules(let id, let name, let rules):
        done(try await library.setRules(id, rules, name: name), tr("Playlist “%s” changed", name))
      case .duplicate(let id, let name):
        done(try await library.duplicatePlaylist(id, name), tr("Playlist “%s” made", name))
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
      tell(error.text)
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
      let place = library.place
      let read = await Task.detached {
        PlaylistFile.read(file, markup: XMLReading.parser, libraryPaths: { place.files() })
      }.value
      guard case .success(let list) = read else {
        if case .failure(let problem) = read { tell(problem.description) }
        continue
      }
      let title = list.name(of: file)
      do throws(LibraryError) {
        let entries = try await lists.entries(of: list)
        done(try await library.makePlaylist(title, entries: entries), tr("Playlist “%s” made", title))
      } catch {
        tell(error.text)
        continue
      }
      let missing = list.outcomes.count { if case .failure = $0 { true } else { false } }
      if missing > 0 {
        tell(tr("%d entry of it was not found", "%d entries of it were not found", missing))
      }
    }
    await self.read([])
  }

  private func export(_ id: Int64, _ file: FilePath) async {
    // What is shown of it may be nothing yet.
    guard let lists = keeper()?.lists else { return }
    let items = await items(of: id, lists)
    guard let state = store?.state else { return }
    let entries = items.compactMap { item in
      item.track.flatMap { state.library.tracks[$0] }.map(NewPlaylistEntry.track)
        ?? item.written.map(NewPlaylistEntry.unresolved)
    }
    if let problem = PlaylistExport.write(entries, title: state.playlists.row(id)?.name, to: file) {
      tell(problem.description)
    } else {
      tell(tr("Saved as “%s”", file.displayName))
    }
  }
}
