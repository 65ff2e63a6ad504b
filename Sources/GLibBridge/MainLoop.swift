import CGLib
import Dispatch
import Glibc
import Synchronization

/// Swift's main actor on GLib's main loop.
///
/// Tasks run on GLib (`Executor`). Nobody drains libdispatch's main queue under `g_application_run` either;
/// the source attached here does, so that `DispatchQueue.main` works too. Everything sleeps in `poll`: no
/// wake-up while idle.
public enum MainLoop {
  /// GDK's redraw priority (`GDK_PRIORITY_REDRAW`). At the same priority, GLib serves both in turn: below
  /// it, slow frames would starve tasks; above it, a chain of tasks would starve the frames.
  static let priority: Int32 = 120

  private static let mainThread = Atomic<UInt>(0)
  private static let attached = Atomic<Bool>(false)

  /// Whether this is the thread that called `attach()`. True anywhere before that.
  public static var isMainThread: Bool {
    let main = mainThread.load(ordering: .relaxed)
    return main == 0 || main == UInt(pthread_self())
  }

  /// Attaches the source to the default main context. Call once, from the process's first thread, before
  /// `g_application_run`; further calls do nothing.
  @MainActor
  public static func attach() {
    guard !attached.exchange(true, ordering: .relaxed) else { return }
    mainThread.store(UInt(pthread_self()), ordering: .relaxed)
    Executor.install()
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    let source = g_unix_fd_source_new(descriptor, G_IO_IN)!
    let drain: @convention(c) (Int32, GIOCondition, gpointer?) -> gboolean = { descriptor, _, _ in
      // The eventfd must be read first, or it stays readable and the loop spins.
      var count: UInt64 = 0
      _ = read(descriptor, &count, 8)
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }
    g_source_set_callback(source, unsafeBitCast(drain, to: GSourceFunc.self), nil, nil)
    g_source_set_priority(source, priority)
    g_source_set_name(source, "Swift main actor")
    g_source_attach(source, nil)
    g_source_unref(source)
  }

  /// GLib's monotonic clock, which frame times are in too.
  public static var monotonicMicroseconds: Int64 { Int64(g_get_monotonic_time()) }

  /// What the main thread has had of the processor.
  public static var processorMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Waits in a time-out of the main loop. `Task.sleep(for:)` does the same with libdispatch on Swift 6.2 and
  /// later, which asks no hook for clocks, and from then on wakes the process once a second.
  public static func sleep(for duration: Duration) async {
    let (seconds, attoseconds) = duration.components
    let milliseconds = max(0, seconds) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let call: GSourceFunc = { data in
        HandlerBox<CheckedContinuation<Void, Never>>.value(in: data).resume()
        return 0
      }
      g_timeout_add_full(
        G_PRIORITY_DEFAULT, guint(clamping: milliseconds), call, HandlerBox(continuation).handOver(),
        destroyBox)
    }
  }

  /// Calls `body` once when the loop is otherwise idle (`G_PRIORITY_DEFAULT_IDLE`).
  @MainActor
  public static func whenIdle(_ body: @escaping () -> Void) {
    let call: GSourceFunc = { data in
      HandlerBox<() -> Void>.value(in: data)()
      return 0
    }
    g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, call, HandlerBox(body).handOver(), destroyBox)
  }

  /// Calls `body` once when the loop is otherwise idle, unless it is `due` to be called already.
  @MainActor
  public static func whenIdle(once due: IdleOnce, _ body: @escaping () -> Void) {
    guard !due.isDue else { return }
    due.isDue = true
    whenIdle {
      due.isDue = false
      body()
    }
  }

  /// Calls `body` every `milliseconds` until it returns false or the token is dropped.
  @MainActor
  public static func every(milliseconds: UInt32, _ body: @escaping () -> Bool) -> SourceToken {
    let token = SourceToken()
    let call: GSourceFunc = { data in HandlerBox<() -> Bool>.value(in: data)() ? 1 : 0 }
    token.id = g_timeout_add_full(
      G_PRIORITY_DEFAULT, milliseconds, call,
      HandlerBox<() -> Bool>({ [weak token] in
        let more = body()
        if !more { token?.id = 0 }
        return more
      }).handOver(), destroyBox)
    return token
  }

  /// Calls `body` once after `milliseconds`, unless the token is dropped before.
  @MainActor
  public static func after(milliseconds: UInt32, _ body: @escaping () -> Void) -> SourceToken {
    every(milliseconds: milliseconds) {
      body()
      return false
    }
  }
}

/// A timer; dropping it or `cancel()` removes it.
@MainActor
public final class SourceToken {
  fileprivate nonisolated(unsafe) var id: UInt32 = 0  // touched on the main thread; read once in deinit

  init() {}

  public func cancel() {
    if id != 0 { g_source_remove(id) }
    id = 0
  }

  deinit { if id != 0 { g_source_remove(id) } }
}

/// Whether something waits for the loop to be idle: see `MainLoop.whenIdle(once:_:)`.
@MainActor
public final class IdleOnce {
  fileprivate var isDue = false

  public init() {}
}
