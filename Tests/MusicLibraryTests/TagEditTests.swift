import Glibc
import MusicLibrary
import PlayerCore
import Testing

/// Tags written into copies of a file of each format, and what becomes of all the rest.
@Suite struct TagEditTests {
  private let folder = TemporaryFolder()
  private let editor = TagFileEditor(pool: sharedPool)

  private func copy(_ fixture: String) -> FilePath { folder.write(Fixture.bytes(fixture), fixture) }

  private func info(_ file: FilePath) -> stat {
    var info = stat()
    precondition(stat(file.c, &info) == 0)
    return info
  }

  private static let formats = [
    "plain.mp3", "lame.mp3", "tagged.flac", "plain.ogg", "plain.opus", "plain.m4a", "alac.m4a", "plain.wav",
    "plain.aiff", "plain.wv",
  ]

  @Test(arguments: formats)
  func everyFieldIsWrittenAndReadAgain(_ name: String) async throws {
    let file = copy(name)
    let before = try await editor.read(file).get()
    var edit = TagEdit()
    edit.values = [
      .title: ["夜の駅 é"], .artist: ["One", "Two"], .album: ["Fixtures & More"], .albumArtist: ["Two"],
      .number: ["3/12"], .disc: ["1/2"], .date: ["2014"], .genre: ["Ambient"], .composer: ["Someone"],
    ]

    let after = try await editor.edit(file, edit).get()

    #expect(after.title == "夜の駅 é")
    #expect(after.artists == ["One", "Two"])
    #expect(after.album == "Fixtures & More")
    #expect(after.albumArtists == ["Two"])
    #expect(after.number == NumberOfTotal(3, of: 12))
    #expect(after.disc == NumberOfTotal(1, of: 2))
    #expect(after.date?.year == 2014)
    #expect(after.genres == ["Ambient"])
    #expect(after.composers == ["Someone"])
    #expect(after.audio.durationMilliseconds == before.audio.durationMilliseconds)
    #expect(try await editor.read(file).get().title == "夜の駅 é")
    #expect(names(in: folder.path) == [name])
  }

  @Test func whatIsNotNamedStays() async throws {
    let file = copy("tagged.flac")
    let before = try await record(file, wants: .lyrics)
    var edit = TagEdit()
    edit.values = [.title: ["Another"]]

    let after = try await editor.edit(file, edit).get()

    var wanted = before
    wanted.title = "Another"
    wanted.audio = after.audio
    #expect(after == wanted)
  }

  @Test func aFieldWithoutValuesIsTakenOut() async throws {
    let file = copy("tagged.flac")
    var edit = TagEdit()
    edit.values = [.genre: [], .disc: [], .lyrics: [], .compilation: []]

    let after = try await editor.edit(file, edit).get()

    #expect(after.genres.isEmpty)
    #expect(after.disc == NumberOfTotal())
    #expect(after.lyrics == nil)
    #expect(!after.isCompilation)
  }

  @Test(arguments: [
    "plain.mp3", "tagged.flac", "plain.ogg", "plain.opus", "plain.m4a", "plain.aiff", "plain.wv",
  ])
  func aCoverIsPutInReplacedAndTakenOut(_ name: String) async throws {
    let file = copy(name)
    let count = try await record(file).pictureCount
    var edit = TagEdit()
    edit.cover = .replace

    let added = try await editor.edit(file, edit, picture: Fixture.path("cover.jpg")).get()
    #expect(added.pictureCount == max(1, count))
    let image = try await sharedPool.cover(of: file, origin: .embedded, maximumEdge: 64).get()
    #expect(image.width > 0)

    let replaced = try await editor.edit(file, edit, picture: Fixture.path("cover.png")).get()
    #expect(replaced.pictureCount == added.pictureCount)

    edit.cover = .remove
    let removed = try await editor.edit(file, edit).get()
    #expect(removed.pictureCount == added.pictureCount - 1)
  }

  @Test func thePictureStaysWhenTextsAreEdited() async throws {
    let file = copy("plain.mp3")
    var edit = TagEdit()
    edit.cover = .replace
    _ = try await editor.edit(file, edit, picture: Fixture.path("cover.jpg")).get()
    edit.cover = .keep
    edit.values = [.title: ["With a picture"], .lyrics: ["la\nla"]]

    let after = try await editor.edit(file, edit).get()

    #expect(after.pictureCount == 1)
    #expect(after.lyrics == "la\nla")
  }

  @Test func framesThatNobodyKnowsAreKeptAndVersion23StaysOne() async throws {
    let private1 = Array("owner".utf8) + [0, 1, 2, 3]
    let tag = Tags.id3v2(
      version: 3,
      [
        ("TIT2", Tags.latin1("Old")), ("PRIV", private1),
        ("TXXX", [0] + Array("MyKey".utf8) + [0] + Array("Mine".utf8)),
      ])
    let file = folder.write(tag + Fixture.bytes("plain.mp3"), "old.mp3")
    var edit = TagEdit()
    edit.values = [.title: ["New"]]

    _ = try await editor.edit(file, edit).get()

    let bytes = Fixture.read(file)
    #expect(bytes.starts(with: Array("ID3".utf8) + [3]))
    #expect(contains(bytes, Array("PRIV".utf8)))
    #expect(contains(bytes, private1))
    #expect(contains(bytes, Array("MyKey".utf8)) || contains(bytes, Tags.utf16("MyKey").dropFirst(3)))
  }

