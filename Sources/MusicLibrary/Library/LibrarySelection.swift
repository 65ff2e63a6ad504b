public import PlayerCore
import TextKeys

// The tracks that a smart playlist's rules choose.

extension LibraryLists {
  /// The tracks of the library that rules choose, in their order, as they are now.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970; `nil`: this moment.
  ///   - seed: of the random order.
  public func tracks(
    matching smart: SmartPlaylist, now: Int64? = nil, seed: UInt64 = 0
  ) throws(LibraryError) -> [TrackID] {
    try reading { reader throws(DatabaseError) in
      try reader.tracks(matching: smart, now: now ?? LibraryStore.now, seed: seed)
    }
  }
}

extension LibraryReader {
  /// Reads no more of each track than the rules ask for, and keeps no more than the tracks that pass: a hundred thousand
  /// whole rows would take seconds.
  func tracks(matching smart: SmartPlaylist, now: Int64, seed: UInt64) throws(DatabaseError) -> [TrackID] {
    var folded = smart
    folded.rule = smart.rule.mappingTexts(FoldedText.fold)
    let columns = FactColumns(folded)
    let select = try database.statement(columns.sql)
    var found: [(id: Int64, facts: SmartFacts)] = []
    while try select.step() {
      let facts = columns.facts(select)
      if folded.rule.holds(for: facts, now: now) { found.append((select.int64(0) ?? 0, facts)) }
    }
    if found.count > 1 {
      // Where the list has no order of its own, it is that of the albums.
      var places: [Int64: Int] = [:]
      for (place, id) in try trackIDs(.all, order: .album).enumerated() { places[id] = place }
      found.sort { (places[$0.id] ?? 0, $0.id) < (places[$1.id] ?? 0, $1.id) }
    }
    return folded.matches(in: found.map(\.facts), now: now, seed: seed).map { TrackID(found[$0].id) }
  }
}

/// What has to be read of each track to ask rules about it.
private struct FactColumns {
  private let fields: [SmartField]
  let sql: String

  init(_ smart: SmartPlaylist) {
    var wanted = smart.rule.fields.union(smart.order.map(\.field))
    if case .seconds = smart.limit { wanted.insert(.duration) }
    wanted.remove(.random)
    fields = SmartField.allCases.filter(wanted.contains)
    var columns = ["tracks.id"]
    for field in fields { columns += Self.columns(of: field) }
    var tables = "tracks"
    if wanted.contains(.path) || wanted.contains(.title) {
      tables += " JOIN files ON files.id = tracks.file JOIN folders ON folders.id = files.folder"
    }
    sql = "SELECT \(columns.joined(separator: ", ")) FROM \(tables)"
  }

  /// One each, but for the path, which is two, and the title, which the file's name stands in for.
  private static func columns(of field: SmartField) -> [String] {
    switch field {
    case .title: ["title", "files.name"]
    case .artist: ["artists"]
    case .albumArtist: ["albumArtists"]
    case .album: ["album"]
    case .genre: ["genres"]
    case .composer: ["composers"]
    case .comment: ["comment"]
    case .path: ["folders.path", "files.name"]
    case .codec: ["codec"]
    case .year: ["date / 10000"]
    case .trackNumber: ["number"]
    case .discNumber: ["disc"]
    case .bpm: ["beatsPerMinute"]
    case .duration: ["milliseconds / 1000.0"]
    case .bitrate: ["bitrate"]
    case .sampleRate: ["sampleRate"]
    case .playCount: ["plays"]
    case .skipCount: ["skips"]
    case .rating: ["rating"]
    case .lastPlayed: ["lastPlayed"]
    case .added: ["added"]
    case .random: []
    }
  }

  func facts(_ row: Statement) -> SmartFacts {
    var facts = SmartFacts()
    var column = 1
    for field in fields {
      switch field {
      case .title:
        let title = row.text(column) ?? FilePath(bytes: row.blob(column + 1) ?? [])?.displayName
        facts.set(field, title.map { [FoldedText.fold($0)] } ?? [])
        column += 1
      case .path:
        let path = FilePath(bytes: row.blob(column) ?? [])?.appending(row.blob(column + 1) ?? [])
        facts.set(field, path.map { [FoldedText.fold($0.displayPath)] } ?? [])
        column += 1
      case .codec:
        let codec = AudioCodec(rawValue: UInt8(clamping: row.int(column) ?? 0)) ?? .unknown
        facts.set(field, [FoldedText.fold(codec.displayName)])
      case .album, .comment: facts.set(field, row.text(column).map { [FoldedText.fold($0)] } ?? [])
      case _ where field.kind == .text:
        facts.set(field, ValueList.values(row.text(column)).map(FoldedText.fold))
      default: facts.set(field, row.double(column))
      }
      column += 1
    }
    return facts
  }
}
