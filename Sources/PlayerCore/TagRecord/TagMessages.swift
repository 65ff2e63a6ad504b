/// What is asked of the tag reader and what it answers.
///
/// A message on the socket is its length (32 bits, little-endian, without itself) and its bytes. Descriptors
/// travel with the first byte of the request that they belong to, in its files' order. Every file of a request
/// gets one reply, in order, so that when the reader dies it is known which file it was; only with
/// `TagWants.together` the replies come in one message (`TagReplies`).
public enum TagRequest: Sendable, Equatable {
  /// Reads the tags of as many files as there are extensions (hints; may be empty).
  ///
  /// - Parameter locale: of the sort keys, if they are wanted.
  case tags(extensions: [String], wants: TagWants, locale: String = "")
  /// Decodes a picture to at most `maximumEdge` pixels on its longer side.
  case cover(CoverOrigin, maximumEdge: Int)
  /// Edits the tags of a copy, which comes open for reading and writing, and behind it the new cover's file if there is
  /// one. The answer is what the copy says then.
  case edit(TagEdit, extension: String)
  /// Names a picture by its bytes.
  case pictureHash(CoverOrigin)
  /// Makes of a picture what is kept of it: at most `maximumEdge` pixels on its longer side, compressed, its colours
  /// with it. `CoverOrigin.stored` reads that.
  case storedCover(CoverOrigin, maximumEdge: Int)

  /// Both sides must be of one mind; the reader gets this as its argument and ends if its own differs.
  public static let version = "4"
  /// Most files in one request: the kernel passes at most 253 descriptors at once.
  public static let largestBatch = 64
  /// Most bytes in a message: a cover of 4,096 × 4,096 pixels fits.
  public static let largestMessage = 80 << 20
}

/// What of a file's longer texts a record shall hold.
public struct TagWants: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Lyrics, plain and synced, and an embedded CUE sheet.
  public static let lyrics = TagWants(rawValue: 1)
  /// The tag that each field came from.
  public static let sources = TagWants(rawValue: 2)
  /// An embedded CUE sheet alone.
  public static let cueSheet = TagWants(rawValue: 4)
  /// Sort keys, search text and the name of the sound: see `TagKeys`.
  public static let keys = TagWants(rawValue: 8)
  /// All replies in one message: a wake-up for each file costs a third of the time that reading it takes. Whoever
  /// asks so must ask again, file by file, when the reader dies.
  public static let together = TagWants(rawValue: 16)
}

/// Where a picture is.
public enum CoverOrigin: UInt8, Sendable, Equatable {
  /// In an audio file; its front cover, else its first picture.
  case embedded = 0
  /// A picture file.
  case picture = 1
  /// In a file as `TagRequest.storedCover` makes them.
  case stored = 2
}

/// A picture's name by its bytes (XXH3, 128 bits): the same picture has the same, wherever it is.
public struct PictureHash: Sendable, Hashable {
  public var high: UInt64
  public var low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// 32 digits.
  public var hexadecimal: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// Why a file gave nothing. The raw values are part of the helper protocol.
public enum TagProblem: UInt8, Error, Sendable, CaseIterable {
  case empty = 1
  case notAudio, noSound, readError, broken
  /// The reader died of the file, or did not answer in time.
  case crashed, timedOut
  /// There is no reader to read it.
  case noReader
  case noCover, brokenCover, coverTooLarge, unknownCoverFormat
  /// The tags could not be written, or what was read again wasn't what was to be written.
  case notWritten

