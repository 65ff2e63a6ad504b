/// Makes one record of the values of all tag objects of a file.
///
/// Each field is taken whole from the first tag that has it; for two tags of one file the order is that in
/// which their entries come. Several values of one field: real ones, NUL between them, and in ID3v2.3, MP4 and
/// APE also `;`. A bare `/` never separates: AC/DC is one artist.
public struct TagMerge {
  private struct Text {
    var text: String
    /// The bytes, if their encoding is unknown.
    var bytes: [UInt8]?
  }

  private struct Found {
    var values: [Text]
    var rank: Int
    var source: TagSource
    /// Which of the file's tags it was, from 0.
    var order: Int
  }

  private var found = FieldTable()
  /// What was found of each field.
  private struct FieldTable {
    private var all = [Found?](repeating: nil, count: Int(TagField.cueSheet.rawValue) + 1)

    subscript(field: TagField) -> Found? {
      get { all[Int(field.rawValue)] }
      _modify { yield &all[Int(field.rawValue)] }
    }
  }

  private var order = 0
  private var lastSource: TagSource?

  public init() {}

  /// The record that these entries make. `wants` says what of the longer texts is kept.
  public static func record(
    of entries: [TagEntry], codec: AudioCodec, wants: TagWants
  ) -> TagRecord {
    var merge = TagMerge()
    for entry in entries { merge.add(entry, wants: wants) }
    return merge.record(codec: codec, wants: wants)
  }

  /// Takes one entry; the entries of one tag come one after the other, the most trusted tag first.
  public mutating func add(_ entry: TagEntry, wants: TagWants) {
    if entry.source != lastSource {
      if lastSource != nil { order += 1 }
      lastSource = entry.source
    }
    guard let (field, rank) = entry.meaning else { return }
    if !wants.contains(.lyrics) {
      if field == .lyrics || field == .syncedLyrics { return }
      if field == .cueSheet, !wants.contains(.cueSheet) { return }
    }
    let values = TagMerge.split(entry, field: field)
    guard !values.isEmpty else { return }
    if let before = found[field] {
      if before.order == order, before.rank == rank {
        found[field]?.values += values
        return
      }
      if before.order < order || before.rank <= rank { return }
    }
    found[field] = Found(values: values, rank: rank, source: entry.source, order: order)
  }

