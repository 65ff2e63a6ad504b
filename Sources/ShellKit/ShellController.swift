import GtkBridge
public import ShellCore

/// A shell with a store of its own, for apps that keep no state core: create it, give its `view` tabs and
/// panels, put it in a window.
@MainActor
public final class ShellController {
  public let store: Store<ShellState, ShellAction, ShellEffect>
  public let view: ShellView
  /// Hears every effect after the view performed it: what was selected, where panels settle.
  public var heard: (ShellEffect) -> Void {
    get { relay.heard }
    set { relay.heard = newValue }
  }

  private let relay = Relay()
  private let token: StoreToken

  /// Breaks the circle between store and view.
  private final class Relay {
    var view: ShellView?
    var store: Store<ShellState, ShellAction, ShellEffect>?
    var heard: (ShellEffect) -> Void = { _ in }
  }

  public init(
    _ state: ShellState = ShellState(), centreIcon: String = "list-add-symbolic", centreLabel: String = ""
  ) {
    let relay = self.relay
    store = Store(state, reduce: reduceShell) { [weak relay] effect in
      relay?.view?.perform(effect)
      relay?.heard(effect)
    }
    view = ShellView(state, centreIcon: centreIcon, centreLabel: centreLabel) { [weak relay] action in
      relay?.store?.send(action)
    }
    token = store.observe { [weak relay] _, new in relay?.view?.show(new) }
    relay.view = view
    relay.store = store
  }

  public func send(_ action: ShellAction) { store.send(action) }
  public var state: ShellState { store.state }
}
