import Glibc
public import PlayerCore

/// Writes tracks as a playlist.
public enum PlaylistExport {
  /// Puts a list in a file's place in one step: until it is whole and on the disk, the old one stays.
  ///
  /// - Parameters:
  ///   - title: the list's name; `nil` for none.
  ///   - path: absolute; its ending tells the format, M3U8 if it is none of them.
  public static func write(_ tracks: [Track], title: String? = nil, to path: FilePath) -> MediaProblem? {
    write(tracks.map(NewPlaylistEntry.track), title: title, to: path)
  }

  /// What is not resolved is written as it was read.
  public static func write(
    _ entries: [NewPlaylistEntry], title: String? = nil, to path: FilePath
  ) -> MediaProblem? {
    let format = PlaylistFormat(fileName: path.lastComponent) ?? .m3u8
    let written = entries.map { entry in
      switch entry {
      case .track(let track): Playlist.Entry(track, in: format, relativeTo: path.parent)
      case .unresolved(let entry): entry
      }
    }
    return write(Playlist(title: title, entries: written).encoded(as: format), to: path)
  }

  /// Puts any bytes in a file's place in that way.
  public static func write(_ bytes: [UInt8], to path: FilePath) -> MediaProblem? {
    func failure(_ code: Int32) -> MediaProblem { MediaProblem(path, .system(code)) }
    // A name of its own, so that two writers don't share it; the list's own name may be as long as names can be.
    guard let folder = path.parent else { return failure(EINVAL) }
    var template = folder.bytes.map { CChar(bitPattern: $0) } + "/.nagara-list-XXXXXX".utf8CString
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return failure(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var code = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) }
    // What the user may read, others may as far as the mask lets them, as with any file that a program makes.
    let mask = umask(0)
    umask(mask)
    if code == 0, fchmod(descriptor, 0o666 & ~mask) != 0 { code = errno }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    if code == 0, rename(template, path.cString) != 0 { code = errno }
    guard code != 0 else { return nil }
    unlink(template)
    return failure(code)
  }
}
