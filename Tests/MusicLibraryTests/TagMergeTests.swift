import MusicLibrary
import PlayerCore
import Testing

/// MP3 files with tags written here byte by byte.
@Suite struct TagMergeTests {
  private let folder = TemporaryFolder()
  private let frames = Fixture.bytes("plain.mp3")

  private func mp3(_ before: [UInt8], _ after: [UInt8] = []) async throws -> TagRecord {
    let file = folder.write(before + frames + after, "a.mp3")
    return try await record(file, wants: [.lyrics, .sources])
  }

  @Test func eachFieldComesFromTheFirstTagThatHasIt() async throws {
    let id3v2 = Tags.id3v2(version: 4, [("TIT2", Tags.utf8("two"))])
    let ape = Tags.ape([("Title", "ape"), ("Artist", "ape artist")])
    let id3v1 = Tags.id3v1(title: Array("one".utf8), album: Array("one album".utf8), track: 7)

    let tags = try await mp3(id3v2, ape + id3v1)

    #expect(tags.title == "two")
    #expect(tags.artists == ["ape artist"])
    #expect(tags.album == "one album")
    #expect(tags.number == NumberOfTotal(7))
    #expect(tags.sources[.title] == .id3v2)
    #expect(tags.sources[.artist] == .ape)
    #expect(tags.sources[.album] == .id3v1)
  }

  @Test func severalValuesAreRealInVersion4AndSeparatedInVersion3() async throws {
    let values: [(String, [UInt8])] = [("TPE1", Tags.utf8("A;B\0C\0A;B\0AC/DC"))]

    #expect(try await mp3(Tags.id3v2(version: 4, values)).artists == ["A;B", "C", "AC/DC"])
    let older = Tags.id3v2(version: 3, [("TPE1", Tags.latin1("A; B;AC/DC")), ("TIT2", Tags.latin1("X;Y"))])
    let tags = try await mp3(older)
    #expect(tags.artists == ["A", "B", "AC/DC"])
    #expect(tags.title == "X;Y")
  }

  @Test(arguments: [
    ("17", ["Rock"]), ("(17)", ["Rock"]), ("(17)(8)", ["Rock", "Jazz"]),
    ("(4)Eurodisco", ["Disco", "Eurodisco"]),
    ("(RX)", ["Remix"]), ("Post-Rock", ["Post-Rock"]), ("1984", ["1984"]),
  ])
  func genreNumbersBecomeNames(_ written: String, _ expected: [String]) async throws {
    let tags = try await mp3(Tags.id3v2(version: 3, [("TCON", Tags.latin1(written))]))

    #expect(tags.genres == expected)
  }

  @Test func oldDateFramesMakeOneDate() async throws {
    let older = Tags.id3v2(version: 3, [("TYER", Tags.latin1("2004")), ("TDAT", Tags.latin1("0605"))])

    #expect(try await mp3(older).date?.year == 2004)
    let newer = Tags.id3v2(version: 4, [("TDRC", Tags.utf8("2004-05-06T12:00:00"))])
    #expect(try await mp3(newer).date == PartialDate(year: 2004, month: 5, day: 6))
  }

  @Test func latin1ThatIsReallyUTF8IsReadAsUTF8() async throws {
    let tags = try await mp3(Tags.id3v2(version: 3, [("TIT2", Tags.latin1("Žluťoučký"))]))

    #expect(tags.title == "Žluťoučký")
    #expect(tags.undecoded.isEmpty)
  }

  @Test func bytesOfAnUnknownEncodingAreShownAsLatin1AndKept() async throws {
    let shiftJIS: [UInt8] = [0x96, 0xe9, 0x82, 0xcc, 0x89, 0x77]  // 夜の駅
    var tags = try await mp3(
      Tags.id3v2(version: 3, [("TIT2", Tags.latin1(shiftJIS)), ("TPE1", Tags.latin1("plain"))]))

    #expect(tags.title?.unicodeScalars.map(\.value) == shiftJIS.map(UInt32.init))
    #expect(tags.undecoded == [UndecodedText(field: .title, index: 0, bytes: shiftJIS)])
    tags.redecode { $0 == shiftJIS ? "夜の駅" : nil }
    #expect(tags.title == "夜の駅")
    #expect(tags.artists == ["plain"])
  }

  @Test func ratingsGainsAndLyricsAreFound() async throws {
    let popularimeter = Array("someone@example.org".utf8) + [0, 196, 0, 0, 0, 0]
    let lyrics: [UInt8] = [3] + Array("eng".utf8) + [0] + Array("first\nsecond".utf8)
    let synced: [UInt8] = [3] + Array("eng".utf8) + [2, 1, 0] + Array("first".utf8) + [0, 0, 0, 0x04, 0xd2]
    let tags = try await mp3(
      Tags.id3v2(
        version: 4,
        [
          ("POPM", popularimeter), ("USLT", lyrics), ("SYLT", synced), ("TCMP", Tags.utf8("1")),
          ("TXXX", Tags.userText("replaygain_track_gain", "+1,5 dB")),
          ("TXXX", Tags.userText("MusicBrainz Album Id", "F4E2C5B6-0000-4000-8000-0123456789AB")),
          ("COMM", [3] + Array("eng".utf8) + Array("iTunNORM".utf8) + [0] + Array("junk".utf8)),
        ]))

    #expect(tags.rating == 80)
    #expect(tags.lyrics == "first\nsecond")
    #expect(tags.syncedLyrics == "[00:01.234]first")
    #expect(tags.isCompilation)
    #expect(tags.gains.track?.decibels == 1.5)
    #expect(tags.musicBrainz.album == "f4e2c5b6-0000-4000-8000-0123456789ab")
    #expect(tags.comment == nil)
  }

