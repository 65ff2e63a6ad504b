import CGStreamer
import GLibBridge
import PlayerCore
import Synchronization

/// The end of a track's branch: cuts the source to the part that is the track, so that the track begins at
/// stream time 0, and applies its gain.
///
/// It also names the stream after its branch, by which the gate behind the join knows what sounds. And where the
/// branch has to be sought to its start first, it keeps the stream's events until that is done: at the join even
/// the first of them would wait for its turn, and the seek for it. The same while it takes off its `TrackHead`.
final class TrackStage: StreamProcessor {
  private struct State {
    var layout = FloatLayout()
    /// Where the segment begins, in the source's time.
    var segmentStart: UInt64 = 0
    /// Where it ends; `nil`: where the source does.
    var segmentEnd: UInt64?
    /// The part of the source, in its time.
    var start: UInt64 = 0
    var end: UInt64?
    var gain: Float = 1
    /// Where the segment is to begin that follows a seek, in the source's time.
    var wantedStart: UInt64?
    /// What the last buffer was multiplied with; `nil` before the first.
    var appliedGain: Float?
    /// Keeps events.
    var holds: Bool
    var held: [HeldEvent] = []
    /// Where the track's beginning goes.
    var head: TrackHead?
    /// The only rate at which this may sound; `nil`: any.
    let joinRate: Int?
    /// Its rate is another one.
    var isRefused = false

    var keepsEvents: Bool { holds || head != nil }

    /// Where the track ends, in the source's time. Decoders too cut to the segment, but count the samples to cut down
    /// from a time that is cut to the nanosecond: one is left that doesn't belong to it.
    var lastEnd: UInt64? { [end, segmentEnd].compactMap(\.self).min() }
  }

  /// An event that waits.
  private struct HeldEvent: @unchecked Sendable {  // owned here alone; events are not changed once made
    let event: UnsafeMutablePointer<GstEvent>
  }

  private let state: Mutex<State>
  private let serial: UInt32
  private let onTags: @Sendable (TrackTags) -> Void
  private let onRefusal: @Sendable () -> Void

  /// - Parameters:
  ///   - holds: whether a seek will come before the first sample.
  ///   - head: where the track's beginning goes instead of to the join; `nil`: there.
  ///   - joinRate: with another rate than this it is refused: it comes to its end without a sound. `nil`: any rate.
  ///   - onTags: called for what the source says of itself, and again when that changes.
  ///   - onRefusal: called once if it is refused.
  init(
    serial: UInt32, segment: Segment?, gain: Float = 1, holds: Bool, head: TrackHead? = nil,
    joinRate: Int? = nil, onTags: @escaping @Sendable (TrackTags) -> Void = { _ in },
    onRefusal: @escaping @Sendable () -> Void = {}
  ) {
    self.serial = serial
    self.onTags = onTags
    self.onRefusal = onRefusal
    state = Mutex(
      State(
        start: segment?.start ?? 0, end: segment?.end, gain: gain, holds: holds, head: head,
        joinRate: joinRate))
  }

  deinit {
    for held in state.withLock({ $0.held }) { gst_event_unref(held.event) }
  }

  /// Linear, 1 = as it is.
  func setGain(_ gain: Float) { state.withLock { $0.gain = gain } }

  /// What the source says is the track's sound; a part of the source that was asked for lies within it. Before the
  /// first sample.
  func setEdits(_ edits: MP4Edits) {
    state.withLock { state in
      state.end = state.end.map { $0 + edits.start } ?? edits.end
      state.start += edits.start
    }
  }

  /// The part of the source that is the track, in its time.
  var part: (start: UInt64, end: UInt64?) { state.withLock { ($0.start, $0.end) } }

  /// The source can't be sought: let it begin where it begins.
  func release() { state.withLock { $0.holds = false } }

  // MARK: StreamProcessor

