/// Everything that can happen to the player: what the user, MPRIS, the command line or a restored session asks
/// for, and what the engine reports.
public enum PlayerAction: Sendable {
  // Transport. Those that depend on the position (previous, seekBy, remove…) go by the last one that was told: while
  // nobody watches it, call the engine's `reportPosition` first.
  case play
  case pause
  case toggle
  case stop
  case next
  /// Restarts the current entry after `PlayerState.restartThreshold`, else goes back.
  case previous
  /// To a position in nanoseconds; past the end it is the end.
  case seek(UInt64)
  /// By so many nanoseconds; below 0 to 0, past the end to the next entry.
  case seekBy(Int64)
  /// 0–1, clamped.
  case setVolume(Double)
  case setMuted(Bool)
  /// 0.25–4, clamped; 0 or less pauses.
  case setRate(Double)

  // Queue.
  /// Plays another list, from `start`, or from its beginning (a random place if shuffled) when `nil`. `shuffled`
  /// sets the mode when given.
  case playContext([TrackID], context: ContextID?, start: Int?, shuffled: Bool?)
  /// More tracks of a list that plays already.
  case appendToContext([TrackID], context: ContextID?)
  case enqueue([TrackID])
  case playNext([TrackID])
  /// Behind an entry, or before everything when `nil`.
  case insert(TrackID, after: EntryID?, andPlay: Bool)
  /// Behind an entry, or before everything when `nil`; one edit.
  case insertAll([TrackID], after: EntryID?)
  case playEntry(EntryID)
  case remove([EntryID])
  case clearUpcoming
  /// Before an entry, or behind everything when `nil`.
  case move([EntryID], before: EntryID?)
  case undo
  case setShuffled(Bool)
  case setRepeat(RepeatMode)
  case setStopAfterCurrent(Bool)
  case setSleep(SleepTimer)
  /// The time of a `SleepTimer.after` is up: fades out and pauses.
  case sleepTimeIsUp

  /// Puts back what a session saved: paused, or stopped with an empty queue, nothing loaded.
  case restore(Queue, position: UInt64)
  case dismissNotice(UInt64)
  case engine(EngineEvent)
}

extension PlayerAction {
  /// False for those that surely leave the queue, its modes and its cursor as they are.
  var mayChangeQueue: Bool {
    switch self {
    case .pause, .seek, .setVolume, .setMuted, .setRate, .setStopAfterCurrent, .setSleep, .sleepTimeIsUp,
      .dismissNotice:
      return false
    case .engine(let event):
      switch event {
      case .durationKnown, .formatKnown, .positionTick, .streamTitle, .stationKnown, .buffering,
        .volumeChanged, .deviceFailed:
        return false
      case .started(_, let joined): return joined
      case .finished, .failed: return true
      }
    default: return true
    }
  }
}

/// What the engine reports.
public enum EngineEvent: Sendable {
  /// This entry is heard from now on: after a load, or (`joined`) because the one before it ended and this was
  /// prepared.
  case started(EntryID, joined: Bool)
  /// Its length in nanoseconds; `nil` for a live stream.
  case durationKnown(EntryID, UInt64?)
  case formatKnown(EntryID, AudioFormat)
  /// The position in nanoseconds while someone watches.
  case positionTick(EntryID, UInt64)
  /// The entry came to its end, and nothing was prepared to follow.
  case finished(EntryID)
  /// The loaded or the prepared entry can't be played.
  case failed(EntryID, MediaSource, PlaybackError)
  /// There is no sound device, or it went away; `position` is where the entry was.
  case deviceFailed(PlaybackError, position: UInt64)
  case streamTitle(EntryID, String)
  /// How a stream's server calls itself.
  case stationKnown(EntryID, String)
  /// A stream stopped for data, or goes on.
  case buffering(Bool)
  /// Someone changed the stream's volume in the desktop's mixer (0–1, cubic like ours).
  case volumeChanged(Double, isMuted: Bool)
}
