import CGStreamer
import GLibBridge

/// What a `Stage` does with what streams through it. Called on streaming threads, one call a pad at a time.
protocol StreamProcessor: AnyObject, Sendable {
  /// Takes a buffer over and pushes what comes of it to `output`.
  func chain(
    _ buffer: UnsafeMutablePointer<GstBuffer>, to output: UnsafeMutablePointer<GstPad>
  ) -> GstFlowReturn
  /// Takes an event on its way to the sink over and pushes what comes of it to `output`; false if that fails.
  func downstream(_ event: UnsafeMutablePointer<GstEvent>, to output: UnsafeMutablePointer<GstPad>) -> Bool
  /// Takes an event on its way to the source and returns what goes on; `nil` drops it.
  func upstream(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>?
}

extension StreamProcessor {
  func upstream(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? { event }
}

/// An element with one input and one output pad, `sink` and `src`, between which a Swift object works.
///
/// GStreamer's own elements don't split buffers, cut to the sample and hold at a sample of our choice. This is
/// a plain `GstElement`: pads, their functions, nothing else.
@MainActor
final class Stage: Object {
  private static let type: GType = g_type_register_static_simple(
    gst_element_get_type(), "NagaraStage", guint(MemoryLayout<GstElementClass>.size), nil,
    guint(MemoryLayout<GstElement>.size), nil, GTypeFlags(0))

  init(_ processor: any StreamProcessor) {
    let element = g_object_new_with_properties(Stage.type, 0, nil, nil)!
    super.init(adopting: UnsafeMutableRawPointer(element))
    let input = gst_pad_new("sink", GST_PAD_SINK)!
    let output = gst_pad_new("src", GST_PAD_SRC)!
    nagara_pad_forward_queries(input)
    nagara_pad_forward_queries(output)

    gst_pad_set_chain_function_full(
      input, chainThroughStage, HandlerBox(Link(processor: processor, other: output)).handOver(), destroyBox)
    gst_pad_set_event_function_full(
      input, passDownstream, HandlerBox(Link(processor: processor, other: output)).handOver(), destroyBox)
    gst_pad_set_event_function_full(
      output, passUpstream, HandlerBox(Link(processor: processor, other: input)).handOver(), destroyBox)
    gst_element_add_pad(self.element, input)
    gst_element_add_pad(self.element, output)
  }
}

/// What the pad functions need: the processor and the other pad.
private struct Link {
  let processor: any StreamProcessor
  let other: UnsafeMutablePointer<GstPad>
}

// The pad functions, outside the class: inside it they would belong to the main actor, and they are called by
// streaming threads.

private let chainThroughStage:
  @Sendable @convention(c) (
    UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstObject>?, UnsafeMutablePointer<GstBuffer>?
  ) -> GstFlowReturn = { pad, _, buffer in
    let link = HandlerBox<Link>.value(in: pad!.pointee.chaindata)
    return link.processor.chain(buffer!, to: link.other)
  }

private let passDownstream:
  @Sendable @convention(c) (
    UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstObject>?, UnsafeMutablePointer<GstEvent>?
  ) -> gboolean = { pad, _, event in
    let link = HandlerBox<Link>.value(in: pad!.pointee.eventdata)
    return link.processor.downstream(event!, to: link.other) ? 1 : 0
  }

private let passUpstream:
  @Sendable @convention(c) (
    UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstObject>?, UnsafeMutablePointer<GstEvent>?
  ) -> gboolean = { pad, _, event in
    let link = HandlerBox<Link>.value(in: pad!.pointee.eventdata)
    guard let event = link.processor.upstream(event!) else { return 1 }
    return gst_pad_push_event(link.other, event)
  }

/// The layout of interleaved 32-bit float audio, which is all that stages see.
struct FloatLayout: Equatable, Sendable {
  var rate = 0
  var channels = 0

  var bytesPerFrame: Int { channels * 4 }

  /// From a caps event; `nil` if the caps are not complete.
  init?(_ event: UnsafeMutablePointer<GstEvent>) {
    var caps: UnsafeMutablePointer<GstCaps>?
    gst_event_parse_caps(event, &caps)
    var info = GstAudioInfo()
    guard let caps, gst_audio_info_from_caps(&info, caps) != 0 else { return nil }
    rate = Int(info.rate)
    channels = Int(info.channels)
  }

  init() {}

  /// Frames in so many nanoseconds, rounded to the nearest.
  func frames(_ nanoseconds: UInt64) -> Int {
    let (high, low) = nanoseconds.multipliedFullWidth(by: UInt64(rate))
    let (quotient, remainder) = UInt64(1_000_000_000).dividingFullWidth((high, low))
    return Int(quotient) + (remainder >= 500_000_000 ? 1 : 0)
  }

  /// How long so many frames are, in nanoseconds, rounded to the nearest.
  func nanoseconds(_ frames: Int) -> UInt64 {
    guard rate > 0 else { return 0 }
    return (UInt64(frames) * 1_000_000_000 + UInt64(rate) / 2) / UInt64(rate)
  }
}

extension UnsafeMutablePointer<GstBuffer> {
  /// Part of this buffer, from a frame on, sharing its memory; its time follows from the frame. Takes this over
  /// when it is the whole of it.
  func slice(from frame: Int, count: Int, of total: Int, _ layout: FloatLayout) -> UnsafeMutablePointer<
    GstBuffer
  > {
    if frame == 0, count == total { return gst_buffer_ref(self) }
    let size = layout.bytesPerFrame
    let part = gst_buffer_copy_region(
      self, GstBufferCopyFlags(rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_MEMORY.rawValue),
      gsize(frame * size), gsize(count * size))!
    let start = pointee.pts
    if start != nagara_no_time {
      part.pointee.pts = start + GstClockTime(layout.nanoseconds(frame))
      part.pointee.duration = GstClockTime(
        layout.nanoseconds(frame + count) - layout.nanoseconds(frame))
    }
    part.pointee.dts = nagara_no_time
    part.pointee.offset = guint64.max
    part.pointee.offset_end = guint64.max
    return part
  }

  /// What `body` makes of the samples.
  func readSamples<Result>(_ body: (UnsafeBufferPointer<Float>) -> Result) -> Result {
    var map = GstMapInfo()
    guard gst_buffer_map(self, &map, GST_MAP_READ) != 0 else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    defer { gst_buffer_unmap(self, &map) }
    let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
    return body(bytes.bindMemory(to: Float.self))
  }

  /// Takes this over and returns one whose samples `body` has changed.
  func withSamples(_ body: (UnsafeMutableBufferPointer<Float>) -> Void) -> UnsafeMutablePointer<GstBuffer> {
    withBytes { body($0.bindMemory(to: Float.self)) }
  }

  /// Takes this over and returns one whose bytes `body` has changed.
  func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) -> UnsafeMutablePointer<GstBuffer> {
    // gst_buffer_make_writable, a macro.
    let object = UnsafeMutableRawPointer(self).assumingMemoryBound(to: GstMiniObject.self)
    let writable = UnsafeMutableRawPointer(gst_mini_object_make_writable(object)!)
      .assumingMemoryBound(to: GstBuffer.self)
    var map = GstMapInfo()
    let flags = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
    guard gst_buffer_map(writable, &map, flags) != 0 else { return writable }
    body(UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)))
    gst_buffer_unmap(writable, &map)
    return writable
  }
}
