import CExecutor
import CGLib

/// Swift's concurrency on GLib: main-actor jobs are sources of the main loop, global ones run in a thread
/// pool, sleeps are time-outs.
///
/// libdispatch would do it too, but from its first worker thread on it wakes the process once a second to
/// look after its pools (`_dispatch_workq_monitor_pools`), for ever. A player that is paused should not wake
/// at all.
enum Executor {
  /// Threads for work off the main thread. More than there are cores, so that actors that wait for a file or
  /// a helper process do not keep others from running; those idle for long end.
  private static let threadCount: gint = 16

  // Set once, before any job.
  private nonisolated(unsafe) static var pool: UnsafeMutablePointer<GThreadPool>?

  /// Makes GLib the executor of every task from here on. Jobs enqueued before stay where they are.
  static func install() {
    guard pool == nil else { return }
    let work: GFunc = { job, _ in cexecutor_run(job) }
    pool = g_thread_pool_new(work, nil, threadCount, 0, nil)
    cexecutor_install(
      { job in g_thread_pool_push(Executor.pool, job, nil) },
      { job in
        Executor.attach(
          g_idle_source_new(),
          run: {
            cexecutor_run_main($0)
            return 0
          }, job)
      },
      { job, nanoseconds in
        // Rounded up: a sleep never ends early.
        let source = g_timeout_source_new(guint(clamping: (nanoseconds + 999_999) / 1_000_000))
        Executor.attach(
          source,
          run: {
            g_thread_pool_push(Executor.pool, $0, nil)
            return 0
          }, job)
      })
  }

  private static func attach(
    _ source: UnsafeMutablePointer<GSource>?, run: @escaping GSourceFunc, _ job: UnsafeMutableRawPointer?
  ) {
    g_source_set_callback(source, run, job, nil)
    g_source_set_priority(source, MainLoop.priority)
    g_source_attach(source, nil)
    g_source_unref(source)
  }
}
