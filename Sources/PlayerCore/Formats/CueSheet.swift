/// A CUE sheet: which parts of which files are tracks. Read from bytes, because a sheet may be in any encoding and
/// its file names are bytes anyway.
public struct CueSheet: Hashable, Sendable {
  public var title: String?
  public var performer: String?
  /// `REM` fields by their names in capitals: `DATE`, `GENRE`, `REPLAYGAIN_ALBUM_GAIN`…
  public var remarks: [String: String] = [:]
  public var files: [File] = []

  public struct File: Hashable, Sendable {
    /// As in the sheet: relative to it, mostly.
    public var name: [UInt8]
    public var tracks: [Track] = []
  }

  public struct Track: Hashable, Sendable {
    /// 1–99
    public var number: Int
    public var title: String?
    public var performer: String?
    public var isrc: String?
    public var remarks: [String: String] = [:]
    /// Where the pause before it begins (INDEX 00), in nanoseconds of its file; `nil` if there is none, or if it is in
    /// the file before.
    public var pregapStart: UInt64?
    /// Where it begins (INDEX 01), in nanoseconds of its file.
    public var start: UInt64
  }

  /// The parts of a file that its tracks are. A pause belongs to the track before it, as a CD player counts it; the
  /// last track goes to the file's end.
  public static func segments(of file: File) -> [Segment] {
    file.tracks.indices.map { index in
      let end = index + 1 < file.tracks.count ? file.tracks[index + 1].start : nil
      return Segment(start: file.tracks[index].start, end: end)
    }
  }

  /// Reads a sheet; what it doesn't know it passes over. `nil` if there is no track in it.
  ///
  /// - Parameter decode: the sheet's encoding.
  public init?(
    parsing bytes: [UInt8], decode: @escaping ([UInt8]) -> String = { String(decoding: $0, as: UTF8.self) }
  ) {
    var reader = CueReader(decode: decode)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    for line in body.split(whereSeparator: { $0 == 10 || $0 == 13 }) { reader.read(line) }
    reader.finishTrack()
    guard reader.sheet.files.contains(where: { !$0.tracks.isEmpty }) else { return nil }
    self = reader.sheet
  }

  fileprivate init() {}
}

/// A sheet while it is read.
private struct CueReader {
  var sheet = CueSheet()
  let decode: ([UInt8]) -> String
  private var track: CueSheet.Track?
  private var hasStart = false
  /// The file in which the track was declared; its INDEX 01 may be in the next.
  private var pregapFile = 0

  init(decode: @escaping ([UInt8]) -> String) { self.decode = decode }

  mutating func read(_ line: ArraySlice<UInt8>) {
    let words = CueReader.words(line)
    guard let command = words.first.map({ String(decoding: $0, as: UTF8.self).uppercased() }) else { return }
    let value = words.count > 1 ? words[1] : []
    switch command {
    case "FILE": beginFile(words)
    case "TRACK": beginTrack(words)
    case "INDEX": index(words)
    case "TITLE": set(value, \.title, \.title)
    case "PERFORMER": set(value, \.performer, \.performer)
    case "ISRC": track?.isrc = decode(value)
    // The composer, as `REM COMPOSER` is.
    case "SONGWRITER":
      if track != nil {
        track?.remarks[command] = decode(value)
      } else {
        sheet.remarks[command] = decode(value)
      }
    case "REM":
      guard words.count > 2 else { return }
      let name = decode(value).uppercased()
      let text = decode(Array(words[2...].joined(separator: [UInt8(ascii: " ")])))
      if track != nil { track?.remarks[name] = text } else { sheet.remarks[name] = text }
    default: break
    }
  }

  private mutating func beginFile(_ words: [[UInt8]]) {
    guard words.count > 1 else { return }
    if hasStart { finishTrack() }
    // An unquoted name with blanks: everything but the type at the end.
    let types: Set<String> = ["WAVE", "MP3", "AIFF", "BINARY", "MOTOROLA", "FLAC"]
    var name = words.dropFirst()
    if name.count > 1, let last = name.last,
      types.contains(String(decoding: last, as: UTF8.self).uppercased())
    {
      name = name.dropLast()
    }
    sheet.files.append(CueSheet.File(name: Array(name.joined(separator: [UInt8(ascii: " ")]))))
  }

  private mutating func beginTrack(_ words: [[UInt8]]) {
    finishTrack()
    guard words.count > 1, let number = Int(String(decoding: words[1], as: UTF8.self)) else { return }
    // Data tracks don't sound.
    if words.count > 2, String(decoding: words[2], as: UTF8.self).uppercased() != "AUDIO" { return }
    track = CueSheet.Track(number: number, start: 0)
    hasStart = false
    pregapFile = sheet.files.count
  }

  private mutating func index(_ words: [[UInt8]]) {
    guard words.count > 2, track != nil, let number = Int(String(decoding: words[1], as: UTF8.self)),
      let time = CueReader.time(words[2])
    else { return }
    if number == 0 {
      track?.pregapStart = time
      pregapFile = sheet.files.count
    } else if number == 1, !hasStart {
      track?.start = time
      hasStart = true
      if pregapFile != sheet.files.count { track?.pregapStart = nil }
    }
  }

  /// Puts the track that is being read into the current file.
  mutating func finishTrack() {
    defer { track = nil }
    guard let track, hasStart, !sheet.files.isEmpty else { return }
    hasStart = false
    sheet.files[sheet.files.count - 1].tracks.append(track)
  }

  private mutating func set(
    _ value: [UInt8], _ ofTrack: WritableKeyPath<CueSheet.Track, String?>,
    _ ofSheet: WritableKeyPath<CueSheet, String?>
  ) {
    let text = decode(value)
    guard !text.isEmpty else { return }
    if track != nil { track?[keyPath: ofTrack] = text } else { sheet[keyPath: ofSheet] = text }
  }

  /// `mm:ss:ff`, 75 frames a second, in nanoseconds.
  private static func time(_ word: [UInt8]) -> UInt64? {
    let fields = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { UInt64(String(decoding: $0, as: UTF8.self)) }
    guard fields.count == 3, let minutes = fields[0], let seconds = fields[1], let frames = fields[2],
      minutes < 1_000_000, seconds < 1_000_000, frames < 1_000_000
    else { return nil }
    return ((minutes * 60 + seconds) * 75 + frames) * 1_000_000_000 / 75
  }

  /// Words, of which quoted ones may hold blanks.
  private static func words(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var rest = line
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    while true {
      rest = rest.drop(while: isBlank)
      guard let first = rest.first else { return words }
      if first == UInt8(ascii: "\"") {
        // A quote inside the quotes is part of the text: the closing one is the line's last, but for a type.
        let inner = rest.dropFirst()
        let end = closingQuote(inner) ?? inner.endIndex
        words.append(Array(inner[..<end]))
        rest = end < inner.endIndex ? inner[(end + 1)...] : []
      } else {
        let word = rest.prefix { !isBlank($0) }
        words.append(Array(word))
        rest = rest.dropFirst(word.count)
      }
    }
  }

  /// The last quote that is followed by a blank or the end.
  private static func closingQuote(_ text: ArraySlice<UInt8>) -> Int? {
    text.indices.last {
      text[$0] == UInt8(ascii: "\"")
        && ($0 + 1 == text.endIndex || text[$0 + 1] == UInt8(ascii: " ")
          || text[$0 + 1] == UInt8(ascii: "\t"))
    }
  }
}
