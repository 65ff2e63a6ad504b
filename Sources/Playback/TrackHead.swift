import Synchronization

/// The beginning of a track that fades in over the end of the one before it: taken off by its `TrackStage`, mixed in
/// by the `CrossfadeStage` behind the join.
final class TrackHead: Sendable {
  private struct State {
    var samples: [Float] = []
    var isComplete = false
  }

  /// How long it is at most, in nanoseconds.
  let duration: UInt64
  private let state = Mutex(State())

  init(duration: UInt64) { self.duration = duration }

  /// Whether all of it is here: it has its length, or the track is shorter.
  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Takes frames from the start of `samples` until it is complete.
  ///
  /// - Returns: how many frames it took.
  func take(_ samples: UnsafeBufferPointer<Float>, _ layout: FloatLayout) -> Int {
    state.withLock { state in
      guard !state.isComplete else { return 0 }
      let wanted = layout.frames(duration) - state.samples.count / layout.channels
      let frames = min(wanted, samples.count / layout.channels)
      if state.samples.isEmpty { state.samples.reserveCapacity(layout.frames(duration) * layout.channels) }
      state.samples.append(contentsOf: samples[..<(frames * layout.channels)])
      if frames == wanted { state.isComplete = true }
      return frames
    }
  }

  /// There is no more to come.
  func finish() { state.withLock { $0.isComplete = true } }

  /// All that was taken, for who mixes it in.
  func handOver() -> [Float] {
    state.withLock { state in
      defer { state.samples = [] }
      return state.samples
    }
  }
}
