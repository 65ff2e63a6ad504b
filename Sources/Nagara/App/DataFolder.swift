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

  /// In a checkout, puts this folder before the system's data folders, so that GTK finds the icons in it. Before GTK
  /// starts: a search path that is added later makes it load its icon theme twice. Installed icons are where all
  /// others are.
  func offerIcons() {
    guard let path, file("icons") != nil else { return }
    let others = Environment.variable("XDG_DATA_DIRS") ?? Array("/usr/local/share:/usr/share".utf8)
    Environment.withCString(path + [UInt8(ascii: ":")] + others) { _ = setenv("XDG_DATA_DIRS", $0, 1) }
  }

  var demo: MediaSource? { file("demo").flatMap(FilePath.init(bytes:)).map(MediaSource.file) }

  /// Where gettext's catalogues are when installed: `share/locale` beside `share/nagara`.
  var catalogues: [UInt8]? {
    path.map { Environment.join(Environment.parent($0), Array("locale".utf8)) }
  }
}
