import GtkBridge

/// The bar that switches tabs. The shell gives every cell's frame and the one style for all.
@MainActor
final class TabBar: CustomWidget {
  override class var cssName: String { "tabbar" }
  override class var role: AccessibleRole { .tabList }

  private(set) var buttons: [TabButton] = []
  private var frames: [Rect] = []

  func replaceButtons(_ new: [TabButton]) {
    for button in buttons { button.unparent() }
    buttons = new
    for button in new { button.setParent(self) }
    for (index, button) in new.enumerated() {
      button.moved = { [weak self] step in self?.moveFocus(from: index, by: step) }
    }
    queueAllocate()
  }

  /// Takes the cells' frames in the bar's coordinates; an empty frame hides its tab.
  func arrange(_ cells: [Rect], style: TabStyle, iconSide: Int) {
    for (button, cell) in zip(buttons, cells) {
      let shown = cell.width > 0
      if button.visible != shown { button.visible = shown }
      button.style = style
      button.iconSide = iconSide
    }
    guard cells != frames else { return }
    frames = cells
    queueAllocate()
  }

  /// Takes the cells from within the parent's allocation, which goes on to allocate this bar.
  func arrangeNow(_ cells: [Rect]) { frames = cells }

  private func moveFocus(from index: Int, by step: Int) {
    let shown = buttons.indices.filter { buttons[$0].visible }
    guard let place = shown.firstIndex(of: index) else { return }
    let target = step == Int.max ? shown.count - 1 : step == -Int.max ? 0 : place + step
    if shown.indices.contains(target) { buttons[shown[target]].grabFocus() }
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func sizeAllocate(width: Int, height: Int) {
    for (button, cell) in zip(buttons, frames) where button.visible {
      button.allocate(width: Int(cell.width), height: Int(cell.height), x: cell.x, y: cell.y)
    }
  }
}
