import Desktop
import MusicLibrary
import PlayerCore

/// `--import`: what a playlist holds, and where its entries lead; of another player's library, what is known of its
/// tracks.
enum ImportList {
  static func run(_ file: FilePath, json: Bool) -> Int32 {
    switch PlaylistFile.read(file, markup: XMLReading.parser) {
    case .failure(let problem) where problem.reason == .notAPlaylist:
      switch ListenerImport.read(file, markup: XMLReading.parser) {
      case .failure(.unknown): return Headless.complain(problem.description)
      case .failure(let problem): return Headless.complain("\(file.displayName): \(problem.sentence)")
      case .success(let archive):
        guard let value = try? JSON(parsing: Array(archive.text.utf8)) else {
          return Headless.complain("\(file.displayName): what it says of tracks cannot be printed as JSON")
        }
        Headless.print(value, json: true)
        for omission in archive.omissions { _ = Headless.complain(omission) }
        return Headless.ExitCode.success
      }
    case .failure(let problem): return Headless.complain(problem.description)
    case .success(let list):
      Headless.print(value(of: list, file), json: json)
      return Headless.ExitCode.success
    }
  }

  static func value(of list: PlaylistFile, _ file: FilePath) -> JSON {
    let entries = zip(list.playlist.entries, list.outcomes).map { entry, outcome in
      ImportList.value(of: entry, outcome)
    }
    return .object([
      "path": .string(file.fileURI),
      "format": .string(list.format.rawValue),
      "title": list.playlist.title.map(JSON.string),
      "entries": .array(entries),
      "resolved": .integer(
        Int64(
          list.outcomes.reduce(0) { count, outcome in
            if case .success = outcome { return count + 1 }
            return count
          })),
      "damage": list.damage.map {
        .object(["line": .integer(Int64($0.line)), "reason": .string($0.message)])
      },
    ])
  }

  private static func value(
    of entry: Playlist.Entry, _ outcome: Result<MediaSource, PlaylistEntryProblem>
  ) -> JSON {
    var path: String?
    var reason: String?
    switch outcome {
    case .success(let source): path = source.uri
    case .failure(let problem): reason = problem.sentence
    }
    return .object([
      "line": FactsJSON.integer(entry.line),
      "location": .string(TextBytes.text(entry.location)),
      "resolved": .bool(path != nil),
      "path": path.map(JSON.string),
      "reason": reason.map(JSON.string),
      "title": entry.title.map(JSON.string),
      "artist": entry.artist.map(JSON.string),
      "album": entry.album.map(JSON.string),
      "duration": entry.durationNanoseconds.map { FactsJSON.seconds($0) },
      "start": entry.segment.map { FactsJSON.seconds($0.start) },
      "end": entry.segment?.end.map { FactsJSON.seconds($0) },
    ])
  }
}
