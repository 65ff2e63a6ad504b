import CGTK4
import GLibBridge

/// Lets a row be dragged: what is dragged is a number, meant for a `RowDropTarget` of the same program.
@MainActor
public final class RowDragSource: EventController {
  /// - Parameters:
  ///   - icon: the widget whose picture follows the pointer.
  ///   - id: the number of what is dragged; nil refuses the drag.
  public init(icon: Widget, _ id: @escaping () -> UInt64?) {
    super.init(new: gtk_drag_source_new()!)
    gtk_drag_source_set_actions(opaque, GDK_ACTION_MOVE)
    // The widget keeps the controller, nobody this wrapper: the handler knows the controller by its pointer.
    let source = opaque
    connect(Signal<(Double, Double) -> RawPointer?>("prepare")) { [weak icon] x, y in
      guard let icon, let number = id() else { return nil }
      let paintable = Object(adopting: gtk_widget_paintable_new(icon.widget))
      let place = gtk_event_controller_get_widget(source).flatMap { handle -> (Double, Double)? in
        var x2 = 0.0
        var y2 = 0.0
        return gtk_widget_translate_coordinates(handle, icon.widget, x, y, &x2, &y2) != 0 ? (x2, y2) : nil
      }
      gtk_drag_source_set_icon(source, paintable.opaque, Int32(place?.0 ?? 0), Int32(place?.1 ?? 0))
      var value = GValue()
      // G_TYPE_UINT64 is the 11th fundamental type.
      g_value_init(&value, GType(11 << 2))
      g_value_set_uint64(&value, guint64(number))
      defer { g_value_unset(&value) }
      return UnsafeMutableRawPointer(gdk_content_provider_new_for_value(&value))
    }
  }
}

/// Accepts what a `RowDragSource` drags.
@MainActor
public final class RowDropTarget: EventController {
  /// - Parameter handler: gets the number and where it was dropped, in the widget's y; true accepts it.
  public init(_ handler: @escaping (UInt64, Double) -> Bool) {
    super.init(new: gtk_drop_target_new(GType(11 << 2), GDK_ACTION_MOVE)!)
    connect(Signal<(UnsafePointer<GValue>, Double, Double) -> Bool>("drop")) { value, _, y in
      handler(UInt64(g_value_get_uint64(value)), y)
    }
  }
}

extension Signal where Handler == (Double, Double) -> RawPointer? {
  /// Two coordinates, a new object back: `prepare` of a drag source.
  init(_ name: String) {
    let call: @convention(c) (RawPointer, Double, Double, RawPointer) -> RawPointer? = { _, x, y, data in
      HandlerBox<(Double, Double) -> RawPointer?>.value(in: data)(x, y)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

/// Lets a widget be dragged as files, which file managers and other programs take, and as whatever this program
/// takes with a `LocalDropTarget`.
@MainActor
public final class FileDragSource: EventController {
  /// What is dragged.
  public struct Content {
    /// The files' URIs; none are offered to others when empty.
    public var uris: [String]
    /// What is shown at the pointer.
    public var label: String

    public init(uris: [String], label: String) {
      self.uris = uris
      self.label = label
    }
  }

  /// - Parameters:
  ///   - began: what is dragged from a point of the widget; nil refuses the drag.
  ///   - ended: it was dropped or given up.
  public init(began: @escaping (Double, Double) -> Content?, ended: @escaping () -> Void) {
    super.init(new: gtk_drag_source_new()!)
    gtk_drag_source_set_actions(opaque, GDK_ACTION_COPY)
    let source = opaque
    let label = DragLabel()
    connect(Signal<(Double, Double) -> RawPointer?>("prepare")) { x, y in
      // A finger that moves scrolls.
      if let device = gtk_event_controller_get_current_event_device(source),
        gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
      {
        return nil
      }
      guard let content = began(x, y) else { return nil }
      label.text = content.label
      return Self.provider(content)
    }
    connect(Signal<(RawPointer?) -> Void>("drag-begin")) { drag in
      guard let drag, let icon = gtk_drag_icon_get_for_drag(OpaquePointer(drag)) else { return }
      let text = Label(label.text, ellipsis: .end, classes: ["drag-label"])
      text.maxWidth(characters: 32)
      gtk_drag_icon_set_child(OpaquePointer(icon), text.widget)
    }
    connect(Signal<(RawPointer?, Bool) -> Void>("drag-end")) { _, _ in ended() }
  }

  @MainActor private final class DragLabel { var text = "" }

  private static func provider(_ content: Content) -> RawPointer? {
    var value = GValue()
    g_value_init(&value, LocalDropTarget.type)
    var providers: [UnsafeMutablePointer<GdkContentProvider>?] = [gdk_content_provider_new_for_value(&value)]
    g_value_unset(&value)
    if !content.uris.isEmpty {
      let objects = content.uris.map { Object(adopting: g_file_new_for_uri($0)) }
      var files: UnsafeMutablePointer<GSList>?
      for object in objects.reversed() { files = g_slist_prepend(files, object.raw) }
      let list = gdk_file_list_new_from_list(files)
      g_slist_free(files)
      var value = GValue()
      g_value_init(&value, gdk_file_list_get_type())
      g_value_take_boxed(&value, UnsafeMutableRawPointer(list))
      providers.append(gdk_content_provider_new_for_value(&value))
      g_value_unset(&value)
    }
    return UnsafeMutableRawPointer(gdk_content_provider_new_union(&providers, gsize(providers.count)))
  }
}

/// Accepts what a `FileDragSource` of this program drags. What it is, the program knows itself.
@MainActor
public final class LocalDropTarget: EventController {
  /// G_TYPE_INT64, the 10th fundamental type: files that others drag don't have it.
  fileprivate static let type = GType(10 << 2)

  /// - Parameter handler: gets where it was dropped, in the widget's y; true accepts it.
  public init(_ handler: @escaping (Double) -> Bool) {
    super.init(new: gtk_drop_target_new(Self.type, GDK_ACTION_COPY)!)
    connect(Signal<(UnsafePointer<GValue>, Double, Double) -> Bool>("drop")) { _, _, y in handler(y) }
  }
}

extension Signal where Handler == (RawPointer?, Bool) -> Void {
  /// An object and whether to delete: `drag-end`.
  init(_ name: String) {
    let call: @convention(c) (RawPointer, RawPointer?, gboolean, RawPointer) -> Void = {
      _, object, flag, data in
      HandlerBox<(RawPointer?, Bool) -> Void>.value(in: data)(object, flag != 0)
    }
    self.init(name: name, trampoline: erase(call))
  }
}
