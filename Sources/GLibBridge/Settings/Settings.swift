// The user's settings: in GSettings where the schema is installed, else in a key file. One key may be in the
// one and another in the other, when the installed schema is older than the program.

import CGLib

/// A setting: its name in the schema, and what it is until the user changes it.
public struct SettingKey<Value: SettingValue>: Sendable {
  public let name: String
  /// Used where the schema doesn't have the key, and where a value can't be read.
  public let initial: Value

  /// - Parameter name: lower case letters, digits and dashes, as GSettings wants them.
  public init(_ name: String, initial: Value) {
    self.name = name
    self.initial = initial
  }
}

/// A type that a setting may have.
public protocol SettingValue: Sendable, Equatable {
  /// The GVariant type in the schema. An `enum` key's is `s`.
  static var variantType: String { get }
  init?(_ variant: Variant)
  var variant: Variant { get }
}

/// Typed settings, read at once and written soon.
@MainActor
public final class Settings {
  private let installed: Object?
  private let names: Set<String>
  private let schema: OwnedSchema?
  private let file: SettingsFile
  private var observers: [UInt64: (name: String, call: @MainActor () -> Void)] = [:]
  private var nextObserver: UInt64 = 1

  /// - Parameters:
  ///   - id: the schema's, which must have a path of its own.
  ///   - schemaFolder: where to look for a compiled schema besides where GLib looks: in a checkout.
  ///   - path: the key file that serves without the schema.
  public init(schema id: String, schemaFolder: [UInt8]? = nil, keyFile path: [UInt8]) {
    schema = OwnedSchema(id, in: schemaFolder)
    // g_settings_new would end the program without the schema.
    installed = schema.map {
      Object(adopting: UnsafeMutableRawPointer(g_settings_new_full($0.raw, nil, nil)))
    }
    names = schema?.keys ?? []
    file = SettingsFile(path, group: id)
    installed?.connect(Signal<(String) -> Void>("changed")) { [weak self] in self?.changed($0) }
  }

  /// Whether GSettings has the settings.
  public var usesSchema: Bool { installed != nil }

  /// A setting's value. A value that the schema doesn't allow (range, choices) isn't set.
  public subscript<Value: SettingValue>(_ key: SettingKey<Value>) -> Value {
    get {
      let stored = has(key) ? installedValue(key.name) : file[key.name, Value.variantType]
      return stored.flatMap(Value.init) ?? key.initial
    }
    set {
      guard newValue != self[key] else { return }
      if let installed, has(key) {
        let value = newValue.variant
        guard schema?.allows(value, for: key.name) == true else { return }
        g_settings_set_value(installed.pointer(), key.name, value.raw)
      } else {
        file[key.name, Value.variantType] = newValue.variant
        changed(key.name)
      }
    }
  }

  /// Puts a setting back to what it was at first.
  public func reset<Value>(_ key: SettingKey<Value>) {
    if let installed, has(key) {
      g_settings_reset(installed.pointer(), key.name)
    } else if file[key.name, Value.variantType] != nil {
      file[key.name, Value.variantType] = nil
      changed(key.name)
    }
  }

  /// Calls `handler` with the new value after each change, whoever makes it, until the token is dropped.
  public func observe<Value: SettingValue>(
    _ key: SettingKey<Value>, _ handler: @escaping @MainActor (Value) -> Void
  ) -> SettingObservation {
    let id = nextObserver
    nextObserver += 1
    observers[id] = (
      key.name,
      { [weak self] in if let self { handler(self[key]) } }
    )
    // GSettings tells only of keys that were read after someone had connected.
    _ = self[key]
    return SettingObservation { [weak self] in self?.observers[id] = nil }
  }

  /// Writes what is still to be written: before the process ends.
  public func flush() {
    file.save()
    if installed != nil { g_settings_sync() }
  }

  private func has<Value: SettingValue>(_ key: SettingKey<Value>) -> Bool {
    names.contains(key.name) && schema?.type(of: key.name) == Value.variantType
  }

  private func installedValue(_ name: String) -> Variant? {
    installed.map { Variant(adopting: g_settings_get_value($0.pointer(), name)) }
  }

  private func changed(_ name: String) {
    // In the order in which they came; one may end another.
    for id in observers.keys.sorted() {
      if let observer = observers[id], observer.name == name { observer.call() }
    }
  }
}

/// Someone who is told of a setting's changes; dropping this, or `end()`, ends it.
@MainActor
public final class SettingObservation {
  private var remove: (@MainActor @Sendable () -> Void)?

  init(_ remove: @escaping @MainActor @Sendable () -> Void) { self.remove = remove }

  public func end() {
    remove?()
    remove = nil
  }

  deinit {
    guard let remove else { return }
    Task { @MainActor in remove() }
  }
}

/// A schema that is installed.
@MainActor
private final class OwnedSchema {
  nonisolated(unsafe) let raw: OpaquePointer  // immutable, atomic reference count

  init?(_ id: String, in folder: [UInt8]?) {
    var source = g_settings_schema_source_get_default().map { g_settings_schema_source_ref($0)! }
    if let folder {
      // The folder's own schema first; its parent is where GLib looks. Nil without a compiled one there.
      let own = Environment.withCString(folder) {
        g_settings_schema_source_new_from_directory($0, source, 0, nil)
      }
      if let own {
        if let source { g_settings_schema_source_unref(source) }
        source = own
      }
    }
    guard let source else { return nil }
    defer { g_settings_schema_source_unref(source) }
    guard let found = g_settings_schema_source_lookup(source, id, 1) else { return nil }
    guard g_settings_schema_get_path(found) != nil else {
      g_settings_schema_unref(found)
      return nil
    }
    raw = found
  }

  deinit { g_settings_schema_unref(raw) }

  var keys: Set<String> {
    guard let list = g_settings_schema_list_keys(raw) else { return [] }
    defer { g_strfreev(list) }
    var names: Set<String> = []
    var next = list
    while let name = next.pointee {
      names.insert(String(cString: name))
      next += 1
    }
    return names
  }

  func type(of name: String) -> String {
    withKey(name) { String(cString: g_variant_type_peek_string(g_settings_schema_key_get_value_type($0))) }
  }

  func allows(_ value: Variant, for name: String) -> Bool {
    withKey(name) { g_settings_schema_key_range_check($0, value.raw) != 0 }
  }

  /// `name` is one of `keys`; another would end the program.
  private func withKey<R>(_ name: String, _ body: (OpaquePointer) -> R) -> R {
    let key = g_settings_schema_get_key(raw, name)!
    defer { g_settings_schema_key_unref(key) }
    return body(key)
  }
}
