import GtkBridge

/// All artists, by name. A click opens one.
@MainActor
final class ArtistsPage: Page {
  let root: Widget
  let header = PageHeader(tr("Artists"), leading: .search)
  private let context: PageContext
  private let model = ListModel()
  private let stack = Stack()
  private var list: ListView?
  private var factory: RowFactory<MediaRow>?
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
    if !new.library.isEmpty { buildList() }
    model.replace(with: new.library.artistOrder.map { UInt64($0.rawValue) })
    for row in factory?.liveRows ?? [] { show(row.id, in: row) }
    stack.visibleName = new.library.isEmpty ? "empty" : "list"
  }

  func scrollToTop() { list?.scroll(to: 0) }

  private func buildList() {
    guard list == nil else { return }
    let factory = RowFactory<MediaRow>(
      make: { [context] in
        let row = MediaRow(context.covers)
        row.artwork.addClass("round")
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.show(id, in: row) },
      unbind: { $0.artwork.clear() })
    let list = ListView(Selection(model, .single), factory, singleClick: true)
    list.addClass("artists-list")
    list.accessibleLabel(tr("Artists"))
    list.connect(ListView.activated) { [weak self] position in
      guard let self, self.model.ids.indices.contains(Int(position)) else { return }
      self.context.send(.showArtist(ArtistID(rawValue: UInt32(self.model.ids[Int(position)]))))
    }
    self.list = list
    self.factory = factory
    stack.add(ScrolledWindow(list), name: "list")
  }

  private func show(_ id: UInt64, in row: MediaRow) {
    let library = context.state().library
    guard let artist = library.artist(ArtistID(rawValue: UInt32(id))) else { return }
    row.id = id
    row.show(artist, in: library, subtitle: artistFacts(artist, library))
  }
}

extension MediaRow {
  func show(_ artist: Artist, in library: LibraryState, subtitle text: String) {
    artwork.show(library.albums(of: artist).first?.coverKey)
    title.text = artist.name
    subtitle.text = text
    trailing.text = ""
  }

  func show(_ album: Album, subtitle text: String) {
    artwork.show(album.coverKey)
    title.text = album.title
    subtitle.text = text
    trailing.text = ""
  }
}
