import MusicLibrary
import PlayerCore

/// `--inspect`: everything that is known of one file, and why.
enum Inspect {
  static func run(_ file: FilePath, json: Bool) async -> Int32 {
    let loader = MediaLoader(pool: TagReaderPool(count: 1))
    var tracks: [Track] = []
    var problems: [MediaProblem] = []
    for await batch in loader.load([.file(file)]) {
      tracks += batch.tracks.map(\.track)
      problems += batch.problems
    }
    switch await loader.details(of: file) {
    // A CUE sheet has no tags, but tracks.
    case .failure where tracks.contains { $0.source != .file(file) }:
      Headless.print(
        .object([
          "path": .string(file.fileURI), "cueTracks": .array(tracks.map(FactsJSON.track)),
          "problems": problems.isEmpty ? nil : .array(problems.map(FactsJSON.problem)),
        ]), json: json)
      return Headless.ExitCode.success
    case .failure(let problem): return Headless.complain(problem.description)
    case .success(let details):
      Headless.print(value(of: details, file, tracks, problems), json: json)
      return Headless.ExitCode.success
    }
  }

  static func value(
    of details: MediaDetails, _ file: FilePath, _ tracks: [Track], _ problems: [MediaProblem]
  ) -> JSON {
    let record = details.record
    // A file that no sheet cuts is one track, with what its name adds to its tags.
    let isCut = tracks.contains { $0.segment != nil }
    let whole = isCut || tracks.isEmpty ? LoadedTrack(path: file, record: record).track : tracks[0]
    guard case .object(var members) = FactsJSON.track(whole),
      case .object(let more) = facts(record)
    else { return .null }
    members += more
    let rest = JSON.object([
      "audio": audio(record.audio, details.encoderDelay),
      "sources": sources(record, whole),
      "charset": record.charset.map { .object(["name": .string($0), "sure": .bool(record.isCharsetSure)]) },
      "cover": cover(details),
      "lyrics": details.lyrics.map { lyrics($0, details.lyricsOrigin) },
      "cueTracks": isCut ? .array(tracks.map(FactsJSON.track)) : nil,
      "problems": problems.isEmpty ? nil : .array(problems.map(FactsJSON.problem)),
    ])
    if case .object(let more) = rest { members += more }
    return .object(members)
  }

  private static func facts(_ record: TagRecord) -> JSON {
    let ids = record.musicBrainz
    let brainz = JSON.object([
      "recording": ids.recording.map(JSON.string), "track": ids.track.map(JSON.string),
      "album": ids.album.map(JSON.string), "releaseGroup": ids.releaseGroup.map(JSON.string),
      "artists": .strings(ids.artists), "albumArtists": .strings(ids.albumArtists),
    ])
    let names = record.sortNames
    let sort = JSON.object([
      "title": names.title.map(JSON.string), "artist": names.artist.map(JSON.string),
      "album": names.album.map(JSON.string), "albumArtist": names.albumArtist.map(JSON.string),
      "composer": names.composer.map(JSON.string),
    ])
    return .object([
      "originalDate": record.originalDate.map { .string(FactsJSON.date($0)) },
      "comment": record.comment.map(JSON.string),
      "grouping": record.grouping.map(JSON.string),
      "compilation": record.isCompilation ? .bool(true) : nil,
      "sortNames": sort == .object([]) ? nil : sort,
      "bpm": record.beatsPerMinute.map(JSON.number),
      "rating": FactsJSON.integer(record.rating),
      "musicBrainz": brainz == .object([]) ? nil : brainz,
    ])
  }

  private static func audio(_ audio: AudioProperties, _ delay: EncoderDelay?) -> JSON {
    .object([
      "codec": audio.codec == .unknown ? nil : .string(audio.codec.displayName),
      "duration": audio.durationMilliseconds.map { FactsJSON.seconds(UInt64($0) * Nanoseconds.millisecond) },
      "bitrateKilobits": FactsJSON.integer(audio.bitrateKilobits),
      "sampleRate": FactsJSON.integer(audio.sampleRate),
      "channels": FactsJSON.integer(audio.channels),
      "bitsPerSample": FactsJSON.integer(audio.bitsPerSample),
      "cutShort": audio.isCutShort ? .bool(true) : nil,
      "encoderDelay": delay.map { .integer(Int64($0.delay)) },
      "encoderPadding": FactsJSON.integer(delay?.padding),
    ])
  }

  /// The tag that each field came from; the name of a file is one too.
  private static func sources(_ record: TagRecord, _ track: Track) -> JSON? {
    var sources = record.sources
    if record.title == nil, track.title != nil { sources[.title] = .fileName }
    let members = sources.sorted { $0.key.rawValue < $1.key.rawValue }.map { field, source in
      JSON.Member("\(field)", .string(source.displayName))
    }
    return members.isEmpty ? nil : .object(members)
  }

  private static func cover(_ details: MediaDetails) -> JSON? {
    let isEmbedded = details.record.pictureCount > 0
    guard isEmbedded || details.folderPicture != nil else { return nil }
    let folder = details.folderPicture.map { JSON.string($0.fileURI) }
    return .object([
      "embedded": .integer(Int64(details.record.pictureCount)),
      "folder": folder,
      // What each view shows first.
      "track": isEmbedded ? .string("embedded") : folder,
      "album": folder ?? .string("embedded"),
    ])
  }

  private static func lyrics(_ lyrics: Lyrics, _ origin: LyricsOrigin?) -> JSON {
    var source: JSON?
    switch origin {
    case .file(let path): source = .string(path.fileURI)
    case .tag(let field): source = .string("\(field) tag")
    case nil: break
    }
    let lines = lyrics.lines.map { line in
      JSON.object(["time": line.time.map { FactsJSON.seconds($0) }, "text": .string(line.text)])
    }
    return .object(["source": source, "synced": .bool(lyrics.isSynced), "lines": .array(lines)])
  }
}
