import MusicLibrary
import PlayerCore
import TextKeys

/// How the songs' table is sorted.
struct SongOrder: Equatable, Sendable {
  enum Column: Int, CaseIterable, Sendable { case title, artist, album, year, length, plays, rating }

  /// `nil`: as they were found.
  var column: Column?
  var isDescending = false

  /// What the library calls it.
  var stored: TrackOrder? {
    switch column {
    case nil: nil
    case .title: .title
    case .artist: .artist
    case .album: .album
    case .year: .date
    case .length: .duration
    case .plays: .plays
    case .rating: .rating
    }
  }

  /// The text that the library's songs are then sorted by; `nil`: a number.
  var text: SortText? {
    switch column {
    case nil, .title: .trackTitle
    case .artist: .trackArtist
    case .album: .trackAlbum
    default: nil
    }
  }

  /// The opened songs in this order. Equal ones stay as they were found, and what has no value comes last either way.
  func sorted(_ tracks: TrackTable, locale: String) -> [TrackID] {
    guard let column, let keys = SortKeys(locale: locale) ?? SortKeys(locale: "") else {
      return Array(tracks.ids)
    }
    func text(_ text: String?) -> [UInt8]? { text.flatMap { $0.isEmpty ? nil : keys.key($0) } }
    func number(_ value: UInt64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
    }
    var known: [(key: [UInt8], id: TrackID)] = []
    var unknown: [TrackID] = []
    for id in tracks.ids {
      guard let track = tracks[id] else { continue }
      let key: [UInt8]? =
        switch column {
        case .title: text(track.displayTitle)
        case .artist: text(track.displayArtist)
        case .album: albumKey(of: track, text(track.album), number)
        case .year:
          track.date.map { number(UInt64(max(0, $0.year * 10_000 + ($0.month ?? 0) * 100 + ($0.day ?? 0)))) }
        case .length: track.durationNanoseconds.map(number)
        // Nothing is counted of what isn't in the library.
        case .plays, .rating: nil
        }
      if let key { known.append((key, id)) } else { unknown.append(id) }
    }
    // IDs fall in the order the tracks came.
    known.sort { left, right in
      if left.key == right.key { return left.id.rawValue > right.id.rawValue }
      return left.key.lexicographicallyPrecedes(right.key) != isDescending
    }
    return known.map(\.id) + unknown
  }

  /// Within an album by disc and number.
  private func albumKey(
    of track: Track, _ album: [UInt8]?, _ number: (UInt64) -> [UInt8]
  ) -> [UInt8]? {
    guard let album else { return nil }
    // An album that is read backwards is no use.
    let place = UInt64(max(0, track.disc.number ?? 1)) << 32 | UInt64(max(0, track.number.number ?? 0))
    return album + [0] + number(isDescending ? UInt64.max - place : place)
  }
}
