import GtkBridge
import MusicLibrary

/// All genres, years or music folders. A click opens one.
@MainActor
final class ShelvesPage: ListPage {
  let frame: ListFrame
  private let kind: ShelfKind
  private let context: PageContext
  private var list: ListView?
  private var factory: RowFactory<MediaRow>?
  private var shown = -1

  init(_ kind: ShelfKind, _ context: PageContext) {
    self.kind = kind
    self.context = context
    frame = ListFrame(kind.title, context, leading: .back)
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    frame.update(old, new)
    guard shown != new.shelves.revision else { return }
    shown = new.shelves.revision
    guard let rows = new.shelves.rows[kind] else { return }
    if new.library.isEmpty { return frame.showEmpty() }
    if rows.isEmpty { return frame.show("none", makeNone) }
    frame.show("list", makeList)
    frame.replace(with: rows.indices.map { UInt64($0) }, scrollToTop: scrollToTop)
    factory?.refresh()
  }

  func scrollToTop() { list?.scroll(to: 0) }

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
    list.accessibleLabel(kind.title)
    list.connect(ListView.activated) { [weak self] position in
      guard let self, let id = self.frame.id(at: Int(position)), let row = self.row(Int(id)) else { return }
      self.context.send(.shelves(.show(row.shelf)))
    }
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

/// What of the library is shown otherwise than by album, song and artist.
@MainActor
func browseMenu() -> Menu {
  let kinds = Menu()
  for kind in ShelfKind.allCases { kinds.item(kind.title, "win.browse::" + kind.page) }
  let habits = Menu()
  for (page, shelf) in Shelf.habits { habits.item(shelf.title(""), "win.browse::" + page) }
  return Menu().section(nil, kinds).section(nil, habits)
}

/// The button of that menu, for headers.
@MainActor
func browseButton() -> MenuButton {
  let button = MenuButton(icon: "nagara-library-symbolic")
  button.setMenu(browseMenu)
  button.describe(tr("Browse"))
  button.addClass("flat", "toolbar-button")
  return button
}
