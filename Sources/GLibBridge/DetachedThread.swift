import CGLib

/// Threads for work that takes seconds, which no pool should lend its own for. Each ends with its work: after one on
/// a queue of libdispatch, a worker of that wakes once a second.
public enum DetachedThread {
  /// Runs `body` on a thread of its own.
  public static func run(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let call: GThreadFunc = { data in
      HandlerBox<@Sendable () -> Void>.take(data)()
      return nil
    }
    g_thread_unref(g_thread_new(name, call, HandlerBox(body).handOver()))
  }
}
