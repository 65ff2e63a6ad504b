import CGStreamer
import GLibBridge
public import PlayerCore

/// Plays queue entries, one after the other without a gap, and reports what happens.
///
/// Use it on the main thread, under a running GLib main loop. GStreamer is initialised, and the sound device opened,
/// at the first `load`. While paused or stopped it sleeps: no timer, no thread that wakes.
@MainActor
public final class Engine {
  private let onEvent: (EngineEvent) -> Void
  var outputKind: AudioOutput
  var devices: OutputDevices?
  var onDevices: (([OutputDevice]) -> Void)?

  var pipeline: Pipeline?
  /// What the pipeline plays on.
  var openOutput: AudioOutput?
  private var serials: UInt32 = 0
  /// How many pipelines there have been: reports of an earlier one don't count.
  private var pipelines = 0

  /// What is heard (or was loaded to be heard).
  var current: Branch?
  /// What is linked to follow.
  var following: Branch?
  /// What shall follow; linked once the current one has come so far.
  private var next: PlaybackItem?
  /// What follows has another sample rate: it is opened when the current one has been heard to its end, and the
  /// output with it.
  private var nextComesApart = false
  private var nextTimer: SourceToken?

  /// What the user wants: sound, or silence.
  private(set) var wantsSound = false
  /// A fade-out is on its way to this.
  private var closing: Closing?
  private var closingTimer: SourceToken?
  /// The running time of the last sample that passed the gate before it closed.
  private var closedAt: UInt64?
  private enum Closing { case pause, stop }

  /// What was loaded before a long pause: the device is given back, and the next play opens all again.
  private var dormant: PlaybackItem?
  private var dormancyTimer: SourceToken?

  /// How a stream that broke off is opened again.
  var reconnection = Reconnection()
  /// What the playlist at the loaded address still offers; `nil` while it isn't known to be one.
  private var addresses: [String]?

  private var timeline = Timeline()
  /// The gate's reports with another one are old.
  private var generation: UInt64 = 0
  private var joinTimer: SourceToken?
  /// The position while nothing runs.
  private var restingPosition: UInt64 = 0
  /// A seek is under way to here; the next one waits until it is done.
  private var seekTarget: UInt64?
  private var isSeeking = false
  private var seekWatch: SourceToken?
  private var needsSeekAgain = false
  private var hasReportedStart = false
  private var isBuffering = false

  private var volume = 1.0
  private var isMuted = false
  private var rate = 1.0
  private var equalizer = [Double](repeating: 0, count: 10)
  private var mix = ChannelMix()
  private var ticker: SourceToken?

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

