import CGStreamer
import GLibBridge
import PlayerCore

/// Fading out to a pause or a stop, and the long pause that gives the sound device back.
extension Engine {
  func close(_ closing: Closing, fade: UInt64 = Engine.fadeOut) {
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
  func gateClosed(_ runningTime: UInt64) {
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

  func finishClosing() {
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

  func scheduleDormancy() {
    dormancyTimer = MainLoop.after(milliseconds: Engine.dormancyMilliseconds) { [weak self] in self?.sleep() }
  }

  private func sleep() {
    guard let current, !wantsSound else { return }
    let item = current.item
    dropBranches()
    pipeline?.set(GST_STATE_NULL)
    dormant = item
  }
}
