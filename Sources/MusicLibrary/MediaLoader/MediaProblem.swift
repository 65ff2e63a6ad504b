import Glibc
public import PlayerCore

/// What was wrong with one file, folder or address. The rest goes on.
public struct MediaProblem: Error, Sendable, Hashable {
  public enum Reason: Error, Sendable, Hashable {
    /// The system refused: an `errno`.
    case system(Int32)
    /// The tag reader could make nothing of it.
    case tags(TagProblem)
    /// It plays, but the file is shorter than it says.
    case cutShort
    /// A folder marked with a `.nomedia` file, or of a file system that holds no files (`/proc`).
    case ignoredFolder
    /// A folder in which no audio file was found.
    case nothingFound
    /// An address of a kind that is not played, such as `ftp:`.
    case unknownAddress
    /// A file named as a playlist that is none.
    case notAPlaylist
    /// An HLS manifest on a disk: pieces of one stream, not tracks.
    case streamManifest
    /// A CUE sheet without a track.
    case notACueSheet
    /// A list that could not be read to its end, from the line on.
    case damagedList(line: Int, message: String)
    /// An entry of a list that leads nowhere: its line and what stands there.
    case listEntry(line: Int?, name: String, PlaylistEntryProblem)
  }

  /// The file, folder or address.
  public var source: MediaSource
  public var reason: Reason

  public init(source: MediaSource, reason: Reason) {
    self.source = source
    self.reason = reason
  }

  public init(_ path: FilePath, _ reason: Reason) {
    self.init(source: .file(path), reason: reason)
  }

  /// Whether nothing of it can be played.
  public var isFatal: Bool {
    switch reason {
    case .cutShort, .damagedList, .listEntry: return false
    default: return true
    }
  }

  /// The reason in a sentence, without the name.
  public var sentence: String {
    switch reason {
    case .system(ENOENT), .system(ENOTDIR): return "There is no such file or folder."
    case .system(EACCES), .system(EPERM): return "You have no permission to read it."
    case .system(ELOOP): return "The link leads round in a circle."
    case .system(ENAMETOOLONG): return "The path is too long."
    case .system(EMFILE), .system(ENFILE): return "Too many files are open."
    case .system(EIO): return "The disk could not be read."
    case .system(ESTALE), .system(ENODEV), .system(ENXIO): return "The disk is not there any more."
    case .system(ENOTSUP): return "This is not a regular file."
    case .system(let code): return "The system says: \(String(cString: strerror(code)))."
    case .tags(let problem): return problem.sentence
    case .cutShort: return "The file is cut short: its end is missing."
    case .ignoredFolder: return "The folder is marked not to be read."
    case .nothingFound: return "No audio file was found in it."
    case .unknownAddress: return "Addresses of this kind cannot be played."
    case .notAPlaylist: return "This is not a playlist that Nagara knows."
    case .streamManifest: return "This is a part of a stream, not a list of tracks."
    case .notACueSheet: return "There is no track in the CUE sheet."
    case .damagedList(let line, let message): return "Line \(line) cannot be read: \(message)"
    case .listEntry(let line, let name, let problem):
      return (line.map { "Line \($0), “\(name)”: " } ?? "“\(name)”: ") + problem.sentence
    }
  }

  /// Name and reason in one line, as a notice shows them.
  public var description: String { "\(source.displayName): \(sentence)" }
}