  private func open(_ item: PlaybackItem, startAt: UInt64, isPlaying: Bool) {
    let isReconnecting = reconnection.isUnderWay
    next = nil
    nextComesApart = false
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

  // MARK: Branches

  private func preparedPipeline() throws(PlaybackError) -> Pipeline {
    let wanted = outputToOpen()
    if let pipeline, openOutput == wanted { return pipeline }
    pipeline?.set(GST_STATE_NULL)
    pipeline = nil
    pipelines += 1
    let own = pipelines
    let made = try Pipeline(
      wanted, devices: devices, onMessage: { [weak self] in self?.handle($0) },
      onReport: { [weak self] report in
        guard let self, pipelines == own else { return }
        handle(report)
      },
      onVolumeChange: { [weak self] volume, muted in
        self?.volume = volume
        self?.isMuted = muted
        self?.onEvent(.volumeChanged(volume, isMuted: muted))
      })
    made.setEqualizer(equalizer)
    made.levels.set(mix)
    pipeline = made
    openOutput = wanted
    return made
  }

  private func makeBranch(
    _ item: PlaybackItem, caps: String?, startAt: UInt64, head: TrackHead? = nil, joinRate: Int? = nil
  ) throws(PlaybackError) -> Branch {
    serials += 1
    let serial = serials
    return try Branch(
      item, serial: serial, caps: caps, startAt: startAt, rate: rate, head: head, joinRate: joinRate,
      onTags: { [weak self] tags in
        guard
          let branch = [self?.current, self?.following].compactMap(\.self).first(where: {
            $0.serial == serial
          })
        else { return }
        self?.handle(tags, of: branch)
      },
      onRefusal: { [weak self] in
        guard let self, let following, following.serial == serial else { return }
        drop(following)
        self.following = nil
        nextComesApart = true
      })
  }

  private func drop(_ branch: Branch) {
    if branch === following {
      pipeline?.crossfade.setHold(0)
      pipeline?.crossfade.expect(nil, serial: branch.serial)
    }
    pipeline?.remove(branch)
  }

  /// Back to READY with no branches.
  private func dropBranches() {
    restingPosition = position
    closing = nil
    closedAt = nil
    closingTimer = nil
    dormant = nil
    dormancyTimer = nil
    nextTimer = nil
    joinTimer = nil
    reconnection.timer = nil
    seekTarget = nil
    isSeeking = false
    seekWatch = nil
    timeline.removeAll()
    guard let pipeline else { return }
    // Reports that are on their way are old from here on.
    generation = pipeline.gate.reset(fadeIn: 0, output: pipeline.gateOutput.asPad)
    if pipeline.state != GST_STATE_NULL { pipeline.set(GST_STATE_READY) }
    pipeline.forgetMessages()
    for branch in [current, following].compactMap(\.self) { pipeline.removeAtRest(branch) }
    pipeline.crossfade.reset()
    current = nil
    following = nil
    setBuffering(false)
    reconnection.isUnderWay = false
    updateTicker()
  }

  /// Opens what follows: soon for a short track, a moment later for others, so that skipping through a list opens
  /// each file once. Streams are not opened ahead: their servers don't wait.
  private func scheduleNext() {
    nextTimer = nil
    guard let next, following == nil, !nextComesApart, next.source.path != nil, hasReportedStart, let current
    else { return }
    let short = current.duration.map { $0 < 3 * Nanoseconds.second } ?? false
    if short || pipeline?.output.isRealTime == false {
      openNext()
    } else {
      nextTimer = MainLoop.after(milliseconds: 300) { [weak self] in self?.openNext() }
    }
  }

  private func openNext() {
    nextTimer = nil
    guard let next, following == nil, let pipeline, let rate = pipeline.sampleRate else { return }
    do throws(PlaybackError) {
      let head = next.overlap > 0 ? TrackHead(duration: next.overlap) : nil
      // What is mixed has one rate; else the output's rate is the track's own.
      let branch = try makeBranch(
        next, caps: pipeline.caps(withRate: head != nil), startAt: 0, head: head,
        joinRate: head == nil ? rate : nil)
      following = branch
      pipeline.crossfade.expect(head, serial: branch.serial)
      pipeline.crossfade.setHold(next.overlap)
      pipeline.add(branch)
    } catch {
      self.next = nil
      onEvent(.failed(next.entry, next.source, error))
    }
  }

  // MARK: Fading out

  private func close(_ closing: Closing, fade: UInt64 = Engine.fadeOut) {
    wantsSound = false
    guard let pipeline, current != nil else {
      if closing == .stop { dormant = nil }
      return
    }
    guard pipeline.state == GST_STATE_PLAYING, pipeline.output.isRealTime, !isSeeking else {
      settle(closing)
      return
    }
    self.closing = closing
    pipeline.gate.close(fade: fade)
    // When nothing passes the gate any more (the end, a stalled stream) it never closes.
    let limit = UInt32(clamping: fade / Nanoseconds.millisecond + 350)
    closingTimer = MainLoop.after(milliseconds: limit) { [weak self] in self?.finishClosing() }
  }

  /// The last sample passed the gate: it is heard at this running time.
  private func gateClosed(_ runningTime: UInt64) {
    guard closing != nil, let pipeline else { return }
    closedAt = runningTime
    let now = pipeline.runningTime ?? runningTime
    let wait = runningTime > now ? (runningTime - now) / Nanoseconds.millisecond + 1 : 0
    closingTimer = MainLoop.after(milliseconds: UInt32(min(wait, 400))) { [weak self] in self?.finishClosing()
    }
  }

  /// To PAUSED, where the faded sound ended: the clock ran on since then, and without setting it back each pause
  /// would be a few milliseconds that the sink drops later.
  private func rest() {
    guard let pipeline else { return }
    if let closedAt, let current, let position = timeline.position(of: current.serial, at: closedAt) {
      restingPosition = min(position, current.duration ?? position)
    } else {
      restingPosition = position
    }
    pipeline.set(GST_STATE_PAUSED)
    if let closedAt { pipeline.resume(at: closedAt) }
    closedAt = nil
    // The sink needs a first piece to be at rest.
    pipeline.gate.open(fade: Engine.fadeIn, output: pipeline.gateOutput.asPad)
  }

  private func finishClosing() {
    closingTimer = nil
    guard let closing else { return }
    self.closing = nil
    settle(closing)
  }

  private func settle(_ closing: Closing) {
    switch closing {
    case .pause:
      rest()
      updateTicker()
      // The last tick is an older one, and without a watcher there was none.
      if let current { onEvent(.positionTick(current.item.entry, restingPosition)) }
      scheduleDormancy()
    case .stop:
      stopAtOnce()
    }
  }

  private func scheduleDormancy() {
    dormancyTimer = MainLoop.after(milliseconds: Engine.dormancyMilliseconds) { [weak self] in self?.sleep() }
  }

  private func sleep() {
    guard let current, !wantsSound else { return }
    let item = current.item
    dropBranches()
    pipeline?.set(GST_STATE_NULL)
    dormant = item
  }

  // MARK: Seeking

  private func startSeek() {
    guard let pipeline, let current, let target = seekTarget else { return }
    // The flush takes an unfinished fade-out with it: what it was for comes at once.
    if let closing {
      finishClosing()
      if closing == .stop { return }
    }
    // A paused gate has to let the new place's first sound into the sink.
    generation = pipeline.gate.reset(fadeIn: Engine.softenSeek, output: pipeline.gateOutput.asPad)
    timeline.removeAll()
    isSeeking = true
    needsSeekAgain = false
    let generation = generation
    current.seek(to: min(target, current.duration ?? target), rate: rate) { [weak self] succeeded in
      guard let self, generation == self.generation else { return }
      if succeeded { return watchSeek() }
      // A live stream: it goes on where it is.
      isSeeking = false
      seekTarget = nil
    }
  }

  /// GStreamer 1.22's bin now and then loses the news that the sink is ready again after a flush, when a branch comes
  /// or goes at that moment: the sink then waits for a pipeline that waits for it. Seen in one of ten seeks under load.
  private func watchSeek() {
    seekWatch = MainLoop.every(milliseconds: 250) { [weak self] in
      guard let self, isSeeking, let pipeline else { return false }
      Log.info("a seek hangs: the pipeline is set in motion again")
      pipeline.restart(playing: wantsSound && !isBuffering)
      return true
    }
  }

  private func seekDone() {
    guard isSeeking else { return }
    isSeeking = false
    seekWatch = nil
    if needsSeekAgain { return startSeek() }
    seekTarget = nil
    if let current { onEvent(.positionTick(current.item.entry, position)) }
  }

  // MARK: What the gate reports

  private func handle(_ report: GateStage.Report) {
    switch report {
    case .mark(let mark, let generation):
      guard generation == self.generation else { return }
      timeline.add(mark)
      if mark.serial == following?.serial { checkJoin() }
    case .closed(let runningTime, let generation):
      guard generation == self.generation else { return }
      gateClosed(runningTime)
    }
  }

  /// The following branch's sound has passed the gate; once it is heard it is the current one.
  private func checkJoin() {
    joinTimer = nil
    guard let pipeline, let following,
      let mark = timeline.marks.last(where: { $0.serial == following.serial })
    else { return }
    if pipeline.output.isRealTime {
      guard let now = pipeline.heardTime else { return }  // looked at again when it plays
      if mark.runningTime > now + 2 * Nanoseconds.millisecond {
        let wait = UInt32(clamping: (mark.runningTime - now) / Nanoseconds.millisecond)
        joinTimer = MainLoop.after(milliseconds: max(1, wait)) { [weak self] in self?.checkJoin() }
        return
      }
    }
    completeJoin(following)
  }

  private func completeJoin(_ branch: Branch) {
    joinTimer = nil
    let ended = current
    current = branch
    following = nil
    next = nil
    timeline.drop(before: branch.serial)
    if let ended { drop(ended) }
    restingPosition = position
    hasReportedStart = true
    onEvent(.started(branch.item.entry, joined: true))
    reportDetails(branch)
  }

  // MARK: Reports

  func report(_ event: EngineEvent) { onEvent(event) }

  /// Reports the exact position now, once.
  public func reportPosition() {
    if let entry { onEvent(.positionTick(entry, position)) }
  }

  private func reportDetails(_ branch: Branch) {
    reportDuration(branch)
    if let format = branch.format { onEvent(.formatKnown(branch.item.entry, format)) }
  }

  /// Once, and again when it has changed: parsers refine their guess.
  private func reportDuration(_ branch: Branch) {
    let duration = branch.duration
    guard branch.reportedDuration != .some(duration) else { return }
    branch.reportedDuration = .some(duration)
    onEvent(.durationKnown(branch.item.entry, duration))
  }

  private func started() {
    updateTicker()
    checkJoin()
    guard let current, !hasReportedStart else { return }
    hasReportedStart = true
    reconnection.started()
    if reconnection.isUnderWay {
      reconnection.isUnderWay = false
      if !isBuffering { onEvent(.buffering(false)) }
    }
    onEvent(.started(current.item.entry, joined: false))
    reportDetails(current)
    scheduleNext()
  }

  private func updateTicker() {
    guard isPositionWatched, wantsSound, current != nil, pipeline?.state == GST_STATE_PLAYING else {
      ticker = nil
      return
    }
    guard ticker == nil else { return }
    ticker = MainLoop.every(milliseconds: Engine.tickMilliseconds) { [weak self] in
      guard let self, let current else { return false }
      onEvent(.positionTick(current.item.entry, position))
      return true
    }
  }

  // MARK: The bus

  private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
    guard let pipeline, let source = message.pointee.src else { return }
    let isPipeline = source == pipeline.element.pointer()
    switch message.pointee.type {
    case GST_MESSAGE_ERROR: handleError(message, from: source)
    case GST_MESSAGE_EOS where isPipeline: ended()
    case GST_MESSAGE_ASYNC_DONE where isPipeline:
      seekDone()
      if !wantsSound, let current, !hasReportedStart { reportDetails(current) }
    case GST_MESSAGE_STATE_CHANGED where isPipeline:
      var state = GST_STATE_NULL
      gst_message_parse_state_changed(message, nil, &state, nil)
      if state == GST_STATE_PLAYING { started() }
    case GST_MESSAGE_BUFFERING:
      if let current, current.contains(source) { buffer(message) }
    case GST_MESSAGE_CLOCK_LOST:
      if wantsSound {
        pipeline.set(GST_STATE_PAUSED)
        pipeline.set(GST_STATE_PLAYING)
      }
    case GST_MESSAGE_LATENCY: gst_bin_recalculate_latency(pipeline.element.bin)
    case GST_MESSAGE_DURATION_CHANGED:
      if let current, hasReportedStart { reportDuration(current) }
    case GST_MESSAGE_ELEMENT where gst_is_missing_plugin_message(message) != 0:
      branch(of: source)?.missing = Engine.missingPlugin(message)
    default: break
    }
  }

