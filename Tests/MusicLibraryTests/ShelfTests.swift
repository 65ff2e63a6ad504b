import PlayerCore
import Testing

@testable import MusicLibrary

@Suite struct ShelfTests {
  private let folder = TemporaryFolder()

  private func song(_ name: String, _ title: String, album: String, genre: String? = nil, year: String? = nil)
  {
    var frames = [("TIT2", Tags.utf8(title)), ("TALB", Tags.utf8(album)), ("TPE1", Tags.utf8("Artist"))]
    if let genre { frames.append(("TCON", Tags.utf8(genre))) }
    if let year { frames.append(("TDRC", Tags.utf8(year))) }
    folder.write(Tags.id3v2(version: 4, frames) + Fixture.bytes("plain.mp3"), "music/" + name)
  }

  /// Two albums of jazz, one of them in two folders, and a song that says nothing.
  private func scanned() async throws -> (Library, LibraryLists) {
    song("A/one 10/1.mp3", "First", album: "One", genre: "Jazz", year: "1959")
    song("A/one 9/2.mp3", "Second", album: "Two", genre: "Jazz", year: "1964-03")
    song("A/loose.mp3", "Loose", album: "Three", genre: "Folk", year: "1964")
    song("plain.mp3", "Plain", album: "Four")
    let place = try #require(LibraryPlace(library: folder.at("data/library.db")))
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    try await library.addRoot(folder.makeFolder("music"))
    _ = try await library.scan()
    return (library, try LibraryLists(place))
  }

  private func titles(_ ids: some Sequence<TrackID>, _ lists: LibraryLists) async throws -> [String] {
    try await lists.tracks(Array(ids)).map { $0.track.title ?? "" }
  }

  @Test func genresAndYearsCountTheirSongsAndAlbums() async throws {
    let (_, lists) = try await scanned()

    let genres = try await lists.shelves(.genres)
    #expect(genres.map(\.name) == ["Folk", "Jazz"])
    #expect(genres.map(\.trackCount) == [1, 2])
    #expect(genres.map(\.albumCount) == [1, 2])
    let years = try await lists.shelves(.years)
    #expect(years.map(\.shelf) == [.year(1964), .year(1959)])
    #expect(years.map(\.trackCount) == [2, 1])
  }

  @Test func aGenreCountsTheAlbumsOfSongsThatWentToOthers() async throws {
    let (library, lists) = try await scanned()
    song("A/one 9/2.mp3", "Second", album: "One", genre: "Jazz", year: "1964-03")
    song("A/one 10/3.mp3", "Third", album: "One", genre: "Jazz", year: "1959")
    song("A/one 10/4.mp3", "Fourth", album: "Five", genre: "Jazz", year: "1959")

    _ = try await library.scan()

    let jazz = try #require(try await lists.shelves(.genres).last)
    #expect([jazz.trackCount, jazz.albumCount] == [4, 2])
  }

  @Test func aStoreOfTheSecondVersionGetsTheAlbumsOfItsGenres() throws {
    let path = folder.at("library.db")
    do {
      let old = try Database(path, .writing)
      for migration in LibrarySchema.migrations.prefix(2) { try old.run(migration.sql) }
      try old.run("PRAGMA user_version = 2; INSERT INTO trackGenres (track, genre) VALUES (1, 1)")
      try old.run(
        """
        INSERT INTO tracks (id, digest, artists, albumArtists, composers, genres, isCompilation, artistIDs, albumArtistIDs,
          pictures, codec, isCutShort, isCharsetSure, titleKey, artistKey, albumKey, searchText, added, albumID)
        VALUES (1, 0, '', '', '', '', 0, '', '', 0, 0, 0, 1, x'', x'', x'', x'', 0, 7)
        """)
    }

    let store = try LibraryStore(at: path, locale: "en_GB")

    #expect(try store.database.number("SELECT album FROM trackGenres") == 7)
    try store.database.run("UPDATE tracks SET albumID = 8")
    #expect(try store.database.number("SELECT album FROM trackGenres") == 8)
  }