  @Test func theTimeOfChangeStaysOnRequest() async throws {
    let file = copy("plain.mp3")
    let times = [
      timespec(tv_sec: 1_000_000, tv_nsec: 5), timespec(tv_sec: 1_100_000_000, tv_nsec: 123_456_789),
    ]
    #expect(utimensat(AT_FDCWD, file.c, times, 0) == 0)
    #expect(chmod(file.c, 0o640) == 0)
    var edit = TagEdit()
    edit.values = [.title: ["One"]]

    _ = try await editor.edit(file, edit, keepsTime: true).get()
    #expect(info(file).st_mtim.tv_sec == 1_100_000_000)
    #expect(info(file).st_mtim.tv_nsec == 123_456_789)
    #expect(info(file).st_mode & 0o777 == 0o640)

    edit.values = [.title: ["Two"]]
    _ = try await editor.edit(file, edit).get()
    #expect(info(file).st_mtim.tv_sec > 1_100_000_000)
  }

  @Test func aLinkStaysALink() async throws {
    let file = copy("plain.mp3")
    let link = folder.at("link.mp3")
    #expect(symlink("plain.mp3", link.c) == 0)
    var edit = TagEdit()
    edit.values = [.title: ["By the link"]]

    _ = try await editor.edit(link, edit).get()

    var info = stat()
    #expect(lstat(link.c, &info) == 0)
    #expect(info.st_mode & S_IFMT == S_IFLNK)
    #expect(try await record(file).title == "By the link")
  }

  @Test func whatCanNotBeEditedIsLeftAsItWas() async throws {
    let file = folder.write(Array("no music at all, but long enough to be looked at".utf8), "notes.mp3")
    var edit = TagEdit()
    edit.values = [.title: ["No"]]

    let result = await editor.edit(file, edit)

    #expect(result == .failure(.tags(.notAudio)))
    #expect(Fixture.read(file) == Array("no music at all, but long enough to be looked at".utf8))
    edit.cover = .replace
    #expect(
      await editor.edit(copy("plain.mp3"), edit, picture: file) == .failure(.tags(.unknownCoverFormat)))
    #expect(names(in: folder.path) == ["notes.mp3", "plain.mp3"])
    #expect(await editor.edit(folder.at("none.mp3"), edit) == .failure(.system(ENOENT)))
  }

  @Test func anEditCrossesTheWireAsItIs() throws {
    var edit = TagEdit()
    edit.values = [.title: [], .artist: ["a", "b"], .lyrics: ["x\ny"]]
    edit.cover = .replace
    let request = TagRequest.edit(edit, extension: "mp3")

    #expect(try TagRequest(decoding: request.encoded()) == request)
    #expect(request.descriptorCount == 2)
  }

  private func names(in folder: FilePath) -> [String] {
    guard let stream = opendir(folder.c) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func contains(_ bytes: [UInt8], _ part: some Collection<UInt8>) -> Bool {
    let part = Array(part)
    guard bytes.count >= part.count else { return false }
    return (0...(bytes.count - part.count)).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }

  @Test func textsOfUnknownEncodingAreShownAndWrittenAsTheUserSays() async throws {
    // 夜の駅 and 雨の降る街 in Shift-JIS, declared as Latin-1.
    let night: [UInt8] = [0x96, 0xE9, 0x82, 0xCC, 0x89, 0x77]
    let rain: [UInt8] = [0x89, 0x4A, 0x82, 0xCC, 0x8D, 0x7E, 0x82, 0xE9, 0x8A, 0x58]
    let sound = Fixture.bytes("plain.mp3")
    func file(_ name: String, _ title: [UInt8]) -> FilePath {
      folder.write(
        Tags.id3v2(version: 3, [("TIT2", [0] + title), ("TPE1", [0] + Array("Plain".utf8))]) + sound, name)
    }
    let files = [file("1.mp3", night), file("2.mp3", rain)]
    var records: [TagRecord] = []
    for file in files { records.append(try await editor.read(file).get()) }

    let judged = try #require(await editor.charset(of: [records[0]], in: [files[0]]))
    let together = await editor.charset(of: records, in: files)
    #expect(judged.name == together?.name)
    records[0].decode(as: "windows-31j")
    #expect(records[0].title == "夜の駅")
    var edit = TagEdit()
    edit.writeDecoded(records[0])
    #expect(edit.values == [.title: ["夜の駅"]])
    let after = try await editor.edit(files[0], edit).get()

    #expect(after.title == "夜の駅")
    #expect(after.undecoded.isEmpty)
    #expect(after.artists == ["Plain"])
    #expect(await editor.charset(of: [after], in: []) == nil)
  }
}
