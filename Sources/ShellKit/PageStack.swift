public import GtkBridge

/// A tab's stack of pages. The page on top fills the frame; the shell moves two of them during a
/// transition.
@MainActor
public final class PageStack: CustomWidget {
  public override class var cssName: String { "pagestack" }
  public override class var role: AccessibleRole { .tabPanel }

  private(set) var pages: [Widget] = []

  /// How far the page on top has come in, 0 (outside, at the trailing edge) to 1 (at rest). The one below
  /// moves a third as far and dims.
  var progress = 1.0 {
    didSet { if progress != oldValue { arrange() } }
  }
  /// What the bars and panels that float over the pages cover at the bottom, in logical pixels.
  var bottomInset = 0.0

  override init() {
    super.init()
    clipsOverflow = true
  }

  var top: Widget? { pages.last }

  func push(_ page: Widget) {
    page.setParent(self)
    if let below = pages.last { page.stack(above: below, in: self) }
    pages.append(page)
    arrange()
  }

  /// Takes the page on top away and returns it.
  @discardableResult
  func pop() -> Widget? {
    guard let page = pages.popLast() else { return nil }
    page.unparent()
    arrange()
    return page
  }

  private func arrange() {
    let moving = progress < 1
    for (index, page) in pages.enumerated() {
      let isTop = index == pages.count - 1
      let shown = isTop || (moving && index == pages.count - 2)
      if page.visible != shown { page.visible = shown }
      page.canFocus = isTop
      page.canTarget = isTop
    }
    queueAllocate()
  }

  public override func sizeAllocate(width: Int, height: Int) {
    let sign = isRightToLeft ? -1.0 : 1.0
    for (index, page) in pages.enumerated() where page.visible {
      let (minimumWidth, _) = page.measured(.horizontal)
      let w = max(width, minimumWidth)
      let h = max(height, page.measured(.vertical, for: w).minimum)
      let isTop = index == pages.count - 1
      let away = (1 - progress) * Double(width) * sign
      let x = isTop ? away : (away - Double(width) * sign) / 3
      page.allocate(width: w, height: h, x: progress >= 1 ? 0 : x.rounded(), y: 0)
    }
  }

  public override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    (0, 0)
  }

  public override func snapshot(_ snapshot: Snapshot) {
    guard progress < 1, pages.count > 1 else { return snapshotChildren(snapshot) }
    let frame = Rect(width: Double(width), height: Double(height))
    let top = pages[pages.count - 1]
    snapshot.child(pages[pages.count - 2], of: self)
    snapshot.fill(frame, Color(red: 0, green: 0, blue: 0, alpha: Float(0.12 * progress)))
    snapshot.child(top, of: self)
  }
}
