public import CGTK4
public import GLibBridge

/// When a controller sees events: on the way down to the target, or up from it.
public enum Phase: Sendable { case capture, bubble, target }

/// What handles input for a widget. The widget keeps it.
@MainActor
open class EventController: Object {
  init(new: OpaquePointer?) { super.init(adopting: UnsafeMutableRawPointer(new!)) }

  public var phase: Phase = .bubble {
    didSet {
      let gtk: GtkPropagationPhase =
        switch phase {
        case .capture: GTK_PHASE_CAPTURE
        case .bubble: GTK_PHASE_BUBBLE
        case .target: GTK_PHASE_TARGET
        }
      gtk_event_controller_set_propagation_phase(opaque, gtk)
    }
  }

  /// The time of the current event in milliseconds, 0 when there is none.
  public var eventTimeMilliseconds: UInt32 { gtk_event_controller_get_current_event_time(opaque) }

  /// The current event's kind of device.
  public var deviceKind: DeviceKind {
    guard let device = gtk_event_controller_get_current_event_device(opaque) else { return .mouse }
    switch gdk_device_get_source(device) {
    case GDK_SOURCE_TOUCHSCREEN: return .touch
    case GDK_SOURCE_PEN: return .pen
    case GDK_SOURCE_TOUCHPAD: return .touchpad
    default: return .mouse
    }
  }

  /// Where the current event happened, in the coordinates of a widget of the same window; nil for events
  /// without a place. Scroll events have none of their own: the pointer's is taken.
  public func position(in widget: Widget) -> (x: Double, y: Double)? {
    var x = 0.0
    var y = 0.0
    guard let event = gtk_event_controller_get_current_event(opaque),
      let native = gtk_widget_get_native(widget.widget)
    else { return nil }
    if gdk_event_get_position(event, &x, &y) == 0 {
      // The seat's own pointer: under Wayland scroll events come from a device that has no place.
      guard let surface = gdk_event_get_surface(event), let seat = gdk_event_get_seat(event),
        let device = gdk_seat_get_pointer(seat),
        gdk_surface_get_device_position(surface, device, &x, &y, nil) != 0
      else { return nil }
    }
    // Events are in the surface's coordinates, shadows included.
    var left = 0.0
    var top = 0.0
    gtk_native_get_surface_transform(native, &left, &top)
    let window = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    var placed = (x: 0.0, y: 0.0)
    guard
      gtk_widget_translate_coordinates(window, widget.widget, x - left, y - top, &placed.x, &placed.y) != 0
    else { return nil }
    return placed
  }

  /// Modifier keys held in the current event.
  public var modifiers: Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(opaque).rawValue)
  }
}

/// What produced an event.
public enum DeviceKind: Sendable { case mouse, touch, pen, touchpad }

/// Modifier keys.
public struct Modifiers: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
  public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
  public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
}

/// A gesture that can take a sequence of events for itself.
@MainActor
open class Gesture: EventController {
  public static let cancelled = Signal<(RawPointer?) -> Void>("cancel")

  /// Takes the sequence: no other gesture gets it any more. It can't be given back.
  public func claim() { gtk_gesture_set_state(opaque, GTK_EVENT_SEQUENCE_CLAIMED) }
  /// Lets the sequence go to others.
  public func deny() { gtk_gesture_set_state(opaque, GTK_EVENT_SEQUENCE_DENIED) }
  /// The mouse button listened to: 1 primary, 2 middle, 3 secondary, 8 back, 0 any.
  public var button: Int {
    get { Int(gtk_gesture_single_get_button(opaque)) }
    set { gtk_gesture_single_set_button(opaque, guint(newValue)) }
  }
  /// The button of the current event.
  public var currentButton: Int { Int(gtk_gesture_single_get_current_button(opaque)) }
  public var touchOnly: Bool {
    get { gtk_gesture_single_get_touch_only(opaque) != 0 }
    set { gtk_gesture_single_set_touch_only(opaque, newValue ? 1 : 0) }
  }
}

