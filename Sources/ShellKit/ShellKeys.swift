public import GtkBridge
import ShellCore

/// The shell's keys, for its whole window, in the bubble phase: popovers, entries, text views and lists that
/// use a combination themselves get it first.
@MainActor
final class ShellKeys {
  private unowned let shell: ShellView

  init(_ shell: ShellView) { self.shell = shell }

  func attach() {
    // Three routes. On the way from the focus up through the shell, because GTK's windows take Ctrl and an arrow
    // for moving the focus before they ask global shortcuts; for the same reason before the window when nothing
    // has the focus; and globally, for a focus beside the shell.
    let local = ShortcutController(scope: .local)
    let unfocused = ShortcutController(scope: .global)
    unfocused.phase = .capture
    let global = ShortcutController(scope: .global)
    // Scrolled windows take Ctrl and an arrow too, and every page has one: these keys are taken on the way down,
    // unless the focus is in something that uses them itself.
    let early = ShortcutController(scope: .local)
    early.phase = .capture
    func bind(_ trigger: String, _ handler: @escaping (ShellView) -> Bool) {
      for controller in [local, global] {
        controller.add(trigger) { [weak shell] in shell.map(handler) ?? false }
      }
      unfocused.add(trigger) { [weak shell] in
        guard let shell, let root = shell.root, root.focus == nil else { return false }
        return handler(shell)
      }
    }
    func key(_ trigger: String, _ action: @escaping (ShellView) -> ShellAction?) {
      bind(trigger) { shell in
        guard let action = action(shell) else { return false }
        shell.send(action)
        return true
      }
    }
    func controlKey(_ trigger: String, _ action: @escaping (ShellView) -> ShellAction?) {
      key(trigger, action)
      early.add(trigger) { [weak shell] in
        guard let shell, !Self.isUsed(shell), let action = action(shell) else { return false }
        shell.send(action)
        return true
      }
    }
    func step(_ trigger: String, _ places: Int) {
      // Tabs are switched from everywhere, as in a notebook.
      early.add(trigger) { [weak shell] in
        shell?.step(places, .key)
        return shell != nil
      }
      unfocused.add(trigger) { [weak shell] in
        guard let shell, shell.root?.focus == nil else { return false }
        shell.step(places, .key)
        return true
      }
    }
    controlKey("<Control>Up") { $0.state.player.isPresent ? .expandPlayer(.key) : nil }
    controlKey("<Control>Down") { $0.state.player.isPresent ? .collapsePlayer(.key) : nil }
    key("F8") { $0.state.player.isPresent ? .togglePlayer(.key) : nil }
    controlKey("<Control>j") { _ in .stepDrawer(up: true, .key) }
    controlKey("<Control><Shift>j") { _ in .stepDrawer(up: false, .key) }
    step("<Control>Page_Up", -1)
    step("<Control>Page_Down", 1)
    key("Escape") { shell in
      let state = shell.state
      return state.drawer.isOpen || state.player.isExpanded || state.depth > 1 ? .escape : nil
    }
    key("<Alt>Left") { $0.isRightToLeft || $0.state.depth < 2 ? nil : .popPage(.key) }
    key("<Alt>Right") { !$0.isRightToLeft || $0.state.depth < 2 ? nil : .popPage(.key) }
    for number in 1...9 {
      key("<Alt>\(number)") { shell in
        let visible = shell.state.tabs.filter(\.isVisible)
        guard number <= visible.count else { return nil }
        let id = visible[number - 1].id
        return .selectTab(id, allowed: shell.hooks.shouldSelect(id), .key)
      }
    }
    for controller in [early, local, unfocused, global] { shell.addController(controller) }
    let back = GestureClick()
    back.button = 8
    back.connect(GestureClick.pressed) { [weak shell] _, _, _ in shell?.send(.popPage(.tap)) }
    shell.addController(back)
  }

  /// Whether the focus is in a widget that uses Ctrl with an arrow or a letter itself.
  private static func isUsed(_ shell: ShellView) -> Bool {
    var current = shell.root?.focus
    while let widget = current, !widget.isSame(as: shell) {
      if widget.usesControlKeys { return true }
      current = widget.parent
    }
    return false
  }
}

extension ShellView {
  /// The shell's keys for a shortcuts window. Every key that works is in it, and nothing else.
  public static var shortcuts: ShortcutGroup {
    ShortcutGroup(
      tr("Window"),
      [
        ("<Control>Up", tr("Open the player")), ("<Control>Down", tr("Close the player")),
        ("F8", tr("Open or close the player")), ("<Control>j", tr("Drawer higher")),
        ("<Control><Shift>j", tr("Drawer lower")), ("<Alt>1...9", tr("Go to a tab")),
        ("<Control>Page_Up <Control>Page_Down", tr("Previous and next tab")),
        ("Left Right Home End", tr("Another tab (in the tab bar)")),
        ("<Alt>Left", tr("Back")), ("Escape", tr("Close, step by step")),
      ])
  }
}