  private func branch(of source: UnsafeMutablePointer<GstObject>) -> Branch? {
    [current, following].compactMap(\.self).first { $0.contains(source) }
  }

  /// Everything has been heard.
  private func ended() {
    guard let current else { return }
    if let following, timeline.marks.contains(where: { $0.serial == following.serial }) {
      // So short that the news of it comes with its end.
      completeJoin(following)
      return ended()
    }
    if closing == .stop { return finishClosing() }
    if case .stream = current.item.source, endedEarly(current), reconnect() { return }
    restingPosition = current.duration ?? position
    let entry = current.item.entry
    dropBranches()
    onEvent(.finished(entry))
  }

  /// Whether a stream can't have come to its own end: a radio station has none, and others know theirs.
  private func endedEarly(_ branch: Branch) -> Bool {
    guard let duration = branch.duration, duration > 0, !branch.isRadio else { return branch.isRadio }
    return lastHeardPosition + 2 * Nanoseconds.second < duration
  }

  private func handleError(
    _ message: UnsafeMutablePointer<GstMessage>, from source: UnsafeMutablePointer<GstObject>
  ) {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<CChar>?
    gst_message_parse_error(message, &error, &debug)
    let details = debug.map { String(cString: $0) } ?? ""
    g_free(debug)
    let cause = GLibError(consuming: error)
    if let branch = branch(of: source) {
      failed(
        branch, Failure.error(cause, details: details, source: branch.item.source, missing: branch.missing))
    } else if let pipeline,
      source == pipeline.output.element.pointer()
        || gst_object_has_as_ancestor(source, pipeline.output.element.pointer()) != 0
    {
      guard current != nil else { return }
      deviceFailed("\(cause.message) (\(details))")
    } else if let current, let pipeline, pipeline.isShared(source) {
      failed(current, Failure.error(cause, details: details, source: current.item.source, missing: nil))
    }
  }

