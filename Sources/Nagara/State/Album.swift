import PlayerCore

/// Names an album among those loaded: its place in the order they were found.
struct AlbumID: Hashable, Sendable {
  let rawValue: UInt32
}

/// Tracks of one folder that name the same album.
struct Album: Identifiable, Hashable, Sendable {
  let id: AlbumID
  var title: String
  /// The album-artist tag; else the only track artist; `nil` with several.
  var artist: String?
  /// By disc and number, then as they came.
  var tracks: [TrackID] = []
  var coverKey: String?
  var year: Int?
  var genre: String?
  /// Of the tracks whose length is known, in nanoseconds.
  var duration: UInt64 = 0
}

/// What makes tracks one album: their folder, and the album's title without case, accents and disc marker.
struct AlbumKey: Hashable, Sendable {
  let folder: FilePath?
  let title: String

  /// `nil` for a track without an album title, which makes no album.
  init?(_ track: Track, fold: (String) -> String) {
    guard let album = track.album, !album.isEmpty else { return nil }
    title = fold(AlbumKey.withoutDiscMarker(album))
    guard !title.isEmpty else { return nil }
    let folder = track.source.path?.parent
    // Discs in folders of their own (`Album/CD 2`) belong together.
    if let name = folder?.displayName, AlbumKey.isDiscMarker(name), let parent = folder?.parent {
      self.folder = parent
    } else {
      self.folder = folder
    }
  }

  private static let discWords = ["disc", "disk", "cd", "part"]

  /// Whether a text is a disc's name and no more: `CD2`, `Disc 1`.
  static func isDiscMarker(_ text: String) -> Bool {
    let lowered = text.lowercased()
    guard let word = discWords.first(where: lowered.hasPrefix) else { return false }
    let rest = lowered.dropFirst(word.count).drop { $0 == " " || $0 == "_" || $0 == "-" }
    return !rest.isEmpty && rest.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The title without a trailing disc marker in brackets or behind a dash: `Nagara (Disc 2)`, `Nagara - CD2`.
  static func withoutDiscMarker(_ title: String) -> String {
    for (open, close) in [("(", ")"), ("[", "]")] where title.hasSuffix(close) {
      guard let start = title.lastIndex(of: Character(open)) else { continue }
      let inside = title[title.index(after: start)...].dropLast()
      if isDiscMarker(String(inside)) { return trimmed(title[..<start]) }
    }
    for dash in [Character("-"), "–", "—"] {
      guard let start = title.lastIndex(of: dash) else { continue }
      let behind = title[title.index(after: start)...].drop { $0 == " " }
      if isDiscMarker(String(behind)) { return trimmed(title[..<start]) }
    }
    return title
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
