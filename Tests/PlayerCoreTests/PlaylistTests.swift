import PlayerCore
import Testing

struct PlaylistTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func anM3UHasPlacesAndWhatIsSaidOfThem() {
    let list = Playlist(
      m3u: bytes(
        """
        \u{FEFF}#EXTM3U\r
        #PLAYLIST: Evening\r
        #EXTINF:181,The Band - A Song\r
        #EXTALB:Album\r
        a/b.mp3\r
        \r
        # a comment
        #EXTINF:-1 tvg-name="A, B",Radio
        https://radio.example/live
        #EXTVLCOPT:start-time=12.5
        #EXTVLCOPT:stop-time=80
        image.flac
        """))

    #expect(list.title == "Evening")
    #expect(
      list.entries.map { text($0.location) } == ["a/b.mp3", "https://radio.example/live", "image.flac"])
    #expect(list.entries.map(\.line) == [5, 9, 12])
    #expect(list.entries.map(\.title) == ["A Song", "Radio", nil])
    #expect(list.entries[0].artist == "The Band")
    #expect(list.entries[0].album == "Album")
    #expect(list.entries.map(\.durationNanoseconds) == [181 * Nanoseconds.second, nil, nil])
    #expect(
      list.entries[2].segment
        == Segment(start: 12_500 * Nanoseconds.millisecond, end: 80 * Nanoseconds.second))
    #expect(!list.isStreamManifest)
  }

  @Test func aPLSIsOrderedByItsNumbers() {
    let list = Playlist(
      pls: bytes(
        """
        [playlist]
        file2=b.mp3
        File10=c.mp3
        FILE1=/a=b.mp3
        Title2=Artist - Name
        Length2=-1
        Length1=12
        Title3=nowhere
        NumberOfEntries=99
        """))

    #expect(list.entries.map { text($0.location) } == ["/a=b.mp3", "b.mp3", "c.mp3"])
    #expect(list.entries.map(\.line) == [4, 2, 3])
    #expect(list.entries[0].durationNanoseconds == 12 * Nanoseconds.second)
    #expect(list.entries[1].artist == "Artist")
    #expect(list.entries[1].title == "Name")
  }

  @Test func anXSPFIsReadFromWhatTheReaderReports() {
    var reader = XSPFReader()
    func element(_ name: String, _ value: String) {
      reader.read(.start(name: name, attributes: [:], line: 1))
      reader.read(.text(value))
      reader.read(.end(name: name))
    }
    for name in ["x:playlist", "trackList", "track"] {
      reader.read(.start(name: name, attributes: [:], line: 7))
    }
    element("location", "\n file:///a%20b.mp3 ")
    element("location", "file:///second")
    element("creator", "Artist")
    element("duration", "1500")
    for name in ["track", "trackList"] { reader.read(.end(name: name)) }
    element("title", "List")

    let entry = Playlist.Entry(
      location: bytes("file:///a%20b.mp3"), line: 7, artist: "Artist",
      durationNanoseconds: 1500 * Nanoseconds.millisecond)
    #expect(reader.playlist.entries == [entry])
  }

  @Test func piecesOfAStreamAreNoTracks() {
    #expect(Playlist(m3u: bytes("#EXTM3U\n#EXT-X-TARGETDURATION:10\na.ts\n")).isStreamManifest)
  }

  @Test func textOfOtherEncodingsIsRead() {
    let units = Array("#EXTINF:1,é\na.mp3\n".utf16)
    let utf16: [UInt8] =
      [0xFF, 0xFE] + units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(Playlist(m3u: utf16).entries.map(\.title) == ["é"])
    let latin1 = bytes("#EXTINF:1,") + [0xE9, 10, 0xE9] + bytes(".mp3")
    #expect(Playlist(m3u: latin1).entries.map(\.title) == ["é"])
    #expect(Playlist(m3u: latin1).entries[0].location == [0xE9] + bytes(".mp3"))
    #expect(TextBytes.undecodedLines(latin1).count == 2)
  }

  @Test(arguments: [
    ("#EXTM3U\na", PlaylistFormat.m3u), ("\r\n[Playlist]\n", .pls),
    ("\u{FEFF}<?xml version='1.0'?><playlist>", .xspf),
  ])
  func formatsAreToldByTheirBeginning(text: String, format: PlaylistFormat) {
    #expect(PlaylistFormat(content: bytes(text)) == format)
    #expect(PlaylistFormat(fileName: bytes("a.b.\(format.rawValue.uppercased())")) == format)
  }

  // MARK: Places

  @Test(arguments: [
    ("/m/a.mp3", "/m", "a.mp3"), ("/m/#1.mp3", "/m", "./#1.mp3"), ("/m/x/a.mp3", "/m/lists", "../x/a.mp3"),
    ("/m/http:b", "/m", "./http:b"), ("/m/a ", "/m", "file:///m/a%20"), ("/m/a\nb", "/m", "file:///m/a%0Ab"),
    ("/m/ a", "/m", "./ a"), ("/m/a\\b%41.mp3", "/m", "a\\b%41.mp3"), ("/m", "/m", "../m"),
    ("/x/a", "/", "x/a"),
  ])
  func placesAreRelativeAndLiteralWhereTheyCanBe(path: String, folder: String, expected: String) {
    let source = MediaSource.file(FilePath(path)!)
    #expect(text(PlaylistFormat.m3u8.location(of: source, relativeTo: FilePath(folder))) == expected)
    #expect(PlaylistFormat.xspf.location(of: source, relativeTo: FilePath(folder)) == bytes(source.uri))
  }

  @Test func aNameThatIsNotUTF8IsAURIInM3U8Only() {
    let source = MediaSource.file(FilePath(bytes: bytes("/m/") + [0xE9])!)
    #expect(PlaylistFormat.m3u.location(of: source, relativeTo: FilePath("/m")) == [0xE9])
    #expect(text(PlaylistFormat.m3u8.location(of: source, relativeTo: FilePath("/m"))) == "file:///m/%E9")
  }

  @Test(arguments: [
    ("a.mp3", ["/l/a.mp3"]),
    ("a\\b%20c", ["/l/a\\b%20c", "/l/a/b%20c", "/l/a\\b c", "/l/a/b c"]),
    ("file:///a%20b", ["/a b", "/a%20b"]),
    ("file://localhost/a", ["/a"]),
    ("file://C:\\a", ["/a"]),
    ("file:///a#b", ["/a#b"]),
    ("100%.mp3", ["/l/100%.mp3"]),
    ("C:\\a", ["/l/C:\\a", "/l/C:/a"]),
    (" a ", ["/l/ a ", "/l/a"]),
  ])
  func anEntryIsTriedInOrder(location: String, paths: [String]) {
    let target = PlaylistCandidates.target(of: bytes(location), in: FilePath("/l")!)
    #expect(target == .paths(paths.compactMap { FilePath($0) }))
  }

  @Test func bytesOfAnotherCharsetAreTriedLast() {
    let target = PlaylistCandidates.target(of: [0xE9], in: FilePath("/l")!)
    #expect(target == .paths([FilePath(bytes: bytes("/l/") + [0xE9])!, FilePath("/l/é")!]))
  }

  @Test func addressesAreStreamsOrNamed() {
    let folder = FilePath("/l")!
    #expect(
      PlaylistCandidates.target(of: bytes(" HTTP://x/y "), in: folder) == .stream("HTTP://x/y"))
    #expect(PlaylistCandidates.target(of: bytes("rtsp://x"), in: folder) == .unknownAddress("rtsp"))
    #expect(PlaylistCandidates.target(of: [], in: folder) == .nothing)
    #expect(PlaylistCandidates.target(of: [97, 0], in: folder) == .nothing)
  }

  @Test func theLongestCommonEndFindsAFileAndATieNone() {
    let index = PathSuffixIndex(
      ["/m/A/1.mp3", "/m/B/1.mp3", "/m/B/é.mp3"].compactMap { FilePath($0) })
    #expect(index.match(FilePath("/l/D:/Music/b/1.MP3")!) == FilePath("/m/B/1.mp3"))
    #expect(index.match(FilePath("/x/1.mp3")!) == nil)
    #expect(index.match(FilePath("/x/e\u{301}.mp3")!) == FilePath("/m/B/é.mp3"))
    #expect(index.match(FilePath("/x/2.mp3")!) == nil)
    let many = PathSuffixIndex((0..<20_000).map { FilePath("/m/\($0)/01.mp3")! })
    #expect(
      (0..<2_000).allSatisfy { many.match(FilePath("/x/\($0)/01.mp3")!) == FilePath("/m/\($0)/01.mp3") })
    #expect(many.match(FilePath("/x/y/01.mp3")!) == nil)
    #expect(PathSuffixIndex([]).match(FilePath("/x")!) == nil)
  }

  // MARK: Any list, any bytes

  private func randomName(_ random: inout SplitMix64) -> [UInt8] {
    let pieces: [[UInt8]] = [
      bytes("a"), bytes("#"), bytes("\\"), bytes("%"), bytes("%41"), bytes(" "), [0xE9], bytes("é"),
      bytes("夜"),
      [10], [13], bytes(":"), bytes("http"), bytes("="), bytes("&<>\"'"), [0xEF, 0xBB, 0xBF], [1], [0x7F],
      bytes("."),
    ]
    let name = (0..<Int.random(in: 1...6, using: &random)).flatMap { _ in
      pieces.randomElement(using: &random)!
    }
    return name == [46] || name == [46, 46] ? [97] : name
  }

  @Test(arguments: [PlaylistFormat.m3u, .m3u8, .pls]) func aWrittenListIsReadAsItWas(format: PlaylistFormat) {
    var random = SplitMix64(seed: 11)
    let folder = FilePath("/music/lists")!
    for _ in 0..<1_000 {
      let paths = (0..<3).map { _ in
        FilePath(
          bytes: bytes("/music/") + (Bool.random(using: &random) ? bytes("lists/") : [])
            + randomName(&random))!
      }
      let tracks = paths.enumerated().map { index, path in
        Track(
          id: TrackID(Int64(index)), source: .file(path), title: "T\(index)", artists: ["é"], album: "A",
          durationNanoseconds: UInt64(index) * Nanoseconds.second,
          segment: index == 1 ? Segment(start: 1_234_567_891, end: 2_000_000_000) : nil)
      }
      let list = Playlist(title: "L", entries: tracks.map { .init($0, in: format, relativeTo: folder) })

      let encoded = list.encoded(as: format)
      let read = format == .pls ? Playlist(pls: encoded) : Playlist(m3u: encoded)

      #expect(read.title == "L")
      #expect(read.entries.map(\.title) == ["T0", "T1", "T2"])
      #expect(read.entries.map(\.artist) == ["é", "é", "é"])
      if format != .pls { #expect(read.entries.map(\.segment) == tracks.map(\.segment)) }
      for (entry, path) in zip(read.entries, paths) {
        guard case .paths(let candidates) = PlaylistCandidates.target(of: entry.location, in: folder) else {
          Issue.record("\(path) became \(entry.location)")
          continue
        }
        #expect(candidates.first.map(normal) == path, "\(path.bytes) became \(text(entry.location))")
      }
    }
  }

  /// Without `./` and `../`.
  private func normal(_ path: FilePath) -> FilePath {
    var parts: [ArraySlice<UInt8>] = []
    for part in path.bytes.split(separator: 47) {
      if part == [46, 46] { _ = parts.popLast() } else if part != [46] { parts.append(part) }
    }
    return FilePath(bytes: [47] + Array(parts.joined(separator: [47])))!
  }

  @Test func anyBytesCanBeReadAsAList() {
    var random = SplitMix64(seed: 12)
    let lines = [
      "#EXTM3U", "#EXTINF:", "#EXTINF:99999999999999999999,", "#EXTVLCOPT:start-time=", "9.9999999999999",
      "File1=",
      "File99999999999999999999=", "Length1=", "=", ",", "\"", "\n", "\r", "a.mp3", " ", " - ", "é",
      "#EXTALB:",
      "[playlist]", "-1", "Title1=", "file://", "%", "%4", "\\", "://", "C:",
    ].map(bytes)
    let folder = FilePath("/l")!
    for _ in 0..<3_000 {
      var data = (0..<Int.random(in: 0..<20, using: &random)).flatMap { _ in
        lines.randomElement(using: &random)!
      }
      for _ in 0..<3 where !data.isEmpty {
        data[Int.random(in: data.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      for list in [Playlist(m3u: data), Playlist(pls: data)] {
        for entry in list.entries { _ = PlaylistCandidates.target(of: entry.location, in: folder) }
        for format in PlaylistFormat.allCases { _ = list.encoded(as: format) }
      }
      _ = PlaylistFormat(content: data)
    }
  }

  @Test func aHugeListTakesNoHugeTime() {
    let line = bytes("#EXTINF:1,A - B\nsome/path.mp3\n")
    let data = [[UInt8]](repeating: line, count: 20_000).flatMap(\.self)
    #expect(Playlist(m3u: data).entries.count == 20_000)
    #expect(Playlist(m3u: [UInt8](repeating: 97, count: 1 << 20)).entries.count == 1)
  }
}
