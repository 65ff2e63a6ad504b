import Glibc
import PlayerCore
import Synchronization
import Testing

@testable import MusicLibrary

@Suite struct ScannerTests {
  private let folder = TemporaryFolder()
  private var music: FilePath { folder.makeFolder("music") }

  private func library() async throws -> Library {
    let place = try #require(LibraryPlace(library: folder.at("data/library.db")))
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    try await library.addRoot(music)
    return library
  }

  private func lists() throws -> LibraryLists {
    try LibraryLists(try #require(LibraryPlace(library: folder.at("data/library.db"))))
  }

  @discardableResult
  private func song(
    _ name: String, _ title: String, album: String = "Album", artist: String = "Artist", track: Int? = nil,
    sound: [UInt8] = []
  ) -> FilePath {
    var frames = [("TIT2", Tags.utf8(title)), ("TALB", Tags.utf8(album)), ("TPE1", Tags.utf8(artist))]
    if let track { frames.append(("TRCK", Tags.utf8(String(track)))) }
    return folder.write(Tags.id3v2(version: 4, frames) + Fixture.bytes("plain.mp3") + sound, "music/" + name)
  }

  private func titles(_ lists: LibraryLists, _ order: TrackOrder = .title) async throws -> [String] {
    try await lists.tracks(try await lists.trackIDs(order: order)).map { $0.track.title ?? "" }
  }

  @Test func whatIsFoundIsInTheLists() async throws {
    let library = try await library()
    song("A/One/1.mp3", "The First", album: "One", artist: "A", track: 1)
    song("A/One/2.mp3", "Second", album: "One", artist: "A", track: 2)
    song("B/Two/1.mp3", "Élan", album: "Two", artist: "B")
    folder.write([1, 2, 3], "music/bad.mp3")
    folder.write([1, 2, 3], "music/notes.xyz")

    let summary = try await library.scan()
    let lists = try lists()

    #expect(
      (summary.found, summary.added, summary.updated, summary.removed, summary.problems) == (4, 3, 0, 0, 1))
    #expect(try await titles(lists) == ["Élan", "The First", "Second"])
    let albums = try await lists.albums(try await lists.albumIDs())
    #expect(albums.map(\.title) == ["One", "Two"])
    #expect(albums.map(\.trackCount) == [2, 1])
    #expect(try await lists.artists(try await lists.artistIDs()).map(\.name) == ["A", "B"])
    #expect(try await lists.problems().map(\.source.path) == [folder.at("music/bad.mp3")])
    #expect(try await lists.trackIDs(.album(albums[0].id)).count == 2)
    let found = try #require(try await lists.search().results(for: SearchQuery("elan")))
    #expect(found.trackCount == 1)
  }

  @Test func whatIsUnchangedIsNotReadAgain() async throws {
    let library = try await library()
    song("1.mp3", "One")
    folder.write([1, 2, 3], "music/bad.mp3")
    _ = try await library.scan()
    let read = Counter()

    let summary = try await library.scan { read.set($0.read) }

    #expect(read.value == 0)
    #expect((summary.added, summary.updated, summary.removed, summary.problems) == (0, 0, 0, 1))
  }

  @Test func anEditInPlaceKeepsTheTrack() async throws {
    let library = try await library()
    song("1.mp3", "One", album: "X")
    song("2.mp3", "Two", album: "X")
    _ = try await library.scan()
    let lists = try lists()
    let before = try await lists.trackIDs()
    song("1.mp3", "Another", album: "Y")

    let summary = try await library.scan()

    #expect((summary.added, summary.updated, summary.removed) == (0, 1, 0))
    #expect(Set(try await lists.trackIDs()) == Set(before))
    #expect(try await titles(lists) == ["Another", "Two"])
    #expect(try await lists.albums(try await lists.albumIDs()).map(\.title) == ["X", "Y"])
  }

  @Test func filesSwappedWithTheirTimesAreSeen() async throws {
    let library = try await library()
    let one = song("1.mp3", "One")
    let two = song("2.mp3", "Two")
    for file in [one, two] { setTime(file, 1_000_000) }
    _ = try await library.scan()
    let other = folder.at("music/3")
    rename(one.c, other.c)
    rename(two.c, one.c)
    rename(other.c, two.c)

    let summary = try await library.scan()
    let lists = try lists()

    #expect(summary.updated == 2)
    let rows = try await lists.tracks(try await lists.trackIDs())
    #expect(rows.map { $0.track.source.path } == [two, one])
  }

  @Test func aRenamedFileKeepsItsIdentityAndWhatTheListenerDid() async throws {
    let library = try await library()
    let old = song("1.mp3", "One")
    song("2.mp3", "Two")
    _ = try await library.scan()
    let lists = try lists()
    let before = try await lists.trackIDs()
    try await library.countPlay(of: before[0])
    let new = folder.makeFolder("music/Sub").appending(Array("eins.MP3".utf8))!
    rename(old.c, new.c)

    let summary = try await library.scan()

    #expect((summary.added, summary.moved, summary.removed) == (0, 1, 0))
    #expect(try await lists.trackIDs() == before)
    let row = try await lists.tracks([before[0]])[0]
    #expect(row.track.source.path == new)
    #expect(row.plays == 1 && !row.isMissing)
    #expect(try await library.plays(of: new) == 1)
  }

  @Test func aCaseOnlyRenameIsAMove() async throws {
    let library = try await library()
    let old = song("song.mp3", "One")
    _ = try await library.scan()
    rename(old.c, folder.at("music/Song.mp3").c)

    let summary = try await library.scan()

    #expect((summary.added, summary.moved, summary.removed) == (0, 1, 0))
  }

