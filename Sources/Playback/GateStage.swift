import CGStreamer
import GLibBridge
import PlayerCore
import Synchronization

/// What all tracks pass behind the join.
///
/// It hands the sound on in pieces of at most 10 ms wherever the sink may let it wait, so that a fade begins soon
/// whatever the decoder's buffers are (see `SinkRoom`); fades; and after a fade to silence holds the next sample back until it is opened again, so that nothing
/// is lost by a pause. And it notes who sounds from which running time on.
final class GateStage: StreamProcessor {
  /// What the gate tells the main loop.
  enum Report: Sendable {
    /// A branch's sound begins to pass.
    case mark(Timeline.Mark, generation: UInt64)
    /// The fade-out is through and the gate is closed: the last sample passed was at this running time.
    case closed(runningTime: UInt64, generation: UInt64)
  }

  fileprivate struct State {
    var layout = FloatLayout()
    /// The segment's running time and its start in buffer time.
    var base: UInt64 = 0
    var start: UInt64 = 0
    var rate = 1.0
    var serial: UInt32 = 0
    /// 0–1 along the fade.
    var level: Float = 1
    /// What the level moves by each frame: negative while fading out, 0 when steady.
    var step: Float = 0
    /// A fade-in of so many nanoseconds that the next segment starts; 0 for none.
    var fadeIn: UInt64 = 0
    var probe: UInt = 0
    var isClosed = false
    /// The running time of the end of what has passed.
    var passed: UInt64 = 0
    /// Grows with each `reset`, so that reports from before it can be told.
    var generation: UInt64 = 0
    var room = SinkRoom()
  }

  /// Frames are passed on in pieces of at most this long.
  static let pieceNanoseconds = 10 * Nanoseconds.millisecond

  private let state = Mutex(State())
  private let report: @Sendable (Report) -> Void

  init(report: @escaping @Sendable (Report) -> Void) { self.report = report }

  static func streamID(_ serial: UInt32) -> String { "nagara/\(serial)" }

  static func serial(_ event: UnsafeMutablePointer<GstEvent>) -> UInt32? {
    var id: UnsafePointer<CChar>?
    gst_event_parse_stream_start(event, &id)
    guard let id else { return nil }
    let text = String(cString: id)
    return text.hasPrefix("nagara/") ? UInt32(text.dropFirst(7)) : nil
  }

  // MARK: From the main loop

  /// Fades to silence in so many nanoseconds from the next sample on, then closes.
  func close(fade: UInt64) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.step = -1 / Float(max(1, state.layout.frames(fade)))
      state.fadeIn = 0
    }
  }

  /// Opens, and fades in from silence (or from where a fade-out was) in so many nanoseconds.
  func open(fade: UInt64, output: UnsafeMutablePointer<GstPad>) {
    let probe = state.withLock { state in
      defer {
        state.probe = 0
        state.isClosed = false
      }
      if fade == 0 { state.level = 1 }
      state.step = state.level == 1 ? 0 : 1 / Float(max(1, state.layout.frames(fade)))
      return state.probe
    }
    if probe != 0 { gst_pad_remove_probe(output, gulong(probe)) }
  }

  /// As for a new stream: open, at full level, or fading in from silence at its first sample.
  ///
  /// - Returns: the generation whose reports count from now on.
  @discardableResult
  func reset(fadeIn: UInt64, output: UnsafeMutablePointer<GstPad>) -> UInt64 {
    open(fade: 0, output: output)
    return state.withLock { state in
      state.fadeIn = fadeIn
      state.generation += 1
      return state.generation
    }
  }

  /// The running time of the end of what has passed: at most a sink's buffer ahead of what is heard.
  var passed: UInt64 { state.withLock { $0.passed } }

  // MARK: StreamProcessor

  func downstream(_ event: UnsafeMutablePointer<GstEvent>, to output: UnsafeMutablePointer<GstPad>) -> Bool {
    switch event.pointee.type {
    case GST_EVENT_STREAM_START:
      if let serial = GateStage.serial(event) { state.withLock { $0.serial = serial } }
    case GST_EVENT_CAPS:
      if let layout = FloatLayout(event) { state.withLock { $0.layout = layout } }
    case GST_EVENT_SEGMENT:
      var segment = GstSegment()
      gst_event_copy_segment(event, &segment)
      let (base, start, position, rate) = (
        UInt64(segment.base), UInt64(segment.start), UInt64(segment.time), segment.rate
      )
      let (serial, generation) = state.withLock { state in
        state.base = base
        state.start = start
        state.rate = rate
        state.passed = base
        state.beginFadeIn()
        return (state.serial, state.generation)
      }
      let mark = Timeline.Mark(serial: serial, runningTime: base, position: position, rate: rate)
      report(.mark(mark, generation: generation))
    default:
      break
    }
    return gst_pad_push_event(output, event) != 0
  }

  func chain(
    _ buffer: UnsafeMutablePointer<GstBuffer>, to output: UnsafeMutablePointer<GstPad>
  ) -> GstFlowReturn {
    defer { gst_buffer_unref(buffer) }
    let layout = state.withLock { $0.layout }
    guard layout.rate > 0 else { return GST_FLOW_NOT_NEGOTIATED }
    let total = Int(gst_buffer_get_size(buffer)) / layout.bytesPerFrame
    let piece = max(1, layout.frames(GateStage.pieceNanoseconds))
    var frame = 0
    while frame < total {
      let (fade, room) = state.withLock { (GateStage.Fade(level: $0.level, step: $0.step), $0.room.frames) }
      // A piece ends where a fade-out does: the frame after it waits behind the gate.
      let longest = fade.step < 0 ? min(piece, max(1, Int((fade.level / -fade.step).rounded(.up)))) : piece
      let count = min(total - frame, fade.step == 0 ? max(piece, room) : longest)
      var part = buffer.slice(from: frame, count: count, of: total, layout)
      if fade.step != 0 || fade.level != 1 { part = fade.apply(to: part, channels: layout.channels) }
      let end = part.pointee.pts == nagara_no_time ? 0 : UInt64(part.pointee.pts) + layout.nanoseconds(count)
      let before = g_get_monotonic_time()
      let flow = gst_pad_push(output, part)
      guard flow == GST_FLOW_OK else { return flow }
      let waited = g_get_monotonic_time() - before
      frame += count
      let closed = state.withLock { state in
        state.room.passed(count, waited: Int64(waited))
        return state.advance(fade, by: count, end: end)
      }
      if let closed { shut(output, closed) }
    }
    return GST_FLOW_OK
  }

  /// Holds back what comes after this on the output pad, flushes excepted, as pads' blocks do.
  private func shut(_ output: UnsafeMutablePointer<GstPad>, _ end: UInt64) {
    let probe = gst_pad_add_probe(
      output, GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM, { _, _, _ in GST_PAD_PROBE_OK }, nil, nil)
    // It may have been opened since it was to be closed.
    let generation: UInt64? = state.withLock { state in
      guard state.isClosed else { return nil }
      state.probe = UInt(probe)
      return state.generation
    }
    if let generation {
      report(.closed(runningTime: end, generation: generation))
    } else {
      gst_pad_remove_probe(output, probe)
    }
  }

  /// A level and how it moves.
  fileprivate struct Fade {
    var level: Float
    var step: Float

    func apply(to buffer: UnsafeMutablePointer<GstBuffer>, channels: Int) -> UnsafeMutablePointer<GstBuffer> {
      buffer.withSamples { samples in
        var level = level
        for frame in 0..<samples.count / max(1, channels) {
          level = min(1, max(0, level + step))
          // Smoothstep: no corner at either end of the fade that could click.
          let gain = level * level * (3 - 2 * level)
          for channel in 0..<channels { samples[frame * channels + channel] *= gain }
        }
      }
    }
  }
}

