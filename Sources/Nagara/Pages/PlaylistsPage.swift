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
  private var factory: RowFactory<PlaylistCell>?
  private var list: ListView?
  private let empty: StatusPage
  private var shown = -1

  init(_ context: PageContext) {
    self.context = context
    selection = Selection(model, .single)
    let make = MenuButton(icon: "list-add-symbolic")
    make.setMenu {
      Menu().item(tr("_New Playlist…"), "win.new-playlist")
        .item(tr("New _Smart Playlist…"), "win.new-smart-playlist")
        .item(tr("_Import…"), "win.import-playlists")
    }
    make.describe(tr("Add a Playlist"))
    make.addClass("flat", "toolbar-button")
    header = PageHeader(tr("Playlists"), leading: .search, tools: [make])
    let first = Button(label: tr("New Playlist…"), classes: ["pill", "suggested"])
    first.setAction("win.new-playlist")
    let smart = Button(label: tr("New Smart Playlist…"), classes: ["pill"])
    smart.setAction("win.new-smart-playlist")
    let second = Button(label: tr("Import…"), classes: ["pill"])
    second.setAction("win.import-playlists")
    empty = StatusPage(
      icon: "nagara-playlists-symbolic", title: tr("No Playlists"),
      text: tr("A playlist keeps songs together, in your order. Add to it from any song’s menu."),
      buttons: [first, smart, second])
    stack.vexpand = true
    stack.add(empty.root, name: "empty")
    root = Box(.vertical, [header.root, stack], classes: ["page"])
    root.connect(Widget.mapped) { [weak self] in self?.describe() }
  }

  /// What is in the lists is only worth knowing while somebody looks.
  private func describe() {
    guard root.isMapped, context.state().playlists.factsAreStale else { return }
    MainLoop.whenIdle { [context] in context.send(.playlists(.describe)) }
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    if old == nil || old?.form.isShort != new.form.isShort { empty.setShort(new.form.isShort) }
    if new.playlists.factsAreStale { describe() }
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
    let factory = RowFactory<PlaylistCell>(
      make: { [weak self, context] in
        let row = PlaylistCell(context.covers)
        self?.attach(row)
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.show(id, in: row) },
      unbind: { $0.cover.clear() })
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

  private func attach(_ row: PlaylistCell) {
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
    PopoverMenu.show([PlaylistMenu.items(id, host, context)], on: host, at: place)
  }

  private func show(_ id: UInt64, in row: PlaylistCell) {
    row.id = id
    let state = context.state()
    guard let playlist = state.playlists.row(Int64(id)) else { return }
    row.show(playlist, state.playlists.facts[playlist.id], state.library)
  }
}

/// A playlist as the list of them shows it: covers, name, how much is in it.
@MainActor
final class PlaylistCell {
  let root: Box
  let cover: Mosaic
  var id: UInt64 = 0
  private let title = Label(ellipsis: .end, xalign: 0, classes: ["row-title"])
  private let subtitle = Label(ellipsis: .end, xalign: 0, classes: ["row-subtitle", "dim"])

  init(_ covers: Covers) {
    cover = Mosaic(covers, side: 44, resolution: .row, icon: "nagara-playlists-symbolic")
    cover.valign = .center
    let lines = Box(.vertical, spacing: 2, [title, subtitle])
    lines.valign = .center
    lines.hexpand = true
    root = Box(.horizontal, spacing: 12, [cover, lines], classes: ["media-row"])
  }

  /// - Parameter facts: `nil` until somebody has looked into it.
  func show(_ playlist: PlaylistRow, _ facts: PlaylistFacts?, _ library: LibraryState) {
    cover.show(library.coverKeys(of: facts?.first ?? []))
    title.text = playlist.name
    let count = playlist.isSmart ? nil : songsText(playlist.entryCount)
    subtitle.text = [playlist.isSmart ? tr("Smart playlist") : nil, facts?.text ?? count]
      .compactMap { $0 }.joined(separator: " · ")
  }
}

/// What can be done with a playlist.
@MainActor
enum PlaylistMenu {
  static func items(_ id: Int64, _ host: Widget, _ context: PageContext) -> [PopoverMenu.Item] {
    guard let row = context.state().playlists.row(id) else { return [] }
    let play = PopoverMenu.Item(icon: "media-playback-start-symbolic", label: tr("Play")) {
      context.send(.playlists(.play(id)))
    }
    let rules = PopoverMenu.Item(icon: "preferences-other-symbolic", label: tr("Edit Rules…")) {
      // The menu that this is in closes first: the editor is modal.
      MainLoop.whenIdle { context.send(.playlists(.askForRules(id))) }
    }
    return [play] + (row.isSmart ? [rules] : []) + [
      PopoverMenu.Item(icon: "document-edit-symbolic", label: tr("Rename…")) { rename(id, host, context) },
      PopoverMenu.Item(icon: "edit-copy-symbolic", label: tr("Duplicate")) {
        context.send(.playlists(.edit(.duplicate(id, tr("%s (Copy)", row.name)))))
      },
      PopoverMenu.Item(icon: "document-save-as-symbolic", label: tr("Export…")) { export(id, host, context) },
      PopoverMenu.Item(icon: "user-trash-symbolic", label: tr("Delete Playlist")) {
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
