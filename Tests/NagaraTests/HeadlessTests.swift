import Desktop
import MusicLibrary
import PlayerCore
import Testing

@testable import Nagara

@Suite struct HeadlessCommands {
  private func parse(_ arguments: String...) -> Options? {
    try? Options.parse(arguments.map { Array($0.utf8) }).get()
  }

  @Test func commandsTakeTheArgumentBehindThemWhateverItIs() {
    #expect(parse("--inspect", "--json", "--json")?.headless == .inspect(Array("--json".utf8)))
    #expect(parse("--inspect", "a", "--json")?.printsJSON == true)
    #expect(parse("--json", "--import", "b")?.headless == .importList(Array("b".utf8)))
    #expect(parse("--import") == nil)
    #expect(parse("--import", "a", "--inspect", "b") == nil)
    #expect(parse("--", "--import")?.files == [Array("--import".utf8)])
  }

  @Test func aScanTakesFoldersAndAListItsNameAndQuery() {
    let scan = parse("--scan", "a", "--database", "b.db", "--json", "--", "--c")
    #expect(scan?.headless == .scan([Array("a".utf8), Array("--c".utf8)]))
    #expect(scan?.database == Array("b.db".utf8))
    #expect(parse("--scan")?.headless == .scan([]))
    let list = parse("--list", "albums", "--query", "--x")
    #expect(list?.headless == .list(.albums))
    #expect(list?.query == "--x")
    #expect(
      parse("--list") == nil && parse("--list", "nothing") == nil && parse("--scan", "--database") == nil)
    #expect(parse("--scan", "--list", "albums") == nil)
  }

  @Test func anImportIsPrintedOrKeptAndAnExportNamesItsFile() {
    #expect(parse("--import", "a", "--keep")?.keepsImport == true)
    #expect(parse("--import", "a")?.keepsImport == false)
    #expect(parse("--keep") == nil && parse("--scan", "--keep") == nil)
    #expect(parse("--export", "-")?.headless == .exportListener(Array("-".utf8)))
    #expect(parse("--export") == nil && parse("--export", "a", "--list", "tracks") == nil)
  }

  @Test func aTrackIsJSONInSecondsAndURIs() {
    let track = Track(
      id: TrackID(1), source: .file(FilePath("/a b.flac")!), title: "T", artists: ["A", "B"],
      number: NumberOfTotal(3, of: 12), date: PartialDate(year: 2004, month: 5),
      durationNanoseconds: 1_500_000_000)
    #expect(
      FactsJSON.track(track).description
        == #"{"path":"file:///a%20b.flac","title":"T","artists":["A","B"],"date":"2004-05","trackNumber":3,"trackTotal":12,"duration":1.5}"#
    )
  }
}

@Suite struct XSPF {
  private func read(_ bytes: [UInt8]) -> (Playlist, MarkupProblem?) {
    var reader = XSPFReader()
    let problem = XMLReading.parser(bytes) { reader.read($0) }
    return (reader.playlist, problem)
  }

  @Test func aWrittenListIsReadAsItWas() {
    var random = SplitMix64(seed: 31)
    let pieces = ["a", "&", "<", ">", "\"", "'", "]]>", "é", "夜", " x", "\u{1F3B5}", "&amp;", "%41"]
    func text() -> String {
      (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
        + "."
    }
    for _ in 0..<300 {
      let paths = (0..<3).map { _ in
        FilePath(bytes: [47] + (0..<4).map { _ in UInt8.random(in: 1...255, using: &random) } + [46])!
      }
      let entries = paths.map { path in
        Playlist.Entry(
          location: PlaylistFormat.xspf.location(of: .file(path), relativeTo: nil), title: "." + text(),
          artist: "." + text(), album: "." + text(), durationNanoseconds: 1_234_000_000,
          segment: Segment(start: 1, end: 5_000_000_000))
      }
      let list = Playlist(title: "." + text(), entries: entries)

      var (back, problem) = read(list.encoded(as: .xspf))

      #expect(problem == nil)
      for index in back.entries.indices { back.entries[index].line = nil }
      #expect(back == list)
      for (entry, path) in zip(back.entries, paths) {
        let target = PlaylistCandidates.target(of: entry.location, in: path)
        if case .paths(let paths) = target { #expect(paths.first == path) } else { Issue.record("\(target)") }
      }
    }
  }

  @Test func whatXMLCannotHoldIsReplaced() {
    let list = Playlist(entries: [Playlist.Entry(location: Array("a b#".utf8), title: "x\u{1}\u{FFFE}y\rz")])
    let (back, problem) = read(list.encoded(as: .xspf))
    #expect(problem == nil)
    #expect(back.entries.map(\.title) == ["x\u{FFFD}\u{FFFD}y\rz"])
    #expect(back.entries.map(\.location) == [Array("a%20b%23".utf8)])
  }

  @Test func aDamagedListKeepsWhatWasReadBefore() {
    let whole = Playlist(entries: (0..<50).map { Playlist.Entry(location: Array("file:///\($0)".utf8)) })
      .encoded(as: .xspf)
    let (list, problem) = read(Array(whole.prefix(whole.count / 2)))
    #expect((10..<50).contains(list.entries.count))
    #expect((problem?.line ?? 0) > 10)
  }

  @Test func entitiesAreNeitherFollowedNorGrown() {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "\(String(repeating: "x", count: 1000))">
      <!ENTITY f SYSTEM "file:///etc/passwd">]>
      <playlist><trackList><track><location>&f;&a;</location></track></trackList></playlist>
      """
    let (list, problem) = read(Array(bomb.utf8))
    #expect(list.entries.isEmpty && problem != nil)
  }

  @Test func anyBytesCanBeRead() {
    var random = SplitMix64(seed: 32)
    let list = Playlist(
      title: "é", entries: [Playlist.Entry(location: [97], title: "&", segment: Segment(start: 0, end: 9))])
    let whole = list.encoded(as: .xspf)
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = read(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
    }
  }
}
