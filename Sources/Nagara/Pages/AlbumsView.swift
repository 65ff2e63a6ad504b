import GtkBridge
import MusicLibrary
import PlayerCore

/// All albums as a grid of covers. A click opens one.
@MainActor
final class AlbumsView: LibraryList {
  let frame = ListFrame()
  private let context: PageContext
  private var grid: GridView?
  private var columnCount = 0
  private var factory: RowFactory<AlbumCell>?

  /// A cover is at least as wide, and the gap to the next one is the cells' padding, in logical pixels.
  private static let coverSide = 156
  private static let coverGap = 16

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
        let cell = AlbumCell(context.covers, .fluid(minimum: Self.coverSide), isLazy: true)
        return (cell, cell.root)
      },
      bind: { [weak self] cell, id, _ in self?.show(id, in: cell) },
      unbind: { $0.artwork.clear() })
    let grid = GridView(Selection(frame.model, .none), factory)
    grid.addClass("albums-grid")
    grid.accessibleLabel(tr("Albums"))
    grid.connect(GridView.activated) { [weak self] in self?.activate(Int($0)) }
    self.grid = grid
    self.factory = factory
    let scroller = ScrolledWindow(grid)
    let width = scroller.horizontalAdjustment
    width.connect(Adjustment.changed) { [weak self, weak width] in
      // Not while sizes are being given out.
      MainLoop.whenIdle { if let width { self?.fitColumns(Int(width.pageSize)) } }
    }
    fitColumns(0)
    return scroller
  }

  /// GTK keeps cells for thirty rows of as many columns as there may be: no more than have room, and one.
  private func fitColumns(_ width: Int) {
    let count = max(6, width / (Self.coverSide + Self.coverGap) + 1)
    guard count != columnCount else { return }
    columnCount = count
    grid?.columns(2...count)
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
  private let title = Inscription(classes: ["row-title"])
  private let artist = Inscription(classes: ["row-subtitle", "dim"])

  init(
    _ covers: Covers, _ size: Artwork.Size, resolution: Covers.Resolution = .grid, isLazy: Bool = false
  ) {
    artwork = Artwork(covers, size, resolution: resolution, isLazy: isLazy)
    artwork.addClass("raised")
    root = Box(.vertical, spacing: 2, [artwork, title, artist], classes: ["album-cell"])
    title.margins(top: 6)
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
