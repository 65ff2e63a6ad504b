import PlayerCore
import Testing

struct JSONTests {
  private func parse(_ text: String) -> JSON? { try? JSON(parsing: Array(text.utf8)) }

  @Test(arguments: [
    "null", "true", "[]", "{}", "0", "-12", "9223372036854775807", "1.5", "\"\"", "[1,[2,{\"a\":null}]]",
    "{\"a\":1,\"b\":\"\\u0001\\\"\\\\\\n\"}",
  ])
  func whatIsWrittenIsWhatWasRead(text: String) {
    #expect(parse(text)?.description == text)
    #expect(parse(text).flatMap { parse($0.indented) } == parse(text))
  }

  @Test func textsAreReadWithTheirEscapes() {
    #expect(parse(#" "é\u00e9\ud83d\ude00\/\b" "#) == .string("éé😀/\u{8}"))
    #expect(parse("1e3") == .number(1000))
    #expect(parse("99999999999999999999") == .number(1e20))
  }

  @Test(arguments: [
    "", " ", "01", "1.", ".5", "+1", "-", "1e", "nul", "truex", "[1,]", "[1 2]", "{\"a\"}", "{a:1}",
    "{\"a\":1,}",
    "\"", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\n\"", "1 1", "\"\\u12\"",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(parse(text) == nil)
    #expect((try? JSON(parsing: [0x22, 0xFF, 0x22])) == nil)
  }

  @Test func theLineOfAMistakeIsTold() {
    #expect(throws: JSON.Problem(line: 3)) { try JSON(parsing: Array("{\n\"a\": 1,\n]".utf8)) }
  }

  @Test func deepTextsAreRefusedAndNotFollowed() {
    #expect(parse(String(repeating: "[", count: 200_000)) == nil)
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(parse(deep)?.description == deep)
  }

  @Test func membersAreFoundByTheirNames() {
    let value = parse(#"{"a": 1, "b": null, "a": [true, "x", 2.5]}"#)
    #expect(value?["a"]?.array?.map(\.bool) == [true, nil, nil])
    #expect(value?["a"]?.array?[2].number == 2.5)
    #expect(value?["b"] == nil)
  }

  @Test func anyBytesCanBeRead() {
    var random = SplitMix64(seed: 21)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\u", "\\ud8", "1", "-", ".", "e", "true", "a", " ", "é",
    ]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0..<16, using: &random)).map { _ in pieces.randomElement(using: &random)!
      }
      var bytes = Array(text.joined().utf8)
      if !bytes.isEmpty, Bool.random(using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let value = try? JSON(parsing: bytes) {
        #expect((try? JSON(parsing: Array(value.description.utf8))) == value)
      }
    }
  }
}

struct EncoderDelayTests {
  private func lame(flags: UInt8 = 0xF) -> [UInt8] {
    var frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 32) + Array("Info".utf8)
    frame += [0, 0, 0, flags] + [UInt8](repeating: 0, count: 112) + Array("LAME3.100".utf8)
    return frame + [UInt8](repeating: 0, count: 12) + [0x24, 0x04, 0x6E] + [UInt8](repeating: 0, count: 40)
  }

  @Test func headersNameTheSamplesAtBothEnds() {
    let mp3 = EncoderDelay(parsing: lame())
    #expect(mp3?.delay == 576 && mp3?.padding == 1134)
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 3, 1, 2, 3]
    #expect(EncoderDelay(parsing: tag + lame()) == mp3)
    let opus =
      Array("OggS".utf8) + [UInt8](repeating: 0, count: 24) + Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0, 0]
    #expect(EncoderDelay(parsing: opus)?.delay == 312)
    let mp4 =
      [0, 0, 0, 8] + Array("ftyp....iTunSMPB....data".utf8) + [0, 0, 0, 1, 0, 0, 0, 0]
      + Array(" 00000000 00000840 0000037C 00000000000AB".utf8)
    let aac = EncoderDelay(parsing: mp4)
    #expect(aac?.delay == 2112 && aac?.padding == 892)
    #expect(EncoderDelay(parsing: lame(flags: 3)) == nil)
  }

  @Test func anyBeginningCanBeRead() {
    var random = SplitMix64(seed: 22)
    for _ in 0..<3_000 {
      var head = lame()
      if Bool.random(using: &random) { head = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + head }
      if Bool.random(using: &random) { head = Array("OggS".utf8) + head + Array("OpusHead".utf8) }
      if Bool.random(using: &random) { head = [0, 0, 0, 8] + Array("ftypiTunSMPBdata".utf8) + head }
      head[Int.random(in: head.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = EncoderDelay(parsing: Array(head.prefix(Int.random(in: 0...head.count, using: &random))))
    }
  }
}
