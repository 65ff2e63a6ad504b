import CGLib

/// A named action that menus, keys, scripts and the bus can start: GIO's `GSimpleAction`.
///
/// Actions added to an application or a window are exported on the session bus, where any program of the
/// user can start them and ask to change their states.
@MainActor
public final class SimpleAction: Object {
  /// An action without state.
  /// - Parameters:
  ///   - parameter: the type string of what the action is started with, or nil if with nothing.
  ///   - run: gets the parameter, always of that type.
  public init(_ name: String, parameter: String? = nil, _ run: @escaping @MainActor (Variant?) -> Void) {
    super.init(adopting: Self.create(name, parameter, state: nil))
    connectRun(run)
  }

  /// An action with a state. Started with a parameter of the state's type, or without one if the state is
  /// a boolean, it asks for the new state; so does anyone who writes the state.
  /// - Parameters:
  ///   - change: gets the state asked for, of the state's type, and decides. It sets `state` through the
  ///     model's usual way, or not at all.
  public init(_ name: String, state: Variant, change: @escaping @MainActor (Variant) -> Void) {
    super.init(adopting: Self.create(name, state.isA("b") ? nil : state.type, state: state))
    connectChange(change)
  }

  /// An action that only shows a state. Starting it does nothing, and what others write to its state is
  /// ignored; without that anyone on the bus could change what it shows.
  public init(_ name: String, readOnly state: Variant) {
    super.init(adopting: Self.create(name, nil, state: state))
    connectChange { _ in }
    connectRun { _ in }
  }

  /// The name within its map, without the prefix that menus use (`app.`, `win.`).
  public var name: String { String(cString: g_action_get_name(opaque)) }

  /// The state that menus and the bus see; nil for an action without one. Setting it never calls `change`.
  /// Another type than that of the first state is refused.
  public var state: Variant? {
    get { g_action_get_state(opaque).map(Variant.init(adopting:)) }
    set {
      guard let newValue, let type = state?.type else { return }
      precondition(newValue.type == type, "a state keeps its type")
      g_simple_action_set_state(opaque, newValue.raw)
    }
  }

  /// A disabled action can't be started; menus and buttons show it so.
  public var isEnabled: Bool {
    get { g_action_get_enabled(opaque) != 0 }
    set { g_simple_action_set_enabled(opaque, newValue ? 1 : 0) }
  }

  /// Starts it, as a menu would. Nothing happens if it is disabled or the parameter has the wrong type.
  public func activate(_ parameter: Variant? = nil) {
    let wanted = g_action_get_parameter_type(opaque).map { String(cString: g_variant_type_peek_string($0)) }
    guard parameter?.type == wanted else { return }
    g_action_activate(opaque, parameter?.raw)
  }

  /// Asks for a state, as the bus would.
  public func requestState(_ value: Variant) {
    guard value.type == state?.type else { return }
    g_action_change_state(opaque, value.raw)
  }

  private static func create(_ name: String, _ parameter: String?, state: Variant?) -> UnsafeMutableRawPointer
  {
    func make(_ type: OpaquePointer?) -> OpaquePointer {
      if let state { return g_simple_action_new_stateful(name, type, state.raw) }
      return g_simple_action_new(name, type)
    }
    return UnsafeMutableRawPointer(parameter.map { Variant.withType($0) { make($0) } } ?? make(nil))
  }

  private func connectRun(_ run: @escaping @MainActor (Variant?) -> Void) {
    connect(Signal<(RawPointer?) -> Void>("activate")) { run(Variant(retaining: $0)) }
  }

  private func connectChange(_ change: @escaping @MainActor (Variant) -> Void) {
    connect(Signal<(RawPointer?) -> Void>("change-state")) { argument in
      if let value = Variant(retaining: argument) { change(value) }
    }
  }
}

/// A set of actions for `gtk_widget_insert_action_group`; windows and applications are maps themselves.
@MainActor
public final class ActionGroup: Object {
  public init() { super.init(adopting: g_simple_action_group_new()) }
}

extension Object {
  /// Adds an action to an application, a window or an `ActionGroup` (any `GActionMap`), which keeps it. An
  /// action of the same name is replaced.
  public func add(_ action: SimpleAction) {
    precondition(isA(g_action_map_get_type()), "not an action map")
    g_action_map_add_action(opaque, action.opaque)
  }

  /// Removes the action of that name, if there is one.
  public func removeAction(_ name: String) {
    precondition(isA(g_action_map_get_type()), "not an action map")
    g_action_map_remove_action(opaque, name)
  }

  /// Starts an action of an action group by its name. Unknown names do nothing.
  public func activateAction(_ name: String, _ parameter: Variant? = nil) {
    precondition(isA(g_action_group_get_type()), "not an action group")
    var type: OpaquePointer?
    guard g_action_group_query_action(opaque, name, nil, &type, nil, nil, nil) != 0 else { return }
    guard parameter?.type == type.map({ String(cString: g_variant_type_peek_string($0)) }) else { return }
    g_action_group_activate_action(opaque, name, parameter?.raw)
  }
}
