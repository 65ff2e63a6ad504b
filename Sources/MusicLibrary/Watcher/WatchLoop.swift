import Glibc
import PlayerCore

/// The watcher's thread. Sleeps in `poll`, without a time-out unless something is waiting to be told.
struct WatchLoop: Sendable {
  let roots: [FilePath]
  let inotify: Int32
  let wake: Int32
  let rest: Int32
  let checkInterval: Int32
  let limit: Int?
  let tell: @Sendable (WatchEvent) -> Void

  init(
    _ roots: [FilePath], inotify: Int32, wake: Int32, rest: Int32, checkInterval: Int32, limit: Int?,
    tell: @escaping @Sendable (WatchEvent) -> Void
  ) {
    self.roots = roots
    self.inotify = inotify
    self.wake = wake
    self.rest = rest
    self.checkInterval = checkInterval
    self.limit = limit
    self.tell = tell
  }

  /// A burst that does not end is told in parts, this far apart.
  private static let longestWait = Duration.seconds(3)

  private struct Pending {
    var shallow: Set<FilePath> = []
    var deep: Set<FilePath> = []
    var pictures: Set<FilePath> = []
    var isUnsure = false
    var mountsChanged = false
    var since: ContinuousClock.Instant?

    var isEmpty: Bool { since == nil }

    mutating func note() { if since == nil { since = .now } }
  }

  func run() {
    // The kernel says by this file that something was mounted or unmounted.
    let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    var tree = WatchTree(inotify: inotify, limit: limit)
    var hasToldLimit = false
    var pending = Pending()
    func watchAll() {
      tree.removeAll()
      for root in roots {
        tree.add(root)
        if access(root.cString, F_OK) != 0 { tree.wait(for: root) }
      }
    }
    watchAll()
    while true {
      if tree.isIncomplete, !hasToldLimit {
        hasToldLimit = true
        tell(.limitReached)
      }
      var waits = [
        pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
      ]
      let patience = pending.isEmpty ? (tree.isIncomplete ? checkInterval : -1) : rest
      let ready = poll(&waits, nfds_t(waits.count), patience)
      if ready < 0, errno != EINTR { break }
      // The other end is closed: nobody listens any more.
      if waits[1].revents != 0 { break }
      if ready > 0, waits[2].revents != 0 {
        pending.mountsChanged = true
        pending.note()
      }
      if ready > 0, waits[0].revents != 0 { read(&tree, &pending) }
      if ready == 0, pending.isEmpty { tell(.unsure) }
      let isLong = pending.since.map { $0.duration(to: .now) > Self.longestWait } ?? false
      if !pending.isEmpty, ready == 0 || isLong {
        if pending.mountsChanged {
          watchAll()
          tell(.mounts)
        }
        if pending.isUnsure {
          tell(.unsure)
        } else {
          if !pending.pictures.isEmpty { tell(.pictures(pending.pictures)) }
          if !pending.shallow.isEmpty || !pending.deep.isEmpty {
            tell(.changed(shallow: pending.shallow, deep: pending.deep))
          }
        }
        pending = Pending()
      }
    }
    for descriptor in [inotify, wake, mounts] where descriptor >= 0 { close(descriptor) }
  }

  /// Takes all events that are there.
  private func read(_ tree: inout WatchTree, _ pending: inout Pending) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      let count = Glibc.read(inotify, buffer.baseAddress, buffer.count)
      guard count > 0 else { return }
      var at = 0
      while at + MemoryLayout<inotify_event>.size <= count {
        let event = buffer.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
        let start = at + MemoryLayout<inotify_event>.size
        let name = Array(buffer[start..<start + Int(event.len)].prefix { $0 != 0 })
        take(event, name, &tree, &pending)
        at = start + Int(event.len)
      }
    }
  }

  private func take(
    _ event: inotify_event, _ name: [UInt8], _ tree: inout WatchTree, _ pending: inout Pending
  ) {
    let mask = Int32(bitPattern: event.mask)
    if mask & IN_Q_OVERFLOW != 0 {
      pending.isUnsure = true
      pending.note()
      return
    }
    if mask & (IN_CREATE | IN_MOVED_TO) != 0, tree.isAwaited(event.wd, name) {
      pending.mountsChanged = true
      pending.note()
    }
    guard let folder = tree[event.wd] else { return }
    if mask & (IN_IGNORED | IN_UNMOUNT) != 0 {
      tree.forget(event.wd)
      if mask & IN_UNMOUNT != 0 {
        pending.mountsChanged = true
        pending.note()
      }
      return
    }
    if mask & (IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      // Of a folder in a watched one that one tells; a root has none.
      if roots.contains(folder) {
        pending.mountsChanged = true
        pending.note()
      }
      return
    }
    // Hidden names are none of ours, but for the one that hides a folder.
    if name.first == UInt8(ascii: "."), name != Array(".nomedia".utf8) { return }
    guard let path = name.isEmpty ? folder : folder.appending(name) else { return }
    if mask & IN_ISDIR != 0, !name.isEmpty {
      if mask & (IN_MOVED_FROM | IN_DELETE) != 0 { tree.remove(path) }
      if mask & (IN_CREATE | IN_MOVED_TO) != 0 { tree.add(path) }
      pending.deep.insert(path)
    } else if name == Array(".nomedia".utf8) {
      pending.deep.insert(folder)
    } else if FolderArt.isName(name) {
      pending.pictures.insert(folder)
    } else {
      pending.shallow.insert(folder)
    }
    pending.note()
  }
}
