import GtkBridge
import MusicLibrary
import PlayerCore

/// What can be done with songs of a list.
@MainActor
enum SongMenu {
  typealias Item = PopoverMenu.Item

  /// - Parameters:
  ///   - extra: what only this list's menu has.
  ///   - place: of `host`, what the menu points at.
  static func show(
    _ choice: SongChoice, _ extra: [Item], on host: Widget, at place: Rect, _ context: PageContext
  ) {
    PopoverMenu.show(
      [
        playing(choice.songs, context) + keeping(choice.songs, on: host, at: place, context), extra,
        places(choice.songs, context), files(choice.songs, context),
      ], on: host, at: place)
  }

  private static func playing(_ songs: [TrackID], _ context: PageContext) -> [Item] {
    [
      Item(icon: "media-skip-forward-symbolic", label: tr("Play Next")) {
        context.send(.enqueue(songs, next: true))
      },
      Item(icon: "nagara-queue-symbolic", label: tr("Add to Up Next")) {
        context.send(.enqueue(songs, next: false))
      },
    ]
  }

  /// Playlists, the heart and stars.
  private static func keeping(
    _ songs: [TrackID], on host: Widget, at place: Rect, _ context: PageContext
  ) -> [Item] {
    var items = [
      Item(icon: "nagara-playlists-symbolic", label: tr("Add to Playlist…")) {
        // The menu that this is in closes first.
        MainLoop.whenIdle { PopoverMenu.show([playlists(songs, on: host, context)], on: host, at: place) }
      }
    ]
    let library = context.state().library
    let known = songs.filter { library.row($0) != nil }
    guard !known.isEmpty else { return items }
    let ratings = Set(known.map { library.row($0)?.rating })
    let isLoved = ratings == [Ratings.heart]
    items.append(
      Item(
        icon: isLoved ? "nagara-heart-filled-symbolic" : "nagara-heart-symbolic",
        label: isLoved ? tr("Love No More") : tr("Love")
      ) { context.send(.rate(known, isLoved ? nil : Ratings.heart)) })
    let stars = Set(ratings.map(Ratings.stars(of:)))
    items.append(
      Item(icon: "non-starred-symbolic", label: tr("Rate…")) {
        MainLoop.whenIdle { PopoverMenu.show([rates(known, now: stars, context)], on: host, at: place) }
      })
    return items
  }

  /// From five stars to none; marked are those that the songs have now.
  private static func rates(_ songs: [TrackID], now: Set<Int>, _ context: PageContext) -> [Item] {
    (0...Ratings.stars).reversed().map { count in
      Item(
        icon: now.contains(count) ? "object-select-symbolic" : "non-starred-symbolic",
        label: Ratings.text(count)
      ) { context.send(.rate(songs, Ratings.rating(stars: count))) }
    }
  }

  /// Where songs can be added: a new playlist, and those that hold songs.
  private static func playlists(_ songs: [TrackID], on host: Widget, _ context: PageContext) -> [Item] {
    let new = Item(icon: "list-add-symbolic", label: tr("New Playlist…")) {
      guard let window = host.root else { return }
      NameDialog.show(over: window, title: tr("New Playlist"), confirm: tr("Make")) {
        context.send(.playlists(.edit(.make($0, songs))))
      }
    }
    return [new]
      + context.state().playlists.rows.filter { !$0.isSmart }.prefix(12).map { playlist in
        Item(icon: "nagara-playlists-symbolic", label: playlist.name) {
          context.send(.playlists(.edit(.add(playlist.id, songs, before: nil))))
        }
      }
  }

  private static func places(_ songs: [TrackID], _ context: PageContext) -> [Item] {
    let library = context.state().library
    guard songs.count == 1, let track = songs.first.flatMap({ library.tracks[$0] }) else { return [] }
    var items: [Item] = []
    if let album = library.album(of: track) {
      items.append(
        Item(icon: "nagara-albums-symbolic", label: tr("Go to Album")) { context.send(.showAlbum(album)) })
    }
    if let name = track.artists.first, let artist = library.artist(named: name) {
      items.append(
        Item(icon: "nagara-artists-symbolic", label: tr("Go to Artist")) {
          context.send(.showArtist(artist.id))
        })
    }
    return items
  }

  private static func files(_ songs: [TrackID], _ context: PageContext) -> [Item] {
    let tracks = context.state().library.tracks
    var seen: Set<FilePath> = []
    let files = songs.compactMap { tracks[$0]?.source.path }.filter { seen.insert($0).inserted }
    guard !files.isEmpty else { return [] }
    return [
      Item(icon: "document-edit-symbolic", label: tr("Edit Tags…")) { context.send(.editTags(files)) },
      Item(icon: "folder-open-symbolic", label: tr("Show in Files")) { context.send(.showFiles(files)) },
      Item(icon: "user-trash-symbolic", label: tr("Move to Trash…")) { context.send(.askToTrash(files)) },
    ]
  }
}
