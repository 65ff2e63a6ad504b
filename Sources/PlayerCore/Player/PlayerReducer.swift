/// Carries `action` out on `state` and returns what the engine has to do for it, in order.
///
/// - Parameter resumePoint: where a track that begins goes on, in nanoseconds, because it was left there; `nil`: at its
///   beginning.
public func reduce(
  _ state: inout PlayerState, _ action: PlayerAction,
  resumePoint: @escaping (TrackID) -> UInt64? = { _ in nil }
) -> [PlayerEffect] {
  var step = PlayerStep(state, resumePoint)
  step.run(action)
  step.settlePrepared()
  if action.mayChangeQueue { step.state.queueRevision += 1 }
  state = step.state
  return step.effects
}

/// One action on its way.
private struct PlayerStep {
  var state: PlayerState
  var effects: [PlayerEffect] = []
  private let resumePoint: (TrackID) -> UInt64?

  init(_ state: PlayerState, _ resumePoint: @escaping (TrackID) -> UInt64?) {
    self.state = state
    self.resumePoint = resumePoint
  }

  mutating func run(_ action: PlayerAction) {
    switch action {
    case .play: play()
    case .pause: pause()
    case .toggle: if state.status == .playing { pause() } else { play() }
    case .stop: stop()
    case .next: next()
    case .previous: previous()
    case .seek(let position): seek(to: position)
    case .seekBy(let offset): seek(by: offset)
    case .setVolume(let volume): setVolume(volume)
    case .setMuted(let muted): setMuted(muted)
    case .setRate(let rate): setRate(rate)
    case .setStopAfterCurrent(let stops): state.stopsAfterCurrent = stops
    case .setSleep(let timer):
      if state.sleep == .endOfTrack { state.stopsAfterCurrent = false }
      state.sleep = timer
      if timer == .endOfTrack { state.stopsAfterCurrent = true }
    case .sleepTimeIsUp: sleepTimeIsUp()
    case .restore(let queue, let position): restore(queue, position: position)
    case .dismissNotice(let id): state.notices.removeAll { $0.id == id }
    case .engine(let event): run(event)
    case .playContext, .appendToContext, .enqueue, .playNext, .insert, .insertAll, .playEntry, .remove,
      .clearUpcoming, .move, .undo, .setShuffled, .setRepeat:
      edit(action)
    }
  }

  private mutating func edit(_ action: PlayerAction) {
    switch action {
    case .playContext(let tracks, let context, let start, let shuffled):
      state.queue.playContext(
        tracks, context: context, start: start, shuffled: shuffled, position: state.position)
      state.failuresInARow = 0
      state.unplayable = []
      if state.queue.current == nil { stop() } else { begin(playing: true) }
    case .appendToContext(let tracks, let context): state.queue.appendToContext(tracks, context: context)
    case .enqueue(let tracks): state.queue.enqueue(tracks)
    case .playNext(let tracks): state.queue.playNext(tracks)
    case .insert(let track, let entry, let andPlay):
      let id = state.queue.insert(track, after: entry)
      if andPlay { jump(to: id) }
    case .insertAll(let tracks, let entry): state.queue.insert(tracks, after: entry)
    case .playEntry(let id): jump(to: id)
    case .remove(let entries): remove(entries)
    case .clearUpcoming: state.queue.clearUpcoming()
    case .move(let entries, let target): state.queue.move(entries, before: target)
    case .undo: undo()
    case .setShuffled(let shuffled): state.queue.setShuffled(shuffled)
    case .setRepeat(let mode): state.queue.repeatMode = mode
    default: break
    }
  }

  // MARK: Transport

  private mutating func play() {
    state.failuresInARow = 0
    guard let current = state.queue.current ?? firstEntry() else { return }
    guard state.loaded == current.id else {
      begin(at: state.position > 0 ? state.position : nil, playing: true)
      return
    }
    guard state.status != .playing else { return }
    state.status = .playing
    effects.append(.play)
  }

  private mutating func firstEntry() -> QueueEntry? {
    state.queue.advance(.skipped) ? state.queue.current : nil
  }

  private mutating func pause() {
    guard state.status == .playing else { return }
    state.status = .paused
    if state.loaded != nil { effects.append(.pause) }
  }

  private mutating func sleepTimeIsUp() {
    guard case .after = state.sleep else { return }
    state.sleep = .off
    guard state.status == .playing else { return }
    state.status = .paused
    if state.loaded != nil { effects.append(.fadeOut(PlayerState.sleepFade)) }
  }

