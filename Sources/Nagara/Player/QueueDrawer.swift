import GtkBridge
import PlayerCore

/// Up Next: the current entry and what follows, and above it what was played, edited by drag, by buttons and by keys.
@MainActor
final class QueueDrawer {
  let root: Widget
  private let send: Send
  private let covers: Covers
  private let state: () -> AppState
  private let model = ListModel()
  private let selection: Selection
  private var factory: RowFactory<QueueRow>?
  private var list: ListView?
  private let tools = QueueTools()
  private let empty = Label(classes: ["dim"])
  private let stack = Stack()
  /// The queue is only looked at while the drawer is seen.
  private var isShown = false
  private var shownRevision = -1
  private var shownLibrary = -1
  private var showsHistory = false
  /// The current entry's row.
  private var currentRow = 0

  init(_ context: PageContext) {
    covers = context.covers
    send = context.send
    state = context.state
    selection = Selection(model, .multiple)
    empty.text = tr("Nothing comes next. Play something, and it shows up here.")
    empty.wraps()
    empty.margins(start: 24, end: 24)
    stack.vexpand = true
    stack.add(empty, name: "empty")
    root = Box(.vertical, [tools.root, stack])
    let send = send
    tools.clear.onClick { send(.clearUpNext) }
    tools.save.onClick { [weak self] in self?.save() }
    tools.history.connect(ToggleButton.toggled) { [weak self] in
      if let self { send(.showHistory(self.tools.history.active)) }
    }
    addDrops()
  }

  /// Takes the focus when the drawer opens; `nil` while there is nothing to choose.
  var focusWidget: Widget? { model.ids.isEmpty ? nil : list }

  /// - Parameter isShown: whether any of the drawer can be seen.
  func update(_ old: AppState?, _ new: AppState, isShown: Bool) {
    self.isShown = isShown
    guard isShown else { return }
    let queue = new.player.queue
    if shownRevision != new.queueRevision || shownLibrary != new.library.revision
      || showsHistory != new.showsHistory
    {
      shownRevision = new.queueRevision
      shownLibrary = new.library.revision
      show(queue, new)
    }
    if old?.upNextLength != new.upNextLength || old?.queueRevision != new.queueRevision || old == nil {
      tools.total.text = total(new)
    }
    let current = queue.current?.id
    for row in factory?.liveRows ?? [] { row.setCurrent(row.entry == current) }
  }

  private func show(_ queue: Queue, _ state: AppState) {
    buildList()
    let start = queue.currentTimelineIndex ?? queue.upNextStart
    let opensHistory = state.showsHistory && !showsHistory
    showsHistory = state.showsHistory
    let first = showsHistory ? 0 : start
    let entries = queue.timeline(first..<queue.timelineCount)
    currentRow = start - first
    model.replace(with: entries.map { UInt64($0.id.rawValue) })
    for row in factory?.liveRows ?? [] { row.setPlayed(isPlayed(row.entry)) }
    stack.visibleName = entries.isEmpty ? "empty" : "list"
    tools.history.active = showsHistory
    tools.history.sensitive = start > 0
    tools.clear.sensitive = queue.upNextCount > 0
    tools.save.sensitive = !entries.isEmpty
    // The latest of what was played stands above what plays.
    if opensHistory, currentRow > 0 { list?.scroll(to: max(0, currentRow - 2)) }
  }

  private func total(_ state: AppState) -> String {
    let queue = state.player.queue
    let count = queue.timelineCount - (queue.currentTimelineIndex ?? queue.upNextStart)
    guard count > 0 else { return "" }
    guard let length = state.upNextLength else { return songsText(count) }
    let left = length > state.player.position ? length - state.player.position : 0
    return tr("%s · %s left", songsText(count), durationText(left))
  }

