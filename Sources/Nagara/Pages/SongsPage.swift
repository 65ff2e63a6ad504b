import GtkBridge
import PlayerCore

/// All songs: columns when the window is wide, rows of cover and two lines when it isn't. Both show the same
/// list, so that scrolling and the sounding track's mark stay over a change of form.
@MainActor
final class SongsPage: Page {
  let root: Widget
  let header = PageHeader(tr("Songs"), leading: .search)
  private let context: PageContext
  private let model = ListModel()
  private let stack = Stack()
  private var table: SongTable?
  private var rows: SongRows?
  private let welcome: WelcomePage

  init(_ context: PageContext) {
    self.context = context
    welcome = WelcomePage(context)
    stack.vexpand = true
    stack.add(welcome.root, name: "empty")
    root = Box(.vertical, [header.root, stack], classes: ["page"])
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    if old == nil || old?.library.revision != new.library.revision || old?.songOrder != new.songOrder {
      model.replace(with: new.songs.map(\.row))
    }
    show(new)
    let current = new.player.queue.current?.track
    if old == nil || current != old?.player.queue.current?.track {
      table?.setCurrent(current)
      rows?.setCurrent(current)
    }
    welcome.update(old, new)
  }

  func scrollToTop() {
    table?.view.scroll(to: 0)
    rows?.view.scroll(to: 0)
  }

  private func show(_ state: AppState) {
    guard !state.library.isEmpty else {
      stack.visibleName = "empty"
      return
    }
    if state.form.isRegular, table == nil {
      let table = SongTable(model, context) { [weak self] in self?.activate($0) }
      self.table = table
      stack.add(ScrolledWindow(table.view), name: "table")
    } else if !state.form.isRegular, rows == nil {
      let rows = SongRows(model, context) { [weak self] in self?.activate($0) }
      self.rows = rows
      stack.add(ScrolledWindow(rows.view), name: "rows")
    }
    stack.visibleName = state.form.isRegular ? "table" : "rows"
  }

  private func activate(_ position: Int) {
    guard model.ids.indices.contains(position) else { return }
    context.send(.play(.songs, from: TrackID(row: model.ids[position]), shuffled: false))
  }
}

/// Songs as rows.
@MainActor
final class SongRows {
  let view: ListView
  private let factory: RowFactory<MediaRow>

  init(_ model: ListModel, _ context: PageContext, activate: @escaping (Int) -> Void) {
    let state = context.state
    factory = RowFactory<MediaRow>(
      make: {
        let row = MediaRow(context.covers)
        SongMenu.attach(to: row.root, context) { [weak row] in row.map { TrackID(row: $0.id) } }
        return (row, row.root)
      },
      bind: { row, id, _ in
        let state = state()
        guard let track = state.library.tracks[TrackID(row: id)] else { return }
        row.id = id
        row.show(track, isCurrent: state.player.queue.current?.track == track.id)
      },
      unbind: { $0.artwork.clear() })
    view = ListView(Selection(model, .single), factory)
    view.addClass("songs-list")
    view.accessibleLabel(tr("Songs"))
    view.connect(ListView.activated) { activate(Int($0)) }
  }

  func setCurrent(_ track: TrackID?) {
    for row in factory.liveRows { row.setCurrent(track.map { $0.row == row.id } ?? false) }
  }
}