  private func failed(_ branch: Branch, _ error: PlaybackError) {
    guard !branch.hasFailed else { return }
    branch.hasFailed = true
    if branch === following {
      if timeline.marks.contains(where: { $0.serial == branch.serial }) {
        // It sounds already.
        completeJoin(branch)
      } else {
        drop(branch)
        following = nil
        next = nil
        onEvent(.failed(branch.item.entry, branch.item.source, error))
        return
      }
    }
    if branch === current, followPlaylist(error) { return }
    if error.code == .network, branch === current, reconnect() { return }
    dropBranches()
    onEvent(.failed(branch.item.entry, branch.item.source, error))
  }

  private func deviceFailed(_ details: String) { deviceFailed(Failure.noDevice(details)) }

  func deviceFailed(_ error: PlaybackError) {
    let position = lastHeardPosition
    dropBranches()
    wantsSound = false
    // The next load opens the device anew.
    pipeline?.set(GST_STATE_NULL)
    restingPosition = position
    onEvent(.deviceFailed(error, position: position))
  }

  /// The position from what the sink took, without asking its clock, which goes with it.
  private var lastHeardPosition: UInt64 {
    guard wantsSound, seekTarget == nil, let current, let pipeline else { return position }
    let buffered = UInt64(Output.bufferMicroseconds) * Nanoseconds.microsecond
    let passed = pipeline.gate.passed
    return timeline.position(of: current.serial, at: passed > buffered ? passed - buffered : 0)
      ?? restingPosition
  }

