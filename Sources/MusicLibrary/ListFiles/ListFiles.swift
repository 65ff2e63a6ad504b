import CSandbox
import Glibc
import PlayerCore
import TextKeys

// # Files that say something about other files
//
// - `TextFile`: their bytes, and in which encoding their texts are.
// - `FileLookup`: a name in a folder, however its letters are written.
// - `PlaylistFile` and `PlaylistResolver`: playlists, and where their entries lead.
// - `CueFile`: CUE sheets, beside a file or in it; `TrackPart`: what one says of a piece of a file.
// - `LyricsFile`: the words beside a file.

/// A small text file from a disk, of unknown encoding.
enum TextFile {
  /// More is no list and no sheet: 400,000 entries fit.
  static let largest = 64 << 20

  static func read(_ path: FilePath, limit: Int = largest) -> Result<[UInt8], MediaProblem.Reason> {
    let descriptor = csb_open_regular(AT_FDCWD, path.cString)
    guard descriptor >= 0 else { return .failure(.system(-descriptor)) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return .failure(.system(errno)) }
    guard info.st_size <= limit else { return .failure(.system(EFBIG)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(info.st_size))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .failure(.system(errno)) }
      if count == 0 { return .success(bytes) }
      bytes += buffer[..<count]
      // It grows while it is read.
      guard bytes.count <= limit else { return .failure(.system(EFBIG)) }
    }
  }

  /// A file's beginning; empty if it can't be read.
  static func head(of path: FilePath, _ size: Int) -> [UInt8] {
    let descriptor = csb_open_regular(AT_FDCWD, path.cString)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: size)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }

  /// How the texts of a file are read: as UTF-8 where they are that, else in the encoding that all its other lines
  /// together are in.
  static func decoder(for bytes: [UInt8], locale: String) -> ([UInt8]) -> String {
    let undecoded = TextBytes.undecodedLines(TextBytes.utf8(bytes))
    guard !undecoded.isEmpty else { return TextBytes.text }
    let charset = LegacyText.charset(of: undecoded, locale: locale).name
    return { bytes in
      isUTF8(bytes) ? TextBytes.text(bytes) : LegacyText.decode(bytes, as: charset) ?? TextBytes.text(bytes)
    }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool { TextBytes.undecodedLines(bytes).isEmpty }
}

/// Finds files by names whose letters may be of another case, or composed otherwise. Remembers the folders that it
/// looked into.
struct FileLookup {
  enum Kind { case file, folder, other }

  private var folders: [FilePath: [String: [UInt8]]] = [:]
  // Where a folder is; `nil`: nowhere. A list of another machine names one that is missing a thousand times.
  private var found: [FilePath: FilePath?] = [:]

  static func kind(_ path: FilePath) -> Kind? {
    var info = stat()
    guard stat(path.cString, &info) == 0 else { return nil }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// The path that is there, if one is that differs only in such ways.
  mutating func find(_ path: FilePath) -> FilePath? {
    if FileLookup.kind(path) != nil { return path }
    guard let folder = path.parent, folder != path, let there = findFolder(folder) else { return nil }
    guard let name = names(in: there)[FileLookup.key(path.lastComponent)] else { return nil }
    return there.appending(name)
  }

  private mutating func findFolder(_ folder: FilePath) -> FilePath? {
    if let known = found[folder] { return known }
    let there = find(folder)
    found[folder] = .some(there)
    return there
  }

  /// The names in a folder by their keys; of two that are one, the first in the order of bytes.
  mutating func names(in folder: FilePath) -> [String: [UInt8]] {
    if let known = folders[folder] { return known }
    var names: [[UInt8]] = []
    if let stream = opendir(folder.cString) {
      while let entry = readdir(stream) { names.append(FolderWalk.name(of: entry)) }
      closedir(stream)
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    var found: [String: [UInt8]] = [:]
    for name in names where found[FileLookup.key(name)] == nil { found[FileLookup.key(name)] = name }
    folders[folder] = found
    return found
  }

  /// Swift's strings are equal when they are canonically equivalent.
  static func key(_ name: [UInt8]) -> String { TextBytes.text(name).lowercased() }
}
