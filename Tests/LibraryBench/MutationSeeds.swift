import PlayerCore

/// Whole files of every format that the library reads, small enough to be damaged by the thousand.
enum MutationSeeds {
  struct Seed: Sendable {
    var name: String
    var bytes: [UInt8]
    var fileExtension: String { name.split(separator: ".").last.map(String.init) ?? "" }
  }

  static func fixture(_ name: String) -> [UInt8] {
    let tests = FilePath(#filePath)!.parent!.parent!
    return (tests / "MusicLibraryTests/Fixtures/\(name)").read()
  }

  static let all: [Seed] = {
    let names = [
      "plain.mp3", "lame.mp3", "tagged.flac", "plain.ogg", "plain.opus", "plain.m4a", "alac.m4a", "plain.wav",
      "plain.aiff", "plain.wv", "plain.aac",
    ]
    let cover = fixture("cover.jpg")
    let sound = fixture("plain.mp3")
    return names.map { Seed(name: $0, bytes: fixture($0)) } + [
      Seed(name: "id3v2-3.mp3", bytes: id3v2(3, cover) + sound + apeTag + id3v1),
      Seed(name: "id3v2-4.mp3", bytes: id3v2(4, fixture("cover.png")) + sound),
      Seed(name: "id3v2-2.mp3", bytes: id3v2Short + sound + id3v1),
      Seed(name: "webp.mp3", bytes: id3v2(4, fixture("cover.webp")) + sound),
      Seed(name: "picture.flac", bytes: withPicture(fixture("tagged.flac"), cover)),
      Seed(name: "info.wav", bytes: withInfo(fixture("plain.wav"))),
      Seed(name: "tagged.wv", bytes: fixture("plain.wv") + apeTag + id3v1),
      Seed(name: "sv7.mpc", bytes: musepack7 + apeTag), Seed(name: "sv8.mpc", bytes: musepack8 + apeTag),
      Seed(name: "monkey.ape", bytes: monkeysAudio + apeTag),
      Seed(name: "true.tta", bytes: trueAudio + id3v1),
    ]
  }()

  // MARK: Tags

  private static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func syncSafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7f) } }

  private static func text(_ text: String) -> [UInt8] { [3] + text.utf8 }

  private static func id3v2(_ version: UInt8, _ picture: [UInt8]) -> [UInt8] {
    var frames: [(String, [UInt8])] = [
      ("TIT2", text("Title")), ("TPE1", text("One; Two")), ("TALB", text("Album")), ("TRCK", text("3/12")),
      ("TPOS", text("1/2")), ("TCON", text("(17)Rock")), ("TYER", text("1999")), ("TDRC", text("1999-05")),
      ("TXXX", text("replaygain_track_gain\0-6.5 dB")), ("COMM", [3] + Array("eng\0Words".utf8)),
      ("USLT", [3] + Array("eng\0La la".utf8)), ("UFID", Array("http://musicbrainz.org\0f4e2".utf8)),
      ("POPM", Array("a@b\0".utf8) + [196, 0, 0, 0, 9]),
      ("RVA2", Array("track\0".utf8) + [1, 0xfd, 0, 16, 0x7f, 0xff]),
      ("SYLT", [3] + Array("eng".utf8) + [2, 1, 0] + Array("La\0".utf8) + [0, 0, 4, 0]),
      ("CHAP", Array("c1\0".utf8) + [UInt8](repeating: 0, count: 16)),
      ("CTOC", Array("t\0".utf8) + [3, 1] + Array("c1\0".utf8)),
    ]
    frames.append(("APIC", [0] + Array("image/jpeg\0".utf8) + [3, 0] + picture))
    var body: [UInt8] = []
    for (name, data) in frames {
      body += Array(name.utf8) + (version >= 4 ? syncSafe(data.count) : big(data.count, 4)) + [0, 0] + data
    }
    return Array("ID3".utf8) + [version, 0, 0] + syncSafe(body.count + 64) + body
      + [UInt8](repeating: 0, count: 64)
  }

  private static let id3v2Short: [UInt8] = {
    var body: [UInt8] = []
    for (name, data) in [("TT2", text("Title")), ("TP1", text("Artist")), ("TRK", text("3/12"))] {
      body += Array(name.utf8) + big(data.count, 3) + data
    }
    return Array("ID3".utf8) + [2, 0, 0] + syncSafe(body.count) + body
  }()

  private static let id3v1: [UInt8] = {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
    }
    let fields: [[UInt8]] = [
      Array("TAG".utf8), field("Title", 30), field("Artist", 30), field("Album", 30), field("1999", 4),
      field("", 28), [0, 3, 17],
    ]
    return fields.flatMap { $0 }
  }()

  private static let apeTag: [UInt8] = {
    var body: [UInt8] = []
    let items = [
      ("Title", "Title"), ("Artist", "A\0B"), ("Track", "3/12"), ("REPLAYGAIN_TRACK_GAIN", "-6.5 dB"),
    ]
    for (key, value) in items {
      body += little(value.utf8.count, 4) + little(0, 4) + Array(key.utf8) + [0] + Array(value.utf8)
    }
    func end(_ flags: Int) -> [UInt8] {
      Array("APETAGEX".utf8) + [2000, body.count + 32, items.count, flags].flatMap { little($0, 4) }
        + [UInt8](repeating: 0, count: 8)
    }
    return end(0xa000_0000) + body + end(0x8000_0000)
  }()

  /// A picture block before the first other one that is not STREAMINFO.
  private static func withPicture(_ flac: [UInt8], _ picture: [UInt8]) -> [UInt8] {
    var block = big(3, 4) + big(10, 4) + Array("image/jpeg".utf8) + big(0, 4)
    block += [64, 48, 24, 0].flatMap { big($0, 4) } + big(picture.count, 4) + picture
    return Array(flac[..<42]) + [6] + big(block.count, 3) + block + Array(flac[42...])
  }

  private static func withInfo(_ wav: [UInt8]) -> [UInt8] {
    let info =
      Array("INFOINAM".utf8) + little(6, 4) + Array("Title\0IART".utf8) + little(4, 4) + Array("A;B\0".utf8)
    return wav + Array("LIST".utf8) + little(info.count, 4) + info
  }

  // MARK: Formats that nothing here can encode: their headers, and noise for a sound

  private static func noise(_ count: Int) -> [UInt8] {
    var chance = SplitMix64(seed: 9)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
  }

  private static let musepack7: [UInt8] = {
    let parts: [[UInt8]] = [
      Array("MP+".utf8), [7], little(100, 4), little(0x8a00_0000, 4), [UInt8](repeating: 0, count: 16),
      noise(3000),
    ]
    return parts.flatMap { $0 }
  }()

  private static let musepack8: [UInt8] = {
    func packet(_ key: String, _ body: [UInt8]) -> [UInt8] {
      Array(key.utf8) + [UInt8(body.count + 3)] + body
    }
    let header = packet("SH", [0, 0, 0, 0, 8, 0x86, 0x90, 0x40, 0, 0x1b, 0x10])
    let gains = packet("RG", [1, 0, 0, 0, 0, 0, 0, 0, 0])
    return Array("MPCK".utf8) + header + gains + packet("AP", noise(100)) + packet("AP", noise(100))
      + packet("SE", [])
  }()

  private static let monkeysAudio: [UInt8] = {
    let frames = noise(3000)
    var bytes = Array("MAC ".utf8) + little(3990, 2) + little(0, 2)
    bytes += [52, 24, 4, 0, frames.count, 0, 0].flatMap { little($0, 4) } + noise(16)
    bytes += little(2000, 2) + little(0, 2) + little(73728, 4) + little(8000, 4) + little(1, 4)
    bytes += little(16, 2) + little(1, 2) + little(8000, 4) + little(80, 4)
    // An entry of the seek table.
    return bytes + little(80, 4) + frames
  }()

  private static let trueAudio: [UInt8] =
    Array("TTA1".utf8) + little(1, 2) + little(1, 2) + little(16, 2) + little(8000, 4) + little(8000, 4)
    + little(0, 4)
    + little(3000, 4) + little(0, 4) + noise(3000)
}
