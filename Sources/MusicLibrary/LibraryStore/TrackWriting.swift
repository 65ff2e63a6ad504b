import PlayerCore
import TextKeys

// A read file as rows: the track, who made it, its genres.

/// What the listener did with a track, as `library.db` has a copy of it.
struct ListenerFacts: Sendable, Equatable {
  var added: Int64
  var plays = 0
  var skips = 0
  var lastPlayed: Int64?
  var rating: Int?
}

extension LibraryStore {
  /// Writes a track. One that is there already keeps its copy of what the listener did.
  ///
  /// - Parameters:
  ///   - id: of its file.
  ///   - loaded: as read, with `TagRecord.keys`.
  ///   - album: `nil` leaves it open until the neighbourhood's albums are made.
  func putTrack(
    _ id: Int64, _ loaded: LoadedTrack, album: Int64?, isNew: Bool, _ listener: ListenerFacts
  ) throws(DatabaseError) {
    let record = loaded.record
    let keys = record.keys ?? TagKeys()
    let put = try database.statement(Self.upsert)
    var index = 0
    func next() -> Int {
      index += 1
      return index
    }
    put.bind(next(), id)
    put.bind(next(), keys.audio?.hash)
    put.bind(next(), keys.audio?.length)
    put.bind(next(), keys.digest)
    put.bind(next(), record.title)
    put.bind(next(), ValueList.joined(record.artists))
    put.bind(next(), ValueList.joined(record.albumArtists))
    put.bind(next(), record.album)
    put.bind(next(), ValueList.joined(record.composers))
    put.bind(next(), ValueList.joined(record.genres))
    put.bind(next(), record.comment)
    put.bind(next(), record.grouping)
    put.bind(next(), record.number.number)
    put.bind(next(), record.number.total)
    put.bind(next(), record.disc.number)
    put.bind(next(), record.disc.total)
    put.bind(next(), record.date?.stored)
    put.bind(next(), record.originalDate?.stored)
    put.bind(next(), record.isCompilation ? 1 : 0)
    put.bind(next(), record.sortNames.title)
    put.bind(next(), record.sortNames.artist)
    put.bind(next(), record.sortNames.album)
    put.bind(next(), record.sortNames.albumArtist)
    put.bind(next(), record.sortNames.composer)
    put.bind(next(), record.beatsPerMinute)
    put.bind(next(), record.musicBrainz.recording)
    put.bind(next(), record.musicBrainz.track)
    put.bind(next(), record.musicBrainz.album)
    put.bind(next(), record.musicBrainz.releaseGroup)
    put.bind(next(), ValueList.joined(record.musicBrainz.artists))
    put.bind(next(), ValueList.joined(record.musicBrainz.albumArtists))
    put.bind(next(), record.gains.track?.decibels)
    put.bind(next(), record.gains.track?.peak)
    put.bind(next(), record.gains.album?.decibels)
    put.bind(next(), record.gains.album?.peak)
    put.bind(next(), record.rating)
    put.bind(next(), record.pictureCount)
    put.bind(next(), record.audio.durationMilliseconds)
    put.bind(next(), record.audio.bitrateKilobits)
    put.bind(next(), record.audio.sampleRate)
    put.bind(next(), record.audio.channels)
    put.bind(next(), record.audio.bitsPerSample)
    put.bind(next(), Int(record.audio.codec.rawValue))
    put.bind(next(), record.audio.isCutShort ? 1 : 0)
    put.bind(next(), record.charset)
    put.bind(next(), record.isCharsetSure ? 1 : 0)
    put.bind(next(), record.undecoded.isEmpty ? nil : record.undecoded.stored)
    put.bind(next(), keys.title)
    put.bind(next(), keys.artist)
    put.bind(next(), keys.album)
    put.bind(next(), keys.searchText)
    put.bind(next(), album)
    put.bind(next(), TrackPiece.file(of: id))
    put.bind(next(), loaded.track.segment.map { Int64(clamping: $0.start) })
    put.bind(next(), loaded.track.segment?.end.map { Int64(clamping: $0) })
    put.bind(next(), listener.added)
    put.bind(next(), listener.plays)
    put.bind(next(), listener.skips)
    put.bind(next(), listener.lastPlayed)
    put.bind(next(), listener.rating)
    try put.run()

    if !isNew { try removeCredits(of: id) }
    for (role, names) in [record.artists, record.albumArtists, record.composers].enumerated() {
      let sortName = [record.sortNames.artist, record.sortNames.albumArtist, record.sortNames.composer][role]
      for name in names {
        // A sort name is of all names together: it says nothing of one of several.
        guard let artist = try artistID(name, sortName: names.count == 1 ? sortName : nil) else { continue }
        let credit = try database.statement(
          "INSERT OR IGNORE INTO credits (track, role, artist) VALUES (?, ?, ?)")
        credit.bind(1, id)
        credit.bind(2, role)
        credit.bind(3, artist)
        try credit.run()
      }
    }
    for name in record.genres {
      guard let genre = try genreID(name) else { continue }
      let insert = try database.statement(
        """
        INSERT OR IGNORE INTO trackGenres (track, genre, album)
        VALUES (?1, ?2, (SELECT albumID FROM tracks WHERE id = ?1))
        """)
      insert.bind(1, id)
      insert.bind(2, genre)
      try insert.run()
    }
  }

