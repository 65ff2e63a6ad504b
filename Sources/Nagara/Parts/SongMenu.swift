import GtkBridge
import PlayerCore

/// What can be done with songs of a list.
@MainActor
enum SongMenu {
  struct Item {
    var icon: String
    var label: String
    /// Done when the item is chosen.
    var run: () -> Void
  }

  /// The one that is open; it ends when it closes.
  private static var open: Popover?

  /// - Parameters:
  ///   - extra: what only this list's menu has.
  ///   - place: of `host`, what the menu points at.
  static func show(
    _ choice: SongChoice, _ extra: [Item], on host: Widget, at place: Rect, _ context: PageContext
  ) {
    guard open == nil else { return }
    let sections = [
      playing(choice.songs, context), extra, places(choice.songs, context), files(choice.songs, context),
    ]
    var rows: [Widget] = []
    for section in sections where !section.isEmpty {
      if !rows.isEmpty { rows.append(Separator()) }
      rows += section.map(button)
    }
    let popover = Popover(Box(.vertical, spacing: 2, rows, classes: ["quick-play"]))
    open = popover
    popover.setParent(host)
    popover.point(at: place)
    let focus = host.root?.focus
    popover.connect(Popover.closed) {
      // Not within the signal: the popover is still closing.
      MainLoop.whenIdle {
        open?.unparent()
        open = nil
        focus?.grabFocus()
      }
    }
    popover.popup()
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
      Item(icon: "folder-open-symbolic", label: tr("Show in Files")) { context.send(.showFiles(files)) },
      Item(icon: "user-trash-symbolic", label: tr("Move to Trash…")) { context.send(.askToTrash(files)) },
    ]
  }

  private static func button(_ item: Item) -> Widget {
    let text = Label(item.label, xalign: 0)
    text.hexpand = true
    let button = Button(
      child: Box(.horizontal, spacing: 12, [Image(icon: item.icon), text]), classes: ["flat"])
    button.accessibleLabel(item.label)
    button.onClick {
      open?.popdown()
      item.run()
    }
    return button
  }
}
