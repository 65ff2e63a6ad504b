/// A piece of knowledge that tags hold. The raw values are part of the helper protocol.
public enum TagField: UInt8, Sendable, CaseIterable, Hashable {
  case title = 1
  case artist, album, albumArtist, composer, genre, comment, grouping
  case trackNumber, trackTotal, discNumber, discTotal
  case date, originalDate, compilation
  case titleSort, artistSort, albumSort, albumArtistSort, composerSort
  case beatsPerMinute
  case musicBrainzRecording, musicBrainzTrack, musicBrainzAlbum, musicBrainzReleaseGroup
  case musicBrainzArtist, musicBrainzAlbumArtist
  case trackGain, trackPeak, albumGain, albumPeak, r128TrackGain, r128AlbumGain
  case rating
  case lyrics, syncedLyrics, cueSheet

  /// Whether several values are values of their own.
  var isList: Bool {
    switch self {
    case .artist, .albumArtist, .composer, .genre, .musicBrainzArtist, .musicBrainzAlbumArtist: return true
    default: return false
    }
  }
}

/// Where a value was found. The raw values are CTagLib's, and part of the helper protocol.
public enum TagSource: UInt8, Sendable, CaseIterable, Hashable {
  case id3v2 = 1
  /// A tag written as ID3v2.2 or 2.3, which has no separator for several values.
  case id3v23 = 2
  case ape = 3
  case id3v1 = 4
  case xiph = 5
  case mp4 = 6
  case riffInfo = 7
  case asf = 8
  /// The file's name or folders.
  case fileName = 9

  /// Whether `;` separates values in lists.
  var splitsAtSemicolon: Bool { self == .id3v23 || self == .mp4 || self == .ape }

  public var displayName: String {
    switch self {
    case .id3v2: return "ID3v2.4"
    case .id3v23: return "ID3v2.3"
    case .ape: return "APE"
    case .id3v1: return "ID3v1"
    case .xiph: return "Vorbis comment"
    case .mp4: return "MP4"
    case .riffInfo: return "RIFF INFO"
    case .asf: return "ASF"
    case .fileName: return "file name"
    }
  }
}

/// One value of one tag object, as the tag has it.
public struct TagEntry: Sendable, Equatable {
  public var source: TagSource
  /// The tag's own name for it: `TIT2`, `TXXX`, `ALBUMARTIST`, `©nam`.
  public var key: String
  /// The description of ID3v2 frames that have one.
  public var detail: String
  public var value: [UInt8]
  /// `value` is bytes in no encoding that the tag tells for sure; else it is UTF-8.
  public var isUndecoded: Bool

  public init(source: TagSource, key: String, detail: String = "", value: [UInt8], isUndecoded: Bool = false)
  {
    self.source = source
    self.key = key
    self.detail = detail
    self.value = value
    self.isUndecoded = isUndecoded
  }
}

extension TagEntry {
  /// The field that this entry is about, and its rank among the names for the same field in one tag (the
  /// lowest wins). `nil` for what the library has no use for.
  var meaning: (field: TagField, rank: Int)? {
    switch source {
    case .id3v2, .id3v23:
      switch key {
      case "TXXX": return TagNames.common[detail.uppercased()].map { ($0.field, $0.rank + 1) }
      // iTunes and others keep data of their own in described comments.
      case "COMM": return detail.isEmpty ? (.comment, 0) : nil
      case "UFID": return detail == "http://musicbrainz.org" ? (.musicBrainzRecording, 0) : nil
      case "RVA2":
        let what = detail.lowercased()
        return what == "track" ? (.trackGain, 5) : what == "album" ? (.albumGain, 5) : nil
      default: return TagNames.id3v2[key]
      }
    case .mp4:
      if let colon = key.lastIndex(of: ":") {
        return TagNames.common[key[key.index(after: colon)...].uppercased()].map { ($0.field, $0.rank + 1) }
      }
      return TagNames.mp4[key]
    case .riffInfo: return TagNames.riffInfo[key]
    case .asf: return TagNames.asf[key] ?? TagNames.common[key.uppercased()]
    case .xiph, .ape, .id3v1: return TagNames.common[key] ?? TagNames.common[key.uppercased()]
    case .fileName: return nil
    }
  }
}

