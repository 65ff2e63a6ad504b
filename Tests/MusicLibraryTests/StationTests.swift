import PlayerCore
import Testing

@testable import MusicLibrary

/// The stations that the listener keeps.
@Suite struct StationTests {
  private let folder = TemporaryFolder()

  private func open() throws -> (Library, LibraryLists) {
    let place = try #require(LibraryPlace(library: folder.at("library.db")))
    return (try Library(place, pool: sharedPool, locale: "en_GB"), try LibraryLists(place))
  }

  @Test func aStationIsKeptRenamedRemovedAndPutBackInItsPlace() async throws {
    let (library, lists) = try open()
    func names() async throws -> [String] { try await lists.stations().map(\.name) }
    let kept = try await library.keepStation(at: "http://one/", "One")
    _ = try await library.keepStation(at: "http://two/", "Two")
    let renamed = try await library.keepStation(at: "http://one/", "Eins")
    #expect(try await names() == ["Eins", "Two"])

    let removed = try await library.removeStation(at: "http://one/")
    _ = try await library.keepStation(at: "http://three/", "Three")
    #expect(try await names() == ["Two", "Three"])

    try await library.putBack(removed)
    #expect(try await names() == ["Eins", "Two", "Three"])
    try await library.putBack(renamed)
    #expect(try await names() == ["One", "Two", "Three"])
    try await library.putBack(kept)
    #expect(try await names() == ["Two", "Three"])
  }

  @Test func aRemovedStationFindsItsPlaceFree() async throws {
    let (library, lists) = try open()
    _ = try await library.keepStation(at: "http://one/", "One")
    let removed = try await library.removeStation(at: "http://one/")
    _ = try await library.keepStation(at: "http://two/", "Two")

    try await library.putBack(removed)

    #expect(try await lists.stations().map(\.name) == ["One", "Two"])
  }

  @Test func anOlderStoreIsCopiedBeforeItLearnsStations() throws {
    let path = folder.at("listener.db")
    let older = DatabaseFile(path: path, migrations: Array(ListenerSchema.migrations.prefix(2)))
    try older.openForWriting().database.run(
      "INSERT INTO playlists (name, position, created, changed) VALUES ('Mine', 1, 0, 0)")

    let store = try ListenerStore(at: path)

    #expect(try ListenerStore.stations(store.database).isEmpty)
    #expect(try ListenerStore.playlists(store.database).map(\.name) == ["Mine"])
    let copy = try Database(folder.at("listener.db.before-3"), .reading)
    let names = try copy.statement("SELECT name FROM playlists")
    #expect(try names.step())
    #expect(names.text(0) == "Mine")
  }
}
