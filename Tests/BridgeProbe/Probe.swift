import CGLib
import GLibBridge
import Glibc

typealias Cases = [String: @MainActor () async throws -> Void]

/// What a case says about itself.
@MainActor
enum Probe {
  static private(set) var failures = 0

  static func fail(_ what: String, line: UInt = #line, file: String = #fileID) {
    failures += 1
    print("\(file):\(line): \(what)")
  }

  /// Lets the loop run until it has nothing left to do.
  static func settle() async {
    for _ in 0..<3 {
      await withCheckedContinuation { done in MainLoop.whenIdle { done.resume() } }
    }
  }

  /// Checks that doing something again and again leaves no box, peer or reference behind.
  static func leavesNothingBehind(
    line: UInt = #line, file: String = #fileID, _ body: () async throws -> Void
  ) async rethrows {
    try await body()  // what is made once in the process is made now
    await settle()
    let before = counts
    for _ in 0..<20 { try await body() }
    await settle()
    expect(counts == before, "left behind: \(before) became \(counts)", line: line, file: file)
  }

  private static var counts: String {
    "\(LiveCounter.boxes) boxes, \(LiveCounter.peers) peers, \(LiveCounter.objects) objects"
  }

  /// Owns a name; it is there for other connections when this returns.
  static func own(_ name: String, on bus: BusConnection) async throws -> BusToken {
    var isOurs = false
    let token = bus.own(name, acquired: { isOurs = true })
    try await wait(for: name) { isOurs }
    return token
  }

  /// Waits for something that arrives by the loop, at most 10 s.
  static func wait(
    for what: String, line: UInt = #line, file: String = #fileID, until done: () -> Bool
  ) async throws {
    for _ in 0..<1000 where !done() { try await Task.sleep(nanoseconds: 10_000_000) }
    expect(done(), "never came: \(what)", line: line, file: file)
  }
}

@MainActor
func expect(
  _ condition: Bool, _ what: @autoclosure () -> String, line: UInt = #line, file: String = #fileID
) {
  if !condition { Probe.fail(what(), line: line, file: file) }
}

@MainActor
func expectEqual<T: Equatable>(_ is: T, _ wanted: T, line: UInt = #line, file: String = #fileID) {
  if `is` != wanted { Probe.fail("\(`is`) instead of \(wanted)", line: line, file: file) }
}
