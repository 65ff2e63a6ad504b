import CSQLite
import MusicLibrary
import PlayerCore
import Testing

@Suite struct ListenerImportTests {
  private let folder = TemporaryFolder()
  private let noMarkup: MarkupParser = { _, _ in MarkupProblem(line: 1, message: "none") }

  private func database(_ sql: String) -> FilePath {
    let path = folder.at("strawberry.db")
    var handle: OpaquePointer?
    #expect(sqlite3_open(path.c, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    return path
  }

  @Test func strawberrysFactsListsAndStationsAreTaken() throws {
    let path = database(
      """
      CREATE TABLE songs (title TEXT, album TEXT, artist TEXT, url TEXT, beginning INTEGER, playcount INTEGER,
        skipcount INTEGER, lastplayed INTEGER, rating INTEGER);
      INSERT INTO songs VALUES ('A', '', 'X', 'file:///m/a%20%E9.flac', 0, 3, 1, 1700000000, 0.8);
      INSERT INTO songs VALUES ('B', 'L', 'Y', 'file:///m/b.flac', 0, 0, 0, -1, -1);
      INSERT INTO songs VALUES ('C', 'L', 'Y', 'file:///m/image.flac', 5000, 2, 0, 1700000001, -1);
      CREATE TABLE playlists (name TEXT, ui_order INTEGER, dynamic_playlist_type INTEGER);
      INSERT INTO playlists VALUES ('Second', 2, 0), ('First', 1, NULL), ('Dynamic', 3, 1), ('Empty', 4, 0);
      CREATE TABLE playlist_items (playlist INTEGER, collection_id INTEGER, url TEXT, title TEXT, artist TEXT, album TEXT);
      INSERT INTO playlist_items VALUES (2, 2, '', NULL, NULL, NULL), (2, NULL, 'http://r/x', 'R', NULL, NULL),
        (1, 1, 'ignored', NULL, NULL, NULL);
      CREATE TABLE radio_channels (source INTEGER, name TEXT, url TEXT);
      INSERT INTO radio_channels VALUES (1, 'Station', 'http://s/');
      """)

    let archive = try ListenerImport.read(path, markup: noMarkup).get()

    #expect(archive.tracks.count == 1)
    let track = archive.tracks[0]
    #expect(track.source.path?.bytes == Array("/m/a ".utf8) + [0xE9] + Array(".flac".utf8))
    #expect((track.playCount, track.skipCount, track.rating, track.lastPlayed) == (3, 1, 80, 1_700_000_000))
    #expect(track.album == nil && track.artists == ["X"])
    #expect(archive.playlists.map(\.name) == ["First", "Second"])
    guard case .entries(let entries) = archive.playlists[0].content else {
      Issue.record("no entries")
      return
    }
    #expect(
      entries.map { String(decoding: $0.location, as: UTF8.self) } == ["file:///m/b.flac", "http://r/x"])
    #expect(entries.map(\.title) == ["B", "R"])
    #expect(archive.stations.map(\.name) == ["Station"])
    #expect(archive.omissions.count == 2)
  }

  @Test func anOldStrawberryWithFewColumnsIsReadToo() throws {
    let path = database(
      "CREATE TABLE songs (url TEXT, playcount INTEGER); INSERT INTO songs VALUES ('file:///a', 4);")
    #expect(try ListenerImport.read(path, markup: noMarkup).get().tracks.map(\.playCount) == [4])
  }

  @Test func otherFilesAreRefusedInWords() {
    func problem(_ bytes: [UInt8]) -> ListenerImport.Problem? {
      if case .failure(let problem) = ListenerImport.read(folder.write(bytes, "f"), markup: noMarkup) {
        return problem
      }
      return nil
    }
    #expect(problem([]) == .unknown)
    #expect(problem(Array("<html>".utf8)) == .unknown)
    #expect(problem(Array("{}".utf8)) == .export(.notAnArchive))
    #expect(problem([0x80, 2]) == .quodLibet(.damaged(offset: 2)))
    if case .database = problem(Array("SQLite format 3\0garbage".utf8)) {
    } else {
      Issue.record("no database error")
    }
    let other = database("CREATE TABLE x (y)")
    if case .failure(.unknown) = ListenerImport.read(other, markup: noMarkup) {
    } else {
      Issue.record("known")
    }
    if case .failure(.file) = ListenerImport.read(folder.at("gone"), markup: noMarkup) {
    } else {
      Issue.record("read")
    }
  }

  @Test func filesOfOtherPlayersAreFoundInTheirPlaces() {
    folder.write([], "data/rhythmbox/rhythmdb.xml")
    folder.write([], "config/quodlibet/songs")
    let found = ListenerImport.files(
      home: folder.path, data: folder.at("data"), configuration: folder.at("config"))
    #expect(found.map(\.player) == ["Rhythmbox", "Quod Libet"])
    #expect(
      found.map(\.file) == [folder.at("data/rhythmbox/rhythmdb.xml"), folder.at("config/quodlibet/songs")])
  }
}
