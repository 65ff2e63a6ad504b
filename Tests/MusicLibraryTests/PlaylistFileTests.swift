import Glibc
import MusicLibrary
import PlayerCore
import Testing

@Suite struct PlaylistFileTests {
  private let folder = TemporaryFolder()

  private func mp3(_ name: [UInt8], title: String? = nil) {
    let tag = title.map { Tags.id3v2(version: 4, [("TIT2", Tags.utf8($0))]) } ?? []
    folder.write(tag + Fixture.bytes("plain.mp3"), name)
  }

  private func mp3(_ name: String, title: String? = nil) { mp3(Array(name.utf8), title: title) }

  private func found(_ lines: [[UInt8]], library: [FilePath] = []) throws -> [String] {
    let list = folder.write(Array(lines.joined(separator: [10])), "lists/a.m3u")
    let read = try PlaylistFile.read(list, markup: nil, libraryPaths: { library }).get()
    return read.outcomes.map { outcome in
      switch outcome {
      case .success(let source): return source.path.map { $0.displayName } ?? source.uri
      case .failure(let problem): return "\(problem)"
      }
    }
  }

  private func found(_ lines: String..., library: [FilePath] = []) throws -> [String] {
    try found(lines.map { Array($0.utf8) }, library: library)
  }

  @Test func aListsTracksComeInItsOrderAndWhatIsMissingIsNamedByItsLine() async {
    mp3("b.mp3", title: "B")
    mp3("sub/a.mp3", title: "A")
    mp3("untitled.mp3")
    let text = """
      #EXTM3U
      sub\\a.mp3
      #EXTINF:3,Somebody - Something
      untitled.mp3
      gone.mp3
      #EXTINF:-1,A Station
      http://radio.invalid/live
      B.MP3
      rtsp://x/y
      """
    let list = folder.write(Array(text.utf8), "list.m3u8")

    let all = await load([.file(list)])

    #expect(all.tracks.map(\.track.title) == ["A", "Something", "A Station", "B"])
    #expect(all.tracks[1].track.artists == ["Somebody"])
    #expect(all.tracks[2].track.source == .stream("http://radio.invalid/live"))
    #expect(
      all.problems == [
        MediaProblem(list, .listEntry(line: 5, name: "gone.mp3", .notFound)),
        MediaProblem(list, .listEntry(line: 9, name: "rtsp://x/y", .unknownAddress("rtsp"))),
      ])
    #expect(all.problems[0].sentence == "Line 5, “gone.mp3”: There is no such file.")
  }

  @Test func oddNamesAreFoundLiterallyFirst() throws {
    let names = ["#1.mp3", "a%20b.mp3", "a b.mp3", "c\\d.mp3", "100%.mp3", " lead.mp3", "x:y.mp3", "é.mp3"]
    for name in names { mp3("lists/" + name) }
    mp3("lists/c/d.mp3")
    #expect(
      try found("./#1.mp3", "a%20b.mp3", "c\\d.mp3", "100%.mp3", " lead.mp3", "x:y.mp3", "e\u{301}.mp3")
        == ["#1.mp3", "a%20b.mp3", "c\\d.mp3", "100%.mp3", " lead.mp3", "x:y.mp3", "é.mp3"])
    #expect(try found("c/d.mp3", "%61%20b.mp3", "a b.mp3  ") == ["d.mp3", "a b.mp3", "a b.mp3"])
  }

  @Test func namesAreBytesAndMayBeOfTheListsCharset() throws {
    mp3(Array("lists/".utf8) + [0xE9] + Array(".mp3".utf8))
    mp3("lists/夜の駅.mp3")
    let shiftJIS: [UInt8] = [0x96, 0xE9, 0x82, 0xCC, 0x89, 0x77]
    #expect(try found([[0xE9] + Array(".mp3".utf8)]) == ["\u{FFFD}.mp3"])
    let list = folder.write(
      Array("#EXTINF:1,".utf8) + [0x82, 0xB3, 0x82, 0xE6, 0x82, 0xC8, 0x82, 0xE7, 10] + shiftJIS
        + Array(".mp3".utf8), "lists/j.m3u")
    let read = try PlaylistFile.read(list, locale: "ja_JP", markup: nil).get()
    #expect(try read.outcomes.map { try $0.get().path?.displayName } == ["夜の駅.mp3"])
    #expect(read.playlist.entries[0].title == "さよなら")
  }

  @Test func aListOfAnotherMachineIsFoundByTheEndsOfItsPaths() throws {
    mp3("music/Artist/Album/1.mp3")
    mp3("music/Other/Album/1.mp3")
    let library = ["music/Artist/Album/1.mp3", "music/Other/Album/1.mp3"].map { folder.at($0) }
    #expect(
      try found("D:\\Stuff\\artist\\album\\1.mp3", "/mnt/1.mp3", library: library) == ["1.mp3", "notFound"])
  }

  @Test func foldersListsAndDevicesAreNoTracks() throws {
    _ = folder.makeFolder("lists/sub")
    folder.write([], "lists/b.pls")
    #expect(
      try found("sub", "b.pls", "/dev/null", "/") == ["isFolder", "isPlaylist", "notAFile", "isFolder"])
  }

  @Test func whatIsNamedAsAListAndIsNoneIsAProblem() async {
    folder.write(Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\na.ts".utf8), "hls.m3u8")
    folder.write(Array("<playlist>".utf8), "no.xspf")
    folder.write([], "empty.pls")
    let names = ["hls.m3u8", "no.xspf", "empty.pls"]
    let all = await load(names.map { .file(folder.at($0)) })
    #expect(all.problems.map(\.reason) == [.streamManifest, .notAPlaylist, .nothingFound])
  }

  @Test func aListWithoutItsEndingIsKnownByItsBeginning() async {
    mp3("a.mp3", title: "A")
    let list = folder.write(Array("[playlist]\nFile1=a.mp3\n".utf8), "list")
    #expect(await load([.file(list)]).tracks.map(\.track.title) == ["A"])
  }

  @Test func whatIsNoTextFileIsAProblemAndHoldsNothingUp() async {
    mkfifo(folder.at("pipe.m3u").c, 0o644)
    mkfifo(folder.at("pipe.cue").c, 0o644)
    // Sparse: it has a size and no content.
    let huge = folder.write([], "huge.m3u")
    truncate(huge.c, 1 << 40)
    _ = folder.makeFolder("folder.m3u")
    let names = ["pipe.m3u", "pipe.cue", "huge.m3u", "folder.m3u"]
    let all = await load(names.map { .file(folder.at($0)) })
    #expect(all.tracks.isEmpty)
    #expect(
      all.problems.map(\.reason) == [
        .system(ENOTSUP), .system(ENOTSUP), .system(EFBIG), .nothingFound,
      ])
  }

  @Test func anyBytesCanBeListsSheetsAndLyrics() async throws {
    var random = SplitMix64(seed: 71)
    mp3("a.mp3", title: "A")
    let whole: [(String, [UInt8])] = [
      ("l.m3u", Array("#EXTM3U\n#EXTINF:1,é - b\na.mp3\nx/%61.mp3\nC:\\b\nfile:///a\nhttp://x/\n".utf8)),
      ("l.pls", Array("[playlist]\nFile1=a.mp3\nTitle1=é\nFile2=\\b\nLength2=5\n".utf8)),
      (
        "l.cue",
        Array(
          "TITLE é\nFILE a.mp3 MP3\nTRACK 01 AUDIO\nINDEX 01 00:00:05\nTRACK 02 AUDIO\nINDEX 01 00:01:00".utf8
        )
      ),
      ("a.lrc", Array("[offset:-99]\n[00:01.50][1:2:3]<00:02.00>é\n[ar:x]\n".utf8)),
    ]
    for _ in 0..<60 {
      for (name, bytes) in whole {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        folder.write(Array(damaged.prefix(Int.random(in: 0...damaged.count, using: &random))), name)
      }
      for name in ["l.m3u", "l.pls"] { _ = PlaylistFile.read(folder.at(name), markup: nil) }
      _ = await load([.file(folder.at("l.cue"))])
      _ = try await MediaLoader(pool: sharedPool).details(of: folder.at("a.mp3")).get()
    }
  }

  @Test func partsOfAFileAreTracks() async {
    mp3("a.mp3", title: "whole")
    let text = "#EXTINF:1,Piece\n#EXTVLCOPT:start-time=0.25\n#EXTVLCOPT:stop-time=0.5\na.mp3\n"
    let all = await load([.file(folder.write(Array(text.utf8), "a.m3u"))])
    #expect(all.tracks.map(\.track.title) == ["Piece"])
    #expect(all.tracks[0].track.segment == Segment(start: 250_000_000, end: 500_000_000))
    #expect(all.tracks[0].track.durationNanoseconds == 250_000_000)
  }
}

