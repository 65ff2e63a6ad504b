/// What is known of one audio file from its tags: the merged values, where each came from, and the bytes of
/// what could not be decoded.
///
/// - `TagEntry`, `TagField`, `TagSource`: what the tags hold, one value at a time, and how their names map.
/// - `TagMerge`: entries to record, by the rules of the library (per field ID3v2, APE, ID3v1; several values).
/// - `TagValues`: numbers, dates, gains and ratings as people write them.
/// - `TagFileName`: what the file's name and folders say when the tags don't.
/// - `TagWire`, `TagMessages`: how it crosses from the process that reads files to the one that shows them.
/// - `CoverImage`, `CoverColors`: a picture as pixels, and the colours that a player draws round it.
public struct TagRecord: Sendable, Equatable {
  public var title: String?
  /// In the tags' order, no value twice; as are the other lists.
  public var artists: [String] = []
  public var album: String?
  public var albumArtists: [String] = []
  public var composers: [String] = []
  public var genres: [String] = []
  public var comment: String?
  public var grouping: String?
  public var number = NumberOfTotal()
  public var disc = NumberOfTotal()
  public var date: PartialDate?
  public var originalDate: PartialDate?
  public var isCompilation = false
  public var sortNames = SortNames()
  public var beatsPerMinute: Double?
  public var musicBrainz = MusicBrainzIDs()
  public var gains = Gains()
  /// 0–100, from POPM or FMPS_RATING.
  public var rating: Int?
  /// Plain text. Read only when asked for; so are the next two.
  public var lyrics: String?
  /// Lyrics with times, in LRC's notation.
  public var syncedLyrics: String?
  public var cueSheet: String?
  /// How many pictures are embedded.
  public var pictureCount = 0
  public var audio = AudioProperties()
  /// The tag that each field came from. Filled only when asked for.
  public var sources: [TagField: TagSource] = [:]
  /// Values whose encoding is not known: shown as Latin-1 for now, judged together with their folder's.
  public var undecoded: [UndecodedText] = []
  /// The charset that `undecoded` is shown in; `nil` before that has been judged, or if there is none.
  public var charset: String?
  /// Two judges agreed on `charset`; if not, a person should look.
  public var isCharsetSure = true

  /// What the library's store keeps beside the texts. Made only when asked for.
  public var keys: TagKeys?

  public init() {}

  /// Names to sort by, where the tags give their own.
  public struct SortNames: Sendable, Equatable {
    public var title: String?
    public var artist: String?
    public var album: String?
    public var albumArtist: String?
    public var composer: String?

    public init() {}
  }

  /// Identifiers of musicbrainz.org, lower-case UUIDs.
  public struct MusicBrainzIDs: Sendable, Equatable {
    public var recording: String?
    public var track: String?
    public var album: String?
    public var releaseGroup: String?
    public var artists: [String] = []
    public var albumArtists: [String] = []

    public init() {}
  }
}

/// What the library sorts, searches and recognises a file by.
public struct TagKeys: Sendable, Equatable {
  /// Of the title, the artists and the album: sort keys, which compare byte by byte. Empty without the text.
  public var title: [UInt8] = []
  public var artist: [UInt8] = []
  public var album: [UInt8] = []
  /// The folded texts, each with its field's mark before it.
  public var searchText: [UInt8] = []
  /// The same as long as nothing that was read is different.
  public var digest: Int64 = 0
  /// Names the sound, whatever the tags are; `nil` if there is none.
  public var audio: AudioKey?

  public init() {}
}

/// XXH3 of the first and last 64 KiB of a file's audio, and its length in bytes.
public struct AudioKey: Sendable, Hashable {
  public var hash: Int64
  public var length: Int64

  public init(hash: Int64, length: Int64) {
    self.hash = hash
    self.length = length
  }
}

/// What the file's audio headers say.
public struct AudioProperties: Sendable, Equatable {
  /// `nil` if unknown.
  public var durationMilliseconds: Int?
  /// `nil` if unknown.
  public var bitrateKilobits: Int?
  /// Hz; `nil` if unknown.
  public var sampleRate: Int?
  public var channels: Int?
  /// `nil` for lossy formats, or if unknown.
  public var bitsPerSample: Int?
  public var codec = AudioCodec.unknown
  /// The headers promise more than the file holds.
  public var isCutShort = false

  public init() {}
}

/// How the sound is coded. The raw values are part of the helper protocol and of the store.
public enum AudioCodec: UInt8, Sendable, CaseIterable {
  case unknown = 0
  case mp3, mp2, flac, vorbis, opus, speex, aac, alac, wav, aiff, wavPack, musepack, monkeysAudio, trueAudio
  case wma, dsf

  /// As people know it: "FLAC", "Opus", "MP3".
  public var displayName: String {
    switch self {
    case .unknown: return ""
    case .mp3: return "MP3"
    case .mp2: return "MP2"
    case .flac: return "FLAC"
    case .vorbis: return "Vorbis"
    case .opus: return "Opus"
    case .speex: return "Speex"
    case .aac: return "AAC"
    case .alac: return "ALAC"
    case .wav: return "WAV"
    case .aiff: return "AIFF"
    case .wavPack: return "WavPack"
    case .musepack: return "Musepack"
    case .monkeysAudio: return "Monkey’s Audio"
    case .trueAudio: return "True Audio"
    case .wma: return "WMA"
    case .dsf: return "DSD"
    }
  }
}

/// A value of which only the bytes are sure.
public struct UndecodedText: Sendable, Equatable {
  public var field: TagField
  /// Which value of the field, from 0.
  public var index: Int
  public var bytes: [UInt8]

  public init(field: TagField, index: Int, bytes: [UInt8]) {
    self.field = field
    self.index = index
    self.bytes = bytes
  }
}

extension TagRecord {
  /// Puts what `decode` makes of each undecoded value in its place; a value it gives `nil` for stays as it is.
  /// The bytes are kept.
  public mutating func redecode(_ decode: ([UInt8]) -> String?) {
    for item in undecoded {
      guard let text = decode(item.bytes) else { continue }
      switch item.field {
      case .title: title = text
      case .album: album = text
      case .comment: comment = text
      case .grouping: grouping = text
      case .lyrics: lyrics = text
      case .syncedLyrics: syncedLyrics = text
      case .cueSheet: cueSheet = text
      case .titleSort: sortNames.title = text
      case .artistSort: sortNames.artist = text
      case .albumSort: sortNames.album = text
      case .albumArtistSort: sortNames.albumArtist = text
      case .composerSort: sortNames.composer = text
      case .artist: artists.replace(at: item.index, with: text)
      case .albumArtist: albumArtists.replace(at: item.index, with: text)
      case .composer: composers.replace(at: item.index, with: text)
      case .genre: genres.replace(at: item.index, with: text)
      default: break
      }
    }
  }
}

extension [String] {
  fileprivate mutating func replace(at index: Int, with text: String) {
    if indices.contains(index) { self[index] = text }
  }
}
