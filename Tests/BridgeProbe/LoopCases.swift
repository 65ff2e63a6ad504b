import CGLib
import Dispatch
import GLibBridge
import Glibc

@MainActor
let loopCases: Cases = [
  "tasksSleepsAndDispatchRunOnTheMainThread": {
    let first = getpid()
    expectEqual(thread(), first)
    try await Task.sleep(nanoseconds: 1_000_000)
    expectEqual(thread(), first)
    await Task.detached { await MainActor.run { expectEqual(thread(), first) } }.value
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        expectEqual(thread(), first)
        done.resume()
      }
    }
    await withCheckedContinuation { done in
      DispatchQueue.global().async { DispatchQueue.main.async { done.resume() } }
    }
    expectEqual(thread(), first)
  },

  "anIdleLoopSleeps": {
    try await Task.sleep(nanoseconds: 100_000_000)
    // The watching thread wakes the loop once, at the end.
    let woken = await withCheckedContinuation { done in
      DispatchQueue.global().async {
        usleep(200_000)
        let before = mainThreadSwitches()
        sleep(2)
        let after = mainThreadSwitches()
        done.resume(returning: after - before)
      }
    }
    expect(woken <= 1, "woken \(woken) times in 2 s")
  },

  "aChainOfTasksStarvesNoSource": {
    var isOver = false
    var turns = 0
    let timer = MainLoop.after(milliseconds: 50) { isOver = true }
    @MainActor func again() {
      turns += 1
      if !isOver { Task { again() } }
    }
    again()
    try await Probe.wait(for: "the timer") { isOver }
    expect(turns > 1, "the chain ran")
    timer.cancel()
  },

  "timersEndWithTheirTokens": {
    var ticks = 0
    var fired = 0
    let three = MainLoop.every(milliseconds: 1) {
      ticks += 1
      return ticks < 3
    }
    let kept = MainLoop.after(milliseconds: 5) { fired += 1 }
    var dropped: SourceToken? = MainLoop.after(milliseconds: 5) { fired += 100 }
    expect(dropped != nil, "made")
    dropped = nil
    var own: SourceToken?
    own = MainLoop.every(milliseconds: 1) {
      own?.cancel()
      own = nil
      fired += 10
      return true
    }
    try await Task.sleep(nanoseconds: 50_000_000)
    expectEqual(ticks, 3)
    expectEqual(fired, 11)
    _ = (three, kept)
    await Probe.leavesNothingBehind {
      let token = MainLoop.every(milliseconds: 1000) { true }
      _ = MainLoop.after(milliseconds: 1000) {}
      token.cancel()
    }
  },
]

/// The kernel's number of the calling thread; the process's own is the first thread's.
private func thread() -> Int32 {
  var target = [UInt8](repeating: 0, count: 64)
  let length = target.withUnsafeMutableBytes {
    readlink("/proc/thread-self", $0.baseAddress!.assumingMemoryBound(to: CChar.self), 64)
  }
  let text = String(decoding: target.prefix(max(0, length)), as: UTF8.self)
  return Int32(text.split(separator: "/").last ?? "") ?? -1
}

/// How often the kernel has put the process's first thread on or off a core.
private func mainThreadSwitches() -> Int {
  let file = fopen("/proc/self/task/\(getpid())/status", "r")!
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 200)
  var sum = 0
  while fgets(&line, 200, file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if text.contains("ctxt_switches:") {
      sum += Int(text.filter(\.isNumber)) ?? 0
    }
  }
  return sum
}
