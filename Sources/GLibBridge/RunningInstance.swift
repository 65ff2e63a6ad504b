import CGLib

/// The program's own instance that runs already, if one does.
public enum RunningInstance {
  /// Hands a command line to it, and waits until it has been carried out there.
  ///
  /// - Parameters:
  ///   - id: the application's, which is its name on the session bus.
  ///   - arguments: with the program's name.
  /// - Returns: the exit status; `nil` when none runs.
  @MainActor
  public static func run(id: String, arguments: [[UInt8]]) -> Int32? {
    guard isThere(id) else { return nil }
    // A launcher never becomes the instance itself.
    let flags = GApplicationFlags(
      G_APPLICATION_IS_LAUNCHER.rawValue | G_APPLICATION_HANDLES_COMMAND_LINE.rawValue)
    let application = Object(adopting: UnsafeMutableRawPointer(g_application_new(id, flags)!))
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { argument in
      (argument + [0]).withUnsafeBufferPointer {
        $0.withMemoryRebound(to: CChar.self) { g_strdup($0.baseAddress) }
      }
    }
    defer { for argument in argv { g_free(argument) } }
    return argv.withUnsafeMutableBufferPointer {
      g_application_run(application.pointer(), Int32(arguments.count), $0.baseAddress)
    }
  }

  /// Asked first: a launcher would start the program.
  @MainActor
  private static func isThere(_ name: String) -> Bool {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    var argument: OpaquePointer? = g_variant_new_string(name)
    let reply = g_dbus_connection_call_sync(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
      g_variant_new_tuple(&argument, 1), nil, G_DBUS_CALL_FLAGS_NONE, 5000, nil, nil)
    guard let reply else { return false }
    defer { g_variant_unref(reply) }
    guard let value = g_variant_get_child_value(reply, 0) else { return false }
    defer { g_variant_unref(value) }
    return g_variant_get_boolean(value) != 0
  }
}
