import GLibBridge
import Glibc
import PlayerCore

/// The program's own files: style, icons, the demo album, translations. All of it can be missing; the app then
/// looks plainer and says what it can't do.
struct DataFolder {
  /// `nil` when it isn't found.
  let path: [UInt8]?

  init() { path = Environment.appDataDirectory(holding: "style/nagara.css") }

  /// A file or folder in it, if it is there.
  func file(_ name: String) -> [UInt8]? {
    guard let path else { return nil }
    let file = Environment.join(path, Array(name.utf8))
    return Environment.exists(file) ? file : nil
  }

  /// Puts the folder with the icons before the system's data folders unless it is one of them, so that GTK finds
  /// them: in a checkout this folder, else the one that holds it and, in a prefix of its own, settings' schema too.
  /// Before GTK starts: a search path that is added later makes it load its icon theme twice.
  func offerIcons() {
    guard let path else { return }
    let folder = file("icons") == nil ? Environment.parent(path) : path
    let others = Environment.variable("XDG_DATA_DIRS") ?? Array("/usr/local/share:/usr/share".utf8)
    guard !Self.has(folder, among: others) else { return }
    Environment.withCString(folder + [UInt8(ascii: ":")] + others) { _ = setenv("XDG_DATA_DIRS", $0, 1) }
  }

  /// Whether a folder is in a list of folders, as `$XDG_DATA_DIRS` is written.
  static func has(_ folder: [UInt8], among list: [UInt8]) -> Bool {
    func plain(_ path: some Collection<UInt8>) -> [UInt8] {
      Array(path.reversed().drop { $0 == UInt8(ascii: "/") }.reversed())
    }
    return list.split(separator: UInt8(ascii: ":")).contains { plain($0) == plain(folder) }
  }

  var demo: MediaSource? { file("demo").flatMap(FilePath.init(bytes:)).map(MediaSource.file) }

  /// Where gettext's catalogues are when installed: `share/locale` beside `share/nagara`.
  var catalogues: [UInt8]? {
    path.map { Environment.join(Environment.parent($0), Array("locale".utf8)) }
  }
}
