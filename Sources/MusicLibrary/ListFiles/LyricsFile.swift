public import PlayerCore

/// Where the words of a track were found.
public enum LyricsOrigin: Sendable, Hashable {
  /// A file beside it.
  case file(FilePath)
  case tag(TagField)
}

/// The `.lrc` file beside a track.
enum LyricsFile {
  static func find(beside track: FilePath, locale: String) -> (lyrics: Lyrics, path: FilePath)? {
    var lookup = FileLookup()
    let name = TagFileName.stem(track.lastComponent) + Array(".lrc".utf8)
    guard let wanted = track.parent?.appending(name), let path = lookup.find(wanted),
      case .success(let bytes) = TextFile.read(path), bytes.count <= largest
    else { return nil }
    let utf8 = TextBytes.utf8(bytes)
    // Judged as a whole, and decoded as a whole: line by line a multi-byte charset might be cut wrongly.
    let lyrics = Lyrics(parsing: TextFile.decoder(for: utf8, locale: locale)(utf8))
    return lyrics.lines.isEmpty ? nil : (lyrics, path)
  }

  /// No song has more words.
  private static let largest = 1 << 20
}
