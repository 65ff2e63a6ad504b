import GtkBridge
import MusicLibrary
import PlayerCore

/// Songs in columns, which the user chooses, orders and sizes.
@MainActor
final class SongTable {
  let view: ColumnView
  private let context: PageContext
  private let actions: SongActions
  private var factories: [RowFactory<SongCell>] = []
  private var columns: [(field: SongField, column: Column)] = []
  private var shown: SongColumns?
  /// Whether the columns change by us and not by the user.
  private var isShowing = false
  private var keepSoon: SourceToken?
  /// Which columns are shown: for the page, as `columns.`
  let choice = ActionGroup()
  private var choices: [SongField: SimpleAction] = [:]

  /// While the user draws a column's edge its width changes many times: kept when that ends, in milliseconds.
  private static let keepRest: UInt32 = 400

  init(_ model: ListModel, _ context: PageContext, activate: @escaping (Int) -> Void) {
    self.context = context
    actions = SongActions(model, context)
    view = ColumnView(actions.selection)
    view.addClass("songs-table")
    view.accessibleLabel(tr("Songs"))
    view.enablesReordering()
    view.enablesRubberband()
    for field in SongField.allCases { addColumn(field) }
    view.sorts(by: columns.filter { $0.field.order != nil }.map(\.column)) { index, isDescending in
      let order = index.flatMap(SongOrder.Column.init)
      context.send(.sortSongs(SongOrder(column: order, isDescending: order != nil && isDescending)))
    }
    view.onOrderChanged { [weak self] in self?.orderChanged() }
    view.connect(ColumnView.activated) { activate(Int($0)) }
    actions.attach(
      to: view, typing: false, scroll: { [weak view] in view?.scroll(to: $0) },
      focus: { [weak self] id in self?.factories.contains { $0.focusRow(showing: id) } ?? false })
  }

  func update(_ new: AppState) {
    guard shown != new.songColumns else { return }
    show(new.songColumns)
  }

  /// Shows the songs in view anew.
  func refresh() { for factory in factories { factory.refresh() } }

  func widget(showing id: UInt64) -> Widget? {
    for factory in factories { if let widget = factory.widget(showing: id) { return widget } }
    return nil
  }

  func setCurrent(_ track: TrackID?) {
    for factory in factories {
      for cell in factory.liveRows { cell.setCurrent(track.map { $0.row == cell.id } ?? false) }
    }
  }

  // MARK: Columns

  private func addColumn(_ field: SongField) {
    let context = context
    let factory = RowFactory<SongCell>(
      make: { [actions] in
        let cell = SongCell(isTitle: field == .title, isNumber: field.isNumber)
        if field == .rating {
          cell.onRate { [weak cell] stars in
            guard let song = cell.map({ TrackID(row: $0.id) }) else { return }
            let isSame = Ratings.stars(of: context.state().library.row(song)?.rating) == stars
            context.send(.rate([song], isSame ? nil : Ratings.rating(stars: stars)))
          }
        }
        actions.attach(toRow: cell.root) { [weak cell] in cell?.id }
        return (cell, cell.root)
      },
      bind: { cell, id, position in
        let state = context.state()
        guard let track = state.library.tracks[TrackID(row: id)] else { return }
        cell.id = id
        cell.root.setClass("odd", position % 2 == 0)
        if field == .rating {
          cell.showStars(state.library.row(track.id).map { Ratings.stars(of: $0.rating) })
        } else {
          cell.label.text = field.text(of: track, state)
        }
        cell.setCurrent(state.player.queue.current?.track == track.id)
      })
    factories.append(factory)
    let column = view.addColumn(field.title, factory, expand: field.expands)
    column.setHeaderMenu(Self.menu)
    column.connect(Column.widthChanged) { [weak self] in self?.keepWidths() }
    columns.append((field, column))
    guard field != .title else { return }
    let action = SimpleAction(field.rawValue, state: .bool(false)) { value in
      var columns = context.state().songColumns
      columns.show(field, value.bool ?? false)
      context.send(.setSongColumns(columns))
    }
    choice.add(action)
    choices[field] = action
  }

  /// Which columns there are: on the titles, and in the page's own menu.
  static var menu: Menu {
    let menu = Menu()
    for field in SongField.allCases where field != .title {
      menu.item(field.title, "columns." + field.rawValue)
    }
    return menu
  }

