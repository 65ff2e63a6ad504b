import Desktop
import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore

/// The library as the desktop's search sees it. It is read beside whatever the window does, and without a window
/// where the desktop starts the program to search.
@MainActor
final class DesktopSearch {
  private let application: Application
  private let finder: LibraryFinder
  private let play: @MainActor ([MediaSource]) -> Void
  private let showAll: @MainActor (String) -> Void
  private var provider: SearchProvider?
  private var forgetting: SourceToken?

  /// What was read for one search serves the next, for so long; so does a program without a window.
  private static let memoryMilliseconds: UInt32 = 30_000

  /// - Parameters:
  ///   - play: plays what was chosen, in the window.
  ///   - showAll: searches in the window.
  init(
    _ application: Application, place: LibraryPlace?, play: @escaping @MainActor ([MediaSource]) -> Void,
    showAll: @escaping @MainActor (String) -> Void
  ) {
    self.application = application
    finder = LibraryFinder(place)
    self.play = play
    self.showAll = showAll
  }

  func start(on bus: BusConnection) {
    let provider = SearchProvider(
      SearchHost(
        find: { [weak self] in await self?.find($0) ?? [] },
        describe: { [weak self] in await self?.describe($0) ?? [] },
        open: { [weak self] in await self?.open($0) },
        showAll: { [weak self] in self?.showAll($0.joined(separator: " ")) }))
    do throws(DBusError) {
      try provider.start(on: bus)
      self.provider = provider
    } catch {
      Log.warning("no search provider: \(error)")
    }
  }

  // Nothing else keeps a program without a window while it searches.

  private func find(_ words: [String]) async -> [String] {
    application.hold()
    defer { application.release() }
    if !application.hasWindow { application.setPatience(milliseconds: Self.memoryMilliseconds) }
    forgetLater()
    return await finder.find(words)
  }

  private func describe(_ names: [String]) async -> [SearchHost.Result] {
    application.hold()
    defer { application.release() }
    return await finder.describe(names)
  }

  private func open(_ name: String) async {
    application.hold()
    defer { application.release() }
    let sources = await finder.sources(of: name)
    if !sources.isEmpty { play(sources) }
  }

  private func forgetLater() {
    forgetting = MainLoop.after(milliseconds: Self.memoryMilliseconds) { [weak self] in
      if let finder = self?.finder { Task { await finder.forget() } }
    }
  }
}

/// Finds artists, albums and songs in the library on the disk, by names such as `album 12`.
actor LibraryFinder {
  private let place: LibraryPlace?
  private var lists: LibraryLists?
  private var search: LibrarySearch?

  /// A desktop shows a handful.
  private static let limits = (artists: 2, albums: 4, tracks: 10)

  init(_ place: LibraryPlace?) { self.place = place }

  func find(_ words: [String]) async -> [String] {
    let query = MusicLibrary.SearchQuery(words.joined(separator: " "))
    guard !query.isEmpty, let search = await index(),
      let found = search.results(for: query, limit: Self.limits.tracks)
    else { return [] }
    return found.artists.prefix(Self.limits.artists).map { Item.artist($0).name }
      + found.albums.prefix(Self.limits.albums).map { Item.album($0).name }
      + found.tracks.map { Item.track($0).name }
  }

  func describe(_ names: [String]) async -> [SearchHost.Result] {
    guard let lists = opened() else { return [] }
    var results: [SearchHost.Result] = []
    for name in names {
      if let item = Item(name), let result = try? await Self.describe(item, name, lists) {
        results.append(result)
      }
    }
    return results
  }

  /// What plays when it is chosen.
  func sources(of name: String) async -> [MediaSource] {
    guard let item = Item(name), let lists = opened() else { return [] }
    var ids: [TrackID]?
    switch item {
    case .artist(let id): ids = try? await lists.trackIDs(.artist(id))
    case .album(let id): ids = try? await lists.trackIDs(.album(id))
    case .track(let id): ids = [TrackID(id)]
    }
    return ((try? await lists.tracks(ids ?? [])) ?? []).map(\.track.source)
  }

  /// Lets go of what was read.
  func forget() {
    search = nil
    lists = nil
  }

  private func opened() -> LibraryLists? {
    if lists == nil { lists = place.flatMap { try? LibraryLists($0) } }
    return lists
  }

  private func index() async -> LibrarySearch? {
    if search == nil { search = try? await opened()?.search() }
    return search
  }

  private static func describe(
    _ item: Item, _ name: String, _ lists: LibraryLists
  ) async throws -> SearchHost.Result? {
    switch item {
    case .artist(let id):
      guard let row = try await lists.artists([id]).first else { return nil }
      return .init(id: name, name: row.name, detail: songsText(row.trackCount), icon: App.id)
    case .album(let id):
      guard let row = try await lists.albums([id]).first else { return nil }
      return .init(
        id: name, name: row.title, detail: row.artists.joined(separator: ", "),
        icon: row.coverFile?.fileURI ?? App.id)
    case .track(let id):
      guard let row = try await lists.tracks([TrackID(id)]).first else { return nil }
      var cover: FilePath?
      if let album = row.album { cover = try await lists.albums([album]).first?.coverFile }
      return .init(
        id: name, name: row.track.displayTitle, detail: row.track.artistAndAlbum,
        icon: cover?.fileURI ?? App.id)
    }
  }

  private enum Item {
    case artist(Int64)
    case album(Int64)
    case track(Int64)

    init?(_ name: String) {
      let words = name.split(separator: " ")
      guard words.count == 2, let id = Int64(words[1]) else { return nil }
      switch words[0] {
      case "artist": self = .artist(id)
      case "album": self = .album(id)
      case "track": self = .track(id)
      default: return nil
      }
    }

    var name: String {
      switch self {
      case .artist(let id): "artist \(id)"
      case .album(let id): "album \(id)"
      case .track(let id): "track \(id)"
      }
    }
  }
}
