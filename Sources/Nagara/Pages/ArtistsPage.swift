import GtkBridge

/// All artists, by name. A click opens one.
@MainActor
final class ArtistsPage: ListPage {
  let frame: ListFrame
  private let context: PageContext
  private var list: ListView?
  private var factory: RowFactory<MediaRow>?

  init(_ context: PageContext) {
    self.context = context
    frame = ListFrame(tr("Artists"), context, tools: [browseButton()])
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    frame.update(old, new)
    guard old == nil || old?.library.revision != new.library.revision else { return }
    frame.replace(with: new.library.artistOrder.map(\.row), scrollToTop: scrollToTop)
    for row in factory?.liveRows ?? [] { show(row.id, in: row) }
    if new.library.isEmpty { frame.showEmpty() } else { frame.show("list", makeList) }
  }

  func scrollToTop() { list?.scroll(to: 0) }

  private func makeList() -> Widget {
    let factory = RowFactory<MediaRow>(
      make: { [context] in
        let row = MediaRow(context.covers)
        row.artwork.addClass("round")
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.show(id, in: row) },
      unbind: { $0.artwork.clear() })
    let list = ListView(Selection(frame.model, .single), factory, singleClick: true)
    list.addClass("artists-list")
    list.accessibleLabel(tr("Artists"))
    list.connect(ListView.activated) { [weak self] position in
      guard let self, let id = self.frame.id(at: Int(position)) else { return }
      self.context.send(.showArtist(ArtistID(row: id)))
    }
    self.list = list
    self.factory = factory
    return ScrolledWindow(list)
  }

  private func show(_ id: UInt64, in row: MediaRow) {
    let library = context.state().library
    guard let artist = library.artist(ArtistID(row: id)) else { return }
    row.id = id
    row.show(artist, subtitle: artistFacts(artist))
  }
}

extension MediaRow {
  func show(_ artist: Artist, subtitle text: String) {
    artwork.show(artist.coverKey)
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
