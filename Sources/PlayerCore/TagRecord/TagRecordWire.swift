/// A record as bytes. Both sides are of one build, so there is no version in it.
extension TagRecord {
  func write(to writer: inout TagWireWriter) {
    writer.put(title)
    writer.put(artists)
    writer.put(album)
    writer.put(albumArtists)
    writer.put(composers)
    writer.put(genres)
    writer.put(comment)
    writer.put(grouping)
    for pair in [number, disc] {
      writer.put(pair.number)
      writer.put(pair.total)
    }
    for date in [date, originalDate] {
      writer.put(date?.year)
      writer.put(date?.month)
      writer.put(date?.day)
    }
    writer.put(isCompilation)
    writer.put(sortNames.title)
    writer.put(sortNames.artist)
    writer.put(sortNames.album)
    writer.put(sortNames.albumArtist)
    writer.put(sortNames.composer)
    writer.put(beatsPerMinute)
    writer.put(musicBrainz.recording)
    writer.put(musicBrainz.track)
    writer.put(musicBrainz.album)
    writer.put(musicBrainz.releaseGroup)
    writer.put(musicBrainz.artists)
    writer.put(musicBrainz.albumArtists)
    for gain in [gains.track, gains.album] {
      writer.put(gain?.decibels)
      writer.put(gain?.peak)
    }
    writer.put(rating)
    writer.put(lyrics)
    writer.put(syncedLyrics)
    writer.put(cueSheet)
    writer.put(count: pictureCount)
    writer.put(audio.durationMilliseconds)
    writer.put(audio.bitrateKilobits)
    writer.put(audio.sampleRate)
    writer.put(audio.channels)
    writer.put(audio.bitsPerSample)
    writer.put(audio.codec.rawValue)
    writer.put(audio.isCutShort)
    writer.put(count: sources.count)
    for (field, source) in sources.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writer.put(field.rawValue)
      writer.put(source.rawValue)
    }
    writer.put(count: undecoded.count)
    for text in undecoded {
      writer.put(text.field.rawValue)
      writer.put(count: text.index)
      writer.put(text.bytes)
    }
    writer.put(optional: keys) { writer, keys in
      writer.put(keys.title)
      writer.put(keys.artist)
      writer.put(keys.album)
      writer.put(keys.searchText)
      writer.put(UInt64(bitPattern: keys.digest))
      writer.put(optional: keys.audio) { writer, audio in
        writer.put(UInt64(bitPattern: audio.hash))
        writer.put(UInt64(bitPattern: audio.length))
      }
    }
  }

  init(from reader: inout TagWireReader) throws(TagWireError) {
    self.init()
    title = try reader.optionalString()
    artists = try reader.strings()
    album = try reader.optionalString()
    albumArtists = try reader.strings()
    composers = try reader.strings()
    genres = try reader.strings()
    comment = try reader.optionalString()
    grouping = try reader.optionalString()
    number = NumberOfTotal(try reader.optionalInt(), of: try reader.optionalInt())
    disc = NumberOfTotal(try reader.optionalInt(), of: try reader.optionalInt())
    date = try TagRecord.date(&reader)
    originalDate = try TagRecord.date(&reader)
    isCompilation = try reader.bool()
    sortNames.title = try reader.optionalString()
    sortNames.artist = try reader.optionalString()
    sortNames.album = try reader.optionalString()
    sortNames.albumArtist = try reader.optionalString()
    sortNames.composer = try reader.optionalString()
    beatsPerMinute = try reader.optionalDouble()
    musicBrainz.recording = try reader.optionalString()
    musicBrainz.track = try reader.optionalString()
    musicBrainz.album = try reader.optionalString()
    musicBrainz.releaseGroup = try reader.optionalString()
    musicBrainz.artists = try reader.strings()
    musicBrainz.albumArtists = try reader.strings()
    gains.track = try TagRecord.gain(&reader)
    gains.album = try TagRecord.gain(&reader)
    rating = try reader.optionalInt(0...100)
    lyrics = try reader.optionalString()
    syncedLyrics = try reader.optionalString()
    cueSheet = try reader.optionalString()
    pictureCount = try reader.count()
    audio.durationMilliseconds = try reader.optionalInt()
    audio.bitrateKilobits = try reader.optionalInt()
    audio.sampleRate = try reader.optionalInt()
    audio.channels = try reader.optionalInt()
    audio.bitsPerSample = try reader.optionalInt()
    audio.codec = AudioCodec(rawValue: try reader.uint8()) ?? .unknown
    audio.isCutShort = try reader.bool()
    for _ in 0..<(try reader.count(ofSize: 2)) {
      let field = try TagRecord.field(&reader)
      guard let source = TagSource(rawValue: try reader.uint8()) else {
        throw TagWireError("an unknown source")
      }
      sources[field] = source
    }
    for _ in 0..<(try reader.count(ofSize: 9)) {
      let field = try TagRecord.field(&reader)
      undecoded.append(UndecodedText(field: field, index: try reader.count(), bytes: try reader.blob()))
    }
    if try reader.bool() { keys = try TagRecord.keys(&reader) }
  }

  private static func keys(_ reader: inout TagWireReader) throws(TagWireError) -> TagKeys {
    var keys = TagKeys()
    keys.title = try reader.blob()
    keys.artist = try reader.blob()
    keys.album = try reader.blob()
    keys.searchText = try reader.blob()
    keys.digest = Int64(bitPattern: try reader.uint64())
    if try reader.bool() {
      keys.audio = AudioKey(
        hash: Int64(bitPattern: try reader.uint64()), length: Int64(bitPattern: try reader.uint64()))
    }
    return keys
  }

  private static func field(_ reader: inout TagWireReader) throws(TagWireError) -> TagField {
    guard let field = TagField(rawValue: try reader.uint8()) else { throw TagWireError("an unknown field") }
    return field
  }

  private static func date(_ reader: inout TagWireReader) throws(TagWireError) -> PartialDate? {
    let year = try reader.optionalInt(0...9999)
    let month = try reader.optionalInt(1...12)
    let day = try reader.optionalInt(1...31)
    return year.map { PartialDate(year: $0, month: month, day: day) }
  }

  private static func gain(_ reader: inout TagWireReader) throws(TagWireError) -> Gain? {
    let decibels = try reader.optionalDouble()
    let peak = try reader.optionalDouble()
    return decibels.map { Gain(decibels: $0, peak: peak) }
  }
}
