import GtkBridge
import ShellCore

/// What the panels can do by name: `player.expand`, `player.collapse`, `player.toggle`, `drawer.open`,
/// `drawer.step-up`, `drawer.step-down`, `drawer.close`, `page.back`. Buttons of any view in the shell can
/// start them, and screen readers find them on the mini view and the panels.
@MainActor
enum PanelActions {
  static func attach(to shell: ShellView) {
    let player = group(
      shell,
      [
        ("expand", .expandPlayer(.tap)), ("collapse", .collapsePlayer(.tap)), ("toggle", .togglePlayer(.tap)),
      ])
    let drawer = group(
      shell,
      [
        ("step-up", .stepDrawer(up: true, .tap)), ("step-down", .stepDrawer(up: false, .tap)),
        ("close", .moveDrawer(to: Detent.closed, .tap)),
      ])
    drawer.add(
      SimpleAction("open") { [weak shell] _ in
        guard let shell, !shell.state.drawer.isOpen else { return }
        shell.send(.stepDrawer(up: true, .tap))
      })
    for widget in [shell, shell.mini, shell.player] { widget.insertActions("player", player) }
    for widget in [shell, shell.drawer] { widget.insertActions("drawer", drawer) }
    shell.insertActions("page", group(shell, [("back", .popPage(.tap))]))
  }

  private static func group(_ shell: ShellView, _ actions: [(String, ShellAction)]) -> ActionGroup {
    let group = ActionGroup()
    for (name, action) in actions {
      group.add(SimpleAction(name) { [weak shell] _ in shell?.send(action) })
    }
    return group
  }

  /// Whether a full view has a way of its own to collapse the player.
  static func closesPlayer(_ view: Widget) -> Bool {
    view.hasAction("player.collapse") || view.hasAction("player.toggle")
      || view.hasAction("win.player", PlayerRest.docked)
  }

  /// Whether a drawer's view has its own close button.
  static func closesDrawer(_ view: Widget) -> Bool {
    view.hasAction("drawer.close") || view.hasAction("win.drawer", Detent.closed)
  }
}

extension Widget {
  /// Whether the widget or one in it starts the action.
  fileprivate func hasAction(_ name: String, _ parameter: String? = nil) -> Bool {
    if actionName == name, parameter == nil || actionParameter == parameter { return true }
    var child = firstChild
    while let current = child {
      if current.hasAction(name, parameter) { return true }
      child = current.nextSibling
    }
    return false
  }
}
