import GtkBridge

/// How a tab's icon and title stand to each other; one way for all tabs at a time.
enum TabStyle: Equatable {
  case iconBesideTitle, iconAboveTitle, iconAlone
}

/// One tab in the bar: icon, title, badge.
@MainActor
final class TabButton: CustomWidget {
  override class var cssName: String { "tab" }
  override class var role: AccessibleRole { .tab }

  /// Called on a click, Return or Space.
  var chosen: () -> Void = {}
  /// Called with −1 or +1 on arrow keys, in visual order; ±`Int.max` for Home and End.
  var moved: (Int) -> Void = { _ in }

  /// Called when the title's width may have changed: another font, language, scale or text.
  var labelChanged: () -> Void = {}
  /// Called when data was dragged over the tab for 500 ms.
  var draggedOver: () -> Void = {}
  private var hover: SourceToken?
  private var knownWidth = -1

  private let icon: Image
  private let label: Label
  private let badge = Label(classes: ["badge"])
  /// Measures the title in the larger of the two styles' fonts, whichever is shown: a width that changed with
  /// the style would change the style.
  private let ruler: Label
  private(set) var title: String

  var style = TabStyle.iconAboveTitle {
    didSet {
      guard style != oldValue else { return }
      // Not `visible`: a hidden label measures nothing, and its width decides whether it comes back.
      label.childVisible = style != .iconAlone
      setClass("beside", style == .iconBesideTitle)
      tooltip = style == .iconAlone ? title : nil
      queueAllocate()
    }
  }

  /// The icon's side in logical pixels; it grows with the text.
  var iconSide = 20 { didSet { if iconSide != oldValue { icon.pixelSize(iconSide) } } }

  init(title: String, icon name: String) {
    self.title = title
    icon = Image(icon: name, pixelSize: 20)
    label = Label(title, ellipsis: .end)
    ruler = Label(title, classes: ["ruler"])
    super.init()
    for part in [icon, label, badge] {
      part.setParent(self)
      part.canTarget = false
    }
    ruler.setParent(self)
    ruler.childVisible = false
    ruler.accessibleHidden(true)
    badge.visible = false
    focusable = true
    accessibleLabel(title)
    let click = GestureClick()
    click.connect(GestureClick.released) { [weak self] _, x, y in
      if self?.contains(x, y) == true { self?.chosen() }
    }
    addController(click)
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, modifiers in
      guard let self, modifiers.isDisjoint(with: [.control, .alt]) else { return false }
      let forward = self.isRightToLeft ? -1 : 1
      switch key {
      case _ where Key.activates(key): self.chosen()
      case Key.left: self.moved(-forward)
      case Key.right: self.moved(forward)
      case Key.home: self.moved(-Int.max)
      case Key.end: self.moved(Int.max)
      default: return false
      }
      return true
    }
    addController(keys)
    let drops = DropMotionController()
    drops.connect(DropMotionController.entered) { [weak self] _, _ in
      self?.hover = MainLoop.after(milliseconds: 500) { [weak self] in self?.draggedOver() }
    }
    drops.connect(DropMotionController.left) { [weak self] in self?.hover = nil }
    addController(drops)
  }

  func setTitle(_ text: String) {
    title = text
    label.text = text
    ruler.text = text
    accessibleLabel(text)
    if style == .iconAlone { tooltip = text }
    labelChanged()
  }

  func setSelected(_ selected: Bool) {
    setClass("selected", selected)
    accessibleSelected(selected)
  }

  /// Shows a count, a dot (empty text), or nothing (nil).
  func setBadge(_ text: String?) {
    badge.visible = text != nil
    badge.text = text ?? ""
    badge.setClass("dot", text?.isEmpty == true)
    accessibleDescription(text ?? "")
    queueAllocate()
  }

  /// The title's natural width in logical pixels.
  var labelWidth: Int { ruler.measured(.horizontal).natural }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func sizeAllocate(width: Int, height: Int) {
    let iconSide = icon.measured(.horizontal).natural
    let labelHeight = label.measured(.vertical).natural
    let labelNatural = label.measured(.horizontal).natural
    if labelWidth != knownWidth {
      knownWidth = labelWidth
      labelChanged()
    }
    let rtl = isRightToLeft
    var iconX = Double(width - iconSide) / 2
    var iconY = Double(height - iconSide) / 2
    switch style {
    case .iconAlone: break
    case .iconBesideTitle:
      let gap = 10
      let shown = min(labelNatural, max(width - iconSide - gap - 8, label.measured(.horizontal).minimum))
      let total = iconSide + gap + shown
      let left = Double(width - total) / 2
      iconX = rtl ? left + Double(shown + gap) : left
      label.allocate(
        width: shown, height: labelHeight, x: rtl ? left : left + Double(iconSide + gap),
        y: (Double(height - labelHeight) / 2).rounded())
    case .iconAboveTitle:
      let gap = 3
      let shown = min(labelNatural, max(width - 4, label.measured(.horizontal).minimum))
      let top = (Double(height - iconSide - gap - labelHeight) / 2).rounded()
      iconY = top
      label.allocate(
        width: shown, height: labelHeight, x: (Double(width - shown) / 2).rounded(),
        y: top + Double(iconSide + gap))
    }
    icon.allocate(width: iconSide, height: iconSide, x: iconX.rounded(), y: iconY.rounded())
    if badge.visible {
      let badgeWidth = badge.measured(.horizontal).natural
      let badgeHeight = badge.measured(.vertical).natural
      // Beside a title a wide badge grows over the icon, not over the text.
      let reach = style == .iconBesideTitle ? max(8, Double(badgeWidth) - 8) : 8
      let x = rtl ? iconX - Double(badgeWidth) + reach : iconX + Double(iconSide) - reach
      badge.allocate(width: badgeWidth, height: badgeHeight, x: x.rounded(), y: max(2, iconY - 6).rounded())
    }
  }
}