/// The names of fields, as Picard, Mp3tag, foobar2000, iTunes and the formats' own documents have them.
enum TagNames {
  typealias Meaning = (field: TagField, rank: Int)

  /// Vorbis comments, APE items, TXXX descriptions and MP4 freeform names, in capitals.
  static let common: [String: Meaning] = [
    "TITLE": (.title, 0), "ARTIST": (.artist, 0), "ALBUM": (.album, 0),
    "ALBUMARTIST": (.albumArtist, 0), "ALBUM ARTIST": (.albumArtist, 1), "ALBUM_ARTIST": (.albumArtist, 2),
    "COMPOSER": (.composer, 0), "GENRE": (.genre, 0),
    "COMMENT": (.comment, 0), "DESCRIPTION": (.comment, 1), "GROUPING": (.grouping, 0),
    "TRACKNUMBER": (.trackNumber, 0), "TRACK": (.trackNumber, 1),
    "TRACKTOTAL": (.trackTotal, 0), "TOTALTRACKS": (.trackTotal, 1),
    "DISCNUMBER": (.discNumber, 0), "DISC": (.discNumber, 1), "DISK": (.discNumber, 2),
    "DISCTOTAL": (.discTotal, 0), "TOTALDISCS": (.discTotal, 1),
    "DATE": (.date, 0), "YEAR": (.date, 1), "RELEASEDATE": (.date, 2),
    "ORIGINALDATE": (.originalDate, 0), "ORIGINALYEAR": (.originalDate, 1),
    "COMPILATION": (.compilation, 0),
    "TITLESORT": (.titleSort, 0), "ARTISTSORT": (.artistSort, 0), "ALBUMSORT": (.albumSort, 0),
    "ALBUMARTISTSORT": (.albumArtistSort, 0), "COMPOSERSORT": (.composerSort, 0),
    "BPM": (.beatsPerMinute, 0), "TEMPO": (.beatsPerMinute, 1),
    "MUSICBRAINZ_TRACKID": (.musicBrainzRecording, 0), "MUSICBRAINZ TRACK ID": (.musicBrainzRecording, 1),
    "MUSICBRAINZ_RELEASETRACKID": (.musicBrainzTrack, 0),
    "MUSICBRAINZ RELEASE TRACK ID": (.musicBrainzTrack, 1),
    "MUSICBRAINZ_ALBUMID": (.musicBrainzAlbum, 0), "MUSICBRAINZ ALBUM ID": (.musicBrainzAlbum, 1),
    "MUSICBRAINZ_RELEASEGROUPID": (.musicBrainzReleaseGroup, 0),
    "MUSICBRAINZ RELEASE GROUP ID": (.musicBrainzReleaseGroup, 1),
    "MUSICBRAINZ_ARTISTID": (.musicBrainzArtist, 0), "MUSICBRAINZ ARTIST ID": (.musicBrainzArtist, 1),
    "MUSICBRAINZ_ALBUMARTISTID": (.musicBrainzAlbumArtist, 0),
    "MUSICBRAINZ ALBUM ARTIST ID": (.musicBrainzAlbumArtist, 1),
    "MUSICBRAINZ/TRACK ID": (.musicBrainzRecording, 1), "MUSICBRAINZ/ALBUM ID": (.musicBrainzAlbum, 1),
    "MUSICBRAINZ/ARTIST ID": (.musicBrainzArtist, 1),
    "MUSICBRAINZ/ALBUM ARTIST ID": (.musicBrainzAlbumArtist, 1),
    "REPLAYGAIN_TRACK_GAIN": (.trackGain, 0), "REPLAYGAIN_TRACK_PEAK": (.trackPeak, 0),
    "REPLAYGAIN_ALBUM_GAIN": (.albumGain, 0), "REPLAYGAIN_ALBUM_PEAK": (.albumPeak, 0),
    "R128_TRACK_GAIN": (.r128TrackGain, 0), "R128_ALBUM_GAIN": (.r128AlbumGain, 0),
    "FMPS_RATING": (.rating, 0),
    "LYRICS": (.lyrics, 0), "UNSYNCEDLYRICS": (.lyrics, 1), "UNSYNCED LYRICS": (.lyrics, 2),
    "SYNCEDLYRICS": (.syncedLyrics, 0), "CUESHEET": (.cueSheet, 0),
  ]

