import CGLib

/// A connection to a message bus. The program goes on when the bus goes away: what is sent then is dropped.
@MainActor
public final class BusConnection: Object {
  /// The user's session bus, shared in the process; nil without one.
  public static func session() async -> BusConnection? {
    let raw: UncheckedPointer? = await withCheckedContinuation { continuation in
      let done: GAsyncReadyCallback = { _, result, data in
        let connection = g_bus_get_finish(result, nil)
        HandlerBox<CheckedContinuation<UncheckedPointer?, Never>>.take(data).resume(
          returning: connection.map(UncheckedPointer.init))
      }
      g_bus_get(G_BUS_TYPE_SESSION, nil, done, HandlerBox(continuation).handOver())
    }
    return raw.map { BusConnection(adopting: $0.pointer) }
  }

  /// A connection of its own to the bus at `address`; waits for the bus to answer.
  public static func open(address: String) throws(DBusError) -> BusConnection {
    var error: UnsafeMutablePointer<GError>?
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let raw = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
      throw DBusError(consuming: error)
    }
    return BusConnection(adopting: UnsafeMutableRawPointer(raw))
  }

  /// Takes over a connection that the caller owns.
  public override init(adopting pointer: UnsafeMutableRawPointer) {
    super.init(adopting: pointer)
    stayAlive()
  }

  /// Shares a connection that someone else owns, such as an application's.
  public override init(retaining pointer: UnsafeMutableRawPointer) {
    super.init(retaining: pointer)
    stayAlive()
  }

  /// GLib ends the process (SIGTERM) when the shared session connection closes, unless told not to.
  private func stayAlive() { g_dbus_connection_set_exit_on_close(opaque, 0) }

  /// Our unique name on the bus (`:1.42`), or empty on a connection without a bus.
  public var uniqueName: String {
    g_dbus_connection_get_unique_name(opaque).map { String(cString: $0) } ?? ""
  }

  /// Whether the connection has ended; true a moment after `close()`.
  public var isClosed: Bool { g_dbus_connection_is_closed(opaque) != 0 }

  /// Waits until everything sent so far is on its way: before the process ends.
  public func flush() { g_dbus_connection_flush_sync(opaque, nil, nil) }

  /// Ends the connection. Waits for what is on its way.
  public func close() { g_dbus_connection_close_sync(opaque, nil, nil) }
}

// MARK: - Calls

extension BusConnection {
  /// Calls a method and waits for its answer without blocking. Cancelling the task gives up the wait with
  /// an error whose `isCancellation` is true.
  /// - Parameters:
  ///   - arguments: a tuple.
  ///   - reply: the type of the answer, a tuple's; another answer is an error. `nil` takes any.
  ///   - timeoutMilliseconds: -1 is D-Bus's usual 25 s.
  /// - Returns: the answer, a tuple.
  public func call(
    _ destination: String, _ path: ObjectPath, _ interface: String, _ method: String,
    _ arguments: Variant = .tuple(), reply: String? = nil, timeoutMilliseconds: Int32 = -1
  ) async throws(DBusError) -> Variant {
    typealias Answer = CheckedContinuation<Result<Variant, DBusError>, Never>
    let cancellable = Object(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
    let done: GAsyncReadyCallback = { connection, result, data in
      var error: UnsafeMutablePointer<GError>?
      let answer = g_dbus_connection_call_finish(OpaquePointer(connection), result, &error)
      HandlerBox<Answer>.take(data).resume(
        returning: answer.map { .success(Variant(adopting: $0)) } ?? .failure(DBusError(consuming: error)))
    }
    let result: Result<Variant, DBusError> = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Answer) in
        let data = HandlerBox(continuation).handOver()
        func send(_ type: OpaquePointer?) {
          g_dbus_connection_call(
            opaque, destination, path.string, interface, method, arguments.raw, type,
            G_DBUS_CALL_FLAGS_NONE, timeoutMilliseconds, cancellable.pointer(), done, data)
        }
        if let reply { Variant.withType(reply) { send($0) } } else { send(nil) }
      }
    } onCancel: {
      g_cancellable_cancel(cancellable.pointer())
    }
    return try result.get()
  }

  /// Reads a property.
  public func property(
    _ destination: String, _ path: ObjectPath, _ interface: String, _ name: String
  ) async throws(DBusError) -> Variant {
    let answer = try await call(
      destination, path, "org.freedesktop.DBus.Properties", "Get",
      .tuple(.string(interface), .string(name)), reply: "(v)")
    guard let value = answer[0]?.unboxed else { throw .failed("no value") }
    return value
  }

  /// Writes a property.
  public func setProperty(
    _ destination: String, _ path: ObjectPath, _ interface: String, _ name: String, _ value: Variant
  ) async throws(DBusError) {
    _ = try await call(
      destination, path, "org.freedesktop.DBus.Properties", "Set",
      .tuple(.string(interface), .string(name), .boxed(value)))
  }
}