  private func handle(_ tags: TrackTags, of branch: Branch) {
    if let station = tags.station { branch.station = station }
    if let codec = tags.codec, branch.codec != codec {
      branch.codec = codec
      if branch === current, hasReportedStart, let format = branch.format {
        onEvent(.formatKnown(branch.item.entry, format))
      }
    }
    if case .stream = branch.item.source, branch === current, let title = tags.title, branch.title != title {
      branch.title = title
      onEvent(.streamTitle(branch.item.entry, title))
    }
  }

  private func setBuffering(_ waits: Bool) {
    let told = isBuffering || reconnection.isUnderWay
    isBuffering = waits
    let tells = isBuffering || reconnection.isUnderWay
    if told != tells { onEvent(.buffering(tells)) }
  }

  // MARK: Playlists of streams

  /// What was to be played is a list of addresses, perhaps: the first that plays is played. Lists in lists are not
  /// followed, and nothing is asked for that nobody wanted to play.
  ///
  /// - Returns: false if it is none.
  private func followPlaylist(_ error: PlaybackError) -> Bool {
    guard let current, wantsSound, !hasReportedStart, reconnection.attempts == 0,
      case .stream(let uri) = current.item.source, uri.lowercased().hasPrefix("http")
    else { return false }
    let (item, next) = (current.item, next)
    if addresses != nil { return openAddress(item, next) }
    guard error.code == .notAudio || error.code == .missingCodec else { return false }
    addresses = []
    dropBranches()
    self.next = next
    dormant = item
    let generation = generation
    StreamPlaylist.fetch(uri) { [weak self] found in
      guard let self, generation == self.generation, dormant == item else { return }
      addresses = found
      let next = self.next
      if wantsSound, openAddress(item, next) { return }
      dropBranches()
      if wantsSound { onEvent(.failed(item.entry, item.source, error)) }
    }
    return true
  }

