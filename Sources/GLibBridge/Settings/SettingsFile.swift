import CGLib
import Glibc

/// Settings in a key file, in GVariant's text format, as GSettings's own key-file backend writes them. What
/// it doesn't know it keeps.
@MainActor
final class SettingsFile {
  private let path: [UInt8]
  private let group: String
  private nonisolated(unsafe) let contents: OpaquePointer  // a GKeyFile, owned here alone
  private var pending: SourceToken?

  /// Changes in quick succession, such as a dragged volume, are written once.
  static let delayMilliseconds: UInt32 = 500

  /// Reads the file, if there is one. One that can't be read counts as empty and is set aside.
  init(_ path: [UInt8], group: String) {
    self.path = path
    self.group = group
    contents = g_key_file_new()
    var error: UnsafeMutablePointer<GError>?
    let read = Environment.withCString(path) {
      g_key_file_load_from_file(contents, $0, G_KEY_FILE_KEEP_COMMENTS, &error)
    }
    guard read == 0 else { return }
    let problem = GLibError(consuming: error)
    if problem.domain != "g-file-error-quark" || problem.code != Int32(G_FILE_ERROR_NOENT.rawValue) {
      Log.warning("\(Environment.display(path)): \(problem.message)")
      keepBroken()
    }
  }

  deinit { g_key_file_unref(contents) }

  /// A value that is there and of this type.
  subscript(name: String, type: String) -> Variant? {
    get {
      guard let text = g_key_file_get_value(contents, group, name, nil) else { return nil }
      defer { g_free(text) }
      return Variant(parsing: String(cString: text), type: type)
    }
    set {
      if let newValue {
        g_key_file_set_value(contents, group, name, newValue.description)
      } else {
        g_key_file_remove_key(contents, group, name, nil)
      }
      if pending == nil {
        pending = MainLoop.after(milliseconds: Self.delayMilliseconds) { [weak self] in self?.save() }
      }
    }
  }

  /// Writes what has changed: a new file in the old one's place, so that a crash leaves one or the other.
  func save() {
    guard let pending else { return }
    pending.cancel()
    self.pending = nil
    do {
      try Environment.makeFolder(Environment.parent(path))
      var length: gsize = 0
      guard let text = g_key_file_to_data(contents, &length, nil) else { return }
      defer { g_free(text) }
      try Environment.write([UInt8](UnsafeRawBufferPointer(start: text, count: Int(length))), to: path)
    } catch {
      Log.error("The settings can't be saved: \(error)")
    }
  }

  /// What can't be read may still be worth something to its owner.
  private func keepBroken() {
    Environment.withCString(path) { old in
      Environment.withCString(path + Array(".broken".utf8)) { _ = rename(old, $0) }
    }
  }
}
