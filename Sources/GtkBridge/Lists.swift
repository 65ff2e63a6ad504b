import CGTK4
public import GLibBridge

/// Makes and fills the rows of a list view. Rows are Swift objects that own a widget; the factory keeps
/// them while GTK keeps the row's item, so that a row neither leaks nor ends early.
@MainActor
public final class RowFactory<Row: AnyObject>: Object {
  /// The rows by their list item. Kept by the handlers, and so by the C factory: a view whose Swift wrapper
  /// has ended goes on making rows.
  @MainActor private final class Table {
    var rows: [UnsafeMutableRawPointer: Row] = [:]
    /// Those of them that show something.
    var bound: Set<UnsafeMutableRawPointer> = []
  }
  private let table = Table()
  private let bind: (Row, UInt64, Int) -> Void

  /// - Parameters:
  ///   - make: builds a row and the widget to show for it.
  ///   - bind: fills a row for an id at a position.
  ///   - unbind: forgets what a row showed; its widget may be bound to another id later.
  ///   - isActivatable: false for rows that can be neither selected nor activated, as headings.
  public init(
    make: @escaping () -> (Row, Widget), bind: @escaping (Row, UInt64, Int) -> Void,
    unbind: @escaping (Row) -> Void = { _ in }, isActivatable: ((UInt64) -> Bool)? = nil
  ) {
    self.bind = bind
    super.init(adopting: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()!))
    connect(Signal<(RawPointer?) -> Void>("setup")) { [table] item in
      guard let item else { return }
      let (row, widget) = make()
      table.rows[item] = row
      gtk_list_item_set_child(OpaquePointer(item), widget.widget)
    }
    connect(Signal<(RawPointer?) -> Void>("bind")) { [table] item in
      guard let item, let row = table.rows[item],
        let object = gtk_list_item_get_item(OpaquePointer(item))
      else { return }
      let id = ListModel.id(ofRow: UnsafeMutableRawPointer(object))
      if let isActivatable {
        let active: gboolean = isActivatable(id) ? 1 : 0
        gtk_list_item_set_activatable(OpaquePointer(item), active)
        gtk_list_item_set_selectable(OpaquePointer(item), active)
      }
      table.bound.insert(item)
      bind(row, id, Int(gtk_list_item_get_position(OpaquePointer(item))))
    }
    connect(Signal<(RawPointer?) -> Void>("unbind")) { [table] item in
      guard let item, let row = table.rows[item] else { return }
      table.bound.remove(item)
      unbind(row)
    }
    connect(Signal<(RawPointer?) -> Void>("teardown")) { [table] item in
      guard let item else { return }
      gtk_list_item_set_child(OpaquePointer(item), nil)
      table.rows[item] = nil
      table.bound.remove(item)
    }
  }

  /// Fills every row that shows something anew: what its id stands for may be different.
  public func refresh() {
    for item in table.bound {
      guard let row = table.rows[item], let object = gtk_list_item_get_item(OpaquePointer(item)) else {
        continue
      }
      let id = ListModel.id(ofRow: UnsafeMutableRawPointer(object))
      bind(row, id, Int(gtk_list_item_get_position(OpaquePointer(item))))
    }
  }

  /// The rows that exist now, in no order: for changes that touch what is on screen, as the sounding track.
  public var liveRows: [Row] { Array(table.rows.values) }

  /// What `make` made for the row that shows an id; `nil` when it is out of view.
  public func widget(showing id: UInt64) -> Widget? {
    for item in table.rows.keys {
      guard let object = gtk_list_item_get_item(OpaquePointer(item)),
        ListModel.id(ofRow: UnsafeMutableRawPointer(object)) == id
      else { continue }
      return gtk_list_item_get_child(OpaquePointer(item)).map { Widget(existing: $0) }
    }
    return nil
  }

  /// Gives the keyboard to the row that shows an id; false when it is out of view.
  @discardableResult
  public func focusRow(showing id: UInt64) -> Bool {
    // The row is an ancestor of what the factory made: in a table the cell is between.
    var row = widget(showing: id)?.parent
    while let current = row, !current.focusable { row = current.parent }
    return row?.grabFocus() ?? false
  }
}

/// Which rows can be selected.
public enum SelectionMode: Sendable { case none, single, multiple }

/// A selection over a list model. The id list itself belongs to the model.
@MainActor
public final class Selection: Object {
  public static let changed = Signal<(UInt32, UInt32) -> Void>("selection-changed")
  public let model: ListModel

