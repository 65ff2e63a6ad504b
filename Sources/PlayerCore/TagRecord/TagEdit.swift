/// What is to be different in a file's tags. What it doesn't name stays as it is, whatever it is.
public struct TagEdit: Sendable, Hashable {
  /// What can be edited. The raw values are part of the helper protocol.
  public enum Field: UInt8, Sendable, CaseIterable {
    case title = 1
    case artist, album, albumArtist, number, disc, date, genre, composer, comment, compilation, beatsPerMinute
    case lyrics

    /// Whether it can have several values.
    public var isList: Bool { [.artist, .albumArtist, .genre, .composer].contains(self) }

    /// As TagLib's property maps call it.
    public var key: String { names[0] }

    /// Other names for the same, which would be left to say something else.
    public var aliases: [String] { Array(names.dropFirst()) }

    private var names: [String] {
      switch self {
      case .title: ["TITLE"]
      case .artist: ["ARTIST"]
      case .album: ["ALBUM"]
      case .albumArtist: ["ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"]
      case .number: ["TRACKNUMBER", "TRACK"]
      case .disc: ["DISCNUMBER", "DISC", "DISK"]
      case .date: ["DATE", "YEAR", "RELEASEDATE"]
      case .genre: ["GENRE"]
      case .composer: ["COMPOSER"]
      case .comment: ["COMMENT", "DESCRIPTION"]
      case .compilation: ["COMPILATION"]
      case .beatsPerMinute: ["BPM", "TEMPO"]
      case .lyrics: ["LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS"]
      }
    }
  }

  public enum Cover: UInt8, Sendable, Hashable {
    case keep = 0
    /// Takes out the one that is shown.
    case remove
    /// The picture's file is given with the request.
    case replace
  }

  /// The new values as a tag holds them; none takes the field out.
  public var values: [Field: [String]] = [:]
  public var cover = Cover.keep

  public init() {}

  public var isEmpty: Bool { values.isEmpty && cover == .keep }
}

extension TagEdit.Field {
  /// What a file says now, as it is edited.
  public func values(of record: TagRecord) -> [String] {
    func one(_ value: String?) -> [String] { value.map { [$0] } ?? [] }
    switch self {
    case .title: return one(record.title)
    case .artist: return record.artists
    case .album: return one(record.album)
    case .albumArtist: return record.albumArtists
    case .number: return one(record.number.text)
    case .disc: return one(record.disc.text)
    case .date: return one(record.date?.text)
    case .genre: return record.genres
    case .composer: return record.composers
    case .comment: return one(record.comment)
    case .compilation: return record.isCompilation ? ["1"] : []
    case .beatsPerMinute:
      return one(record.beatsPerMinute.map { Int(exactly: $0).map(String.init) ?? "\($0)" })
    case .lyrics: return one(record.lyrics)
    }
  }
}

extension TagEdit {
  /// Why what was read after an edit is not what was to be written; `nil` if it is.
  ///
  /// A format may be unable to hold a value as it was given (a list in one text, a date in a year); a value that was
  /// not edited must be what it was.
  public func difference(_ before: TagRecord, _ after: TagRecord) -> Field? {
    for field in Field.allCases {
      let new = field.values(of: after)
      if let wanted = values[field] {
        if wanted.isEmpty != new.isEmpty { return field }
      } else if new != field.values(of: before) {
        return field
      }
    }
    return nil
  }
}

extension NumberOfTotal {
  /// `3`, `3/12`, `/12`; `nil` for neither.
  public var text: String? {
    switch (number, total) {
    case (nil, nil): nil
    case (let number?, nil): String(number)
    case (let number, let total?): (number.map(String.init) ?? "") + "/" + String(total)
    }
  }
}

extension PartialDate {
  /// `2004`, `2004-05`, `2004-05-09`.
  public var text: String {
    func padded(_ value: Int, _ count: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return ([padded(year, 4)] + [month, day].compactMap { $0.map { padded($0, 2) } }).joined(separator: "-")
  }
}

extension TagEdit {
  func write(to writer: inout TagWireWriter) {
    writer.put(count: values.count)
    for (field, values) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writer.put(field.rawValue)
      writer.put(values)
    }
    writer.put(cover.rawValue)
  }

  init(from reader: inout TagWireReader) throws(TagWireError) {
    for _ in 0..<(try reader.count(ofSize: 5)) {
      guard let field = Field(rawValue: try reader.uint8()) else { throw TagWireError("an unknown field") }
      values[field] = try reader.strings()
    }
    guard let cover = Cover(rawValue: try reader.uint8()) else { throw TagWireError("an unknown cover edit") }
    self.cover = cover
  }
}
