/// The player as the app sees it: what is queued, what sounds, what went wrong. Changed only by `reduce`.
///
/// The engine is told what to do by `PlayerEffect`s and reports back by `PlayerAction.engine`. It knows two
/// entries: the one that is loaded, and the one prepared to follow without a gap.
public struct PlayerState: Sendable {
  public internal(set) var queue: Queue
  /// Grows with every action that may have changed the queue, its modes and its cursor included: cheaper to compare than
  /// the queue.
  public internal(set) var queueRevision: UInt64 = 0
  public internal(set) var status: PlayerStatus = .stopped
  /// How far the current entry is, in nanoseconds, when it was last known: at a tick, a seek, a pause. For the
  /// exact position while playing ask the engine.
  public internal(set) var position: UInt64 = 0
  /// Grows by one whenever the position jumps (seek, restart, the same entry once more), not when it runs on or
  /// another entry starts.
  public internal(set) var jumps: UInt64 = 0
  /// The current entry's length in nanoseconds as the engine found it; `nil` while unknown and for live streams.
  public internal(set) var duration: UInt64?
  /// What the user set, 0–1. The engine applies its cube: half-way is −18 dB.
  public internal(set) var volume: Double = 1
  public internal(set) var isMuted = false
  /// 0.25–4, with the pitch kept.
  public internal(set) var rate: Double = 1
  /// True while the current entry is to be the last before a stop.
  public internal(set) var stopsAfterCurrent = false
  /// When the music ends for the night.
  public internal(set) var sleep: SleepTimer = .off
  /// True while a stream waits for data.
  public internal(set) var isBuffering = false
  /// What the stream says it plays.
  public internal(set) var streamTitle: String?
  /// How the stream's server calls itself.
  public internal(set) var station: String?
  /// The format of what sounds, once known.
  public internal(set) var format: AudioFormat?
  /// What the user should be told, oldest first, until dismissed.
  public internal(set) var notices: [PlayerNotice] = []

  /// What the engine has loaded; `nil` if it has nothing.
  var loaded: EntryID?
  /// What the engine was told to play after that.
  var prepared: EntryID?
  /// Entries that failed while they were being prepared: passed over when their turn comes.
  var unplayable: Set<EntryID> = []
  var failuresInARow = 0
  var nextNotice: UInt64 = 1

  /// Failures in a row after which the player stops instead of trying the rest.
  public static let failureLimit = 10
  /// How far into a track Previous restarts it: more than this many nanoseconds.
  public static let restartThreshold = 3 * Nanoseconds.second
  /// How long the sound fades when the time is up, in nanoseconds.
  public static let sleepFade = 8 * Nanoseconds.second
  /// The rates that the engine plays.
  public static let rates = 0.25...4.0

  /// A stopped player. `seed` feeds the shuffles.
  public init(queue: Queue = Queue(), volume: Double = 1) {
    self.queue = queue
    self.volume = min(max(0, volume), 1)
  }

  /// The name of the station that a track is: as it was opened, else, of the current one, as its server calls itself;
  /// `nil` for what is no stream, or has no name.
  public func stationName(of track: Track, isCurrent: Bool = true) -> String? {
    guard case .stream = track.source else { return nil }
    if let title = track.title, !title.isEmpty { return title }
    return isCurrent ? station : nil
  }

  /// True if there is something to play or pause.
  public var canPlay: Bool { queue.current != nil || !queue.isEmpty }
}

/// When to stop by itself.
public enum SleepTimer: Hashable, Sendable {
  case off
  /// In so many nanoseconds from when it was set; whoever has a clock sends `PlayerAction.sleepTimeIsUp`.
  case after(UInt64)
  /// At the end of the track that plays, as `stopsAfterCurrent`.
  case endOfTrack
  /// At the end of the queue, also where it would repeat.
  case endOfQueue
}

public enum PlayerStatus: Hashable, Sendable {
  case stopped
  case paused
  case playing
}

/// What the engine found a source to be.
public struct AudioFormat: Hashable, Sendable {
  /// The codec's name for people (`Free Lossless Audio Codec (FLAC)`); `nil` if unknown.
  public var codec: String?
  /// Samples a second.
  public var sampleRate: Int
  public var channels: Int
  /// Bits a sample as decoded; 0 if unknown.
  public var bitsPerSample: Int

  public init(codec: String? = nil, sampleRate: Int, channels: Int, bitsPerSample: Int) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
    self.bitsPerSample = bitsPerSample
  }
}

/// Something that the user should be told.
public struct PlayerNotice: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    /// This source was passed over.
    case skipped
    /// So many failed in a row that the player stopped.
    case stoppedAfterFailures
    /// The sound device is missing or went away.
    case device
  }

  public let id: UInt64
  public let kind: Kind
  /// What failed; `nil` when it wasn't a source.
  public let source: MediaSource?
  public let error: PlaybackError
}

/// Why something doesn't play, for the user and for the log.
public struct PlaybackError: Error, Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    /// There is no such file.
    case notFound
    /// The file or folder may not be read.
    case noPermission
    /// The file is empty.
    case empty
    /// The content is not audio, or of no known kind.
    case notAudio
    /// The content is broken.
    case damaged
    /// A decoder is not installed.
    case missingCodec
    /// The stream's server can't be reached, or refuses.
    case network
    /// No sound device takes the sound.
    case noDevice
    /// GStreamer or one of its parts is missing.
    case noEngine
    case other
  }

  public let code: Code
  /// A sentence for the user.
  public let reason: String
  /// What the library said, for the log; may be empty.
  public let details: String

  public init(_ code: Code, reason: String, details: String = "") {
    self.code = code
    self.reason = reason
    self.details = details
  }
}
