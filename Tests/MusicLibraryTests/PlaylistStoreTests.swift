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

  @Test func whenAListWasMadeChangedAndPlayedIsKnown() async throws {
    let (library, lists) = try open()
    let made = try await library.makePlaylist("Mine", tracks: [try track("one")])
    let new = try #require(try await lists.playlists().first)
    #expect(new.played == nil)
    #expect(new.created.map { $0 > 0 } == true)
    #expect(new.changed == new.created)

    try await library.notePlayed(playlist: made.id)
    let played = try #require(try await lists.playlists().first)
    #expect(played.played.map { $0 >= new.created ?? 0 } == true)
    #expect(played.changed == new.changed)

    // Undoing its deletion brings that back too.
    try await library.putBack(try await library.deletePlaylist(made.id))
    #expect(try await lists.playlists().first?.played == played.played)
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

  @Test(arguments: ["m3u8", "pls"])
  func entriesThatLeadNowhereAreKeptAndGoOutAsTheyCame(_ ending: String) async throws {
    let (library, lists) = try open()
    folder.write(Fixture.bytes("plain.mp3"), "music/here.mp3")
    try await library.addRoot(folder.at("music"))
    _ = try await library.scan()
    let gone = "..\\gone\\b.mp3"
    let written = Playlist(
      title: "Road",
      entries: [
        Playlist.Entry(location: Array("music/here.mp3".utf8)),
        Playlist.Entry(
          location: Array(gone.utf8), title: "Gone", durationNanoseconds: 61 * Nanoseconds.second),
      ])
    let file = folder.write(
      written.encoded(as: try #require(PlaylistFormat(rawValue: ending))), "list." + ending)

    let list = try PlaylistFile.read(file, markup: nil).get()
    let entries = try await lists.entries(of: list)
    let made = try await library.makePlaylist(list.name(of: file), entries: entries)

    let row = try #require(try await lists.playlists().first)
    #expect((row.entryCount, row.unresolvedCount) == (2, 1))
    let kept = try await lists.entries(ofPlaylist: made.id)
    #expect(kept.map(\.source) == [.file(folder.at("music/here.mp3")), nil])
    #expect(kept.map(\.title).last == "Gone")
    let literal = try #require(kept[1].written)
    #expect(literal.location == list.playlist.entries[1].location)
    // Out again, and in.
    let track = try #require(entries.first)
    #expect(PlaylistExport.write([track, .unresolved(literal)], title: "Road", to: file) == nil)
    let back = try PlaylistFile.read(file, markup: nil).get()
    #expect(back.playlist.entries[1].location == list.playlist.entries[1].location)
    #expect(back.playlist.entries[1].title == "Gone")
    #expect(back.playlist.entries[1].durationNanoseconds == 61 * Nanoseconds.second)
    #expect(back.outcomes[1] == .failure(.notFound))
    // Deleted and put back, it is the same.
    try await library.putBack(try await library.deletePlaylist(made.id))
    #expect(try await lists.entries(ofPlaylist: made.id) == kept)
  }

  @Test func rulesReadTheLibraryAsWholeRowsWould() async throws {
    let (library, lists) = try open()
    for name in ["a/one.mp3", "b/two.mp3", "b/three.mp3"] {
      folder.write(Fixture.bytes("plain.mp3"), "music/" + name)
    }
    folder.write(Fixture.bytes("tagged.flac"), "music/c/four.flac")
    try await library.addRoot(folder.at("music"))
    _ = try await library.scan()
    let rows = try await lists.tracks(try await lists.trackIDs(order: .album))
    try await library.rate(try #require(rows.last).id, 100)
    func titles(_ rule: SmartRule, _ order: [SmartPlaylist.Order] = []) async throws -> [String] {
      let found = try await lists.tracks(matching: SmartPlaylist(rule: rule, order: order))
      return try await lists.tracks(found).map { $0.track.title ?? "" }
    }
    // Without an order of its own, that of the albums.
    #expect(try await titles(.all([])) == rows.map { $0.track.title ?? "" })
    #expect(try await titles(.any([])) == [])
    #expect(try await titles(.test(.path, .contains("MUSIC/B"))).count == 2)
    #expect(try await titles(.test(.codec, .equals("flac"))).count == 1)
    #expect(try await titles(.test(.rating, .number(.equal, 100))).count == 1)
    #expect(try await titles(.not(.test(.rating, .isKnown))).count == 3)
    #expect(try await titles(.test(.duration, .number(.more, 0))).count == 4)
    #expect(try await titles(.test(.lastPlayed, .notWithinDays(1))).count == 4)
    #expect(try await titles(.test(.added, .withinDays(1))).count == 4)
    let byTitle = try await titles(.all([]), [.init(.title, isDescending: true)])
    #expect(byTitle == byTitle.sorted(by: >))
  }

  @Test func aSmartListTakesOtherRulesAndAnotherNameAtOnce() async throws {
    let (library, lists) = try open()
    let old = SmartPlaylist(rule: .all([.test(.genre, .contains("a"))]))
    let new = SmartPlaylist(rule: .any([.test(.year, .number(.less, 1990))]), limit: .tracks(3))
    let made = try await library.makePlaylist("Old", rules: old)

    let changed = try await library.setRules(made.id, new, name: "New")
    #expect(try await lists.rules(ofPlaylist: made.id) == new)
    #expect(try await lists.playlists().map(\.name) == ["New"])

    try await library.putBack(changed)
    #expect(try await lists.rules(ofPlaylist: made.id) == old)
    #expect(try await lists.playlists().map(\.name) == ["Old"])
  }

  @Test func aCopyHasTheSameRulesOrEntries() async throws {
    let (library, lists) = try open()
    let rules = SmartPlaylist(rule: .all([]))
    let smart = try await library.makePlaylist("Smart", rules: rules)
    let plain = try await library.makePlaylist("Plain", tracks: try ["one", "two"].map(track))

    let first = try await library.duplicatePlaylist(smart.id, "Smart 2")
    let second = try await library.duplicatePlaylist(plain.id, "Plain 2")

    #expect(try await lists.rules(ofPlaylist: first.id) == rules)
    #expect(try await titles(lists, second.id) == ["one", "two"])
    #expect(try await lists.milliseconds(ofPlaylist: second.id) == 120_000)
    #expect(try await lists.playlists().map(\.name) == ["Smart", "Plain", "Smart 2", "Plain 2"])
    try await library.putBack(second)
    #expect(try await lists.playlists().map(\.name) == ["Smart", "Plain", "Smart 2"])
  }

  @Test func theFirstListsAreMadeOnce() async throws {
    let (library, lists) = try open()
    let rules = SmartPlaylist(rule: .all([]))
    try await library.makeFirstPlaylists([("One", rules), ("Two", rules)])
    let one = try #require(try await lists.playlists().first)
    _ = try await library.deletePlaylist(one.id)

    try await library.makeFirstPlaylists([("One", rules), ("Two", rules)])

    #expect(try await lists.playlists().map(\.name) == ["Two"])
  }
}
