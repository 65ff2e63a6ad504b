import PlayerCore
import Testing

@testable import MusicLibrary

@Suite struct ListenerStoreArchiveTests {
  private let folder = TemporaryFolder()

  private func store(_ name: String) throws -> ListenerStore { try ListenerStore(at: folder.at(name)) }

  private func sample() -> ListenerArchive {
    var archive = ListenerArchive()
    var track = ListenerArchive.TrackFacts(source: .file(FilePath(bytes: [47, 0xFF, 65])!))
    track.title = "T"
    track.artists = ["A", "B"]
    (track.playCount, track.skipCount, track.rating) = (3, 1, 80)
    (track.lastPlayed, track.added) = (200, 50)
    track.history = [100, 200]
    archive.tracks = [track]
    let entries = ["file:///m/a%20b", "http://r/x", "C:\\gone.mp3"].map {
      Playlist.Entry(location: Array($0.utf8), title: $0, durationNanoseconds: 1_500_000_000)
    }
    archive.playlists = [
      .init(name: "Mine", content: .entries(entries)),
      .init(name: "Best", content: .rules(SmartPlaylist(rule: .test(.rating, .number(.atLeast, 80))))),
    ]
    archive.stations = [.init(name: "Radio", address: "http://r/live")]
    return archive
  }

  @Test func whatIsTakenIsGivenBack() throws {
    let store = try store("a.db")
    #expect(try store.take(sample(), now: 1000) == ListenerStore.Taken(tracks: 1, playlists: 2, stations: 1))
    #expect(try store.archive() == sample())
    // Through the text, into another store.
    let text = try store.archive().text
    let other = try self.store("b.db")
    _ = try other.take(try ListenerArchive(parsing: Array(text.utf8)), now: 1001)
    #expect(try other.archive() == sample())
  }

  @Test func takingTwiceChangesNothing() throws {
    let store = try store("a.db")
    var archive = sample()
    archive.playlists[0] = .init(
      name: "Mine", content: .entries([Playlist.Entry(location: Array("file:/m/a b".utf8))]))
    _ = try store.take(archive, now: 1000)
    let once = try store.archive()
    archive.stations[0].name = "Another"
    let second = try store.take(archive, now: 2000)
    #expect((second.playlists, second.stations) == (0, 0))
    #expect(try store.archive() == once)
  }

  @Test func whatIsHereIsNotMadeLess() throws {
    let store = try store("a.db")
    _ = try store.take(sample(), now: 1000)
    var archive = ListenerArchive()
    var track = ListenerArchive.TrackFacts(source: sample().tracks[0].source)
    (track.playCount, track.rating, track.lastPlayed, track.added) = (1, 20, 150, 70)
    track.history = [150]
    archive.tracks = [track]
    _ = try store.take(archive, now: 1000)
    let facts = try store.archive().tracks[0]
    #expect((facts.playCount, facts.skipCount, facts.rating) == (3, 1, 80))
    #expect((facts.lastPlayed, facts.added) == (200, 50))
    #expect(facts.history == [100, 150, 200])
    #expect(facts.title == "T")
  }
}
