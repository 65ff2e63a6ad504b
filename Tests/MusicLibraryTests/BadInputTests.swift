import CSandbox
import Glibc
import PlayerCore
import Testing

@testable import MusicLibrary

/// Everything that can be wrong with a file: named with its reason, and the rest goes on.
@Suite struct BadInputTests {
  private let folder = TemporaryFolder()

  @Test func everyBadFileIsNamedAndTheRestPlays() async {
    let good = folder.write(Fixture.bytes("tagged.flac"), "good.flac")
    let text = folder.write(Array("Not a sound in here.".utf8), "text.mp3")
    let empty = folder.write([], "empty.flac")
    let cut = folder.write(Array(Fixture.bytes("lame.mp3").prefix(2000)), "cut.mp3")
    let missing = folder.at("missing.mp3")
    let last = folder.write(Fixture.bytes("plain.mp3"), "last.mp3")

    let all = await load([text, good, empty, cut, missing, last].map { .file($0) })

    #expect(all.tracks.map(\.track.source) == [.file(good), .file(cut), .file(last)])
    #expect(
      all.problems == [
        MediaProblem(text, .tags(.notAudio)), MediaProblem(empty, .tags(.empty)),
        MediaProblem(cut, .cutShort),
        MediaProblem(missing, .system(ENOENT)),
      ])
    #expect(Set(all.tracks.map(\.id)).count == 3)
    #expect(
      all.problems.allSatisfy { !$0.sentence.isEmpty && $0.description.hasPrefix($0.source.displayName) })
  }

  @Test func anMP3CutInsideItsTagHasNoSound() async {
    let tag = Tags.id3v2(version: 4, [("APIC", Tags.picture([UInt8](repeating: 7, count: 5000)))])
    let file = folder.write(Array(tag.prefix(3000)), "cut.mp3")

    #expect(await problem(file) == .tags(.noSound))
  }

  @Test(arguments: ["plain.ogg", "plain.opus", "plain.m4a", "plain.wav", "plain.aiff", "alac.m4a"])
  func filesOfOtherFormatsThatEndEarlyAreToldToo(_ name: String) async {
    let bytes = Fixture.bytes(name)
    let file = folder.write(Array(bytes.prefix(bytes.count - 200)), name)

    let all = await load([.file(file)])

    // Whatever is left of it: listed as cut short, or named as damaged; never passed over.
    #expect(all.problems.count == 1)
  }

  @Test func filesCutAtAnyLengthNeitherCrashNorHang() async {
    for name in ["tagged.flac", "plain.ogg", "plain.m4a", "plain.wv", "lame.mp3"] {
      let bytes = Fixture.bytes(name)
      let files = stride(from: 0, to: min(bytes.count, 1500), by: 37).map {
        folder.write(Array(bytes.prefix($0)), "\($0)-" + name)
      }
      for result in await sharedPool.read(files) {
        if case .failure(let reason) = result {
          #expect(reason != .tags(.crashed) && reason != .tags(.timedOut))
        }
      }
    }
  }

  @Test func aNameThatIsNotUTF8IsANameLikeAnyOther() async {
    let name: [UInt8] = Array("caf".utf8) + [0xe9, 0x0a] + Array("#%.flac".utf8)
    let file = folder.write(Fixture.bytes("tagged.flac"), name)

    let named = await load([.file(file)])
    let walked = await load([.file(folder.path)])

    #expect(named.tracks.map(\.track.source) == [.file(file)])
    #expect(walked.tracks.map(\.track.source) == [.file(file)])
    #expect(named.problems.isEmpty && walked.problems.isEmpty)
  }

  /// As another user, for this thread alone: tests may run as root, whom nothing is forbidden.
  private func asNobody<Value>(_ body: () -> Value) -> Value {
    guard getuid() == 0 else { return body() }
    // <sys/fsuid.h> is not in the Glibc module.
    typealias SetFileUser = @convention(c) (uid_t) -> Int32
    let setFileUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetFileUser.self)
    _ = setFileUser(65534)
    defer { _ = setFileUser(0) }
    return body()
  }

  @Test func aFolderWithoutPermissionIsNamedAndItsNeighboursAreRead() throws {
    let closed = folder.makeFolder("closed")
    folder.write(Fixture.bytes("plain.mp3"), "open/a.mp3")
    chmod(folder.path.c, 0o755)
    chmod(closed.c, 0)

    var listings: [FolderWalk.Listing] = []
    asNobody {
      var walk = FolderWalk(folder.path)
      while let listing = walk.next() { listings.append(listing) }
    }
    chmod(closed.c, 0o755)

    #expect(listings.map(\.folder) == [closed, folder.at("open")])
    #expect(listings.map(\.problem) == [.system(EACCES), nil])
    #expect(MediaProblem(closed, .system(EACCES)).sentence == "You have no permission to read it.")
  }

  @Test func aFileWithoutPermissionCannotBeOpened() {
    let file = folder.write(Fixture.bytes("plain.mp3"), "closed.mp3")
    chmod(folder.path.c, 0o755)
    chmod(file.c, 0)

    #expect(asNobody { csb_open_regular(AT_FDCWD, file.c) } == -EACCES)
  }

  @Test func pipesAndFoldersAreNoFilesAndNobodyWaitsForThem() async {
    let pipe = folder.at("pipe.mp3")
    mkfifo(pipe.c, 0o644)

    #expect(await problem(pipe) == .system(ENOTSUP))
    #expect(await problem(folder.path) == .system(ENOTSUP))
  }

  @Test func linksThatLeadBackAreWalkedOnce() async {
    folder.write(Fixture.bytes("plain.mp3"), "a/b/song.mp3")
    symlink(folder.path.c, folder.at("a/b/up").c)
    symlink("loop", folder.at("loop").c)

    let all = await load([.file(folder.path)])

    #expect(all.tracks.count == 1)
    #expect(all.problems.isEmpty)
  }

  @Test func theKernelsOwnFoldersAreLeftAlone() async {
    let proc = FilePath("/proc")!

    let all = await load([.file(proc)])

    #expect(all.problems == [MediaProblem(proc, .ignoredFolder)])
  }

  @Test func hiddenAndMarkedFoldersAreSkipped() async {
    folder.write(Fixture.bytes("plain.mp3"), "a.mp3")
    folder.write(Fixture.bytes("plain.mp3"), ".hidden.mp3")
    folder.write(Fixture.bytes("plain.mp3"), ".trash/b.mp3")
    folder.write(Fixture.bytes("plain.mp3"), "marked/c.mp3")
    folder.write(Fixture.bytes("plain.mp3"), "marked/below/d.mp3")
    folder.write([], "marked/.nomedia")

    let all = await load([.file(folder.path)])

    #expect(all.tracks.map(\.track.source.displayName) == ["a.mp3"])
  }

  @Test func aFolderWithoutMusicSaysSo() async {
    folder.write(Array("text".utf8), "notes")
    folder.write(Fixture.bytes("cover.jpg"), "cover.jpg")

    let all = await load([.file(folder.path)])

    #expect(all.problems == [MediaProblem(folder.path, .nothingFound)])
  }
}

