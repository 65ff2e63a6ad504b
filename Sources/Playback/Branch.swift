import CGStreamer
import GLibBridge
import PlayerCore
import Synchronization

/// One track's way from its source to the join: `source → decodebin → audioconvert → audioresample → F32 →
/// TrackStage`, in a bin of its own. A stream has `uridecodebin` for the first two, which knows how to buffer.
///
/// Not `uridecodebin3`: GStreamer 1.22's deadlocks now and then when it is stopped while it still finds out what a
/// file is (its type-found handler and its state change wait for each other), which skipping fast through a list
/// does. The older one doesn't, and it too has a decoder for each track; but stopped at that moment it sometimes
/// keeps a decoder that outlives it and then calls it back. So files do without it.
///
/// The bin handles its elements' asynchronous state changes itself: a branch that is added to a playing pipeline
/// must not take the pipeline back to PAUSED.
@MainActor
final class Branch {
  let serial: UInt32
  /// What it plays; of it only the gain changes.
  var item: PlaybackItem
  let bin: Object
  /// Its output, the bin's ghost pad.
  let output: Object
  let stage: TrackStage
  /// Where decoded sound enters, in the decoder's own format.
  private let input: Object
  let link: SourceLink
  private let stageElement: Stage
  /// Lets the held first sample pass.
  private var letGo: (() -> Void)?

  /// The pad of the join that this is linked to.
  var joinPad: Object?
  var hasFailed = false
  /// What the engine last reported as its length; the outer `nil`: nothing yet.
  var reportedDuration: UInt64??
  /// What GStreamer said is missing: its name for people, and the caps it would decode.
  var missing: (name: String, caps: String)?
  /// Whether its server names itself, or titles come between the sound, as with radio stations: those have no end of
  /// their own.
  var isRadio: Bool {
    guard case .stream = item.source, duration ?? 0 == 0 else { return false }
    return station != nil || hasTitlesBetween
  }
  var station: String?
  /// The title that a stream told last.
  var title: String?
  /// The codec's name for people, from the tags.
  var codec: String?

  /// - Parameters:
  ///   - caps: the format in which the sound must come out; `nil`: floats at the source's own rate and channels.
  ///   - startAt: where in the track to begin, in nanoseconds.
  ///   - rate: how fast.
  ///   - head: takes the beginning that fades in over the track before.
  ///   - joinRate: the only sample rate at which it may sound; `nil`: any.
  ///   - onRefusal: its sample rate is another one.
  init(
    _ item: PlaybackItem, serial: UInt32, caps: String?, startAt: UInt64, rate: Double,
    head: TrackHead? = nil, joinRate: Int? = nil,
    onTags: @escaping @MainActor @Sendable (TrackTags) -> Void = { _ in },
    onRefusal: @escaping @MainActor @Sendable () -> Void = {}
  ) throws(PlaybackError) {
    self.serial = serial
    self.item = item
    let isFile = item.source.path != nil
    let decoder = try GStreamer.element(isFile ? "decodebin" : "uridecodebin")
    let convert = try GStreamer.element("audioconvert")
    let resample = try GStreamer.element("audioresample")
    let filter = try GStreamer.element("capsfilter")
    bin = Object(adopting: gst_bin_new("branch-\(serial)"))
    bin.set("async-handling", true)

    let sourceStart = item.segment?.start ?? 0
    let needsSeek = startAt > 0 || sourceStart > 0 || rate != 1
    let input = convert.pad("sink")
    self.input = input
    link = SourceLink(input)
    stage = TrackStage(
      serial: serial, segment: item.segment, gain: Float(item.gain), holds: needsSeek, head: head,
      joinRate: joinRate, onTags: { tags in postToMainLoop { onTags(tags) } },
      onRefusal: { postToMainLoop(onRefusal) })
    stageElement = Stage(stage)

    // Nothing but sound is decoded: no film's pictures, no cover.
    decoder.setText("caps", "audio/x-raw")
    decoder.set("expose-all-streams", false)
    filter.setText("caps", caps ?? Branch.anyCaps)
    for element in [decoder, convert, resample, filter, stageElement] {
      gst_bin_add(bin.bin, element.element)
    }
    gst_element_link_pads(convert.element, "src", resample.element, "sink")
    gst_element_link_pads(resample.element, "src", filter.element, "sink")
    gst_element_link_pads(filter.element, "src", stageElement.element, "sink")
    output = Object(retaining: gst_ghost_pad_new("src", stageElement.pad("src").asPad)!)
    gst_element_add_pad(bin.element, output.asPad)
    g_signal_connect_data(
      decoder.raw, "pad-added", erase(linkAudio), HandlerBox(link).handOver(), destroyBoxOfClosure,
      GConnectFlags(0))
    g_signal_connect_data(
      decoder.raw, "element-added", erase(keepPart), nil, nil, GConnectFlags(0))
    if !isFile {
      decoder.set("uri", item.source.uri)
      decoder.set("use-buffering", true)
    } else {
      guard let made = gst_element_make_from_uri(GST_URI_SRC, item.source.uri, nil, nil) else {
        throw PlaybackError(.noEngine, reason: "GStreamer can't read files here.", details: item.source.uri)
      }
      let source = Object(adopting: UnsafeMutableRawPointer(made))
      gst_bin_add(bin.bin, source.element)
      gst_element_link_pads(source.element, "src", decoder.element, "sink")
      HeaderReader(stage).watch(source.pad("src"))
    }

    if needsSeek {
      holdFirstSample(filter.pad("src")) { [weak self] in self?.seekToStart(startAt, rate: rate) }
    }
  }