  @Test func lyricsAreNotReadUnlessAskedFor() async throws {
    let lyrics: [UInt8] = [3] + Array("eng".utf8) + [0] + Array("text".utf8)
    let file = folder.write(Tags.id3v2(version: 4, [("USLT", lyrics)]) + frames, "b.mp3")

    #expect(try await record(file).lyrics == nil)
  }

  @Test func aTagThatClaimsFourGigabytesIsOnlyBroken() async throws {
    var tag = Tags.id3v2(version: 4, [("TIT2", Tags.utf8("x"))])
    tag.replaceSubrange(6..<10, with: [0x7f, 0x7f, 0x7f, 0x7f])
    let file = folder.write(tag + frames, "c.mp3")

    #expect(await problem(file) == .tags(.noSound))
  }
}

/// What people write into tags.
@Suite struct TagValueTests {
  @Test(
    arguments: [
      ("3", 3, nil), ("03", 3, nil), ("3/12", 3, 12), ("3 / 12", 3, 12), ("3 of 12", 3, 12),
      ("0/0", nil, nil),
      ("/12", nil, 12), ("A1", nil, nil), ("", nil, nil), ("99999999999", 999_999_999, nil),
    ] as [(String, Int?, Int?)])
  func numbersWithTotals(_ text: String, _ number: Int?, _ total: Int?) {
    #expect(TagValues.numberOfTotal(text) == NumberOfTotal(number, of: total))
  }

  @Test(
    arguments: [
      ("2004", PartialDate(year: 2004)), ("2004-05", PartialDate(year: 2004, month: 5)),
      ("2004-05-06", PartialDate(year: 2004, month: 5, day: 6)),
      ("20040506", PartialDate(year: 2004, month: 5, day: 6)),
      ("2004/5/6", PartialDate(year: 2004, month: 5, day: 6)),
      ("2004-05-06T10:00:00", PartialDate(year: 2004, month: 5, day: 6)),
      ("06.05.2004", PartialDate(year: 2004)),
      ("2004-00-00", PartialDate(year: 2004)), ("2004-13-01", PartialDate(year: 2004)),
      ("c. 1987", PartialDate(year: 1987)), ("0000", nil), ("unknown", nil), ("", nil), ("87", nil),
    ] as [(String, PartialDate?)])
  func datesWholePartialAndOdd(_ text: String, _ date: PartialDate?) {
    #expect(TagValues.date(text) == date)
  }

  @Test(
    arguments: [
      ("-6.54 dB", -6.54), ("+3,2", 3.2), ("\u{2212}1 dB", -1), ("1.5db", 1.5), ("200 dB", nil),
      ("loud", nil),
      ("", nil), ("nan", nil),
    ] as [(String, Double?)])
  func gainsInDecibels(_ text: String, _ decibels: Double?) {
    #expect(TagValues.decibels(text) == decibels)
  }

  @Test(
    arguments: [
      ("07 - Title", 7, "Title"), ("07. Title", 7, "Title"), ("07 Title", 7, "Title"),
      ("1-07 - Title", 7, "Title"),
      ("99 Luftballons", nil, "99 Luftballons"), ("Title", nil, "Title"), ("7-2", nil, "7-2"),
      ("1999", nil, "1999"), ("03 - 99 Luftballons", 3, "99 Luftballons"),
    ] as [(String, Int?, String)])
  func fileNamesGiveNumberAndTitle(_ stem: String, _ number: Int?, _ title: String) {
    let parsed = TagFileName.numberAndTitle(Array(stem.utf8))

    #expect(parsed.number == number)
    #expect(parsed.title == title)
  }

  @Test(arguments: [
    ("CD2", 2), ("Disc 1", 1), ("disk-03", 3), ("Part 2", 2), ("CDs", nil), ("Discovery", nil),
  ])
  func discFoldersAreTold(_ name: String, _ number: Int?) {
    #expect(TagFileName.discFolder(Array(name.utf8)) == number)
  }

  @Test func messagesSurviveTheWire() throws {
    var record = TagRecord()
    record.title = "夜"
    record.artists = ["a", "b"]
    record.date = PartialDate(year: 1999, month: 12)
    record.gains.album = Gain(decibels: -3.25, peak: 1.5)
    record.sources = [.title: .ape, .rating: .id3v2]
    record.undecoded = [UndecodedText(field: .artist, index: 1, bytes: [0xff, 0])]
    let reply = TagReply.success(record)

    #expect(try TagReply(decoding: reply.encoded()) == reply)
    // Cut anywhere, it is an error and no trap.
    for length in 0..<reply.encoded().count {
      #expect(throws: TagWireError.self) { try TagReply(decoding: Array(reply.encoded().prefix(length))) }
    }
  }

  @Test func aMessageThatClaimsTooMuchTakesNoMemory() {
    #expect(throws: TagWireError.self) { try TagReply(decoding: [0, 0, 0xff, 0xff, 0xff, 0xff]) }
    #expect(throws: TagWireError.self) { try TagRequest(decoding: [1, 0, 0xff, 0xff, 0xff, 0xff]) }
    #expect(throws: TagWireError.self) { try TagRequest(decoding: []) }
  }
}
