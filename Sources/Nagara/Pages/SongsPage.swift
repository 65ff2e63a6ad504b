import GtkBridge
import PlayerCore

/// All songs: columns when the window is wide, rows of cover and two lines when it isn't. Both show the same
/// list, so that scrolling and the sounding track's mark stay over a change of form.
@MainActor
final class SongsPage: ListPage {
  let frame: ListFrame
  private let context: PageContext
  private var table: SongTable?
  private var rows: SongRows?
  private let columns = MenuButton(icon: "view-more-symbolic")

  init(_ context: PageContext) {
    self.context = context
    columns.setMenu { SongTable.menu }
    columns.describe(tr("Columns"))
    columns.addClass("flat", "toolbar-button")
    frame = ListFrame(tr("Songs"), context, tools: [columns, browseButton()])
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    let isOther = old?.library.revision != new.library.revision
    if isOther || old?.songOrder != new.songOrder {
      frame.replace(with: new.songs.map(\.row), scrollToTop: scrollToTop)
    }
    if isOther {
      table?.refresh()
      rows?.refresh()
    }
    if new.library.isEmpty {
      frame.showEmpty()
    } else if new.form.isRegular {
      frame.show("table", makeTable)
      table?.update(new)
    } else {
      frame.show("rows", makeRows)
    }
    let hasColumns = new.form.isRegular && !new.library.isEmpty
    if columns.visible != hasColumns { columns.visible = hasColumns }
    let current = new.player.queue.current?.track
    if old == nil || current != old?.player.queue.current?.track {
      table?.setCurrent(current)
      rows?.setCurrent(current)
    }
    frame.update(old, new)
  }

  func scrollToTop() {
    table?.view.scroll(to: 0)
    rows?.view.scroll(to: 0)
  }

  private func makeTable() -> Widget {
    let table = SongTable(frame.model, context) { [weak self] in self?.activate($0) }
    self.table = table
    root.insertActions("columns", table.choice)
    return ScrolledWindow(table.view)
  }

  private func makeRows() -> Widget {
    let rows = SongRows(frame.model, context) { [weak self] in self?.activate($0) }
    self.rows = rows
    return ScrolledWindow(rows.view)
  }

  private func activate(_ position: Int) {
    guard let id = frame.id(at: position) else { return }
    context.send(.play(.songs, from: TrackID(row: id), shuffled: false))
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
      to: view, scroll: { [weak view] in view?.scroll(to: $0) },
      focus: { [weak factory] in factory?.focusRow(showing: $0) ?? false })
  }

  /// Shows the songs in view anew.
  func refresh() { factory.refresh() }

  func setCurrent(_ track: TrackID?) {
    for row in factory.liveRows { row.setCurrent(track.map { $0.row == row.id } ?? false) }
  }
}
