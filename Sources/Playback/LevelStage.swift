import CGStreamer
import Synchronization

/// Behind the join and the equaliser: balance, mono, and the limiter.
final class LevelStage: StreamProcessor {
  private struct State {
    var layout = FloatLayout()
    var mix = ChannelMix()
    /// What was applied last.
    var applied = ChannelMix()
    var limiter = Limiter()
  }

  private let state = Mutex(State())

  func set(_ mix: ChannelMix) { state.withLock { $0.mix = mix } }

  func downstream(_ event: UnsafeMutablePointer<GstEvent>, to output: UnsafeMutablePointer<GstPad>) -> Bool {
    switch event.pointee.type {
    case GST_EVENT_CAPS:
      if let layout = FloatLayout(event) { state.withLock { $0.layout = layout } }
    case GST_EVENT_FLUSH_STOP:
      state.withLock { $0.limiter.reset() }
    default: break
    }
    return gst_pad_push_event(output, event) != 0
  }

  func chain(
    _ buffer: UnsafeMutablePointer<GstBuffer>, to output: UnsafeMutablePointer<GstPad>
  ) -> GstFlowReturn {
    let changes = state.withLock { state in
      state.layout.channels == 2 && !(state.mix.isNeutral && state.applied.isNeutral)
        || buffer.readSamples { state.limiter.isNeeded($0) }
    }
    guard changes else { return gst_pad_push(output, buffer) }
    let changed = buffer.withSamples { samples in
      state.withLock { state in
        if state.layout.channels == 2 {
          state.mix.apply(to: samples, from: state.applied)
          state.applied = state.mix
        }
        if state.limiter.isNeeded(UnsafeBufferPointer(samples)) {
          state.limiter.process(samples, channels: state.layout.channels, rate: state.layout.rate)
        }
      }
    }
    return gst_pad_push(output, changed)
  }
}