/// Press, move, release. GTK's own drag threshold plays no part: every move is reported.
@MainActor
public final class GestureDrag: Gesture {
  /// The press, in the widget's coordinates.
  public static let began = Signal<(Double, Double) -> Void>("drag-begin")
  /// The offset from the press.
  public static let moved = Signal<(Double, Double) -> Void>("drag-update")
  public static let ended = Signal<(Double, Double) -> Void>("drag-end")

  public init() { super.init(new: gtk_gesture_drag_new()) }
}

/// Presses and releases.
@MainActor
public final class GestureClick: Gesture {
  public static let pressed = Signal<(Int32, Double, Double) -> Void>("pressed")
  public static let released = Signal<(Int32, Double, Double) -> Void>("released")

  public init() { super.init(new: gtk_gesture_click_new()) }
}

/// A press that is held.
@MainActor
public final class GestureLongPress: Gesture {
  public static let pressed = Signal<(Double, Double) -> Void>("pressed")

  public init() { super.init(new: gtk_gesture_long_press_new()) }
}

/// Two fingers apart and together.
@MainActor
public final class GestureZoom: Gesture {
  /// The distance over that at the start.
  public static let scaleChanged = Signal<(Double) -> Void>("scale-changed")

  public init() { super.init(new: gtk_gesture_zoom_new()) }

  /// The middle between the fingers in the widget's coordinates.
  public var centre: (x: Double, y: Double)? {
    var x = 0.0
    var y = 0.0
    return gtk_gesture_get_bounding_box_center(opaque, &x, &y) != 0 ? (x, y) : nil
  }
}

extension Signal where Handler == (Double) -> Void {
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, Double, RawPointer) -> Void = { _, value, data in
      HandlerBox<(Double) -> Void>.value(in: data)(value)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

/// Wheel and touchpad scrolling.
@MainActor
public final class ScrollController: EventController {
  public static let began = Signal<() -> Void>("scroll-begin")
  /// Deltas in the unit of the event; true stops it here.
  public static let scrolled = Signal<(Double, Double) -> Bool>("scroll")
  public static let ended = Signal<() -> Void>("scroll-end")
  public static let decelerated = Signal<(Double, Double) -> Void>("decelerate")

  public init(vertical: Bool = true, horizontal: Bool = false, kinetic: Bool = false) {
    var flags: UInt32 = 0
    if vertical { flags |= GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue }
    if horizontal { flags |= GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL.rawValue }
    if kinetic { flags |= GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue }
    super.init(new: gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(flags)))
  }

  /// Whether the current event comes from a surface (touchpad), not from a wheel: its unit is SURFACE.
  public var isSurface: Bool { gtk_event_controller_scroll_get_unit(opaque) == GDK_SCROLL_UNIT_SURFACE }
  /// Whether fingers on a surface scroll: its unit says so (Wayland), or its source (X11).
  public var isTouchpad: Bool { isSurface || deviceKind == .touchpad }
}

/// Keys.
@MainActor
public final class KeyController: EventController {
  /// Key value and modifiers; true stops the event here.
  public static let pressed = Signal<(UInt32, Modifiers) -> Bool>("key-pressed")
  public static let released = Signal<(UInt32, Modifiers) -> Void>("key-released")

  public init() { super.init(new: gtk_event_controller_key_new()) }

  /// What a key types; nil for one that types nothing.
  public static func character(of key: UInt32) -> Character? {
    let code = gdk_keyval_to_unicode(guint(key))
    guard code >= 0x20, code != 0x7f else { return nil }
    return Unicode.Scalar(UInt32(code)).map(Character.init)
  }
}