  public init(_ model: ListModel, _ mode: SelectionMode) {
    self.model = model
    // The selection models take a reference to the list over.
    let list = model.newReference
    switch mode {
    case .none: super.init(adopting: UnsafeMutableRawPointer(gtk_no_selection_new(list)!))
    case .single:
      let selection = gtk_single_selection_new(list)!
      gtk_single_selection_set_autoselect(selection, 0)
      gtk_single_selection_set_can_unselect(selection, 1)
      super.init(adopting: UnsafeMutableRawPointer(selection))
    case .multiple: super.init(adopting: UnsafeMutableRawPointer(gtk_multi_selection_new(list)!))
    }
  }

  /// The ids selected, in the order shown.
  public var selectedIDs: [UInt64] {
    guard let set = gtk_selection_model_get_selection(opaque) else { return [] }
    defer { gtk_bitset_unref(set) }
    let count = gtk_bitset_get_size(set)
    return (0..<count).compactMap { index in
      let position = Int(gtk_bitset_get_nth(set, guint(index)))
      return position < model.ids.count ? model.ids[position] : nil
    }
  }

  /// Selects this row and no other.
  public func select(_ position: Int) { gtk_selection_model_select_item(opaque, guint(position), 1) }
  /// Selects these rows and no others.
  public func select(_ positions: [Int]) {
    let chosen = gtk_bitset_new_empty()
    let all = gtk_bitset_new_range(0, guint(model.ids.count))
    defer {
      gtk_bitset_unref(chosen)
      gtk_bitset_unref(all)
    }
    for position in positions { gtk_bitset_add(chosen, guint(position)) }
    gtk_selection_model_set_selection(opaque, chosen, all)
  }
  public func isSelected(_ position: Int) -> Bool {
    gtk_selection_model_is_selected(opaque, guint(position)) != 0
  }
  public func clear() { gtk_selection_model_unselect_all(opaque) }
}

extension Signal where Handler == (UInt32, UInt32) -> Void {
  /// A position and a count: `selection-changed`.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, UInt32, UInt32, RawPointer) -> Void = { _, position, count, data in
      HandlerBox<(UInt32, UInt32) -> Void>.value(in: data)(position, count)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

/// A virtualised list of rows.
@MainActor
public final class ListView: Widget {
  /// A row was activated (double click or Return), by its position.
  public static let activated = Signal<(UInt32) -> Void>("activate")
  private let factory: Object

  public init<Row: AnyObject>(
    _ selection: Selection, _ factory: RowFactory<Row>, _ orientation: Orientation = .vertical,
    singleClick: Bool = false
  ) {
    self.factory = factory
    super.init(
      gtk_list_view_new(selection.newReference, factory.newReference))
    gtk_orientable_set_orientation(opaque, orientation.gtk)
    gtk_list_view_set_single_click_activate(opaque, singleClick ? 1 : 0)
  }

  public func showsSeparators(_ on: Bool) { gtk_list_view_set_show_separators(opaque, on ? 1 : 0) }
  /// Lets a drag on empty ground select what it passes over.
  public func enablesRubberband() { gtk_list_view_set_enable_rubberband(opaque, 1) }

  /// Scrolls until the row at `position` is in view.
  public func scroll(to position: Int) { activateAction(position, "list.scroll-to-item") }
}

/// A virtualised grid of equal cells.
@MainActor
public final class GridView: Widget {
  public static let activated = Signal<(UInt32) -> Void>("activate")
  private let factory: Object

  public init<Row: AnyObject>(_ selection: Selection, _ factory: RowFactory<Row>, singleClick: Bool = true) {
    self.factory = factory
    super.init(
      gtk_grid_view_new(selection.newReference, factory.newReference))
    gtk_grid_view_set_single_click_activate(opaque, singleClick ? 1 : 0)
  }

  public func columns(_ range: ClosedRange<Int>) {
    gtk_grid_view_set_min_columns(opaque, guint(range.lowerBound))
    gtk_grid_view_set_max_columns(opaque, guint(range.upperBound))
  }

  public func scroll(to position: Int) { activateAction(position, "list.scroll-to-item") }
}

extension Widget {
  /// Selects the row of a list that this is, and no other.
  public func selectRow() {
    var answers = [g_variant_new_boolean(0), g_variant_new_boolean(0)]
    gtk_widget_activate_action_variant(widget, "listitem.select", g_variant_new_tuple(&answers, 2))
  }

  /// Activates a list action whose parameter is a position (`u`).
  func activateAction(_ position: Int, _ name: String) {
    gtk_widget_activate_action_variant(widget, name, g_variant_new_uint32(guint(position)))
  }
}
