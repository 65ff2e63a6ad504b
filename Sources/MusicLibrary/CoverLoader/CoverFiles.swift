import Glibc
import PlayerCore
import Synchronization

/// Covers on disk, named by their pictures' bytes and kept in two sizes: a picture is decoded as a whole once, however
/// many tracks have it and wherever they are moved. Those that were not used for longest go first.
///
/// Several processes may use one folder: files come whole, under names of their own, and a damaged one is made anew.
final class CoverFiles: Sendable {
  /// The longer side of what is kept, in pixels.
  enum Size: Int, CaseIterable {
    /// For lists and grids.
    case small = 256
    /// For the full player. Covers are never shown larger.
    case large = 1024

    init(edge: Int) { self = edge <= Size.small.rawValue ? .small : .large }
  }

  private let folder: FilePath
  private let byteLimit: Int
  private let state = Mutex(State())

  private struct State {
    /// What the files take; `nil` before they have been counted.
    var byteCount: Int?
    var written = 0
  }

  /// How exactly the last use is known, in seconds: to write it down each time would keep the disk busy.
  private static let useRest = 3600

  init(_ folder: FilePath, byteLimit: Int) {
    self.folder = folder
    self.byteLimit = byteLimit
  }

  /// The picture in this file, at most `maximumEdge` pixels on its longer side.
  func cover(
    of file: FilePath, origin: CoverOrigin, maximumEdge: Int, _ pool: TagReaderPool
  ) async -> Result<CoverImage, MediaProblem.Reason> {
    let size = Size(edge: maximumEdge)
    let edge = min(maximumEdge, size.rawValue)
    let path: FilePath
    switch await pool.pictureHash(of: file, origin: origin) {
    case .failure(let reason): return .failure(reason)
    case .success(let hash):
      guard let named = self.path(of: hash, size) else { return .failure(.system(EINVAL)) }
      path = named
    }
    if case .success(let image) = await pool.cover(of: path, origin: .stored, maximumEdge: edge) {
      noteUse(of: path)
      return .success(image)
    }
    switch await pool.storedCover(of: file, origin: origin, maximumEdge: size.rawValue) {
    case .failure(let reason): return .failure(reason)
    case .success(let bytes):
      if write(bytes, to: path),
        case .success(let image) = await pool.cover(of: path, origin: .stored, maximumEdge: edge)
      {
        return .success(image)
      }
    }
    // The disk is full, or the folder can't be written to.
    return await pool.cover(of: file, origin: origin, maximumEdge: edge)
  }

  func path(of hash: PictureHash, _ size: Size) -> FilePath? {
    folder.appending(Array("\(hash.hexadecimal)-\(size.rawValue)".utf8))
  }

  // MARK: Writing

  /// Another process sees the whole file or none.
  private func write(_ bytes: [UInt8], to path: FilePath) -> Bool {
    let number = state.withLock { state in
      state.written += 1
      return state.written
    }
    guard let aside = folder.appending(Array("new-\(getpid())-\(number)".utf8)) else { return false }
    guard folder.makeFolders() == nil else { return false }
    // One of this name is left from a process that was killed.
    unlink(aside.cString)
    let descriptor = open(aside.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let code = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) }
    // Not made durable: what a power cut leaves of it is seen by its checksum.
    guard close(descriptor) == 0, code == 0, rename(aside.cString, path.cString) == 0 else {
      unlink(aside.cString)
      return false
    }
    makeRoom(for: bytes.count)
    return true
  }

  // MARK: The limit

  private struct Entry {
    var path: FilePath
    var size: Int
    var used: Int
  }

  private func noteUse(of path: FilePath) {
    var info = stat()
    guard stat(path.cString, &info) == 0, time(nil) - info.st_mtim.tv_sec > Self.useRest else { return }
    utimensat(AT_FDCWD, path.cString, nil, 0)
  }

  private func makeRoom(for bytes: Int) {
    state.withLock { state in
      if let known = state.byteCount, known + bytes <= byteLimit {
        state.byteCount = known + bytes
        return
      }
      // Counted anew: other processes write and remove too.
      let entries = self.entries()
      var left = entries.reduce(0) { $0 + $1.size }
      if left > byteLimit {
        for entry in entries.sorted(by: { $0.used < $1.used }) {
          // Room for more, so that it isn't looked for with each file.
          guard left > byteLimit / 4 * 3 else { break }
          if unlink(entry.path.cString) == 0 { left -= entry.size }
        }
      }
      state.byteCount = left
    }
  }

  private func entries() -> [Entry] {
    guard let stream = opendir(folder.cString) else { return [] }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      var info = stat()
      guard let path = folder.appending(FolderWalk.name(of: entry)), lstat(path.cString, &info) == 0,
        info.st_mode & S_IFMT == S_IFREG
      else { continue }
      entries.append(Entry(path: path, size: Int(info.st_size), used: info.st_mtim.tv_sec))
    }
    return entries
  }
}
