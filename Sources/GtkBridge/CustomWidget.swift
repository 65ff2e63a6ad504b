import CGLib
import CGTK4
import GLibBridge

/// Which way the keyboard moves focus.
public struct FocusDirection: Equatable, Sendable {
  let gtk: GtkDirectionType
  init(gtk: GtkDirectionType) { self.gtk = gtk }

  public static let forward = FocusDirection(gtk: GTK_DIR_TAB_FORWARD)
  public static let backward = FocusDirection(gtk: GTK_DIR_TAB_BACKWARD)
  /// Tab or Shift+Tab, not an arrow.
  public var isTab: Bool { self == .forward || self == .backward }
}

/// A widget written in Swift: each subclass is a GObject type of its own, registered at first use.
///
/// Children are added with `setParent` and unparented when the widget is disposed. The GObject keeps this
/// peer weakly: whoever builds the widget keeps it. Override what the widget needs; state must not change
/// inside `measure`, `sizeAllocate` or `snapshot`.
@MainActor
open class CustomWidget: Widget {
  /// The CSS node's name. One per class.
  open class var cssName: String { "widget" }
  /// The role of every instance.
  open class var role: AccessibleRole { .generic }

  /// How often GTK asked custom widgets for a size it had not cached: the count that must not grow while a
  /// panel moves.
  public private(set) static var measureCount = 0

  public init() {
    let created = g_object_new_with_properties(Self.type, 0, nil, nil)!
    super.init(UnsafeMutableRawPointer(created).assumingMemoryBound(to: GtkWidget.self))
    Peer.bind(raw, to: self)
  }

  /// Whether the height depends on the width, as that of a picture or of wrapped text does. Only then does
  /// `measure` get a width.
  open var isHeightForWidth: Bool { false }

  /// The minimum and natural size along `orientation`, given `other` in the other direction or −1.
  open func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    var minimum = 0
    var natural = 0
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      var childMinimum: Int32 = 0
      var childNatural: Int32 = 0
      gtk_widget_measure(current, orientation.gtk, Int32(other), &childMinimum, &childNatural, nil, nil)
      minimum = max(minimum, Int(childMinimum))
      natural = max(natural, Int(childNatural))
      child = gtk_widget_get_next_sibling(current)
    }
    return (minimum, natural)
  }

  /// Allocates the children. By default each gets the whole widget.
  open func sizeAllocate(width: Int, height: Int) {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      gtk_widget_allocate(current, Int32(width), Int32(height), -1, nil)
      child = gtk_widget_get_next_sibling(current)
    }
  }

  /// Draws. By default the children, in their order.
  open func snapshot(_ snapshot: Snapshot) { snapshotChildren(snapshot) }

  /// Whether a point in the widget's coordinates belongs to it, for picking.
  open func contains(_ x: Double, _ y: Double) -> Bool {
    x >= 0 && y >= 0 && x < Double(width) && y < Double(height)
  }

  /// Moves focus within the widget; nil takes GTK's way.
  open func moveFocus(_ direction: FocusDirection) -> Bool? { nil }

  /// Draws all children that `shouldDraw` names.
  public final func snapshotChildren(_ snapshot: Snapshot, where shouldDraw: (Widget) -> Bool = { _ in true })
  {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if shouldDraw(Widget(existing: current)) { gtk_widget_snapshot_child(widget, current, snapshot.gtk) }
      child = gtk_widget_get_next_sibling(current)
    }
  }

  /// GTK's own way of moving focus, for overrides of `moveFocus` that only steer the edges.
  public final func defaultMoveFocus(_ direction: FocusDirection) -> Bool {
    Self.parentClass.pointee.focus(widget, direction.gtk) != 0
  }

  private static var types: [ObjectIdentifier: GType] = [:]
  private static let parentClass: UnsafeMutablePointer<GtkWidgetClass> =
    g_type_class_ref(gtk_widget_get_type()).assumingMemoryBound(to: GtkWidgetClass.self)

  private class var type: GType {
    if let known = types[ObjectIdentifier(self)] { return known }
    let name = "Nagara" + String(describing: self).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let type = ObjectClass.register(name, parent: gtk_widget_get_type(), classInit: classInit)
    let cls = g_type_class_ref(type).assumingMemoryBound(to: GtkWidgetClass.self)
    gtk_widget_class_set_css_name(cls, cssName)
    gtk_widget_class_set_accessible_role(cls, role.gtk)
    types[ObjectIdentifier(self)] = type
    return type
  }

  private static let classInit: GClassInitFunc = { cls, _ in
    let widgetClass = cls!.assumingMemoryBound(to: GtkWidgetClass.self)
    widgetClass.pointee.get_request_mode = { widget in
      Peer.of(UnsafeMutableRawPointer(widget!), as: CustomWidget.self)?.isHeightForWidth == true
        ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE
    }
    widgetClass.pointee.measure = {
      widget, orientation, other, minimum, natural, minimumBaseline, naturalBaseline in
      CustomWidget.measureCount += 1
      let size =
        Peer.of(UnsafeMutableRawPointer(widget!), as: CustomWidget.self)?
        .measure(orientation == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical, for: Int(other)) ?? (
          minimum: 0, natural: 0
        )
      minimum?.pointee = Int32(clamping: size.minimum)
      natural?.pointee = Int32(clamping: max(size.minimum, size.natural))
      minimumBaseline?.pointee = -1
      naturalBaseline?.pointee = -1
    }
    widgetClass.pointee.size_allocate = { widget, width, height, _ in
      Peer.of(UnsafeMutableRawPointer(widget!), as: CustomWidget.self)?
        .sizeAllocate(width: Int(width), height: Int(height))
    }
    widgetClass.pointee.snapshot = { widget, snapshot in
      Peer.of(UnsafeMutableRawPointer(widget!), as: CustomWidget.self)?.snapshot(Snapshot(snapshot!))
    }
    widgetClass.pointee.contains = { widget, x, y in
      guard let peer = Peer.of(UnsafeMutableRawPointer(widget!), as: CustomWidget.self) else { return 0 }
      return peer.contains(x, y) ? 1 : 0
    }
    widgetClass.pointee.focus = { widget, direction in
      if let moved = Peer.of(UnsafeMutableRawPointer(widget!), as: CustomWidget.self)?.moveFocus(
        FocusDirection(gtk: direction))
      {
        return moved ? 1 : 0
      }
      return CustomWidget.parentClass.pointee.focus(widget, direction)
    }
    let objectClass = cls!.assumingMemoryBound(to: GObjectClass.self)
    objectClass.pointee.dispose = { object in
      // Disposing twice finds no children the second time.
      let widget = UnsafeMutableRawPointer(object!).assumingMemoryBound(to: GtkWidget.self)
      while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
      UnsafeMutableRawPointer(CustomWidget.parentClass).assumingMemoryBound(to: GObjectClass.self).pointee
        .dispose(object)
    }
  }
}
