import Glibc
import MusicLibrary
import PlayerCore

/// A folder that is gone with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: FilePath

  init() {
    var name = Array("/tmp/nagara-test-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { fatalError("mkdtemp: \(errno)") }
    path = FilePath(bytes: name.dropLast().map { UInt8(bitPattern: $0) })!
  }

  deinit { remove(path) }

  func at(_ name: [UInt8]) -> FilePath { path.appending(name)! }
  func at(_ name: String) -> FilePath { at(Array(name.utf8)) }

  /// Writes a file, making the folders that it needs.
  @discardableResult
  func write(_ bytes: [UInt8], _ name: [UInt8]) -> FilePath {
    let file = at(name)
    makeFolders(file.parent!)
    let descriptor = open(file.c, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    precondition(descriptor >= 0, "open: \(errno)")
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0)
      done += count
    }
    close(descriptor)
    return file
  }

  @discardableResult
  func write(_ bytes: [UInt8], _ name: String) -> FilePath { write(bytes, Array(name.utf8)) }

  func makeFolder(_ name: String) -> FilePath {
    makeFolders(at(name))
    return at(name)
  }

  private func makeFolders(_ folder: FilePath) {
    if folder.bytes.count <= path.bytes.count { return }
    makeFolders(folder.parent!)
    mkdir(folder.c, 0o755)
  }

  private func remove(_ folder: FilePath) {
    guard let stream = opendir(folder.c) else { return }
    while let entry = readdir(stream) {
      let type = entry.pointee.d_type
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        Array(
          UnsafeRawBufferPointer(
            start: $0, count: strlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))))
      }
      if name == [0x2e] || name == [0x2e, 0x2e] { continue }
      let child = folder.appending(name)!
      if type == DT_DIR { remove(child) } else { unlink(child.c) }
    }
    closedir(stream)
    rmdir(folder.c)
  }
}

extension FilePath {
  var c: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

/// The files in `Fixtures`, and the demo album.
enum Fixture {
  static let folder: FilePath = FilePath(#filePath)!.parent!.appending(Array("Fixtures".utf8))!
  static let demo: FilePath = FilePath(#filePath)!.parent!.parent!.parent!.appending(Array("data/demo".utf8))!

  static func path(_ name: String) -> FilePath { folder.appending(Array(name.utf8))! }
  static func bytes(_ name: String) -> [UInt8] { read(path(name)) }

  static func read(_ path: FilePath) -> [UInt8] {
    let descriptor = open(path.c, O_RDONLY)
    precondition(descriptor >= 0, "\(path): \(errno)")
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    lseek(descriptor, 0, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, size))
    }
  }
}

/// One pool for all tests: its processes are the same for everyone.
let sharedPool = TagReaderPool(count: 2)

func record(_ file: FilePath, wants: TagWants = []) async throws -> TagRecord {
  try await sharedPool.read([file], wants: wants)[0].get()
}

func problem(_ file: FilePath) async -> MediaProblem.Reason? {
  if case .failure(let reason) = await sharedPool.read([file])[0] { return reason }
  return nil
}

/// Everything that a load gives.
func load(_ sources: [MediaSource], pool: TagReaderPool = sharedPool) async -> MediaBatch {
  var all = MediaBatch()
  for await batch in MediaLoader(pool: pool).load(sources) {
    all.tracks += batch.tracks
    all.problems += batch.problems
  }
  return all
}

// MARK: Tags, byte by byte

enum Tags {
  /// An ID3v2 tag. A frame's bytes are its body, text encoding included.
  static func id3v2(version: UInt8, _ frames: [(String, [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for (id, data) in frames {
      body += id.utf8
      body += version >= 4 ? syncSafe(data.count) : big(data.count)
      body += [0, 0] + data
    }
    return Array("ID3".utf8) + [version, 0, 0] + syncSafe(body.count) + body
  }

  static func latin1(_ bytes: [UInt8]) -> [UInt8] { [0] + bytes }
  static func latin1(_ text: String) -> [UInt8] { [0] + text.utf8 }
  static func utf8(_ text: String) -> [UInt8] { [3] + text.utf8 }
  static func utf16(_ text: String) -> [UInt8] {
    [1, 0xff, 0xfe]
      + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  static func userText(_ description: String, _ value: String) -> [UInt8] {
    [3] + description.utf8 + [0] + value.utf8
  }

  static func picture(_ bytes: [UInt8], mime: String = "image/jpeg", type: UInt8 = 3) -> [UInt8] {
    [0] + mime.utf8 + [0, type, 0] + bytes
  }

  static func id3v1(title: [UInt8], artist: [UInt8] = [], album: [UInt8] = [], track: UInt8 = 0) -> [UInt8] {
    func field(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
      Array(bytes.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - bytes.count))
    }
    var tag = Array("TAG".utf8)
    for part in [field(title, 30), field(artist, 30), field(album, 30), field([], 4), field([], 28)] {
      tag += part
    }
    tag += [0, track, 255]
    return tag
  }

  static func ape(_ items: [(String, String)]) -> [UInt8] {
    var body: [UInt8] = []
    for (key, value) in items {
      body += little(value.utf8.count)
      body += little(0)
      body += Array(key.utf8) + [0]
      body += Array(value.utf8)
    }
    var footer = Array("APETAGEX".utf8)
    for number in [2000, body.count + 32, items.count, 0] { footer += little(number) }
    return body + footer + [UInt8](repeating: 0, count: 8)
  }

  private static func syncSafe(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7f) }
  }
  private static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xff) } }
  private static func little(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(value >> $0 & 0xff) } }
}