@Suite struct PlaylistExportTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["list.m3u", "list.m3u8", "list.pls", "list"]) func aListThatIsWrittenLeadsBackToItsFiles(
    name: String
  ) throws {
    let names: [[UInt8]] =
      [
        "#1.mp3", "a%20b.mp3", "c\\d.mp3", " lead", "trail ", "new\nline.mp3", "x:y.mp3", "http:a", "é.mp3",
        "'\"&<",
      ]
      .map { Array($0.utf8) } + [[0xE9, 0x2E, 0xFF], Array("sub/\r.mp3".utf8), [0xEF, 0xBB, 0xBF, 65]]
    for other in ["a b.mp3", "c/d.mp3", "lead", "trail"] { folder.write([1], "lists/" + other) }
    let files = names.map { folder.write([0], Array("lists/".utf8) + $0) }
    let outside = folder.write([0], "outside.mp3")
    let tracks = (files + [outside]).map { Track(id: TrackID(0), source: .file($0), title: "T") }
    let list = folder.at("lists/" + name)

    #expect(PlaylistExport.write(tracks, title: "L", to: list) == nil)

    let read = try PlaylistFile.read(list, markup: nil).get()
    let found = read.outcomes.map { outcome -> [UInt8] in
      guard case .success(.file(let path)) = outcome else { return [] }
      return Fixture.read(path) + path.lastComponent
    }
    #expect(found == (files + [outside]).map { [0] + $0.lastComponent })
    #expect(read.playlist.title == "L")
  }

  @Test func aListThatCannotBeWrittenLeavesTheOldOne() {
    let list = folder.write([7], "a.m3u")
    let problem = PlaylistExport.write([], to: folder.at("gone/a.m3u"))
    #expect(problem?.reason == .system(2))
    #expect(PlaylistExport.write([8], to: list) == nil)
    #expect(Fixture.read(list) == [8])
  }
}
