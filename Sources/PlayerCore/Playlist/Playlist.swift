/// A list of tracks as a file has it: M3U, M3U8, PLS or XSPF. Where an entry leads is kept in the file's own notation,
/// as bytes; nothing is thrown away because it can't be found.
///
/// - `PlaylistFormat`: the formats, told by name or content.
/// - `PlaylistReading`: M3U and PLS from bytes; `XSPFReader`: XSPF from what an XML reader reports.
/// - `PlaylistWriting`: all of them to bytes, and how a track's place is written in each.
/// - `PlaylistCandidates`: the paths that an entry may mean, in the order in which they are tried.
/// - `PathSuffixIndex`: the files of a library by how their paths end.
public struct Playlist: Hashable, Sendable {
  /// The list's own name, if the file has one.
  public var title: String?
  public var entries: [Entry]
  /// An HLS manifest: its entries are pieces of one stream, not tracks.
  public var isStreamManifest = false

  public init(title: String? = nil, entries: [Entry] = []) {
    self.title = title
    self.entries = entries
  }

  public struct Entry: Hashable, Sendable {
    /// The path or URI as the list has it.
    public var location: [UInt8]
    /// Where it stands in the file, from 1; `nil` if it is from no file.
    public var line: Int?
    public var title: String?
    public var artist: String?
    public var album: String?
    /// `nil` if the list doesn't say.
    public var durationNanoseconds: UInt64?
    /// The part of the file that is meant, in VLC's notation (`start-time`, `stop-time`); `nil`: all of it.
    public var segment: Segment?
    /// Which piece of the file is meant, from 1, as its CUE sheet cuts it; 0: all of it, or what `segment` says. Only
    /// an archive names pieces.
    public var piece = 0

    public init(
      location: [UInt8], line: Int? = nil, title: String? = nil, artist: String? = nil, album: String? = nil,
      durationNanoseconds: UInt64? = nil, segment: Segment? = nil
    ) {
      self.location = location
      self.line = line
      self.title = title
      self.artist = artist
      self.album = album
      self.durationNanoseconds = durationNanoseconds
      self.segment = segment
    }
  }
}

/// A file format of playlists.
public enum PlaylistFormat: String, Sendable, CaseIterable {
  /// Lines in any encoding.
  case m3u
  /// Lines in UTF-8.
  case m3u8
  case pls
  case xspf

  /// By a file's name; case doesn't count.
  public init?(fileName: [UInt8]) {
    self.init(rawValue: TagFileName.extensionHint(fileName))
  }

  /// By how a file begins: enough of it is 512 bytes.
  public init?(content: [UInt8]) {
    let text = TextBytes.utf8(Array(content.prefix(512)))
    let start = text.drop { $0 <= 0x20 }
    func begins(_ word: String) -> Bool {
      zip(start, word.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 } && start.count >= word.utf8.count
    }
    if begins("#EXTM3U") {
      self = .m3u
    } else if begins("[playlist]") {
      self = .pls
    } else if begins("<"), String(decoding: start, as: UTF8.self).contains("<playlist") {
      self = .xspf
    } else {
      return nil
    }
  }

  /// What the names of its files end in, without the dot.
  public var fileExtension: String { rawValue }
}

/// Text files of unknown encoding, before they are cut into lines.
public enum TextBytes {
  /// The bytes without a byte-order mark; UTF-16 becomes UTF-8.
  public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    guard bytes.count >= 2 else { return bytes }
    let isLittle = bytes[0] == 0xFF && bytes[1] == 0xFE
    guard isLittle || (bytes[0] == 0xFE && bytes[1] == 0xFF) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (low, high) = isLittle ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
      return UInt16(high) << 8 | UInt16(low)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Valid UTF-8, else Latin-1: what is done where nobody judges the encoding.
  public static func text(_ bytes: [UInt8]) -> String {
    String(validatingUTF8Bytes: bytes) ?? String(latin1: bytes)
  }

  /// The lines that are not UTF-8, by which the encoding of the others is judged too.
  public static func undecodedLines(_ bytes: [UInt8]) -> [[UInt8]] {
    // Most files have none, and one pass over the whole tells.
    if String(validatingUTF8Bytes: bytes) != nil { return [] }
    return bytes.split { $0 == 10 || $0 == 13 }.filter { String(validatingUTF8Bytes: $0) == nil }.map(
      Array.init)
  }

  /// The lines with their numbers from 1; LF, CR and CR LF end one.
  static func lines(_ bytes: [UInt8]) -> [(number: Int, bytes: ArraySlice<UInt8>)] {
    var lines: [(Int, ArraySlice<UInt8>)] = []
    var start = 0
    var at = 0
    while at < bytes.count {
      guard bytes[at] == 10 || bytes[at] == 13 else {
        at += 1
        continue
      }
      lines.append((lines.count + 1, bytes[start..<at]))
      if bytes[at] == 13, at + 1 < bytes.count, bytes[at + 1] == 10 { at += 1 }
      at += 1
      start = at
    }
    if start < bytes.count { lines.append((lines.count + 1, bytes[start...])) }
    return lines
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 }
    var slice = bytes
    while let first = slice.first, isBlank(first) { slice.removeFirst() }
    while let last = slice.last, isBlank(last) { slice.removeLast() }
    return slice
  }

  /// Whether ASCII letters are equal but for their case.
  static func hasPrefix(_ bytes: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    return word.withUTF8Buffer { word in
      zip(bytes, word).allSatisfy { lowered($0) == lowered($1) }
    }
  }

  static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 32 : byte
  }
}