  func removeCredits(of id: Int64) throws(DatabaseError) {
    for sql in ["DELETE FROM credits WHERE track = ?", "DELETE FROM trackGenres WHERE track = ?"] {
      let delete = try database.statement(sql)
      delete.bind(1, id)
      try delete.run()
    }
  }

  /// Removes a track that is none any more, and keeps its file's row.
  func removeTrack(_ id: Int64) throws(DatabaseError) {
    try removeCredits(of: id)
    for sql in ["DELETE FROM loudness WHERE track = ?", "DELETE FROM tracks WHERE id = ?"] {
      let delete = try database.statement(sql)
      delete.bind(1, id)
      try delete.run()
    }
  }

  private static let fileColumns = [
    "audioKey", "audioLength", "digest", "title", "artists", "albumArtists", "album", "composers", "genres",
    "comment", "grouping", "number", "numberTotal", "disc", "discTotal", "date", "originalDate",
    "isCompilation", "titleSort", "artistSort", "albumSort", "albumArtistSort", "composerSort",
    "beatsPerMinute", "recordingID", "releaseTrackID", "releaseID", "releaseGroupID", "artistIDs",
    "albumArtistIDs", "trackGain", "trackPeak", "albumGain", "albumPeak", "tagRating", "pictures",
    "milliseconds", "bitrate", "sampleRate", "channels", "bits", "codec", "isCutShort", "charset",
    "isCharsetSure", "undecoded", "titleKey", "artistKey", "albumKey", "searchText", "albumID",
    "file", "start", "stop",
  ]

  private static let upsert: String = {
    let all = ["id"] + fileColumns + ["added", "plays", "skips", "lastPlayed", "rating"]
    let changes = fileColumns.map {
      $0 == "albumID" ? "albumID = COALESCE(excluded.albumID, albumID)" : "\($0) = excluded.\($0)"
    }
    return """
      INSERT INTO tracks (\(all.joined(separator: ", ")))
      VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
      ON CONFLICT (id) DO UPDATE SET \(changes.joined(separator: ", "))
      """
  }()
}

extension PartialDate {
  /// `yyyymmdd`, zeros for what is not known.
  var stored: Int { year * 10000 + (month ?? 0) * 100 + (day ?? 0) }

  init(stored: Int) {
    let month = stored / 100 % 100
    let day = stored % 100
    self.init(year: stored / 10000, month: month == 0 ? nil : month, day: day == 0 ? nil : day)
  }
}

extension [UndecodedText] {
  /// As one blob.
  var stored: [UInt8] {
    var writer = TagWireWriter()
    writer.put(count: count)
    for text in self {
      writer.put(text.field.rawValue)
      writer.put(count: text.index)
      writer.put(text.bytes)
    }
    return writer.bytes
  }

  init(stored bytes: [UInt8]) {
    self = []
    var reader = TagWireReader(bytes)
    guard let count = try? reader.count(ofSize: 9) else { return }
    for _ in 0..<count {
      guard let field = (try? reader.uint8()).flatMap(TagField.init(rawValue:)),
        let index = try? reader.count(),
        let bytes = try? reader.blob()
      else { return }
      append(UndecodedText(field: field, index: index, bytes: bytes))
    }
  }
}

extension SortKeys {
  /// Makes a record's keys again, where its texts have changed since the helper made them.
  func refresh(_ record: inout TagRecord) {
    var keys = record.keys ?? TagKeys()
    keys.title = key(record.title, sortName: record.sortNames.title)
    keys.artist = key(record.artists.joined(separator: ", "), sortName: record.sortNames.artist)
    keys.album = key(record.album, sortName: record.sortNames.album)
    keys.searchText = SearchText.of(
      name: record.title ?? "", artists: record.artists, albumArtists: record.albumArtists,
      album: record.album, genres: record.genres, composers: record.composers)
    record.keys = keys
  }
}
