import MusicLibrary
import PlayerCore

/// Names an album among those loaded: by the first of its tracks that was found, so that it keeps its name while
/// more of it is read.
struct AlbumID: Hashable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The album whose earliest track is this.
  init(earliest track: TrackID) { rawValue = UInt32(truncatingIfNeeded: track.rawValue.magnitude) }
}

/// An album as it is shown. `AlbumGrouping` says which tracks are one.
struct Album: Identifiable, Hashable, Sendable {
  let id: AlbumID
  var title: String
  /// `nil`: various artists.
  var artist: String?
  /// By disc and number.
  var tracks: [TrackID]
  var coverKey: String?
  var year: Int?
  var genre: String?
  /// Of the tracks whose length is known, in nanoseconds.
  var duration: UInt64
  /// Orders albums by title, then artist, as the user's language does.
  var sortKey: [UInt8]
}

extension Album {
  /// - Parameter sortKey: of a text, in the user's language.
  init?(_ group: AlbumGroup, in tracks: TrackTable, sortKey: (String) -> [UInt8]) {
    guard let earliest = group.tracks.max() else { return nil }
    let members = group.tracks.compactMap { tracks[$0] }
    let artist = group.artists.isEmpty ? nil : group.artists.joined(separator: ", ")
    self.init(
      id: AlbumID(earliest: earliest), title: group.title, artist: artist, tracks: group.tracks,
      coverKey: members.first?.source.path.map { CoverKey.album($0) }, year: group.date?.year,
      genre: members.lazy.compactMap(\.genres.first).first,
      duration: members.reduce(0) { $0 + ($1.durationNanoseconds ?? 0) },
      sortKey: sortKey(group.title) + [0] + sortKey(artist ?? ""))
  }
}