  private func buildList() {
    guard list == nil else { return }
    let factory = RowFactory<QueueRow>(
      make: { [weak self] in
        guard let self else { return (QueueRow.placeholder, Box(.horizontal)) }
        let row = QueueRow(self.covers, owner: self)
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.bind(row, EntryID(UInt32(id))) },
      unbind: { $0.media?.artwork.clear() })
    self.factory = factory
    let list = ListView(selection, factory)
    self.list = list
    list.addClass("queue-list")
    list.accessibleLabel(tr("Up Next"))
    list.connect(ListView.activated) { [weak self] position in self?.activate(Int(position)) }
    addKeys(to: list)
    stack.add(ScrolledWindow(list), name: "list")
  }

  private func bind(_ row: QueueRow, _ id: EntryID) {
    let state = state()
    guard let entry = state.player.queue.entry(id), let track = state.library.tracks[entry.track] else {
      return
    }
    row.entry = id
    row.media?.show(
      track, subtitle: track.displayArtist ?? track.artistAndAlbum,
      isCurrent: id == state.player.queue.current?.id)
    row.setCurrent(id == state.player.queue.current?.id)
    row.setPlayed(isPlayed(id))
  }

  private func isPlayed(_ id: EntryID) -> Bool {
    guard showsHistory, let place = state().player.queue.timelineIndex(of: id) else { return false }
    return place < currentRow
  }

  private func activate(_ position: Int) {
    guard model.ids.indices.contains(position) else { return }
    send(.player(.playEntry(EntryID(UInt32(model.ids[position])))))
  }

  /// What plays and what follows, as a playlist.
  private func save() {
    guard let window = root.root else { return }
    let queue = state().player.queue
    let start = queue.currentTimelineIndex ?? queue.upNextStart
    let songs = queue.timeline(start..<queue.timelineCount).map(\.track)
    NameDialog.show(over: window, title: tr("Save as Playlist"), confirm: tr("Save")) { [send] in
      send(.playlists(.edit(.make($0, songs))))
    }
  }

  // MARK: Edits

  /// Delete removes, Alt+Up and Alt+Down move what is selected.
  private func addKeys(to list: ListView) {
    let keys = ShortcutController()
    keys.add("Delete") { [weak self] in self?.removeSelected() ?? false }
    keys.add("<Alt>Up") { [weak self] in self?.moveSelected(by: -1) ?? false }
    keys.add("<Alt>Down") { [weak self] in self?.moveSelected(by: 1) ?? false }
    list.addController(keys)
  }

  private func removeSelected() -> Bool {
    let chosen = selection.selectedIDs.map { EntryID(UInt32($0)) }
    guard !chosen.isEmpty else { return false }
    send(.removeFromQueue(chosen))
    return true
  }

  /// The selected entries close up, and go on one place. What plays, and what was played, stays where it is.
  private func moveSelected(by step: Int) -> Bool {
    let chosen = selection.selectedIDs
    let places = chosen.compactMap(model.ids.firstIndex(of:))
    guard let first = places.first, let last = places.last, first > currentRow else { return false }
    let target = step < 0 ? first - 1 : last + 2
    guard target > currentRow, target <= model.ids.count else { return false }
    move(chosen.map { EntryID(UInt32($0)) }, toRow: target)
    let now = chosen.compactMap(model.ids.firstIndex(of:))
    selection.select(now)
    if let end = step < 0 ? now.first : now.last { list?.scroll(to: end) }
    return true
  }

  /// Moves entries before the row at `position`.
  private func move(_ entries: [EntryID], toRow position: Int) {
    let before = model.ids.indices.contains(position) ? EntryID(UInt32(model.ids[position])) : nil
    send(.player(.move(entries, before: before)))
  }

  /// A row was dropped on another: it, or all selected ones if it is among them, goes before that, or behind it when
  /// it lands on the lower half.
  func dropped(_ entry: EntryID, on target: EntryID, lowerHalf: Bool) {
    guard let place = model.ids.firstIndex(of: UInt64(target.rawValue)) else { return }
    let chosen = selection.selectedIDs.map { EntryID(UInt32($0)) }
    let moved = chosen.contains(entry) ? chosen : [entry]
    move(moved, toRow: max(currentRow + 1, place + (lowerHalf ? 1 : 0)))
  }

