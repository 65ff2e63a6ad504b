import Glibc
import Testing
import TextKeys

@Suite struct LegacyTextTests {
  /// `text` in a charset, by the system's own converter.
  private func encode(_ text: String, _ charset: String) throws -> [UInt8] {
    let converter = iconv_open(charset, "UTF-8")
    try #require(Int(bitPattern: converter) != -1, "no \(charset) here")
    defer { iconv_close(converter) }
    var input = Array(text.utf8CString.dropLast())
    var output = [CChar](repeating: 0, count: input.count * 4 + 16)
    var (inputLeft, outputLeft) = (input.count, output.count)
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &inputLeft, &to, &outputLeft)
      }
    }
    try #require(status != -1, "\(text) is not in \(charset)")
    return output.prefix(output.count - outputLeft).map { UInt8(bitPattern: $0) }
  }

  @Test(
    arguments: [
      ("CP932", ["夜の駅", "雨の降る街", "さよならの向こう側", "藤田ゆり", "春の歌を聴きながら"]),
      ("EUC-JP", ["夜の駅", "雨の降る街", "さよならの向こう側", "春の歌を聴きながら"]),
      ("CP949", ["밤의 정거장", "비 오는 거리", "봄을 기다리며", "서하은", "그대에게 보내는 노래"]),
      ("GB18030", ["夜晚的车站", "下雨的街道", "春天的故事", "月亮代表我的心", "林小雨"]),
      ("BIG5", ["夜晚的車站", "下雨的街道", "春天的故事", "月亮代表我的心", "陳明光"]),
      ("CP1251", ["Белые ночи", "Последний трамвай", "Северный берег", "Тишина над рекой"]),
      ("KOI8-R", ["Белые ночи", "Последний трамвай", "Северный берег", "Тишина над рекой"]),
      (
        "CP1252",
        ["Été sans fin", "À la claire fontaine", "Où est passé l’été déjà", "Crème brûlée à l’étage"]
      ),
    ] as [(String, [String])])
  func aFolderOfOneCharsetIsReadWhateverTheLanguage(_ charset: String, _ titles: [String]) throws {
    let bytes = try titles.map { try encode($0, charset) }

    let judged = LegacyText.charset(of: bytes, locale: "en_US.UTF-8")

    #expect(judged.isSure, "\(judged.name)")
    #expect(bytes.map { LegacyText.decode($0, as: judged.name) } == titles)
  }

  @Test(arguments: [
    ("ja_JP.UTF-8", "CP932", "夜の駅"), ("ko_KR", "CP949", "봄비"), ("zh_CN", "GBK", "夜晚"),
    ("zh_TW", "BIG5", "夜晚"),
    ("ru_RU", "CP1251", "Снег"), ("pl_PL", "CP1250", "Żółty"), ("de_DE", "CP1252", "Über"),
    ("el_GR", "CP1253", "Αθήνα"),
  ])
  func aShortTextIsOfTheUsersLanguage(_ locale: String, _ charset: String, _ title: String) throws {
    let bytes = try encode(title, charset)

    let judged = LegacyText.charset(of: [bytes], locale: locale)

    #expect(judged.isSure)
    #expect(LegacyText.decode(bytes, as: judged.name) == title)
  }

  @Test func whatFitsNothingIsWesternAndUnsure() {
    let noise: [UInt8] = [
      0x81, 0x20, 0x8d, 0x20, 0xff, 0x20, 0x81, 0x20, 0x9d, 0x20, 0x80, 0x81, 0x8f, 0x90, 0x9d, 0x81,
    ]

    let judged = LegacyText.charset(of: [noise], locale: "en_US")

    #expect(!judged.isSure)
    #expect(judged.name == "windows-1252")
  }

  @Test func decodingRefusesWhatIsNotValid() {
    #expect(LegacyText.decode([0x82], as: "windows-31j") == nil)
    #expect(LegacyText.decode([0x41], as: "no-such-charset") == nil)
    #expect(LegacyText.decode([], as: "windows-31j") == "")
  }
}
