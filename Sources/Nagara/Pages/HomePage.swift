import GtkBridge
import MusicLibrary
import PlayerCore

/// The Home tab: what to go on with, and rows of covers of what is new, was heard, or may surprise.
@MainActor
final class HomePage: Page {
  let root: Widget
  let header = PageHeader(tr("Home"), leading: .search)
  private let context: PageContext
  private let stack = Stack()
  private let welcome: WelcomePage
  private var content: Content?

  /// What there is once there is music.
  private struct Content {
    let scroller: ScrolledWindow
    let card: ContinueCard
    let rows: [HomeShelf: CoverRow]
  }

  init(_ context: PageContext) {
    self.context = context
    welcome = WelcomePage(context)
    stack.vexpand = true
    stack.add(welcome.root, name: "empty")
    root = Box(.vertical, [header.root, stack], classes: ["page"])
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    welcome.update(old, new)
    guard !new.library.isEmpty || new.currentTrack != nil else {
      stack.visibleName = "empty"
      return
    }
    let isFirst = content == nil
    let content = content ?? makeContent()
    let old = isFirst ? nil : old
    content.card.update(old, new)
    if old == nil || old?.home.revision != new.home.revision
      || old?.library.revision != new.library.revision
    {
      for (shelf, row) in content.rows { row.show(new.home.covers[shelf] ?? []) }
      lookSoon()
    }
    stack.visibleName = "content"
  }

  func scrollToTop() { content?.scroller.verticalAdjustment.value = 0 }

  private func makeContent() -> Content {
    let card = ContinueCard(context)
    var rows: [HomeShelf: CoverRow] = [:]
    let column = Box(.vertical, [card.root], classes: ["home"])
    for shelf in HomeShelf.allCases {
      let row = CoverRow(shelf, context)
      rows[shelf] = row
      column.append(row.root)
    }
    let scroller = ScrolledWindow(column)
    for signal in [Adjustment.valueChanged, Adjustment.changed] {
      scroller.verticalAdjustment.connect(signal) { [weak self] in self?.lookSoon() }
    }
    let content = Content(scroller: scroller, card: card, rows: rows)
    self.content = content
    stack.add(scroller, name: "content")
    return content
  }

  // MARK: Covers in view

  private let looking = IdleOnce()

  /// Not while sizes are being given out.
  private func lookSoon() { MainLoop.whenIdle(once: looking) { [weak self] in self?.look() } }

  /// Covers are read where somebody is about to look.
  private func look() {
    guard let content else { return }
    for row in content.rows.values where row.root.visible && row.root.height > 0 {
      guard let place = row.root.bounds(in: content.scroller) else { continue }
      if place.y < Double(content.scroller.height), place.y + place.height > 0 { row.isNear = true }
    }
  }
}

/// A row of covers under a heading, and what leads on from it.
@MainActor
final class CoverRow {
  let root: Box
  private let shelf: HomeShelf
  private let context: PageContext
  private let model = ListModel()
  private var factory: RowFactory<CoverCell>?
  private var scroller: ScrolledWindow?
  private let looking = IdleOnce()
  /// Covers before this place have been looked at, or are about to be.
  private var reached = 0

  /// A cover's side, in logical pixels.
  nonisolated static let side = 140

  init(_ shelf: HomeShelf, _ context: PageContext) {
    self.shelf = shelf
    self.context = context
    let heading = Label(shelf.title, ellipsis: .end, xalign: 0, classes: ["section-title"])
    heading.accessibleHeading(level: 2)
    heading.hexpand = true
    let head = Box(.horizontal, spacing: 8, [heading], classes: ["section-heading"])
    root = Box(.vertical, [head], classes: ["cover-row"])
    root.visible = false
    head.append(makeLead())
  }

  /// Whether the row is, or was, in view.
  var isNear = false {
    didSet { if isNear, !oldValue { look() } }
  }

