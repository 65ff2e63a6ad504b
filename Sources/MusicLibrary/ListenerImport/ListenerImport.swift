import Glibc
public import PlayerCore

/// Reads what a listener did and made in another player, or exported from Nagara. Nothing is written.
///
/// The file's content decides what it is: Rhythmbox's `rhythmdb.xml` (with the `playlists.xml` beside it, if there is
/// one) or `playlists.xml` alone, Strawberry's `strawberry.db`, Quod Libet's `songs`, Nagara's own JSON.
public enum ListenerImport {
  /// Why a file gave nothing.
  public enum Problem: Error, Sendable, Hashable {
    /// It could not be read: an `errno` or the like.
    case file(MediaProblem.Reason)
    /// None of the kinds that are known.
    case unknown
    case export(ListenerArchive.TextProblem)
    case quodLibet(QuodLibetReader.Problem)
    /// What the database said.
    case database(String)

    /// For people.
    public var sentence: String {
      switch self {
      case .file(let reason): return MediaProblem(source: .stream(""), reason: reason).sentence
      case .unknown: return "This is not a file of a player that Nagara knows."
      case .export(let problem): return problem.sentence
      case .quodLibet(let problem): return problem.sentence
      case .database(let message): return "The database cannot be read: \(message)."
      }
    }
  }

  /// - Parameter markup: reads XML.
  public static func read(_ path: FilePath, markup: MarkupParser) -> Result<ListenerArchive, Problem> {
    let head = TextFile.head(of: path, 4096)
    if head.starts(with: "SQLite format 3\0".utf8) { return StrawberryReader.read(path) }
    let bytes: [UInt8]
    switch TextFile.read(path, limit: largest) {
    case .failure(let reason): return .failure(.file(reason))
    case .success(let read): bytes = read
    }
    let start = TextBytes.utf8(head).drop { $0 <= 0x20 }
    switch start.first {
    case UInt8(ascii: "<"): return rhythmbox(path, bytes, String(decoding: start, as: UTF8.self), markup)
    case UInt8(ascii: "{"):
      do throws(ListenerArchive.TextProblem) { return .success(try ListenerArchive(parsing: bytes)) } catch {
        return .failure(.export(error))
      }
    // A pickle begins with its protocol, or in the oldest with a list.
    case 0x80, UInt8(ascii: "("), UInt8(ascii: "]"):
      do throws(QuodLibetReader.Problem) { return .success(try QuodLibetReader.read(bytes)) } catch {
        return .failure(.quodLibet(error))
      }
    default: return .failure(.unknown)
    }
  }

  /// A file of another player that is there.
  public struct Found: Sendable, Hashable {
    /// As it calls itself.
    public var player: String
    public var file: FilePath
  }

  /// Files of other players that are there.
  ///
  /// - Parameters:
  ///   - home: the user's folder.
  ///   - data: `$XDG_DATA_HOME`.
  ///   - configuration: `$XDG_CONFIG_HOME`.
  public static func files(home: FilePath, data: FilePath, configuration: FilePath) -> [Found] {
    let places: [(String, FilePath, String)] = [
      ("Rhythmbox", data, "rhythmbox/rhythmdb.xml"),
      ("Strawberry", data, "strawberry/strawberry/strawberry.db"),
      ("Quod Libet", configuration, "quodlibet/songs"), ("Quod Libet", home, ".quodlibet/songs"),
    ]
    return places.compactMap { player, folder, name in
      guard let file = folder.appending(Array(name.utf8)), FileLookup.kind(file) == .file else { return nil }
      return Found(player: player, file: file)
    }
  }

  /// Rhythmbox writes about 900 bytes a track.
  private static let largest = 1 << 30

  private static func rhythmbox(
    _ path: FilePath, _ bytes: [UInt8], _ head: String, _ markup: MarkupParser
  ) -> Result<ListenerArchive, Problem> {
    let isLibrary = head.contains("<rhythmdb ") || head.contains("<rhythmdb>")
    guard isLibrary || head.contains("<rhythmdb-playlists") else { return .failure(.unknown) }
    var reader = RhythmboxReader()
    var omissions: [String] = []
    func read(_ bytes: [UInt8], _ name: String) {
      reader.beginDocument()
      if let problem = markup(bytes, { reader.read($0) }) {
        omissions.append("\(name) could be read to line \(problem.line) only.")
      }
    }
    read(bytes, path.displayName)
    let lists = path.parent?.appending(Array("playlists.xml".utf8))
    if isLibrary, let lists, case .success(let bytes) = TextFile.read(lists) {
      read(bytes, lists.displayName)
    }
    var archive = reader.archive
    archive.omissions += omissions
    return .success(archive)
  }
}
