import GtkBridge
import MusicLibrary
import PlayerCore

/// The songs of a playlist, in its order: reordered by drag and by Alt with the arrows, removed by Delete. The songs
/// of a smart one are chosen by its rules. The first row is the head, as on an album's page.
@MainActor
final class PlaylistPage: Page {
  let root: Widget
  let header: PageHeader
  private let id: Int64
  private let context: PageContext
  private let model = ListModel()
  private let actions: SongActions
  private let head: CollectionHead
  private var factory: RowFactory<PlaylistEntryRow>?
  private let list: ListView
  private var shown = -1
  private var shownLibrary = -1
  private var items: [UInt64: PlaylistItem] = [:]
  /// The head's place in the list; no entry has it.
  fileprivate static let headRow: UInt64 = 0

  /// From the page's name in the shell's stack: `playlist/7`.
  static func id(page: String) -> Int64? {
    page.hasPrefix("playlist/") ? Int64(page.dropFirst("playlist/".count)) : nil
  }

  init(_ id: Int64, _ context: PageContext) {
    self.id = id
    self.context = context
    head = CollectionHead(context, icon: "nagara-playlists-symbolic")
    let more = Button(icon: "view-more-symbolic", classes: ["flat", "toolbar-button"])
    more.describe(tr("Playlist Menu"))
    header = PageHeader("", leading: .back, style: .none, tools: [more])
    weak var page: PlaylistPage?
    actions = SongActions(model, context) { page?.items[$0]?.track }
    let factory = RowFactory<PlaylistEntryRow>(
      make: {
        let row = PlaylistEntryRow(context.covers, owner: page)
        return (row, row.root)
      },
      bind: { row, id, _ in page?.bind(row, id) }, unbind: { $0.clear() },
      isActivatable: { $0 != PlaylistPage.headRow })
    list = ListView(actions.selection, factory)
    list.addClass("collection-list", "playlist-list")
    list.accessibleLabel(tr("Songs"))
    let scroller = ScrolledWindow(list)
    scroller.vexpand = true
    root = Box(.vertical, [header.root, scroller], classes: ["page"])
    self.factory = factory
    page = self
    wire(more)
  }

  private func wire(_ more: Button) {
    let (id, context) = (id, context)
    head.play = { context.send(.play(.playlist(id), from: nil, shuffled: false)) }
    head.shuffle = { context.send(.play(.playlist(id), from: nil, shuffled: true)) }
    head.enqueue = {
      context.send(.enqueue(TrackList.playlist(id).tracks(in: context.state()), next: false))
    }
    more.onClick { [weak self, weak more] in
      guard let self, let more, let place = more.bounds(in: self.root) else { return }
      PopoverMenu.show([PlaylistMenu.items(id, self.root, context)], on: self.root, at: place)
    }
    list.connect(ListView.activated) { [weak self] position in
      guard let self, self.model.ids.indices.contains(Int(position)),
        let track = self.items[self.model.ids[Int(position)]]?.track
      else { return }
      context.send(.play(.playlist(id), from: track, shuffled: false))
    }
    actions.attach(
      to: list, scroll: { [weak self] in self?.list.scroll(to: $0) },
      focus: { [weak self] in self?.factory?.focusRow(showing: $0) ?? false })
    actions.extraItems = { [weak self] choice in
      guard let self, !self.isSmart else { return [] }
      return [
        PopoverMenu.Item(icon: "list-remove-symbolic", label: tr("Remove from Playlist")) { [weak self] in
          self?.remove(choice.rows)
        }
      ]
    }
    let keys = ShortcutController()
    keys.add("Delete") { [weak self] in
      guard let self else { return false }
      return self.remove(self.actions.selection.selectedIDs)
    }
    keys.add("<Alt>Up") { [weak self] in self?.moveSelected(by: -1) ?? false }
    keys.add("<Alt>Down") { [weak self] in self?.moveSelected(by: 1) ?? false }
    list.addController(keys)
    root.addController(
      LocalDropTarget { [weak self] _ in self?.droppedSongs(before: nil) ?? false })
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    if old == nil || old?.form != new.form { head.setRegular(new.form.isRegular) }
    if shown != new.playlists.revision || shownLibrary != new.library.revision {
      shown = new.playlists.revision
      shownLibrary = new.library.revision
      show(new)
    }
    let current = new.player.queue.current?.track
    for row in factory?.liveRows ?? [] {
      row.setCurrent(current != nil && items[row.id]?.track == current)
    }
  }

  func scrollToTop() { list.scroll(to: 0) }
  func focus() { head.focusPlay() }

  private var isSmart: Bool { context.state().playlists.row(id)?.isSmart ?? false }

