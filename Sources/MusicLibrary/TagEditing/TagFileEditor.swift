import CSandbox
import Glibc
public import PlayerCore

/// Edits the tags of files. Each is copied beside itself, the copy is edited and read again in the sandboxed helper, and
/// takes the file's place in one step when it is whole and on the disk: until then the file is as it was.
public struct TagFileEditor: Sendable {
  private let pool: TagReaderPool

  public init(pool: TagReaderPool) { self.pool = pool }

  /// What the file says, with the words of the song.
  public func read(_ file: FilePath) async -> Result<TagRecord, MediaProblem.Reason> {
    await pool.read([file], wants: .lyrics).first ?? .failure(.tags(.noReader))
  }

  /// What each of these files says, without words.
  func read(_ files: [FilePath]) async -> [Result<TagRecord, MediaProblem.Reason>] { await pool.read(files) }

  /// - Parameters:
  ///   - picture: the new cover's file, where the edit wants one.
  ///   - keepsTime: leaves the file's time of change as it was.
  /// - Returns: what the file says now.
  public func edit(
    _ file: FilePath, _ edit: TagEdit, picture: FilePath? = nil, keepsTime: Bool = false
  ) async -> Result<TagRecord, MediaProblem.Reason> {
    // A link stays one: what it leads to is edited.
    guard let target = Self.target(of: file) else { return .failure(.system(errno)) }
    let copy: EditedCopy
    switch EditedCopy.make(of: target) {
    case .success(let made): copy = made
    case .failure(let reason): return .failure(reason)
    }
    let record = await pool.edit(copy.descriptor, edit, name: target.lastComponent, picture: picture)
    guard case .success = record else { return record }
    if let code = copy.takePlace(keepsTime: keepsTime) { return .failure(.system(code)) }
    return record
  }

  private static func target(of file: FilePath) -> FilePath? {
    guard let resolved = realpath(file.cString, nil) else { return nil }
    defer { free(resolved) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
  }
}

/// A copy of a file in the same folder. It is removed when this goes, unless it has taken the file's place.
private final class EditedCopy: Sendable {
  /// For reading and writing.
  let descriptor: Int32
  private let path: [CChar]
  private let original: FilePath
  private let size: off_t
  private let modified: timespec
  private let accessed: timespec

  private init(
    descriptor: Int32, path: [CChar], original: FilePath, size: off_t, modified: timespec, accessed: timespec
  ) {
    self.descriptor = descriptor
    self.path = path
    self.original = original
    self.size = size
    self.modified = modified
    self.accessed = accessed
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  static func make(of file: FilePath) -> Result<EditedCopy, MediaProblem.Reason> {
    let source = csb_open_regular(AT_FDCWD, file.cString)
    guard source >= 0 else { return .failure(.system(-source)) }
    defer { close(source) }
    var info = stat()
    guard fstat(source, &info) == 0, let folder = file.parent else { return .failure(.system(errno)) }
    // A file that may not be written to is meant to stay as it is, though its folder would allow it.
    guard access(file.cString, W_OK) == 0 else { return .failure(.system(errno)) }
    var template = folder.bytes.map { CChar(bitPattern: $0) } + "/.nagara-edit-XXXXXX".utf8CString
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return .failure(.system(errno)) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let copy = EditedCopy(
      descriptor: descriptor, path: template, original: file, size: info.st_size, modified: info.st_mtim,
      accessed: info.st_atim)
    if let code = fill(descriptor, from: source, info) { return .failure(.system(code)) }
    return .success(copy)
  }

  /// The content, and who may do what with it. The errno if that fails.
  private static func fill(_ copy: Int32, from source: Int32, _ info: stat) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return errno }
      if count == 0 { break }
      let code = buffer.withUnsafeBytes { OpenFile.write(.init(rebasing: $0[..<count]), to: copy) }
      if code != 0 { return code }
    }
    // Only root may give a file away; the group may be one of the user's.
    if fchown(copy, info.st_uid, info.st_gid) != 0 { _ = fchown(copy, uid_t.max, info.st_gid) }
    return fchmod(copy, info.st_mode & 0o7777) == 0 ? nil : errno
  }

  /// Puts the copy where the file was. The errno if that can't be; then the file is as it was.
  func takePlace(keepsTime: Bool) -> Int32? {
    var now = stat()
    guard stat(original.cString, &now) == 0 else { return errno }
    // Somebody else has written it meanwhile: their work is not ours to lose.
    guard now.st_size == size, now.st_mtim.tv_sec == modified.tv_sec,
      now.st_mtim.tv_nsec == modified.tv_nsec
    else { return EBUSY }
    if keepsTime {
      let times = [accessed, modified]
      guard futimens(descriptor, times) == 0 else { return errno }
    }
    guard fsync(descriptor) == 0, rename(path, original.cString) == 0 else { return errno }
    if let folder = original.parent {
      let opened = open(folder.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if opened >= 0 {
        fsync(opened)
        close(opened)
      }
    }
    return nil
  }
}
