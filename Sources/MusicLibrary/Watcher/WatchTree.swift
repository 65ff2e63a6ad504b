import CSandbox
import Glibc
import PlayerCore

/// Which watch is on which folder.
struct WatchTree {
  private let inotify: Int32
  private let limit: Int?
  private var paths: [Int32: FilePath] = [:]
  /// Watches on folders over roots that are not there.
  private var waiting: [Int32: Set<FilePath>] = [:]
  /// Not everything could be watched.
  private(set) var isIncomplete = false

  init(inotify: Int32, limit: Int?) {
    self.inotify = inotify
    self.limit = limit
  }

  /// What is looked for: new and changed files, names that come and go, rights that change.
  static let mask =
    UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_EXCL_UNLINK) | UInt32(IN_ONLYDIR)

  subscript(watch: Int32) -> FilePath? { paths[watch] }

  /// Watches a folder and those in it. Links are not followed: they lead to what is watched, or round.
  mutating func add(_ folder: FilePath) {
    var ahead = [folder]
    while let folder = ahead.popLast(), !isIncomplete {
      if let limit, paths.count >= limit {
        isIncomplete = true
        return
      }
      guard let (watch, folders) = open(folder) else { continue }
      paths[watch] = folder
      ahead += folders
    }
  }

  /// Watches a folder and lists those in it.
  private mutating func open(_ folder: FilePath) -> (watch: Int32, folders: [FilePath])? {
    let descriptor = csb_open_folder(AT_FDCWD, folder.cString)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    defer { closedir(stream) }
    // By its descriptor, for its path may be longer than the kernel takes.
    let watch = inotify_add_watch(inotify, "/proc/self/fd/\(descriptor)", Self.mask)
    guard watch >= 0 else {
      if errno == ENOSPC || errno == ENOMEM { isIncomplete = true }
      return nil
    }
    return (watch, Self.folders(in: folder, stream, descriptor))
  }

  /// Waits for a root that is not there: the nearest folder over it that is will tell of what comes.
  mutating func wait(for root: FilePath) {
    var folder = root.parent
    while let path = folder {
      let watch = inotify_add_watch(inotify, path.cString, UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR))
      if watch >= 0 {
        // Perhaps it is watched for other reasons too; then this mask has to be added to that one.
        if paths[watch] != nil { inotify_add_watch(inotify, path.cString, Self.mask) }
        waiting[watch, default: []].insert(root)
        return
      }
      folder = path.parent
    }
  }

  /// Whether what came to a watched folder may be a root that is waited for, or leads to one.
  func isAwaited(_ watch: Int32, _ name: [UInt8]) -> Bool {
    guard let roots = waiting[watch] else { return false }
    return roots.contains { $0.bytes.split(separator: UInt8(ascii: "/")).contains(name[...]) }
  }

  /// Stops watching a folder and those in it: it has another name now, or none.
  mutating func remove(_ folder: FilePath) {
    for (watch, path) in paths where path.isInside(folder) {
      inotify_rm_watch(inotify, watch)
      paths[watch] = nil
    }
  }

  /// The system has ended a watch.
  mutating func forget(_ watch: Int32) {
    paths[watch] = nil
    waiting[watch] = nil
  }

  mutating func removeAll() {
    for watch in Set(paths.keys).union(waiting.keys) { inotify_rm_watch(inotify, watch) }
    paths = [:]
    waiting = [:]
    isIncomplete = false
  }

  private static func folders(in folder: FilePath, _ stream: OpaquePointer, _ descriptor: Int32) -> [FilePath]
  {
    var folders: [FilePath] = []
    while let entry = readdir(stream) {
      let name = FolderWalk.name(of: entry)
      guard name.first != UInt8(ascii: ".") else { continue }
      var isFolder = entry.pointee.d_type == DT_DIR
      if entry.pointee.d_type == DT_UNKNOWN {
        var info = stat()
        let status = fstatat(
          descriptor, name.map { CChar(bitPattern: $0) } + [0], &info, AT_SYMLINK_NOFOLLOW)
        isFolder = status == 0 && info.st_mode & S_IFMT == S_IFDIR
      }
      if isFolder, let path = folder.appending(name) { folders.append(path) }
    }
    return folders
  }
}
