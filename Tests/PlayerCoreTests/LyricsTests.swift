import PlayerCore
import Testing

struct LyricsTests {
  private func times(_ lyrics: Lyrics) -> [Int?] {
    lyrics.lines.map { $0.time.map { Int($0 / Nanoseconds.millisecond) } }
  }

  @Test func linesAreInTheOrderOfTheirTimes() {
    let lyrics = Lyrics(
      parsing: "[ar:Someone]\n[00:12.50]second\n[00:01.00][01:00.00]twice\n\n[00:12.50]also\n")
    #expect(lyrics.lines.map(\.text) == ["twice", "second", "also", "twice"])
    #expect(times(lyrics) == [1_000, 12_500, 12_500, 60_000])
    #expect(lyrics.isSynced)
  }

  @Test(arguments: [
    ("[00:01]a", 1_000), ("[0:01.5]a", 1_500), ("[00:01.05]a", 1_050), ("[00:01.005]a", 1_005),
    ("[00:01:50]a", 1_500), ("[00:01,50]a", 1_500), ("[100:00.00]a", 6_000_000), ("[1:00:01.00]a", 3_601_000),
    ("\u{FEFF}[00:01.00]a", 1_000), ("  [00:01.00] a", 1_000),
  ])
  func timesAreReadInTheirUsualForms(line: String, milliseconds: Int) {
    let lyrics = Lyrics(parsing: line)
    #expect(times(lyrics) == [milliseconds])
    #expect(lyrics.lines.first?.text == "a")
  }

  @Test func theOffsetMovesAllLinesWhereverItStands() {
    let later = Lyrics(parsing: "[00:01.00]a\n[offset:-500]\n[00:02.00]b")
    #expect(times(later) == [1_500, 2_500])
    let earlier = Lyrics(parsing: "[offset:+1500]\n[00:01.00]a\n[00:02.00]b")
    #expect(times(earlier) == [0, 500])
    #expect(times(Lyrics(parsing: "[offset:9223372036854775807]\n[00:01.00]a")) == [1_000])
  }

  @Test func wordMarksAreLeftOut() {
    let lyrics = Lyrics(parsing: "[00:01.00]<00:01.00>one <00:01.50>two <3 <b>")
    #expect(lyrics.lines.map(\.text) == ["one two <3 <b>"])
  }

  @Test func textWithoutTimesIsPlain() {
    let lyrics = Lyrics(parsing: "\r\n[Chorus]\r\nla la\r\n\r\n10:30 [sic]\r\n")
    #expect(!lyrics.isSynced)
    #expect(lyrics.lines.map(\.text) == ["[Chorus]", "la la", "", "10:30 [sic]"])
    #expect(lyrics.line(at: 5) == nil)
  }

  @Test func theLineAtAPositionIsTheLastThatBegan() {
    let lyrics = Lyrics(parsing: "[00:01.00]a\n[00:02.00]b\n[00:03.00]c")
    let second = Nanoseconds.second
    #expect(lyrics.line(at: 0) == nil)
    #expect(lyrics.line(at: second) == 0)
    #expect(lyrics.line(at: 3 * second - 1) == 1)
    #expect(lyrics.line(at: 99 * second) == 2)
  }

  @Test func linesCanBeSungLaterOrEarlier() {
    let lyrics = Lyrics(parsing: "[00:00.30]a\n[00:02.00]b")
    let (second, millisecond) = (Nanoseconds.second, Nanoseconds.millisecond)
    #expect(lyrics.later(milliseconds: 500).lines.map(\.time) == [800 * millisecond, 2_500 * millisecond])
    #expect(lyrics.later(milliseconds: -500).lines.map(\.time) == [0, 1_500 * millisecond])
    #expect(lyrics.later(milliseconds: -500).line(at: second) == 0)
    #expect(lyrics.later(milliseconds: .min).lines.count == 2)
    #expect(Lyrics(parsing: "plain").later(milliseconds: 500) == Lyrics(parsing: "plain"))
  }

  @Test func anythingAtAllCanBeRead() {
    var random = SplitMix64(seed: 9)
    let pieces = [
      "[", "]", ":", "00", "01.5", "<", ">", "offset", "-", "99999999999999999999", "\n", "é", " ", ",",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in pieces.randomElement(using: &random)!
      }
      _ = Lyrics(parsing: text.joined())
    }
  }
}
