import Glibc
import GtkBridge
import ShellCore

/// Times of the frames in which something moves: from the frame clock's *before-paint* to the end of its
/// layout phase, and to *after-paint* (the renderer's time included). On with `NAGARA_FRAME_STATS=1`; one
/// line of JSON goes to stderr when the shell is unmapped.
///
/// With `NAGARA_FRAME_STATS=all` each frame, moving or not, is a line on stderr: `frame BEGAN TOOK PROCESSOR WHOLE`, all in
/// microseconds: the monotonic clock before paint, the time until after paint, the main thread's own of it, and the main
/// thread's own since the frame before: with what events did, as to fill the rows that a scroll bar brought.
@MainActor
final class FrameStats {
  private unowned let shell: ShellView
  private var connections: [Connection] = []
  private let tellsAll: Bool
  private var begun: Int64 = 0
  private var processorBefore: Int64 = 0
  private var processorAfter: Int64 = 0
  private var laidOut: Int64 = 0
  private var measuresBefore = 0
  /// Frames since the motion began; the first maps the panel, the later ones only move it.
  private var movingFrames = 0
  private var measures = 0
  private var layouts: [Int64] = []
  private var paints: [Int64] = []

  /// Nil unless the environment asks for it.
  static func ifWanted(_ shell: ShellView) -> FrameStats? {
    guard let wish = getenv("NAGARA_FRAME_STATS"), wish[0] != 0 else { return nil }
    return FrameStats(shell, tellsAll: strcmp(wish, "all") == 0)
  }

  private init(_ shell: ShellView, tellsAll: Bool) {
    self.shell = shell
    self.tellsAll = tellsAll
  }

  func start() {
    guard connections.isEmpty, let clock = shell.frameClock else { return }
    connections = [
      clock.observe(Signal<() -> Void>("before-paint")) { [weak self] in self?.beforePaint() },
      // GTK's own handlers of these phases were connected first: ours run at their end.
      clock.observe(Signal<() -> Void>("layout")) { [weak self] in self?.afterLayout() },
      clock.observe(Signal<() -> Void>("after-paint")) { [weak self] in self?.afterPaint() },
    ]
  }

  private func beforePaint() {
    begun = MainLoop.monotonicMicroseconds
    processorBefore = MainLoop.processorMicroseconds
    laidOut = 0
    movingFrames = shell.state.isMoving ? movingFrames + 1 : 0
    measuresBefore = Slot.viewMeasureCount
  }

  private func afterLayout() { laidOut = MainLoop.monotonicMicroseconds }

  private func afterPaint() {
    if tellsAll {
      let took = MainLoop.monotonicMicroseconds - begun
      let processor = MainLoop.processorMicroseconds
      tell("frame \(begun) \(took) \(processor - processorBefore) \(processor - processorAfter)\n")
      processorAfter = processor
    }
    guard movingFrames > 1, laidOut > 0 else { return }
    measures += Slot.viewMeasureCount - measuresBefore
    layouts.append(laidOut - begun)
    paints.append(MainLoop.monotonicMicroseconds - begun)
  }

  func stop() {
    connections = []
    guard !layouts.isEmpty else { return }
    let line =
      "{\"frames\":\(layouts.count),\"childMeasures\":\(measures),\"layoutMicroseconds\":\(summary(layouts)),"
      + "\"frameMicroseconds\":\(summary(paints))}\n"
    tell(line)
  }

  private func tell(_ line: String) { _ = line.withCString { write(2, $0, strlen($0)) } }

  private func summary(_ values: [Int64]) -> String {
    let sorted = values.sorted()
    func quantile(_ q: Double) -> Int64 { sorted[min(sorted.count - 1, Int(Double(sorted.count) * q))] }
    return "{\"p50\":\(quantile(0.5)),\"p99\":\(quantile(0.99)),\"max\":\(sorted[sorted.count - 1])}"
  }
}
