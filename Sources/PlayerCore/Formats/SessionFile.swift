/// The text of the session file: a queue whose tracks are named by their URIs, which carry any file name.
///
///     nagara-session 1
///     repeat all
///     context 17
///     cursor 1
///     track file:///music/a.flac
///     track file:///music/b.flac
///     order 1 0
///     current file:///music/queued.mp3
///     manual https://radio.example/live
///
/// Lines of an unknown kind are passed over, so that a later version may add some; a file of a higher version is
/// refused.
public enum SessionFile {
  public static let version = 1

  public enum Problem: Error, Hashable, Sendable {
    /// It doesn't begin as a session does, or a line of a known kind can't be read.
    case damaged
    /// A later version of the program wrote it.
    case newer(Int)
  }

  /// - Parameter uri: a track's URI; `nil` for one that is gone, which is left out.
  public static func text(_ queue: SavedQueue, uri: (TrackID) -> String?) -> String {
    var text = "nagara-session \(version)\n"
    switch queue.repeatMode {
    case .off: break
    case .all: text += "repeat all\n"
    case .one: text += "repeat one\n"
    }
    if let context = queue.context { text += "context \(context.rawValue)\n" }
    let uris = queue.list.map { uri($0).flatMap(escaped) }
    // Indices count the tracks that are written.
    var index: [Int?] = []
    var count = 0
    for uri in uris {
      index.append(uri == nil ? nil : count)
      if uri != nil { count += 1 }
    }
    if let cursor = queue.cursor, let written = index[cursor] { text += "cursor \(written)\n" }
    for case let uri? in uris { text += "track \(uri)\n" }
    if let order = queue.order {
      text += "order"
      for case let place? in order.map({ index[$0] }) { text += " \(place)" }
      text += "\n"
    }
    if let current = queue.manualCurrent.flatMap(uri).flatMap(escaped) { text += "current \(current)\n" }
    for case let manual? in queue.manual.map({ uri($0).flatMap(escaped) }) { text += "manual \(manual)\n" }
    return text
  }

  /// - Parameter track: the track of a URI; `nil` leaves it out.
  public static func queue(
    _ text: String, track: (String) -> TrackID?
  ) throws(Problem) -> SavedQueue {
    var lines = text.split(separator: "\n")[...]
    guard let first = lines.popFirst(), first.hasPrefix("nagara-session "),
      let version = Int(first.dropFirst("nagara-session ".count)), version > 0
    else { throw .damaged }
    guard version <= self.version else { throw .newer(version) }

    var queue = SavedQueue()
    // Where each written track is now; nil for those that are left out.
    var places: [Int?] = []
    var cursor: Int?
    var order: [Int]?
    for line in lines {
      let blank = line.firstIndex(of: " ") ?? line.endIndex
      let value = blank < line.endIndex ? String(line[line.index(after: blank)...]) : ""
      switch line[..<blank] {
      case "repeat": queue.repeatMode = value == "all" ? .all : value == "one" ? .one : .off
      case "context": queue.context = UInt64(value).map(ContextID.init)
      case "cursor":
        guard let index = Int(value) else { throw .damaged }
        cursor = index
      case "track":
        places.append(
          track(value).map {
            queue.list.append($0)
            return queue.list.count - 1
          })
      case "order":
        let indices = value.split(separator: " ").map { Int($0) }
        guard !indices.contains(nil) else { throw .damaged }
        order = indices.compactMap(\.self)
      case "current": queue.manualCurrent = track(value)
      case "manual": if let track = track(value) { queue.manual.append(track) }
      default: break
      }
    }
    func place(_ index: Int) -> Int? { places.indices.contains(index) ? places[index] : nil }
    queue.cursor = cursor.flatMap(place)
    queue.order = order?.compactMap(place)
    if let order = queue.order, Set(order) != Set(queue.list.indices) || order.count != queue.list.count {
      throw .damaged
    }
    return queue
  }

  /// A URI that would break the line is no URI.
  private static func escaped(_ uri: String) -> String? { uri.contains { $0.isNewline } ? nil : uri }
}
