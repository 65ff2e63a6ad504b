/// What an XML reader reports while it reads. This module has no XML reader; `GLibBridge.Markup` is one.
public enum MarkupEvent: Hashable, Sendable {
  /// - `line`: where the element begins, from 1.
  case start(name: String, attributes: [String: String], line: Int)
  case text(String)
  case end(name: String)
}

/// Reads an XML document and reports it piece by piece. Returns where and why it had to stop; `nil` at the end of a
/// whole document. What was reported before holds.
public typealias MarkupParser = @Sendable (_ bytes: [UInt8], _ event: (MarkupEvent) -> Void) -> MarkupProblem?

/// Why a document could not be read on.
public struct MarkupProblem: Error, Hashable, Sendable {
  /// From 1.
  public var line: Int
  /// The reader's words.
  public var message: String

  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

/// An XSPF list, version 0 or 1. Of several places of one track the first counts.
public struct XSPFReader {
  public private(set) var playlist = Playlist()
  private var path: [String] = []
  private var entry: Playlist.Entry?
  private var text = ""

  public init() {}

  public mutating func read(_ event: MarkupEvent) {
    switch event {
    case .start(let name, _, let line):
      path.append(XSPFReader.localName(name))
      text = ""
      if path.suffix(2) == ["trackList", "track"] { entry = Playlist.Entry(location: [], line: line) }
    case .text(let more):
      text += more
    case .end:
      finish()
      if !path.isEmpty { path.removeLast() }
      text = ""
    }
  }

  private mutating func finish() {
    let value = XSPFReader.trimmed(text)
    guard let element = path.last else { return }
    if path.suffix(2) == ["trackList", "track"] {
      if let entry, !entry.location.isEmpty { playlist.entries.append(entry) }
      entry = nil
      return
    }
    guard !value.isEmpty else { return }
    guard entry != nil else {
      if path == ["playlist", "title"] { playlist.title = value }
      return
    }
    if element == "option" { return entry?.readOption(value) ?? () }
    guard path.dropLast().last == "track" else { return }
    switch element {
    case "location": if entry?.location.isEmpty == true { entry?.location = Array(value.utf8) }
    case "title": entry?.title = value
    case "creator": entry?.artist = value
    case "album": entry?.album = value
    case "duration":
      entry?.durationNanoseconds = UInt64(value).flatMap {
        $0 <= 1_000_000_000_000 ? $0 * Nanoseconds.millisecond : nil
      }
    default: break
    }
  }

  /// Without a namespace's prefix.
  private static func localName(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  private static func trimmed(_ text: String) -> String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r"].contains(scalar) }
    var slice = text.unicodeScalars[...]
    while let first = slice.first, isBlank(first) { slice.removeFirst() }
    while let last = slice.last, isBlank(last) { slice.removeLast() }
    return String(slice)
  }
}
