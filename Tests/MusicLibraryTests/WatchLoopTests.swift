import CSandbox
import Glibc
import PlayerCore
import Synchronization
import Testing

@testable import MusicLibrary

/// What the watcher tells, without a library behind it.
@Suite struct WatchLoopTests {
  private let folder = TemporaryFolder()

  /// The events that come until `isEnough`.
  private func events(
    _ watcher: FolderWatcher, _ isEnough: ([WatchEvent]) -> Bool
  ) async -> [WatchEvent] {
    var all: [WatchEvent] = []
    for await event in watcher.events {
      all.append(event)
      if isEnough(all) { break }
    }
    return all
  }

  /// Waits until the thread has its watches: makes a sign until it is told of it.
  private func begin(_ watcher: FolderWatcher, _ root: FilePath) async {
    let signs = Task {
      var number = 0
      while !Task.isCancelled {
        close(open(root.appending(Array("sign\(number)".utf8))!.c, O_WRONLY | O_CREAT, 0o644))
        number += 1
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    _ = await events(watcher) { !$0.isEmpty }
    signs.cancel()
  }

  @Test func tenThousandFilesAreAFewEvents() async throws {
    let root = folder.makeFolder("music")
    let watcher = try #require(FolderWatcher([root], rest: 300))
    await begin(watcher, root)

    for index in 0..<10_000 { close(open(folder.at("music/\(index).mp3").c, O_WRONLY | O_CREAT, 0o644)) }
    _ = folder.makeFolder("music/Last")

    let last = folder.at("music/Last")
    let told = await events(watcher) { all in
      if case .changed(_, let deep)? = all.last { return deep.contains(last) }
      return all.last == .unsure
    }
    // One, or a few where it took longer than the watcher waits; the queue may have overflown.
    #expect(told.count < 20)
    for case .changed(let shallow, let deep) in told {
      #expect(shallow.subtracting([root]).isEmpty && deep.subtracting([last]).isEmpty)
    }
  }

  @Test func aQueueThatOverflowsMakesTheWatcherUnsure() async throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    var wake: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &wake) == 0)
    let (stream, continuation) = AsyncStream.makeStream(of: WatchEvent.self)
    let loop = WatchLoop(
      [], inotify: ends[0], wake: wake[0], rest: 10, checkInterval: 600_000, limit: nil,
      tell: { continuation.yield($0) })
    let thread = Task.detached { loop.run() }
    var event = inotify_event()
    event.wd = -1
    event.mask = UInt32(IN_Q_OVERFLOW)
    withUnsafeBytes(of: &event) { _ = write(ends[1], $0.baseAddress, MemoryLayout<inotify_event>.size) }

    var told = stream.makeAsyncIterator()
    #expect(await told.next() == .unsure)

    close(wake[1])
    await thread.value
    close(ends[1])
  }

  @Test func aRootThatComesBackIsWatchedAgain() async throws {
    let root = folder.makeFolder("away/music")
    let watcher = try #require(FolderWatcher([root], rest: 20))
    await begin(watcher, root)

    rename(folder.at("away").c, folder.at("gone").c)
    rename(folder.at("gone/music").c, folder.at("gone/other").c)
    _ = await events(watcher) { $0.contains(.mounts) }
    rename(folder.at("gone/other").c, folder.at("gone/music").c)
    rename(folder.at("gone").c, folder.at("away").c)
    _ = await events(watcher) { $0.contains(.mounts) }
    let sub = folder.makeFolder("away/music/Sub")

    let told = await events(watcher) { all in
      if case .changed(_, let deep)? = all.last { return deep.contains(sub) }
      return false
    }
    #expect(!told.isEmpty)
  }

  /// Mounting takes a right that only root has, and not everywhere.
  private static let canMount: Bool = {
    let folder = TemporaryFolder()
    guard mount("none", folder.path.c, "tmpfs", 0, nil) == 0 else { return false }
    return umount(folder.path.c) == 0
  }()

  @Test(.enabled(if: canMount)) func anUnmountedDiskIsGreyedAndBackWhenItIs() async throws {
    let root = folder.makeFolder("disk")
    #expect(mount("none", root.c, "tmpfs", 0, nil) == 0)
    folder.write(Fixture.bytes("plain.mp3"), "disk/song.mp3")
    let place = try #require(LibraryPlace(library: folder.at("data/library.db")))
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    try await library.addRoot(root)
    _ = try await library.scan()
    let lists = try LibraryLists(place)
    let ids = try await lists.trackIDs()
    #expect(ids.count == 1)
    let task = Task { await library.watch(rest: 20, limit: nil) { _ in } }
    defer { task.cancel() }
    // The watcher's thread needs a moment to begin: an end before that is told by nobody.
    for number in 0..<1000 where try await lists.trackIDs().count == 1 {
      folder.write(Fixture.bytes("plain.mp3") + [UInt8(number % 256)], "disk/sign\(number).mp3")
      try await Task.sleep(for: .milliseconds(50))
    }
    func wait(_ isMissing: Bool) async throws {
      for _ in 0..<1000 where try await lists.tracks(ids).first?.isMissing != isMissing {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try await lists.tracks(ids).map(\.isMissing) == [isMissing])
    }

    // Lazily: the watcher may be looking at it just now.
    #expect(umount2(root.c, Int32(MNT_DETACH)) == 0)
    try await wait(true)
    #expect(mount("none", root.c, "tmpfs", 0, nil) == 0)
    folder.write(Fixture.bytes("plain.mp3"), "disk/song.mp3")
    defer { _ = umount2(root.c, Int32(MNT_DETACH)) }
    try await wait(false)
  }
}
