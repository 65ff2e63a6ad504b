import CSandbox
import Glibc
import PlayerCore
import Synchronization

// Watches folders for changes, on a thread of its own that sleeps in the kernel until there are some.
//
// - `FolderWatcher` (here): its life, and what it tells.
// - `WatchLoop`: the thread: events to changed folders, bursts as one.
// - `WatchTree`: which watch is on which folder.

/// What has happened in the folders.
enum WatchEvent: Sendable, Equatable {
  /// Look again at these folders: at their own files, and at these with all that is in them.
  case changed(shallow: Set<FilePath>, deep: Set<FilePath>)
  /// Pictures that tracks can have for a cover came, went or are others in these folders.
  case pictures(Set<FilePath>)
  /// Events were lost, or it is time for the check of those that can't be watched: look at everything.
  case unsure
  /// A disk came or went.
  case mounts
  /// The system allows no more watches (`fs.inotify.max_user_watches`): from here on everything is looked at now and
  /// then. Told once.
  case limitReached
}

/// Tells what changes under some folders until it goes.
final class FolderWatcher: Sendable {
  let events: AsyncStream<WatchEvent>
  private let wake: Int32

  /// - Parameters:
  ///   - roots: folders; those in them are watched too, but for hidden ones.
  ///   - rest: how long it must have been quiet before a burst is told, in milliseconds.
  ///   - checkInterval: how often everything is looked at when not everything can be watched, in milliseconds.
  ///   - limit: pretends that the system allows only so many watches.
  /// - Returns: `nil` if the system has no inotify to give.
  init?(_ roots: [FilePath], rest: Int32 = 300, checkInterval: Int32 = 600_000, limit: Int? = nil) {
    let inotify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard inotify >= 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      close(inotify)
      return nil
    }
    let (stream, continuation) = AsyncStream.makeStream(of: WatchEvent.self)
    events = stream
    wake = ends[1]
    let loop = WatchLoop(
      roots, inotify: inotify, wake: ends[0], rest: rest, checkInterval: checkInterval, limit: limit,
      tell: { continuation.yield($0) })
    let body = Unmanaged.passRetained(
      ThreadBody {
        loop.run()
        continuation.finish()
      })
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard failure == 0 else {
      body.release()
      for descriptor in ends + [inotify] { close(descriptor) }
      return nil
    }
    pthread_detach(thread)
  }

  // The thread sees the other end's close, ends, and closes what it has.
  deinit { close(wake) }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
