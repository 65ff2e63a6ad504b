import GtkBridge
import ShellCore

/// The shell's keys, for its whole window, in the bubble phase: popovers, entries, text views and lists that
/// use a combination themselves get it first.
@MainActor
final class ShellKeys {
  private unowned let shell: ShellView

  init(_ shell: ShellView) { self.shell = shell }

  func attach() {
    // Two routes: on the way from the focus up through the shell, because GTK's windows take Ctrl and an arrow
    // for moving the focus before they ask global shortcuts; and globally, for when nothing has the focus.
    let controllers = [ShortcutController(scope: .local), ShortcutController(scope: .global)]
    func bind(_ trigger: String, _ handler: @escaping (ShellView) -> Bool) {
      for controller in controllers {
        controller.add(trigger) { [weak shell] in shell.map(handler) ?? false }
      }
    }
    func key(_ trigger: String, _ action: @escaping (ShellView) -> ShellAction?) {
      bind(trigger) { shell in
        guard let action = action(shell) else { return false }
        shell.send(action)
        return true
      }
    }
    func step(_ trigger: String, _ places: Int) {
      bind(trigger) { shell in
        shell.step(places, .key)
        return true
      }
    }
    key("<Control>Up") { $0.state.player.isPresent ? .expandPlayer(.key) : nil }
    key("<Control>Down") { $0.state.player.isPresent ? .collapsePlayer(.key) : nil }
    key("F8") { $0.state.player.isPresent ? .togglePlayer(.key) : nil }
    key("<Control>j") { _ in .stepDrawer(up: true, .key) }
    key("<Control><Shift>j") { _ in .stepDrawer(up: false, .key) }
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
    for controller in controllers { shell.addController(controller) }
    let back = GestureClick()
    back.button = 8
    back.connect(GestureClick.pressed) { [weak shell] _, _, _ in shell?.send(.popPage(.tap)) }
    shell.addController(back)
  }
}
