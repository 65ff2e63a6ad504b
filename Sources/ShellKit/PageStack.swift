import GtkBridge
import ShellCore

/// A tab's stack of pages. The page on top fills the frame; two of them move during a transition.
@MainActor
final class PageStack: CustomWidget {
  override class var cssName: String { "pagestack" }
  override class var role: AccessibleRole { .tabPanel }

  private var rootPage: Widget?
  private var widgets: [PageID: Widget] = [:]
  private var order: [PageID] = []
  /// From below.
  private var pages: [Widget] = []
  /// What had focus on a page when another one covered it.
  private var covered: [UnsafeMutableRawPointer: WeakObject] = [:]

  /// How far the page on top has come in, 0 (outside, at the trailing edge) to 1 (at rest). The one below
  /// moves a third as far and dims.
  private var progress = 1.0

  override init() {
    super.init()
    clipsOverflow = true
  }

  var hasRoot: Bool { rootPage != nil }
  var top: Widget? { pages.last }

  func setRoot(_ page: Widget) {
    rootPage = page
    page.setParent(self)
    rebuild()
  }

  /// Whether there is a page for the id.
  func has(_ id: PageID) -> Bool { widgets[id] != nil }

  /// Keeps a page for the id under which the state will show it.
  func keep(_ page: Widget, as id: PageID) {
    widgets[id] = page
    page.setParent(self)
    page.visible = false
  }

  /// Forgets a page that is off the stack.
  func drop(_ id: PageID) {
    guard let page = widgets.removeValue(forKey: id) else { return }
    order.removeAll { $0 == id }
    covered[page.raw] = nil
    rebuild()
    page.unparent()
  }

  /// Shows the pages of these ids above the rootPage.
  func show(_ ids: [PageID], progress new: Double) {
    let known = ids.filter { widgets[$0] != nil }
    guard known != order || new != progress else { return }
    let reordered = known != order
    order = known
    progress = new
    if reordered { rebuild() } else { arrange() }
  }

  /// Gives focus to what had it on the page on top before another page came; else to its first widget.
  func focusTop() -> Bool {
    guard let top else { return false }
    if let before = covered.removeValue(forKey: top.raw)?.object {
      let widget = Widget(existing: before.pointer())
      if widget.isMapped, widget.grabFocus() { return true }
    }
    return top.focusFirst()
  }

  private func rebuild() {
    pages = (rootPage.map { [$0] } ?? []) + order.compactMap { widgets[$0] }
    var below: Widget?
    for page in pages {
      page.stack(above: below, in: self)
      below = page
    }
    arrange()
  }

  private func arrange() {
    let moving = progress < 1
    for (index, page) in pages.enumerated() {
      let isTop = index == pages.count - 1
      let shown = isTop || (moving && index == pages.count - 2)
      if page.visible != shown { page.visible = shown }
      if !isTop, page.canFocus, let focus = root?.focus, page.isAncestor(of: focus) {
        covered[page.raw] = WeakObject(focus)
      }
      page.canFocus = isTop
      page.canTarget = isTop
    }
    queueAllocate()
  }

  override func sizeAllocate(width: Int, height: Int) {
    let sign = isRightToLeft ? -1.0 : 1.0
    for (index, page) in pages.enumerated() where page.visible {
      let w = max(width, page.measured(.horizontal).minimum)
      let h = max(height, page.measured(.vertical, for: w).minimum)
      let isTop = index == pages.count - 1
      let away = (1 - progress) * Double(width) * sign
      let x = isTop ? away : (away - Double(width) * sign) / 3
      let overflow = isRightToLeft ? Double(width - w) : 0
      page.allocate(width: w, height: h, x: (progress >= 1 ? 0 : x.rounded()) + overflow, y: 0)
    }
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func snapshot(_ snapshot: Snapshot) {
    guard progress < 1, pages.count > 1 else { return snapshotChildren(snapshot) }
    snapshot.child(pages[pages.count - 2], of: self)
    snapshot.fill(
      Rect(width: Double(width), height: Double(height)),
      Color(red: 0, green: 0, blue: 0, alpha: Float(0.12 * progress)))
    snapshot.child(pages[pages.count - 1], of: self)
  }
}