  private func openAddress(_ item: PlaybackItem, _ next: PlaybackItem?) -> Bool {
    guard let address = addresses?.first else { return false }
    addresses?.removeFirst()
    var item = item
    item.source = .stream(address)
    open(item, startAt: 0, isPlaying: true)
    self.next = next
    return true
  }

  // MARK: Reconnecting

  /// Opens the current stream again in a while, where it broke off.
  ///
  /// - Returns: false if it has been tried often enough, or there is nothing to open again.
  private func reconnect() -> Bool {
    guard let current, wantsSound, closing == nil, case .stream = current.item.source,
      hasReportedStart || reconnection.attempts > 0, let delay = reconnection.nextDelay()
    else { return false }
    let (item, next) = (current.item, next)
    let position = current.isRadio ? 0 : lastHeardPosition
    dropBranches()
    self.next = next
    dormant = item
    restingPosition = position
    reconnection.isUnderWay = true
    onEvent(.buffering(true))
    Log.info("a stream broke off; once more in \(delay) ms")
    reconnection.timer = MainLoop.after(milliseconds: delay) { [weak self] in
      guard let self, wantsSound, let dormant else { return }
      let next = self.next
      open(dormant, startAt: restingPosition, isPlaying: true)
      self.next = next
    }
    return true
  }

  private static func missingPlugin(_ message: UnsafeMutablePointer<GstMessage>) -> (
    name: String, caps: String
  ) {
    let name = gst_missing_plugin_message_get_description(message)
    let detail = gst_missing_plugin_message_get_installer_detail(message)
    defer {
      g_free(name)
      g_free(detail)
    }
    // gstreamer|1.0|app|description|decoder-audio/x-ac3, …
    let last = detail.map { String(cString: $0) }?.split(separator: "|").last.map(String.init) ?? ""
    let caps = last.split(separator: "-", maxSplits: 1).last.map(String.init) ?? ""
    return (name.map { String(cString: $0) } ?? caps, caps)
  }

  /// A stream that runs out of data waits until it has enough again.
  private func buffer(_ message: UnsafeMutablePointer<GstMessage>) {
    var percent: gint = 0
    gst_message_parse_buffering(message, &percent)
    let waits = percent < 100
    guard waits != isBuffering else { return }
    setBuffering(waits)
    if wantsSound { pipeline?.set(waits ? GST_STATE_PAUSED : GST_STATE_PLAYING) }
  }
}
