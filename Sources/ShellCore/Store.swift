/// Holds a state that only actions change. The user interface, keys, the bus and code send the same ones.
///
/// An action sent while another is reduced waits for its turn. Observers see settled states only, once
/// each, as (old, new).
@MainActor
public final class Store<State, Action, Effect> {
  /// The state now.
  public private(set) var state: State
  private let reduce: (inout State, Action) -> [Effect]
  private let perform: (Effect) -> Void
  private var queue: [Action] = []
  private var isBusy = false
  private struct Observer {
    weak var token: StoreToken?
    var tell: (State, State) -> Void
  }
  private var observers: [Observer] = []

  /// - Parameters:
  ///   - state: the first.
  ///   - reduce: changes the state by an action and returns what is to be done.
  ///   - perform: does it. It may send actions.
  public init(
    _ state: State, reduce: @escaping (inout State, Action) -> [Effect],
    perform: @escaping (Effect) -> Void = { _ in }
  ) {
    self.state = state
    self.reduce = reduce
    self.perform = perform
  }

  /// Sends an action. It has taken effect on return, unless another one is under way: then it waits.
  public func send(_ action: Action) {
    queue.append(action)
    guard !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    while !queue.isEmpty {
      let old = state
      var effects: [Effect] = []
      while !queue.isEmpty { effects += reduce(&state, queue.removeFirst()) }
      observers.removeAll { $0.token == nil }
      for observer in observers { observer.tell(old, state) }
      for effect in effects { perform(effect) }
    }
  }

  /// Calls `tell` with (old, new) after each settled change, until the token is dropped.
  public func observe(_ tell: @escaping (State, State) -> Void) -> StoreToken {
    let token = StoreToken()
    observers.append(Observer(token: token, tell: tell))
    return token
  }
}

/// Keeps an observation alive.
public final class StoreToken: Sendable {
  init() {}
}
