import Testing

@testable import ShellCore

@MainActor
struct StoreTests {
  private enum Action {
    case add(Int)
    case twice
  }
  private typealias Numbers = Store<[Int], Action, Int>

  private nonisolated static func reduce(_ state: inout [Int], _ action: Action) -> [Int] {
    switch action {
    case .add(let number):
      state.append(number)
      return [number]
    case .twice: return state.suffix(2)
    }
  }

  @Test func anActionHasTakenEffectOnReturn() {
    let store = Numbers([], reduce: Self.reduce)
    store.send(.add(1))
    #expect(store.state == [1])
  }

  @Test func effectsArePerformedInOrderAfterObserversWereTold() {
    var log: [String] = []
    let store = Numbers([], reduce: Self.reduce, perform: { log.append("effect \($0)") })
    let token = store.observe { log.append("\($0) \($1)") }
    store.send(.add(1))
    store.send(.add(2))
    store.send(.twice)
    #expect(
      log == ["[] [1]", "effect 1", "[1] [1, 2]", "effect 2", "[1, 2] [1, 2]", "effect 1", "effect 2"])
    _ = token
  }

  @Test func anActionSentByAnEffectWaitsForItsTurn() {
    var store: Numbers?
    var log: [[Int]] = []
    store = Numbers(
      [], reduce: Self.reduce,
      perform: { number in
        if number < 3 { store?.send(.add(number + 1)) }
        log.append(store?.state ?? [])
      })
    store?.send(.add(1))
    #expect(store?.state == [1, 2, 3])
    // While the first effect ran nothing had changed yet.
    #expect(log == [[1], [1, 2], [1, 2, 3]])
  }

  @Test func observersSeeSettledStatesOnlyAndOnceEach() {
    let store = Numbers([], reduce: Self.reduce)
    var seen: [String] = []
    let first = store.observe { _, new in if new == [1] { store.send(.add(2)) } }
    let second = store.observe { seen.append("\($0) \($1)") }
    store.send(.add(1))
    #expect(seen == ["[] [1]", "[1] [1, 2]"])
    _ = (first, second)
  }

  @Test func aDroppedTokenEndsTheObservation() {
    let store = Numbers([], reduce: Self.reduce)
    var count = 0
    var token: StoreToken? = store.observe { _, _ in count += 1 }
    store.send(.add(1))
    token = nil
    _ = token
    store.send(.add(2))
    #expect(count == 1)
  }
}
