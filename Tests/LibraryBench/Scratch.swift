import Glibc
import PlayerCore

/// A folder for a run, gone at its end.
final class Scratch: Sendable {
  let path: FilePath

  init() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/nagara-check-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil, let path = FilePath(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
    else {
      fatalError("mkdtemp: \(errno)")
    }
    self.path = path
  }

  deinit { path.removeTree() }
}

/// A line on stdout, at once: whoever reads it may kill this process next.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  bytes.withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

extension FilePath {
  static func / (folder: FilePath, name: String) -> FilePath { folder.appending(Array(name.utf8))! }

  var c: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  func makeFolders() {
    if access(c, F_OK) == 0 { return }
    parent?.makeFolders()
    mkdir(c, 0o755)
  }

  func write(_ content: [UInt8]) {
    let descriptor = open(c, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { fatalError("\(self): \(errno)") }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { fatalError("\(self): \(errno)") }
      rest = rest.dropFirst(count)
    }
    close(descriptor)
  }

  func read() -> [UInt8] {
    let descriptor = open(c, O_RDONLY)
    guard descriptor >= 0 else { fatalError("\(self): \(errno)") }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, size, 0))
    }
  }

  func removeTree() {
    guard let stream = opendir(c) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let child = self / name
      if Int32(entry.pointee.d_type) == Int32(DT_DIR) { child.removeTree() } else { unlink(child.c) }
    }
    closedir(stream)
    rmdir(c)
  }
}