  @Test func aFileCopiedAndDeletedElsewhereIsFoundBySoundAndTags() async throws {
    let library = try await library()
    let old = song("1.mp3", "One", track: 1)
    let other = song("2.mp3", "Two", track: 2)
    _ = try await library.scan()
    let lists = try lists()
    let before = try await lists.trackIDs()
    // New inodes and times, the same content; both have the same sound.
    for file in [old, other] { unlink(file.c) }
    song("new/b.mp3", "Two", track: 2)
    song("new/a.mp3", "One", track: 1)

    let summary = try await library.scan()

    #expect((summary.added, summary.moved, summary.removed) == (0, 2, 0))
    #expect(try await lists.trackIDs() == before)
    #expect(try await lists.tracks(before).map { $0.track.source.path?.displayName } == ["a.mp3", "b.mp3"])
  }

  @Test func twoOfOneSoundAreNotMistakenForEachOther() async throws {
    let library = try await library()
    let files = [song("1.mp3", "One"), song("2.mp3", "Two")]
    _ = try await library.scan()
    for file in files { unlink(file.c) }
    song("new/a.mp3", "Three")
    song("new/b.mp3", "Four")

    let summary = try await library.scan()

    #expect((summary.added, summary.moved, summary.removed) == (2, 0, 2))
  }

  @Test func aMissingFileIsGreyedAndComesBack() async throws {
    let library = try await library()
    let file = song("1.mp3", "One")
    song("2.mp3", "Two")
    _ = try await library.scan()
    let lists = try lists()
    let id = try await lists.trackIDs()[0]
    let aside = folder.at("aside.mp3")
    rename(file.c, aside.c)
    let gone = try await library.scan()
    let missing = try await lists.tracks([id])
    rename(aside.c, file.c)
    let back = try await library.scan()

    #expect(gone.removed == 1)
    #expect(missing.map(\.isMissing) == [true])
    #expect(back.added == 0)
    #expect(try await lists.tracks([id]).map(\.isMissing) == [false])
  }

  @Test func aRootThatIsAwayGreysItsTracksAndLosesNone() async throws {
    let library = try await library()
    song("1.mp3", "One")
    _ = try await library.scan()
    rename(music.c, folder.at("unmounted").c)
    let away = try await library.scan()
    let greyed = try lists()
    let rows = try await greyed.tracks(try await greyed.trackIDs())
    rmdir(folder.at("music").c)
    rename(folder.at("unmounted").c, folder.at("music").c)
    let back = try await library.scan()
    let lists = try lists()

    #expect((away.removed, away.moved) == (0, 0))
    #expect(rows.map(\.isMissing) == [true])
    #expect((back.added, back.updated) == (0, 0))
    #expect(try await lists.tracks(try await lists.trackIDs()).map(\.isMissing) == [false])
  }

  @Test func aNewFileInAKnownFolderJoinsItsAlbum() async throws {
    let library = try await library()
    song("A/1.mp3", "One", track: 1)
    _ = try await library.scan()
    let lists = try lists()
    let album = try await lists.albumIDs()
    song("A/2.mp3", "Two", track: 2)

    _ = try await library.scan()

    #expect(try await lists.albumIDs() == album)
    #expect(try await lists.albums(album).map(\.trackCount) == [2])
  }

  @Test func aCancelledScanGoesOnWhereItWas() async throws {
    let library = try await library()
    for index in 0..<300 { song("\(index / 10)/\(index).mp3", "\(index)", album: "\(index / 10)") }
    let task = Task { try await library.scan { if $0.read > 50 { withUnsafeCurrentTask { $0?.cancel() } } } }
    let first = try await task.value

    let second = try await library.scan()
    let lists = try lists()

    #expect(first.isCancelled)
    #expect(first.added + second.added == 300)
    #expect(try await lists.trackIDs().count == 300)
    #expect(try await lists.albumIDs().count == 30)
  }

  @Test func aPausedScanWaits() async throws {
    let library = try await library()
    song("1.mp3", "One")
    let control = ScanControl()
    control.pause()
    let task = Task { try await library.scan(control: control) }
    try await Task.sleep(for: .milliseconds(50))
    let lists = try lists()
    #expect(try await lists.trackIDs().isEmpty)

    control.resume()

    #expect(try await task.value.added == 1)
  }

  @Test func aRemovedRootTakesItsTracksAlong() async throws {
    let library = try await library()
    song("1.mp3", "One")
    _ = try await library.scan()

    try await library.removeRoot(music)
    let lists = try lists()

    #expect(try await lists.trackIDs().isEmpty)
    #expect(try await lists.albumIDs().isEmpty)
    #expect(try await lists.artistIDs().isEmpty)
  }

  @Test func theSoundHasTheSameNameUnderOtherTags() async throws {
    let plain = Fixture.bytes("plain.mp3")
    let bare = folder.write(plain, "bare.mp3")
    let tagged = folder.write(
      Tags.id3v2(version: 3, [("TIT2", Tags.latin1("x"))]) + plain + Tags.id3v1(title: Array("y".utf8)),
      "t.mp3")
    let other = folder.write(plain.dropLast(400) + [0], "other.mp3")
    func key(_ file: FilePath) async throws -> AudioKey? { try await record(file, wants: .keys).keys?.audio }

    #expect(try await key(bare) != nil)
    #expect(try await key(bare) == key(tagged))
    #expect(try await key(bare) != key(other))
  }

  private func setTime(_ file: FilePath, _ seconds: Int) {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    utimensat(AT_FDCWD, file.c, times, 0)
  }
}

/// A number that any thread may set.
private final class Counter: Sendable {
  private let number = Mutex(0)
  func set(_ value: Int) { number.withLock { $0 = value } }
  var value: Int { number.withLock { $0 } }
}
