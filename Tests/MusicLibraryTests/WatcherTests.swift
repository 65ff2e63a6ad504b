import Glibc
import PlayerCore
import Synchronization
import Testing

@testable import MusicLibrary

@Suite struct WatcherTests {
  private let folder = TemporaryFolder()
  private var music: FilePath { folder.at("music") }

  private func song(_ name: String, _ title: String) {
    let frames = [("TIT2", Tags.utf8(title)), ("TALB", Tags.utf8("Album"))]
    // Complete when its name appears, as a careful program writes.
    let aside = folder.write(Tags.id3v2(version: 4, frames) + Fixture.bytes("plain.mp3"), "aside.mp3")
    _ = folder.makeFolder("music")
    rename(aside.c, folder.at("music/" + name).c)
  }

  /// A library that is watched while `body` runs.
  private func watched(
    limit: Int? = nil, checkInterval: Int32 = 600_000, _ notices: Notices = Notices(),
    _ body: (Library, Titles) async throws -> Void
  ) async throws {
    _ = folder.makeFolder("music/Sub")
    let place = try #require(LibraryPlace(library: folder.at("data/library.db")))
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    try await library.addRoot(music)
    song("first.mp3", "First")
    _ = try await library.scan()
    let task = Task {
      await library.watch(rest: 20, limit: limit, checkInterval: checkInterval) { notices.add($0) }
    }
    defer { task.cancel() }
    try await body(
      library, Titles(lists: try LibraryLists(place), start: { self.song("start.mp3", "Start") }))
  }

  @Test func newFilesInNewFoldersAndBurstsAreFound() async throws {
    try await watched { _, titles in
      try await titles.waitUntilWatching()
      _ = folder.makeFolder("music/A/B")
      song("A/B/deep.mp3", "Deep")
      for index in 0..<40 { song("\(index).mp3", "\(index)") }

      try await titles.wait { $0.contains("Deep") && $0.count == 43 }
    }
  }

  @Test func deletedAndRenamedFilesAreFollowed() async throws {
    try await watched { library, titles in
      try await titles.waitUntilWatching()
      let before = try await titles.lists.trackIDs()
      _ = folder.makeFolder("music/Sub")
      rename(folder.at("music/first.mp3").c, folder.at("music/Sub/first.mp3").c)
      try await titles.waitForRows { rows in
        rows.contains { $0.track.source.path == folder.at("music/Sub/first.mp3") && !$0.isMissing }
      }
      #expect(Set(try await titles.lists.trackIDs()) == Set(before))
      rename(folder.at("music/Sub").c, folder.at("music/Other").c)
      try await titles.waitForRows { rows in
        rows.contains { $0.track.source.path == folder.at("music/Other/first.mp3") && !$0.isMissing }
      }
      unlink(folder.at("music/Other/first.mp3").c)

      try await titles.waitForRows { rows in rows.contains { $0.track.title == "First" && $0.isMissing } }
      #expect(try await titles.lists.trackIDs().count == before.count)
    }
  }

  @Test func aPictureThatComesGoesOrIsAnotherIsTold() async throws {
    try await watched { library, titles in
      try await titles.waitUntilWatching()
      var changes = library.changes().makeAsyncIterator()
      func told(_ folder: FilePath) async -> Bool {
        while let change = await changes.next() {
          if change.pictures.contains(folder) { return true }
        }
        return false
      }

      folder.write([1], "music/Sub/cover.jpg")
      #expect(await told(folder.at("music/Sub")))
      folder.write([2], "music/Sub/cover.jpg")
      #expect(await told(folder.at("music/Sub")))
      unlink(folder.at("music/Sub/cover.jpg").c)
      #expect(await told(folder.at("music/Sub")))
      // Another embedded picture is another file.
      song("first.mp3", "First, again")
      #expect(await told(music))
    }
  }

  @Test func aRootThatGoesAndComesIsGreyedAndBack() async throws {
    try await watched { _, titles in
      try await titles.waitUntilWatching()
      rename(music.c, folder.at("away").c)
      try await titles.waitForRows { $0.allSatisfy(\.isMissing) }
    }
  }

  @Test func theWatchLimitIsToldOnceAndAChangeIsStillFound() async throws {
    let notices = Notices()
    try await watched(limit: 1, checkInterval: 50, notices) { _, titles in
      song("Sub/unwatched.mp3", "Unwatched")
      try await titles.wait { $0.contains("Unwatched") }
    }
    #expect(notices.all.filter { $0 == .watchLimitReached }.count == 1)
  }

  @Test func changesAreToldAsIDs() async throws {
    let place = try #require(LibraryPlace(library: folder.at("data/library.db")))
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    song("a.mp3", "A")
    try await library.addRoot(music)
    var changes = library.changes().makeAsyncIterator()

    _ = try await library.scan()
    let first = await changes.next()
    unlink(folder.at("music/a.mp3").c)
    song("b.mp3", "Bee")
    _ = try await library.scan()

    #expect(first?.added.count == 1)
    var rest = LibraryChange()
    while rest.updated.isEmpty || rest.added.isEmpty, let change = await changes.next() {
      rest.added += change.added
      rest.updated += change.updated
    }
    #expect(rest.updated.contains(first?.added[0] ?? TrackID(0)))
  }
}

private final class Notices: Sendable {
  private let list = Mutex<[LibraryNotice]>([])
  func add(_ notice: LibraryNotice) { list.withLock { $0.append(notice) } }
  var all: [LibraryNotice] { list.withLock { $0 } }
}

/// Asks the lists until they are as expected; gives up after many tries.
private struct Titles {
  let lists: LibraryLists
  let start: @Sendable () -> Void

  /// The watcher's thread needs a moment to begin: what happens before is found by nobody.
  func waitUntilWatching() async throws {
    for _ in 0..<200 {
      start()
      try await Task.sleep(for: .milliseconds(50))
      if try await rows().contains(where: { $0.track.title == "Start" }) { return }
    }
    Issue.record("the watcher never began")
  }

  func rows() async throws -> [TrackRow] { try await lists.tracks(try await lists.trackIDs()) }

  func wait(_ isRight: ([String]) -> Bool) async throws {
    try await waitForRows { rows in isRight(rows.compactMap(\.track.title)) }
  }

  func waitForRows(_ isRight: ([TrackRow]) -> Bool) async throws {
    var last: [TrackRow] = []
    for _ in 0..<400 {
      last = try await rows()
      if isRight(last) { return }
      try await Task.sleep(for: .milliseconds(25))
    }
    Issue.record("still \(last.map { ($0.track.source.path?.displayPath ?? "", $0.isMissing) })")
  }
}
