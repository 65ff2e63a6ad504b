import GLibBridge
import Glibc

/// When a stream that broke off is opened again: soon at first, then less often, and at last not any more.
@MainActor
struct Reconnection {
  /// How often it was tried since it last played for a while.
  private(set) var attempts = 0
  /// Runs to the next try.
  var timer: SourceToken?
  /// Whether it broke off and does not play yet.
  var isUnderWay = false
  private var startedAt: Int64?

  /// What has played so long is counted as fine, in microseconds.
  private static let stable: Int64 = 10_000_000
  /// Milliseconds before each try: 40 s in all.
  private static let delays: [UInt32] = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]

  /// It sounds.
  mutating func started() { startedAt = Reconnection.now }

  /// The time to wait before the next try, in milliseconds; `nil`: give up.
  mutating func nextDelay() -> UInt32? {
    if let startedAt, Reconnection.now - startedAt > Reconnection.stable { attempts = 0 }
    startedAt = nil
    guard attempts < Reconnection.delays.count else { return nil }
    attempts += 1
    return Reconnection.delays[attempts - 1]
  }

  /// In microseconds, from any start.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