  private func show(_ state: AppState) {
    guard let row = state.playlists.row(id) else { return }
    header.setTitle(row.name)
    let list = state.playlists.items[id] ?? []
    head.show(row, list, state)
    items = Dictionary(list.map { (UInt64(bitPattern: $0.id), $0) }) { first, _ in first }
    model.replace(with: [Self.headRow] + list.map { UInt64(bitPattern: $0.id) })
    factory?.refresh()
  }

  private func bind(_ row: PlaylistEntryRow, _ id: UInt64) {
    row.id = id
    if id == Self.headRow { return row.showHead(head.root) }
    guard let item = items[id] else { return }
    let state = context.state()
    row.show(
      item, item.track.flatMap { state.library.tracks[$0] },
      isCurrent: item.track != nil && item.track == state.player.queue.current?.track, isSmart: isSmart)
  }

  /// The menu, the drag and what can be dropped, for a row.
  fileprivate func attach(_ row: PlaylistEntryRow) {
    actions.attach(toRow: row.root) { [weak row] in row?.id == Self.headRow ? nil : row?.id }
  }

  // MARK: Edits

  @discardableResult
  private func remove(_ rows: [UInt64]) -> Bool {
    guard !rows.isEmpty, !isSmart else { return false }
    context.send(.playlists(.edit(.remove(id, rows.map { Int64(bitPattern: $0) }))))
    return true
  }

  private func moveSelected(by step: Int) -> Bool {
    let chosen = actions.selection.selectedIDs
    let places = chosen.compactMap(model.ids.firstIndex(of:))
    guard !isSmart, let first = places.first, let last = places.last else { return false }
    let target = step < 0 ? first - 1 : last + 2
    guard target > 0, target <= model.ids.count else { return false }
    move(chosen, toRow: target)
    return true
  }

  private func move(_ rows: [UInt64], toRow position: Int) {
    let before = model.ids.indices.contains(position) ? Int64(bitPattern: model.ids[position]) : nil
    context.send(.playlists(.edit(.move(id, rows.map { Int64(bitPattern: $0) }, before: before))))
  }

  fileprivate func dropped(_ row: UInt64, on target: UInt64, lowerHalf: Bool) -> Bool {
    guard !isSmart, model.ids.contains(row), let place = model.ids.firstIndex(of: target) else {
      return false
    }
    let chosen = actions.selection.selectedIDs
    move(chosen.contains(row) ? chosen : [row], toRow: max(1, place + (lowerHalf ? 1 : 0)))
    return true
  }

  fileprivate func droppedSongs(before row: UInt64?) -> Bool {
    guard !isSmart, let songs = SongDrag.songs else { return false }
    let entry = row == Self.headRow ? model.ids.dropFirst().first : row
    context.send(.playlists(.edit(.add(id, songs, before: entry.map { Int64(bitPattern: $0) }))))
    return true
  }
}

/// A row of a playlist: its head, or a song and, where the order is the listener's, a handle to drag it by.
@MainActor
final class PlaylistEntryRow {
  let root = Box(.horizontal, classes: ["entry-row"])
  var id: UInt64 = 0
  private let media: MediaRow
  private let handle = Image(icon: "list-drag-handle-symbolic")

  init(_ covers: Covers, owner: PlaylistPage?) {
    media = MediaRow(covers)
    media.root.hexpand = true
    handle.addClass("dim", "drag-handle")
    handle.cursor(named: "grab")
    media.root.append(handle)
    media.root.addClass("queue-row")
    handle.addController(RowDragSource(icon: media.root) { [weak self] in self?.id })
    root.addController(
      RowDropTarget { [weak self, weak owner] row, y in
        guard let self, let owner, row != self.id else { return false }
        return owner.dropped(row, on: self.id, lowerHalf: y > Double(self.root.height) / 2)
      })
    root.addController(
      LocalDropTarget { [weak self, weak owner] _ in
        guard let self, let owner else { return false }
        return owner.droppedSongs(before: self.id)
      })
    owner?.attach(self)
  }

  func showHead(_ head: Widget) {
    clear()
    // The head may still be in a row that GTK keeps for later.
    head.unparent()
    root.append(head)
  }

  func show(_ item: PlaylistItem, _ track: Track?, isCurrent: Bool, isSmart: Bool) {
    if media.root.parent == nil {
      root.removeAll()
      root.append(media.root)
    }
    handle.visible = !isSmart
    media.root.setClass("missing", track == nil)
    if let track {
      media.root.tooltip = nil
      return media.show(track, isCurrent: isCurrent)
    }
    media.artwork.show(nil)
    media.title.text = item.title
    media.subtitle.text = [tr("Not found"), item.artist, item.place].filter { !$0.isEmpty }.joined(
      separator: " · ")
    media.root.tooltip = item.place
    media.subtitle.visible = true
    media.trailing.text = ""
    media.setCurrent(false)
  }

  func setCurrent(_ isCurrent: Bool) { media.setCurrent(isCurrent) }

  func clear() {
    media.artwork.clear()
    root.removeAll()
  }
}
