import Glibc
import PlayerCore
import Testing

@testable import MusicLibrary

@Suite struct KillTests {
  private let folder = TemporaryFolder()

  private var place: LibraryPlace { LibraryPlace(library: folder.at("data/library.db"))! }

  /// What a process that is killed leaves: the files as they are on the disk at some moment, without any ending.
  private func copyStores(_ number: Int) throws -> LibraryPlace {
    for name in ["library.db", "library.db-wal", "listener.db", "listener.db-wal"] {
      let file = folder.at("data/" + name)
      guard access(file.c, F_OK) == 0 else { continue }
      folder.write(Fixture.read(file), "copy\(number)/" + name)
    }
    return try #require(LibraryPlace(library: folder.at("copy\(number)/library.db")))
  }

  @Test func aScanThatIsKilledAnywhereGoesOn() async throws {
    for index in 0..<200 {
      let frames = [("TIT2", Tags.utf8("\(index)")), ("TALB", Tags.utf8("Album \(index / 10)"))]
      folder.write(
        Tags.id3v2(version: 4, frames) + Fixture.bytes("plain.mp3"), "music/\(index / 10)/\(index).mp3")
    }
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    try await library.addRoot(folder.at("music"))
    let first = Task { try await library.scan() }
    var places: [LibraryPlace] = []
    for number in 0..<8 {
      // Between two writes: the actor has let go of both files.
      places.append(try await library.whileStill { try copyStores(number) })
      try await Task.sleep(for: .milliseconds(4))
    }
    _ = try await first.value
    await library.close()

    for place in places {
      let left = try Library(place, pool: sharedPool, locale: "en_GB")
      #expect(await left.isWhole())
      _ = try await left.scan([folder.at("music")])
      let lists = try LibraryLists(place)
      #expect(try await lists.trackIDs().count == 200)
      let albums = try await lists.albums(try await lists.albumIDs())
      #expect(albums.count == 20)
      #expect(albums.allSatisfy { $0.trackCount == 10 })
    }
  }

  @Test func whatTheListenerDoesDuringAScanIsWrittenBesideIt() async throws {
    for index in 0..<120 { folder.write(Fixture.bytes("plain.mp3") + [UInt8(index)], "music/\(index).mp3") }
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    try await library.addRoot(folder.at("music"))
    _ = try await library.scan()
    let ids = try await LibraryLists(place).trackIDs()
    // All are read anew.
    for index in 0..<120 { utimensat(AT_FDCWD, folder.at("music/\(index).mp3").c, nil, 0) }

    let scan = Task { try await library.scan() }
    for (index, id) in ids.enumerated() { try await library.rate(id, index % 100) }
    _ = try await scan.value

    #expect(await library.isIntact())
    let lists = try LibraryLists(place)
    #expect(try await lists.tracks(ids).map(\.rating) == ids.indices.map { $0 % 100 })
  }

  @Test func anotherLanguageSortsAnew() async throws {
    for (name, title) in [("1", "Zebra"), ("2", "Ärger"), ("3", "Ase")] {
      folder.write(
        Tags.id3v2(version: 4, [("TIT2", Tags.utf8(title))]) + Fixture.bytes("plain.mp3"), "music/\(name).mp3"
      )
    }
    func titles() async throws -> [String?] {
      let lists = try LibraryLists(place)
      return try await lists.tracks(try await lists.trackIDs()).map(\.track.title)
    }
    do {
      let library = try Library(place, pool: sharedPool, locale: "de_DE")
      try await library.addRoot(folder.at("music"))
      _ = try await library.scan()
      #expect(try await titles() == ["Ärger", "Ase", "Zebra"])
    }
    // In Swedish Ä comes after Z.
    let library = try Library(place, pool: sharedPool, locale: "sv_SE")

    let summary = try await library.scan()

    #expect(summary.updated == 0)
    #expect(try await titles() == ["Ase", "Zebra", "Ärger"])
  }
}

extension Library {
  func isIntact() -> Bool { store.database.isWhole() && listener.database.isWhole() }

  /// Runs `body` while this actor does nothing else.
  func whileStill<Value: Sendable>(_ body: @Sendable () throws -> Value) rethrows -> Value { try body() }
}
