import Glibc
import PlayerCore
import Testing

@testable import MusicLibrary

/// Covers that are kept on disk.
@Suite struct CoverFilesTests {
  private let folder = TemporaryFolder()
  private var kept: FilePath { folder.at("cache/covers") }

  private func loader(diskLimit: Int = 64 << 20) -> CoverLoader {
    // Nothing stays in memory but the last one.
    CoverLoader(pool: sharedPool, byteLimit: 1, folder: kept, diskLimit: diskLimit)
  }

  private func song(_ picture: [UInt8], _ name: String) -> FilePath {
    let tag = Tags.id3v2(version: 4, [("APIC", Tags.picture(picture))])
    return folder.write(tag + Fixture.bytes("plain.mp3"), name)
  }

  private func request(_ file: FilePath, _ edge: Int = 64) -> CoverRequest {
    CoverRequest(file: file, view: .track, maximumEdge: edge)
  }

  private func names(_ folder: FilePath? = nil) -> [String] {
    guard let stream = opendir((folder ?? kept).c) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = String(decoding: FolderWalk.name(of: entry), as: UTF8.self)
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private func size(_ name: String) -> Int { Fixture.read(kept.appending(Array(name.utf8))!).count }

  /// As if nobody had used it for so many hours.
  private func age(_ name: String, hours: Int) {
    let then = timespec(tv_sec: time(nil) - hours * 3600, tv_nsec: 0)
    utimensat(AT_FDCWD, kept.appending(Array(name.utf8))!.c, [then, then], 0)
  }

  @Test func eachPictureIsKeptInTwoSizes() async throws {
    let file = Fixture.demo.appending(Array("01 - Platform Two.flac".utf8))!
    let direct = try await CoverLoader(pool: sharedPool).cover(request(file, 64)).get()

    let row = try await loader().cover(request(file, 64)).get()
    let grid = try await loader().cover(request(file, 224)).get()
    #expect(names().map { $0.split(separator: "-").last } == ["256"])
    let full = try await loader().cover(request(file, 512)).get()

    #expect(names().map { $0.split(separator: "-").last } == ["1024", "256"])
    #expect([row.width, grid.width, full.width] == [64, 224, 512])
    #expect(row.width == direct.width && row.height == direct.height)
    // Its colours are kept with it, so they are the same at every size that is made of one file.
    #expect(row.colors == grid.colors)
  }

  @Test func aKeptCoverIsGivenAgainWithItsColours() async throws {
    let file = song(Fixture.bytes("cover.jpg"), "a.mp3")
    let first = try await loader().cover(request(file)).get()
    let name = try #require(names().first)
    // A picture that tells whether it was read from here: the same file under the other's name.
    let other = song(Fixture.bytes("cover.png"), "b.mp3")
    _ = await loader().cover(request(other))
    let otherName = try #require(names().first { $0 != name })
    rename(kept.appending(Array(otherName.utf8))!.c, kept.appending(Array(name.utf8))!.c)

    let again = try await loader().cover(request(file)).get()

    #expect(first.width == 64)
    #expect(again.width == 40 && again.hasAlpha)
  }

  @Test func theSamePictureIsKeptOnce() async throws {
    let picture = Fixture.bytes("cover.jpg")
    let files = (0..<5).map { song(picture, "\($0)/a.mp3") }
    folder.write(picture, "beside/cover.jpg")
    let beside = folder.write(Fixture.bytes("plain.mp3"), "beside/a.mp3")

    for file in files + [beside] { #expect(try await loader().cover(request(file)).get().width == 64) }

    #expect(names().count == 1)
  }

  @Test func aDamagedFileIsMadeAnew() async throws {
    let file = song(Fixture.bytes("cover.jpg"), "a.mp3")
    let first = try await loader().cover(request(file)).get()
    let name = try #require(names().first)
    let whole = Fixture.read(kept.appending(Array(name.utf8))!)
    var flipped = whole
    flipped[whole.count / 2] ^= 0x10
    var colours = whole
    colours[17] ^= 0xff

    for damaged in [[], Array(whole.prefix(20)), Array(whole.dropLast(9)), flipped, colours, whole + [0]] {
      folder.write(damaged, "cache/covers/" + name)

      #expect(try await loader().cover(request(file)).get() == first)
      #expect(Fixture.read(kept.appending(Array(name.utf8))!) == whole)
    }
  }

  @Test func theLongestUnusedGoFirst() async throws {
    func picture(_ number: UInt8) -> [UInt8] {
      // What follows a JPEG's end is another name for the same picture.
      Fixture.bytes("cover.jpg") + [number]
    }
    var byFile: [String] = []
    for number in 0..<4 as Range<UInt8> {
      let before = Set(names())
      _ = await loader().cover(request(song(picture(number), "\(number)/a.mp3")))
      byFile += names().filter { !before.contains($0) }
    }
    try #require(byFile.count == 4)
    for (index, name) in byFile.enumerated() { age(name, hours: 100 - index) }
    // The oldest is used once more.
    _ = await loader().cover(request(folder.at("0/a.mp3")))

    let limit = byFile.map(size).reduce(0, +)
    _ = await loader(diskLimit: limit).cover(request(song(picture(9), "9/a.mp3")))

    let left = names()
    #expect(left.contains(byFile[0]) && !left.contains(byFile[1]))
    #expect(left.map(size).reduce(0, +) <= limit * 3 / 4)
  }

  @Test func manyWriteTheSameAtOnce() async throws {
    let files = (0..<24).map { song(Fixture.bytes(["cover.jpg", "cover.png"][$0 % 2]), "\($0)/a.mp3") }

    // Each loader is as another process: they know nothing of each other.
    let widths = await withTaskGroup(of: Int?.self) { group in
      for file in files {
        let loader = loader()
        group.addTask { try? await loader.cover(request(file)).get().width }
      }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }

    #expect(Set(widths) == [40, 64])
    // Nothing half-made is left.
    #expect(names().count == 2 && names().allSatisfy { $0.hasSuffix("-256") })
    for file in files.prefix(2) { _ = try await loader().cover(request(file)).get() }
  }

  @Test func aFolderThatCannotBeWrittenToCostsNoCover() async throws {
    folder.write([1], "cache/covers")
    let file = song(Fixture.bytes("cover.jpg"), "a.mp3")

    #expect(try await loader().cover(request(file)).get().width == 64)
  }

  @Test func aPictureThatIsSeenThroughLosesNothing() async throws {
    let file = song(Fixture.bytes("cover.png"), "a.mp3")
    let direct = try await CoverLoader(pool: sharedPool).cover(request(file)).get()

    let image = try await loader().cover(request(file)).get()

    #expect(image == direct)
  }

  @Test func anotherPictureShowsOnceTheOldIsForgotten() async throws {
    folder.write(Fixture.bytes("cover.jpg"), "music/cover.jpg")
    let file = folder.write(Fixture.bytes("plain.mp3"), "music/a.mp3")
    let none = folder.write(Fixture.bytes("plain.mp3"), "elsewhere/a.mp3")
    let loader = CoverLoader(pool: sharedPool, folder: kept)
    #expect(try await loader.cover(request(file)).get().width == 64)
    #expect(await loader.cover(request(none)) == .failure(MediaProblem(none, .tags(.noCover))))
    folder.write(Fixture.bytes("cover.png"), "music/aside.png")
    unlink(folder.at("music/cover.jpg").c)
    rename(folder.at("music/aside.png").c, folder.at("music/cover.png").c)
    folder.write(Fixture.bytes("cover.jpg"), "elsewhere/cover.jpg")
    #expect(try await loader.cover(request(file)).get().width == 64)

    await loader.forget(in: [folder.at("music")])

    #expect(try await loader.cover(request(file)).get().width == 40)
    // What lies elsewhere is not looked at again.
    #expect(await loader.cover(request(none)) == .failure(MediaProblem(none, .tags(.noCover))))
    await loader.forget(in: [folder.path])
    #expect(try await loader.cover(request(none)).get().width == 64)
  }
}
