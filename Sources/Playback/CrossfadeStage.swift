import CGStreamer
import Synchronization

/// Behind the join: fades the beginning of a track in over the end of the one before it.
///
/// Only when the join goes on to the next track is it known, to the sample, where the last one ended. So while a track
/// is to be faded out, this keeps the last seconds of what passed back: it lets one frame on for two that come, until
/// it holds enough, so that nobody has to wait for it. At the change it mixes what it holds with the next track's
/// `TrackHead`, and begins that track's time with it.
///
/// Without a crossfade everything passes as it comes.
final class CrossfadeStage: StreamProcessor {
  fileprivate struct State {
    var layout = FloatLayout()
    /// Whether a track's sound is on its way.
    var isUnderWay = false
    /// How much to hold back, in nanoseconds.
    var hold: UInt64 = 0
    /// What is held back, oldest first.
    var line: [HeldBuffer] = []
    var lineFrames = 0
    /// Frames that have passed since the track began or was sought in.
    var passedFrames = 0
    /// How much earlier the tracks are than the join thinks, in running time.
    var shift: Int64 = 0
    /// The running time that a track took which was all head: the join has seen nothing of it.
    var unseen: Int64 = 0
    var heads: [UInt32: TrackHead] = [:]
    /// The head of the track that the join has gone on to, until its segment comes.
    var joining: TrackHead?
    var heldEvents: [HeldEvent] = []
  }

  fileprivate struct HeldBuffer: @unchecked Sendable {  // owned here alone
    let buffer: UnsafeMutablePointer<GstBuffer>
    let frames: Int
  }

  fileprivate struct HeldEvent: @unchecked Sendable {  // owned here alone
    let event: UnsafeMutablePointer<GstEvent>
    var isSerialized: Bool { event.pointee.type.rawValue & GST_EVENT_TYPE_SERIALIZED.rawValue != 0 }
  }

  private let state = Mutex(State())

  deinit { reset() }

  // MARK: From the main loop

  /// How much of what passes is held back from now on, in nanoseconds: what the next track fades in over.
  func setHold(_ nanoseconds: UInt64) { state.withLock { $0.hold = nanoseconds } }

  /// The branch `serial` will begin with this; `nil`: it won't come.
  func expect(_ head: TrackHead?, serial: UInt32) { state.withLock { $0.heads[serial] = head } }

  /// Forgets all; only while nothing flows.
  func reset() {
    state.withLock { state in
      state.clear()
      state.heads = [:]
      state.hold = 0
    }
  }

  // MARK: StreamProcessor

  func downstream(_ event: UnsafeMutablePointer<GstEvent>, to output: UnsafeMutablePointer<GstPad>) -> Bool {
    switch event.pointee.type {
    case GST_EVENT_FLUSH_STOP:
      state.withLock { $0.clear() }
      return gst_pad_push_event(output, event) != 0
    case GST_EVENT_STREAM_START:
      return begin(event, to: output)
    case GST_EVENT_CAPS:
      let layout = FloatLayout(event)
      let held = HeldEvent(event: event)
      let waits = state.withLock { state in
        if state.joining != nil {
          state.heldEvents.append(held)
          return true
        }
        return false
      }
      if waits { return true }
      flushLine(to: output)
      if let layout { state.withLock { $0.layout = layout } }
      return gst_pad_push_event(output, event) != 0
    case GST_EVENT_SEGMENT:
      return segment(event, to: output)
    case GST_EVENT_EOS:
      flushLine(to: output)
      return gst_pad_push_event(output, event) != 0
    default:
      let held = HeldEvent(event: event)
      let waits = state.withLock { state in
        guard state.joining != nil, held.isSerialized else { return false }
        state.heldEvents.append(held)
        return true
      }
      return waits || gst_pad_push_event(output, event) != 0
    }
  }

  /// The join goes on to another track.
  private func begin(_ event: UnsafeMutablePointer<GstEvent>, to output: UnsafeMutablePointer<GstPad>) -> Bool
  {
    let serial = GateStage.serial(event)
    let held = HeldEvent(event: event)
    let joins = state.withLock { state in
      guard let serial, let head = state.heads.removeValue(forKey: serial), state.isUnderWay else {
        return false
      }
      state.joining = head
      state.heldEvents.append(held)
      return true
    }
    if joins { return true }
    flushLine(to: output)
    return gst_pad_push_event(output, event) != 0
  }

  private func segment(_ event: UnsafeMutablePointer<GstEvent>, to output: UnsafeMutablePointer<GstPad>)
    -> Bool
  {
    var segment = GstSegment()
    gst_event_copy_segment(event, &segment)
    guard segment.format == GST_FORMAT_TIME else { return gst_pad_push_event(output, event) != 0 }
    let head = state.withLock { state in
      defer { state.joining = nil }
      return state.joining
    }
    if head == nil { flushLine(to: output) }

    let samples = head?.handOver() ?? []
    let (layout, overlap, excess) = state.withLock { state in
      let overlap = min(state.lineFrames, samples.count / max(1, state.layout.channels))
      return (state.layout, overlap, state.lineFrames - overlap)
    }
    guard pass(excess, to: output) == GST_FLOW_OK || head == nil else {
      gst_event_unref(event)
      return false
    }
    let rate = max(segment.rate, 0.01)
    func running(_ frames: Int) -> Int64 {
      Int64(Double(layout.nanoseconds(frames)) / rate)
    }
    let headFrames = samples.count / max(1, layout.channels)
    let (earlier, whole) = (running(overlap), running(headFrames))
    let (shift, events) = state.withLock { state in
      state.shift += earlier - state.unseen
      state.unseen = whole
      state.isUnderWay = true
      state.passedFrames = 0
      defer { state.heldEvents = [] }
      return (state.shift, state.heldEvents)
    }
    for held in events { gst_pad_push_event(output, held.event) }
    segment.base = guint64(max(0, Int64(segment.base) - shift))
    let changed = gst_event_new_segment(&segment)!
    gst_event_set_seqnum(changed, gst_event_get_seqnum(event))
    gst_event_unref(event)
    let passed = gst_pad_push_event(output, changed) != 0
    if !samples.isEmpty { mix(samples, overlap: overlap, from: UInt64(segment.start), layout, to: output) }
    return passed
  }