  /// Songs were dropped on a row: they go before it, or behind it. Nothing goes before what plays.
  func droppedSongs(on target: EntryID, lowerHalf: Bool) -> Bool {
    guard let songs = SongDrag.songs, let place = model.ids.firstIndex(of: UInt64(target.rawValue)) else {
      return false
    }
    let before = max(currentRow, place - (lowerHalf ? 0 : 1))
    send(.insert(songs, after: EntryID(UInt32(model.ids[before]))))
    return true
  }

  /// Songs and files that are dropped beside the rows go behind what was queued by hand.
  private func addDrops() {
    let songs = LocalDropTarget { [send] _ in
      guard let songs = SongDrag.songs else { return false }
      send(.enqueue(songs, next: false))
      return true
    }
    let files = FileDropTarget { [send] uris in
      guard SongDrag.songs == nil else { return false }
      send(.load(uris.map(MediaSource.init(uri:)), .enqueue))
      return true
    }
    root.addController(songs)
    root.addController(files)
  }

  func remove(_ entry: EntryID) { send(.removeFromQueue([entry])) }
}

/// The row above Up Next: how much comes, and what can be done with all of it.
@MainActor
final class QueueTools {
  let root: Widget
  let total = Label(ellipsis: .end, xalign: 0, classes: ["dim", "numeric", "drawer-total"])
  let history = ToggleButton(icon: "document-open-recent-symbolic", classes: ["flat", "circular", "small"])
  let save = Button(icon: "document-save-symbolic", classes: ["flat", "circular", "small"])
  let clear = Button(icon: "edit-clear-all-symbolic", classes: ["flat", "circular", "small"])

  init() {
    total.hexpand = true
    history.describe(tr("Show What Was Played"))
    save.describe(tr("Save as Playlist…"))
    clear.describe(tr("Clear Up Next"))
    root = Box(.horizontal, spacing: 4, [total, history, save, clear], classes: ["drawer-tools"])
  }
}

/// A row of Up Next: a track, a button that removes it, and a handle to drag it by.
@MainActor
final class QueueRow {
  static let placeholder = QueueRow()

  let root: Box
  let media: MediaRow?
  var entry = EntryID(0)
  private let removeButton = Button(
    icon: "window-close-symbolic", classes: ["flat", "circular", "small", "remove"])

  private init() {
    media = nil
    root = Box(.horizontal)
  }

  init(_ covers: Covers, owner: QueueDrawer) {
    removeButton.halign = .end
    let media = MediaRow(covers, coverSide: 40, overTime: removeButton)
    self.media = media
    let handle = Image(icon: "list-drag-handle-symbolic")
    handle.addClass("dim", "drag-handle")
    handle.cursor(named: "grab")
    removeButton.describe(tr("Remove from Up Next"))
    removeButton.valign = .center
    root = media.root
    root.append(handle)
    root.addClass("queue-row")
    removeButton.onClick { [weak self, weak owner] in
      if let self { owner?.remove(self.entry) }
    }
    let drag = RowDragSource(icon: root) { [weak self] in self.map { UInt64($0.entry.rawValue) } }
    handle.addController(drag)
    let drop = RowDropTarget { [weak self, weak owner] id, y in
      guard let self, let owner, id != UInt64(self.entry.rawValue) else { return false }
      owner.dropped(EntryID(UInt32(id)), on: self.entry, lowerHalf: y > Double(self.root.height) / 2)
      return true
    }
    root.addController(drop)
    let songs = LocalDropTarget { [weak self, weak owner] y in
      guard let self, let owner else { return false }
      return owner.droppedSongs(on: self.entry, lowerHalf: y > Double(self.root.height) / 2)
    }
    root.addController(songs)
  }

  func setCurrent(_ isCurrent: Bool) { media?.setCurrent(isCurrent) }

  /// What was played stands back.
  func setPlayed(_ isPlayed: Bool) { root.setClass("played", isPlayed) }
}
