import GtkBridge
import MusicLibrary

/// All artists, by name. A click opens one.
@MainActor
final class ArtistsView: LibraryList {
  let frame = ListFrame()
  private let context: PageContext
  private var list: ListView?
  private var factory: RowFactory<MediaRow>?

  init(_ context: PageContext) { self.context = context }

  func update(_ old: AppState?, _ new: AppState) {
    guard isOther(old, new) else { return }
    let artists = new.filter.shown?.artists ?? new.library.artistOrder
    list(artists.map(\.row), old, new) {
      if new.library.artistOrder.isEmpty {
        frame.show("none", makeNone)
      } else {
        frame.show("list", makeList)
      }
    }
    for row in factory?.liveRows ?? [] { show(row.id, in: row) }
  }

  func scrollToTop() { list?.scroll(to: 0) }

  func order(in state: AppState) -> (text: SortText, descending: Bool)? { (.artistName, false) }

  func jump(to position: Int) {
    guard let list, let factory else { return }
    frame.jump(to: position, { list.scroll(to: $0) }, row: { factory.widget(showing: $0) })
  }

  func activate(_ position: Int) {
    if let id = frame.id(at: position) { context.send(.showArtist(ArtistID(row: id))) }
  }

  /// Songs are there, but none names an artist.
  private func makeNone() -> Widget {
    StatusPage(
      icon: "nagara-artists-symbolic", title: tr("No Artists"),
      text: tr("None of the songs says who plays it. They are all under Songs.")
    ).root
  }

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
    list.connect(ListView.activated) { [weak self] in self?.activate(Int($0)) }
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