  /// Floats, interleaved: what the stages work on. 24 bits of an integer sample survive exactly.
  static let anyCaps = "audio/x-raw,format=F32LE,layout=interleaved"

  /// Holds the first sample at `pad` until a flush takes it; calls `isReady` when it is there, which is when the
  /// source can be sought.
  private func holdFirstSample(_ pad: Object, isReady: @escaping @MainActor @Sendable () -> Void) {
    let hold = FirstSample { postToMainLoop(isReady) }
    let types = GstPadProbeType(
      rawValue: GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue)
    let probe = gst_pad_add_probe(pad.asPad, types, holdOnce, HandlerBox(hold).handOver(), destroyBox)
    letGo = { gst_pad_remove_probe(pad.asPad, probe) }
  }

  private func seekToStart(_ position: UInt64, rate: Double) {
    seek(to: position, rate: rate) { [weak self] succeeded in
      guard !succeeded, let self else { return }
      stage.release()
      letGo?()
    }
  }

  /// Goes to a position of the track, flushing what is on its way.
  ///
  /// From a thread of GStreamer's pool: a demuxer may push the end of the stream from within the seek, which a paused
  /// sink holds until it plays, and the main thread must not be the one that waits.
  ///
  /// - Parameter done: called on the main thread with whether the source can do it.
  func seek(to position: UInt64, rate: Double, done: @escaping @MainActor @Sendable (Bool) -> Void) {
    let job = SeekJob(position: position, rate: rate, done: done)
    gst_element_call_async(stageElement.element, carryOutSeek, HandlerBox(job).handOver(), destroyBox)
  }

  /// The track's length in nanoseconds, as far as it is known now.
  var duration: UInt64? {
    let (start, end) = stage.part
    var total: gint64 = -1
    guard gst_pad_peer_query_duration(input.asPad, GST_FORMAT_TIME, &total) != 0, total >= 0 else {
      return end.map { $0 - min($0, start) }
    }
    let last = min(end ?? UInt64(total), UInt64(total))
    return last > start ? last - start : 0
  }

  /// The decoder's format, once it has decoded something.
  var format: AudioFormat? {
    guard let caps = gst_pad_get_current_caps(input.asPad) else { return nil }
    defer { gst_caps_unref(caps) }
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, caps) != 0 else { return nil }
    let bits = info.finfo.map { Int($0.pointee.depth) } ?? 0
    return AudioFormat(
      codec: codec, sampleRate: Int(info.rate), channels: Int(info.channels), bitsPerSample: bits)
  }

  private var hasTitlesBetween: Bool {
    guard let iterator = gst_bin_iterate_all_by_element_factory_name(bin.bin, "icydemux") else {
      return false
    }
    defer { gst_iterator_free(iterator) }
    var value = GValue()
    guard gst_iterator_next(iterator, &value) == GST_ITERATOR_OK else { return false }
    g_value_unset(&value)
    return true
  }

  /// Whether a message came from an element of this.
  func contains(_ object: UnsafeMutablePointer<GstObject>) -> Bool {
    gst_object_has_as_ancestor(object, bin.pointer()) != 0 || object == bin.pointer()
  }
}