  /// The reason, as a person reads it after the file's name.
  public var sentence: String {
    switch self {
    case .empty: return "The file is empty."
    case .notAudio: return "This is not an audio file that Nagara knows."
    case .noSound: return "The file ends before any sound."
    case .readError: return "The file could not be read."
    case .broken: return "The file is damaged."
    case .crashed: return "The file is damaged: reading its tags failed badly."
    case .timedOut: return "Reading the file’s tags took too long."
    case .noReader: return "The program nagara-tagreader could not be started."
    case .noCover: return "There is no cover."
    case .brokenCover: return "The cover picture is damaged."
    case .unknownCoverFormat: return "The cover picture has a format that cannot be shown."
    case .coverTooLarge: return "The cover picture is larger than 100 megapixels."
    case .notWritten: return "The tags could not be written; the file is as it was."
    }
  }
}

public typealias TagReply = Result<TagRecord, TagProblem>
public typealias CoverReply = Result<CoverImage, TagProblem>
public typealias PictureHashReply = Result<PictureHash, TagProblem>
public typealias StoredCoverReply = Result<[UInt8], TagProblem>

extension TagRequest {
  public func encoded() -> [UInt8] {
    var writer = TagWireWriter()
    switch self {
    case .tags(let extensions, let wants, let locale):
      writer.put(UInt8(1))
      writer.put(wants.rawValue)
      writer.put(locale)
      writer.put(extensions)
    case .cover(let origin, let maximumEdge):
      writer.put(UInt8(2))
      writer.put(origin.rawValue)
      writer.put(UInt16(clamping: maximumEdge))
    case .edit(let edit, let hint):
      writer.put(UInt8(3))
      writer.put(hint)
      edit.write(to: &writer)
    case .pictureHash(let origin):
      writer.put(UInt8(4))
      writer.put(origin.rawValue)
    case .storedCover(let origin, let maximumEdge):
      writer.put(UInt8(5))
      writer.put(origin.rawValue)
      writer.put(UInt16(clamping: maximumEdge))
    }
    return writer.bytes
  }

  public init(decoding bytes: [UInt8]) throws(TagWireError) {
    var reader = TagWireReader(bytes)
    switch try reader.uint8() {
    case 1:
      let wants = TagWants(rawValue: try reader.uint8())
      let locale = try reader.string()
      let extensions = try reader.strings()
      guard (1...TagRequest.largestBatch).contains(extensions.count) else {
        throw TagWireError("a request for \(extensions.count) files")
      }
      self = .tags(extensions: extensions, wants: wants, locale: locale)
    case 2: self = .cover(try CoverOrigin(from: &reader), maximumEdge: try TagRequest.edge(from: &reader))
    case 3:
      let hint = try reader.string()
      self = .edit(try TagEdit(from: &reader), extension: hint)
    case 4: self = .pictureHash(try CoverOrigin(from: &reader))
    case 5:
      self = .storedCover(try CoverOrigin(from: &reader), maximumEdge: try TagRequest.edge(from: &reader))
    case let kind: throw TagWireError("a request of kind \(kind)")
    }
    guard reader.isAtEnd else { throw TagWireError("bytes after the request") }
  }

  private static func edge(from reader: inout TagWireReader) throws(TagWireError) -> Int {
    let edge = Int(try reader.uint16())
    guard (1...4096).contains(edge) else { throw TagWireError("a cover of \(edge) pixels") }
    return edge
  }

  /// How many descriptors come with it.
  public var descriptorCount: Int {
    switch self {
    case .tags(let extensions, _, _): return extensions.count
    case .cover, .pictureHash, .storedCover: return 1
    case .edit(let edit, _): return edit.cover == .replace ? 2 : 1
    }
  }
}

extension CoverOrigin {
  fileprivate init(from reader: inout TagWireReader) throws(TagWireError) {
    guard let origin = CoverOrigin(rawValue: try reader.uint8()) else {
      throw TagWireError("an unknown origin")
    }
    self = origin
  }
}

extension TagProblem {
  /// The problem in a reply's first byte; `nil` for a reply that has none.
  fileprivate static func first(in reader: inout TagWireReader) throws(TagWireError) -> TagProblem? {
    let status = try reader.uint8()
    if status == 0 { return nil }
    guard let problem = TagProblem(rawValue: status) else {
      throw TagWireError("a problem of kind \(status)")
    }
    return problem
  }
}

extension Result<PictureHash, TagProblem> {
  public func encoded() -> [UInt8] {
    var writer = TagWireWriter()
    switch self {
    case .failure(let problem): writer.put(problem.rawValue)
    case .success(let hash):
      writer.put(UInt8(0))
      writer.put(hash.high)
      writer.put(hash.low)
    }
    return writer.bytes
  }

