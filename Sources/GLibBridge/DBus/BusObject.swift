import CGLib

/// What answers an interface of ours. All are called on the main actor, with arguments and values that have
/// the types the interface's description gives them; GDBus refuses others before.
public struct BusHandlers {
  /// Gets the method's name and its arguments, a tuple, and answers, now or later.
  public var method: @MainActor (String, Variant, Invocation) -> Void
  /// Gives a property's value; nil answers with an error.
  public var property: @MainActor (String) -> Variant?
  /// Sets a writable property. Tell everyone with `emitPropertiesChanged` if it has changed.
  public var setProperty: @MainActor (String, Variant) throws(DBusError) -> Void

  public init(
    method: @escaping @MainActor (String, Variant, Invocation) -> Void = { name, _, invocation in
      invocation.fail(.notSupported("\(name) isn't supported"))
    },
    property: @escaping @MainActor (String) -> Variant? = { _ in nil },
    setProperty: @escaping @MainActor (String, Variant) throws(DBusError) -> Void = {
      (name: String, _: Variant) throws(DBusError) -> Void in
      throw DBusError.notSupported("\(name) can't be set")
    }
  ) {
    self.method = method
    self.property = property
    self.setProperty = setProperty
  }
}

extension BusConnection {
  /// Puts an object with an interface on the bus; one path may have several interfaces.
  /// - Parameters:
  ///   - xml: D-Bus introspection data with the interface in it.
  /// - Returns: a token; dropping it takes the interface away.
  /// - Throws: if the description can't be read, or path and interface are taken on this connection.
  public func export(
    _ path: ObjectPath, interface name: String, of xml: String, _ handlers: BusHandlers
  ) throws(DBusError) -> BusToken {
    var error: UnsafeMutablePointer<GError>?
    guard let node = g_dbus_node_info_new_for_xml(xml, &error) else { throw DBusError(consuming: error) }
    defer { g_dbus_node_info_unref(node) }
    guard let info = g_dbus_node_info_lookup_interface(node, name) else {
      throw .invalidArguments("the description has no interface \(name)")
    }
    var table = GDBusInterfaceVTable()
    table.method_call = methodCalled
    table.get_property = propertyRead
    table.set_property = propertyWritten
    let plain = Plain(
      method: { handlers.method($0, $1, Invocation($2)) },
      property: { handlers.property($0) },
      setProperty: { name, value in
        do throws(DBusError) { try handlers.setProperty(name, value) } catch { return error }
        return nil
      })
    let id = g_dbus_connection_register_object(
      opaque, path.string, info, &table, HandlerBox(plain).handOver(), destroyBox, &error)
    guard id != 0 else { throw DBusError(consuming: error) }
    return BusToken(self) { g_dbus_connection_unregister_object($0, id) }
  }
}

/// The handlers as C calls them, on the main thread.
private struct Plain {
  let method: (String, Variant, OpaquePointer) -> Void
  let property: (String) -> Variant?
  let setProperty: (String, Variant) -> DBusError?
}

private let methodCalled: GDBusInterfaceMethodCallFunc = { _, _, _, _, name, arguments, invocation, data in
  HandlerBox<Plain>.value(in: data).method(
    String(cString: name!), Variant(retaining: arguments!), invocation!)
}

private let propertyRead: GDBusInterfaceGetPropertyFunc = { _, _, _, _, name, error, data in
  guard let value = HandlerBox<Plain>.value(in: data).property(String(cString: name!)) else {
    error?.pointee = DBusError.failed("This property has no value now").asGError
    return nil
  }
  return g_variant_ref(value.raw)
}

private let propertyWritten: GDBusInterfaceSetPropertyFunc = { _, _, _, _, name, value, error, data in
  guard
    let refusal = HandlerBox<Plain>.value(in: data).setProperty(
      String(cString: name!), Variant(retaining: value!))
  else { return 1 }
  error?.pointee = refusal.asGError
  return 0
}

/// A method call to answer, exactly once. The caller of one that is dropped unanswered gets an error.
@MainActor
public final class Invocation {
  private nonisolated(unsafe) var raw: OpaquePointer?  // main thread; deinit is last

  /// Takes over the call.
  init(_ raw: OpaquePointer) { self.raw = raw }

  /// The caller's unique name.
  public var sender: String {
    raw.flatMap { g_dbus_method_invocation_get_sender($0) }.map { String(cString: $0) } ?? ""
  }

  /// Answers with a tuple of the method's results.
  public func reply(_ value: Variant = .tuple()) {
    guard let call = take() else { return }
    g_dbus_method_invocation_return_value(call, value.raw)
  }

  /// Answers with an error.
  public func fail(_ error: DBusError) {
    guard let call = take() else { return }
    g_dbus_method_invocation_return_dbus_error(call, error.name, error.message)
  }

  private func take() -> OpaquePointer? {
    assert(raw != nil, "a call is answered once")
    defer { raw = nil }
    return raw
  }

  deinit {
    guard let raw else { return }
    g_dbus_method_invocation_return_dbus_error(
      raw, "org.freedesktop.DBus.Error.Failed", "The program gave no answer")
  }
}