  private mutating func stop() {
    state.status = .stopped
    forgetSounding()
    unload()
  }

  private mutating func unload() {
    guard state.loaded != nil else { return }
    state.loaded = nil
    state.prepared = nil
    effects.append(.stop)
  }

  private mutating func forgetSounding() {
    state.position = 0
    state.duration = nil
    state.streamTitle = nil
    state.station = nil
    state.format = nil
    state.isBuffering = false
  }

  /// Loads the current entry; a stopped player stays stopped at its beginning.
  ///
  /// - Parameter place: in nanoseconds; `nil`: where it was left, or its beginning. What is loaded begins anew.
  private mutating func begin(at place: UInt64? = nil, playing: Bool) {
    guard let current = state.queue.current else { return }
    let resumes = state.loaded != current.id ? resumePoint(current.track) : nil
    forgetSounding()
    state.position = place ?? 0
    guard playing || state.status != .stopped else {
      unload()
      return
    }
    let position = place ?? resumes ?? 0
    state.position = position
    state.status = playing ? .playing : .paused
    if state.loaded == current.id { state.jumps += 1 }
    // Paused with nothing loaded: the next play loads it.
    guard playing || state.loaded != nil else { return }
    state.loaded = current.id
    state.prepared = nil
    effects.append(.load(current, startAt: position, playing: playing))
  }

  private mutating func next() {
    state.stopsAfterCurrent = false
    advance(.skipped)
  }

  /// Goes on past what is known not to play.
  private mutating func advance(_ cause: Advance) {
    guard step(cause) else {
      state.queue.rewind()
      stop()
      return
    }
    begin(playing: state.status == .playing)
  }

  private mutating func step(_ cause: Advance) -> Bool {
    if cause == .finished, state.sleep == .endOfQueue, !hasMore {
      state.sleep = .off
      return false
    }
    for _ in 0...PlayerState.failureLimit {
      guard state.queue.advance(cause) else { return false }
      guard let current = state.queue.current, state.unplayable.contains(current.id) else { return true }
    }
    return false
  }

  /// Whether something comes in this round of the queue.
  private var hasMore: Bool { state.queue.upNextCount > 0 }

  private mutating func previous() {
    guard state.queue.current != nil else { return }
    if state.position > PlayerState.restartThreshold || !state.queue.goBack() {
      seek(to: 0)
    } else {
      state.stopsAfterCurrent = false
      begin(playing: state.status == .playing)
    }
  }

  private mutating func jump(to entry: EntryID) {
    guard state.queue.jump(to: entry) else { return }
    state.failuresInARow = 0
    state.unplayable.remove(entry)
    begin(playing: true)
  }

  private mutating func seek(to position: UInt64) {
    guard state.queue.current != nil else { return }
    state.position = min(position, state.duration ?? position)
    state.jumps += 1
    if state.loaded != nil { effects.append(.seek(state.position)) }
  }

  private mutating func seek(by offset: Int64) {
    let distance = offset.magnitude
    guard offset >= 0 else {
      seek(to: state.position > distance ? state.position - distance : 0)
      return
    }
    let (target, overflow) = state.position.addingReportingOverflow(distance)
    if let duration = state.duration, overflow || target > duration {
      next()
    } else if !overflow {
      seek(to: target)
    }
  }

  private mutating func setVolume(_ volume: Double) {
    guard volume.isFinite else { return }
    state.volume = min(max(0, volume), 1)
    effects.append(.setVolume(state.volume))
  }

  private mutating func setMuted(_ muted: Bool) {
    state.isMuted = muted
    effects.append(.setMuted(muted))
  }

  private mutating func setRate(_ rate: Double) {
    guard rate.isFinite else { return }
    guard rate > 0 else {
      pause()
      return
    }
    state.rate = min(max(PlayerState.rates.lowerBound, rate), PlayerState.rates.upperBound)
    effects.append(.setRate(state.rate))
  }

  private mutating func restore(_ queue: Queue, position: UInt64) {
    unload()
    forgetSounding()
    state.queue = queue
    state.status = queue.current == nil ? .stopped : .paused
    state.position = queue.current == nil ? 0 : position
  }

  // MARK: Edits that reach what sounds

  private mutating func remove(_ entries: [EntryID]) {
    switch state.queue.remove(entries, position: state.position) {
    case .kept: break
    case .replaced: begin(playing: state.status == .playing)
    case .none: stop()
    }
  }

