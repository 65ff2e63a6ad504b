import Glibc
import PlayerCore

/// Where the helper program is.
enum HelperProgram {
  static let name = "nagara-tagreader"

  /// `NAGARA_TAGREADER`, else beside this program, else in the `libexec` beside its `bin`. If it is nowhere,
  /// the first place is named, and starting it says what is wrong.
  static func find() -> FilePath? {
    if let given = ProcessEnvironment.variable("NAGARA_TAGREADER").flatMap(FilePath.init(bytes:)) {
      return given
    }
    guard let folder = ownFolder() else { return nil }
    let places = ["", "../libexec/", "../libexec/nagara/"].compactMap {
      folder.appending(Array(($0 + name).utf8))
    }
    return places.first { access($0.cString, X_OK) == 0 } ?? places.first
  }

  private static func ownFolder() -> FilePath? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { return nil }
    return FilePath(bytes: buffer[..<length].map { UInt8(bitPattern: $0) })?.parent
  }
}

extension FilePath {
  /// The path as C wants it.
  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
