// D-Bus on the main actor.
//
//   BusConnection   a connection to a bus: calls, signals, names
//   BusObject       an interface of ours on it, answered by Swift handlers
//   Invocation      one method call to answer, exactly once

import CGLib

/// An error as D-Bus carries it: a name for programs and a sentence for people.
public struct DBusError: Error, Sendable, Equatable, CustomStringConvertible {
  /// `org.freedesktop.DBus.Error.…`, or an interface's own.
  public let name: String
  public let message: String

  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// Something is wrong with the arguments.
  public static func invalidArguments(_ message: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: message)
  }
  /// The object doesn't do that.
  public static func notSupported(_ message: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.NotSupported", message: message)
  }
  /// It was tried and failed.
  public static func failed(_ message: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.Failed", message: message)
  }

  public var description: String { "\(name): \(message)" }

  /// Whether the caller's task was cancelled, which is no failure.
  public var isCancellation: Bool { name == Self.cancelled }

  /// Nobody owns the name that was called, and nothing can be started for it.
  public var isUnknownService: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown" || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }

  static let cancelled = "io.github.nagara_player.Cancelled"

  /// Takes over a `GError` of a D-Bus function.
  init(consuming error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self = .failed("unknown error")
      return
    }
    let name = g_dbus_error_get_remote_error(error) ?? g_dbus_error_encode_gerror(error)
    g_dbus_error_strip_remote_error(error)
    let given = name.map { String(cString: $0) } ?? ""
    g_free(name)
    let local = GLibError(consuming: error)
    if local.isCancellation {
      self.init(name: Self.cancelled, message: local.message)
    } else if given.hasPrefix("org.gtk.GDBus.UnmappedGError") {
      // An error of this side (the answer's type, a closed connection), encoded as nobody reads it.
      self = .failed(local.message)
    } else {
      self.init(name: given, message: local.message)
    }
  }

  /// The error as GLib's D-Bus functions take it (transfer full).
  var asGError: UnsafeMutablePointer<GError> { g_dbus_error_new_for_dbus_error(name, message) }
}
