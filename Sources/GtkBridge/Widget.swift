public import CGTK4
public import GLibBridge

/// What every GTK widget can do.
@MainActor
open class Widget: Object {
  /// The widget as C's type.
  public nonisolated var widget: UnsafeMutablePointer<GtkWidget> { pointer(as: GtkWidget.self) }

  /// Adopts a new widget (C constructors return a floating reference).
  public init(_ new: UnsafeMutablePointer<GtkWidget>) {
    super.init(adopting: UnsafeMutableRawPointer(new))
  }

  /// A wrapper for a widget that lives in a tree.
  public init(existing: UnsafeMutablePointer<GtkWidget>) {
    super.init(retaining: UnsafeMutableRawPointer(existing))
  }

  // MARK: Properties

  public var visible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }
  public var sensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }
  /// Whether pointer and touch events reach the widget.
  public var canTarget: Bool {
    get { gtk_widget_get_can_target(widget) != 0 }
    set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
  }
  /// Whether the widget or anything in it may take the keyboard focus.
  public var canFocus: Bool {
    get { gtk_widget_get_can_focus(widget) != 0 }
    set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
  }
  /// Whether the widget itself takes the keyboard focus.
  public var focusable: Bool {
    get { gtk_widget_get_focusable(widget) != 0 }
    set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
  }
  /// Whether the parent shows the widget. Unlike `visible`, a change asks nobody to measure anything.
  public var childVisible: Bool {
    get { gtk_widget_get_child_visible(widget) != 0 }
    set { if newValue != childVisible { gtk_widget_set_child_visible(widget, newValue ? 1 : 0) } }
  }
  public var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    set { gtk_widget_set_opacity(widget, newValue) }
  }
  public var tooltip: String? {
    get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
    set { gtk_widget_set_tooltip_text(widget, newValue) }
  }
  /// The name in CSS (`#name`) and in tests.
  public var name: String {
    get { String(cString: gtk_widget_get_name(widget)) }
    set { gtk_widget_set_name(widget, newValue) }
  }
  /// The window or popover that the widget is in, or nil.
  public var root: Window? {
    gtk_widget_get_root(widget).map {
      Window(made: UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self))
    }
  }
  /// How many device pixels a logical pixel is wide.
  public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }
  public var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }
  /// A media timeline stays left-to-right in every language: the widget and all that is in it now, whose icons
  /// and numbers would turn round by themselves.
  public func forceLeftToRight() {
    gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
    var child = firstChild
    while let current = child {
      current.forceLeftToRight()
      child = current.nextSibling
    }
  }
  public var width: Int { Int(gtk_widget_get_width(widget)) }
  public var height: Int { Int(gtk_widget_get_height(widget)) }

  public var halign: Align {
    get { Align(gtk_widget_get_halign(widget)) }
    set { gtk_widget_set_halign(widget, newValue.gtk) }
  }
  public var valign: Align {
    get { Align(gtk_widget_get_valign(widget)) }
    set { gtk_widget_set_valign(widget, newValue.gtk) }
  }
  public var hexpand: Bool {
    get { gtk_widget_get_hexpand(widget) != 0 }
    set { gtk_widget_set_hexpand(widget, newValue ? 1 : 0) }
  }
  public var vexpand: Bool {
    get { gtk_widget_get_vexpand(widget) != 0 }
    set { gtk_widget_set_vexpand(widget, newValue ? 1 : 0) }
  }
  /// Clips what children draw outside the widget.
  public var clipsOverflow: Bool {
    get { gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN }
    set { gtk_widget_set_overflow(widget, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
  }

  /// Margins in logical pixels; nil leaves one as it is.
  public func margins(start: Int? = nil, end: Int? = nil, top: Int? = nil, bottom: Int? = nil) {
    if let start { gtk_widget_set_margin_start(widget, Int32(start)) }
    if let end { gtk_widget_set_margin_end(widget, Int32(end)) }
    if let top { gtk_widget_set_margin_top(widget, Int32(top)) }
    if let bottom { gtk_widget_set_margin_bottom(widget, Int32(bottom)) }
  }

  /// A minimum size in logical pixels; −1 asks for none.
  public func sizeRequest(width: Int = -1, height: Int = -1) {
    gtk_widget_set_size_request(widget, Int32(width), Int32(height))
  }

  public func addClass(_ names: String...) { for name in names { gtk_widget_add_css_class(widget, name) } }
  public func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }
  public func setClass(_ name: String, _ on: Bool) {
    if on { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
  }
  public func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }

  /// A colour that a style sheet defines by name (`@define-color`).
  public func color(named name: String) -> Color? {
    var rgba = GdkRGBA()
    guard gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &rgba) != 0 else {
      return nil
    }
    return Color(red: rgba.red, green: rgba.green, blue: rgba.blue, alpha: rgba.alpha)
  }

  /// Points at a pointer-shaped cursor, as links and grips do; nil restores the parent's.
  public func cursor(named name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  // MARK: Tree

  /// Makes this widget a child of `parent` behind all others; for custom widgets only.
  public func setParent(_ parent: Widget) { gtk_widget_set_parent(widget, parent.widget) }
  public func unparent() { if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) } }
  public var parent: Widget? { gtk_widget_get_parent(widget).map { Widget(existing: $0) } }
  public var firstChild: Widget? { gtk_widget_get_first_child(widget).map { Widget(existing: $0) } }
  public var nextSibling: Widget? { gtk_widget_get_next_sibling(widget).map { Widget(existing: $0) } }
  public func isSame(as other: Widget) -> Bool { raw == other.raw }
  public func isAncestor(of other: Widget) -> Bool { gtk_widget_is_ancestor(other.widget, widget) != 0 }

  /// Puts this widget right above `sibling` in drawing and picking order (nil: below all). Keeps focus,
  /// scroll positions and running gestures, unlike re-parenting.
  public func stack(above sibling: Widget?, in parent: Widget) {
    gtk_widget_insert_after(widget, parent.widget, sibling?.widget)
  }

  /// The frontmost widget under a point in this widget's coordinates.
  public func pick(_ x: Double, _ y: Double) -> Widget? {
    gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT).map { Widget(existing: $0) }
  }

  /// This widget's bounds in the coordinates of `other`, or nil when they share no window.
  public func bounds(in other: Widget) -> Rect? {
    var rect = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, other.widget, &rect) != 0 else { return nil }
    return Rect(
      x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
      height: Double(rect.size.height))
  }

  // MARK: Layout and drawing

  public func queueResize() { gtk_widget_queue_resize(widget) }
  public func queueAllocate() { gtk_widget_queue_allocate(widget) }
  public func queueDraw() { gtk_widget_queue_draw(widget) }

  /// Minimum and natural size along `orientation`, in logical pixels.
  public func measured(_ orientation: Orientation, for other: Int = -1) -> (minimum: Int, natural: Int) {
    var minimum: Int32 = 0
    var natural: Int32 = 0
    gtk_widget_measure(widget, orientation.gtk, Int32(other), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  /// Gives a child its size and, by a transform, its place.
  public func allocate(width: Int, height: Int, x: Double, y: Double, scale: Double = 1) {
    var point = graphene_point_t(x: Float(x), y: Float(y))
    var transform = gsk_transform_translate(nil, &point)
    if scale != 1 { transform = gsk_transform_scale(transform, Float(scale), Float(scale)) }
    gtk_widget_allocate(widget, Int32(width), Int32(height), -1, transform)
  }

  // MARK: Focus and actions

  @discardableResult
  public func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }
  /// Moves focus to the first focusable widget inside.
  @discardableResult
  public func focusFirst() -> Bool { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 }
  public var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }
  public var containsFocus: Bool {
    gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
  }

  public func addController(_ controller: EventController) {
    // The widget takes the reference over.
    gtk_widget_add_controller(widget, controller.newReference)
  }

  /// Activates an action by its detailed name (`win.back`) from this widget's point of view, with an
  /// optional string parameter. False when there is no such action.
  @discardableResult
  public func activateAction(_ name: String, _ parameter: String? = nil) -> Bool {
    gtk_widget_activate_action_variant(widget, name, parameter.map { g_variant_new_string($0) }) != 0
  }

  /// Makes the actions of `group` known to this widget and all in it, as `prefix.name`. Those without a
  /// parameter are the widget's actions for assistive technology too. nil removes them.
  public func insertActions(_ prefix: String, _ group: ActionGroup?) {
    gtk_widget_insert_action_group(widget, prefix, group?.opaque)
  }

  /// The name of the action that a button or row starts, without its parameter; nil for other widgets.
  public var actionName: String? {
    guard isA(gtk_actionable_get_type()) else { return nil }
    return gtk_actionable_get_action_name(opaque).map { String(cString: $0) }
  }

  /// The string that a button or row starts its action with.
  public var actionParameter: String? {
    guard isA(gtk_actionable_get_type()), let value = gtk_actionable_get_action_target_value(opaque) else {
      return nil
    }
    return Variant(retaining: UnsafeMutableRawPointer(value))?.string
  }

  /// Calls `body` with the frame time in microseconds before each frame until it returns false. The frame
  /// clock runs only as long as some callback does.
  public func addTick(_ body: @escaping (_ frameTimeMicroseconds: Int64) -> Bool) {
    let call: GtkTickCallback = { _, clock, data in
      HandlerBox<(Int64) -> Bool>.value(in: data)(Int64(gdk_frame_clock_get_frame_time(clock))) ? 1 : 0
    }
    gtk_widget_add_tick_callback(widget, call, HandlerBox(body).handOver(), destroyBox)
  }

  /// Has GTK look anew at what is under a pointer that rests, for the window around this widget. By itself GTK does
  /// so only after a layout of the window as a whole, and tells the widgets only with the frame after that (GTK 4.8
  /// doesn't ask for one): until then a press goes to what was there before.
  public func lookUnderPointer() {
    guard let root = gtk_widget_get_root(widget) else { return }
    gtk_widget_queue_allocate(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self))
    // The frame of that layout, and the one that brings the motion event.
    var frames = 2
    addTick { _ in
      frames -= 1
      return frames >= 0
    }
  }

  // MARK: Signals

  public static let mapped = Signal<() -> Void>("map")
  public static let unmapped = Signal<() -> Void>("unmap")
  public static let realized = Signal<() -> Void>("realize")
  public static let directionChanged = Signal<(Int32) -> Void>("direction-changed")
}

extension Align {
  init(_ align: GtkAlign) {
    switch align {
    case GTK_ALIGN_START: self = .start
    case GTK_ALIGN_END: self = .end
    case GTK_ALIGN_CENTER: self = .center
    case GTK_ALIGN_BASELINE: self = .baseline
    default: self = .fill
    }
  }

  var gtk: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .end: GTK_ALIGN_END
    case .center: GTK_ALIGN_CENTER
    case .baseline: GTK_ALIGN_BASELINE
    }
  }
}

extension Orientation {
  var gtk: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}
