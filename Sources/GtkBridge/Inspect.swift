import CGTK4
public import GLibBridge

extension Widget {
  /// Whether a drag that begins on this widget is the widget's own: sliders, entries, text, selectable
  /// labels, scrollbars.
  public var wantsDrags: Bool {
    isA(gtk_range_get_type()) || isA(gtk_editable_get_type()) || isA(gtk_text_view_get_type())
      || isA(gtk_scrollbar_get_type()) || isA(gtk_switch_get_type())
      || (isA(gtk_label_get_type()) && gtk_label_get_selectable(opaque) != 0)
      || hasDragSource
  }

  /// Whether the widget starts drag and drop.
  private var hasDragSource: Bool {
    guard let list = gtk_widget_observe_controllers(widget) else { return false }
    let controllers = Object(adopting: list)
    return (0..<g_list_model_get_n_items(controllers.opaque)).contains { index in
      guard let controller = g_list_model_get_item(controllers.opaque, index) else { return false }
      return Object(adopting: controller).isA(gtk_drag_source_get_type())
    }
  }

  /// Whether Space types into the widget.
  public var isTypedInto: Bool {
    isA(gtk_editable_get_type()) || isA(gtk_text_get_type()) || isA(gtk_text_view_get_type())
  }

  /// Whether Space presses the widget.
  public var isPressedBySpace: Bool {
    isA(gtk_button_get_type()) || isA(gtk_switch_get_type()) || isA(gtk_check_button_get_type())
      || ["tab", "centrebutton", "grabber", "modelbutton"].contains(
        String(cString: gtk_widget_get_css_name(widget)))
  }

  /// This widget as a view that scrolls vertically and has something to scroll, else nil.
  public var verticalScroller: Adjustment? {
    guard isA(gtk_scrolled_window_get_type()) else { return nil }
    let adjustment = Adjustment(retaining: gtk_scrolled_window_get_vadjustment(opaque))
    return adjustment.upper - adjustment.lower > adjustment.pageSize + 0.5 ? adjustment : nil
  }

  /// Whether scrolling over the widget changes its value.
  public var wantsScroll: Bool { isA(gtk_range_get_type()) || isA(gtk_spin_button_get_type()) }

  /// Whether Ctrl with an arrow or a letter means something in the widget: text, sliders, lists.
  public var usesControlKeys: Bool {
    takesText || isA(gtk_range_get_type()) || isA(gtk_list_view_get_type()) || isA(gtk_grid_view_get_type())
      || isA(gtk_column_view_get_type()) || isA(gtk_list_box_get_type()) || isA(gtk_flow_box_get_type())
  }

  /// Whether text is typed into the widget.
  public var takesText: Bool {
    isA(gtk_editable_get_type()) || isA(gtk_text_get_type()) || isA(gtk_text_view_get_type())
  }

  /// The first view inside that scrolls vertically, depth first; nil if there is none.
  public var firstScroller: Adjustment? {
    if isA(gtk_scrolled_window_get_type()) {
      return Adjustment(retaining: gtk_scrolled_window_get_vadjustment(opaque))
    }
    var child = firstChild
    while let current = child {
      if let found = current.firstScroller { return found }
      child = current.nextSibling
    }
    return nil
  }

  /// Moves the scrollers around the widget as little as it takes to show it whole, or its top if it is
  /// higher than they are.
  public func scrollIntoView() {
    var ancestor = parent
    while let current = ancestor {
      if let adjustment = current.verticalScroller, let place = bounds(in: current) {
        // A little more than it is high, for a focus ring.
        let low = place.y + place.height + 6 - Double(current.height)
        if place.y < 6 {
          adjustment.value += place.y - 6
        } else if low > 0 {
          adjustment.value += min(low, place.y)
        }
      }
      ancestor = current.parent
    }
  }

  /// The widget's CSS name, for messages.
  public var typeName: String { String(cString: gtk_widget_get_css_name(widget)) }

  /// The clock of the window's frames, once the widget is realised.
  public var frameClock: Object? {
    gtk_widget_get_frame_clock(widget).map { Object(retaining: UnsafeMutableRawPointer($0)) }
  }
}
