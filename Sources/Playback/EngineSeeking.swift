import CGStreamer
import GLibBridge
import PlayerCore

/// Seeks, one at a time.
extension Engine {
  func startSeek() {
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

  func seekDone() {
    guard isSeeking else { return }
    isSeeking = false
    seekWatch = nil
    if needsSeekAgain { return startSeek() }
    seekTarget = nil
    if let current { onEvent(.positionTick(current.item.entry, position)) }
  }
}
