import GtkBridge
import PlayerCore

/// Songs in columns.
@MainActor
final class SongTable {
  let view: ColumnView
  private var factories: [RowFactory<SongCell>] = []

  private typealias Field = SongOrder.Column

  init(_ model: ListModel, _ context: PageContext, activate: @escaping (Int) -> Void) {
    view = ColumnView(Selection(model, .single))
    view.addClass("songs-table")
    view.accessibleLabel(tr("Songs"))
    // In the order of `SongOrder.Column`.
    let columns = [
      addColumn(tr("Title"), .title, context, expand: true),
      addColumn(tr("Artist"), .artist, context, expand: true),
      addColumn(tr("Album"), .album, context, expand: true),
      addColumn(tr("Year"), .year, context, width: 84),
      addColumn(tr("Length"), .length, context, width: 96),
    ]
    view.sorts(by: columns) { index, isDescending in
      let column = index.flatMap(SongOrder.Column.init)
      context.send(.sortSongs(SongOrder(column: column, isDescending: column != nil && isDescending)))
    }
    alignNumberTitles()
    view.connect(ColumnView.activated) { activate(Int($0)) }
  }

  /// Shows the songs in view anew.
  func refresh() { for factory in factories { factory.refresh() } }

  func setCurrent(_ track: TrackID?) {
    for factory in factories {
      for cell in factory.liveRows { cell.setCurrent(track.map { $0.row == cell.id } ?? false) }
    }
  }

  private func addColumn(
    _ title: String, _ field: Field, _ context: PageContext, expand: Bool = false, width: Int? = nil
  ) -> Column {
    let isNumber = field == .year || field == .length
    let factory = RowFactory<SongCell>(
      make: {
        let cell = SongCell(isTitle: field == .title, isNumber: isNumber)
        SongMenu.attach(to: cell.root, context) { [weak cell] in cell.map { TrackID(row: $0.id) } }
        return (cell, cell.root)
      },
      bind: { cell, id, position in
        let state = context.state()
        guard let track = state.library.tracks[TrackID(row: id)] else { return }
        cell.id = id
        cell.root.setClass("odd", position % 2 == 0)
        cell.label.text = Self.text(of: field, track)
        cell.setCurrent(state.player.queue.current?.track == track.id)
      })
    factories.append(factory)
    return view.addColumn(title, factory, expand: expand, fixedWidth: width)
  }

  /// Numbers stand at the end of their column, and so do their titles. GTK has no word for that: a title is a
  /// button in the table's header row.
  private func alignNumberTitles() {
    var title = view.firstChild?.firstChild
    for _ in 0..<3 { title = title?.nextSibling }
    while let current = title {
      current.firstChild?.halign = .end
      title = current.nextSibling
    }
  }

  private static func text(of field: Field, _ track: Track) -> String {
    switch field {
    case .title: track.displayTitle
    case .artist: track.displayArtist ?? ""
    case .album: track.album ?? ""
    case .year: track.date.map { String($0.year) } ?? ""
    case .length: track.durationNanoseconds.map(clockText) ?? ""
    }
  }
}

/// A cell of the table.
@MainActor
final class SongCell {
  let root: Box
  let label: Label
  var id: UInt64 = 0
  private let note: Image?

  init(isTitle: Bool, isNumber: Bool) {
    label = Label(ellipsis: .end, xalign: isNumber ? 1 : 0)
    label.hexpand = true
    if isNumber { label.addClass("numeric") }
    if !isTitle { label.addClass("secondary") }
    note = isTitle ? Image(icon: "nagara-songs-symbolic", pixelSize: 14) : nil
    root = Box(.horizontal, spacing: 8, [label], classes: ["song-cell"])
    if let note {
      note.addClass("accent")
      note.visible = false
      root.prepend(note)
    }
  }

  func setCurrent(_ isCurrent: Bool) {
    root.setClass("current", isCurrent)
    note?.visible = isCurrent
  }
}
