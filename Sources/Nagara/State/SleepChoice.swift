import PlayerCore

/// What the sleep timer's menu offers, by the names that its action has.
enum SleepChoice {
  /// In minutes.
  static let minutes: [UInt64] = [15, 30, 45, 60, 90]

  /// `off`, a number of minutes, `end-of-track`, `end-of-queue`; `nil` for anything else.
  static func timer(_ name: String) -> SleepTimer? {
    switch name {
    case "off": return .off
    case "end-of-track": return .endOfTrack
    case "end-of-queue": return .endOfQueue
    default:
      guard let minutes = UInt64(name), (1...24 * 60).contains(minutes) else { return nil }
      return .after(minutes * 60 * Nanoseconds.second)
    }
  }

  static func name(_ timer: SleepTimer) -> String {
    switch timer {
    case .off: "off"
    case .after(let nanoseconds): String(nanoseconds / (60 * Nanoseconds.second))
    case .endOfTrack: "end-of-track"
    case .endOfQueue: "end-of-queue"
    }
  }
}
