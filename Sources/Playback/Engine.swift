import CGStreamer
import GLibBridge
public import PlayerCore

/// Plays queue entries, one after the other without a gap, and reports what happens.
///
/// Use it on the main thread, under a running GLib main loop. GStreamer is initialised, on a thread of its own, and the
/// sound device opened, at the first `load`. While paused or stopped it sleeps: no timer, no thread that wakes.
@MainActor
public final class Engine {
  let onEvent: (EngineEvent) -> Void
  var outputKind: AudioOutput
  var devices: OutputDevices?
  var onDevices: (([OutputDevice]) -> Void)?

  var pipeline: Pipeline?
  /// What the pipeline plays on.
  var openOutput: AudioOutput?
  var serials: UInt32 = 0
  /// How many pipelines there have been: reports of an earlier one don't count.
  var pipelines = 0

  /// What is heard (or was loaded to be heard).
  var current: Branch?
  /// What is linked to follow.
  var following: Branch?
  /// What shall follow; linked once the current one has come so far.
  var next: PlaybackItem?
  /// What follows has another sample rate: it is opened when the current one has been heard to its end, and the
  /// output with it.
  var nextComesApart = false
  var nextTimer: SourceToken?

  /// What the user wants: sound, or silence.
  var wantsSound = false
  /// A fade-out is on its way to this.
  var closing: Closing?
  var closingTimer: SourceToken?
  /// The running time of the last sample that passed the gate before it closed.
  var closedAt: UInt64?
  enum Closing { case pause, stop }

  /// What was loaded before a long pause: the device is given back, and the next play opens all again.
  var dormant: PlaybackItem?
  var dormancyTimer: SourceToken?
  /// How often something had to wait until it could be opened; only the last of these is.
  var waits = 0

  /// How a stream that broke off is opened again.
  var reconnection = Reconnection()
  /// What the playlist at the loaded address still offers; `nil` while it isn't known to be one.
  var addresses: [String]?

  var timeline = Timeline()
  /// The gate's reports with another one are old.
  var generation: UInt64 = 0
  var joinTimer: SourceToken?
  /// The position while nothing runs.
  var restingPosition: UInt64 = 0
  /// A seek is under way to here; the next one waits until it is done.
  var seekTarget: UInt64?
  var isSeeking = false
  var seekWatch: SourceToken?
  var needsSeekAgain = false
  var hasReportedStart = false
  var isBuffering = false

  var volume = 1.0
  var isMuted = false
  var rate = 1.0
  var equalizer = [Double](repeating: 0, count: 10)
  var mix = ChannelMix()
  var ticker: SourceToken?

  /// How often the position is reported to who watches, in milliseconds.
  public static let tickMilliseconds: UInt32 = 250
  /// How long the sound takes to fade out before a pause or a stop.
  static let fadeOut = 50 * Nanoseconds.millisecond
  static let fadeIn = 20 * Nanoseconds.millisecond
  /// A cut into the middle of a sound is softened by this.
  static let softenSeek = 5 * Nanoseconds.millisecond

  /// - Parameters:
  ///   - output: where the sound goes.
  ///   - onEvent: called on the main thread for whatever happens.
  public init(output: AudioOutput = .automatic, onEvent: @escaping (EngineEvent) -> Void) {
    outputKind = output
    self.onEvent = onEvent
  }

  /// How long after a pause the sound device is given back, in milliseconds. A paused PulseAudio stream still asks
  /// the server for the time every 1.5 s; and opening again takes less than a fade.
  static let dormancyMilliseconds: UInt32 = 5_000

  // MARK: Commands

  /// Drops what is loaded and plays this from a position in nanoseconds; paused, it is only made ready.
  public func load(_ item: PlaybackItem, startAt: UInt64 = 0, isPlaying: Bool = true) {
    reconnection = Reconnection()
    addresses = nil
    open(item, startAt: startAt, isPlaying: isPlaying)
  }

  func open(_ item: PlaybackItem, startAt: UInt64, isPlaying: Bool) {
    let isReconnecting = reconnection.isUnderWay
    next = nil
    nextComesApart = false
    guard isReady else { return openWhenReady(item, startAt: startAt, isPlaying: isPlaying) }
    do throws(PlaybackError) {
      dropBranches()
      reconnection.isUnderWay = isReconnecting
      let pipeline = try preparedPipeline()
      if !isPlaying { scheduleDormancy() }
      wantsSound = isPlaying
      restingPosition = startAt
      hasReportedStart = false
      generation = pipeline.gate.reset(
        fadeIn: startAt > 0 ? Engine.fadeIn : 0, output: pipeline.gateOutput.asPad)
      guard pipeline.set(GST_STATE_READY), pipeline.output.configure() else {
        deviceFailed("no usable sink")
        return
      }
      pipeline.output.set(volume: volume, isMuted: isMuted)
      let branch = try makeBranch(item, caps: nil, startAt: startAt)
      current = branch
      // The pipeline first: a branch must find its pads open.
      pipeline.set(isPlaying ? GST_STATE_PLAYING : GST_STATE_PAUSED)
      pipeline.add(branch)
    } catch  where error.code == .noDevice {
      wantsSound = false
      restingPosition = startAt
      onEvent(.deviceFailed(error, position: startAt))
    } catch {
      onEvent(.failed(item.entry, item.source, error))
    }
  }

  /// Dormant until it can be opened.
  private func openWhenReady(_ item: PlaybackItem, startAt: UInt64, isPlaying: Bool) {
    dropBranches()
    dormant = item
    restingPosition = startAt
    wantsSound = isPlaying
    waits += 1
    let own = waits
    whenReady { [weak self] error in
      guard let self, own == waits, let item = dormant else { return }
      if let error {
        dormant = nil
        wantsSound = false
        return onEvent(.failed(item.entry, item.source, error))
      }
      let next = self.next
      open(item, startAt: restingPosition, isPlaying: wantsSound)
      self.next = next
    }
  }

