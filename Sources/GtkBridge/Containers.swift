import CGTK4
public import GLibBridge
import Glibc

// The containers: one class per GTK class, only what the project uses.

/// Children in a row or a column.
@MainActor
public final class Box: Widget {
  public init(_ orientation: Orientation, spacing: Int = 0, _ children: [Widget] = [], classes: [String] = [])
  {
    super.init(gtk_box_new(orientation.gtk, Int32(spacing)))
    for child in children { append(child) }
    for name in classes { addClass(name) }
  }

  public func append(_ child: Widget) { gtk_box_append(pointer(), child.widget) }
  public func prepend(_ child: Widget) { gtk_box_prepend(pointer(), child.widget) }
  public func remove(_ child: Widget) { gtk_box_remove(pointer(), child.widget) }
  public func removeAll() { while let child = firstChild { remove(child) } }
  public var orientation: Orientation {
    get { gtk_orientable_get_orientation(opaque) == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical }
    set { gtk_orientable_set_orientation(opaque, newValue.gtk) }
  }
  public var homogeneous: Bool {
    get { gtk_box_get_homogeneous(pointer()) != 0 }
    set { gtk_box_set_homogeneous(pointer(), newValue ? 1 : 0) }
  }
}

/// A start, a centred middle and an end.
@MainActor
public final class CenterBox: Widget {
  public init(start: Widget? = nil, center: Widget? = nil, end: Widget? = nil) {
    super.init(gtk_center_box_new())
    gtk_center_box_set_start_widget(opaque, start?.widget)
    gtk_center_box_set_center_widget(opaque, center?.widget)
    gtk_center_box_set_end_widget(opaque, end?.widget)
  }
}

/// A child with others laid over it.
@MainActor
public final class Overlay: Widget {
  /// - Parameter measuresAll: whether the room is enough for those above too, and not only for the child.
  public init(_ child: Widget, over: [Widget] = [], measuresAll: Bool = false) {
    super.init(gtk_overlay_new())
    gtk_overlay_set_child(opaque, child.widget)
    for widget in over {
      gtk_overlay_add_overlay(opaque, widget.widget)
      if measuresAll { gtk_overlay_set_measure_overlay(opaque, widget.widget, 1) }
    }
  }
}

/// A view that scrolls its child.
@MainActor
public final class ScrolledWindow: Widget {
  public init(_ child: Widget? = nil, horizontal: Bool = false, vertical: Bool = true) {
    super.init(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(
      opaque, horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
      vertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
    if let child { gtk_scrolled_window_set_child(opaque, child.widget) }
  }

  /// A view that scrolls sideways without a scrollbar.
  public init(row child: Widget) {
    super.init(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(opaque, child.widget)
  }

  public func setChild(_ child: Widget?) { gtk_scrolled_window_set_child(opaque, child?.widget) }
  public var horizontalAdjustment: Adjustment {
    Adjustment(retaining: gtk_scrolled_window_get_hadjustment(opaque))
  }
  public var verticalAdjustment: Adjustment {
    Adjustment(retaining: gtk_scrolled_window_get_vadjustment(opaque))
  }
  /// Leaves scrolling up and down to the view that this one is in: GTK's own handler would swallow it. With Shift a
  /// wheel scrolls sideways, as in all of GTK's views.
  public func scrollsSidewaysOnly() {
    let sideways = GtkEventControllerScrollFlags(
      GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL.rawValue | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue)
    let controllers = Object(adopting: gtk_widget_observe_controllers(widget)!)
    for index in 0..<g_list_model_get_n_items(controllers.opaque) {
      guard let item = g_list_model_get_item(controllers.opaque, index) else { continue }
      let controller = Object(adopting: UnsafeMutableRawPointer(item))
      guard controller.isA(gtk_event_controller_scroll_get_type()) else { continue }
      gtk_event_controller_scroll_set_flags(controller.opaque, sideways)
    }
    let wheel = ScrollController()
    wheel.connect(ScrollController.scrolled) { [weak self, weak wheel] _, step in
      guard let self, let wheel, wheel.modifiers.contains(.shift) else { return false }
      let adjustment = self.horizontalAdjustment
      // As far as GTK scrolls at a notch.
      adjustment.value += step * pow(adjustment.pageSize, 2 / 3) * (self.isRightToLeft ? -1 : 1)
      return true
    }
    addController(wheel)
  }

  /// Lets the view ask for its child's natural height.
  public func propagatesNaturalHeight(_ on: Bool) {
    gtk_scrolled_window_set_propagate_natural_height(opaque, on ? 1 : 0)
  }
  /// Beyond it, a view that asks for its child's natural height scrolls.
  public func maxContentHeight(_ height: Int) {
    gtk_scrolled_window_set_max_content_height(opaque, Int32(height))
  }
  public func minContentHeight(_ height: Int) {
    gtk_scrolled_window_set_min_content_height(opaque, Int32(height))
  }
}

/// A position in a scrolled range.
@MainActor
public final class Adjustment: Object {
  public static let valueChanged = Signal<() -> Void>("value-changed")
  /// The range or the page is another.
  public static let changed = Signal<() -> Void>("changed")

  /// A range of nothing.
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_adjustment_new(0, 0, 0, 1, 1, 0)!)) }

