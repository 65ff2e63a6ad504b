import CSandbox
import Glibc
import PlayerCore

/// Walks folders: a folder's files first, then its subfolders, both in natural order. Hidden entries and folders
/// with a `.nomedia` file are left out; a folder that was seen already (a link that leads back) is not entered
/// again. Names are bytes.
struct FolderWalk {
  /// The files of one folder.
  struct Listing {
    var folder: FilePath
    /// The folders from the one that the walk began at, without it, down to this.
    var below: [[UInt8]]
    /// Regular files and links to such, by name. Those that can't be audio are left out.
    var files: [[UInt8]]
    /// CUE sheets, by name.
    var sheets: [[UInt8]] = []
    /// What the system says of each file, and of each sheet, if that was asked for.
    var facts: [FileFacts] = []
    var sheetFacts: [FileFacts] = []
    /// There is nothing else in the tree.
    var isEnd = false
    /// Why the folder could not be listed.
    var problem: MediaProblem.Reason?
  }

  private struct Identity: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  // Last in, first out.
  private var ahead: [(folder: FilePath, below: [[UInt8]])]
  private var seen: Set<Identity> = []

  private let wantsFacts: Bool
  private let isDeep: Bool
  private let ignored: Set<FilePath>

  /// - Parameters:
  ///   - below: the folders between the one that the user named and this.
  ///   - wantsFacts: whether each file is asked about, and `Listing.facts` filled.
  ///   - isDeep: whether the folders in it are walked too.
  ///   - ignored: folders that are not entered.
  init(
    _ folder: FilePath, below: [[UInt8]] = [], wantsFacts: Bool = false, isDeep: Bool = true,
    ignored: Set<FilePath> = []
  ) {
    ahead = [(folder, below)]
    self.ignored = ignored
    self.wantsFacts = wantsFacts
    self.isDeep = isDeep
  }

  /// The next folder that has files or a problem; `nil` when all have been walked.
  mutating func next() -> Listing? {
    while let (folder, below) = ahead.popLast() {
      if let listing = list(folder, below), !listing.files.isEmpty || listing.problem != nil {
        return listing
      }
    }
    return nil
  }

  private mutating func list(_ folder: FilePath, _ below: [[UInt8]]) -> Listing? {
    var listing = Listing(folder: folder, below: below, files: [])
    let descriptor = csb_open_folder(AT_FDCWD, folder.cString)
    guard descriptor >= 0 else {
      // A folder that is not for files: worth a word only if somebody named it.
      if descriptor == -ENOTSUP { return below.isEmpty ? with(listing, .ignoredFolder) : nil }
      return with(listing, .system(-descriptor))
    }
    var info = stat()
    guard fstat(descriptor, &info) == 0, let stream = fdopendir(descriptor) else {
      let failure = errno
      close(descriptor)
      return with(listing, .system(failure))
    }
    defer { closedir(stream) }
    guard seen.insert(Identity(device: info.st_dev, inode: info.st_ino)).inserted else { return nil }

    var folders: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        // What was listed before the disk failed is still worth having.
        if errno != 0 { listing.problem = .system(errno) }
        break
      }
      let name = FolderWalk.name(of: entry)
      if name == FolderWalk.noMedia { return below.isEmpty ? with(listing, .ignoredFolder) : nil }
      guard name.first != UInt8(ascii: ".") else { continue }
      switch FolderWalk.kind(of: entry, name, in: descriptor) {
      case .folder: if isDeep { folders.append(name) }
      case .file where FileKind(name) != .other: listing.files.append(name)
      case .file where TagFileName.extensionHint(name) == "cue": listing.sheets.append(name)
      default: break
      }
    }
    listing.files.sort(by: NaturalOrder.precedes)
    listing.sheets.sort(by: NaturalOrder.precedes)
    if wantsFacts {
      (listing.files, listing.facts) = FolderWalk.facts(of: listing.files, descriptor)
      (listing.sheets, listing.sheetFacts) = FolderWalk.facts(of: listing.sheets, descriptor)
    }
    folders.sort(by: NaturalOrder.precedes)
    for name in folders.reversed() {
      if let path = folder.appending(name), !ignored.contains(path) { ahead.append((path, below + [name])) }
    }
    return listing
  }

  private func with(_ listing: Listing, _ problem: MediaProblem.Reason) -> Listing {
    var listing = listing
    listing.files = []
    listing.problem = problem
    return listing
  }

  /// Asks about each file; one that is gone meanwhile is left out.
  private static func facts(of names: [[UInt8]], _ folder: Int32) -> ([[UInt8]], [FileFacts]) {
    var files: [[UInt8]] = []
    var facts: [FileFacts] = []
    files.reserveCapacity(names.count)
    facts.reserveCapacity(names.count)
    var info = stat()
    for name in names {
      let status = (name + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { fstatat(folder, $0.baseAddress!, &info, 0) }
      }
      guard status == 0, info.st_mode & S_IFMT == S_IFREG else { continue }
      files.append(name)
      facts.append(FileFacts(info))
    }
    return (files, facts)
  }

  private enum Kind { case folder, file, neither }

  private static func kind(
    of entry: UnsafeMutablePointer<dirent>, _ name: [UInt8], in folder: Int32
  ) -> Kind {
    switch Int(entry.pointee.d_type) {
    case Int(DT_DIR): return .folder
    case Int(DT_REG): return .file
    case Int(DT_LNK), Int(DT_UNKNOWN):
      var info = stat()
      guard fstatat(folder, name.map { CChar(bitPattern: $0) } + [0], &info, 0) == 0 else { return .neither }
      switch info.st_mode & S_IFMT {
      case S_IFDIR: return .folder
      case S_IFREG: return .file
      default: return .neither
      }
    default: return .neither
    }
  }

  static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    return Array(
      UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
  }

  private static let noMedia = Array(".nomedia".utf8)
}

/// What a file may be, by its name. Content decides; this only spares opening pictures and texts, and tells which
/// failures are worth a word.
enum FileKind {
  /// Named as audio: if it can't be read, that is a problem.
  case audio
  /// No telling: if it can't be read, it was none of our business.
  case unknown
  /// Something else.
  case other

  init(_ name: [UInt8]) {
    let hint = TagFileName.extensionHint(name)
    self =
      FileKind.audioNames.contains(hint) ? .audio : FileKind.otherNames.contains(hint) ? .other : .unknown
  }

  private static let audioNames: Set<String> = [
    "mp3", "mp2", "mp1", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4p", "aac", "wav", "wave",
    "aif", "aiff", "aifc", "wv", "mpc", "mp+", "mpp", "ape", "tta", "wma", "dsf",
  ]

  private static let otherNames: Set<String> = [
    "jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff", "svg", "psd", "ico",
    "txt", "log", "nfo", "md", "html", "htm", "xml", "json", "ini", "pdf", "doc", "rtf", "epub", "csv",
    "cue", "lrc", "m3u", "m3u8", "pls", "xspf", "sfv", "md5", "sha1", "sha256", "ffp", "accurip",
    "zip", "rar", "7z", "gz", "xz", "bz2", "zst", "tar", "iso", "torrent", "part", "par2",
    "mkv", "avi", "mov", "m4v", "webm", "mpg", "mpeg", "vob", "ts", "srt", "sub", "ass",
    "db", "sqlite", "exe", "dll", "so", "o", "c", "h", "py", "sh", "js", "lnk", "url", "desktop", "bak",
    "tmp",
  ]
}