// Called by streaming threads, hence outside the class.

/// Links the decoder's first sound to what follows it, as long as the branch is not taken out: GStreamer sorts a bin's
/// parts by their links to stop them, and a link that is made meanwhile leaves some of them running.
final class SourceLink: Sendable {
  private let input: Object
  private let isClosed = Mutex(false)

  init(_ input: Object) { self.input = input }

  /// No link is made from here on.
  func close() { isClosed.withLock { $0 = true } }

  fileprivate func add(_ pad: UnsafeMutablePointer<GstPad>) {
    guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
    defer { gst_caps_unref(caps) }
    guard let structure = gst_caps_get_structure(caps, 0),
      String(cString: gst_structure_get_name(structure)).hasPrefix("audio/")
    else { return }
    isClosed.withLock { isClosed in
      if !isClosed, gst_pad_is_linked(input.asPad) == 0 { gst_pad_link(pad, input.asPad) }
    }
  }
}

/// `pad-added`.
private let linkAudio:
  @Sendable @convention(c) (UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, gpointer?) ->
    Void = { _, pad, link in
      if let pad { HandlerBox<SourceLink>.value(in: link).add(pad) }
    }

/// `element-added`: keeps a decoder's part until the decoder has gone, and stops it then. GStreamer 1.22's `decodebin`
/// that is stopped while it puts a part in sometimes lets that go without having stopped it.
private let keepPart:
  @Sendable @convention(c) (
    UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstElement>?, gpointer?
  ) -> Void = { decoder, part, _ in
    guard let decoder, let part else { return }
    gst_object_ref(part)
    g_object_set_data_full(
      UnsafeMutableRawPointer(decoder).assumingMemoryBound(to: GObject.self),
      "part-\(UInt(bitPattern: part))", part
    ) { part in
      gst_element_set_state(part?.assumingMemoryBound(to: GstElement.self), GST_STATE_NULL)
      gst_object_unref(part)
    }
  }

private struct SeekJob: Sendable {
  let position: UInt64
  let rate: Double
  let done: @MainActor @Sendable (Bool) -> Void
}

private let carryOutSeek: @Sendable @convention(c) (UnsafeMutablePointer<GstElement>?, gpointer?) -> Void = {
  stage, data in
  let job = HandlerBox<SeekJob>.value(in: data)
  let pad = gst_element_get_static_pad(stage, "src")
  let event = gst_event_new_seek(
    job.rate, GST_FORMAT_TIME,
    GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue), GST_SEEK_TYPE_SET,
    gint64(clamping: job.position), GST_SEEK_TYPE_NONE, -1)
  let succeeded = gst_pad_send_event(pad, event) != 0
  gst_object_unref(pad)
  let done = job.done
  postToMainLoop { done(succeeded) }
}

/// Whether the first sample has come.
private final class FirstSample: Sendable {
  private let hasCome = Atomic<Bool>(false)
  private let onCome: @Sendable () -> Void

  init(onCome: @escaping @Sendable () -> Void) { self.onCome = onCome }

  /// True for the first sample, which is to be held.
  func holds() -> Bool {
    guard !hasCome.exchange(true, ordering: .relaxed) else { return false }
    onCome()
    return true
  }
}

/// A block that holds the first sample, and lets all others pass: they come after the flush. It stays, so that whoever
/// lets go has it to remove.
private let holdOnce:
  @Sendable @convention(c) (
    UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstPadProbeInfo>?, gpointer?
  ) -> GstPadProbeReturn = { _, _, data in
    HandlerBox<FirstSample>.value(in: data).holds() ? GST_PAD_PROBE_OK : GST_PAD_PROBE_PASS
  }