// MARK: - Signals

extension BusConnection {
  /// Sends a signal to everyone who listens. `arguments` is a tuple.
  public func emit(
    _ path: ObjectPath, _ interface: String, _ signal: String, _ arguments: Variant = .tuple()
  ) {
    g_dbus_connection_emit_signal(opaque, nil, path.string, interface, signal, arguments.raw, nil)
  }

  /// Sends `PropertiesChanged`: the new values, and the names of those to be asked for. Nothing is sent if
  /// both are empty.
  public func emitPropertiesChanged(
    _ path: ObjectPath, _ interface: String, _ changed: [String: Variant], invalidated: [String] = []
  ) {
    guard !changed.isEmpty || !invalidated.isEmpty else { return }
    emit(
      path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      .tuple(.string(interface), .dictionary(changed), .strings(invalidated)))
  }

  /// A signal as it arrived.
  public struct Received: Sendable {
    /// The sender's unique name.
    public let sender: String
    public let path: String
    public let interface: String
    public let member: String
    /// A tuple.
    public let arguments: Variant
  }

  /// Calls `handler` for each signal that matches all of what is given, until the token is dropped.
  /// - Parameters:
  ///   - sender: a unique or well-known name.
  ///   - first: what the first argument, a string, must be.
  public func subscribe(
    sender: String? = nil, path: ObjectPath? = nil, interface: String? = nil, member: String? = nil,
    first: String? = nil, _ handler: @escaping @MainActor (Received) -> Void
  ) -> BusToken {
    let plain: (Received) -> Void = { handler($0) }
    let call: GDBusSignalCallback = { _, sender, path, interface, member, arguments, data in
      func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
      HandlerBox<(Received) -> Void>.value(in: data)(
        Received(
          sender: text(sender), path: text(path), interface: text(interface), member: text(member),
          arguments: Variant(retaining: arguments!)))
    }
    let id = g_dbus_connection_signal_subscribe(
      opaque, sender, interface, member, path?.string, first, G_DBUS_SIGNAL_FLAGS_NONE, call,
      HandlerBox(plain).handOver(), destroyBox)
    return BusToken(self) { g_dbus_connection_signal_unsubscribe($0, id) }
  }
}

// MARK: - Names

extension BusConnection {
  /// Asks for a well-known name, and for it again when its owner gives it up.
  /// - Parameters:
  ///   - acquired: the name is ours now.
  ///   - lost: it isn't: someone else has it, or the connection ended.
  /// - Returns: a token; dropping it gives the name back.
  public func own(
    _ name: String, acquired: @escaping @MainActor () -> Void = {},
    lost: @escaping @MainActor () -> Void = {}
  ) -> BusToken {
    typealias Handlers = (acquired: () -> Void, lost: () -> Void)
    let handlers: Handlers = ({ acquired() }, { lost() })
    let id = g_bus_own_name_on_connection(
      opaque, name, G_BUS_NAME_OWNER_FLAGS_NONE,
      { _, _, data in HandlerBox<Handlers>.value(in: data).acquired() },
      { _, _, data in HandlerBox<Handlers>.value(in: data).lost() },
      HandlerBox(handlers).handOver(), destroyBox)
    return BusToken(self) { _ in g_bus_unown_name(id) }
  }
}

/// Something held on a bus (a name, an object, a subscription); it ends when this token is dropped or
/// `end()` is called.
@MainActor
public final class BusToken {
  private let connection: BusConnection
  private nonisolated(unsafe) var give: (@Sendable (OpaquePointer) -> Void)?  // main thread; deinit is last

  init(_ connection: BusConnection, _ give: @escaping @Sendable (OpaquePointer) -> Void) {
    self.connection = connection
    self.give = give
  }

  /// Ends it now; further calls do nothing.
  public func end() {
    give?(connection.opaque)
    give = nil
  }

  // GDBus's functions may be called on any thread.
  deinit { give?(connection.opaque) }
}

/// A pointer on its way from a C callback on the main thread to a task on it.
struct UncheckedPointer: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
  init(_ pointer: OpaquePointer) { self.pointer = UnsafeMutableRawPointer(pointer) }
}
