import CGLib

/// An owned `GVariant`: a typed, immutable value as D-Bus, actions and settings use it.
///
/// GVariants are immutable and their reference count is atomic, so a `Variant` may go to any thread.
public final class Variant: Sendable {
  /// The GVariant, of which this object owns one full reference. Never take it from a temporary
  /// (`Variant.string("x").raw`): Swift gives that up before C sees the pointer.
  public nonisolated(unsafe) let raw: OpaquePointer  // immutable data, atomic reference count

  /// Takes over a reference that the caller owns (transfer full), or sinks a floating one.
  public init(adopting pointer: OpaquePointer) { raw = g_variant_take_ref(pointer) }

  /// Adds a reference to a variant that someone else owns (transfer none), as signal arguments are.
  public init(retaining pointer: OpaquePointer) { raw = g_variant_ref_sink(pointer) }

  /// As `init(retaining:)`, for the untyped pointer of a signal's argument; nil stays nil.
  public convenience init?(retaining pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return nil }
    self.init(retaining: OpaquePointer(pointer))
  }

  /// Reads GVariant's text format (`g_variant_parse`) as a value of `type`; nil if it isn't one.
  public convenience init?(parsing text: String, type: String) {
    guard g_variant_type_string_is_valid(type) != 0 else { return nil }
    let parsed = Variant.withType(type) { g_variant_parse($0, text, nil, nil, nil) }
    guard let parsed else { return nil }
    self.init(adopting: parsed)
  }

  deinit { g_variant_unref(raw) }

  /// The type string: `s`, `a{sv}`, `(xs)`, …
  public var type: String { String(cString: g_variant_get_type_string(raw)) }

  /// Whether the value's type is `type`, which may be indefinite (`a*`, `r`, `*`).
  public func isA(_ type: String) -> Bool {
    Variant.withType(type) { g_variant_is_of_type(raw, $0) != 0 }
  }

  /// Calls `body` with a type string as GLib's type, which is the same bytes.
  static func withType<R>(_ type: String, _ body: (OpaquePointer) -> R) -> R {
    precondition(g_variant_type_string_is_valid(type) != 0, "not a GVariant type: \(type)")
    return type.withCString { body(OpaquePointer($0)) }
  }
}

extension Variant: Equatable, CustomStringConvertible {
  public static func == (a: Variant, b: Variant) -> Bool { g_variant_equal(.init(a.raw), .init(b.raw)) != 0 }

  /// The value in GVariant's text format, with types where they are needed to read it back.
  public var description: String {
    let text = g_variant_print(raw, 1)!
    defer { g_free(text) }
    return String(cString: text)
  }
}

/// The path of an object on a bus: `/` or `/element/element`, elements of `[A-Za-z0-9_]`.
public struct ObjectPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  public let string: String

  /// Nil if `string` is no object path.
  public init?(_ string: String) {
    guard g_variant_is_object_path(string) != 0, !string.utf8.contains(0) else { return nil }
    self.string = string
  }

  /// A path written in the program text, which must be one.
  public init(stringLiteral: StaticString) {
    guard let path = ObjectPath("\(stringLiteral)") else {
      preconditionFailure("not an object path: \(stringLiteral)")
    }
    self = path
  }

  public var description: String { string }
}

// MARK: - Builders

extension Variant {
  /// `s`. A string ends at its first NUL character, which D-Bus can't carry.
  public static func string(_ value: String) -> Variant { Variant(adopting: g_variant_new_string(value)) }
  /// `b`
  public static func bool(_ value: Bool) -> Variant {
    Variant(adopting: g_variant_new_boolean(value ? 1 : 0))
  }
  /// `y`
  public static func byte(_ value: UInt8) -> Variant { Variant(adopting: g_variant_new_byte(value)) }
  /// `i`
  public static func int32(_ value: Int32) -> Variant { Variant(adopting: g_variant_new_int32(value)) }
  /// `u`
  public static func uint32(_ value: UInt32) -> Variant { Variant(adopting: g_variant_new_uint32(value)) }
  /// `x`
  public static func int64(_ value: Int64) -> Variant {
    Variant(adopting: g_variant_new_int64(gint64(value)))
  }
  /// `t`
  public static func uint64(_ value: UInt64) -> Variant {
    Variant(adopting: g_variant_new_uint64(guint64(value)))
  }
  /// `d`
  public static func double(_ value: Double) -> Variant { Variant(adopting: g_variant_new_double(value)) }
  /// `o`
  public static func objectPath(_ value: ObjectPath) -> Variant {
    Variant(adopting: g_variant_new_object_path(value.string))
  }

  /// `ay`, the bytes as they are.
  public static func bytes(_ value: [UInt8]) -> Variant {
    let variant = withType("y") { type in
      value.withUnsafeBytes { g_variant_new_fixed_array(type, $0.baseAddress, gsize($0.count), 1)! }
    }
    return Variant(adopting: variant)
  }

  /// `ay` with a NUL at the end, as D-Bus carries file names. Bytes after a NUL are dropped.
  public static func byteString(_ value: [UInt8]) -> Variant { bytes(value.prefix { $0 != 0 } + [0]) }

  /// `as`
  public static func strings(_ values: [String]) -> Variant { array(of: "s", values.map(Variant.string)) }
  /// `ao`
  public static func objectPaths(_ values: [ObjectPath]) -> Variant {
    array(of: "o", values.map(Variant.objectPath))
  }
  /// `aay`: file names.
  public static func byteStrings(_ values: [[UInt8]]) -> Variant {
    array(of: "ay", values.map(Variant.byteString))
  }

