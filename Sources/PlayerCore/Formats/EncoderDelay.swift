/// The samples that an encoder put before the sound and behind it, as the file's headers say.
public struct EncoderDelay: Hashable, Sendable {
  /// Samples before the first one of the music.
  public var delay: Int
  /// Samples behind the last one; `nil` where the headers don't say (Opus: the last page's position does).
  public var padding: Int?

  /// Headers are looked for in so many bytes from the file's beginning: tags with covers lie before those of MP3.
  public static let reach = 1 << 22

  /// From a file's beginning: the LAME header of MP3, the `iTunSMPB` tag of MP4, the `OpusHead` of Opus. `nil` if there
  /// is none of these.
  public init?(parsing head: [UInt8]) {
    if head.starts(with: "OggS".utf8) {
      self.init(opus: head)
    } else if head.count > 8, head[4..<8].elementsEqual("ftyp".utf8) {
      self.init(iTunes: head)
    } else {
      self.init(mp3: head)
    }
  }

  private init?(opus head: [UInt8]) {
    // One packet alone is on the first page: version, channels, then the pre-skip (RFC 7845, section 5.1).
    guard let magic = EncoderDelay.find("OpusHead", in: head.prefix(512)), magic + 12 <= head.count else {
      return nil
    }
    self.init(delay: Int(head[magic + 10]) | Int(head[magic + 11]) << 8, padding: nil)
  }

  private init?(mp3 head: [UInt8]) {
    var start = 0
    // ID3v2: ten bytes, the last four of which are its size in sevens of bits; there may be several.
    while start + 10 <= head.count, head[start..<start + 3].elementsEqual("ID3".utf8) {
      let size = head[start + 6..<start + 10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      start += 10 + size + (head[start + 5] & 0x10 != 0 ? 10 : 0)
    }
    guard start + 2 <= head.count, let frame = head[start...].prefix(4096).firstIndex(of: 0xFF) else {
      return nil
    }
    let rest = head[frame...].prefix(512)
    // The header's 24-bit field is 21 bytes behind the encoder's name, which is 120 behind the mark of a header with
    // all its fields.
    guard let mark = EncoderDelay.find("Xing", in: rest) ?? EncoderDelay.find("Info", in: rest),
      mark + 144 <= head.count, head[mark + 7] & 0xF == 0xF, head[mark + 120] != 0
    else { return nil }
    let field = head[mark + 141..<mark + 144].reduce(0) { $0 << 8 | Int($1) }
    self.init(delay: field >> 12, padding: field & 0xFFF)
  }

  private init?(iTunes head: [UInt8]) {
    guard let name = EncoderDelay.find("iTunSMPB", in: head[...]),
      let data = EncoderDelay.find("data", in: head[name...].prefix(64)), data + 12 <= head.count
    else { return nil }
    let text = String(decoding: head[(data + 12)...].prefix(120), as: UTF8.self)
    let words = text.split(separator: " ").map { Int($0, radix: 16) }
    guard words.count >= 3, let delay = words[1], let padding = words[2], delay < 1 << 24, padding < 1 << 24,
      delay >= 0, padding >= 0
    else { return nil }
    self.init(delay: delay, padding: padding)
  }

  private init(delay: Int, padding: Int?) {
    self.delay = delay
    self.padding = padding
  }

  private static func find(_ word: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    word.withUTF8Buffer { word in
      var at = bytes.startIndex
      while at + word.count <= bytes.endIndex {
        if bytes[at] == word[0], bytes[at..<at + word.count].elementsEqual(word) { return at }
        at += 1
      }
      return nil
    }
  }
}
