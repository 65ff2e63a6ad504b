import Glibc
import GtkBridge

/// GLib's monotonic time (`g_get_monotonic_time`), in microseconds.
func monotonicMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// When the first frame is on the screen, and how long frames take to be laid out.
@MainActor
final class FrameStats {
  private weak var window: ApplicationWindow?
  private var first: [() -> Void] = []
  private var connections: [Connection] = []
  private let collects = Environment.variable("NAGARA_FRAME_STATS") != nil
  private let printsFirst = Environment.variable("NAGARA_PRINT_FIRST_FRAME") != nil
  private var start: Int64 = 0
  private var microseconds: [Int64] = []

  private static let beforePaint = Signal<() -> Void>("before-paint")
  private static let layout = Signal<() -> Void>("layout")
  private static let afterPaint = Signal<() -> Void>("after-paint")

  init(_ window: ApplicationWindow) {
    self.window = window
    window.connect(Widget.mapped) { [weak self] in self?.attach() }
  }

  func whenFirstFrameIsShown(_ body: @escaping () -> Void) { first.append(body) }

  private func attach() {
    guard connections.isEmpty, let clock = window?.frameClock else { return }
    connections.append(clock.observe(Self.afterPaint) { [weak self] in self?.painted() })
    guard collects else { return }
    connections.append(
      clock.observe(Self.beforePaint) { [weak self] in self?.start = monotonicMicroseconds() })
    connections.append(
      clock.observe(Self.layout) { [weak self] in
        guard let self, self.start != 0 else { return }
        self.microseconds.append(monotonicMicroseconds() - self.start)
      })
  }

  private func painted() {
    guard !first.isEmpty else { return }
    if printsFirst { printLine("first-frame \(monotonicMicroseconds())", to: STDERR_FILENO) }
    let waiting = first
    first = []
    if !collects { connections = [] }
    for body in waiting { MainLoop.whenIdle(body) }
  }

  /// One line of JSON: microseconds from before-paint to the end of layout, and how often a custom widget was
  /// measured.
  func printStats() {
    guard collects else { return }
    let sorted = microseconds.sorted()
    func at(_ part: Double) -> Int64 {
      sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }
    printLine(
      "{\"frames\":\(sorted.count),\"p50\":\(at(0.5)),\"p99\":\(at(0.99)),\"max\":\(sorted.last ?? 0),"
        + "\"measures\":\(CustomWidget.measureCount)}", to: STDERR_FILENO)
  }
}
