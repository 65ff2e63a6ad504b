/// The text of an archive, JSON:
///
///     {"format": "nagara-listener", "version": 1,
///      "tracks": [{"path": "file:///music/a.flac", "title": "A", "playCount": 3, "rating": 100,
///                  "lastPlayed": 1700000000, "added": 1600000000, "history": [1700000000]},
///                 {"path": "file:///music/b.flac", "piece": 2, "playCount": 1}],
///      "playlists": [{"name": "Evening", "entries": [{"path": "file:///music/a.flac"}]},
///                    {"name": "Jazz", "rules": {…}}],
///      "stations": [{"name": "Radio", "address": "https://radio.example/live"}]}
///
/// Members that it doesn't know are passed over; one that is wrong costs its track or list, which is then named among
/// the omissions, not the rest.
extension ListenerArchive {
  public static let textFormat = "nagara-listener"
  public static let textVersion: Int64 = 1

  /// Why a text is no archive.
  public enum TextProblem: Error, Hashable, Sendable {
    /// No JSON; the line of the mistake.
    case damaged(line: Int)
    /// JSON of something else.
    case notAnArchive
    /// A later version wrote it.
    case newer

    /// For people.
    public var sentence: String {
      switch self {
      case .damaged(let line): return "Line \(line) of the file cannot be read."
      case .notAnArchive: return "This is not a file that Nagara exported."
      case .newer: return "A newer Nagara wrote this file."
      }
    }
  }

  public var text: String {
    JSON.object([
      "format": .string(ListenerArchive.textFormat),
      "version": .integer(ListenerArchive.textVersion),
      "tracks": .array(tracks.map(\.json)),
      "playlists": .array(playlists.map(\.json)),
      "stations": stations.isEmpty
        ? nil
        : .array(
          stations.map { .object(["name": .string($0.name), "address": .string($0.address)]) }),
    ]).indented + "\n"
  }

  public init(parsing bytes: [UInt8]) throws(TextProblem) {
    self.init()
    let json: JSON
    do throws(JSON.Problem) { json = try JSON(parsing: TextBytes.utf8(bytes)) } catch {
      throw .damaged(line: error.line)
    }
    guard json["format"]?.string == ListenerArchive.textFormat, let version = json["version"]?.integer,
      version > 0
    else { throw .notAnArchive }
    guard version <= ListenerArchive.textVersion else { throw .newer }
    for (index, item) in (json["tracks"]?.array ?? []).enumerated() {
      if let track = TrackFacts(json: item) {
        tracks.append(track)
      } else {
        omissions.append("Track \(index + 1) of the file has no place.")
      }
    }
    for (index, item) in (json["playlists"]?.array ?? []).enumerated() {
      if let list = List(json: item) {
        playlists.append(list)
      } else {
        omissions.append("The playlist “\(item["name"]?.string ?? String(index + 1))” cannot be read.")
      }
    }
    for item in json["stations"]?.array ?? [] {
      guard let address = item["address"]?.string else { continue }
      stations.append(Station(name: item["name"]?.string ?? address, address: address))
    }
  }
}

extension ListenerArchive.TrackFacts {
  fileprivate var json: JSON {
    .object([
      "path": .string(source.uri),
      "piece": piece == 0 ? nil : .integer(Int64(piece)),
      "title": title.map(JSON.string),
      "artists": .strings(artists),
      "album": album.map(JSON.string),
      "playCount": playCount == 0 ? nil : .integer(Int64(playCount)),
      "skipCount": skipCount == 0 ? nil : .integer(Int64(skipCount)),
      "lastPlayed": lastPlayed.map(JSON.integer),
      "added": added.map(JSON.integer),
      "rating": rating.map { .integer(Int64($0)) },
      "history": history.isEmpty ? nil : .array(history.map(JSON.integer)),
    ])
  }

  fileprivate init?(json: JSON) {
    guard let uri = json["path"]?.string, !uri.isEmpty else { return nil }
    self.init(source: MediaSource(uri: uri))
    func count(_ name: String) -> Int { max(0, Int(clamping: json[name]?.integer ?? 0)) }
    piece = count("piece")
    title = json["title"]?.string
    artists = json["artists"]?.array?.compactMap(\.string) ?? []
    album = json["album"]?.string
    playCount = count("playCount")
    skipCount = count("skipCount")
    lastPlayed = json["lastPlayed"]?.integer
    added = json["added"]?.integer
    rating = json["rating"]?.integer.map { Int(min(100, max(0, $0))) }
    history = json["history"]?.array?.compactMap(\.integer) ?? []
  }
}

extension ListenerArchive.List {
  fileprivate var json: JSON {
    switch content {
    case .entries(let entries):
      return .object(["name": .string(name), "entries": .array(entries.map(Self.json))])
    case .rules(let rules):
      let value = (try? JSON(parsing: Array(rules.text.utf8))) ?? .null
      return .object(["name": .string(name), "rules": value])
    }
  }

  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.string else { return nil }
    if let entries = json["entries"]?.array {
      self.init(name: name, content: .entries(entries.compactMap(Self.entry)))
    } else if let rules = json["rules"].flatMap({ try? SmartPlaylist(text: $0.description) }) {
      self.init(name: name, content: .rules(rules))
    } else {
      return nil
    }
  }

  private static func json(_ entry: Playlist.Entry) -> JSON {
    // A place that is no text is its bytes.
    let place = String(validatingUTF8Bytes: entry.location)
    return .object([
      "path": place.map(JSON.string),
      "bytes": place == nil ? .array(entry.location.map { .integer(Int64($0)) }) : nil,
      "piece": entry.piece == 0 ? nil : .integer(Int64(entry.piece)),
      "title": entry.title.map(JSON.string),
      "artist": entry.artist.map(JSON.string),
      "album": entry.album.map(JSON.string),
      "milliseconds": entry.durationNanoseconds.map {
        .integer(Int64(clamping: $0 / Nanoseconds.millisecond))
      },
      "start": entry.segment.map { .integer(Int64(clamping: $0.start)) },
      "end": entry.segment?.end.map { .integer(Int64(clamping: $0)) },
    ])
  }

  private static func entry(_ json: JSON) -> Playlist.Entry? {
    let bytes = json["bytes"]?.array?.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
    guard let location = json["path"]?.string.map({ Array($0.utf8) }) ?? bytes, !location.isEmpty else {
      return nil
    }
    var entry = Playlist.Entry(
      location: location, title: json["title"]?.string, artist: json["artist"]?.string,
      album: json["album"]?.string)
    entry.piece = max(0, Int(clamping: json["piece"]?.integer ?? 0))
    if let length = json["milliseconds"]?.integer, (0...1_000_000_000_000).contains(length) {
      entry.durationNanoseconds = UInt64(length) * Nanoseconds.millisecond
    }
    if let start = json["start"]?.integer.flatMap({ UInt64(exactly: $0) }) {
      let end = json["end"]?.integer.flatMap { UInt64(exactly: $0) }
      entry.segment = Segment(start: start, end: end.flatMap { $0 > start ? $0 : nil })
    }
    return entry
  }
}
