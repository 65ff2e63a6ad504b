/// Quod Libet's library, the file `songs`: a Python pickle of a list of songs.
public enum QuodLibetReader {
  /// Why the file gave nothing.
  public enum Problem: Error, Hashable, Sendable {
    /// It is no pickle, or breaks off; the byte at which reading ended.
    case damaged(offset: Int)
    /// It would call something that has no business in a list of songs.
    case unsafe(String)

    /// For people.
    public var sentence: String {
      switch self {
      case .damaged: return "The file is damaged, or not Quod Libet’s library."
      case .unsafe(let name):
        return "The file would run “\(name)”, which no list of songs does. It was not read."
      }
    }
  }

  public static func read(_ bytes: [UInt8]) throws(Problem) -> ListenerArchive {
    let songs: Pickle.Value
    let pickle: Pickle
    do throws(Pickle.Problem) { (songs, pickle) = try Pickle.read(bytes) } catch {
      if let refused = error.refused { throw .unsafe(refused) }
      throw .damaged(offset: error.offset)
    }
    guard case .list(let index) = songs else { throw .damaged(offset: 0) }
    var archive = ListenerArchive()
    for case .dictionary(let song) in pickle.lists[index] {
      if let facts = facts(pickle.dictionaries[song]), !facts.isEmpty { archive.tracks.append(facts) }
    }
    return archive
  }

  private static func facts(
    _ song: [(key: Pickle.Value, value: Pickle.Value)]
  ) -> ListenerArchive.TrackFacts? {
    var values: [String: Pickle.Value] = [:]
    for (key, value) in song {
      if let name = text(key) { values[name] = value }
    }
    guard let place = values["~filename"].flatMap(path) else { return nil }
    // Streams have their address for a name.
    let address = String(decoding: place.bytes, as: UTF8.self)
    let isAddress = address.hasPrefix("http://") || address.hasPrefix("https://")
    var facts = ListenerArchive.TrackFacts(source: isAddress ? .stream(address) : .file(place))
    func number(_ name: String) -> Double? {
      switch values[name] {
      case .integer(let value): return Double(value)
      case .number(let value): return value.isFinite ? value : nil
      default: return nil
      }
    }
    func count(_ name: String) -> Int64? {
      number(name).flatMap { Int64(exactly: $0.rounded(.down)) }.flatMap { $0 > 0 ? $0 : nil }
    }
    facts.title = values["title"].flatMap(text)
    facts.artists = values["artist"].flatMap(text)?.split(separator: "\n").map(String.init) ?? []
    facts.album = values["album"].flatMap(text)
    facts.playCount = Int(clamping: count("~#playcount") ?? 0)
    facts.skipCount = Int(clamping: count("~#skipcount") ?? 0)
    facts.lastPlayed = count("~#lastplayed")
    facts.added = count("~#added")
    if let rating = number("~#rating"), (0...1).contains(rating) {
      facts.rating = Int((rating * 100).rounded())
    }
    return facts
  }

  private static func text(_ value: Pickle.Value) -> String? {
    switch value {
    case .text(let bytes), .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    default: return nil
    }
  }

  /// Python keeps a byte of a name that is no UTF-8 as the surrogate U+DC80–U+DCFF of it (PEP 383).
  private static func path(_ value: Pickle.Value) -> FilePath? {
    switch value {
    case .bytes(let bytes): return FilePath(bytes: bytes)
    case .text(let text):
      var bytes: [UInt8] = []
      var at = 0
      while at < text.count {
        if text[at] == 0xED, at + 2 < text.count, text[at + 1] == 0xB2 || text[at + 1] == 0xB3 {
          bytes.append((text[at + 1] & 1) << 6 | text[at + 2] & 0x3F | 0x80)
          at += 3
        } else {
          bytes.append(text[at])
          at += 1
        }
      }
      return FilePath(bytes: bytes)
    default: return nil
    }
  }
}
