import CGTK4
public import GLibBridge

/// A virtualised table.
@MainActor
public final class ColumnView: Widget {
  public static let activated = Signal<(UInt32) -> Void>("activate")
  private var factories: [Object] = []

  public init(_ selection: Selection, singleClick: Bool = false) {
    super.init(gtk_column_view_new(selection.newReference))
    gtk_column_view_set_single_click_activate(opaque, singleClick ? 1 : 0)
  }

  /// Adds a column. A fixed width in logical pixels, or nil for the content's.
  @discardableResult
  public func addColumn<Row: AnyObject>(
    _ title: String, _ factory: RowFactory<Row>, expand: Bool = false, fixedWidth: Int? = nil
  ) -> Column {
    let column = gtk_column_view_column_new(
      title, factory.newReference)!
    gtk_column_view_column_set_expand(column, expand ? 1 : 0)
    gtk_column_view_column_set_resizable(column, 1)
    if let fixedWidth { gtk_column_view_column_set_fixed_width(column, Int32(fixedWidth)) }
    gtk_column_view_append_column(opaque, column)
    factories.append(factory)
    return Column(adopting: UnsafeMutableRawPointer(column))
  }

  /// Lets a drag on empty ground select what it passes over.
  public func enablesRubberband() { gtk_column_view_set_enable_rubberband(opaque, 1) }
  /// Lets the user change the order of the columns by dragging their titles.
  public func enablesReordering() { gtk_column_view_set_reorderable(opaque, 1) }

  /// Puts a column of this table at another place.
  public func move(_ column: Column, to place: Int) {
    gtk_column_view_insert_column(opaque, guint(place), column.opaque)
  }

  /// The columns as they stand, hidden ones too.
  public func order(of columns: [Column]) -> [Column] {
    guard let list = gtk_column_view_get_columns(opaque) else { return [] }
    return (0..<g_list_model_get_n_items(list)).compactMap { index in
      guard let item = g_list_model_get_item(list, index) else { return nil }
      let column = Object(adopting: item)
      return columns.first { $0.raw == column.raw }
    }
  }

  /// Calls `handler` after each change of the columns' order.
  public func onOrderChanged(_ handler: @escaping () -> Void) {
    guard let list = gtk_column_view_get_columns(opaque) else { return }
    Object(retaining: UnsafeMutableRawPointer(list)).connect(
      Signal<(UInt32, UInt32, UInt32) -> Void>("items-changed")
    ) { _, _, _ in handler() }
  }

  /// The titles in the header, as they stand; each is a button that sorts, or a column's title alone.
  public var titles: [Widget] {
    var found: [Widget] = []
    var title = firstChild?.firstChild
    while let current = title {
      found.append(current)
      title = current.nextSibling
    }
    return found
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
      let sorter = Object(
        adopting: UnsafeMutableRawPointer(
          gtk_custom_sorter_new(call, HandlerBox(note).handOver(), destroyBox)!))
      gtk_column_view_column_set_sorter(column.opaque, sorter.pointer())
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
  /// In logical pixels; `nil`: as its content wants, or its share of what is left.
  public var fixedWidth: Int? {
    get {
      let width = gtk_column_view_column_get_fixed_width(opaque)
      return width < 0 ? nil : Int(width)
    }
    set {
      if newValue != fixedWidth {
        gtk_column_view_column_set_fixed_width(opaque, Int32(newValue ?? -1))
      }
    }
  }
  public static let widthChanged = Signal<() -> Void>(notify: "fixed-width")
  /// What a secondary click on the title opens.
  public func setHeaderMenu(_ menu: Menu) { gtk_column_view_column_set_header_menu(opaque, menu.pointer()) }
  public var title: String {
    get { gtk_column_view_column_get_title(opaque).map { String(cString: $0) } ?? "" }
    set { gtk_column_view_column_set_title(opaque, newValue) }
  }
}

extension Signal where Handler == (UInt32, UInt32, UInt32) -> Void {
  /// A position and two counts: `items-changed`.
  init(_ name: String) {
    let call: @convention(c) (RawPointer, UInt32, UInt32, UInt32, RawPointer) -> Void = {
      _, position, removed, added, data in
      HandlerBox<(UInt32, UInt32, UInt32) -> Void>.value(in: data)(position, removed, added)
    }
    self.init(name: name, trampoline: erase(call))
  }
}
