/// A recorded list of actions with their times. It replays to the same states, bit for bit, on every machine:
/// for tests and bug reports.
public struct ShellTrace: Equatable, Sendable {
  /// The version written; a newer one is refused.
  public static let version = 1

  /// An action and when it was sent.
  public struct Entry: Equatable, Sendable {
    /// Seconds since the recording began; for readers only.
    public var time: Double
    /// What was sent.
    public var action: ShellAction

    public init(time: Double, action: ShellAction) {
      self.time = time
      self.action = action
    }
  }

  /// In the order they were sent.
  public var entries: [Entry] = []

  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// The first line of a trace file; one `line` for each action follows.
  public static var header: String { "nagara-shell-trace \(version)" }

  /// One action as a line, without its end.
  public static func line(time: Double, _ action: ShellAction) -> String {
    "\(TraceText.number(time)) \(action.traceLine)"
  }

  /// The whole trace as a file.
  public var text: String {
    var text = Self.header + "\n"
    for entry in entries { text += Self.line(time: entry.time, entry.action) + "\n" }
    return text
  }

  /// Reads what `text` wrote. Empty lines and lines that begin with `#` are comments.
  /// - Throws: `ShellTextError`, which names the line.
  public init(text: String) throws(ShellTextError) {
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      var reader = TraceText.Reader(line, number)
      if number == 1 {
        try reader.expect("nagara-shell-trace")
        let version = try reader.integer()
        guard version <= Self.version else {
          throw ShellTextError(
            code: .newerVersion, line: 1,
            message: "The trace is of version \(version), newer than \(Self.version).")
        }
        continue
      }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let time = try reader.number()
      let action = try ShellAction(&reader)
      try reader.end()
      entries.append(Entry(time: time, action: action))
    }
  }

  /// Sends every action in turn, and tells `each` of the state after it.
  /// - Returns: all effects.
  @discardableResult
  public func replay(
    _ state: inout ShellState, each: (Entry, ShellState, [ShellEffect]) -> Void = { _, _, _ in }
  ) -> [ShellEffect] {
    var all: [ShellEffect] = []
    for entry in entries {
      let effects = reduceShell(&state, entry.action)
      each(entry, state, effects)
      all += effects
    }
    return all
  }
}