  /// An array whose elements all have the definite type `element`.
  public static func array(of element: String, _ values: [Variant]) -> Variant {
    precondition(values.allSatisfy { $0.type == element }, "an array's elements have one type")
    let variant = withType(element) { type in
      withChildren(values) { g_variant_new_array(type, $0, gsize(values.count))! }
    }
    return Variant(adopting: variant)
  }

  /// `a{sv}`, in the order of the keys.
  public static func dictionary(_ values: [String: Variant]) -> Variant {
    let entries = values.sorted { $0.key < $1.key }.map { key, value in
      let pair = [string(key), boxed(value)]
      return withExtendedLifetime(pair) {
        Variant(adopting: g_variant_new_dict_entry(pair[0].raw, pair[1].raw))
      }
    }
    return array(of: "{sv}", entries)
  }

  /// `(…)`; without values the empty tuple, which is what a method without arguments takes and returns.
  public static func tuple(_ values: [Variant] = []) -> Variant {
    Variant(adopting: withChildren(values) { g_variant_new_tuple($0, gsize(values.count)) })
  }

  /// `(…)` of the values.
  public static func tuple(_ values: Variant...) -> Variant { tuple(values) }

  /// `v`: the value with its type inside.
  public static func boxed(_ value: Variant) -> Variant {
    Variant(adopting: g_variant_new_variant(value.raw))
  }

  /// `m…`: a value of type `type`, or nothing. D-Bus can't carry it.
  public static func maybe(_ type: String, _ value: Variant?) -> Variant {
    precondition(value == nil || value?.type == type, "a maybe's value has its type")
    return Variant(adopting: withType(type) { g_variant_new_maybe($0, value?.raw) })
  }

  private static func withChildren<R>(
    _ values: [Variant], _ body: (UnsafePointer<OpaquePointer?>?) -> R
  ) -> R {
    withExtendedLifetime(values) {
      values.map { Optional($0.raw) }.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}

// MARK: - Readers: nil when the value has another type

extension Variant {
  /// Of `s`.
  public var string: String? { isA("s") ? text : nil }
  /// Of `o`.
  public var objectPath: ObjectPath? { isA("o") ? ObjectPath(text) : nil }
  /// Of `b`.
  public var bool: Bool? { isA("b") ? g_variant_get_boolean(raw) != 0 : nil }
  /// Of `y`.
  public var byte: UInt8? { isA("y") ? g_variant_get_byte(raw) : nil }
  /// Of `i`.
  public var int32: Int32? { isA("i") ? g_variant_get_int32(raw) : nil }
  /// Of `u`.
  public var uint32: UInt32? { isA("u") ? g_variant_get_uint32(raw) : nil }
  /// Of `x`.
  public var int64: Int64? { isA("x") ? Int64(g_variant_get_int64(raw)) : nil }
  /// Of `t`.
  public var uint64: UInt64? { isA("t") ? UInt64(g_variant_get_uint64(raw)) : nil }
  /// Of `d`.
  public var double: Double? { isA("d") ? g_variant_get_double(raw) : nil }

  /// Of `y`, `n`, `q`, `i`, `u`, `x`, and `t` up to the largest Int64: for peers that don't keep to one width.
  public var integer: Int64? {
    switch type {
    case "n": Int64(g_variant_get_int16(raw))
    case "q": Int64(g_variant_get_uint16(raw))
    case "t": Int64(exactly: g_variant_get_uint64(raw))
    default: byte.map { Int64($0) } ?? int32.map { Int64($0) } ?? uint32.map { Int64($0) } ?? int64
    }
  }

  /// Of `ay`, whole.
  public var bytes: [UInt8]? {
    guard isA("ay") else { return nil }
    var count: gsize = 0
    guard let data = g_variant_get_fixed_array(raw, &count, 1) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
  }

  /// Of `ay`, up to the first NUL.
  public var byteString: [UInt8]? { bytes.map { Array($0.prefix { $0 != 0 }) } }
  /// Of `as`.
  public var strings: [String]? { isA("as") ? children?.compactMap(\.string) : nil }
  /// Of `ao`.
  public var objectPaths: [ObjectPath]? { isA("ao") ? children?.compactMap(\.objectPath) : nil }
  /// Of `aay`.
  public var byteStrings: [[UInt8]]? { isA("aay") ? children?.compactMap(\.byteString) : nil }

  /// Of a container (array, tuple, dictionary entry, `v`, maybe).
  public var children: [Variant]? {
    guard g_variant_is_container(raw) != 0 else { return nil }
    return (0..<g_variant_n_children(raw)).map { Variant(adopting: g_variant_get_child_value(raw, $0)) }
  }

  /// The number of a container's children; 0 of other types.
  public var count: Int { g_variant_is_container(raw) != 0 ? Int(g_variant_n_children(raw)) : 0 }

  /// A container's child, or nil past the end and of other types.
  public subscript(index: Int) -> Variant? {
    guard index >= 0, index < count else { return nil }
    return Variant(adopting: g_variant_get_child_value(raw, gsize(index)))
  }

  /// Of `a{s*}`; values of type `v` are unboxed. The last of equal keys wins.
  public var dictionary: [String: Variant]? {
    guard isA("a{s*}"), let children else { return nil }
    var result: [String: Variant] = [:]
    for entry in children {
      guard let key = entry[0]?.string, let value = entry[1] else { continue }
      result[key] = value.unboxed ?? value
    }
    return result
  }

  /// Of `v`: the value inside.
  public var unboxed: Variant? { isA("v") ? self[0] : nil }

  /// Of a maybe: the value inside, nil if there is none.
  public var just: Variant? { isA("m*") ? self[0] : nil }

  private var text: String { String(cString: g_variant_get_string(raw, nil)) }
}