  private static func split(_ entry: TagEntry, field: TagField) -> [Text] {
    let semicolon = field.isList && entry.source.splitsAtSemicolon
    let parts = entry.value.split { $0 == 0 || (semicolon && $0 == UInt8(ascii: ";")) }
    var texts: [Text] = []
    for part in parts {
      let bytes = trimmed(part)
      if bytes.isEmpty { continue }
      if !entry.isUndecoded {
        texts.append(Text(text: String(decoding: bytes, as: UTF8.self)))
      } else if let text = String(validatingUTF8Bytes: bytes) {
        // Bytes of another encoding are hardly ever valid UTF-8 by chance.
        texts.append(Text(text: text))
      } else {
        texts.append(Text(text: String(latin1: bytes), bytes: Array(bytes)))
      }
    }
    return texts
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }
    var slice = bytes
    while let first = slice.first, isSpace(first) { slice.removeFirst() }
    while let last = slice.last, isSpace(last) { slice.removeLast() }
    return slice
  }

  /// The record of what was taken.
  public func record(codec: AudioCodec, wants: TagWants) -> TagRecord {
    var record = TagRecord()
    record.title = one(.title, &record)
    record.artists = all(.artist, &record)
    record.album = one(.album, &record)
    record.albumArtists = all(.albumArtist, &record)
    record.composers = all(.composer, &record)
    record.genres = all(.genre, &record)
    record.comment = one(.comment, &record)
    record.grouping = one(.grouping, &record)
    record.number = number(.trackNumber, total: .trackTotal)
    record.disc = number(.discNumber, total: .discTotal)
    record.date = first(.date).flatMap(TagValues.date)
    record.originalDate = first(.originalDate).flatMap(TagValues.date)
    record.isCompilation = first(.compilation).map(TagValues.isTrue) ?? false
    record.sortNames.title = one(.titleSort, &record)
    record.sortNames.artist = one(.artistSort, &record)
    record.sortNames.album = one(.albumSort, &record)
    record.sortNames.albumArtist = one(.albumArtistSort, &record)
    record.sortNames.composer = one(.composerSort, &record)
    record.beatsPerMinute = first(.beatsPerMinute).flatMap(TagValues.positive)
    record.musicBrainz.recording = first(.musicBrainzRecording).flatMap(TagValues.identifier)
    record.musicBrainz.track = first(.musicBrainzTrack).flatMap(TagValues.identifier)
    record.musicBrainz.album = first(.musicBrainzAlbum).flatMap(TagValues.identifier)
    record.musicBrainz.releaseGroup = first(.musicBrainzReleaseGroup).flatMap(TagValues.identifier)
    record.musicBrainz.artists = identifiers(.musicBrainzArtist)
    record.musicBrainz.albumArtists = identifiers(.musicBrainzAlbumArtist)
    // Opus has a gain of its own, which its players prefer; elsewhere it is the exception.
    record.gains.track = gain(.trackGain, peak: .trackPeak, r128: .r128TrackGain, prefersR128: codec == .opus)
    record.gains.album = gain(.albumGain, peak: .albumPeak, r128: .r128AlbumGain, prefersR128: codec == .opus)
    if let rating = found[.rating], let text = rating.values.first?.text {
      let isPopularimeter = rating.rank == TagNames.id3v2["POPM"]?.rank
      record.rating = isPopularimeter ? TagValues.popularimeter(text) : TagValues.fmpsRating(text)
    }
    record.lyrics = one(.lyrics, &record)
    record.syncedLyrics = one(.syncedLyrics, &record)
    record.cueSheet = one(.cueSheet, &record)
    if wants.contains(.sources) {
      for field in TagField.allCases { record.sources[field] = found[field]?.source }
    }
    return record
  }

  private func first(_ field: TagField) -> String? { found[field]?.values.first?.text }

  private func one(_ field: TagField, _ record: inout TagRecord) -> String? {
    guard let value = found[field]?.values.first else { return nil }
    if let bytes = value.bytes {
      record.undecoded.append(UndecodedText(field: field, index: 0, bytes: bytes))
    }
    return value.text
  }

  private func all(_ field: TagField, _ record: inout TagRecord) -> [String] {
    var texts: [String] = []
    for value in found[field]?.values ?? [] where !texts.contains(value.text) {
      if let bytes = value.bytes {
        record.undecoded.append(UndecodedText(field: field, index: texts.count, bytes: bytes))
      }
      texts.append(value.text)
    }
    return texts
  }

  private func number(_ field: TagField, total: TagField) -> NumberOfTotal {
    var result = first(field).map(TagValues.numberOfTotal) ?? NumberOfTotal()
    if let own = first(total).flatMap({ TagValues.numberOfTotal($0).number }) { result.total = own }
    return result
  }

  private func identifiers(_ field: TagField) -> [String] {
    var result: [String] = []
    for value in found[field]?.values ?? [] {
      // Picard joins them by `/` in tags that know no lists; no identifier holds one.
      for part in value.text.split(separator: "/") {
        if let id = TagValues.identifier(String(part)), !result.contains(id) { result.append(id) }
      }
    }
    return result
  }

  private func gain(_ field: TagField, peak: TagField, r128: TagField, prefersR128: Bool) -> Gain? {
    let replayGain = first(field).flatMap(TagValues.decibels).map {
      Gain(decibels: $0, peak: first(peak).flatMap(TagValues.positive))
    }
    let opusGain = first(r128).flatMap { Int($0) }.flatMap {
      (-32768...32767).contains($0) ? Gain(r128: $0) : nil
    }
    return prefersR128 ? opusGain ?? replayGain : replayGain ?? opusGain
  }
}

extension String {
  /// The text that these bytes are in UTF-8; `nil` if they are not.
  init?(validatingUTF8Bytes bytes: some Collection<UInt8>) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var text = String.UnicodeScalarView()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): text.append(scalar)
      case .emptyInput:
        self.init(text)
        return
      case .error: return nil
      }
    }
  }

  /// Each byte as the character of the same number.
  init(latin1 bytes: some Sequence<UInt8>) {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    self.init(text)
  }
}
