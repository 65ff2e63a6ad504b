// ShellReplay FILE: replays a trace that NAGARA_TRACE recorded, without a display, and prints what the shell says
// of itself after every action that changes it. Exit status 2 if the trace can't be read.

import Glibc
import ShellCore

/// The text of a file; nil if it can't be read.
func text(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

func complain(_ message: String) -> Never {
  // stderr is a variable of C's, which Swift can't check.
  let bytes = Array("\(message)\n".utf8)
  _ = write(2, bytes, bytes.count)
  exit(2)
}

guard CommandLine.arguments.count == 2 else { complain("usage: ShellReplay FILE") }
guard let recorded = text(of: CommandLine.arguments[1]) else {
  complain("\(CommandLine.arguments[1]) can't be read.")
}
do throws(ShellTextError) {
  let trace = try ShellTrace(text: recorded)
  var state = ShellState()
  var last = ""
  trace.replay(&state) { entry, state, effects in
    let summary = ShellSummary(state).json
    if summary != last || !effects.isEmpty {
      print(ShellTrace.line(time: entry.time, entry.action))
      if summary != last { print("  \(summary)") }
      for effect in effects { print("  \(effect)") }
    }
    last = summary
  }
  print("end of \(trace.entries.count) actions: \(last)")
} catch {
  complain(error.message)
}
