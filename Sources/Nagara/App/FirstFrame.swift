import Glibc
import GtkBridge

/// Knows when the window's first frame has been painted. With `NAGARA_PRINT_FIRST_FRAME` set it prints that moment on
/// stderr, as `first-frame` and the monotonic clock in microseconds.
@MainActor
final class FirstFrame {
  private weak var window: ApplicationWindow?
  private var waiting: [() -> Void] = []
  private var connection: Connection?
  private var soon: SourceToken?
  private let prints = Environment.variable("NAGARA_PRINT_FIRST_FRAME") != nil

  init(_ window: ApplicationWindow) {
    self.window = window
    window.connect(Widget.mapped) { [weak self] in self?.attach() }
  }

  /// Calls `body` right after the first frame.
  func whenShown(_ body: @escaping () -> Void) { waiting.append(body) }

  private func attach() {
    guard connection == nil, let clock = window?.frameClock else { return }
    connection = clock.observe(Signal<() -> Void>("after-paint")) { [weak self] in self?.painted() }
  }

  private func painted() {
    guard !waiting.isEmpty else { return }
    if prints { printLine("first-frame \(MainLoop.monotonicMicroseconds)", to: STDERR_FILENO) }
    let bodies = waiting
    waiting = []
    // Not when idle: while a library is read there may be no idle moment for seconds.
    soon = MainLoop.after(milliseconds: 0) { [weak self] in
      self?.connection = nil
      for body in bodies { body() }
    }
  }
}
