import PlayerCore
import Testing

struct CueSheetTests {
  private let image = """
    REM GENRE "Jazz"
    REM DATE 1959
    PERFORMER "The Band"
    TITLE "An "Odd" Album"
    FILE "the album.flac" WAVE
      TRACK 01 AUDIO
        TITLE "First"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Second"
        PERFORMER "Guest"
        ISRC ABC
        SONGWRITER "Writer"
        REM REPLAYGAIN_TRACK_GAIN -3.00 dB
        INDEX 00 03:00:37
        INDEX 01 03:02:00
      TRACK 03 AUDIO
        INDEX 01 05:00:74
    """

  @Test func anImageIsCutWhereItsTracksBegin() throws {
    let sheet = try #require(CueSheet(parsing: Array(image.utf8)))
    #expect(sheet.title == "An \"Odd\" Album")
    #expect(sheet.performer == "The Band")
    #expect(sheet.remarks == ["GENRE": "Jazz", "DATE": "1959"])
    let file = try #require(sheet.files.first)
    #expect(file.name == Array("the album.flac".utf8))
    #expect(file.tracks.map(\.number) == [1, 2, 3])
    #expect(file.tracks.map(\.title) == ["First", "Second", nil])
    #expect(file.tracks[1].performer == "Guest")
    #expect(file.tracks[1].remarks == ["REPLAYGAIN_TRACK_GAIN": "-3.00 dB", "SONGWRITER": "Writer"])
    #expect(file.tracks[1].pregapStart == 180 * Nanoseconds.second + 37 * Nanoseconds.second / 75)
    let second = 182 * Nanoseconds.second
    let third = 300 * Nanoseconds.second + 74 * Nanoseconds.second / 75
    #expect(
      CueSheet.segments(of: file) == [
        Segment(start: 0, end: second), Segment(start: second, end: third), Segment(start: third),
      ])
  }

  @Test func aPauseInTheFileBeforeBelongsToThatFile() throws {
    let text = """
      FILE a.wav WAVE
      TRACK 01 AUDIO
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      INDEX 00 02:00:00
      FILE two words.wav WAVE
      INDEX 01 00:00:00
      TRACK 03 AUDIO
      INDEX 01 01:00:00
      """
    let sheet = try #require(CueSheet(parsing: Array(text.utf8)))
    #expect(sheet.files.map { String(decoding: $0.name, as: UTF8.self) } == ["a.wav", "two words.wav"])
    #expect(sheet.files.map { $0.tracks.map(\.number) } == [[1], [2, 3]])
    #expect(sheet.files[1].tracks[0].pregapStart == nil)
  }

  @Test func namesKeepTheirBytesAndTextIsDecodedAsAsked() throws {
    let bytes = [UInt8]("\u{FEFF}TITLE \"".utf8) + [0xE9] + Array("\"\r\nFILE \"".utf8) + [0xE9]
    let rest = Array(".wav\" WAVE\r\nTRACK 01 AUDIO\r\nINDEX 01 00:00:00\r\n".utf8)
    let sheet = try #require(
      CueSheet(parsing: bytes + rest) { String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })) })
    #expect(sheet.title == "é")
    #expect(sheet.files[0].name == [0xE9] + Array(".wav".utf8))
  }

  @Test func tracksOfDataAndTracksWithoutABeginningAreLeftOut() throws {
    let text = """
      FILE a.bin BINARY
      TRACK 01 MODE1/2352
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      TRACK 03 AUDIO
      INDEX 01 10:00:00
      """
    let sheet = try #require(CueSheet(parsing: Array(text.utf8)))
    #expect(sheet.files[0].tracks.map(\.number) == [3])
  }

  @Test(arguments: [
    "", "FILE", "TRACK 01 AUDIO\nINDEX 01 00:00:00", "FILE a WAVE\nTRACK x AUDIO\nINDEX 01 0:0", "\"\"\"",
  ])
  func whatHasNoTrackIsNoSheet(text: String) {
    #expect(CueSheet(parsing: Array(text.utf8)) == nil)
  }

  @Test func anyBytesCanBeRead() {
    var random = SplitMix64(seed: 4)
    let pieces = [
      "FILE ", "TRACK ", "INDEX ", "01 ", "AUDIO", "\"", "\n", "99:99:99", "REM ", "é", "\t", "TITLE ",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in pieces.randomElement(using: &random)!
      }
      _ = CueSheet(parsing: Array(text.joined().utf8))
    }
  }
}
