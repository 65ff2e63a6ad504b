import PlayerCore
import Testing

@testable import Playback

struct MP4EditsTests {
  private func big(_ value: UInt64, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(bytes - 1 - $0))) }
  }

  private func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let all = content.flatMap(\.self)
    return big(UInt64(all.count + 8), 4) + Array(type.utf8) + all
  }

  private func header(_ type: String, scale: UInt64, duration: UInt64) -> [UInt8] {
    box(type, big(0, 12), big(scale, 4), big(duration, 4), big(0, 80))
  }

  private func edits(_ entries: (UInt64, Int64)...) -> [UInt8] {
    let list = entries.flatMap {
      big($0.0, 4) + big(UInt64(bitPattern: $0.1) & 0xFFFF_FFFF, 4) + big(0x10000, 4)
    }
    return box("edts", box("elst", big(0, 4), big(UInt64(entries.count), 4), list))
  }

  private func track(_ handler: String = "soun", duration: UInt64, edits: [UInt8] = []) -> [UInt8] {
    let media = box(
      "mdia", header("mdhd", scale: 44_100, duration: duration), box("hdlr", big(0, 8), Array(handler.utf8)))
    return box("trak", edits, media)
  }

  private func gapless(_ value: String) -> [UInt8] {
    let item = box(
      "----", box("mean", big(0, 4), Array("com.apple.iTunes".utf8)),
      box("name", big(0, 4), Array("iTunSMPB".utf8)), box("data", big(1, 8), Array(value.utf8)))
    return box("udta", box("meta", big(0, 4), box("ilst", item)))
  }

  private func hide(_ moov: inout [UInt8]) -> MP4Edits? {
    moov.withUnsafeMutableBytes { MP4Edits.hide(in: $0) }
  }

  private func contains(_ bytes: [UInt8], _ type: String) -> Bool {
    let word = Array(type.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  private func nanoseconds(_ samples: UInt64) -> UInt64 { samples * Nanoseconds.second / 44_100 }

  @Test func aListThatSkipsThePrimingIsHiddenAndCutToTheSample() {
    // One second and 1,024 samples of priming; the film counts in milliseconds.
    var moov = box(
      "moov", header("mvhd", scale: 1_000, duration: 1_000),
      track(duration: 45_124, edits: edits((1_000, 1_024))))
    #expect(hide(&moov) == MP4Edits(start: nanoseconds(1_024), end: nil))
    #expect(!contains(moov, "edts"))
    #expect(contains(moov, "free"))
    // The film is as long as the sound now: 45,124 samples are 1,023.2 ms.
    #expect(Array(moov[32..<36]) == big(1_024, 4))
  }

  @Test func aListThatEndsEarlierCutsTheEnd() {
    var moov = box(
      "moov", header("mvhd", scale: 1_000, duration: 900), track(duration: 45_124, edits: edits((900, 1_024)))
    )
    #expect(hide(&moov) == MP4Edits(start: nanoseconds(1_024), end: nanoseconds(1_024) + 900_000_000))
  }

  @Test func iTunesCountsToTheSample() {
    var moov = box(
      "moov", header("mvhd", scale: 600, duration: 600), track(duration: 48_128),
      gapless(" 00000000 00000840 000001CA 000000000000AC44 00000000 00000000"))
    let start = nanoseconds(2_112)
    #expect(hide(&moov) == MP4Edits(start: start, end: start + Nanoseconds.second))
  }

  @Test func whatIsMoreThanACutIsLeftToTheDemuxer() {
    let film = header("mvhd", scale: 1_000, duration: 1_000)
    let cases = [
      box("moov", film, track(duration: 44_100)),
      box("moov", film, track(duration: 44_100, edits: edits((500, 0), (500, 30_000)))),
      box("moov", film, track(duration: 44_100, edits: edits((500, -1), (500, 0)))),
      box("moov", film, track("vide", duration: 44_100, edits: edits((500, 1_024)))),
      box(
        "moov", film, track(duration: 44_100, edits: edits((500, 1))),
        track(duration: 44_100, edits: edits((500, 1)))),
      box("moof", film),
      [],
    ]
    for original in cases {
      var moov = original
      #expect(hide(&moov) == nil)
      #expect(moov == original)
    }
  }

  @Test func anyBytesCanBeRead() {
    let whole = box(
      "moov", header("mvhd", scale: 1_000, duration: 1_000),
      track(duration: 45_124, edits: edits((1_000, 1_024))),
      gapless(" 00000000 00000840 000001CA 000000000000AC44"))
    var random = SplitMix64(seed: 11)
    for length in 0..<whole.count {
      var cut = Array(whole.prefix(length))
      _ = hide(&cut)
    }
    for _ in 0..<5_000 {
      var changed = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = hide(&changed)
    }
  }
}