  private mutating func undo() {
    guard let undone = state.queue.undo(), undone.changesCurrent else { return }
    if state.queue.current == nil {
      stop()
    } else {
      begin(at: undone.position, playing: state.status == .playing)
    }
  }

  // MARK: What the engine reports

  private mutating func run(_ event: EngineEvent) {
    switch event {
    case .started(let id, let joined): started(id, joined: joined)
    case .durationKnown(let id, let duration): if id == state.queue.current?.id { state.duration = duration }
    case .formatKnown(let id, let format): if id == state.queue.current?.id { state.format = format }
    case .positionTick(let id, let position):
      if id == state.queue.current?.id { state.position = position }
    case .finished(let id): if id == state.loaded { finished() }
    case .failed(let id, let source, let error): failed(id, source, error)
    case .deviceFailed(let error, let position): deviceFailed(error, position: position)
    case .streamTitle(let id, let title): if id == state.queue.current?.id { state.streamTitle = title }
    case .stationKnown(let id, let name): if id == state.queue.current?.id { state.station = name }
    case .buffering(let waits): state.isBuffering = waits
    case .volumeChanged(let volume, let muted):
      state.volume = min(max(0, volume), 1)
      state.isMuted = muted
    }
  }

  private mutating func started(_ id: EntryID, joined: Bool) {
    if !joined {
      if id == state.loaded { state.failuresInARow = 0 }
      return
    }
    guard id == state.prepared else { return }
    state.failuresInARow = 0
    _ = step(.finished)
    forgetSounding()
    if id == state.loaded { state.jumps += 1 }
    state.loaded = id
    state.prepared = nil
  }

  private mutating func finished() {
    guard state.failuresInARow < PlayerState.failureLimit else {
      // All that was to follow failed while this one still played.
      stop()
      return
    }
    guard state.stopsAfterCurrent else {
      advance(.finished)
      return
    }
    // The next entry waits at its beginning.
    state.stopsAfterCurrent = false
    if state.sleep == .endOfTrack { state.sleep = .off }
    if !step(.finished) { state.queue.rewind() }
    stop()
  }

  private mutating func failed(_ id: EntryID, _ source: MediaSource, _ error: PlaybackError) {
    let isCurrent = id == state.loaded
    guard isCurrent || id == state.prepared else { return }
    notify(.skipped, source, error)
    state.failuresInARow += 1
    state.unplayable.insert(id)
    if !isCurrent { state.prepared = nil }
    if state.failuresInARow == PlayerState.failureLimit { notify(.stoppedAfterFailures, nil, error) }
    guard isCurrent else { return }  // what sounds goes on to its end
    if state.failuresInARow < PlayerState.failureLimit { advance(.skipped) } else { stop() }
  }

  private mutating func deviceFailed(_ error: PlaybackError, position: UInt64) {
    guard state.loaded != nil else { return }
    state.loaded = nil
    state.prepared = nil
    state.position = position
    if state.status == .playing { state.status = .paused }
    effects.append(.stop)
    notify(.device, nil, error)
  }

  private mutating func notify(_ kind: PlayerNotice.Kind, _ source: MediaSource?, _ error: PlaybackError) {
    state.notices.append(PlayerNotice(id: state.nextNotice, kind: kind, source: source, error: error))
    state.nextNotice += 1
  }

  // MARK: What follows without a gap

  /// Tells the engine what comes next whenever that has changed.
  mutating func settlePrepared() {
    guard state.loaded != nil else { return }
    let next = state.stopsAfterCurrent ? nil : playableNext()
    guard next?.id != state.prepared else { return }
    state.prepared = next?.id
    effects.append(.prepare(next))
  }

  private func playableNext() -> QueueEntry? {
    guard state.failuresInARow < PlayerState.failureLimit else { return nil }
    guard state.sleep != .endOfQueue || hasMore, let next = state.queue.next(.finished) else { return nil }
    // What goes on in its midst is loaded when its turn has come.
    func joinable(_ entry: QueueEntry?) -> QueueEntry? {
      entry.flatMap { $0.id != state.loaded && resumePoint($0.track) != nil ? nil : $0 }
    }
    if !state.unplayable.contains(next.id) { return joinable(next) }
    var copy = self
    return copy.step(.finished) ? joinable(copy.state.queue.current) : nil
  }
}
