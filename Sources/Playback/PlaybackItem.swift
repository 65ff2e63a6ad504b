public import PlayerCore

/// A queue entry with what the engine needs to know of its track.
public struct PlaybackItem: Hashable, Sendable {
  public var entry: EntryID
  public var source: MediaSource
  /// The part of the source that is the track; `nil`: all of it.
  public var segment: Segment?
  /// What its samples are multiplied with (linear, 1 = as they are): ReplayGain, computed by the app.
  public var gain: Double

  public init(entry: EntryID, source: MediaSource, segment: Segment? = nil, gain: Double = 1) {
    self.entry = entry
    self.source = source
    self.segment = segment
    self.gain = gain
  }

  /// A library's track as the user's settings want it.
  ///
  /// - Parameters:
  ///   - previous: what the queue plays before it.
  ///   - next: what comes after it.
  public init(
    entry: EntryID, track: Track, loudness: LoudnessSettings, previous: Track? = nil, next: Track? = nil
  ) {
    let albumPlays = previous.map { track.follows($0) } == true || next.map { $0.follows(track) } == true
    self.init(
      entry: entry, source: track.source, segment: track.segment,
      gain: loudness.factor(track.gains, albumPlays: albumPlays))
  }
}
