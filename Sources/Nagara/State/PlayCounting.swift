import PlayerCore

/// What plays, as much of it as decides what is remembered when it is left: a play, a skip, where a long track was.
///
/// A play counts when the track comes to its end, or is left after half of it or after four minutes, as Last.fm
/// counts them. Next before that is a skip.
struct Playing {
  private let entry: QueueEntry
  private let isUnderWay: Bool
  private let position: UInt64
  private let duration: UInt64?
  private let jumps: UInt64
  /// The same, as the tags say where nothing has sounded yet.
  private let length: UInt64?

  /// In nanoseconds.
  private static let longEnough = 240 * Nanoseconds.second

  /// `nil`: nothing is current.
  init?(_ state: AppState) {
    guard let entry = state.player.queue.current else { return nil }
    self.entry = entry
    isUnderWay = state.player.status != .stopped
    position = state.player.position
    duration = state.player.duration
    length = state.duration
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

  // MARK: Long tracks

  /// What is longer goes on where it was left, when it is started again.
  static let longTrack = 20 * 60 * Nanoseconds.second
  /// So near to its beginning or its end it was not left in its midst.
  private static let edge = 30 * Nanoseconds.second

  /// Where a track goes on that was left at `position`; `nil`: at its beginning.
  static func resumePoint(_ position: UInt64, of length: UInt64?) -> UInt64? {
    guard let length, length > longTrack, position >= edge, position + edge <= length else { return nil }
    return position
  }

  /// Leaves it, if it is long.
  var place: AppEffect? {
    guard isUnderWay, let length, length > Playing.longTrack else { return nil }
    return .leave(entry, at: position)
  }

  /// Leaves it, if it is long and an action has ended it before its end.
  func place(after action: PlayerAction, _ new: PlayerState) -> AppEffect? {
    if case .engine = action { return nil }
    return new.queue.current?.id != entry.id || new.status == .stopped ? place : nil
  }

  /// The track, if an action tells that it was heard to its end.
  func end(after action: PlayerAction, _ new: PlayerState) -> TrackID? {
    if case .countPlay(let track) = count(after: action, new), case .engine = action { return track }
    return nil
  }
}
