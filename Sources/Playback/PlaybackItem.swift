public import PlayerCore

/// A queue entry with what the engine needs to know of its track.
public struct PlaybackItem: Hashable, Sendable {
  public var entry: EntryID
  public var source: MediaSource
  /// The part of the source that is the track; `nil`: all of it.
  public var segment: Segment?
  /// What its samples are multiplied with (linear, 1 = as they are): ReplayGain, computed by the app.
  public var gain: Double
  /// Over how many nanoseconds of the end of what plays before it this fades in; 0 joins it without a gap. At most
  /// `longestOverlap`.
  public var overlap: UInt64

  /// The longest crossfade, in nanoseconds.
  public static let longestOverlap = 12 * Nanoseconds.second

  public init(
    entry: EntryID, source: MediaSource, segment: Segment? = nil, gain: Double = 1, overlap: UInt64 = 0
  ) {
    self.entry = entry
    self.source = source
    self.segment = segment
    self.gain = gain
    self.overlap = min(overlap, PlaybackItem.longestOverlap)
  }

  /// A library's track as the user's settings want it.
  ///
  /// - Parameters:
  ///   - previous: what the queue plays before it.
  ///   - next: what comes after it.
  ///   - crossfade: how long tracks fade into each other, in nanoseconds; those that follow each other on an album are
  ///     joined without a gap all the same.
  public init(
    entry: EntryID, track: Track, loudness: LoudnessSettings, crossfade: UInt64 = 0, previous: Track? = nil,
    next: Track? = nil
  ) {
    let albumPlays = previous.map { track.follows($0) } == true || next.map { $0.follows(track) } == true
    self.init(
      entry: entry, source: track.source, segment: track.segment,
      gain: loudness.factor(track.gains, albumPlays: albumPlays),
      overlap: previous.map { track.follows($0) } == true ? 0 : crossfade)
  }
}
