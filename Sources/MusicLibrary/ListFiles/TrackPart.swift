import PlayerCore

/// What a list or a CUE sheet says of a file, or of a piece of it.
struct TrackPart: Sendable {
  /// `nil`: the whole file.
  var segment: Segment?
  var title: String?
  var artists: [String] = []
  var albumArtists: [String] = []
  var album: String?
  var number = NumberOfTotal()
  var disc = NumberOfTotal()
  var date: PartialDate?
  var genres: [String] = []
  var composers: [String] = []
  var comment: String?
  var gains = Gains()

  init(segment: Segment? = nil) { self.segment = segment }

  init(_ entry: Playlist.Entry) {
    segment = entry.segment
    title = entry.title
    album = entry.album
    if let artist = entry.artist { artists = [artist] }
  }

  /// The track of this part. Of a whole file, the tags count and this fills what they leave open; of a piece, this
  /// counts, and the tags fill what holds for every piece.
  func track(of path: FilePath, _ record: TagRecord, below: [[UInt8]]) -> LoadedTrack {
    guard let segment else {
      var record = record
      fill(&record)
      record.fill(fromName: path.lastComponent, folders: below)
      return LoadedTrack(path: path, record: record)
    }
    var piece = record
    piece.title = title
    piece.artists = artists.isEmpty ? record.artists : artists
    piece.albumArtists = albumArtists.isEmpty ? record.albumArtists : albumArtists
    // An image is tagged with the album's title, if with anything.
    piece.album = album ?? record.album ?? record.title
    piece.number = number
    if disc.number != nil { piece.disc = disc }
    piece.date = date ?? record.date
    if !genres.isEmpty { piece.genres = genres }
    if !composers.isEmpty { piece.composers = composers }
    piece.comment = comment ?? record.comment
    // A gain of the whole image is its album's.
    piece.gains = Gains(track: gains.track, album: gains.album ?? record.gains.album ?? record.gains.track)
    piece.musicBrainz.recording = nil
    piece.musicBrainz.track = nil
    piece.sortNames.title = nil
    piece.rating = nil
    piece.lyrics = nil
    piece.syncedLyrics = nil
    piece.cueSheet = nil
    let taken: Set<TagField> = [.title, .artist, .albumArtist, .album, .genre, .composer, .comment]
    piece.undecoded = record.undecoded.filter { !taken.contains($0.field) }
    if piece.title == nil {
      let stem = String(decoding: TagFileName.stem(path.lastComponent), as: UTF8.self)
      piece.title = number.number.map { "\(stem) \($0 < 10 ? "0" : "")\($0)" } ?? stem
    }
    let whole = record.audio.durationMilliseconds.map { UInt64($0) * Nanoseconds.millisecond }
    let end = segment.end ?? whole
    let length = end.flatMap { $0 > segment.start ? $0 - segment.start : nil }
    piece.audio.durationMilliseconds = length.map { Int($0 / Nanoseconds.millisecond) }
    var loaded = LoadedTrack(path: path, record: piece)
    loaded.track.durationNanoseconds = length
    loaded.track.segment = segment
    return loaded
  }

  private func fill(_ record: inout TagRecord) {
    if record.title == nil { record.title = title }
    if record.artists.isEmpty { record.artists = artists }
    if record.albumArtists.isEmpty { record.albumArtists = albumArtists }
    if record.album == nil { record.album = album }
    if record.number.number == nil { record.number = number }
    if record.disc.number == nil { record.disc = disc }
    if record.date == nil { record.date = date }
    if record.genres.isEmpty { record.genres = genres }
    if record.composers.isEmpty { record.composers = composers }
    if record.gains.track == nil { record.gains.track = gains.track }
    if record.gains.album == nil { record.gains.album = gains.album }
  }
}
