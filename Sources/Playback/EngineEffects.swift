public import PlayerCore

extension Engine {
  /// Carries out what the player decided.
  ///
  /// - Parameter item: looks an entry's track up; `nil` if it is gone, which counts as a missing file.
  public func perform(_ effect: PlayerEffect, item: (QueueEntry) -> PlaybackItem?) {
    switch effect {
    case .load(let entry, let startAt, let isPlaying):
      if let item = item(entry) { load(item, startAt: startAt, isPlaying: isPlaying) } else { lost(entry) }
    case .prepare(let entry):
      guard let entry else { return setNext(nil) }
      if let item = item(entry) { setNext(item) } else { lost(entry) }
    case .play: play()
    case .pause: pause()
    case .fadeOut(let nanoseconds): pause(fade: nanoseconds)
    case .stop: stop()
    case .seek(let position): seek(to: position)
    case .setVolume(let volume): setVolume(volume)
    case .setMuted(let isMuted): setMuted(isMuted)
    case .setRate(let rate): setRate(rate)
    }
  }

  private func lost(_ entry: QueueEntry) {
    report(
      .failed(
        entry.id, .stream(""), PlaybackError(.notFound, reason: "The track is not in the library any more.")))
  }
}
