import GtkBridge
import PlayerCore

/// Up Next: the current entry and what follows, edited by drag, by buttons and by keys.
@MainActor
final class QueueDrawer {
  var root: Widget { stack }
  /// Goes into the drawer's header while this is shown.
  let tools: Widget
  private let send: Send
  private let covers: Covers
  private let state: () -> AppState
  private let model = ListModel()
  private let selection: Selection
  private var factory: RowFactory<QueueRow>?
  private var list: ListView?
  private let total = Label(ellipsis: .end, xalign: 1, classes: ["dim", "numeric", "drawer-total"])
  private let empty = Label(classes: ["dim"])
  private let stack = Stack()
  /// The queue is only looked at while the drawer is seen.
  private var isShown = false
  private var shownRevision = -1
  private var shownLibrary = -1

  init(_ covers: Covers, send: @escaping Send, state: @escaping () -> AppState) {
    self.covers = covers
    self.send = send
    self.state = state
    selection = Selection(model, .single)
    let clear = Button(icon: "edit-clear-all-symbolic", classes: ["flat", "circular", "small"])
    clear.describe(tr("Clear Up Next"))
    clear.onClick { send(.clearUpNext) }
    total.hexpand = true
    tools = Box(.horizontal, spacing: 4, [total, clear])
    empty.text = tr("Nothing comes next. Play something, and it shows up here.")
    empty.wraps()
    empty.margins(start: 24, end: 24)
    stack.vexpand = true
    stack.add(empty, name: "empty")
  }

  /// Takes the focus when the drawer opens; `nil` while there is nothing to choose.
  var focusWidget: Widget? { model.ids.isEmpty ? nil : list }

  /// - Parameter isShown: whether any of the drawer can be seen.
  func update(_ old: AppState?, _ new: AppState, isShown: Bool) {
    self.isShown = isShown
    guard isShown else { return }
    let queue = new.player.queue
    if shownRevision != new.queueRevision || shownLibrary != new.library.revision {
      shownRevision = new.queueRevision
      shownLibrary = new.library.revision
      buildList()
      let start = queue.currentTimelineIndex ?? queue.upNextStart
      let entries = queue.timeline(start..<queue.timelineCount)
      model.replace(with: entries.map { UInt64($0.id.rawValue) })
      stack.visibleName = entries.isEmpty ? "empty" : "list"
      showTotal(entries, new)
    }
    let current = queue.current?.id
    for row in factory?.liveRows ?? [] { row.setCurrent(row.entry == current) }
  }

  private func showTotal(_ entries: [QueueEntry], _ state: AppState) {
    var duration: UInt64 = 0
    for entry in entries { duration += state.library.tracks[entry.track]?.durationNanoseconds ?? 0 }
    let left = duration > state.player.position ? duration - state.player.position : 0
    total.text = entries.isEmpty ? "" : tr("%s · %s left", songsText(entries.count), durationText(left))
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
  }

  private func activate(_ position: Int) {
    guard model.ids.indices.contains(position) else { return }
    send(.player(.playEntry(EntryID(UInt32(model.ids[position])))))
  }

  // MARK: Edits

  /// Delete removes, Alt+Up and Alt+Down move the selected entry.
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

  private func moveSelected(by step: Int) -> Bool {
    guard let id = selection.selectedIDs.first, let place = model.ids.firstIndex(of: id), place > 0 else {
      return false
    }
    let target = step < 0 ? place - 1 : place + 2
    // The current entry, the first row, stays where it is.
    guard target >= 1, target <= model.ids.count else { return false }
    move(EntryID(UInt32(id)), toRow: target)
    if let now = model.ids.firstIndex(of: id) { selection.select(now) }
    return true
  }

  /// Moves an entry before the row at `position`.
  private func move(_ entry: EntryID, toRow position: Int) {
    let before = model.ids.indices.contains(position) ? EntryID(UInt32(model.ids[position])) : nil
    guard before != entry else { return }
    send(.player(.move(entry, before: before)))
  }

  /// A row was dropped on another: it goes before it, or behind it when it lands on the lower half.
  func dropped(_ entry: EntryID, on target: EntryID, lowerHalf: Bool) {
    guard let place = model.ids.firstIndex(of: UInt64(target.rawValue)) else { return }
    move(entry, toRow: max(1, place + (lowerHalf ? 1 : 0)))
  }

  func remove(_ entry: EntryID) { send(.removeFromQueue([entry])) }
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
  }

  func setCurrent(_ isCurrent: Bool) { media?.setCurrent(isCurrent) }
}
