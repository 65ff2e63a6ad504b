import GtkBridge
import PlayerCore

/// A row of the search results: a section's heading, an album, an artist or a song, the words found in bold.
@MainActor
final class SearchRow {
  /// What a row stands for, packed into its number: the kind in the top byte.
  enum Item: Equatable {
    case heading(Section)
    case album(AlbumID)
    case artist(ArtistID)
    case song(TrackID)

    enum Section: UInt64 { case albums, artists, songs }

    private static let numberBits: UInt64 = 0x00ff_ffff_ffff_ffff

    var row: UInt64 {
      switch self {
      case .heading(let section): section.rawValue
      case .album(let id): Self.row(1, id.rawValue)
      case .artist(let id): Self.row(2, id.rawValue)
      case .song(let id): Self.row(3, id.rawValue)
      }
    }

    private static func row(_ kind: UInt64, _ number: Int64) -> UInt64 {
      kind << 56 | UInt64(bitPattern: number) & numberBits
    }

    init(row: UInt64) {
      // Numbers may be negative: their sign is in the highest of the bits.
      let number = Int64(bitPattern: row << 8) >> 8
      switch row >> 56 {
      case 1: self = .album(AlbumID(number))
      case 2: self = .artist(ArtistID(number))
      case 3: self = .song(TrackID(number))
      default: self = .heading(Section(rawValue: row) ?? .albums)
      }
    }

    var isActivatable: Bool { if case .heading = self { false } else { true } }
  }

  let root: Box
  private(set) var id: UInt64 = 0
  private let heading = Label(xalign: 0, classes: ["section-title"])
  private let more = Label(xalign: 1, classes: ["section-more"])
  private let headingRow: Box
  private let media: MediaRow

  private static var emphasis: String { "weight='800' foreground='\(Appearance.accentText)'" }

  init(_ covers: Covers) {
    media = MediaRow(covers)
    media.root.hexpand = true
    heading.hexpand = true
    headingRow = Box(.horizontal, [heading, more], classes: ["section-heading"])
    headingRow.hexpand = true
    root = Box(.horizontal, [headingRow, media.root])
  }

  /// The rows of results, section by section, empty ones left out.
  static func rows(for results: SearchResults) -> [UInt64] {
    var rows: [UInt64] = []
    func section(_ section: Item.Section, _ items: [Item]) {
      guard !items.isEmpty else { return }
      rows.append(Item.heading(section).row)
      rows += items.map(\.row)
    }
    section(.albums, results.albums.map(Item.album))
    section(.artists, results.artists.map(Item.artist))
    section(.songs, results.songs.map(Item.song))
    return rows
  }

  func show(_ id: UInt64, _ state: AppState, _ query: SearchWords) {
    self.id = id
    let item = Item(row: id)
    headingRow.visible = !item.isActivatable
    media.root.visible = item.isActivatable
    media.artwork.setClass("round", false)
    switch item {
    case .heading(let section): show(section, state.search.results)
    case .album(let id):
      guard let album = state.library.album(id) else { return }
      let facts = [album.displayArtist, album.year.map(String.init)].compactMap { $0 }
      media.show(album, subtitle: tr("Album") + " · " + facts.joined(separator: ", "))
    case .artist(let id):
      guard let artist = state.library.artist(id) else { return }
      media.show(artist, subtitle: tr("Artist") + " · " + artistFacts(artist))
      media.artwork.setClass("round", true)
    case .song(let id):
      guard let track = state.library.tracks[id] else { return }
      media.show(
        track, subtitle: tr("Song") + " · " + track.artistAndAlbum,
        isCurrent: state.player.queue.current?.track == id)
    }
    guard item.isActivatable else { return }
    for label in [media.title, media.subtitle] {
      let text = label.text
      label.setText(text, emphasising: matches(of: query, in: text), attributes: Self.emphasis)
    }
  }

  func setCurrent(_ track: TrackID?) {
    if case .song(let id) = Item(row: id) { media.setCurrent(id == track) } else { media.setCurrent(false) }
  }

  /// The song that the row shows; `nil` for any other.
  var song: TrackID? { if case .song(let id) = Item(row: id) { id } else { nil } }

  func clear() { media.artwork.clear() }

  private func show(_ section: Item.Section, _ results: SearchResults) {
    let (title, shown, all): (String, Int, Int) =
      switch section {
      case .albums: (tr("Albums"), results.albums.count, results.albumCount)
      case .artists: (tr("Artists"), results.artists.count, results.artistCount)
      case .songs: (tr("Songs"), results.songs.count, results.songCount)
      }
    heading.text = title
    more.text = all > shown ? tr("%d more", "%d more", all - shown) : ""
  }
}
