import Dispatch
import Synchronization

/// Waits on this thread for work that is done on others: where nothing else may happen meanwhile.
enum BlockingWait {
  /// What `body` gives; `nil` when the time is over before.
  ///
  /// - Parameter body: must not need the main actor if this is its thread.
  @discardableResult
  static func run<Value: Sendable>(
    atMost time: DispatchTimeInterval = .never, _ body: @escaping @Sendable () async -> Value
  ) -> Value? {
    let done = DispatchSemaphore(value: 0)
    let value = Slot<Value>()
    Task.detached {
      let result = await body()
      value.put(result)
      done.signal()
    }
    _ = done.wait(timeout: .now() + time)
    return value.taken
  }

  private final class Slot<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    func put(_ new: Value) { value.withLock { $0 = new } }
    var taken: Value? { value.withLock { $0 } }
  }
}
