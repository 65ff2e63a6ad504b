import CGStreamer
import GLibBridge
import PlayerCore

/// One track's way from its source to the join: `uridecodebin3 → audioconvert → audioresample → F32 → TrackStage`,
/// in a bin of its own.
///
/// The bin handles its elements' asynchronous state changes itself: a branch that is added to a playing pipeline
/// must not take the pipeline back to PAUSED.
@MainActor
final class Branch {
  let serial: UInt32
  let item: PlaybackItem
  let bin: Object
  /// Its output, the bin's ghost pad.
  let output: Object
  let stage: TrackStage
  /// Where decoded sound enters, in the decoder's own format.
  private let input: Object
  private let stageElement: Stage

  /// The pad of the join that this is linked to.
  var joinPad: Object?
  var hasFailed = false
  /// What the engine last reported as its length; the outer `nil`: nothing yet.
  var reportedDuration: UInt64??
  /// What GStreamer said is missing: its name for people, and the caps it would decode.
  var missing: (name: String, caps: String)?
  /// The codec's name for people, from the tags.
  var codec: String?

  /// - Parameters:
  ///   - caps: the format in which the sound must come out; `nil`: floats at the source's own rate and channels.
  ///   - startAt: where in the track to begin, in nanoseconds.
  init(
    _ item: PlaybackItem, serial: UInt32, caps: String?, startAt: UInt64
  ) throws(PlaybackError) {
    self.serial = serial
    self.item = item
    let decoder = try GStreamer.element("uridecodebin3")
    let convert = try GStreamer.element("audioconvert")
    let resample = try GStreamer.element("audioresample")
    let filter = try GStreamer.element("capsfilter")
    bin = Object(adopting: gst_bin_new("branch-\(serial)"))
    bin.set("async-handling", true)

    let sourceStart = item.segment?.start ?? 0
    let needsSeek = startAt > 0 || sourceStart > 0
    let input = convert.pad("sink")
    self.input = input
    let seeker = Seeker()
    stage = TrackStage(
      serial: serial, segment: item.segment, waitsForSeek: needsSeek, gain: Float(item.gain),
      onReadyToSeek: { postToMainLoop { seeker.run?() } })
    stageElement = Stage(stage)

    decoder.set("uri", item.source.uri)
    if case .stream = item.source { decoder.set("use-buffering", true) }
    filter.setText("caps", caps ?? Branch.anyCaps)
    for element in [decoder, convert, resample, filter, stageElement] {
      gst_bin_add(bin.bin, element.element)
    }
    gst_element_link_pads(convert.element, "src", resample.element, "sink")
    gst_element_link_pads(resample.element, "src", filter.element, "sink")
    gst_element_link_pads(filter.element, "src", stageElement.element, "sink")
    output = Object(retaining: gst_ghost_pad_new("src", stageElement.pad("src").asPad)!)
    gst_element_add_pad(bin.element, output.asPad)
    Branch.connect(decoder, to: input)

    if needsSeek {
      seeker.run = { [weak self] in self?.seek(to: startAt) }
    }
  }

  /// Floats, interleaved: what the stages work on. 24 bits of an integer sample survive exactly.
  static let anyCaps = "audio/x-raw,format=F32LE,layout=interleaved"

  /// What carries the first seek out; the stage is made before `self` is.
  @MainActor
  private final class Seeker {
    var run: (() -> Void)?
  }

  private func seek(to position: UInt64) {
    let event = Branch.seekEvent(to: position)
    if gst_pad_send_event(stageElement.pad("src").asPad, event) == 0 { stage.stopWaiting() }
  }

  static func seekEvent(to position: UInt64) -> UnsafeMutablePointer<GstEvent> {
    gst_event_new_seek(
      1, GST_FORMAT_TIME,
      GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue),
      GST_SEEK_TYPE_SET,
      gint64(clamping: position), GST_SEEK_TYPE_NONE, -1)
  }

  /// Links the decoder's sound to `input` as soon as there is any, and has it decode nothing else: a film's
  /// pictures, an album's cover.
  private static func connect(_ decoder: Object, to input: Object) {
    g_signal_connect_data(
      decoder.raw, "pad-added", erase(linkAudio), g_object_ref(input.raw),
      { input, _ in g_object_unref(input) },
      GConnectFlags(0))
    g_signal_connect_data(decoder.raw, "select-stream", erase(selectAudio), nil, nil, GConnectFlags(0))
  }

  /// The track's length in nanoseconds, as far as it is known now.
  var duration: UInt64? {
    var total: gint64 = -1
    guard gst_pad_peer_query_duration(input.asPad, GST_FORMAT_TIME, &total) != 0, total >= 0 else {
      return item.segment.flatMap { part in part.end.map { $0 - min($0, part.start) } }
    }
    let start = item.segment?.start ?? 0
    let end = min(item.segment?.end ?? UInt64(total), UInt64(total))
    return end > start ? end - start : 0
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

  /// Whether a message came from an element of this.
  func contains(_ object: UnsafeMutablePointer<GstObject>) -> Bool {
    gst_object_has_as_ancestor(object, bin.pointer()) != 0 || object == bin.pointer()
  }
}

// Called by streaming threads, hence outside the class.

/// `pad-added`: links the decoder's first sound.
private let linkAudio:
  @Sendable @convention(c) (UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, gpointer?) ->
    Void = {
      _, pad, input in
      let input = input!.assumingMemoryBound(to: GstPad.self)
      guard let pad, gst_pad_is_linked(input) == 0 else { return }
      guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
      defer { gst_caps_unref(caps) }
      guard let structure = gst_caps_get_structure(caps, 0),
        String(cString: gst_structure_get_name(structure)).hasPrefix("audio/")
      else { return }
      gst_pad_link(pad, input)
    }

/// `select-stream`: sound as the decoder would itself (−1), nothing else.
private let selectAudio:
  @Sendable @convention(c) (
    UnsafeMutablePointer<GstElement>?, OpaquePointer?, UnsafeMutablePointer<GstStream>?, gpointer?
  ) -> gint = { _, _, stream, _ in
    gst_stream_get_stream_type(stream).rawValue & GST_STREAM_TYPE_AUDIO.rawValue != 0 ? -1 : 0
  }
