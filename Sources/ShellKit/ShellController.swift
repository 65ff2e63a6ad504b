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
  /// What the host answers and hears.
  public var hooks: ShellHooks {
    get { view.hooks }
    set { view.hooks = newValue }
  }

  private let relay = Relay()
  private let token: StoreToken

  /// Breaks the circle between store and view.
  private final class Relay {
    var view: ShellView?
    var store: Store<ShellState, ShellAction, ShellEffect>?
    var heard: (ShellEffect) -> Void = { _ in }
  }

  /// Records every action if the environment asks for it.
  // Not a default of `trace`: Swift 6.0 crashes on an isolated default beside others in a property's initial value.
  public convenience init(
    _ state: ShellState = ShellState(), centreIcon: String = "list-add-symbolic", centreLabel: String = ""
  ) {
    self.init(state, centreIcon: centreIcon, centreLabel: centreLabel, trace: .wanted)
  }

  /// - Parameters:
  ///   - state: what to show first.
  ///   - centreIcon: a symbolic icon for the centre button; shown only if the state has the button.
  ///   - centreLabel: its name for screen readers.
  ///   - trace: records every action.
  public init(
    _ state: ShellState = ShellState(), centreIcon: String = "list-add-symbolic", centreLabel: String = "",
    trace: ShellTraceFile?
  ) {
    let relay = self.relay
    trace?.begin(state)
    store = Store(
      state,
      reduce: { state, action in
        trace?.record(action)
        return reduceShell(&state, action)
      },
      perform: { [weak relay] effect in
        relay?.view?.perform(effect)
        relay?.heard(effect)
      })
    view = ShellView(state, centreIcon: centreIcon, centreLabel: centreLabel) { [weak relay] action in
      relay?.store?.send(action)
    }
    token = store.observe { [weak relay] _, new in relay?.view?.show(new) }
    relay.view = view
    relay.store = store
  }

  /// Sends an action, the host's hooks asked first.
  public func send(_ action: ShellAction) { view.send(action) }
  public var state: ShellState { store.state }

  // MARK: Properties

  /// Whether the player is expanded, or on its way.
  public var isExpanded: Bool {
    get { state.player.isExpanded }
    set { send(newValue ? .expandPlayer(.code) : .collapsePlayer(.code)) }
  }

  /// Where the drawer rests or goes to.
  public var detent: DetentID {
    get { state.drawer.detent }
    set { send(.moveDrawer(to: newValue, .code)) }
  }

  public var selectedTab: TabID {
    get { state.selectedTab }
    set { view.choose(newValue, .code) }
  }

  /// Does what `changes` does at once, without motion: `shell.withoutMotion { shell.isExpanded = true }`.
  /// What moves already comes to rest too.
  public func withoutMotion(_ changes: () -> Void) {
    var environment = state.environment
    let animations = environment.animations
    environment.animations = false
    store.send(.environment(environment))
    changes()
    environment = state.environment
    environment.animations = animations
    store.send(.environment(environment))
  }

  // MARK: Saving

  /// What to keep of the shell between two sessions, as text: tab, pages, hidden tabs, expanded player, pane
  /// width and detent.
  public var saved: String { ShellSnapshot(state).text }

  /// Restores what `saved` gave, at rest, as far as tabs, pages (`ShellView.makePage`) and detents still exist.
  /// - Throws: `ShellTextError` if the text can't be read; then nothing changes.
  public func restore(_ saved: String) throws(ShellTextError) {
    store.send(.restore(try ShellSnapshot(text: saved)))
  }
}