  func show(_ covers: [ShelfCover]) {
    if root.visible == covers.isEmpty { root.visible = !covers.isEmpty }
    guard !covers.isEmpty else { return }
    if scroller == nil { makeList() }
    let rows = covers.map(\.row)
    if rows != model.ids { model.replace(with: rows) }
    // What is behind an ID may be another.
    factory?.refresh()
    lookSoon()
  }

  /// To the whole of the shelf, or to other covers.
  private func makeLead() -> Widget {
    guard let whole = shelf.whole else {
      let button = Button(icon: "nagara-shuffle-symbolic", classes: ["flat", "toolbar-button"])
      button.describe(tr("Choose Others"))
      button.onClick { [context] in context.send(.home(.shuffle)) }
      return button
    }
    let link = LinkButton()
    link.text = tr("Show All")
    link.button.accessibleLabel(tr("Show All: %s", shelf.title))
    link.button.addClass("accent")
    link.clicked = { [context] in context.send(.shelves(.show(whole))) }
    lead = link
    return link.button
  }
  private var lead: LinkButton?

  private func makeList() {
    let factory = RowFactory<CoverCell>(
      make: { [context] in
        let cell = CoverCell(context.covers)
        return (cell, cell.root)
      },
      bind: { [weak self] in self?.show($1, at: $2, in: $0) },
      unbind: { $0.artwork.clear() })
    let list = ListView(Selection(model, .none), factory, .horizontal, singleClick: true)
    list.addClass("cover-list")
    list.accessibleLabel(shelf.title)
    list.connect(ListView.activated) { [weak self] in self?.activate(Int($0)) }
    let scroller = ScrolledWindow(list, horizontal: true, vertical: false)
    scroller.scrollsSidewaysOnly()
    for signal in [Adjustment.valueChanged, Adjustment.changed] {
      scroller.horizontalAdjustment.connect(signal) { [weak self] in self?.lookSoon() }
    }
    self.factory = factory
    self.scroller = scroller
    root.append(scroller)
  }

  private func activate(_ position: Int) {
    guard model.ids.indices.contains(position) else { return }
    switch ShelfCover(row: model.ids[position]) {
    case .album(let id): context.send(.showAlbum(AlbumID(id)))
    case .song(let id): context.send(.play(.songs, from: id, shuffled: false))
    }
  }

  private func show(_ row: UInt64, at position: Int, in cell: CoverCell) {
    let library = context.state().library
    cell.position = position
    switch ShelfCover(row: row) {
    case .album(let id): if let album = library.album(AlbumID(id)) { cell.show(album) }
    case .song(let id): if let track = library.tracks[id] { cell.show(track) }
    }
    if position < reached { cell.showCover() }
  }

  // MARK: Covers in view

  private func lookSoon() { MainLoop.whenIdle(once: looking) { [weak self] in self?.look() } }

  private func look() {
    guard isNear, let adjustment = scroller?.horizontalAdjustment, adjustment.upper > 0 else { return }
    // From right to left GTK counts from the last.
    let seen =
      root.isRightToLeft ? adjustment.upper - adjustment.value : adjustment.value + adjustment.pageSize
    let pitch = adjustment.upper / Double(model.ids.count)
    reached = max(reached, Int((seen / pitch).rounded(.up)))
    for cell in factory?.liveRows ?? [] where cell.position < reached { cell.showCover() }
  }
}

/// A cover of fixed size with two lines. The picture comes when it is asked for.
@MainActor
final class CoverCell {
  let root: Widget
  let artwork: Artwork
  /// Its place in the row.
  var position = 0
  private let cell: AlbumCell
  private var coverKey: String?

  init(_ covers: Covers) {
    cell = AlbumCell(covers, .fixed(CoverRow.side), resolution: .shelf)
    artwork = cell.artwork
    root = cell.root
  }

  func show(_ album: Album) {
    cell.name(album)
    coverKey = album.coverKey
  }

  func show(_ track: Track) {
    cell.name(track)
    coverKey = track.coverKey
  }

  func showCover() { artwork.show(coverKey) }
}