  public init(decoding bytes: [UInt8]) throws(TagWireError) {
    var reader = TagWireReader(bytes)
    if let problem = try TagProblem.first(in: &reader) {
      self = .failure(problem)
    } else {
      let high = try reader.uint64()
      self = .success(PictureHash(high: high, low: try reader.uint64()))
    }
    guard reader.isAtEnd else { throw TagWireError("bytes after the reply") }
  }
}

extension Result<[UInt8], TagProblem> {
  public func encoded() -> [UInt8] {
    var writer = TagWireWriter()
    switch self {
    case .failure(let problem): writer.put(problem.rawValue)
    case .success(let bytes):
      writer.put(UInt8(0))
      writer.put(bytes)
    }
    return writer.bytes
  }

  public init(decoding bytes: [UInt8]) throws(TagWireError) {
    var reader = TagWireReader(bytes)
    if let problem = try TagProblem.first(in: &reader) {
      self = .failure(problem)
    } else {
      self = .success(try reader.blob())
    }
    guard reader.isAtEnd else { throw TagWireError("bytes after the reply") }
  }
}

extension Result<TagRecord, TagProblem> {
  public func encoded() -> [UInt8] {
    var writer = TagWireWriter()
    switch self {
    case .failure(let problem): writer.put(problem.rawValue)
    case .success(let record):
      writer.put(UInt8(0))
      record.write(to: &writer)
    }
    return writer.bytes
  }

  public init(decoding bytes: [UInt8]) throws(TagWireError) { try self.init(decoding: bytes[...]) }

  init(decoding bytes: ArraySlice<UInt8>) throws(TagWireError) {
    var reader = TagWireReader(bytes)
    if let problem = try TagProblem.first(in: &reader) {
      self = .failure(problem)
    } else {
      self = .success(try TagRecord(from: &reader))
    }
    guard reader.isAtEnd else { throw TagWireError("bytes after the reply") }
  }
}

/// The replies to a request with `TagWants.together`.
public enum TagReplies {
  /// - Parameter replies: encoded.
  public static func encoded(_ replies: [[UInt8]]) -> [UInt8] {
    var writer = TagWireWriter()
    writer.put(count: replies.count)
    for reply in replies { writer.put(reply) }
    return writer.bytes
  }

  public static func decoded(_ bytes: [UInt8]) throws(TagWireError) -> [TagReply] {
    var reader = TagWireReader(bytes)
    var replies: [TagReply] = []
    for _ in 0..<(try reader.count(ofSize: 4)) { replies.append(try TagReply(decoding: try reader.slice())) }
    guard reader.isAtEnd else { throw TagWireError("bytes after the replies") }
    return replies
  }
}

extension Result<CoverImage, TagProblem> {
  public func encoded() -> [UInt8] {
    var writer = TagWireWriter()
    switch self {
    case .failure(let problem): writer.put(problem.rawValue)
    case .success(let image):
      writer.put(UInt8(0))
      writer.put(count: image.width)
      writer.put(count: image.height)
      writer.put(count: image.rowBytes)
      writer.put(image.hasAlpha)
      for color in [image.colors.top, image.colors.bottom, image.colors.accent] {
        writer.put(color.red)
        writer.put(color.green)
        writer.put(color.blue)
      }
      writer.put(image.pixels)
    }
    return writer.bytes
  }

  public init(decoding bytes: [UInt8]) throws(TagWireError) {
    var reader = TagWireReader(bytes)
    if let problem = try TagProblem.first(in: &reader) {
      self = .failure(problem)
      return
    }
    let width = try reader.count()
    let height = try reader.count()
    let rowBytes = try reader.count()
    let hasAlpha = try reader.bool()
    let top = try CoverColor(from: &reader)
    let bottom = try CoverColor(from: &reader)
    let colors = CoverColors(top: top, bottom: bottom, accent: try CoverColor(from: &reader))
    let pixels = try reader.blob()
    // The pixels go to the display as they are: their measures must be true.
    guard (1...4096).contains(width), (1...4096).contains(height), rowBytes <= 1 << 16,
      rowBytes >= width * (hasAlpha ? 4 : 3), pixels.count == rowBytes * height, reader.isAtEnd
    else { throw TagWireError("a picture whose measures are wrong") }
    self = .success(
      CoverImage(
        width: width, height: height, rowBytes: rowBytes, hasAlpha: hasAlpha, pixels: pixels, colors: colors))
  }
}

extension CoverColor {
  fileprivate init(from reader: inout TagWireReader) throws(TagWireError) {
    self.init(red: try reader.uint8(), green: try reader.uint8(), blue: try reader.uint8())
  }
}
