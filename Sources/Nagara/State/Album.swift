import MusicLibrary
import PlayerCore

/// Names an album: of the library when positive, among those opened when negative.
struct AlbumID: Hashable, Sendable {
  let rawValue: Int64

  init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// An opened album is named by the first of its tracks that was found, so that it keeps its name while more of it is
  /// read.
  init(earliest track: TrackID) { rawValue = track.rawValue }
}

/// Names an artist: of the library when positive, among those opened when negative.
struct ArtistID: Hashable, Sendable {
  let rawValue: Int64

  init(_ rawValue: Int64) { self.rawValue = rawValue }
}

/// An album as it is shown. `AlbumGrouping` says which tracks are one.
struct Album: Identifiable, Hashable, Sendable {
  let id: AlbumID
  var title: String
  /// `nil`: various artists.
  var artist: String?
  var trackCount: Int
  var coverKey: String?
  var year: Int?
  var genre: String?
  /// Of the tracks whose length is known, in nanoseconds.
  var duration: UInt64
}

/// Someone who is named as an artist of a track.
struct Artist: Identifiable, Hashable, Sendable {
  let id: ArtistID
  let name: String
  var trackCount = 0
  var albumCount = 0
  var coverKey: String?
}

extension Album {
  init(_ row: AlbumRow) {
    self.init(
      id: AlbumID(row.id), title: row.title,
      artist: row.artists.isEmpty ? nil : row.artists.joined(separator: ", "), trackCount: row.trackCount,
      coverKey: row.coverFile.map { CoverKey.album($0) }, year: row.date?.year, genre: row.genre,
      duration: UInt64(max(0, row.milliseconds)) * Nanoseconds.millisecond)
  }

  /// One of what was opened.
  init?(_ group: AlbumGroup, in tracks: TrackTable) {
    guard let earliest = group.tracks.max() else { return nil }
    let members = group.tracks.compactMap { tracks[$0] }
    self.init(
      id: AlbumID(earliest: earliest), title: group.title,
      artist: group.artists.isEmpty ? nil : group.artists.joined(separator: ", "),
      trackCount: group.tracks.count, coverKey: members.first?.source.path.map { CoverKey.album($0) },
      year: group.date?.year, genre: members.lazy.compactMap(\.genres.first).first,
      duration: members.reduce(0) { $0 + ($1.durationNanoseconds ?? 0) })
  }
}
