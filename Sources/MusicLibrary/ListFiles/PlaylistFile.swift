import Glibc
public import PlayerCore
import TextKeys

/// A playlist on a disk, with where its entries lead. Nothing is fetched.
public struct PlaylistFile: Sendable {
  public var format: PlaylistFormat
  public var playlist: Playlist
  /// Of each entry, in their order.
  public var outcomes: [Result<MediaSource, PlaylistEntryProblem>]
  /// Why the file could not be read to its end.
  public var damage: MarkupProblem?

  /// - Parameters:
  ///   - path: absolute, for relative entries are relative to its folder.
  ///   - locale: the language in which texts of unknown encoding are likely to be; `nil`: the environment's.
  ///   - markup: reads XML, which XSPF is.
  ///   - libraryPaths: the files among which an entry is looked for by the end of its path.
  public static func read(
    _ path: FilePath, locale: String? = nil, markup: MarkupParser?,
    libraryPaths: () -> [FilePath] = { [] }
  ) -> Result<PlaylistFile, MediaProblem> {
    let bytes: [UInt8]
    switch TextFile.read(path) {
    case .failure(let reason): return .failure(MediaProblem(path, reason))
    case .success(let read): bytes = read
    }
    guard let format = PlaylistFormat(fileName: path.lastComponent) ?? PlaylistFormat(content: bytes) else {
      return .failure(MediaProblem(path, .notAPlaylist))
    }
    let decode = TextFile.decoder(for: bytes, locale: locale ?? UserLocale.name)
    var damage: MarkupProblem?
    let playlist: Playlist
    switch format {
    case .m3u, .m3u8: playlist = Playlist(m3u: bytes, decode: decode)
    case .pls: playlist = Playlist(pls: bytes, decode: decode)
    case .xspf:
      guard let markup else { return .failure(MediaProblem(path, .notAPlaylist)) }
      var reader = XSPFReader()
      damage = markup(xml(bytes, decode)) { reader.read($0) }
      playlist = reader.playlist
    }
    guard !playlist.isStreamManifest else { return .failure(MediaProblem(path, .streamManifest)) }
    var resolver = PlaylistResolver(list: path, decode: decode)
    var outcomes = playlist.entries.map { resolver.resolve($0) }
    if outcomes.contains(.failure(.notFound)) {
      let library = PathSuffixIndex(libraryPaths())
      for (index, entry) in playlist.entries.enumerated() where outcomes[index] == .failure(.notFound) {
        if let file = resolver.resolve(entry, in: library) { outcomes[index] = .success(.file(file)) }
      }
    }
    return .success(
      PlaylistFile(format: format, playlist: playlist, outcomes: outcomes, damage: damage))
  }

  /// What the list is called: as it says, or as its file.
  public func name(of file: FilePath) -> String {
    if let title = playlist.title, !title.isEmpty { return title }
    let name = file.displayName
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// A document in UTF-8, whatever its declaration says.
  private static func xml(_ bytes: [UInt8], _ decode: ([UInt8]) -> String) -> [UInt8] {
    let utf8 = TextBytes.utf8(bytes)
    guard !TextBytes.undecodedLines(utf8).isEmpty else { return utf8 }
    let head = String(decoding: utf8.prefix(200), as: UTF8.self)
    if let declared = head.split(separator: "encoding=", maxSplits: 1).dropFirst().first,
      let quote = declared.first, quote == "\"" || quote == "'",
      let text = LegacyText.decode(utf8, as: String(declared.dropFirst().prefix { $0 != quote }))
    {
      return Array(text.utf8)
    }
    return Array(decode(utf8).utf8)
  }
}

/// Why an entry of a playlist leads nowhere.
public enum PlaylistEntryProblem: Error, Sendable, Hashable {
  case notFound
  case isFolder
  /// A list in a list is not followed.
  case isPlaylist
  /// A device or the like.
  case notAFile
  /// An address of a kind that is not played, by its scheme.
  case unknownAddress(String)
  /// Nothing that could be a path.
  case noPlace

  /// The reason in a sentence, without the name.
  public var sentence: String {
    switch self {
    case .notFound: return "There is no such file."
    case .isFolder: return "This is a folder, not a file."
    case .isPlaylist: return "A playlist in a playlist is not followed."
    case .notAFile: return "This is not a regular file."
    case .unknownAddress(let scheme): return "Addresses that begin with “\(scheme):” cannot be played."
    case .noPlace: return "This is no path."
    }
  }
}

/// Finds the files that a list's entries mean.
struct PlaylistResolver {
  private let folder: FilePath
  private let decode: ([UInt8]) -> String
  private var lookup = FileLookup()

  init(list: FilePath, decode: @escaping ([UInt8]) -> String) {
    folder = list.parent ?? list
    self.decode = decode
  }

  mutating func resolve(_ entry: Playlist.Entry) -> Result<MediaSource, PlaylistEntryProblem> {
    switch PlaylistCandidates.target(of: entry.location, in: folder, decode: decode) {
    case .stream(let uri): return .success(.stream(uri))
    case .unknownAddress(let scheme): return .failure(.unknownAddress(scheme))
    case .nothing: return .failure(.noPlace)
    case .paths(let paths):
      var found: FilePath?
      for path in paths where found == nil && FileLookup.kind(path) != nil { found = path }
      for path in paths where found == nil { found = lookup.find(path) }
      guard let found else { return .failure(.notFound) }
      switch FileLookup.kind(found) {
      case .folder: return .failure(.isFolder)
      case .file:
        return ListKind(found.lastComponent) == nil ? .success(.file(found)) : .failure(.isPlaylist)
      default: return .failure(.notAFile)
      }
    }
  }

  /// The library's file that shares the longest end with what the entry says.
  func resolve(_ entry: Playlist.Entry, in library: PathSuffixIndex) -> FilePath? {
    guard case .paths(let paths) = PlaylistCandidates.target(of: entry.location, in: folder, decode: decode)
    else { return nil }
    for path in paths { if let match = library.match(path), FileLookup.kind(match) == .file { return match } }
    return nil
  }
}

/// A file that lists tracks instead of being one.
enum ListKind {
  case playlist, cueSheet

  /// By the name only.
  init?(_ name: [UInt8]) {
    if TagFileName.extensionHint(name) == "cue" {
      self = .cueSheet
    } else if PlaylistFormat(fileName: name) != nil {
      self = .playlist
    } else {
      return nil
    }
  }

  /// By the name, and by how it begins where the name says nothing.
  init?(_ path: FilePath) {
    if let kind = ListKind(path.lastComponent) {
      self = kind
    } else if FileKind(path.lastComponent) != .audio,
      PlaylistFormat(content: TextFile.head(of: path, 512)) != nil
    {
      self = .playlist
    } else {
      return nil
    }
  }
}