  func chain(
    _ buffer: UnsafeMutablePointer<GstBuffer>, to output: UnsafeMutablePointer<GstPad>
  ) -> GstFlowReturn {
    let incoming = HeldBuffer(buffer: buffer, frames: 0)
    let surplus: Int? = state.withLock { state in
      guard state.layout.rate > 0 else { return nil }
      let frames = Int(gst_buffer_get_size(incoming.buffer)) / state.layout.bytesPerFrame
      state.unseen = 0
      if state.hold == 0, state.line.isEmpty {
        state.passedFrames += frames
        return nil
      }
      state.line.append(HeldBuffer(buffer: incoming.buffer, frames: frames))
      state.lineFrames += frames
      // One frame is kept for one that has passed.
      return max(0, state.lineFrames - min(state.layout.frames(state.hold), state.passedFrames))
    }
    guard let surplus else { return gst_pad_push(output, buffer) }
    return pass(surplus, to: output)
  }

  // MARK: The line

  private func flushLine(to output: UnsafeMutablePointer<GstPad>) {
    _ = pass(state.withLock { $0.lineFrames }, to: output)
  }

  /// Lets so many frames on.
  private func pass(_ count: Int, to output: UnsafeMutablePointer<GstPad>) -> GstFlowReturn {
    var left = count
    while left > 0, let part = state.withLock({ $0.takeFirst(left) }) {
      left -= part.frames
      let flow = gst_pad_push(output, part.buffer)
      guard flow == GST_FLOW_OK else { return flow }
    }
    return GST_FLOW_OK
  }

  /// Pushes the head, its first frames mixed with all that is held.
  private func mix(
    _ head: [Float], overlap: Int, from start: UInt64, _ layout: FloatLayout,
    to output: UnsafeMutablePointer<GstPad>
  ) {
    var frame = 0
    let total = head.count / layout.channels
    let piece = max(1, layout.frames(50_000_000))
    while frame < total {
      let count: Int
      var part: UnsafeMutablePointer<GstBuffer>
      if frame < overlap, let held = state.withLock({ $0.takeFirst(min(piece, overlap - frame)) }) {
        count = held.frames
        let at = frame
        part = held.buffer.withSamples { samples in
          CrossfadeStage.blend(samples, with: head, at: at, of: overlap, channels: layout.channels)
        }
      } else {
        count = min(piece, total - frame)
        let samples = head[(frame * layout.channels)..<((frame + count) * layout.channels)]
        part = gst_buffer_new_allocate(nil, gsize(count * layout.bytesPerFrame), nil)
        part = part.withSamples { _ = $0.update(fromContentsOf: samples) }
      }
      part.pointee.pts = GstClockTime(start + layout.nanoseconds(frame))
      part.pointee.duration = GstClockTime(layout.nanoseconds(frame + count) - layout.nanoseconds(frame))
      guard gst_pad_push(output, part) == GST_FLOW_OK else { return }
      frame += count
      state.withLock { $0.passedFrames += count }
    }
  }

  /// Equal power: two pieces of music are not alike, and their powers add.
  static func blend(
    _ samples: UnsafeMutableBufferPointer<Float>, with head: [Float], at start: Int, of overlap: Int,
    channels: Int
  ) {
    for frame in 0..<samples.count / channels {
      let along = (Float(start + frame) + 0.5) / Float(overlap)
      // sin² + cos² = 1; the square roots of a smooth step are as near to it as matters, and their squares add up.
      let rising = along * along * (3 - 2 * along)
      let (up, down) = (rising.squareRoot(), (1 - rising).squareRoot())
      for channel in 0..<channels {
        let place = frame * channels + channel
        samples[place] = samples[place] * down + head[(start + frame) * channels + channel] * up
      }
    }
  }
}

extension CrossfadeStage.State {
  fileprivate mutating func clear() {
    for held in line { gst_buffer_unref(held.buffer) }
    for held in heldEvents { gst_event_unref(held.event) }
    line = []
    heldEvents = []
    lineFrames = 0
    passedFrames = 0
    shift = 0
    unseen = 0
    joining = nil
    isUnderWay = false
  }

  /// At most so many of the oldest frames that are held; the caller owns them.
  fileprivate mutating func takeFirst(_ count: Int) -> CrossfadeStage.HeldBuffer? {
    guard let first = line.first else { return nil }
    guard first.frames > count else {
      line.removeFirst()
      lineFrames -= first.frames
      passedFrames += first.frames
      return first
    }
    let part = first.buffer.slice(from: 0, count: count, of: first.frames, layout)
    let rest = first.buffer.slice(from: count, count: first.frames - count, of: first.frames, layout)
    gst_buffer_unref(first.buffer)
    line[0] = CrossfadeStage.HeldBuffer(buffer: rest, frames: first.frames - count)
    lineFrames -= count
    passedFrames += count
    return CrossfadeStage.HeldBuffer(buffer: part, frames: count)
  }
}
