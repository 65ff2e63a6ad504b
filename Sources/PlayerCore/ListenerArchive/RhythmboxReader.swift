/// Rhythmbox's `rhythmdb.xml` and `playlists.xml`, from what an XML reader reports. One reader reads both, one after
/// the other.
public struct RhythmboxReader {
  public private(set) var archive = ListenerArchive()
  private var path: [String] = []
  private var text = ""
  private var kind = ""
  private var values: [String: String] = [:]
  private var list: (name: String, kind: String, entries: [Playlist.Entry])?
  private var query = RhythmboxQuery()

  public init() {}

  /// What was not closed by the end of a damaged document is dropped.
  public mutating func beginDocument() { (path, list, kind) = ([], nil, "") }

  public mutating func read(_ event: MarkupEvent) {
    switch event {
    case .start(let name, let attributes, _):
      path.append(name)
      text = ""
      switch path {
      case ["rhythmdb", "entry"]: (kind, values) = (attributes["type"] ?? "", [:])
      case ["rhythmdb-playlists", "playlist"]:
        list = (attributes["name"] ?? "", attributes["type"] ?? "", [])
        query = RhythmboxQuery(attributes)
      default: if list != nil { query.begin(name, property: attributes["prop"]) }
      }
    case .text(let more): text += more
    case .end(let name):
      if path == ["rhythmdb", "entry"] {
        finishEntry()
      } else if path == ["rhythmdb-playlists", "playlist"] {
        finishList()
      } else if path.count == 3, path[0] == "rhythmdb" {
        values[name] = text
      } else if path.count == 3, name == "location" {
        if !text.isEmpty { list?.entries.append(Playlist.Entry(location: Array(text.utf8))) }
      } else if list != nil {
        query.end(name, text)
      }
      if !path.isEmpty { path.removeLast() }
      text = ""
    }
  }

  private mutating func finishEntry() {
    guard let location = values["location"], !location.isEmpty else { return }
    if kind == "iradio" {
      archive.stations.append(
        ListenerArchive.Station(name: values["title"] ?? location, address: location))
      return
    }
    guard kind == "song" else { return }
    func number(_ name: String) -> Int64? { values[name].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } }
    var facts = ListenerArchive.TrackFacts(source: MediaSource(uri: location))
    facts.title = values["title"]
    facts.artists = values["artist"].map { [$0] } ?? []
    facts.album = values["album"]
    facts.playCount = Int(clamping: number("play-count") ?? 0)
    facts.lastPlayed = number("last-played")
    facts.added = number("first-seen")
    // Stars, 0–5; none is "not rated".
    if let stars = values["rating"].flatMap({ Double($0) }), stars > 0, stars <= 5 {
      facts.rating = Int((stars * 20).rounded())
    }
    if !facts.isEmpty { archive.tracks.append(facts) }
  }

  private mutating func finishList() {
    defer { list = nil }
    guard let list else { return }
    switch list.kind {
    case "static":
      archive.playlists.append(ListenerArchive.List(name: list.name, content: .entries(list.entries)))
    case "automatic":
      if let rules = query.playlist {
        archive.playlists.append(ListenerArchive.List(name: list.name, content: .rules(rules)))
      } else {
        archive.omissions.append("The automatic playlist “\(list.name)” asks for what Nagara cannot.")
      }
    // The queue is not a list that somebody made.
    default: break
    }
  }
}

/// An automatic playlist's query.
private struct RhythmboxQuery {
  private var isUnderstood = true
  /// Groups that are open, each of alternatives between `disjunction` marks.
  private var groups: [[[SmartRule]]] = []
  private var rule: SmartRule?
  private var order: [SmartPlaylist.Order] = []
  private var limit: SmartPlaylist.Limit?
  private var property = ""

  init() {}

