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
    var piece = ListenerArchive.TrackFacts(source: .file(FilePath("/m/image.flac")!))
    (piece.piece, piece.playCount) = (2, 7)
    archive.tracks = [track, piece]
    var entries = ["file:///m/a%20b", "http://r/x", "C:\\gone.mp3", "file:///m/image.flac"].map {
      Playlist.Entry(location: Array($0.utf8), title: $0, durationNanoseconds: 1_500_000_000)
    }
    (entries[2].artist, entries[2].album) = ("A", "B")
    entries[2].segment = Segment(start: 1_000_000_000, end: 2_000_000_000)
    entries[3].piece = 2
    archive.playlists = [
      .init(name: "Mine", content: .entries(entries)),
      .init(name: "Best", content: .rules(SmartPlaylist(rule: .test(.rating, .number(.atLeast, 80))))),
    ]
    archive.stations = [.init(name: "Radio", address: "http://r/live")]
    return archive
  }

  private func taken(_ tracks: Int, _ playlists: Int, _ stations: Int) -> ArchiveTaken {
    var taken = ArchiveTaken()
    (taken.tracks, taken.playlists, taken.stations) = (tracks, playlists, stations)
    return taken
  }

  @Test func whatIsTakenIsGivenBack() throws {
    let store = try store("a.db")
    #expect(try store.take(sample(), now: 1000) == taken(2, 2, 1))
    #expect(try ListenerStore.archive(of: store.database) == sample())
    // Through the text, into another store.
    let text = try ListenerStore.archive(of: store.database).text
    let other = try self.store("b.db")
    _ = try other.take(try ListenerArchive(parsing: Array(text.utf8)), now: 1001)
    #expect(try ListenerStore.archive(of: other.database) == sample())
  }

  @Test func takingTwiceChangesNothing() throws {
    let store = try store("a.db")
    var archive = sample()
    archive.playlists[0] = .init(
      name: "Mine", content: .entries([Playlist.Entry(location: Array("file:/m/a b".utf8))]))
    _ = try store.take(archive, now: 1000)
    let once = try ListenerStore.archive(of: store.database)
    archive.stations[0].name = "Another"
    let second = try store.take(archive, now: 2000)
    #expect((second.playlists, second.stations) == (0, 0))
    #expect(try ListenerStore.archive(of: store.database) == once)
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
    let facts = try ListenerStore.archive(of: store.database).tracks[0]
    #expect((facts.playCount, facts.skipCount, facts.rating) == (3, 1, 80))
    #expect((facts.lastPlayed, facts.added) == (200, 50))
    #expect(facts.history == [100, 150, 200])
    #expect(facts.title == "T")
  }
}