  /// Opens what is loaded anew, where it is.
  func reload() {
    guard let current else { return }
    let next = next ?? following?.item
    load(current.item, startAt: position, isPlaying: wantsSound)
    self.next = next
  }

  /// What shall follow the loaded item without a gap, instead of what was to follow before; `nil`: nothing.
  public func setNext(_ item: PlaybackItem?) {
    if next != item { nextComesApart = false }
    next = item
    nextTimer = nil
    guard dormant == nil else { return }
    if let following {
      guard following.item != item || following.hasFailed else { return }
      if pipeline?.isActive(following) == true {
        // Its sound is on the way already, though not heard yet: begin again where we are, with the new one next.
        guard let current else { return }
        load(current.item, startAt: position, isPlaying: wantsSound)
        next = item
        return
      }
      drop(following)
      self.following = nil
    }
    scheduleNext()
  }

  public func play() {
    if let dormant {
      let next = next
      load(dormant, startAt: restingPosition, isPlaying: true)
      self.next = next
      return
    }
    guard let pipeline, current != nil else { return }
    dormancyTimer = nil
    wantsSound = true
    if closing != nil {
      closing = nil
      closingTimer = nil
      closedAt = nil
      pipeline.gate.open(fade: Engine.fadeIn, output: pipeline.gateOutput.asPad)
    }
    if !isBuffering { pipeline.set(GST_STATE_PLAYING) }
  }

  /// Fades out, then holds. Silence reaches the sink within 60 ms.
  public func pause() { close(.pause) }

  /// Fades out in so many nanoseconds, then holds: for the sleep timer.
  public func pause(fade: UInt64) { close(.pause, fade: fade) }

  /// Fades out, then drops everything and gives the sound device back.
  public func stop() {
    next = nil
    nextTimer = nil
    close(.stop)
  }

  /// Drops everything at once.
  public func stopAtOnce() {
    wantsSound = false
    dropBranches()
    pipeline?.set(GST_STATE_NULL)
  }

  /// Goes to a position of the loaded item, in nanoseconds. While one seek is under way only the last of those
  /// that follow is carried out.
  public func seek(to position: UInt64) {
    if dormant != nil { restingPosition = position }
    guard let pipeline, let current else { return }
    if let following, pipeline.isActive(following) {
      // The loaded item's source is through: open it again.
      let next = next
      load(current.item, startAt: position, isPlaying: wantsSound)
      self.next = next
      return
    }
    seekTarget = position
    restingPosition = position
    needsSeekAgain = true
    if !isSeeking { startSeek() }
  }

  /// - Parameter volume: 0–1; the amplitude is its cube.
  public func setVolume(_ volume: Double) {
    self.volume = volume
    pipeline?.output.set(volume: volume, isMuted: isMuted)
  }

  public func setMuted(_ isMuted: Bool) {
    self.isMuted = isMuted
    pipeline?.output.set(volume: volume, isMuted: isMuted)
  }

  /// How fast it plays, 0.25–4, at the same pitch. Takes a seek to where it is.
  public func setRate(_ rate: Double) {
    let rate = min(max(PlayerState.rates.lowerBound, rate), PlayerState.rates.upperBound)
    guard rate != self.rate else { return }
    self.rate = rate
    guard current != nil else { return }
    // What follows was opened for the old rate.
    let next = next
    if following != nil { setNext(nil) }
    seek(to: position)
    if self.next == nil { setNext(next) }
  }

  /// Gains of ten bands in dB, −24…12; all 0 passes every bit as it is.
  public func setEqualizer(_ bands: [Double]) {
    equalizer = bands
    pipeline?.setEqualizer(bands)
  }

  /// - Parameter balance: −1 (left only) … 1 (right only); 0 passes every bit. Two channels have one, others not.
  public func setBalance(_ balance: Double) {
    mix.balance = balance.isFinite ? min(max(-1, balance), 1) : 0
    pipeline?.levels.set(mix)
  }

  /// Whether both channels get the mean of the two.
  public func setMono(_ isMono: Bool) {
    mix.isMono = isMono
    pipeline?.levels.set(mix)
  }

  /// Multiplies what is loaded, and what follows, with other gains than they were loaded with: the settings of
  /// ReplayGain have changed.
  ///
  /// - Parameter gain: the factor for an entry; `nil` leaves it.
  public func updateGains(_ gain: (EntryID) -> Double?) {
    for branch in [current, following].compactMap(\.self) {
      if let gain = gain(branch.item.entry) {
        branch.item.gain = gain
        branch.stage.setGain(Float(gain))
      }
    }
    if let entry = next?.entry, let gain = gain(entry) { next?.gain = gain }
    if let entry = dormant?.entry, let gain = gain(entry) { dormant?.gain = gain }
  }

  /// Whether someone watches the position: then it is reported `tickMilliseconds` apart while it moves.
  public var isPositionWatched = false { didSet { updateTicker() } }

  /// What is loaded, if anything is.
  public var entry: EntryID? { current?.item.entry ?? dormant?.entry }

  /// Where the current item is, in nanoseconds.
  public var position: UInt64 {
    if let seekTarget { return seekTarget }
    guard wantsSound || closing != nil, let current, let now = pipeline?.heardTime,
      let position = timeline.position(of: current.serial, at: now)
    else { return restingPosition }
    return min(position, current.duration ?? position)
  }
}