/// The helper process: what it costs when a file kills it.
@Suite(.serialized) struct TagReaderPoolTests {
  private let folder = TemporaryFolder()

  #if DEBUG  // the helper strikes on demand in debug builds only
    private func files(fault: String) -> [FilePath] {
      (0..<40).map { folder.write(Fixture.bytes("plain.mp3"), "\($0)." + ($0 == 17 ? fault : "mp3")) }
    }

    @Test func aCrashCostsTheFileThatCausedIt() async {
      setenv("NAGARA_TAGREADER_FAULT", "abort:crash", 1)
      defer { unsetenv("NAGARA_TAGREADER_FAULT") }
      let pool = TagReaderPool(count: 1)

      let results = await pool.read(files(fault: "crash"))

      let failures = results.enumerated().compactMap { index, result in
        if case .failure(let reason) = result { return (index, reason) } else { return nil }
      }
      #expect(failures.map(\.0) == [17])
      #expect(failures.map(\.1) == [.tags(.crashed)])
    }

    @Test func aHangCostsTheFileThatCausedIt() async {
      setenv("NAGARA_TAGREADER_FAULT", "hang:hang", 1)
      defer { unsetenv("NAGARA_TAGREADER_FAULT") }
      let pool = TagReaderPool(count: 1, replyTimeout: .milliseconds(300))

      let results = await pool.read(files(fault: "hang"))

      #expect(results.filter { (try? $0.get()) == nil }.count == 1)
      #expect(results[17] == .failure(.tags(.timedOut)))
    }

    /// A sanitizer needs what the sandbox takes away, so a sanitized helper has none.
    private static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    @Test(.enabled(if: !isSanitized)) func theReaderCanOpenWriteConnectAndStartNothing() async throws {
      setenv("NAGARA_TAGREADER_FAULT", "probe:probe", 1)
      defer { unsetenv("NAGARA_TAGREADER_FAULT") }
      let pool = TagReaderPool(count: 1)
      let file = folder.write(Fixture.bytes("plain.mp3"), "a.probe")

      let tried = try await pool.read([file])[0].get().artists

      #expect(tried.count == 8)
      #expect(tried.allSatisfy { $0.contains("refused") }, "\(tried)")
    }
  #endif

  @Test func aReaderThatCannotBeStartedIsAReasonToo() async {
    let missing = TagReaderPool(program: folder.at("nothing"), count: 1)
    let wrong = TagReaderPool(program: FilePath("/bin/false"), count: 1)
    let file = folder.write(Fixture.bytes("plain.mp3"), "a.mp3")

    #expect(await missing.read([file]) == [.failure(.tags(.noReader))])
    #expect((try? await wrong.read([file])[0].get()) == nil)
  }

  @Test func idleProcessesEndAndStartAgain() async throws {
    let pool = TagReaderPool(count: 1, idleTime: .milliseconds(50))
    let file = folder.write(Fixture.bytes("plain.mp3"), "a.mp3")

    _ = await pool.read([file])
    #expect(await pool.runningCount == 1)
    for _ in 0..<500 where await pool.runningCount > 0 { try await Task.sleep(for: .milliseconds(20)) }

    #expect(await pool.runningCount == 0)
    #expect((try? await pool.read([file])[0].get()) != nil)
  }
}