  func downstream(_ event: UnsafeMutablePointer<GstEvent>, to output: UnsafeMutablePointer<GstPad>) -> Bool {
    switch event.pointee.type {
    case GST_EVENT_FLUSH_START:
      // Nothing has passed yet that the seek to the start would make void; but the end of the track before this may
      // still wait in the sink, if it is this one's turn already.
      if state.withLock({ $0.holds }) {
        gst_event_unref(event)
        return true
      }
      return gst_pad_push_event(output, event) != 0
    case GST_EVENT_FLUSH_STOP:
      let isFirst = state.withLock { state in
        defer { state.holds = false }
        // The seek has come; the segment before it is void. One in the midst of the track leaves no beginning.
        if !state.holds { state.head = nil }
        state.held.removeAll { held in
          guard held.event.pointee.type == GST_EVENT_SEGMENT else { return false }
          gst_event_unref(held.event)
          return true
        }
        return state.holds
      }
      if isFirst {
        gst_event_unref(event)
        return true
      }
      return gst_pad_push_event(output, event) != 0
    default:
      if isRefused(event) {
        gst_event_unref(event)
        return true
      }
      let changed = HeldEvent(event: adapted(event))
      let holds = state.withLock { state in
        if changed.event.pointee.type == GST_EVENT_EOS, !state.holds {
          state.head?.finish()
          state.head = nil
        }
        if state.keepsEvents { state.held.append(changed) }
        return state.keepsEvents
      }
      if holds { return true }
      pushHeld(to: output)
      return gst_pad_push_event(output, changed.event) != 0
    }
  }

  /// Whether this belongs to sound that must not pass the join: the output would change its rate with it, and drop what
  /// it still holds. Only the stream's name and its end go on.
  private func isRefused(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    let layout = event.pointee.type == GST_EVENT_CAPS ? FloatLayout(event) : nil
    let (isRefused, isNew) = state.withLock { state in
      let wasRefused = state.isRefused
      if let layout, let rate = state.joinRate, layout.rate != rate {
        state.isRefused = true
        state.holds = false
      }
      return (state.isRefused, state.isRefused && !wasRefused)
    }
    if isNew { onRefusal() }
    return isRefused && event.pointee.type != GST_EVENT_STREAM_START && event.pointee.type != GST_EVENT_EOS
  }

  private func pushHeld(to output: UnsafeMutablePointer<GstPad>) {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for held in held { gst_pad_push_event(output, held.event) }
  }

