import GtkBridge

/// The names of the Library tab's lists in a row: the one in view is marked. A narrow row is drawn sideways.
@MainActor
final class ViewChoice {
  let root: ScrolledWindow
  private let buttons: [LibraryView: ToggleButton]
  private let choose: (LibraryView) -> Void
  private var shown: LibraryView?

  /// How far one notch of a wheel draws the row, in logical pixels.
  private static let notch = 60.0
  /// What stays free beside the name that is chosen, in logical pixels.
  private static let margin = 16.0

  init(choose: @escaping (LibraryView) -> Void) {
    self.choose = choose
    var buttons: [LibraryView: ToggleButton] = [:]
    let row = Box(.horizontal, spacing: 8, classes: ["view-choice"])
    for view in LibraryView.allCases {
      // The pill is within the button, which in a narrow window is higher than what is seen of it.
      let pill = Label(view.title)
      pill.valign = .center
      let button = ToggleButton(classes: ["chip"])
      button.setChild(pill)
      button.accessibleLabel(view.title)
      button.join(buttons[.albums])
      buttons[view] = button
      row.append(button)
    }
    self.buttons = buttons
    root = ScrolledWindow(row: row)
    for (view, button) in buttons {
      button.connect(ToggleButton.toggled) { [weak self, weak button] in
        if let self, let button, button.active, view != self.shown { self.choose(view) }
      }
    }
    let wheel = ScrollController()
    wheel.connect(ScrollController.scrolled) { [weak root] _, step in
      guard let root else { return false }
      let adjustment = root.horizontalAdjustment
      guard adjustment.upper > adjustment.pageSize else { return false }
      adjustment.value += step * Self.notch * (root.isRightToLeft ? -1 : 1)
      return true
    }
    root.addController(wheel)
  }

  func show(_ view: LibraryView) {
    guard view != shown else { return }
    shown = view
    buttons[view]?.active = true
    // Its place is known once the row is laid out.
    MainLoop.whenIdle { [weak self] in self?.reveal(view) }
  }

  private func reveal(_ view: LibraryView) {
    guard view == shown, let place = buttons[view]?.bounds(in: root), root.width > 0 else { return }
    let adjustment = root.horizontalAdjustment
    let beyond = place.x + place.width + Self.margin - Double(root.width)
    let before = place.x - Self.margin
    if beyond > 0 { adjustment.value += beyond } else if before < 0 { adjustment.value += before }
  }
}
