import Glibc
import Testing

@testable import ShellCore

/// Long traces replay to the states that were recorded with them, bit for bit, on every machine.
///
/// NAGARA_RECORD=1 writes the fixtures anew: look at the difference before keeping it.
struct RecordedTraceTests {
  private static let folder: String = {
    let file = Substring(#filePath)
    return file[..<(file.lastIndex(of: "/") ?? file.startIndex)] + "/Fixtures"
  }()

  /// A state in one line: what scripts are told, and a hash of every frame and every bit in motion.
  static func digest(_ state: ShellState) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ value: Double) {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        hash = (hash ^ ((value.bitPattern >> shift) & 0xff)) &* 0x100_0000_01b3
      }
    }
    for (_, place) in ShellLayout(state).placements {
      for value in [place.frame.x, place.frame.y, place.frame.width, place.frame.height, place.opacity] {
        add(value)
      }
      add(place.isVisible ? 1 : 0)
      add(place.isActive ? 1 : 0)
    }
    for (_, motion) in state.motions {
      add(motion.value)
      add(motion.velocity)
    }
    return "\(ShellSummary(state).json) \(String(hash, radix: 16))"
  }

  /// A line for every action that is neither a frame nor a move, and for the end.
  static func states(of trace: ShellTrace) -> String {
    var state = ShellState()
    var text = ""
    var number = 1
    trace.replay(&state) { entry, state, effects in
      number += 1
      switch entry.action {
      case .tick, .dragMoved, .scrolled, .contentScrolled: return
      default: text += "\(number) \(digest(state)) \(effects.count)\n"
      }
    }
    return text + "end \(digest(state))\n"
  }

  @Test(arguments: ShellTrace.sessions.map(\.name))
  func aRecordedTraceReplaysToItsStates(name: String) throws {
    if getenv("NAGARA_RECORD") != nil {
      let trace = try #require(ShellTrace.sessions.first { $0.name == name }).make()
      write(trace.text, to: "\(Self.folder)/\(name).trace")
      write(Self.states(of: trace), to: "\(Self.folder)/\(name).states")
    }
    let trace = try ShellTrace(text: read("\(Self.folder)/\(name).trace"))
    #expect(trace.entries.count > 800)
    let got = Self.states(of: trace).split(separator: "\n")
    let want = read("\(Self.folder)/\(name).states").split(separator: "\n")
    #expect(got.count == want.count)
    if let index = got.indices.first(where: { $0 >= want.count || got[$0] != want[$0] }) {
      Issue.record("\(name), got: \(got[index]), want: \(index < want.count ? want[index] : "nothing")")
    }
  }

  @Test(arguments: ShellTrace.sessions.map(\.name))
  func aRecordedTraceKeepsTheInvariants(name: String) throws {
    let trace = try ShellTrace(text: read("\(Self.folder)/\(name).trace"))
    var state = ShellState()
    trace.replay(&state) { entry, state, _ in
      if let complaint = InvariantTests.misplaced(state) {
        Issue.record("\(ShellTrace.line(time: entry.time, entry.action)): \(complaint)")
      }
    }
    #expect(InvariantTests.unrest(&state) == nil)
  }

  private func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }
}
