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
      let paintable = gtk_widget_paintable_new(icon.widget)
      let place = gtk_event_controller_get_widget(source).flatMap { handle -> (Double, Double)? in
        var x2 = 0.0
        var y2 = 0.0
        return gtk_widget_translate_coordinates(handle, icon.widget, x, y, &x2, &y2) != 0 ? (x2, y2) : nil
      }
      gtk_drag_source_set_icon(source, paintable, Int32(place?.0 ?? 0), Int32(place?.1 ?? 0))
      g_object_unref(UnsafeMutableRawPointer(paintable))
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
