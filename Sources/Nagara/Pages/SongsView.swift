import GtkBridge
import MusicLibrary
import PlayerCore

/// All songs: columns when the window is wide, rows of cover and two lines when it isn't. Both show the same
/// list, so that scrolling and the sounding track's mark stay over a change of form.
@MainActor
final class SongsView: LibraryList {
  let frame = ListFrame()
  private let context: PageContext
  private var table: SongTable?
  private var rows: SongRows?
  /// Told of the table's choice of columns when the table is made.
  private let tableMade: (ActionGroup) -> Void

  init(_ context: PageContext, tableMade: @escaping (ActionGroup) -> Void) {
    self.context = context
    self.tableMade = tableMade
  }

  func update(_ old: AppState?, _ new: AppState) {
    let isOther = isOther(old, new)
    if isOther || old?.songOrder != new.songOrder {
      let songs = new.filter.shown?.songs ?? new.songs
      list(songs.map(\.row), old, new) { show(new) }
    } else if old?.form.isRegular != new.form.isRegular, !frame.model.ids.isEmpty {
      show(new)
    }
    if isOther {
      table?.refresh()
      rows?.refresh()
    }
    if new.form.isRegular { table?.update(new) }
    let current = new.player.queue.current?.track
    if old == nil || current != old?.player.queue.current?.track {
      table?.setCurrent(current)
      rows?.setCurrent(current)
    }
  }

  private func show(_ new: AppState) {
    if new.form.isRegular { frame.show("table", makeTable) } else { frame.show("rows", makeRows) }
  }

  func scrollToTop() {
    table?.view.scroll(to: 0)
    rows?.view.scroll(to: 0)
  }

  func order(in state: AppState) -> (text: SortText, descending: Bool)? {
    state.songOrder.text.map { ($0, state.songOrder.isDescending) }
  }

  func jump(to position: Int) {
    if frame.root.visibleName == "table", let table {
      frame.jump(to: position, { table.view.scroll(to: $0) }, row: { table.widget(showing: $0) })
    } else if let rows {
      frame.jump(to: position, { rows.view.scroll(to: $0) }, row: { rows.widget(showing: $0) })
    }
  }

  private func makeTable() -> Widget {
    let table = SongTable(frame.model, context) { [weak self] in self?.activate($0) }
    self.table = table
    tableMade(table.choice)
    return ScrolledWindow(table.view)
  }

  private func makeRows() -> Widget {
    let rows = SongRows(frame.model, context) { [weak self] in self?.activate($0) }
    self.rows = rows
    return ScrolledWindow(rows.view)
  }

  /// What is in view is what plays.
  func activate(_ position: Int) {
    guard let id = frame.id(at: position) else { return }
    let list = context.state().filter.shown == nil ? TrackList.songs : .filtered
    context.send(.play(list, from: TrackID(row: id), shuffled: false))
  }
}

/// Songs as rows.
@MainActor
final class SongRows {
  let view: ListView
  private let actions: SongActions
  private let factory: RowFactory<MediaRow>

  init(_ model: ListModel, _ context: PageContext, activate: @escaping (Int) -> Void) {
    let state = context.state
    let actions = SongActions(model, context)
    self.actions = actions
    factory = RowFactory<MediaRow>(
      make: {
        let row = MediaRow(context.covers)
        actions.attach(toRow: row.root) { [weak row] in row?.id }
        return (row, row.root)
      },
      bind: { row, id, _ in
        let state = state()
        guard let track = state.library.tracks[TrackID(row: id)] else { return }
        row.id = id
        row.show(track, isCurrent: state.player.queue.current?.track == track.id)
      },
      unbind: { $0.artwork.clear() })
    view = ListView(actions.selection, factory)
    view.addClass("songs-list")
    view.accessibleLabel(tr("Songs"))
    view.enablesRubberband()
    view.connect(ListView.activated) { activate(Int($0)) }
    actions.attach(
      to: view, typing: false, scroll: { [weak view] in view?.scroll(to: $0) },
      focus: { [weak factory] in factory?.focusRow(showing: $0) ?? false })
  }

  /// Shows the songs in view anew.
  func refresh() { factory.refresh() }

  func widget(showing id: UInt64) -> Widget? { factory.widget(showing: id) }

  func setCurrent(_ track: TrackID?) {
    for row in factory.liveRows { row.setCurrent(track.map { $0.row == row.id } ?? false) }
  }
}
