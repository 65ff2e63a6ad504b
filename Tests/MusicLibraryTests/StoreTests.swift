import Glibc
import PlayerCore
import Testing

@testable import MusicLibrary

@Suite struct StoreTests {
  private let folder = TemporaryFolder()

  private func library() throws -> LibraryStore {
    try LibraryStore(at: folder.at("library.db"), locale: "en_GB")
  }

  private func listener() throws -> ListenerStore { try ListenerStore(at: folder.at("listener.db")) }

  private func path(_ text: String) throws -> FilePath { try #require(FilePath(text)) }

  @Test func onlyOneProcessWritesALibrary() throws {
    let first = try library()

    #expect(throws: DatabaseFile.Failure.inUse) { try library() }
    _ = first
  }

  @Test func everyIndexCanBeMade() throws {
    let store = try library()

    try store.makeIndexes()
    try store.makeIndexes()

    #expect(try store.database.number("SELECT count(*) FROM sqlite_master WHERE type = 'index'") ?? 0 > 20)
  }

  @Test func habitsAreRememberedAndFollowTheirFile() throws {
    let store = try listener()
    var track = Track(id: TrackID(1), source: .file(try path("/music/a.flac")))
    track.title = "A"
    let habits = ListenerHabits(lyricsOffsetMilliseconds: -500)
    #expect(try store.habits(of: track.source) == ListenerHabits())
    try store.setHabits(ListenerHabits(), of: track)
    #expect(try store.database.number("SELECT count(*) FROM items") == 0)

    try store.setHabits(habits, of: track)
    try store.move(try path("/music/a.flac"), to: try path("/music/b.flac"))

    #expect(try store.habits(of: .file(try path("/music/b.flac"))) == habits)
    try store.setHabits(ListenerHabits(), of: Track(id: TrackID(1), source: .file(try path("/music/b.flac"))))
    #expect(try store.habits(of: .file(try path("/music/b.flac"))) == ListenerHabits())
  }

  @Test func whereALongTrackWasLeftIsRememberedAndFollowsItsFile() throws {
    let store = try listener()
    let file = MediaSource.file(try path("/music/book.m4b"))
    let piece = TrackPiece.id(file: 1, number: 2)
    let whole = Track(id: TrackID(1), source: file)
    let part = Track(id: TrackID(piece), source: file, segment: Segment(start: 5))
    let podcast = Track(id: TrackID(-1), source: .stream("https://podcast.example/1.mp3"))
    let minute = 60 * Nanoseconds.second
    try store.setResumePoint(nil, of: whole)
    #expect(try store.database.number("SELECT count(*) FROM items") == 0)

    for (track, minutes) in [(whole, UInt64(30)), (part, 40), (podcast, 50)] {
      try store.setResumePoint(minutes * minute, of: track)
    }
    try store.move(try path("/music/book.m4b"), to: try path("/music/moved.m4b"))

    let moved = MediaSource.file(try path("/music/moved.m4b"))
    let points = try ListenerStore.resumePoints(store.database)
    #expect(points.count == 3)
    #expect(TrackPlace(Track(id: TrackID(-7), source: moved)).map { points[$0] } == 30 * minute)
    let movedPart = Track(id: TrackID(piece), source: moved, segment: Segment(start: 5))
    #expect(TrackPlace(movedPart).map { points[$0] } == 40 * minute)
    #expect(TrackPlace(podcast).map { points[$0] } == 50 * minute)

    try store.setResumePoint(nil, of: podcast)
    #expect(try ListenerStore.resumePoints(store.database).count == 2)
    // Which piece it is, nobody knows before the library has it.
    #expect(TrackPlace(Track(id: TrackID(-1), source: file, segment: Segment(start: 5))) == nil)
  }

  @Test func aStoreOfTheFirstVersionLearnsHabits() throws {
    let first = DatabaseFile(
      path: folder.at("listener.db"), migrations: [ListenerSchema.migrations[0]])
    _ = try first.openForWriting()

    let store = try listener()

    #expect(try store.habits(of: .stream("https://radio.example/")) == ListenerHabits())
  }

  @Test func whatWasKnownOfAFileFollowsIt() throws {
    let store = try listener()
    let old = try path("/music/a.flac")
    let new = try path("/music/b.flac")
    let item = try store.itemID(old.bytes)
    try store.countPlay(of: item, at: 100)
    try store.rate(item, 100)
    try store.noteAdded([ContentHash.of(old.bytes)], at: 50)

    try store.move(old, to: new)

    #expect(try store.item(old.bytes) == nil)
    #expect(
      try store.item(new.bytes)
        == ListenerStore.Item(id: item, place: new.bytes, plays: 1, skips: 0, lastPlayed: 100, rating: 100))
    #expect(try store.added(new) == 50)
    #expect(try store.added(old) == nil)
  }

  @Test func aFileMovedOntoAKnownPlaceIsOneWithIt() throws {
    let store = try listener()
    let old = try path("/music/a.flac")
    let new = try path("/music/b.flac")
    let moved = try store.itemID(old.bytes)
    let there = try store.itemID(new.bytes)
    try store.countPlay(of: moved, at: 100)
    try store.countPlay(of: there, at: 200)
    try store.rate(there, 60)

    try store.move(old, to: new)

    #expect(
      try store.item(new.bytes)
        == ListenerStore.Item(id: moved, place: new.bytes, plays: 2, skips: 0, lastPlayed: 200, rating: 60))
    #expect(try store.database.number("SELECT count(*) FROM history") == 2)
  }

  @Test func whenAFileWasFirstSeenStays() throws {
    let store = try listener()
    let place = try path("/music/a.flac")

    try store.noteAdded([ContentHash.of(place.bytes)], at: 50)
    try store.noteAdded([ContentHash.of(place.bytes)], at: 60)

    #expect(try store.added(place) == 50)
  }

  @Test func severalValuesInOneColumnComeBack() {
    for values in [[], ["a"], ["a", "b; c"], ["夜", "の", "駅"]] {
      #expect(ValueList.values(ValueList.joined(values)) == values)
    }
    #expect(ValueList.values(nil) == [])
  }
}
