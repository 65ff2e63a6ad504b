import PlayerCore

/// The parsers that read what others wrote, each behind one call that takes any bytes: run by libFuzzer
/// (`meson-shim/bench fuzz`) and, over what it found worth keeping (`Fuzz/corpus`), by `FuzzCorpusTests`.
enum FuzzTarget: String, CaseIterable {
  case playlist, cue, lrc, `protocol`

  /// The rule that the bytes broke, if they broke one. Most of what is looked for is a trap.
  func run(_ bytes: [UInt8]) -> String? {
    switch self {
    case .playlist: return FuzzTarget.playlist(bytes)
    case .cue: return FuzzTarget.cue(bytes)
    case .lrc: return FuzzTarget.lrc(bytes)
    case .protocol: return FuzzTarget.protocol(bytes)
    }
  }

  // MARK: Playlists

  private static func playlist(_ bytes: [UInt8]) -> String? {
    _ = PlaylistFormat(content: bytes)
    let folder = FilePath("/music/lists")!
    let read: [(PlaylistFormat, Playlist)] = [
      (.m3u8, Playlist(m3u: bytes)), (.pls, Playlist(pls: bytes)), (.xspf, xspf(bytes)),
    ]
    for (format, list) in read {
      for entry in list.entries { _ = PlaylistCandidates.target(of: entry.location, in: folder) }
      let written = list.encoded(as: format)
      var again: Playlist
      switch format {
      case .pls: again = Playlist(pls: written)
      case .xspf: continue  // takes an XML reader
      default: again = Playlist(m3u: written)
      }
      if again.entries.map(\.location) != list.entries.map(\.location) {
        return "\(format): a place is another one when the list is written and read again"
      }
    }
    return nil
  }

  /// What an XML reader could report: each line is an element's beginning (`<name`), its end (`>`) or a text.
  private static func xspf(_ bytes: [UInt8]) -> Playlist {
    var reader = XSPFReader()
    for (number, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      let text = String(decoding: line.dropFirst(), as: UTF8.self)
      switch line.first {
      case UInt8(ascii: "<"): reader.read(.start(name: text, attributes: [:], line: number + 1))
      case UInt8(ascii: ">"): reader.read(.end(name: text))
      default: reader.read(.text(String(decoding: line, as: UTF8.self)))
      }
    }
    return reader.playlist
  }

  // MARK: CUE sheets and lyrics

  private static func cue(_ bytes: [UInt8]) -> String? {
    guard let sheet = CueSheet(parsing: bytes) else { return nil }
    if sheet.files.allSatisfy(\.tracks.isEmpty) { return "a sheet without a track" }
    for file in sheet.files where CueSheet.segments(of: file).count != file.tracks.count {
      return "not one part for each track"
    }
    return nil
  }

  private static func lrc(_ bytes: [UInt8]) -> String? {
    let lyrics = Lyrics(parsing: String(decoding: bytes, as: UTF8.self))
    let times = lyrics.lines.map(\.time)
    if lyrics.isSynced {
      if times.contains(nil) { return "a line without a time among such with one" }
      if zip(times, times.dropFirst()).contains(where: { ($0 ?? 0) > ($1 ?? 0) }) {
        return "lines out of order"
      }
      for (index, time) in times.enumerated() {
        guard let found = lyrics.line(at: time ?? 0), found >= index, times[found] == time else {
          return "a line is not found at its own time"
        }
      }
    } else if !times.allSatisfy({ $0 == nil }) {
      return "a time in plain lyrics"
    }
    return nil
  }

  // MARK: The helper's protocol

  /// A reply is of a process that untrusted bytes may have taken over: nothing in it may hurt.
  private static func `protocol`(_ bytes: [UInt8]) -> String? {
    guard let kind = bytes.first else { return nil }
    let message = Array(bytes.dropFirst())
    switch kind % 4 {
    case 0:
      guard let request = try? TagRequest(decoding: message) else { return nil }
      let again = try? TagRequest(decoding: request.encoded())
      return again == request ? nil : "a request is another one when it is written and read again"
    case 1:
      guard let reply = try? TagReply(decoding: message) else { return nil }
      return check(reply)
    case 2:
      guard let replies = try? TagReplies.decoded(message) else { return nil }
      return replies.lazy.compactMap { check($0) }.first
    default:
      guard case .success(let image) = try? CoverReply(decoding: message) else { return nil }
      let isWhole = image.pixels.count == image.rowBytes * image.height
      return isWhole ? nil : "a picture whose measures are not those of its pixels"
    }
  }

  private static func check(_ reply: TagReply) -> String? {
    let written = reply.encoded()
    guard let again = try? TagReply(decoding: written), again.encoded() == written else {
      return "a reply is another one when it is written and read again"
    }
    guard case .success(let record) = reply else { return nil }
    for date in [record.date, record.originalDate].compactMap(\.self) {
      guard (0...9999).contains(date.year), (1...12).contains(date.month ?? 1),
        (1...31).contains(date.day ?? 1)
      else { return "a date that is none" }
    }
    guard (0...1_000_000_000_000).contains(record.audio.durationMilliseconds ?? 0) else {
      return "an endless sound"
    }
    guard (0...100).contains(record.rating ?? 0) else { return "a rating beyond 100" }
    for gain in [record.gains.track, record.gains.album].compactMap(\.self) {
      guard gain.decibels.isFinite, gain.peak?.isFinite ?? true else { return "a gain without bounds" }
    }
    return nil
  }
}
