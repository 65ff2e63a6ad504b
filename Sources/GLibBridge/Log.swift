import Glibc
import Synchronization

/// The program's own messages on stderr. Silent by default except for errors; `NAGARA_LOG` set to `warning`,
/// `info` or `debug` shows more.
///
/// Not GLib's log: under `G_DEBUG=fatal-warnings`, which tests run with, a warning of ours about someone's
/// broken file would end the program.
public enum Log {
  /// How much a message matters, in rising order.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    case debug, info, warning, error
    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// The lowest level that is written.
  public static var threshold: Level {
    get { Level(rawValue: current.load(ordering: .relaxed)) ?? .error }
    set { current.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// Something the user has lost or can't do.
  public static func error(_ message: @autoclosure () -> String) { write(.error, message) }
  /// Something that was worked around.
  public static func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
  /// A step worth knowing of.
  public static func info(_ message: @autoclosure () -> String) { write(.info, message) }
  /// Detail for whoever looks for a bug.
  public static func debug(_ message: @autoclosure () -> String) { write(.debug, message) }

  private static let current = Atomic<Int>(
    (getenv("NAGARA_LOG").flatMap { name in Level.allCases.first { "\($0)" == String(cString: name) } }
      ?? .error).rawValue)

  private static func write(_ level: Level, _ message: () -> String) {
    guard level >= threshold else { return }
    // One call a line, so that lines of several threads don't mix.
    let line = Array("nagara: \(level): \(message())\n".utf8)
    line.withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
