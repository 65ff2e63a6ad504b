extension PlaylistFormat {
  /// How the place of a source is written: relative to the list's folder, literally; as a `file:` URI where the
  /// format can't carry the name, and always in XSPF.
  ///
  /// - Parameter folder: where the list will be, an absolute path; `nil`: places are absolute.
  public func location(of source: MediaSource, relativeTo folder: FilePath?) -> [UInt8] {
    guard case .file(let path) = source else { return Array(source.uri.utf8) }
    guard self != .xspf, carries(path.bytes) else { return Array(path.fileURI.utf8) }
    let relative = folder.flatMap { PlaylistFormat.relative(path, to: $0) } ?? path.bytes
    // What would be a comment, an address, a blank or a byte-order mark at the beginning is none behind `./`.
    let isAmbiguous =
      relative.first == UInt8(ascii: "#") || PlaylistCandidates.scheme(of: relative) != nil
      || [0x20, 9, 0xEF, 0xFE, 0xFF].contains(relative.first ?? 0)
    return isAmbiguous ? Array("./".utf8) + relative : relative
  }

  private func carries(_ path: [UInt8]) -> Bool {
    // A line ends at CR and LF, and readers cut blanks off its end.
    guard !path.contains(10), !path.contains(13), path.last != 0x20, path.last != 9 else { return false }
    return self != .m3u8 || String(validatingUTF8Bytes: path) != nil
  }

  /// `nil` unless both are absolute and without `.` and `..`.
  private static func relative(_ path: FilePath, to folder: FilePath) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    guard path.bytes.first == slash, folder.bytes.first == slash else { return nil }
    let parts = path.bytes.split(separator: slash)
    let base = folder.bytes.split(separator: slash)
    let dots: [[UInt8]] = [[UInt8(ascii: ".")], [UInt8(ascii: "."), UInt8(ascii: ".")]]
    guard !(parts + base).contains(where: { dots.contains(Array($0)) }) else { return nil }
    var common = 0
    while common < base.count, common < parts.count - 1, base[common] == parts[common] { common += 1 }
    let up = [[UInt8]](repeating: dots[1], count: base.count - common)
    return Array((up + parts[common...].map(Array.init)).joined(separator: [slash]))
  }
}

extension Playlist.Entry {
  /// The entry for a track.
  public init(_ track: Track, in format: PlaylistFormat, relativeTo folder: FilePath?) {
    self.init(
      location: format.location(of: track.source, relativeTo: folder), title: track.title,
      artist: track.artists.isEmpty ? nil : track.artists.joined(separator: ", "), album: track.album,
      durationNanoseconds: track.durationNanoseconds, segment: track.segment)
  }

  /// Artist and title in one line; `nil` if neither is known.
  public var name: String? {
    guard let artist, !artist.isEmpty else { return title }
    return artist + " - " + (title ?? "")
  }

  /// To the nearest second; −1 where it is not known, as both text formats have it.
  fileprivate var seconds: String {
    durationNanoseconds.map {
      String($0 / Nanoseconds.second + ($0 % Nanoseconds.second >= 500_000_000 ? 1 : 0))
    }
      ?? "-1"
  }

  /// VLC's options for a part of a file.
  fileprivate var options: [String] {
    guard let segment else { return [] }
    return ["start-time=" + Self.decimal(segment.start)]
      + (segment.end.map { ["stop-time=" + Self.decimal($0)] } ?? [])
  }

  private static func decimal(_ nanoseconds: UInt64) -> String {
    let fraction = String(nanoseconds % Nanoseconds.second)
    return "\(nanoseconds / Nanoseconds.second)." + String(repeating: "0", count: 9 - fraction.count)
      + fraction
  }
}

extension Playlist {
  /// The list as a file. Texts are UTF-8; places are what the entries say (see `PlaylistFormat.location`).
  public func encoded(as format: PlaylistFormat) -> [UInt8] {
    switch format {
    case .m3u, .m3u8: return m3u()
    case .pls: return pls()
    case .xspf: return xspf()
    }
  }

  private func m3u() -> [UInt8] {
    var bytes = Array("#EXTM3U\n".utf8)
    if let title { bytes += Array("#PLAYLIST:\(Playlist.oneLine(title))\n".utf8) }
    for entry in entries {
      if entry.name != nil || entry.durationNanoseconds != nil {
        bytes += Array("#EXTINF:\(entry.seconds),\(Playlist.oneLine(entry.name ?? ""))\n".utf8)
      }
      if let album = entry.album { bytes += Array("#EXTALB:\(Playlist.oneLine(album))\n".utf8) }
      for option in entry.options { bytes += Array("#EXTVLCOPT:\(option)\n".utf8) }
      bytes += Playlist.oneLine(entry.location) + [10]
    }
    return bytes
  }

  private func pls() -> [UInt8] {
    var bytes = Array("[playlist]\n".utf8)
    if let title { bytes += Array("X-GNOME-Title=\(Playlist.oneLine(title))\n".utf8) }
    for (index, entry) in entries.enumerated() {
      bytes += Array("File\(index + 1)=".utf8) + Playlist.oneLine(entry.location) + [10]
      if let name = entry.name { bytes += Array("Title\(index + 1)=\(Playlist.oneLine(name))\n".utf8) }
      bytes += Array("Length\(index + 1)=\(entry.seconds)\n".utf8)
    }
    return bytes + Array("NumberOfEntries=\(entries.count)\nVersion=2\n".utf8)
  }

  private func xspf() -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/">

      """
    func element(_ name: String, _ value: String?, _ indent: String) {
      guard let value else { return }
      text += "\(indent)<\(name)>\(Playlist.escaped(value))</\(name)>\n"
    }
    element("title", title, "  ")
    text += "  <trackList>\n"
    for entry in entries {
      text += "    <track>\n"
      element("location", Playlist.uriReference(entry.location), "      ")
      element("title", entry.title, "      ")
      element("creator", entry.artist, "      ")
      element("album", entry.album, "      ")
      element("duration", entry.durationNanoseconds.map { String($0 / Nanoseconds.millisecond) }, "      ")
      if !entry.options.isEmpty {
        text += "      <extension application=\"http://www.videolan.org/vlc/playlist/0\">\n"
        for option in entry.options { element("vlc:option", option, "        ") }
        text += "      </extension>\n"
      }
      text += "    </track>\n"
    }
    text += "  </trackList>\n</playlist>\n"
    return Array(text.utf8)
  }

  /// What would end the line becomes a blank.
  private static func oneLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(scalar == "\n" || scalar == "\r" ? " " : scalar) }
    return String(result)
  }

  /// A place that would end the line is written as in a URI.
  private static func oneLine(_ location: [UInt8]) -> [UInt8] {
    guard location.contains(where: { $0 == 10 || $0 == 13 }) else { return location }
    return location.flatMap { $0 == 10 ? Array("%0A".utf8) : $0 == 13 ? Array("%0D".utf8) : [$0] }
  }

  /// An address as it is; a path with all that a URI can't hold escaped.
  private static func uriReference(_ location: [UInt8]) -> String {
    if PlaylistCandidates.scheme(of: location) != nil, let text = String(validatingUTF8Bytes: location) {
      return text
    }
    guard let path = FilePath(bytes: location) else { return "" }
    return String(path.fileURI.dropFirst("file://".count))
  }

  /// Characters that XML has no way to write become U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".unicodeScalars
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "\t", "\n": result.append(scalar)
      // A reader would make a line feed of a bare one.
      case "\r": result += "&#13;".unicodeScalars
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
