/// What the engine has to do. The app looks the tracks up.
public enum PlayerEffect: Hashable, Sendable {
  /// Drop what is loaded and load this, at a position in nanoseconds, sounding or not.
  case load(QueueEntry, startAt: UInt64, playing: Bool)
  /// Get this ready to follow the loaded entry without a gap, instead of what was ready before.
  case prepare(QueueEntry?)
  case play
  case pause
  /// Pause with a fade of so many nanoseconds.
  case fadeOut(UInt64)
  /// Drop everything; the sound fades out.
  case stop
  case seek(UInt64)
  case setVolume(Double)
  case setMuted(Bool)
  case setRate(Double)
}
