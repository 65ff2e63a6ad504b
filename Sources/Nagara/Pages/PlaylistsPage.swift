import GtkBridge
import MusicLibrary
import PlayerCore

/// The listener's playlists. A click opens one; songs are dropped on one to be added.
@MainActor
final class PlaylistsPage: Page {
  let root: Widget
  let header: PageHeader
  private let context: PageContext
  private let model = ListModel()
  private let selection: Selection
  private let stack = Stack()
  private var factory: RowFactory<MediaRow>?
  private var list: ListView?
  private let empty: StatusPage
  private var shown = -1

  init(_ context: PageContext) {
    self.context = context
    selection = Selection(model, .single)
    let make = MenuButton(icon: "list-add-symbolic")
    make.setMenu {
      Menu().item(tr("_New Playlist…"), "win.new-playlist").item(tr("_Import…"), "win.import-playlists")
    }
    make.describe(tr("Add a Playlist"))
    make.addClass("flat", "toolbar-button")
    header = PageHeader(tr("Playlists"), leading: .search, tools: [make])
    let first = Button(label: tr("New Playlist…"), classes: ["pill", "suggested"])
    first.setAction("win.new-playlist")
    let second = Button(label: tr("Import…"), classes: ["pill"])
    second.setAction("win.import-playlists")
    empty = StatusPage(
      icon: "nagara-playlists-symbolic", title: tr("No Playlists"),
      text: tr("A playlist keeps songs together, in your order. Add to it from any song’s menu."),
      buttons: [first, second])
    stack.vexpand = true
    stack.add(empty.root, name: "empty")
    root = Box(.vertical, [header.root, stack], classes: ["page"])
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    if old == nil || old?.form.isShort != new.form.isShort { empty.setShort(new.form.isShort) }
    guard shown != new.playlists.revision else { return }
    shown = new.playlists.revision
    buildList()
    model.replace(with: new.playlists.rows.map { UInt64($0.id) })
    for row in factory?.liveRows ?? [] { show(row.id, in: row) }
    stack.visibleName = new.playlists.rows.isEmpty ? "empty" : "list"
  }

  func scrollToTop() { list?.scroll(to: 0) }

  private func buildList() {
    guard list == nil else { return }
    let factory = RowFactory<MediaRow>(
      make: { [weak self, context] in
        let row = MediaRow(context.covers)
        self?.attach(row)
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.show(id, in: row) },
      unbind: { $0.artwork.clear() })
    let list = ListView(selection, factory, singleClick: true)
    list.addClass("playlists-list")
    list.accessibleLabel(tr("Playlists"))
    list.connect(ListView.activated) { [weak self] position in
      guard let self, self.model.ids.indices.contains(Int(position)) else { return }
      self.context.send(.playlists(.show(Int64(self.model.ids[Int(position)]))))
    }
    let keys = ShortcutController()
    for trigger in ["Menu", "<Shift>F10"] {
      keys.add(trigger) { [weak self] in self?.openMenuAtFocus() ?? false }
    }
    keys.add("Delete") { [weak self] in
      guard let self, let id = self.selection.selectedIDs.first else { return false }
      self.context.send(.playlists(.edit(.delete(Int64(id)))))
      return true
    }
    list.addController(keys)
    self.factory = factory
    self.list = list
    stack.add(ScrolledWindow(list), name: "list")
  }

  private func attach(_ row: MediaRow) {
    let click = GestureClick()
    click.button = 3
    click.connect(GestureClick.released) { [weak self, weak row] _, x, y in
      guard let self, let row else { return }
      self.openMenu(Int64(row.id), on: row.root, Rect(x: x, y: y, width: 1, height: 1))
    }
    row.root.addController(click)
    let press = GestureLongPress()
    press.touchOnly = true
    press.connect(GestureLongPress.pressed) { [weak self, weak row] x, y in
      guard let self, let row else { return }
      self.openMenu(Int64(row.id), on: row.root, Rect(x: x, y: y, width: 1, height: 1))
    }
    row.root.addController(press)
    row.root.addController(
      LocalDropTarget { [weak row, context] _ in
        guard let row, let songs = SongDrag.songs,
          context.state().playlists.row(Int64(row.id))?.isSmart == false
        else { return false }
        context.send(.playlists(.edit(.add(Int64(row.id), songs, before: nil))))
        return true
      })
  }

  private func openMenuAtFocus() -> Bool {
    guard let id = selection.selectedIDs.first, let list, let focus = list.root?.focus,
      let place = focus.bounds(in: root)
    else { return false }
    openMenu(Int64(id), on: root, Rect(x: place.x + 48, y: place.y, width: 1, height: place.height))
    return true
  }

  private func openMenu(_ id: Int64, on host: Widget, _ place: Rect) {
    SongMenu.show([PlaylistMenu.items(id, host, context)], on: host, at: place)
  }

  private func show(_ id: UInt64, in row: MediaRow) {
    row.id = id
    guard let playlist = context.state().playlists.row(Int64(id)) else { return }
    row.artwork.show(nil)
    row.title.text = playlist.name
    row.subtitle.text = playlist.isSmart ? tr("Smart playlist") : songsText(playlist.entryCount)
    row.trailing.text = ""
  }
}

/// What can be done with a playlist.
@MainActor
enum PlaylistMenu {
  static func items(_ id: Int64, _ host: Widget, _ context: PageContext) -> [SongMenu.Item] {
    [
      SongMenu.Item(icon: "document-edit-symbolic", label: tr("Rename…")) { rename(id, host, context) },
      SongMenu.Item(icon: "document-save-as-symbolic", label: tr("Export…")) { export(id, host, context) },
      SongMenu.Item(icon: "user-trash-symbolic", label: tr("Delete Playlist")) {
        context.send(.playlists(.edit(.delete(id))))
      },
    ]
  }

  private static func rename(_ id: Int64, _ host: Widget, _ context: PageContext) {
    guard let window = host.root, let row = context.state().playlists.row(id) else { return }
    NameDialog.show(
      over: window, title: tr("Rename Playlist"), name: row.name, confirm: tr("Rename")
    ) { context.send(.playlists(.edit(.rename(id, $0)))) }
  }

  private static func export(_ id: Int64, _ host: Widget, _ context: PageContext) {
    guard let window = host.root, let row = context.state().playlists.row(id) else { return }
    let chooser = FileChooser(.save, title: tr("Export Playlist"), parent: window)
    chooser.suggestName(row.name.replacing("/", with: "-") + ".m3u8")
    chooser.choose { uris in
      guard let file = uris.first.flatMap(FilePath.init(fileURI:)) else { return }
      context.send(.playlists(.export(id, file)))
    }
  }
}
