import Glibc
import PlayerCore
import Testing

@testable import MusicLibrary

/// Files that CUE sheets cut, as the library has them.
@Suite struct CueLibraryTests {
  private let folder = TemporaryFolder()
  private var place: LibraryPlace { LibraryPlace(library: folder.at("data/library.db"))! }

  private func open() async throws -> Library {
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    try await library.addRoot(folder.at("music"))
    return library
  }

  private func rows() async throws -> [TrackRow] {
    let lists = try LibraryLists(place)
    return try await lists.tracks(try await lists.trackIDs(order: .album))
  }

  private func image(_ name: String = "music/Album/image.flac") {
    folder.write(Fixture.bytes("tagged.flac"), name)
  }

  private func sheet(_ titles: [String] = ["One", "Two"], name: String = "music/Album/image.cue") {
    var text = "PERFORMER \"Band\"\nTITLE \"Whole\"\nFILE \"image.flac\" WAVE\n"
    for (index, title) in titles.enumerated() {
      text += "  TRACK 0\(index + 1) AUDIO\n    TITLE \"\(title)\"\n    INDEX 01 00:00:\(index * 30 + 10)\n"
    }
    folder.write(Array(text.utf8), name)
  }

  @Test func anImageIsHiddenBehindItsTracks() async throws {
    image()
    sheet()
    let library = try await open()

    let summary = try await library.scan()

    #expect(summary.added == 2)
    let tracks = try await rows().map(\.track)
    #expect(tracks.map(\.title) == ["One", "Two"])
    #expect(tracks.map(\.album) == ["Whole", "Whole"])
    #expect(tracks.map(\.number.number) == [1, 2])
    let (end, start) = (tracks[0].segment?.end, tracks[1].segment?.start)
    // Forty frames of a CD's 75 a second, in nanoseconds.
    let cut: UInt64 = 40 * 1_000_000_000 / 75
    #expect(end == cut)
    #expect(start == cut)
    let lists = try LibraryLists(place)
    let albums = try await lists.albums(try await lists.albumIDs())
    #expect(albums.map(\.trackCount) == [2])
    #expect(albums[0].coverFile == folder.at("music/Album/image.flac"))
    let found = try await lists.search().results(for: SearchQuery("two"))
    #expect(found?.trackCount == 1)
    #expect(try await library.scan().updated == 0)
  }

  @Test func aSheetThatChangesCutsAnewAndWhatTheListenerDidStays() async throws {
    image()
    let library = try await open()
    _ = try await library.scan()
    let whole = try await rows()
    #expect(whole.count == 1)
    try await library.rate(whole[0].id, 40)

    sheet()
    _ = try await library.scan()
    let cut = try await rows()
    #expect(cut.map(\.track.title) == ["One", "Two"])
    try await library.rate(cut[1].id, 90)

    sheet(["One", "Other"])
    _ = try await library.scan()
    let other = try await rows()
    #expect(other.map(\.track.title) == ["One", "Other"])
    #expect(other.map(\.id) == cut.map(\.id))
    #expect(other.map(\.rating) == [nil, 90])

    unlink(folder.at("music/Album/image.cue").c)
    _ = try await library.scan()
    #expect(try await rows().map(\.id) == whole.map(\.id))
    #expect(try await rows().map(\.rating) == [40])

    // And from a library that is made anew.
    sheet()
    _ = try await library.scan()
    #expect(try await rows().map(\.rating) == [nil, 90])
  }

