import Glibc
import MusicLibrary
import PlayerCore

/// `--list`: what the app would show, in its order.
enum Listing: String, CaseIterable {
  case tracks, albums, artists, playlists, problems, duplicates

  /// - Parameters:
  ///   - query: what somebody would type into the search; the best come first.
  ///   - database: `library.db`; `nil`: the user's own.
  func run(query: String?, database: FilePath?, json: Bool) async -> Int32 {
    guard let place = database.map(LibraryPlace.init(library:)) ?? LibraryPlace.standard() else {
      return Headless.complain("there is no place for a library: HOME is not set")
    }
    do {
      let lists = try LibraryLists(place)
      let writer = ListWriter(json: json)
      var found: LibrarySearch.Results?
      if let query, self != .playlists, self != .problems, self != .duplicates {
        found = try await lists.search().results(for: SearchQuery(query), limit: .max)
      }
      switch self {
      case .tracks:
        var ids = found?.tracks.map { TrackID($0) }[...] ?? []
        if found == nil { ids = try await lists.trackIDs()[...] }
        while !ids.isEmpty {
          for row in try await lists.tracks(Array(ids.prefix(256))) {
            writer.put(Listing.value(of: row), Listing.line(of: row))
          }
          ids.removeFirst(min(256, ids.count))
        }
      case .albums:
        var ids = found?.albums ?? []
        if found == nil { ids = try await lists.albumIDs() }
        for row in try await lists.albums(ids) {
          writer.put(Listing.value(of: row), "\(row.title)\t\(Listing.artist(of: row))\t\(row.trackCount)")
        }
      case .artists:
        var ids = found?.artists ?? []
        if found == nil { ids = try await lists.artistIDs() }
        for row in try await lists.artists(ids) {
          writer.put(
            .object([
              "name": .string(row.name), "tracks": FactsJSON.integer(row.trackCount),
              "albums": FactsJSON.integer(row.albumCount),
            ]), row.name)
        }
      case .playlists:
        for row in try await lists.playlists(matching: query) {
          writer.put(
            .object([
              "name": .string(row.name), "smart": .bool(row.isSmart),
              "entries": FactsJSON.integer(row.entryCount),
              "unresolved": FactsJSON.integer(row.unresolvedCount),
            ]), row.name)
        }
      case .duplicates:
        for group in try await lists.duplicates() {
          let rows = try await lists.tracks(group.tracks)
          writer.put(
            .object(["reason": .string(group.reason.rawValue), "tracks": .array(rows.map(Listing.value))]),
            rows.map { "\(group.reason.rawValue)\t\(Listing.line(of: $0))" }.joined(separator: "\n") + "\n")
        }
      case .problems:
        for problem in try await lists.problems(matching: query) {
          writer.put(FactsJSON.problem(problem), problem.description)
        }
      }
      writer.end()
      return Headless.ExitCode.success
    } catch {
      return Headless.complain(error.description)
    }
  }

  static func value(of row: TrackRow) -> JSON {
    guard case .object(let members) = FactsJSON.track(row.track),
      case .object(let more) = JSON.object([
        "codec": row.codec == .unknown ? nil : .string(row.codec.displayName),
        "bitrate": FactsJSON.integer(row.bitrate), "sampleRate": FactsJSON.integer(row.sampleRate),
        "added": .integer(row.added), "playCount": FactsJSON.integer(row.plays),
        "skipCount": FactsJSON.integer(row.skips), "lastPlayed": row.lastPlayed.map(JSON.integer),
        "rating": FactsJSON.integer(row.rating), "missing": .bool(row.isMissing),
        "uncertainText": row.isCharsetUncertain ? .bool(true) : nil,
      ])
    else { return .null }
    return .object(members + more)
  }

  private static func line(of row: TrackRow) -> String {
    [
      row.track.title ?? row.track.source.displayName, row.track.artists.joined(separator: ", "),
      row.track.album ?? "", row.track.source.uri,
    ].joined(separator: "\t")
  }

  static func value(of row: AlbumRow) -> JSON {
    .object([
      "title": .string(row.title), "artist": .string(artist(of: row)), "artists": .strings(row.artists),
      "compilation": .bool(row.isCompilation), "date": row.date.map { .string(FactsJSON.date($0)) },
      "genre": row.genre.map(JSON.string), "tracks": FactsJSON.integer(row.trackCount),
      "duration": FactsJSON.seconds(UInt64(max(0, row.milliseconds)) * Nanoseconds.millisecond),
      "added": .integer(row.added),
    ])
  }

  private static func artist(of row: AlbumRow) -> String {
    row.artists.isEmpty ? "Various Artists" : row.artists.joined(separator: ", ")
  }
}

/// Prints a list item by item: a JSON array, or a line each.
private final class ListWriter {
  private let json: Bool
  private var buffer: [UInt8] = []
  private var isFirst = true

  init(json: Bool) { self.json = json }

  func put(_ value: @autoclosure () -> JSON, _ line: @autoclosure () -> String) {
    if json {
      buffer += (isFirst ? "[\n" : ",\n").utf8
      buffer += value().description.utf8
    } else {
      buffer += line().utf8
      buffer.append(UInt8(ascii: "\n"))
    }
    isFirst = false
    if buffer.count > 1 << 16 { flush() }
  }

  func end() {
    if json { buffer += (isFirst ? "[]\n" : "\n]\n").utf8 }
    flush()
  }

  private func flush() {
    // When nobody reads on there is nothing more to do.
    buffer.withUnsafeBytes { _ = OpenFile.write($0, to: STDOUT_FILENO) }
    buffer = []
  }
}
