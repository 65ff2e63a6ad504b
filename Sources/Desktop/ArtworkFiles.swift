import GLibBridge
import Glibc
public import PlayerCore

/// Covers as files, for those who take nothing else: MPRIS clients and notifications. Only so many at a time, in
/// a folder that is emptied at the start.
///
/// Each has a name of its own, for clients keep what they have read from a URL.
@MainActor
public final class ArtworkFiles {
  /// Reads a cover by its key, scaled as it is to be shown; nil if there is none.
  public typealias Read = @Sendable (_ key: String) async -> CoverImage?

  private let folder: [UInt8]
  private let read: Read
  /// Oldest first; no file where the cover can't be read.
  private var known: [(key: String, file: FilePath?)] = []
  /// What is being made, and whether it must be made again: the cover is another meanwhile.
  private var wanted: [String: Bool] = [:]
  private var isFolderReady = false
  private var count = 0

  private let limit: Int

  /// - Parameters:
  ///   - folder: for these files alone: `nagara/now-playing` in the user's cache.
  ///   - limit: how many files there are at most; the oldest goes first.
  public init(folder: [UInt8], limit: Int = 8, read: @escaping Read) {
    self.folder = folder
    self.limit = limit
    self.read = read
  }

  /// The file of a cover, if it has been prepared.
  public func file(_ key: String?) -> FilePath? {
    known.first { $0.key == key }?.file
  }

  /// Makes the file of a cover, off the main thread, and says when it is there. Nothing is said if it is there
  /// already, or if there is no such cover.
  public func prepare(_ key: String, then: @escaping @MainActor () -> Void) {
    guard wanted[key] == nil, !known.contains(where: { $0.key == key }) else { return }
    wanted[key] = false
    if !isFolderReady { emptyFolder() }
    count += 1
    let path = Environment.join(folder, Array("cover-\(getpid())-\(count).png".utf8))
    let read = read
    Task { [weak self] in
      let file = await Task.detached { await Self.write(key, read, to: path) }.value
      guard let self else { return }
      if wanted.removeValue(forKey: key) == true {
        if let file { Self.remove(file.bytes) }
        return prepare(key, then: then)
      }
      known.append((key, file))
      if known.count > limit, let oldest = known.removeFirst().file { Self.remove(oldest.bytes) }
      if file != nil { then() }
    }
  }

  /// Lets go of the files of these covers, which may be others now. They are made anew when they are prepared.
  public func forget(_ isOther: (_ key: String) -> Bool) {
    for entry in known where isOther(entry.key) {
      if let file = entry.file { Self.remove(file.bytes) }
    }
    known.removeAll { isOther($0.key) }
    for key in wanted.keys where isOther(key) { wanted[key] = true }
  }

  private nonisolated static func write(_ key: String, _ read: Read, to path: [UInt8]) async -> FilePath? {
    guard let image = await read(key) else { return nil }
    do {
      try Environment.write(encodedPNG(image), to: path)
      return FilePath(bytes: path)
    } catch {
      Log.warning("\(Environment.display(path)): \(error)")
      return nil
    }
  }

  private func emptyFolder() {
    isFolderReady = true
    do { try Environment.makeFolder(folder) } catch { Log.warning("\(error)") }
    for name in Environment.names(in: folder) where name.starts(with: "cover-".utf8) {
      Self.remove(Environment.join(folder, name))
    }
  }

  private nonisolated static func remove(_ path: [UInt8]) {
    Environment.withCString(path) { _ = unlink($0) }
  }
}
