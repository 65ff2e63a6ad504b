import GtkBridge
import MusicLibrary

/// What a list of the Library tab is set in: the list, or what stands in its place while there is nothing to list.
/// The list's widget is made when it is first seen.
@MainActor
final class ListFrame {
  let root = Stack()
  /// The IDs of the rows, in the order shown.
  let model = ListModel()
  private var views: [String: Widget] = [:]
  private var unmatched: StatusPage?
  /// How often it was jumped.
  private var jumps = 0

  init() { root.vexpand = true }

  /// Shows the view of this name; `make` builds it the first time.
  func show(_ name: String, _ make: () -> Widget) {
    if views[name] == nil {
      let view = make()
      views[name] = view
      root.add(view, name: name)
    }
    root.visibleName = name
  }

  /// Shows that nothing has what was typed.
  func showUnmatched(_ text: String) {
    show("unmatched") {
      let page = StatusPage(icon: "nagara-search-symbolic", title: tr("Nothing Found"), text: "")
      unmatched = page
      return page.root
    }
    unmatched?.setText(tr("Nothing in this list matches “%s”.", text))
  }

  /// Lists these rows. Who is at the top stays there, by `scrollToTop`: GTK would hold on to the row that was
  /// the first.
  func replace(with ids: [UInt64], scrollToTop: () -> Void) {
    let scroller = root.visibleName.flatMap { views[$0] as? ScrolledWindow }
    let isAtTop = scroller.map { $0.verticalAdjustment.value == 0 } ?? true
    model.replace(with: ids)
    if isAtTop { scrollToTop() }
  }

  /// Brings the row at a position to the top of the view, or as near as the list's end lets it.
  ///
  /// - Parameters:
  ///   - scroll: brings a position into view.
  ///   - row: what shows an ID; `nil` while it is out of view.
  func jump(to position: Int, _ scroll: (Int) -> Void, row: @escaping (UInt64) -> Widget?) {
    guard let id = id(at: min(position, model.ids.count - 1)) else { return }
    scroll(min(position, model.ids.count - 1))
    jumps += 1
    let (jump, scroller) = (jumps, root.visibleName.flatMap { views[$0] as? ScrolledWindow })
    // This frame makes the row and lays it out.
    var frames = 0
    root.addTick { [weak self] _ in
      guard let self, let scroller, jump == self.jumps else { return false }
      frames += 1
      guard frames > 1, let (row, list) = row(id)?.listRow, let place = row.bounds(in: list) else {
        return frames < 4
      }
      scroller.verticalAdjustment.value += place.y
      return false
    }
  }

  /// The row at a position as GTK counts, which may be ahead of the list.
  func id(at position: Int) -> UInt64? { model.ids.indices.contains(position) ? model.ids[position] : nil }
}

/// A list of the Library tab. It is told of changes while it is in view; when it comes into view, of everything.
@MainActor
protocol LibraryList: AnyObject {
  var frame: ListFrame { get }
  /// Shows what has changed from `old` to `new`; everything when `old` is nil. There is some music.
  func update(_ old: AppState?, _ new: AppState)
  func scrollToTop()
  /// What the rows are sorted by, if that is a text.
  func order(in state: AppState) -> (text: SortText, descending: Bool)?
  /// Brings the row at a position to the top of the view.
  func jump(to position: Int)
  /// Opens or plays the row at a position.
  func activate(_ position: Int)
}

extension LibraryList {
  func order(in state: AppState) -> (text: SortText, descending: Bool)? { nil }
  func jump(to position: Int) {}

  /// Whether the rows may be others.
  func isOther(_ old: AppState?, _ new: AppState) -> Bool {
    old == nil || old?.library.revision != new.library.revision || isFilteredAnew(old, new)
  }

  /// Whether something else is looked for, or was found.
  func isFilteredAnew(_ old: AppState?, _ new: AppState) -> Bool {
    old != nil && old?.filter.revision != new.filter.revision
  }

  /// Lists these rows, or says that none has what was typed.
  func list(_ ids: [UInt64], _ old: AppState?, _ new: AppState, _ show: () -> Void) {
    frame.replace(with: ids, scrollToTop: scrollToTop)
    if ids.isEmpty, new.filter.isActive {
      frame.showUnmatched(new.filter.text ?? "")
    } else {
      show()
    }
    if isFilteredAnew(old, new) { scrollToTop() }
  }
}

extension Widget {
  /// The row that the widget is in, and the list or grid that the row is in.
  fileprivate var listRow: (row: Widget, list: Widget)? {
    var row: Widget = self
    while let list = row.parent {
      if ["listview", "gridview"].contains(list.typeName) { return (row, list) }
      row = list
    }
    return nil
  }
}
