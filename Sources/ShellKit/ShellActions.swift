public import GtkBridge
public import ShellCore

/// The shell's actions on a window (`win.`), exported on the bus: scripts can drive everything that a
/// pointer can. `win.layout` tells what is or will be, `win.moving` (boolean) whether a panel or page is still on
/// its way there; neither can be written.
@MainActor
public final class ShellActions {
  private let tab: SimpleAction
  private let player: SimpleAction
  private let drawer: SimpleAction
  private let layout: SimpleAction
  private let moving: SimpleAction
  private var isMoving: Bool

  /// Adds the actions to `map`, a window or another action map.
  public init(_ map: Object, _ view: ShellView) {
    let summary = ShellSummary(view.state)
    tab = SimpleAction("tab", state: .string(summary.tab)) { [weak view] value in
      if let view, let id = value.string.flatMap(view.hooks.tabNamed) { view.choose(id, .code) }
    }
    player = SimpleAction("player", state: .string(summary.player)) { [weak view] value in
      switch value.string {
      case PlayerRest.expanded: view?.send(.expandPlayer(.code))
      case PlayerRest.docked: view?.send(.collapsePlayer(.code))
      case "absent": view?.send(.setPlayerPresent(false))
      default: break
      }
    }
    drawer = SimpleAction("drawer", state: .string(summary.drawer)) { [weak view] value in
      if let id = value.string { view?.send(.moveDrawer(to: id, .code)) }
    }
    layout = SimpleAction("layout", readOnly: .string(summary.json))
    isMoving = view.state.isMoving
    moving = SimpleAction("moving", readOnly: .bool(isMoving))
    for action in [tab, player, drawer, layout, moving] { map.add(action) }
    map.add(SimpleAction("back") { [weak view] _ in view?.send(.popPage(.code)) })
    map.add(SimpleAction("toggle-player") { [weak view] _ in view?.send(.togglePlayer(.code)) })
    map.add(SimpleAction("toggle-drawer") { [weak view] _ in view?.send(.stepDrawer(up: true, .code)) })
    map.add(SimpleAction("escape") { [weak view] _ in view?.send(.escape) })
  }

  /// Shows a settled state.
  public func show(_ state: ShellState) {
    let summary = ShellSummary(state)
    set(tab, summary.tab)
    set(player, summary.player)
    set(drawer, summary.drawer)
    set(layout, summary.json)
    guard state.isMoving != isMoving else { return }
    isMoving = state.isMoving
    moving.state = .bool(isMoving)
  }

  private func set(_ action: SimpleAction, _ text: String) {
    if action.state?.string != text { action.state = .string(text) }
  }
}
