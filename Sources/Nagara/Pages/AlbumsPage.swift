import GtkBridge

/// All albums as a grid of covers. A click opens one.
@MainActor
final class AlbumsPage: Page {
  let root: Widget
  let header = PageHeader(tr("Albums"), leading: .search)
  private let context: PageContext
  private let model = ListModel()
  private let stack = Stack()
  private var grid: GridView?
  private var factory: RowFactory<AlbumCell>?
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
    welcome.update(old, new)
    guard old == nil || old?.library.revision != new.library.revision else { return }
    if !new.library.albumOrder.isEmpty { buildGrid() }
    model.replace(with: new.library.albumOrder.map { UInt64($0.rawValue) })
    // An album that was shown before may have a cover or an artist only now.
    for cell in factory?.liveRows ?? [] { show(cell.id, in: cell) }
    stack.visibleName = new.library.isEmpty ? "empty" : new.library.albumOrder.isEmpty ? "none" : "grid"
    if new.library.albumOrder.isEmpty, !new.library.isEmpty { buildNone() }
  }

  func scrollToTop() { grid?.scroll(to: 0) }

  private func buildGrid() {
    guard grid == nil else { return }
    let factory = RowFactory<AlbumCell>(
      make: { [context] in
        let cell = AlbumCell(context.covers)
        return (cell, cell.root)
      },
      bind: { [weak self] cell, id, _ in self?.show(id, in: cell) },
      unbind: { $0.artwork.clear() })
    let grid = GridView(Selection(model, .none), factory)
    grid.columns(2...16)
    grid.addClass("albums-grid")
    grid.accessibleLabel(tr("Albums"))
    grid.connect(GridView.activated) { [weak self] position in
      guard let self, self.model.ids.indices.contains(Int(position)) else { return }
      self.context.send(.showAlbum(AlbumID(rawValue: UInt32(self.model.ids[Int(position)]))))
    }
    self.grid = grid
    self.factory = factory
    stack.add(ScrolledWindow(grid), name: "grid")
  }

  private var hasNone = false

  /// Songs are there, but none names an album.
  private func buildNone() {
    guard !hasNone else { return }
    hasNone = true
    let page = StatusPage(
      icon: "nagara-albums-symbolic", title: tr("No Albums"),
      text: tr("None of the songs says which album it is from. They are all under Songs."))
    stack.add(page.root, name: "none")
    stack.visibleName = "none"
  }

  private func show(_ id: UInt64, in cell: AlbumCell) {
    guard let album = context.state().library.album(AlbumID(rawValue: UInt32(id))) else { return }
    cell.id = id
    cell.show(album)
  }
}

/// A cover with title and artist.
@MainActor
final class AlbumCell {
  let root: Box
  let artwork: Artwork
  var id: UInt64 = 0
  private let title = Label(ellipsis: .end, xalign: 0, classes: ["row-title"])
  private let artist = Label(ellipsis: .end, xalign: 0, classes: ["row-subtitle", "dim"])

  init(_ covers: Covers) {
    artwork = Artwork(covers, .fluid(minimum: 156), resolution: .grid)
    artwork.addClass("raised")
    root = Box(.vertical, spacing: 2, [artwork, title, artist], classes: ["album-cell"])
    title.margins(top: 6)
    // Long titles must not make the columns wider than the covers.
    for label in [title, artist] {
      label.width(characters: 1)
      label.maxWidth(characters: 1)
      label.hexpand = true
    }
  }

  func show(_ album: Album) {
    artwork.show(album.coverKey)
    title.text = album.title
    artist.text = album.artist ?? tr("Various Artists")
  }
}
