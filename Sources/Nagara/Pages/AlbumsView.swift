import GtkBridge
import MusicLibrary
import PlayerCore

/// All albums as a grid of covers. A click opens one.
@MainActor
final class AlbumsView: LibraryList {
  let frame = ListFrame()
  private let context: PageContext
  private var grid: GridView?
  private var scroller: ScrolledWindow?
  private var factory: RowFactory<AlbumCell>?

  init(_ context: PageContext) { self.context = context }

  func update(_ old: AppState?, _ new: AppState) {
    guard isOther(old, new) else { return }
    let albums = new.filter.shown?.albums ?? new.library.albumOrder
    list(albums.map(\.row), old, new) {
      if new.library.albumOrder.isEmpty {
        frame.show("none", makeNone)
      } else {
        frame.show("grid", makeGrid)
      }
    }
    // An album that was shown before may have a cover or an artist only now.
    for cell in factory?.liveRows ?? [] { show(cell.id, in: cell) }
  }

  func scrollToTop() { grid?.scroll(to: 0) }

  func order(in state: AppState) -> (text: SortText, descending: Bool)? { (.albumTitle, false) }

  func jump(to position: Int) {
    guard let grid, let factory else { return }
    frame.jump(to: position, { grid.scroll(to: $0) }, row: { factory.widget(showing: $0) })
  }

  func activate(_ position: Int) {
    if let id = frame.id(at: position) { context.send(.showAlbum(AlbumID(row: id))) }
  }

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
    grid.connect(GridView.activated) { [weak self] in self?.activate(Int($0)) }
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

  init(_ covers: Covers, _ size: Artwork.Size = .fluid(minimum: 156)) {
    artwork = Artwork(covers, size, resolution: .grid)
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
    name(album)
    artwork.show(album.coverKey)
  }

  /// All but the cover.
  func name(_ album: Album) {
    title.text = album.title
    artist.text = album.displayArtist
  }

  func name(_ track: Track) {
    title.text = track.displayTitle
    artist.text = track.displayArtist ?? ""
  }
}