  private func show(_ new: SongColumns) {
    shown = new
    isShowing = true
    defer { isShowing = false }
    for (place, item) in new.items.enumerated() {
      guard let column = columns.first(where: { $0.field == item.field })?.column else { continue }
      column.visible = item.isShown
      // GTK 4.8 leaves room for the fixed width of a hidden column too.
      column.fixedWidth = item.isShown ? item.width : nil
      choices[item.field]?.state = .bool(item.isShown)
      if order.indices.contains(place), order[place] != item.field { view.move(column, to: place) }
    }
    alignNumberTitles()
  }

  private var order: [SongField] {
    view.order(of: columns.map(\.column)).compactMap { column in
      columns.first { $0.column.raw == column.raw }?.field
    }
  }

  /// The user has dragged a title.
  private func orderChanged() {
    alignNumberTitles()
    // While one is moved it is out of the list for a moment.
    let order = order
    guard !isShowing, order.count == columns.count, var new = shown, new.items.map(\.field) != order else {
      return
    }
    new.reorder(order)
    shown = new
    context.send(.setSongColumns(new))
  }

  private func keepWidths() {
    guard !isShowing else { return }
    keepSoon = MainLoop.after(milliseconds: Self.keepRest) { [weak self] in
      guard let self, var new = self.shown else { return }
      for (field, column) in self.columns where column.visible { new.setWidth(field, column.fixedWidth) }
      self.shown = new
      self.context.send(.setSongColumns(new))
    }
  }

  /// Numbers stand at the end of their column, and so do their titles. GTK has no word for that: a title is a
  /// button in the table's header row.
  private func alignNumberTitles() {
    for (title, field) in zip(view.titles, order) {
      title.firstChild?.halign = field.isNumber ? .end : .fill
    }
  }
}

extension SongField {
  /// Whether its column takes a share of what is left.
  fileprivate var expands: Bool { !isNumber && self != .codec && self != .rating }

  /// As the column is headed.
  var title: String {
    switch self {
    case .title: tr("Title")
    case .artist: tr("Artist")
    case .album: tr("Album")
    case .year: tr("Year")
    case .length: tr("Length")
    case .number: tr("Number")
    case .genre: tr("Genre")
    case .composer: tr("Composer")
    case .codec: tr("Format")
    case .file: tr("File")
    case .plays: tr("Plays")
    case .rating: tr("Rating")
    }
  }

  func text(of track: Track, _ state: AppState) -> String {
    switch self {
    case .title: track.displayTitle
    case .artist: track.displayArtist ?? ""
    case .album: track.album ?? ""
    case .year: track.date.map { String($0.year) } ?? ""
    case .length: track.durationNanoseconds.map(clockText) ?? ""
    case .number: track.number.number.map(String.init) ?? ""
    case .genre: track.genres.joined(separator: ", ")
    case .composer: track.composers.joined(separator: ", ")
    case .codec: state.library.codec(of: track.id).displayName
    case .file: track.source.displayName
    case .plays: state.library.row(track.id).map { String($0.plays) } ?? ""
    case .rating: state.library.row(track.id).map { Ratings.text(Ratings.stars(of: $0.rating)) } ?? ""
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

  /// Shows so many stars; `nil`: there is nothing to rate.
  func showStars(_ count: Int?) {
    guard let count else {
      label.text = ""
      return
    }
    let text = String(repeating: "★", count: count) + String(repeating: "☆", count: Ratings.stars - count)
    let empty = text.index(text.startIndex, offsetBy: count)..<text.endIndex
    label.setText(text, emphasising: empty.isEmpty ? [] : [empty], attributes: "alpha=\"60%\"")
    label.accessibleLabel(Ratings.text(count))
  }

  /// Tells of a press on a star, by its number.
  func onRate(_ body: @escaping (Int) -> Void) {
    label.hexpand = false
    label.halign = .start
    let click = GestureClick()
    click.connect(GestureClick.released) { [weak label] _, x, _ in
      guard let label, label.width > 0 else { return }
      let share = (label.isRightToLeft ? Double(label.width) - x : x) / Double(label.width)
      body(min(Ratings.stars, max(1, Int(share * Double(Ratings.stars)) + 1)))
    }
    label.addController(click)
  }

  func setCurrent(_ isCurrent: Bool) {
    root.setClass("current", isCurrent)
    note?.visible = isCurrent
  }
}
