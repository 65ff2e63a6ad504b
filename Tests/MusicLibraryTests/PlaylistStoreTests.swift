import PlayerCore
import Testing

@testable import MusicLibrary

/// Playlists as the app edits them.
@Suite struct PlaylistStoreTests {
  private let folder = TemporaryFolder()

  private func open() throws -> (Library, LibraryLists) {
    let place = try #require(LibraryPlace(library: folder.at("library.db")))
    return (try Library(place, pool: sharedPool, locale: "en_GB"), try LibraryLists(place))
  }

  private func track(_ name: String) throws -> Track {
    Track(
      id: TrackID(-1), source: .file(try #require(FilePath("/music/\(name).flac"))), title: name,
      artists: ["A"], durationNanoseconds: 60 * Nanoseconds.second)
  }

  private func titles(_ lists: LibraryLists, _ id: Int64) async throws -> [String] {
    try await lists.entries(ofPlaylist: id).compactMap(\.title)
  }

  @Test func aListIsMadeFilledReorderedAndPutBack() async throws {
    let (library, lists) = try open()
    let made = try await library.makePlaylist("Mine", tracks: try ["one", "two", "three"].map(track))
    #expect(try await lists.playlists().map(\.name) == ["Mine"])
    #expect(try await titles(lists, made.id) == ["one", "two", "three"])

    let entries = try await lists.entries(ofPlaylist: made.id)
    let added = try await library.addToPlaylist(made.id, [try track("four")], before: entries[1].id)
    #expect(try await titles(lists, made.id) == ["one", "four", "two", "three"])

    let moved = try await library.moveInPlaylist(made.id, [entries[2].id, entries[0].id], before: nil)
    #expect(try await titles(lists, made.id) == ["four", "two", "one", "three"])

    let removed = try await library.removeFromPlaylist(made.id, [entries[1].id])
    #expect(try await titles(lists, made.id) == ["four", "one", "three"])

    try await library.putBack(removed)
    try await library.putBack(moved)
    #expect(try await titles(lists, made.id) == ["one", "four", "two", "three"])
    try await library.putBack(added)
    #expect(try await titles(lists, made.id) == ["one", "two", "three"])
    try await library.putBack(made)
    #expect(try await lists.playlists().isEmpty)
  }

  @Test func aDeletedListComesBackWholeAndInItsPlace() async throws {
    let (library, lists) = try open()
    let first = try await library.makePlaylist("First", tracks: [try track("one"), try track("one")])
    _ = try await library.makePlaylist("Second")

    let deleted = try await library.deletePlaylist(first.id)
    #expect(try await lists.playlists().map(\.name) == ["Second"])
    try await library.putBack(deleted)

    #expect(try await lists.playlists().map(\.name) == ["First", "Second"])
    #expect(try await lists.playlists().first?.entryCount == 2)
    let renamed = try await library.renamePlaylist(first.id, "Other")
    #expect(try await lists.playlists().map(\.name) == ["Other", "Second"])
    try await library.putBack(renamed)
    #expect(try await lists.playlists().map(\.name) == ["First", "Second"])
  }

  @Test(
    arguments: [
      ([2], 0, [2, 0, 1, 3]), ([0, 1], 3, [2, 0, 1, 3]), ([1, 3], 1, [0, 1, 3, 2]), ([0], nil, [1, 2, 3, 0]),
    ] as [([Int], Int?, [Int])])
  func entriesMoveBeforeOneThatStays(moved: [Int], target: Int?, wanted: [Int]) async throws {
    let (library, lists) = try open()
    let made = try await library.makePlaylist("Mine", tracks: try (0..<4).map { try track("\($0)") })
    let ids = try await lists.entries(ofPlaylist: made.id).map(\.id)

    _ = try await library.moveInPlaylist(made.id, moved.map { ids[$0] }, before: target.map { ids[$0] })

    #expect(try await titles(lists, made.id) == wanted.map(String.init))
  }

  @Test func rulesChooseFromTheLibraryAsItIsNow() async throws {
    let (library, lists) = try open()
    folder.write(Fixture.bytes("tagged.flac"), "music/a.flac")
    folder.write(Fixture.bytes("plain.mp3"), "music/b.mp3")
    try await library.addRoot(folder.at("music"))
    _ = try await library.scan()
    let rules = SmartPlaylist(rule: .all([.test(.genre, .contains("AMBIENT"))]))

    let made = try await library.makePlaylist("Ambient", rules: rules)

    #expect(try await lists.playlists().first?.isSmart == true)
    #expect(try await lists.rules(ofPlaylist: made.id) == rules)
    let found = try await lists.tracks(try await lists.tracks(matching: rules))
    #expect(found.map { $0.track.source.path?.lastComponent } == [Array("a.flac".utf8)])

    let rated = SmartPlaylist(rule: .test(.rating, .number(.atLeast, 100)))
    #expect(try await lists.tracks(matching: rated).isEmpty)
    try await library.rate(found[0].id, 100)
    #expect(try await lists.tracks(matching: rated) == [found[0].id])
  }
}
