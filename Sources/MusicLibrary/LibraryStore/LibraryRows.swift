public import PlayerCore

/// A track as a list shows it.
public struct TrackRow: Sendable, Hashable, Identifiable {
  public var track: Track
  /// Of the album that it belongs to.
  public var album: Int64?
  public var codec: AudioCodec
  /// Kilobits a second.
  public var bitrate: Int?
  public var sampleRate: Int?
  /// It has a picture of its own.
  public var hasPicture: Bool
  /// Its file is not there; it is shown greyed.
  public var isMissing: Bool
  /// The text encoding was guessed, and two judges did not agree.
  public var isCharsetUncertain: Bool
  /// Seconds since 1970; as are the other times.
  public var added: Int64
  public var plays: Int
  public var skips: Int
  public var lastPlayed: Int64?
  /// 0–100; the heart is 100.
  public var rating: Int?

  public var id: TrackID { track.id }

  /// Which piece of its file it is, from 1, where a CUE sheet cuts it; 0: all of it.
  public var piece: Int { TrackPiece.number(of: id.rawValue) }
}

/// An album as a list shows it.
public struct AlbumRow: Sendable, Hashable, Identifiable {
  public var id: Int64
  public var title: String
  /// Empty: various artists.
  public var artists: [String]
  public var isCompilation: Bool
  public var date: PartialDate?
  public var genre: String?
  public var trackCount: Int
  public var milliseconds: Int
  public var added: Int64
  /// A track whose file, or whose folder, has the cover.
  public var coverFile: FilePath?
}

/// An artist as a list shows it.
public struct ArtistRow: Sendable, Hashable, Identifiable {
  public var id: Int64
  public var name: String
  public var trackCount: Int
  public var albumCount: Int
}

/// The orders in which all tracks can be listed.
public enum TrackOrder: String, Sendable, CaseIterable {
  case title, artist, album, date, duration, added, plays, lastPlayed, rating

  /// What stands behind ORDER BY. The rowid last, so that the order is always the same.
  func sql(_ isDescending: Bool) -> String {
    let columns: [String]
    switch self {
    case .title: columns = ["titleKey"]
    case .artist: columns = ["artistKey", "albumKey", "disc", "number"]
    case .album: columns = ["albumKey", "albumID", "disc", "number"]
    case .date: columns = ["date", "albumID"]
    case .duration: columns = ["milliseconds"]
    case .added: columns = ["added"]
    case .plays: columns = ["plays"]
    case .lastPlayed: columns = ["lastPlayed"]
    case .rating: columns = ["rating"]
    }
    return (columns + ["id"]).map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ")
  }

  /// Tracks without a value, which the index leaves out, are only in the list of all.
  var condition: String? {
    switch self {
    case .plays: return "plays > 0"
    case .lastPlayed: return "lastPlayed IS NOT NULL"
    case .rating: return "rating IS NOT NULL"
    default: return nil
    }
  }
}

/// The orders in which all albums can be listed.
public enum AlbumOrder: String, Sendable, CaseIterable {
  case title, artist, date, added

  func sql(_ isDescending: Bool) -> String {
    let columns: [String]
    switch self {
    case .title: columns = ["titleKey", "artistKey"]
    case .artist: columns = ["artistKey", "date", "titleKey"]
    case .date: columns = ["date", "titleKey"]
    case .added: columns = ["added"]
    }
    return (columns + ["id"]).map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ")
  }
}

/// A part of the tracks.
public enum TrackChoice: Sendable, Hashable {
  case all
  /// Of an album, by disc and number.
  case album(Int64)
  /// Of an artist, album artist or composer, album by album.
  case artist(Int64)
  case genre(Int64)
  case year(Int)
  /// In this folder and below, by path.
  case folder(FilePath)
}
