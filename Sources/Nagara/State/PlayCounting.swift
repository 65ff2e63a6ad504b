import PlayerCore

/// What plays, as much of it as decides whether a play or a skip is counted when it is left.
///
/// A play counts when the track comes to its end, or is left after half of it or after four minutes, as Last.fm
/// counts them. Next before that is a skip.
struct Playing {
  private let entry: QueueEntry
  private let isUnderWay: Bool
  private let position: UInt64
  private let duration: UInt64?
  private let jumps: UInt64

  /// In nanoseconds.
  private static let longEnough = 240 * Nanoseconds.second

  /// `nil`: nothing is current.
  init?(_ state: AppState) {
    guard let entry = state.player.queue.current else { return nil }
    self.entry = entry
    isUnderWay = state.player.status != .stopped
    position = state.player.position
    duration = state.player.duration
    jumps = state.player.jumps
  }

  /// What an action made of it.
  func count(after action: PlayerAction, _ new: PlayerState) -> LibraryEffect? {
    let isLeft = new.queue.current?.id != entry.id
    switch action {
    case .engine(.finished(let id)): return id == entry.id ? .countPlay(entry.track) : nil
    case .engine(.started(_, joined: true)):
      return isLeft || new.jumps != jumps ? .countPlay(entry.track) : nil
    case .engine: return nil
    default: break
    }
    guard isLeft, isUnderWay, position > 0 else { return nil }
    if position >= min(Self.longEnough, duration.map { $0 / 2 } ?? Self.longEnough) {
      return .countPlay(entry.track)
    }
    if case .next = action { return .countSkip(entry.track) }
    return nil
  }
}