  @Test func aGenreHasItsAlbumsAndSongs() async throws {
    let (_, lists) = try await scanned()
    let jazz = try #require(try await lists.shelves(.genres).last?.shelf)

    let contents = try await lists.contents(of: jazz)

    #expect(contents.name == "Jazz")
    #expect(try await titles(contents.ownSongs, lists) == ["First", "Second"])
    #expect(try await lists.albums(contents.albums).map(\.title) == ["One", "Two"])
    #expect(contents.milliseconds > 0)
  }

  @Test func aFolderHasItsOwnSongsThenItsFoldersInNaturalOrder() async throws {
    let (_, lists) = try await scanned()
    let root = try #require(try await lists.shelves(.folders).first)
    #expect(root.trackCount == 4)

    let top = try await lists.contents(of: root.shelf)
    #expect(try await titles(top.ownSongs, lists) == ["Plain"])
    #expect(top.folders.map(\.name) == ["A"])
    #expect(top.songs.count == 4)

    let inner = try await lists.contents(of: try #require(top.folders.first?.shelf))
    #expect(inner.folders.map(\.name) == ["one 9", "one 10"])
    #expect(try await titles(inner.songs, lists) == ["Loose", "Second", "First"])
    #expect(try await titles(inner.ownSongs, lists) == ["Loose"])
  }

  @Test func whatWasPlayedAndLovedIsOnItsShelf() async throws {
    let (library, lists) = try await scanned()
    let songs = try await lists.trackIDs(order: .title)
    try await library.rate(songs[0], 100)
    try await library.rate(songs[1], 60)
    try await library.countPlay(of: songs[2], at: 1_000)
    try await library.countPlay(of: songs[3], at: 2_000)
    try await library.countPlay(of: songs[2], at: 500)

    #expect(try await lists.contents(of: .favourites).songs == [songs[0]])
    #expect(try await lists.contents(of: .mostPlayed).songs == [songs[2], songs[3]])
    #expect(try await lists.contents(of: .recentlyAdded).songs.count == 4)
  }

  @Test func coversAreTheAlbumsOfAShelfEachOnce() async throws {
    song("plain 2.mp3", "Plain 2", album: "Four")
    let (library, lists) = try await scanned()
    let songs = try await lists.tracks(try await lists.trackIDs())
    let plain = try #require(songs.first { $0.track.title == "Plain" })
    let second = try #require(songs.first { $0.track.title == "Second" })
    let four = try #require(plain.album)
    let two = try #require(second.album)
    for track in [plain, plain, second] { try await library.countPlay(of: track.id) }
    try await library.rate(second.id, 100)
    let jazz = try #require(try await lists.shelves(.genres).last?.shelf)

    #expect(try await lists.covers(of: .recentlyAdded, limit: 20).count == 4)
    #expect(try await lists.covers(of: .recentlyAdded, limit: 3).count == 3)
    #expect(try await lists.covers(of: .mostPlayed, limit: 20) == [.album(four), .album(two)])
    #expect(Set(try await lists.covers(of: .recentlyPlayed, limit: 20)) == [.album(four), .album(two)])
    #expect(try await lists.covers(of: .favourites, limit: 20) == [.album(two)])
    #expect(try await lists.covers(of: jazz, limit: 20).count == 2)
  }

  @Test func aSongOfNoAlbumIsItsOwnCover() async throws {
    folder.write(
      Tags.id3v2(version: 4, [("TIT2", Tags.utf8("Loose"))]) + Fixture.bytes("plain.mp3"), "music/loose.mp3")
    let (library, lists) = try await scanned()
    let songs = try await lists.tracks(try await lists.trackIDs())
    let loose = try #require(songs.first { $0.track.title == "Loose" && $0.album == nil })
    try await library.countPlay(of: loose.id)

    #expect(try await lists.covers(of: .mostPlayed, limit: 20) == [.song(loose.id)])
    #expect(try await lists.covers(of: .recentlyAdded, limit: 20).contains(.song(loose.id)))
  }
}