  @Test func aMovedImageKeepsItsTracks() async throws {
    image()
    sheet()
    let library = try await open()
    _ = try await library.scan()
    let before = try await rows()
    try await library.rate(before[1].id, 70)

    rename(folder.at("music/Album").c, folder.at("music/Elsewhere").c)
    let summary = try await library.scan()

    #expect(summary.moved == 1)
    let after = try await rows()
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.rating) == [nil, 70])
    #expect(
      after.allSatisfy { $0.track.source.path == folder.at("music/Elsewhere/image.flac") && !$0.isMissing })
    #expect(try await library.listenerRating("music/Elsewhere/image.flac\0" + "2", folder) == 70)
  }

  @Test func foldersThatAreIgnoredAreNoPartOfTheLibrary() async throws {
    image("music/Spoken/a.flac")
    image("music/Sung/b.flac")
    let library = try await open()
    _ = try await library.scan()
    let spoken = try #require(
      try await rows().first { $0.track.source.path == folder.at("music/Spoken/a.flac") })
    try await library.countPlay(of: spoken.id)
    try await library.rate(spoken.id, 80)
    let list = try await library.makePlaylist("Mine", tracks: [spoken.track])

    try await library.setIgnored(folder.at("music/Spoken"), true)
    #expect(try await rows().map(\.track.source.path) == [folder.at("music/Sung/b.flac")])
    _ = try await library.scan()
    _ = try await library.scan([folder.at("music/Spoken")])
    #expect(try await rows().count == 1)
    #expect(try await library.ignoredFolders() == [folder.at("music/Spoken")])

    try await library.setIgnored(folder.at("music/Spoken"), false)
    _ = try await library.scan()
    #expect(try await rows().count == 2)
    let back = try #require(
      try await rows().first { $0.track.source.path == folder.at("music/Spoken/a.flac") })
    #expect((back.plays, back.rating) == (1, 80))
    let entries = try await LibraryLists(place).entries(ofPlaylist: list.id)
    #expect(entries.map(\.source) == [back.track.source])
  }

  @Test func whatTheListenerDidWithPiecesGoesOutAndComesBack() async throws {
    image()
    sheet()
    let library = try await open()
    _ = try await library.scan()
    let second = try await rows()[1]
    try await library.rate(second.id, 90)
    try await library.countPlay(of: second.id, at: 1_700_000_000)
    _ = try await library.makePlaylist("Pieces", tracks: [second.track])

    let text = try await LibraryLists(place).archive().text
    let other = try #require(LibraryPlace(library: folder.at("other/library.db")))
    let anew = try Library(other, pool: sharedPool, locale: "en_GB")
    try await anew.addRoot(folder.at("music"))
    _ = try await anew.scan()
    let taken = try await anew.take(try ListenerArchive(parsing: Array(text.utf8)))

    #expect(taken.playlists == 1)
    let lists = try LibraryLists(other)
    let found = try await lists.tracks(try await lists.trackIDs(order: .album))
    #expect(found.map(\.rating) == [nil, 90])
    #expect(found.map(\.plays) == [0, 1])
    let list = try #require(try await lists.playlists().first)
    let entry = try #require(try await lists.entries(ofPlaylist: list.id).first)
    #expect(entry.source == second.track.source)
    #expect(entry.piece == 2)
  }

  @Test func datesOfFilesThatWereNeverHeardGoOutAndComeBack() async throws {
    image()
    let library = try await open()
    _ = try await library.scan()

    var archive = try await LibraryLists(place).archive()
    #expect(archive.tracks.map(\.source) == [.file(folder.at("music/Album/image.flac"))])
    archive.tracks[0].added = 1_000
    var heard = 0
    let changes = library.changes()
    try await library.take(archive)
    for await change in changes {
      if change.regrouped { heard += 1 }
      break
    }

    #expect(heard == 1)
    #expect(try await rows().map(\.added) == [1_000])
    let lists = try LibraryLists(place)
    #expect(try await lists.albums(try await lists.albumIDs()).map(\.added) == [1_000])
  }

  @Test func treesDeeperThanAPathMayBeLongAreRead() async throws {
    let root = folder.makeFolder("music")
    var descriptors = [Glibc.open(root.c, O_RDONLY | O_DIRECTORY)]
    let name = String(repeating: "d", count: 200)
    for _ in 0..<30 {
      mkdirat(descriptors.last!, name, 0o755)
      descriptors.append(openat(descriptors.last!, name, O_RDONLY | O_DIRECTORY))
    }
    let file = openat(descriptors.last!, "deep.mp3", O_WRONLY | O_CREAT, 0o644)
    let bytes = Fixture.bytes("plain.mp3")
    #expect(write(file, bytes, bytes.count) == bytes.count)
    close(file)
    defer {
      unlinkat(descriptors.last!, "deep.mp3", 0)
      for descriptor in descriptors.reversed() {
        close(descriptor)
        if descriptor != descriptors[0] {
          unlinkat(descriptors[descriptors.firstIndex(of: descriptor)! - 1], name, AT_REMOVEDIR)
        }
      }
    }
    let library = try await open()

    let summary = try await library.scan()

    #expect(summary.added == 1)
    #expect(summary.problems == 0)
    #expect(try await rows().map(\.track.title) == ["deep"])
  }
}

extension Library {
  fileprivate func listenerRating(_ name: String, _ folder: TemporaryFolder) throws -> Int? {
    try listener.item(folder.path.bytes + Array(("/" + name).utf8))?.rating
  }
}
