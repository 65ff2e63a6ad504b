import CGLib
import Glibc

/// Where the user's and the program's files are. Paths are bytes, as in the file system: no encoding, no NUL.
public enum Environment {
  /// `$XDG_CONFIG_HOME`, or `~/.config`.
  public static var configDirectory: [UInt8] { bytes(g_get_user_config_dir()) }
  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  public static var dataDirectory: [UInt8] { bytes(g_get_user_data_dir()) }
  /// `$XDG_STATE_HOME`, or `~/.local/state`.
  public static var stateDirectory: [UInt8] { bytes(g_get_user_state_dir()) }
  /// `$XDG_CACHE_HOME`, or `~/.cache`.
  public static var cacheDirectory: [UInt8] { bytes(g_get_user_cache_dir()) }
  /// `$XDG_RUNTIME_DIR`, or the cache directory.
  public static var runtimeDirectory: [UInt8] { bytes(g_get_user_runtime_dir()) }
  /// `$HOME`, or what the password database says.
  public static var homeDirectory: [UInt8] { bytes(g_get_home_dir()) }
  /// The user's music folder (`user-dirs.dirs`); nil if they have none, which the home folder in its place says.
  public static var musicDirectory: [UInt8]? {
    guard let folder = g_get_user_special_dir(G_USER_DIRECTORY_MUSIC).map({ bytes($0) }) else { return nil }
    return folder == homeDirectory || folder == homeDirectory + [UInt8(ascii: "/")] ? nil : folder
  }

  /// The value of an environment variable; nil if it is unset or empty.
  public static func variable(_ name: String) -> [UInt8]? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return bytes(value)
  }

  /// The running program's file, with symbolic links resolved.
  public static var executable: [UInt8]? { g_file_read_link("/proc/self/exe", nil).map(taking) }

  /// The folder with the app's own data, which holds `marker`: `$NAGARA_DATA_DIR`, else
  /// `../share/nagara` beside the program's folder, else the `data/` of a checkout above the program.
  /// - Parameter marker: a path inside the folder that tells it from others of the same name.
  public static func appDataDirectory(holding marker: String) -> [UInt8]? {
    let marker = Array(marker.utf8)
    if let given = variable("NAGARA_DATA_DIR") { return exists(join(given, marker)) ? given : nil }
    guard var folder = executable.map(parent) else { return nil }
    let installed = join(parent(folder), Array("share/nagara".utf8))
    if exists(join(installed, marker)) { return installed }
    while folder != [UInt8(ascii: "/")], !folder.isEmpty {
      let data = join(folder, Array("data".utf8))
      if exists(join(data, marker)) { return data }
      folder = parent(folder)
    }
    return nil
  }

  /// Whether there is a file or folder at this path.
  public static func exists(_ path: [UInt8]) -> Bool {
    withCString(path) { access($0, F_OK) == 0 }
  }

  /// The folder and a relative path in it.
  public static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    return folder.last == slash ? folder + name : folder + [slash] + name
  }

  /// The path without its last part: `/a/b` → `/a`, `/a` → `/`, `a` → `` (empty).
  public static func parent(_ path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let last = path.lastIndex(of: slash) else { return [] }
    return last == 0 ? [slash] : Array(path[..<last])
  }

  /// Makes the folder and those above it that are missing, for the user alone (`0700`, as the XDG base
  /// directory specification wants it).
  public static func makeFolder(_ path: [UInt8]) throws(GLibError) {
    let code = withCString(path) { g_mkdir_with_parents($0, 0o700) == 0 ? 0 : errno }
    if code != 0 {
      throw GLibError(
        domain: "errno", code: code,
        message: "Can't create the folder \(display(path)): \(String(cString: strerror(code)))")
    }
  }

  /// The names in a folder, in no order; none if it can't be read.
  public static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let entries = withCString(folder, { g_dir_open($0, 0, nil) }) else { return [] }
    defer { g_dir_close(entries) }
    var names: [[UInt8]] = []
    while let name = g_dir_read_name(entries) { names.append(bytes(name)) }
    return names
  }

  /// Writes a file as a whole: a new one in the old one's place, so that a crash leaves one or the other. It is
  /// for the user alone.
  public static func write(_ bytes: [UInt8], to path: [UInt8]) throws(GLibError) {
    var error: UnsafeMutablePointer<GError>?
    let flags = GFileSetContentsFlags(
      G_FILE_SET_CONTENTS_CONSISTENT.rawValue | G_FILE_SET_CONTENTS_DURABLE.rawValue)
    let written = withCString(path) { path in
      bytes.withUnsafeBytes { bytes in
        g_file_set_contents_full(
          path, bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? path, gssize(bytes.count), flags,
          0o600, &error)
      }
    }
    if written == 0 { throw GLibError(consuming: error) }
  }

  /// A path as text for people: invalid UTF-8 is replaced. Never use it to open a file.
  public static func display(_ path: [UInt8]) -> String {
    String(decoding: withCString(path) { taking(g_filename_display_name($0)) }, as: UTF8.self)
  }

  /// Calls `body` with the path as C wants it. Bytes after a NUL, which no path has, are dropped.
  public static func withCString<R>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> R) -> R {
    (path + [0]).withUnsafeBufferPointer {
      $0.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
  }

  static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// Copies and frees a string that a C function gave (transfer full).
  static func taking(_ text: UnsafeMutablePointer<CChar>) -> [UInt8] {
    defer { g_free(text) }
    return bytes(text)
  }
}

/// `file://` URIs, which carry any file name: bytes outside the unreserved ones are percent-encoded.
public enum FileURI {
  /// The URI of an absolute path; nil for a relative or empty one.
  public static func uri(ofPath path: [UInt8]) -> String? {
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
    let uri = Environment.withCString(path) { g_filename_to_uri($0, nil, nil) }
    return uri.map { String(decoding: Environment.taking($0), as: UTF8.self) }
  }

  /// The path that a `file:` URI of this machine names; nil for every other URI, for one with a host that
  /// isn't `localhost`, and for one whose path has an encoded NUL or slash.
  public static func path(ofURI uri: String) -> [UInt8]? {
    var host: UnsafeMutablePointer<CChar>?
    guard let path = g_filename_from_uri(uri, &host, nil) else { return nil }
    defer { g_free(host) }
    if let host, host.pointee != 0, strcasecmp(host, "localhost") != 0 {
      g_free(path)
      return nil
    }
    return Environment.taking(path)
  }

  /// The path of a `GFile`, or nil if it isn't on this machine's file system.
  @MainActor
  public static func path(ofFile file: Object) -> [UInt8]? {
    g_file_get_path(file.opaque).map(Environment.taking)
  }

  /// The URI of a `GFile`.
  @MainActor
  public static func uri(ofFile file: Object) -> String {
    String(decoding: Environment.taking(g_file_get_uri(file.opaque)), as: UTF8.self)
  }

  /// A `GFile` for a path; nothing is read.
  @MainActor
  public static func file(atPath path: [UInt8]) -> Object {
    Object(adopting: Environment.withCString(path) { g_file_new_for_path($0) })
  }
}