  static let id3v2: [String: Meaning] = [
    "TIT2": (.title, 0), "TPE1": (.artist, 0), "TALB": (.album, 0), "TPE2": (.albumArtist, 0),
    "TCOM": (.composer, 0), "TCON": (.genre, 0), "TIT1": (.grouping, 1), "GRP1": (.grouping, 0),
    "TRCK": (.trackNumber, 0), "TPOS": (.discNumber, 0),
    "TDRC": (.date, 0), "TYER": (.date, 1), "TDRL": (.date, 2),
    "TDOR": (.originalDate, 0), "TORY": (.originalDate, 1), "TCMP": (.compilation, 0),
    "TSOT": (.titleSort, 0), "TSOP": (.artistSort, 0), "TSOA": (.albumSort, 0), "TSO2": (.albumArtistSort, 0),
    "TSOC": (.composerSort, 0), "TBPM": (.beatsPerMinute, 0), "POPM": (.rating, 3),
    "USLT": (.lyrics, 0), "SYLT": (.syncedLyrics, 0),
  ]

  static let mp4: [String: Meaning] = [
    "©nam": (.title, 0), "©ART": (.artist, 0), "©alb": (.album, 0), "aART": (.albumArtist, 0),
    "©wrt": (.composer, 0), "©gen": (.genre, 0), "gnre": (.genre, 1), "©cmt": (.comment, 0),
    "©grp": (.grouping, 0), "trkn": (.trackNumber, 0), "disk": (.discNumber, 0), "©day": (.date, 0),
    "cpil": (.compilation, 0), "sonm": (.titleSort, 0), "soar": (.artistSort, 0), "soal": (.albumSort, 0),
    "soaa": (.albumArtistSort, 0), "soco": (.composerSort, 0), "tmpo": (.beatsPerMinute, 0),
    "©lyr": (.lyrics, 0),
  ]

  static let riffInfo: [String: Meaning] = [
    "INAM": (.title, 0), "IART": (.artist, 0), "IPRD": (.album, 0), "ICRD": (.date, 0), "IGNR": (.genre, 0),
    "ICMT": (.comment, 0), "IPRT": (.trackNumber, 0), "ITRK": (.trackNumber, 1), "IMUS": (.composer, 0),
  ]

  static let asf: [String: Meaning] = [
    "Title": (.title, 0), "Author": (.artist, 0), "WM/AlbumTitle": (.album, 0),
    "WM/AlbumArtist": (.albumArtist, 0), "WM/Composer": (.composer, 0), "WM/Genre": (.genre, 0),
    "Description": (.comment, 0), "WM/ContentGroupDescription": (.grouping, 0),
    "WM/TrackNumber": (.trackNumber, 0), "WM/PartOfSet": (.discNumber, 0), "WM/Year": (.date, 0),
    "WM/OriginalReleaseYear": (.originalDate, 0), "WM/IsCompilation": (.compilation, 0),
    "WM/TitleSortOrder": (.titleSort, 0), "WM/ArtistSortOrder": (.artistSort, 0),
    "WM/AlbumSortOrder": (.albumSort, 0), "WM/AlbumArtistSortOrder": (.albumArtistSort, 0),
    "WM/BeatsPerMinute": (.beatsPerMinute, 0), "WM/Lyrics": (.lyrics, 0),
  ]
}