  /// Takes an event over and returns what goes on in its place.
  private func adapted(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent> {
    switch event.pointee.type {
    case GST_EVENT_STREAM_START:
      let named = gst_event_new_stream_start(GateStage.streamID(serial))!
      gst_event_set_group_id(named, serial)
      gst_event_unref(event)
      return named
    case GST_EVENT_CAPS:
      if let layout = FloatLayout(event) { state.withLock { $0.layout = layout } }
      return event
    case GST_EVENT_SEGMENT:
      return shifted(event)
    case GST_EVENT_TAG:
      if let tags = TrackTags(event) { onTags(tags) }
      return event
    default:
      return event
    }
  }

  /// So much before the place that is sought decoding begins: what comes first out of a lossy decoder lacks what the
  /// packets before it would have added. A whole number of samples at every usual rate.
  private static let leadIn = 120 * Nanoseconds.millisecond

  /// Stream time counts from the track's start; what lies before it, or before the place that was sought, is outside
  /// the segment.
  private func shifted(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent> {
    var segment = GstSegment()
    gst_event_copy_segment(event, &segment)
    guard segment.format == GST_FORMAT_TIME else { return event }
    let (trackStart, wanted) = state.withLock { state in
      defer { state.wantedStart = nil }
      return (guint64(state.start), guint64(max(state.start, state.wantedStart ?? 0)))
    }
    if segment.start < wanted { segment.start = wanted }
    if segment.position < segment.start { segment.position = segment.start }
    segment.time = segment.start - trackStart
    segment.duration = nagara_no_time
    let (start, stop) = (UInt64(segment.start), segment.stop == nagara_no_time ? nil : UInt64(segment.stop))
    state.withLock { state in
      state.segmentStart = start
      state.segmentEnd = stop
    }
    let changed = gst_event_new_segment(&segment)!
    gst_event_set_seqnum(changed, gst_event_get_seqnum(event))
    gst_event_unref(event)
    return changed
  }

  func upstream(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
    guard event.pointee.type == GST_EVENT_SEEK else { return event }
    var rate = 1.0
    var format = GST_FORMAT_UNDEFINED
    var flags = GstSeekFlags(rawValue: 0)
    var startType = GST_SEEK_TYPE_NONE
    var start: gint64 = 0
    var stopType = GST_SEEK_TYPE_NONE
    var stop: gint64 = -1
    gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
    guard format == GST_FORMAT_TIME else { return event }
    let place = state.withLock { state in
      let place = UInt64(max(0, start)) + state.start
      state.wantedStart = place
      // A time is a sample's cut to the nanosecond, and decoders count whole samples up to it: without the one more
      // they would begin a sample early.
      return place > TrackStage.leadIn ? place - TrackStage.leadIn + 1 : 0
    }
    let moved = gst_event_new_seek(
      rate, format, flags, startType, gint64(clamping: place), GST_SEEK_TYPE_NONE, -1)!
    gst_event_set_seqnum(moved, gst_event_get_seqnum(event))
    gst_event_unref(event)
    return moved
  }

  func chain(
    _ buffer: UnsafeMutablePointer<GstBuffer>, to output: UnsafeMutablePointer<GstPad>
  ) -> GstFlowReturn {
    let state = state.withLock { $0 }
    if state.isRefused {
      gst_buffer_unref(buffer)
      return GST_FLOW_EOS
    }
    if !state.held.isEmpty, state.head == nil { pushHeld(to: output) }
    guard state.layout.rate > 0 else {
      gst_buffer_unref(buffer)
      return GST_FLOW_NOT_NEGOTIATED
    }
    return cut(buffer, state, to: output)
  }

  /// Pushes the frames that lie inside the segment and the track.
  private func cut(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ state: State, to output: UnsafeMutablePointer<GstPad>
  ) -> GstFlowReturn {
    let layout = state.layout
    let total = Int(gst_buffer_get_size(buffer)) / layout.bytesPerFrame
    var first = 0
    var last = total
    if buffer.pointee.pts != nagara_no_time {
      let time = UInt64(buffer.pointee.pts)
      if state.segmentStart > time { first = min(total, layout.frames(state.segmentStart - time)) }
      if let end = state.lastEnd { last = end > time ? min(total, layout.frames(end - time)) : 0 }
    }
    guard first < last else {
      gst_buffer_unref(buffer)
      // Behind its end the track is over, whatever the source still holds.
      return last == 0 && total > 0 ? GST_FLOW_EOS : GST_FLOW_OK
    }
    var part = buffer.slice(from: first, count: last - first, of: total, layout)
    gst_buffer_unref(buffer)
    let (old, gain) = (state.appliedGain ?? state.gain, state.gain)
    if old != gain || gain != 1 {
      // From the old gain to the new one along the buffer: a step would click.
      let step = (gain - old) / Float(max(1, last - first))
      part = part.withSamples { samples in
        for index in samples.indices {
          samples[index] *= old == gain ? gain : old + step * Float(index / layout.channels + 1)
        }
      }
    }
    if state.appliedGain != gain { self.state.withLock { $0.appliedGain = gain } }
    if let head = state.head { return behead(part, last - first, head, layout, to: output) }
    return gst_pad_push(output, part)
  }

  /// Gives the head what it still lacks, and passes on what is behind it.
  private func behead(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ count: Int, _ head: TrackHead, _ layout: FloatLayout,
    to output: UnsafeMutablePointer<GstPad>
  ) -> GstFlowReturn {
    let taken = buffer.readSamples { head.take($0, layout) }
    guard head.isComplete else {
      gst_buffer_unref(buffer)
      return GST_FLOW_OK
    }
    state.withLock { $0.head = nil }
    pushHeld(to: output)
    guard taken < count else {
      gst_buffer_unref(buffer)
      return GST_FLOW_OK
    }
    let rest = buffer.slice(from: taken, count: count - taken, of: count, layout)
    gst_buffer_unref(buffer)
    return gst_pad_push(output, rest)
  }
}
