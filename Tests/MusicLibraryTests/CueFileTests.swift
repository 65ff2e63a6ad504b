import MusicLibrary
import PlayerCore
import Testing

@Suite struct CueFileTests {
  private let folder = TemporaryFolder()
  private let sheet = """
    REM DATE 1959
    REM GENRE Jazz
    REM REPLAYGAIN_ALBUM_GAIN -6.5 dB
    PERFORMER "The Band"
    TITLE "The Album"
    FILE "image.wav" WAVE
      TRACK 01 AUDIO
        TITLE "First"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        PERFORMER "Guest"
        REM REPLAYGAIN_TRACK_GAIN -3.25 dB
        INDEX 01 00:00:15
    """

  private func image(_ name: String, cue: String? = nil) -> FilePath {
    var tags = [("TIT2", Tags.utf8("Image"))]
    if let cue { tags.append(("TXXX", Tags.userText("CUESHEET", cue))) }
    return folder.write(Tags.id3v2(version: 4, tags) + Fixture.bytes("plain.mp3"), name)
  }

  private func check(_ all: MediaBatch, file: FilePath) {
    #expect(all.problems.isEmpty)
    #expect(all.tracks.map(\.track.title) == ["First", "image 02"])
    #expect(all.tracks.map(\.track.artists) == [["The Band"], ["Guest"]])
    #expect(all.tracks.allSatisfy { $0.track.album == "The Album" && $0.track.albumArtists == ["The Band"] })
    #expect(all.tracks.map(\.track.number) == [NumberOfTotal(1, of: 2), NumberOfTotal(2, of: 2)])
    #expect(all.tracks.allSatisfy { $0.track.source == .file(file) && $0.track.date?.year == 1959 })
    let cut: UInt64 = 200_000_000
    #expect(all.tracks.map(\.track.segment) == [Segment(start: 0, end: cut), Segment(start: cut)])
    #expect(all.tracks[0].track.durationNanoseconds == cut)
    #expect((all.tracks[1].track.durationNanoseconds ?? 0) > 0)
    #expect(all.tracks.map(\.track.gains.track?.decibels) == [nil, -3.25])
    #expect(all.tracks.map(\.track.gains.album?.decibels) == [-6.5, -6.5])
  }

  @Test func aNamedSheetIsItsTracks() async {
    let file = image("image.mp3")
    let cue = folder.write(Array(sheet.utf8), "album.cue")
    check(await load([.file(cue)]), file: file)
  }

  @Test func aFolderHidesTheImageBehindItsTracks() async {
    let file = image("image.mp3")
    folder.write(Array(sheet.utf8), "album.cue")
    folder.write(Array(sheet.utf8), "copy.cue")
    folder.write(Array("nonsense".utf8), "broken.cue")
    check(await load([.file(folder.path)]), file: file)
  }

  @Test func aNamedImageIsCutByTheSheetBesideIt() async {
    let file = image("image.mp3")
    folder.write(Array(sheet.utf8), "image.cue")
    check(await load([.file(file)]), file: file)
  }

  @Test func aSheetInTheTagsCutsItsFile() async {
    let file = image("image.mp3", cue: sheet)
    check(await load([.file(file)]), file: file)
    check(await load([.file(folder.path)]), file: file)
  }

  @Test func aSheetOverWholeFilesFillsWhatTheirTagsLeaveOpen() async {
    _ = image("1.mp3")
    folder.write(Fixture.bytes("plain.mp3"), "2.mp3")
    let text = """
      TITLE "Album"
      FILE 1.mp3 MP3
      TRACK 01 AUDIO
      TITLE One
      INDEX 01 00:00:00
      FILE 2.mp3 MP3
      TRACK 02 AUDIO
      TITLE Two
      INDEX 01 00:00:00
      """
    folder.write(Array(text.utf8), "a.cue")
    let all = await load([.file(folder.path)])
    #expect(all.tracks.map(\.track.title) == ["Image", "Two"])
    #expect(all.tracks.allSatisfy { $0.track.segment == nil && $0.track.album == "Album" })
  }

  @Test func aSheetIsReadInItsEncoding() async {
    _ = image("image.mp3")
    // さよなら in Shift-JIS.
    let title: [UInt8] = [0x82, 0xB3, 0x82, 0xE6, 0x82, 0xC8, 0x82, 0xE7]
    let cue = folder.write(
      Array("FILE image.mp3 MP3\r\nTRACK 01 AUDIO\r\nTITLE \"".utf8) + title
        + Array("\"\r\nINDEX 01 00:00:05\r\n".utf8), "a.cue")
    var titles: [String?] = []
    for await batch in MediaLoader(pool: sharedPool, locale: "ja_JP").load([.file(cue)]) {
      titles += batch.tracks.map(\.track.title)
    }
    #expect(titles == ["さよなら"])
  }

  @Test func whatASheetNamesInVainIsAProblem() async {
    let cue = folder.write(Array("\nFILE \"gone.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00".utf8), "a.cue")
    let empty = folder.write(Array("TITLE x".utf8), "b.cue")
    let all = await load([.file(cue), .file(empty)])
    #expect(all.tracks.isEmpty)
    #expect(
      all.problems.map(\.reason) == [.listEntry(line: 2, name: "gone.wav", .notFound), .notACueSheet])
  }

  @Test func timesThatGoBackwardsMakeNoTrack() async {
    _ = image("image.mp3")
    let text = "FILE image.mp3 MP3\nTRACK 01 AUDIO\nINDEX 01 00:05:00\nTRACK 02 AUDIO\nINDEX 01 00:00:01\n"
    let all = await load([.file(folder.write(Array(text.utf8), "a.cue"))])
    #expect(all.tracks.map(\.track.number.number) == [2])
  }

  // MARK: Lyrics

  @Test func theWordsBesideATrackComeFirst() async throws {
    let file = folder.write(
      Tags.id3v2(version: 4, [("USLT", [3] + Array("eng\0plain".utf8))]) + Fixture.bytes("plain.mp3"), "a.mp3"
    )
    let loader = MediaLoader(pool: sharedPool, locale: "ja_JP")
    #expect(try await loader.details(of: file).get().lyrics?.lines.map(\.text) == ["plain"])
    #expect(try await loader.details(of: file).get().lyricsOrigin == .tag(.lyrics))

    let beside = folder.write(
      Array("[00:01.50]".utf8) + [0x82, 0xB3, 0x82, 0xE6, 0x82, 0xC8, 0x82, 0xE7], "A.LRC")
    let details = try await loader.details(of: file).get()
    #expect(details.lyrics?.lines == [Lyrics.Line(time: 1_500_000_000, text: "さよなら")])
    #expect(details.lyricsOrigin == .file(beside))
  }

  @Test func wordsWithTimesInTheTagsComeBeforePlainOnesBesideIt() async throws {
    let file = folder.write(
      Tags.id3v2(version: 4, [("USLT", [3] + Array("eng\0[00:02.00]synced".utf8))])
        + Fixture.bytes("plain.mp3"), "a.mp3")
    folder.write(Array("plain".utf8), "a.lrc")
    let details = try await MediaLoader(pool: sharedPool).details(of: file).get()
    #expect(details.lyrics?.isSynced == true)
    #expect(details.lyricsOrigin == .tag(.lyrics))
  }
}
