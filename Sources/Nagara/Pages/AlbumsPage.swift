import GtkBridge

/// All albums as a grid of covers. A click opens one.
@MainActor
final class AlbumsPage: ListPage {
  let frame: ListFrame
  private let context: PageContext
  private var grid: GridView?
  private var scroller: ScrolledWindow?
  private var factory: RowFactory<AlbumCell>?

  init(_ context: PageContext) {
    self.context = context
    frame = ListFrame(tr("Albums"), context, tools: [browseButton()])
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    frame.update(old, new)
    guard old == nil || old?.library.revision != new.library.revision else { return }
    frame.replace(with: new.library.albumOrder.map(\.row), scrollToTop: scrollToTop)
    // An album that was shown before may have a cover or an artist only now.
    for cell in factory?.liveRows ?? [] { show(cell.id, in: cell) }
    if new.library.isEmpty {
      frame.showEmpty()
    } else if new.library.albumOrder.isEmpty {
      frame.show("none", makeNone)
    } else {
      frame.show("grid", makeGrid)
    }
  }

  func scrollToTop() { grid?.scroll(to: 0) }

  private func makeGrid() -> Widget {
    let factory = RowFactory<AlbumCell>(
      make: { [context] in
        let cell = AlbumCell(context.covers)
        return (cell, cell.root)
      },
      bind: { [weak self] cell, id, _ in self?.show(id, in: cell) },
      unbind: { $0.artwork.clear() })
    let grid = GridView(Selection(frame.model, .none), factory)
    grid.columns(2...16)
    grid.addClass("albums-grid")
    grid.accessibleLabel(tr("Albums"))
    grid.connect(GridView.activated) { [weak self] position in
      guard let self, let id = self.frame.id(at: Int(position)) else { return }
      self.context.send(.showAlbum(AlbumID(row: id)))
    }
    self.grid = grid
    self.factory = factory
    let scroller = ScrolledWindow(grid)
    self.scroller = scroller
    context.covers.watch(scroller)
    return scroller
  }

  /// Songs are there, but none names an album.
  private func makeNone() -> Widget {
    StatusPage(
      icon: "nagara-albums-symbolic", title: tr("No Albums"),
      text: tr("None of the songs says which album it is from. They are all under Songs.")
    ).root
  }

  private func show(_ id: UInt64, in cell: AlbumCell) {
    guard let album = context.state().library.album(AlbumID(row: id)) else { return }
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
    artist.text = album.displayArtist
  }
}