extension Signal where Handler == (UInt32, Modifiers) -> Bool {
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, UInt32, UInt32, UInt32, RawPointer) -> gboolean = {
      _, key, _, state, data in
      HandlerBox<(UInt32, Modifiers) -> Bool>.value(in: data)(key, Modifiers(rawValue: state)) ? 1 : 0
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (UInt32, Modifiers) -> Void {
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, UInt32, UInt32, UInt32, RawPointer) -> Void = {
      _, key, _, state, data in
      HandlerBox<(UInt32, Modifiers) -> Void>.value(in: data)(key, Modifiers(rawValue: state))
    }
    self.init(name: name, trampoline: erase(call))
  }
}

/// The pointer's way over a widget.
@MainActor
public final class MotionController: EventController {
  public static let entered = Signal<(Double, Double) -> Void>("enter")
  public static let moved = Signal<(Double, Double) -> Void>("motion")
  public static let left = Signal<() -> Void>("leave")

  public init() { super.init(new: gtk_event_controller_motion_new()) }
}

/// What is dragged over a widget, whether the widget takes it or not.
@MainActor
public final class DropMotionController: EventController {
  public static let entered = Signal<(Double, Double) -> Void>("enter")
  public static let left = Signal<() -> Void>("leave")

  public init() { super.init(new: gtk_drop_controller_motion_new()) }
}

/// Focus coming into a widget and leaving it.
@MainActor
public final class FocusController: EventController {
  public static let entered = Signal<() -> Void>("enter")
  public static let left = Signal<() -> Void>("leave")

  public init() { super.init(new: gtk_event_controller_focus_new()) }
}

/// Key combinations of a widget or a window.
@MainActor
public final class ShortcutController: EventController {
  /// Where the keys work: in the widget's subtree, or in its whole window.
  public enum Scope: Sendable { case local, managed, global }

  public init(scope: Scope = .local) {
    super.init(new: gtk_shortcut_controller_new())
    let gtk: GtkShortcutScope =
      switch scope {
      case .local: GTK_SHORTCUT_SCOPE_LOCAL
      case .managed: GTK_SHORTCUT_SCOPE_MANAGED
      case .global: GTK_SHORTCUT_SCOPE_GLOBAL
      }
    gtk_shortcut_controller_set_scope(opaque, gtk)
  }

  /// Calls `handler` for a trigger such as `<Control>Up`; false lets the key go on to others.
  public func add(_ trigger: String, _ handler: @escaping () -> Bool) {
    guard let parsed = gtk_shortcut_trigger_parse_string(trigger) else {
      preconditionFailure("not a key combination: \(trigger)")
    }
    let call: GtkShortcutFunc = { _, _, data in HandlerBox<() -> Bool>.value(in: data)() ? 1 : 0 }
    let action = gtk_callback_action_new(call, HandlerBox(handler).handOver(), destroyBox)
    gtk_shortcut_controller_add_shortcut(opaque, gtk_shortcut_new(parsed, action))
  }
}

/// Accepts files and text that are dropped on a widget.
@MainActor
public final class FileDropTarget: EventController {
  /// - Parameter handler: gets the `file://` (or other) URIs; true accepts them.
  public init(_ handler: @escaping ([String]) -> Bool) {
    let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)!
    super.init(new: target)
    let signal = Signal<(UnsafePointer<GValue>, Double, Double) -> Bool>("drop")
    connect(signal) { value, _, _ in
      guard let list = g_value_get_boxed(value) else { return false }
      let files = gdk_file_list_get_files(OpaquePointer(list))
      var uris: [String] = []
      var node = files
      while let current = node {
        if let uri = g_file_get_uri(OpaquePointer(current.pointee.data)) {
          uris.append(String(cString: uri))
          g_free(uri)
        }
        node = current.pointee.next
      }
      g_slist_free(files)
      return handler(uris)
    }
  }
}

extension Signal where Handler == (UnsafePointer<GValue>, Double, Double) -> Bool {
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, UnsafePointer<GValue>, Double, Double, RawPointer) -> gboolean = {
      _, value, x, y, data in
      HandlerBox<(UnsafePointer<GValue>, Double, Double) -> Bool>.value(in: data)(value, x, y) ? 1 : 0
    }
    self.init(name: name, trampoline: erase(call))
  }
}
