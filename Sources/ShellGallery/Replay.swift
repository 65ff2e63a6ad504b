import Glibc
import ShellKit

/// Replays a recorded trace and prints each action with the state after it, one line each; the last line is
/// the final state. Needs no display.
func replay(_ path: [UInt8]) -> Int32 {
  guard let text = read(path) else {
    complain("can't read \(Environment.display(path))")
    return 1
  }
  do {
    let trace = try ShellTrace(text: text)
    var state = ShellState()
    trace.replay(&state) { entry, state, _ in
      print("\(ShellTrace.line(time: entry.time, entry.action)) → \(describe(state))")
    }
    print(describe(state))
    return 0
  } catch {
    complain(error.message)
    return 1
  }
}

/// Targets as scripts see them, and where things are right now, to the last bit.
private func describe(_ state: ShellState) -> String {
  var text = ShellSummary(state).json
  text += " player \(state.player.motion.value)"
  if !state.drawer.motion.isAtRest { text += " drawer \(state.drawer.motion.value)" }
  if let page = state.pageTransition { text += " page \(page.motion.value)" }
  if let drag = state.drag { text += " drag \(drag.phase.rawValue)" }
  return text
}

private func read(_ path: [UInt8]) -> String? {
  Environment.withCString(path) { path in
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