extension GateStage.State {
  private func runningTime(of time: UInt64) -> UInt64 {
    base + (time > start ? UInt64(Double(time - start) / rate) : 0)
  }

  /// Starts the fade-in that was asked for with the segment that follows a load or a seek: what still passes
  /// before a flush doesn't use it up.
  fileprivate mutating func beginFadeIn() {
    guard fadeIn > 0 else { return }
    level = 0
    step = 1 / Float(max(1, layout.frames(fadeIn)))
    fadeIn = 0
  }

  /// After `count` frames were passed with `fade`; returns the running time of the end when the gate has to be
  /// closed there.
  fileprivate mutating func advance(_ fade: GateStage.Fade, by count: Int, end: UInt64) -> UInt64? {
    passed = runningTime(of: end)
    // The main loop has started another fade meanwhile: it begins with the next frame, at this level.
    level = min(1, max(0, fade.level + fade.step * Float(count)))
    if step > 0, level == 1 { step = 0 }
    guard step < 0, level == 0 else { return nil }
    step = 0
    isClosed = true
    return passed
  }
}

/// How much a sink takes at once, learned from how it has taken what came before.
///
/// A sound server asks for sound in bursts: it lets the sink wait, and then takes some 40 ms without a pause. Each piece
/// costs it some system calls and wakes its thread, which was a third of all that playing takes. So once it is known how
/// much follows a wait at once, that goes as one piece: it does not keep a fade from beginning.
struct SinkRoom: Sendable {
  /// What will be taken at once; 0 when nothing is known.
  private(set) var frames = 0
  /// The frames that were taken without waiting between the last waits, newest last.
  private var runs: [Int] = []
  private var run = 0

  /// Runs that are looked at, and how many of them may be shorter: a busy machine makes a wait where there is none.
  private static let memory = 8
  private static let exceptions = 2
  /// What took longer than this has waited, in microseconds.
  private static let wait: Int64 = 3_000

  /// - Parameters:
  ///   - count: the frames that were pushed.
  ///   - waited: how long that took, in microseconds.
  mutating func passed(_ count: Int, waited: Int64) {
    guard waited > Self.wait else {
      run += count
      frames = max(0, frames - count)
      return
    }
    // (Of what was to go at once and had to wait, nothing went at once.)
    runs.append(run)
    if runs.count > Self.memory { runs.removeFirst() }
    run = 0
    frames = runs.count == Self.memory ? runs.sorted()[Self.exceptions] : 0
  }
}
