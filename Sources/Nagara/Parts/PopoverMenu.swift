import GtkBridge

/// A menu of rows, each an icon and words. One is open at a time.
@MainActor
enum PopoverMenu {
  struct Item {
    var icon: String
    var label: String
    var isEnabled = true
    /// Done when the item is chosen.
    var run: () -> Void

    init(icon: String, label: String, isEnabled: Bool = true, run: @escaping () -> Void) {
      self.icon = icon
      self.label = label
      self.isEnabled = isEnabled
      self.run = run
    }
  }

  /// The one that is open; it ends when it closes.
  private static var open: Popover?

  /// Opens a menu of these sections.
  ///
  /// - Parameters:
  ///   - place: of `host`, what the menu points at; `nil`: all of it.
  ///   - isAbove: whether it opens upwards if there is room.
  static func show(
    _ sections: [[Item]], on host: Widget, at place: Rect? = nil, isAbove: Bool = false
  ) {
    guard open == nil else { return }
    var rows: [Widget] = []
    for section in sections where !section.isEmpty {
      if !rows.isEmpty { rows.append(Separator()) }
      rows += section.map { button($0) }
    }
    let popover = Popover(Box(.vertical, spacing: 2, rows, classes: ["popover-menu"]))
    open = popover
    popover.setParent(host)
    if let place { popover.point(at: place) }
    if isAbove { popover.opensAbove() }
    let focus = host.root?.focus
    popover.connect(Popover.closed) {
      // Not within the signal: the popover is still closing.
      MainLoop.whenIdle {
        open?.unparent()
        open = nil
        focus?.grabFocus()
      }
    }
    popover.popup()
  }

  private static func button(_ item: Item) -> Widget {
    let icon = Image(icon: item.icon)
    // A player's signs are not mirrored.
    if item.icon.hasPrefix("media-") { icon.forceLeftToRight() }
    let text = Label(item.label, xalign: 0)
    text.hexpand = true
    let button = Button(
      child: Box(.horizontal, spacing: 12, [icon, text]), classes: ["flat"])
    button.accessibleLabel(item.label)
    button.sensitive = item.isEnabled
    button.onClick {
      open?.popdown()
      item.run()
    }
    return button
  }
}
