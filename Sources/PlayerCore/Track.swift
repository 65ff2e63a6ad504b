/// Names a track: a library row when positive, one given by the app to what is not in the library when
/// negative.
public struct TrackID: Hashable, Sendable, Comparable {
  public let rawValue: Int64

  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: TrackID, right: TrackID) -> Bool { left.rawValue < right.rawValue }
}

/// One thing that can be played, with what is known about it. The queue holds only `TrackID`s; whoever knows
/// the tracks (the library, or the files given on the command line) looks them up.
public struct Track: Hashable, Sendable, Identifiable {
  public var id: TrackID
  public var source: MediaSource
  /// The title tag; `nil` if there is none (the app then shows the file's name).
  public var title: String?
  /// In the order of the tags, no value twice.
  public var artists: [String]
  public var albumArtists: [String]
  public var album: String?
  /// Track number and total (`3/12`).
  public var number: NumberOfTotal
  /// Disc number and total.
  public var disc: NumberOfTotal
  public var date: PartialDate?
  public var genres: [String]
  public var composers: [String]
  /// Length in nanoseconds; `nil` while unknown, and for live streams.
  public var durationNanoseconds: UInt64?
  /// The part of the source that is this track: a CUE track of an image file. `nil`: all of it.
  public var segment: Segment?
  /// Names the cover in the cover cache; `nil` if there is none.
  public var coverKey: String?
  public var gains: Gains

  public init(
    id: TrackID, source: MediaSource, title: String? = nil, artists: [String] = [],
    albumArtists: [String] = [], album: String? = nil, number: NumberOfTotal = NumberOfTotal(),
    disc: NumberOfTotal = NumberOfTotal(), date: PartialDate? = nil, genres: [String] = [],
    composers: [String] = [], durationNanoseconds: UInt64? = nil, segment: Segment? = nil,
    coverKey: String? = nil, gains: Gains = Gains()
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.artists = artists
    self.albumArtists = albumArtists
    self.album = album
    self.number = number
    self.disc = disc
    self.date = date
    self.genres = genres
    self.composers = composers
    self.durationNanoseconds = durationNanoseconds
    self.segment = segment
    self.coverKey = coverKey
    self.gains = gains
  }
}

extension Track {
  /// Whether this comes directly after another track on one album: by their numbers, or as parts of one image file.
  public func follows(_ other: Track) -> Bool {
    if let segment, other.segment?.end == segment.start, source == other.source { return true }
    guard let album, other.album == album, albumArtists == other.albumArtists,
      let number = number.number, let before = other.number.number
    else { return false }
    let (disc, discBefore) = (disc.number ?? 1, other.disc.number ?? 1)
    if disc == discBefore { return number == before + 1 }
    return disc == discBefore + 1 && number == 1 && other.number.total.map { $0 == before } ?? true
  }
}

/// `3/12`: a number, its total, either of which may be missing.
public struct NumberOfTotal: Hashable, Sendable {
  public var number: Int?
  public var total: Int?

  public init(_ number: Int? = nil, of total: Int? = nil) {
    self.number = number
    self.total = total
  }
}

/// A year, a year and month, or a whole date.
public struct PartialDate: Hashable, Sendable, Comparable {
  public var year: Int
  /// 1–12
  public var month: Int?
  /// 1–31
  public var day: Int?

  public init(year: Int, month: Int? = nil, day: Int? = nil) {
    self.year = year
    self.month = month
    self.day = month == nil ? nil : day
  }

  /// A date that says less comes before one that says more.
  public static func < (left: PartialDate, right: PartialDate) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }
}

/// A part of a source, in nanoseconds from its start.
public struct Segment: Hashable, Sendable {
  public var start: UInt64
  /// `nil`: to the end of the source.
  public var end: UInt64?

  public init(start: UInt64, end: UInt64? = nil) {
    self.start = start
    self.end = end
  }
}

/// ReplayGain of a track and of its album.
public struct Gains: Hashable, Sendable {
  public var track: Gain?
  public var album: Gain?

  public init(track: Gain? = nil, album: Gain? = nil) {
    self.track = track
    self.album = album
  }
}

/// One ReplayGain value.
public struct Gain: Hashable, Sendable {
  /// What to add, in dB, to reach ReplayGain's reference loudness (−18 LUFS).
  public var decibels: Double
  /// The highest sample, 1 = full scale; `nil` if unknown.
  public var peak: Double?

  public init(decibels: Double, peak: Double? = nil) {
    self.decibels = decibels
    self.peak = peak
  }

  /// From an `R128_TRACK_GAIN` or `R128_ALBUM_GAIN` tag: Q7.8 fixed point relative to −23 LUFS (RFC 7845,
  /// section 5.2.1), 5 dB below ReplayGain's reference.
  public init(r128 value: Int) {
    self.init(decibels: Double(value) / 256 + 5)
  }
}
