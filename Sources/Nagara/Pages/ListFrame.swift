import GtkBridge

/// What a list of the library is set in: the header, and below it the list, or what stands in its place while there
/// is nothing to list. The list's widget is made when it is first seen.
@MainActor
final class ListFrame {
  let root: Widget
  let header: PageHeader
  /// The IDs of the rows, in the order shown.
  let model = ListModel()
  private let stack = Stack()
  private let welcome: WelcomePage
  private var views: [String: Widget] = [:]

  /// - Parameter tools: stand in the header before the main menu.
  init(
    _ title: String, _ context: PageContext, leading: PageHeader.Leading = .search, tools: [Widget] = []
  ) {
    header = PageHeader(title, leading: leading, tools: tools)
    welcome = WelcomePage(context)
    stack.vexpand = true
    stack.add(welcome.root, name: "empty")
    root = Box(.vertical, [header.root, stack], classes: ["page"])
  }

  /// Follows what isn't the list's: the window's form, and how far the library is.
  func update(_ old: AppState?, _ new: AppState) { welcome.update(old, new) }

  /// Shows the view of this name; `make` builds it the first time.
  func show(_ name: String, _ make: () -> Widget) {
    if views[name] == nil {
      let view = make()
      views[name] = view
      stack.add(view, name: name)
    }
    stack.visibleName = name
  }

  /// Lists these rows. Who is at the top stays there, by `scrollToTop`: GTK would hold on to the row that was
  /// the first.
  func replace(with ids: [UInt64], scrollToTop: () -> Void) {
    let scroller = stack.visibleName.flatMap { views[$0] as? ScrolledWindow }
    let isAtTop = scroller.map { $0.verticalAdjustment.value == 0 } ?? true
    model.replace(with: ids)
    if isAtTop { scrollToTop() }
  }

  /// Shows that nothing has been loaded.
  func showEmpty() { stack.visibleName = "empty" }

  /// The row at a position as GTK counts, which may be ahead of the list.
  func id(at position: Int) -> UInt64? { model.ids.indices.contains(position) ? model.ids[position] : nil }
}

/// A page that is a list of the library.
@MainActor
protocol ListPage: Page {
  var frame: ListFrame { get }
}

extension ListPage {
  var root: Widget { frame.root }
  var header: PageHeader { frame.header }
}
