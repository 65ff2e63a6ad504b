public import CGLib
import Synchronization

/// Registers GObject types from Swift. Each instance carries a slot for a Swift peer, held weakly: the
/// peer owns the GObject, never the other way round.
@MainActor
public enum ObjectClass {
  private static var types: [String: GType] = [:]

  /// The type named `name` below `parent`, registered at its first use with the class initialiser that
  /// sets struct members (`measure`, `get_n_items`, …). Interfaces are added right after.
  /// - Parameter name: unique in the process, `[A-Za-z_][A-Za-z0-9_+-]*`, at least three characters.
  public static func register(
    _ name: String, parent: GType, classInit: @escaping GClassInitFunc,
    interfaces: [(GType, GInterfaceInitFunc)] = []
  ) -> GType {
    if let known = types[name] { return known }
    var query = GTypeQuery()
    g_type_query(parent, &query)
    let type = g_type_register_static_simple(
      parent, name, query.class_size, classInit,
      query.instance_size + guint(MemoryLayout<UnsafeMutableRawPointer>.size), nil, GTypeFlags(0))
    for (interface, initialise) in interfaces {
      var info = GInterfaceInfo(interface_init: initialise, interface_finalize: nil, interface_data: nil)
      g_type_add_interface_static(type, interface, &info)
    }
    Peer.slots[type] = Int(query.instance_size)
    types[name] = type
    return type
  }
}

/// The weak way back from a GObject instance to its Swift peer.
@MainActor
public enum Peer {
  static var slots: [GType: Int] = [:]

  final class Link {
    weak var peer: AnyObject?
    init(_ peer: AnyObject) {
      self.peer = peer
      LiveCounter.peerCount.add(1, ordering: .relaxed)
    }
    deinit { LiveCounter.peerCount.subtract(1, ordering: .relaxed) }
  }

  /// Binds an instance of a registered type to its peer. Call once, after `g_object_new`.
  public static func bind(_ instance: UnsafeMutableRawPointer, to peer: AnyObject) {
    guard let offset = slots[nagara_type_of(instance)] else {
      preconditionFailure("not a type registered from Swift")
    }
    let slot = (instance + offset).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    let link = Unmanaged.passRetained(Link(peer)).toOpaque()
    slot.pointee = link
    // Freed with the instance, after the last virtual function that could ask for it.
    g_object_set_data_full(instance.assumingMemoryBound(to: GObject.self), "nagara-peer", link, destroyBox)
  }

  /// The peer of an instance, or nil before binding, after the peer's end, or while it is disposed.
  public static func of<T: AnyObject>(_ instance: UnsafeMutableRawPointer, as type: T.Type = T.self) -> T? {
    guard let offset = slots[nagara_type_of(instance)] else { return nil }
    let slot = (instance + offset).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    guard let link = slot.pointee else { return nil }
    return Unmanaged<Link>.fromOpaque(link).takeUnretainedValue().peer as? T
  }

  /// Stores a number in the slot of an instance that has no peer.
  static func setPayload(_ value: UInt64, of instance: UnsafeMutableRawPointer) {
    guard let offset = slots[nagara_type_of(instance)] else { return }
    (instance + offset).assumingMemoryBound(to: UInt64.self).pointee = value
  }

  /// The number stored by `setPayload`.
  static func payload(of instance: UnsafeMutableRawPointer) -> UInt64 {
    guard let offset = slots[nagara_type_of(instance)] else { return 0 }
    return (instance + offset).assumingMemoryBound(to: UInt64.self).pointee
  }
}