  init(_ attributes: [String: String]) {
    func number(_ name: String) -> Int64? {
      attributes[name].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    if let count = number("limit-count") {
      limit = .tracks(Int(clamping: count))
    } else if let seconds = number("limit-time") {
      limit = .seconds(seconds)
    } else if number("limit-size") != nil {
      isUnderstood = false
    }
    if let key = attributes["sort-key"], let field = RhythmboxQuery.sortFields[key] {
      order = [SmartPlaylist.Order(field, isDescending: attributes["sort-direction"] == "1")]
    }
  }

  var playlist: SmartPlaylist? {
    guard isUnderstood, let rule else { return nil }
    return SmartPlaylist(rule: rule, order: order, limit: limit)
  }

  mutating func begin(_ name: String, property: String?) {
    if name == "conjunction" { groups.append([[]]) }
    if let property { self.property = property }
  }

  mutating func end(_ name: String, _ text: String) {
    switch name {
    case "conjunction":
      guard let group = groups.popLast() else { return }
      let alternatives = group.filter { !$0.isEmpty }.map { $0.count == 1 ? $0[0] : SmartRule.all($0) }
      let whole = alternatives.count == 1 ? alternatives[0] : SmartRule.any(alternatives)
      if alternatives.isEmpty { return }
      if groups.isEmpty { rule = whole } else { add(whole) }
    case "disjunction": if !groups.isEmpty { groups[groups.count - 1].append([]) }
    case "subquery": break
    default:
      // The library is all songs.
      if property == "type" { return }
      if let test = test(name, text) { add(test) } else { isUnderstood = false }
    }
  }

  private mutating func add(_ rule: SmartRule) {
    guard let last = groups.indices.last else { return }
    groups[last][groups[last].count - 1].append(rule)
  }

  private func test(_ name: String, _ text: String) -> SmartRule? {
    guard let field = RhythmboxQuery.fields[property] else { return nil }
    let number = Double(text).map { field == .rating ? $0 * 20 : $0 }
    switch (name, field.kind) {
    case ("like", .text): return .test(field, .contains(text))
    case ("not-like", .text): return .not(.test(field, .contains(text)))
    case ("equals", .text): return .test(field, .equals(text))
    case ("not-equal", .text): return .not(.test(field, .equals(text)))
    case ("prefix", .text): return .test(field, .begins(text))
    case ("suffix", .text): return .test(field, .ends(text))
    case ("equals", .number): return number.map { .test(field, .number(.equal, $0)) }
    case ("not-equal", .number): return number.map { .not(.test(field, .number(.equal, $0))) }
    // Rhythmbox's are "at least" and "at most".
    case ("greater", .number): return number.map { .test(field, .number(.atLeast, $0)) }
    case ("less", .number): return number.map { .test(field, .number(.atMost, $0)) }
    case ("current-time-within", .time): return number.map { .test(field, .withinDays($0 / 86_400)) }
    case ("current-time-not-within", .time): return number.map { .test(field, .notWithinDays($0 / 86_400)) }
    default: return nil
    }
  }

  private static let fields: [String: SmartField] = [
    "title": .title, "title-folded": .title, "artist": .artist, "artist-folded": .artist, "album": .album,
    "album-folded": .album, "album-artist": .albumArtist, "album-artist-folded": .albumArtist,
    "genre": .genre, "genre-folded": .genre, "composer": .composer, "composer-folded": .composer,
    "comment": .comment, "duration": .duration, "track-number": .trackNumber, "disc-number": .discNumber,
    "play-count": .playCount, "rating": .rating, "bitrate": .bitrate, "beats-per-minute": .bpm,
    "last-played": .lastPlayed, "first-seen": .added,
  ]

  private static let sortFields: [String: SmartField] = [
    "Title": .title, "Artist": .artist, "Album": .album, "Genre": .genre, "Track": .trackNumber,
    "Time": .duration, "PlayCount": .playCount, "Rating": .rating, "LastPlayed": .lastPlayed,
    "FirstSeen": .added, "Year": .year, "Random": .random,
  ]
}
