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
    let list = OpaquePointer(UnsafeMutableRawPointer(g_object_ref(model.raw)!))
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

  public func select(_ position: Int) { gtk_selection_model_select_item(opaque, guint(position), 1) }
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

  public init<Row: AnyObject>(_ selection: Selection, _ factory: RowFactory<Row>, singleClick: Bool = false) {
    self.factory = factory
    super.init(
      gtk_list_view_new(
        OpaquePointer(g_object_ref(selection.raw)), OpaquePointer(g_object_ref(factory.raw))))
    gtk_list_view_set_single_click_activate(opaque, singleClick ? 1 : 0)
  }

  public func showsSeparators(_ on: Bool) { gtk_list_view_set_show_separators(opaque, on ? 1 : 0) }

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
      gtk_grid_view_new(
        OpaquePointer(g_object_ref(selection.raw)), OpaquePointer(g_object_ref(factory.raw))))
    gtk_grid_view_set_single_click_activate(opaque, singleClick ? 1 : 0)
  }

  public func columns(_ range: ClosedRange<Int>) {
    gtk_grid_view_set_min_columns(opaque, guint(range.lowerBound))
    gtk_grid_view_set_max_columns(opaque, guint(range.upperBound))
  }

  public func scroll(to position: Int) { activateAction(position, "list.scroll-to-item") }
}

/// A virtualised table.
@MainActor
public final class ColumnView: Widget {
  public static let activated = Signal<(UInt32) -> Void>("activate")
  private var factories: [Object] = []

  public init(_ selection: Selection, singleClick: Bool = false) {
    super.init(gtk_column_view_new(OpaquePointer(g_object_ref(selection.raw))))
    gtk_column_view_set_single_click_activate(opaque, singleClick ? 1 : 0)
  }

  /// Adds a column. A fixed width in logical pixels, or nil for the content's.
  @discardableResult
  public func addColumn<Row: AnyObject>(
    _ title: String, _ factory: RowFactory<Row>, expand: Bool = false, fixedWidth: Int? = nil
  ) -> Column {
    let column = gtk_column_view_column_new(
      title, OpaquePointer(g_object_ref(factory.raw)))!
    gtk_column_view_column_set_expand(column, expand ? 1 : 0)
    gtk_column_view_column_set_resizable(column, 1)
    if let fixedWidth { gtk_column_view_column_set_fixed_width(column, Int32(fixedWidth)) }
    gtk_column_view_append_column(opaque, column)
    factories.append(factory)
    return Column(adopting: UnsafeMutableRawPointer(column))
  }

  public func showsRowSeparators(_ on: Bool) { gtk_column_view_set_show_row_separators(opaque, on ? 1 : 0) }
  /// Scrolls until the row at `position` is in view. The rows are in a list view inside the table.
  public func scroll(to position: Int) {
    var child = firstChild
    while let current = child, !current.isA(gtk_list_view_get_type()) { child = current.nextSibling }
    child?.activateAction(position, "list.scroll-to-item")
  }
}

extension ColumnView {
  /// Makes the titles of these columns buttons that sort, with GTK's arrows, and calls `handler` with the place of
  /// the column to sort by (`nil`: none) and the direction. Sorting is the caller's.
  public func sorts(by columns: [Column], _ handler: @escaping (Int?, _ isDescending: Bool) -> Void) {
    // GTK says which column comes first only from 4.10 on. But the view's sorter asks that column's sorter
    // first, and turns its answer round when it descends.
    let asked = FirstAsked()
    for (index, column) in columns.enumerated() {
      let note: @MainActor () -> Void = { if asked.column == nil { asked.column = index } }
      let call: GCompareDataFunc = { _, _, data in
        if let data { MainActor.assumeIsolated { HandlerBox<@MainActor () -> Void>.value(in: data)() } }
        return 1
      }
      let sorter = gtk_custom_sorter_new(call, HandlerBox(note).handOver(), destroyBox)!
      gtk_column_view_column_set_sorter(
        column.opaque, UnsafeMutableRawPointer(sorter).assumingMemoryBound(to: GtkSorter.self))
      g_object_unref(UnsafeMutableRawPointer(sorter))
    }
    guard let whole = gtk_column_view_get_sorter(opaque) else { return }
    let sorter = Object(retaining: UnsafeMutableRawPointer(whole))
    sorter.connect(Signal<(Int32) -> Void>("changed")) { [weak self] _ in
      guard let self else { return }
      asked.column = nil
      // Two objects that are not one; nobody looks into them.
      let answer = gtk_sorter_compare(gtk_column_view_get_sorter(self.opaque), self.raw, asked.other.raw)
      handler(asked.column, answer == GTK_ORDERING_SMALLER)
    }
  }
}

@MainActor
private final class FirstAsked {
  var column: Int?
  let other = Adjustment()
}

/// A column of a table.
@MainActor
public final class Column: Object {
  public var visible: Bool {
    get { gtk_column_view_column_get_visible(opaque) != 0 }
    set { if newValue != visible { gtk_column_view_column_set_visible(opaque, newValue ? 1 : 0) } }
  }
  public var title: String {
    get { gtk_column_view_column_get_title(opaque).map { String(cString: $0) } ?? "" }
    set { gtk_column_view_column_set_title(opaque, newValue) }
  }
}

extension Widget {
  /// Activates a list action whose parameter is a position (`u`).
  fileprivate func activateAction(_ position: Int, _ name: String) {
    gtk_widget_activate_action_variant(widget, name, g_variant_new_uint32(guint(position)))
  }
}
