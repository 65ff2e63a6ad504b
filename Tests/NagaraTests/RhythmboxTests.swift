import Desktop
import PlayerCore
import Testing

@Suite struct Rhythmbox {
  private func read(_ documents: String...) -> ListenerArchive {
    var reader = RhythmboxReader()
    for document in documents {
      reader.beginDocument()
      _ = XMLReading.parser(Array(document.utf8)) { reader.read($0) }
    }
    return reader.archive
  }

  private let library = """
    <?xml version="1.0" standalone="yes"?>
    <rhythmdb version="2.0">
      <entry type="song">
        <title>Music &amp; more</title><artist>Somebody</artist><album>X</album>
        <location>file:///music/a%20b.mp3</location>
        <first-seen>1339576187</first-seen><last-played>1378717158</last-played>
        <play-count>12</play-count><rating>3.5</rating>
      </entry>
      <entry type="song"><location>file:///never.mp3</location><rating>0</rating></entry>
      <entry type="podcast-post"><location>http://x/p</location><play-count>3</play-count></entry>
      <entry type="iradio"><title>Station</title><location>http://x/live</location></entry>
    </rhythmdb>
    """

  @Test func songsKeepTheirFactsAndStationsAreKept() {
    let archive = read(library)
    #expect(archive.tracks.count == 1)
    let track = archive.tracks[0]
    #expect(track.source == .file(FilePath("/music/a b.mp3")!))
    #expect(track.title == "Music & more")
    #expect((track.playCount, track.rating) == (12, 70))
    #expect((track.added, track.lastPlayed) == (1_339_576_187, 1_378_717_158))
    #expect(archive.stations == [.init(name: "Station", address: "http://x/live")])
  }

  @Test func listsOfBothKindsAreTaken() {
    let archive = read(
      library,
      """
      <?xml version="1.0"?>
      <rhythmdb-playlists>
        <playlist name="Gym" type="static"><location>file:///a</location><location>file:///b</location></playlist>
        <playlist name="Best" type="automatic" sort-key="Artist" sort-direction="1" limit-count="30">
          <conjunction><equals prop="type">song</equals><subquery><conjunction>
            <greater prop="rating">4</greater><like prop="genre-folded">jazz</like>
            <disjunction/>
            <current-time-within prop="last-played">172800</current-time-within>
          </conjunction></subquery></conjunction>
        </playlist>
        <playlist name="Odd" type="automatic">
          <conjunction><equals prop="mountpoint">x</equals></conjunction>
        </playlist>
        <playlist name="" type="queue"><location>file:///q</location></playlist>
      </rhythmdb-playlists>
      """)
    #expect(archive.playlists.map(\.name) == ["Gym", "Best"])
    #expect(
      archive.playlists[0].content
        == .entries(["file:///a", "file:///b"].map { .init(location: Array($0.utf8)) }))
    let rule = SmartRule.any([
      .all([.test(.rating, .number(.atLeast, 80)), .test(.genre, .contains("jazz"))]),
      .test(.lastPlayed, .withinDays(2)),
    ])
    #expect(
      archive.playlists[1].content
        == .rules(
          SmartPlaylist(rule: rule, order: [.init(.artist, isDescending: true)], limit: .tracks(30))))
    #expect(archive.omissions.count == 1)
    #expect(archive.tracks.count == 1)
  }

  @Test func damagedFilesGiveWhatTheyHave() {
    var random = SplitMix64(seed: 61)
    let bytes = Array(library.utf8)
    for _ in 0..<1_000 {
      var damaged = bytes
      damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      var reader = RhythmboxReader()
      reader.beginDocument()
      _ = XMLReading.parser(Array(damaged.prefix(Int.random(in: 0...damaged.count, using: &random)))) {
        reader.read($0)
      }
    }
  }
}
