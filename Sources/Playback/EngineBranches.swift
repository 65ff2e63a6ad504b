import CGStreamer
import GLibBridge
import PlayerCore

/// What is loaded and what follows it: opened, joined, dropped.
extension Engine {
  func preparedPipeline() throws(PlaybackError) -> Pipeline {
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

  func makeBranch(
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

  func drop(_ branch: Branch) {
    if branch === following {
      pipeline?.crossfade.setHold(0)
      pipeline?.crossfade.expect(nil, serial: branch.serial)
    }
    pipeline?.remove(branch)
  }

  /// Back to READY with no branches.
  func dropBranches() {
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
  func scheduleNext() {
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

  // MARK: The join

  func handle(_ report: GateStage.Report) {
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
  func checkJoin() {
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

  func completeJoin(_ branch: Branch) {
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
}