  /// Sets range and page at once; the value stays within.
  public func configure(upper: Double, pageSize: Double) {
    gtk_adjustment_configure(
      pointer(), min(value, max(0, upper - pageSize)), 0, upper, 24, pageSize * 0.9, pageSize)
  }

  init(retaining pointer: UnsafeMutablePointer<GtkAdjustment>?) {
    super.init(retaining: UnsafeMutableRawPointer(pointer!))
  }

  public var value: Double {
    get { gtk_adjustment_get_value(pointer()) }
    set { gtk_adjustment_set_value(pointer(), newValue) }
  }
  public var lower: Double { gtk_adjustment_get_lower(pointer()) }
  public var upper: Double { gtk_adjustment_get_upper(pointer()) }
  public var pageSize: Double { gtk_adjustment_get_page_size(pointer()) }
}

/// One of several pages, the others kept.
@MainActor
public final class Stack: Widget {
  public init() {
    super.init(gtk_stack_new())
    // Each page keeps its own size; only the visible one counts.
    gtk_stack_set_hhomogeneous(opaque, 0)
    gtk_stack_set_vhomogeneous(opaque, 0)
  }

  public func add(_ child: Widget, name: String, title: String? = nil) {
    if let title {
      gtk_stack_add_titled(opaque, child.widget, name, title)
    } else {
      gtk_stack_add_named(opaque, child.widget, name)
    }
  }
  public func remove(_ child: Widget) { gtk_stack_remove(opaque, child.widget) }
  public var visibleName: String? {
    get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
    set { if let newValue, newValue != visibleName { gtk_stack_set_visible_child_name(opaque, newValue) } }
  }
  /// Cross-fades between pages in `milliseconds` (0: at once).
  public func crossfade(milliseconds: UInt32) {
    gtk_stack_set_transition_type(
      opaque, milliseconds == 0 ? GTK_STACK_TRANSITION_TYPE_NONE : GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_stack_set_transition_duration(opaque, milliseconds)
  }
}

/// Carries the presence of its child: revealed or gone. Motion is the shell's, so it never animates itself.
@MainActor
public final class Revealer: Widget {
  public init(_ child: Widget, revealed: Bool = false) {
    super.init(gtk_revealer_new())
    gtk_revealer_set_transition_type(opaque, GTK_REVEALER_TRANSITION_TYPE_NONE)
    gtk_revealer_set_transition_duration(opaque, 0)
    gtk_revealer_set_child(opaque, child.widget)
    gtk_revealer_set_reveal_child(opaque, revealed ? 1 : 0)
  }

  public var revealed: Bool {
    get { gtk_revealer_get_reveal_child(opaque) != 0 }
    set { if newValue != revealed { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) } }
  }
}

/// Keeps its child at most `maximum` wide, by margins that the child's class sets in CSS.
@MainActor
public final class Popover: Widget {
  public static let closed = Signal<() -> Void>("closed")

  public init(_ child: Widget) {
    super.init(gtk_popover_new())
    gtk_popover_set_child(pointer(), child.widget)
  }

  /// A popover that shows a menu.
  public init(menu: Menu) { super.init(gtk_popover_menu_new_from_model(menu.pointer())) }

  public func popup() { gtk_popover_popup(pointer()) }
  public func popdown() { gtk_popover_popdown(pointer()) }
  /// Opens above what it points at, if there is room.
  public func opensAbove() { gtk_popover_set_position(pointer(), GTK_POS_TOP) }
  /// Points at a rectangle of the parent.
  public func point(at rect: Rect) {
    var target = GdkRectangle(
      x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    gtk_popover_set_pointing_to(pointer(), &target)
  }
}
