import Testing

struct SourceTests {
  /// Lines of shipped sources that contain `text`, as "path:line".
  private func lines(containing text: String, outside folders: [String] = []) -> [String] {
    var found: [String] = []
    for file in Repository.sources where !folders.contains(where: { file.hasPrefix("Sources/\($0)/") }) {
      for (index, line) in (Repository.read(file) ?? "").split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() where line.range(of: text) != nil {
        found.append("\(file):\(index + 1)")
      }
    }
    return found
  }

  @Test func noSourceImportsFoundation() {
    for file in Repository.sources {
      for module in Repository.imports(of: file) {
        #expect(!module.hasPrefix("Foundation"), "\(file) imports \(module)")
      }
    }
  }

  @Test func concurrencyIsCheckedOutsideTheBridges() {
    // GStreamer's streaming threads force it in Playback.
    let exempt = ["GLibBridge", "GtkBridge", "Playback"]
    #expect(lines(containing: "@unchecked Sendable", outside: exempt) == [])
    #expect(lines(containing: "nonisolated(unsafe)", outside: exempt) == [])
  }

  @Test func whereItIsNotCheckedALineSaysWhyItHolds() {
    for file in Repository.sources {
      let lines = (Repository.read(file) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated()
      where line.range(of: "@unchecked Sendable") != nil || line.range(of: "nonisolated(unsafe)") != nil {
        let before = index > 0 ? lines[index - 1] : ""
        #expect(
          line.range(of: "//") != nil || before.range(of: "//") != nil, "\(file):\(index + 1) doesn't say why"
        )
      }
    }
  }

  @Test func nothingIsForced() {
    #expect(lines(containing: "try!") == [])
    #expect(lines(containing: "@unsafe") == [])
  }

  @Test func theShellsCoreHasNoClockAndNoUnorderedIteration() {
    for file in Repository.files("Sources/ShellCore") {
      let text = Repository.read(file) ?? ""
      for word in [
        "ContinuousClock", "SuspendingClock", "Date(", "Set<", "Dictionary", "static var shared", ".random(",
      ] {
        #expect(text.range(of: word) == nil, "\(file) has \(word)")
      }
    }
  }
}
