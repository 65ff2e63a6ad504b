import GtkBridge
import MusicLibrary

/// All genres, years or music folders. A click opens one.
@MainActor
final class ShelvesView: LibraryList {
  let frame = ListFrame()
  private let kind: ShelfKind
  private let context: PageContext
  private var list: ListView?
  private var factory: RowFactory<MediaRow>?
  private var shown = -1

  init(_ kind: ShelfKind, _ context: PageContext) {
    self.kind = kind
    self.context = context
  }

  func update(_ old: AppState?, _ new: AppState) {
    guard shown != new.shelves.revision || isFilteredAnew(old, new) || old == nil else { return }
    shown = new.shelves.revision
    guard let rows = new.shelves.rows[kind] else { return }
    let places = rows.indices.filter { new.filter.fits(rows[$0].name) }
    list(places.map { UInt64($0) }, old, new) {
      if rows.isEmpty { frame.show("none", makeNone) } else { frame.show("list", makeList) }
    }
    factory?.refresh()
  }

  func scrollToTop() { list?.scroll(to: 0) }

  func activate(_ position: Int) {
    guard let id = frame.id(at: position), let row = row(Int(id)) else { return }
    context.send(.shelves(.show(row.shelf)))
  }

  private func makeList() -> Widget {
    let icon: String =
      switch kind {
      case .genres: Shelf.genre(0).icon
      case .years: Shelf.year(0).icon
      case .folders: "folder-symbolic"
      }
    let factory = RowFactory<MediaRow>(
      make: { [context] in
        let row = MediaRow(context.covers, icon: icon)
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.show(Int(id), in: row) })
    let list = ListView(Selection(frame.model, .single), factory, singleClick: true)
    list.addClass("shelves-list")
    list.accessibleLabel(LibraryView(kind).title)
    list.connect(ListView.activated) { [weak self] in self?.activate(Int($0)) }
    self.list = list
    self.factory = factory
    return ScrolledWindow(list)
  }

  private func row(_ index: Int) -> ShelfRow? {
    guard let rows = context.state().shelves.rows[kind], rows.indices.contains(index) else { return nil }
    return rows[index]
  }

  private func show(_ index: Int, in row: MediaRow) {
    guard let shelf = self.row(index) else { return }
    row.show(shelf)
  }

  private func makeNone() -> Widget {
    let (title, text) =
      switch kind {
      case .genres: (tr("No Genres"), tr("None of the songs in your music folders says its genre."))
      case .years: (tr("No Years"), tr("None of the songs in your music folders says its year."))
      case .folders: (tr("No Folders"), tr("There is no music in your music folders."))
      }
    return StatusPage(icon: "nagara-library-symbolic", title: title, text: text).root
  }
}

extension MediaRow {
  func show(_ shelf: ShelfRow) {
    title.text = shelf.name
    subtitle.text = factsText(albums: shelf.albumCount, songs: shelf.trackCount)
    trailing.text = ""
  }
}
