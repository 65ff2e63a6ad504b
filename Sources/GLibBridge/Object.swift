public import CGLib
import Synchronization

/// One strong reference to a GObject; the only type that calls `g_object_ref` and `g_object_unref`.
///
/// Wrappers of C classes derive from it. The initialisers are named by what the C function transfers:
/// a *full* transfer is adopted (a floating reference is sunk), a *none* transfer is retained.
@MainActor
open class Object {
  /// The GObject. Unsafe only in that C's types can't say they stay on the main thread; this class does.
  // `private(set) var`, not `let`: Swift 6.0 takes a `let` read from a nonisolated function for a crossing.
  public nonisolated(unsafe) private(set) var raw: UnsafeMutableRawPointer

  /// Takes over a reference that the caller owns (transfer full), or sinks a floating one.
  public init(adopting pointer: UnsafeMutableRawPointer) {
    raw = g_object_is_floating(pointer) != 0 ? g_object_ref_sink(pointer) : pointer
    LiveCounter.objectCount.add(1, ordering: .relaxed)
  }

  /// Adds a reference to an object that someone else owns (transfer none).
  public init(retaining pointer: UnsafeMutableRawPointer) {
    raw = g_object_ref(pointer)
    LiveCounter.objectCount.add(1, ordering: .relaxed)
  }

  /// As `init(adopting:)`, for C types that Swift imports as opaque.
  public convenience init(adopting pointer: OpaquePointer) {
    self.init(adopting: UnsafeMutableRawPointer(pointer))
  }

  /// As `init(retaining:)`, for C types that Swift imports as opaque.
  public convenience init(retaining pointer: OpaquePointer) {
    self.init(retaining: UnsafeMutableRawPointer(pointer))
  }

  /// A new reference, for a C function that takes one over (transfer full).
  public var newReference: OpaquePointer { OpaquePointer(g_object_ref(raw)!) }

  deinit {
    LiveCounter.objectCount.subtract(1, ordering: .relaxed)
    if MainLoop.isMainThread {
      g_object_unref(raw)
    } else {
      // The last Swift reference was dropped by a background task: GTK objects end on their thread.
      g_idle_add_full(
        G_PRIORITY_DEFAULT,
        { object in
          g_object_unref(object!)
          return 0
        }, raw, nil)
    }
  }

  /// The pointer as a C struct type. The caller names a class the object is an instance of.
  public nonisolated func pointer<T>(as type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: type)
  }

  /// The pointer for C functions whose type Swift imports as opaque.
  public nonisolated var opaque: OpaquePointer { OpaquePointer(raw) }

  /// Whether the object is an instance of `type` or of a type derived from it.
  public func isA(_ type: GType) -> Bool { nagara_is_a(raw, type) != 0 }

  /// Sets a boolean property by its GObject name.
  public func set(_ property: String, _ value: Bool) {
    withValue(of: GType(5 << 2)) {
      g_value_set_boolean($0, value ? 1 : 0)
      g_object_set_property(pointer(), property, $0)
    }
  }

  /// Sets an int property by its GObject name.
  public func set(_ property: String, _ value: Int32) {
    withValue(of: GType(6 << 2)) {
      g_value_set_int($0, value)
      g_object_set_property(pointer(), property, $0)
    }
  }

  /// Sets a string property by its GObject name.
  public func set(_ property: String, _ value: String?) {
    withValue(of: GType(16 << 2)) {
      g_value_set_string($0, value)
      g_object_set_property(pointer(), property, $0)
    }
  }

  /// Sets an object property by its GObject name.
  public func set(_ property: String, _ value: Object?) {
    withValue(of: value.map { nagara_type_of($0.raw) } ?? GType(20 << 2)) {
      g_value_set_object($0, value?.raw)
      g_object_set_property(pointer(), property, $0)
    }
  }

  /// A boolean property by its GObject name.
  public func bool(_ property: String) -> Bool {
    withValue(of: GType(5 << 2)) {
      g_object_get_property(pointer(), property, $0)
      return g_value_get_boolean($0) != 0
    }
  }

  /// An int property by its GObject name.
  public func int(_ property: String) -> Int32 {
    withValue(of: GType(6 << 2)) {
      g_object_get_property(pointer(), property, $0)
      return g_value_get_int($0)
    }
  }

  /// A string property by its GObject name.
  public func string(_ property: String) -> String? {
    withValue(of: GType(16 << 2)) {
      g_object_get_property(pointer(), property, $0)
      return g_value_get_string($0).map { String(cString: $0) }
    }
  }

  /// Calls `body` with an initialised GValue of a fundamental type (`G_TYPE_MAKE_FUNDAMENTAL(n)`, which
  /// is `n << 2`: boolean 5, int 6, string 16, object 20) and clears it.
  private func withValue<R>(of type: GType, _ body: (UnsafeMutablePointer<GValue>) -> R) -> R {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    return body(&value)
  }
}

/// A reference that does not keep its GObject alive and is nil once it is disposed.
@MainActor
public final class WeakObject {
  private nonisolated(unsafe) let slot: UnsafeMutablePointer<GWeakRef>  // owned here alone

  public init(_ object: Object) {
    slot = .allocate(capacity: 1)
    slot.initialize(to: GWeakRef())
    g_weak_ref_init(slot, object.raw)
  }

  deinit {
    g_weak_ref_clear(slot)
    slot.deallocate()
  }

  /// The object, with a reference of its own, or nil.
  public var object: Object? { g_weak_ref_get(slot).map { Object(adopting: UnsafeMutableRawPointer($0)) } }

  /// Whether the object is still there.
  public var isAlive: Bool { object != nil }
}
