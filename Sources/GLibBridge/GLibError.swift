public import CGLib

/// A `GError` as a Swift value.
public struct GLibError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error domain's name: `g-io-error-quark`, `g-dbus-error-quark`, …
  public let domain: String
  /// The code within the domain.
  public let code: Int32
  /// GLib's sentence, in the user's language where GLib has it.
  public let message: String

  public init(domain: String, code: Int32, message: String) {
    self.domain = domain
    self.code = code
    self.message = message
  }

  /// Copies and frees an error that a C function returned. A nil one (a function that failed without a
  /// reason) becomes an error without words.
  public init(consuming error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self.init(domain: "", code: 0, message: "unknown error")
      return
    }
    self.init(
      domain: g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? "",
      code: error.pointee.code,
      message: error.pointee.message.map { String(cString: $0) } ?? "")
    g_error_free(error)
  }

  public var description: String { message }

  /// Whether the operation ended because its `GCancellable` was cancelled, which is no failure.
  public var isCancellation: Bool {
    domain == "g-io-error-quark" && code == Int32(G_IO_ERROR_CANCELLED.rawValue)
  }
}
