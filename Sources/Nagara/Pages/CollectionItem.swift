import PlayerCore

/// What a row of a collection's page shows, and the number that stands for it in the list.
enum CollectionItem: Equatable {
  case head
  case heading(Section)
  /// A folder in the one shown, by its place among them.
  case folder(Int)
  /// One of the library's.
  case album(AlbumID)
  case track(TrackID)

  enum Section: UInt64 { case albums, songs }

  // Tracks are their own IDs: those of the library are far below bit 62, those that were opened are negative and have
  // both of the highest bits. No track has the head's number.
  private static let mark: UInt64 = 1 << 62
  private static let headings = mark | 2 << 60
  private static let folders = mark | 1 << 60
  private static let number: UInt64 = (1 << 60) - 1

  init(row: UInt64) {
    switch row {
    case 0: self = .head
    case _ where row >> 62 != 1: self = .track(TrackID(row: row))
    case _ where row >= Self.headings: self = .heading(Section(rawValue: row & Self.number) ?? .songs)
    case _ where row >= Self.folders: self = .folder(Int(row & Self.number))
    default: self = .album(AlbumID(row: row & Self.number))
    }
  }

  var row: UInt64 {
    switch self {
    case .head: 0
    case .heading(let section): Self.headings | section.rawValue
    case .folder(let index): Self.folders | UInt64(index)
    case .album(let id): Self.mark | id.row
    case .track(let id): id.row
    }
  }

  var track: TrackID? { if case .track(let id) = self { id } else { nil } }

  /// Leads to another page.
  var isLink: Bool {
    switch self {
    case .folder, .album: true
    default: false
    }
  }

  var isActivatable: Bool { isLink || track != nil }
}
