import CGStreamer
import GLibBridge
import PlayerCore

/// The pipeline behind the branches: `concat → crossfade → equalizer → levels → gate → scaletempo → volume → convert → sink`, and its bus.
///
/// `scaletempo` turns a segment that is played faster into one of the same pitch; at rate 1, as a flat equaliser, it
/// passes every bit. (`pitch` sounds better far from 1, but drops samples at it.)
@MainActor
final class Pipeline {
  let element: Object
  let join: Object
  let gate: GateStage
  let crossfade = CrossfadeStage()
  let levels = LevelStage()
  let output: Output
  let gateOutput: Object
  private let equalizer: Object
  private let shared: [Object]
  private let gateInput: Object
  /// When it was first looked at since it plays, on the monotonic clock.
  private var playingSince: Int64?
  private let stop: StopAtEnd

  /// - Parameters:
  ///   - onMessage: called for each message on the bus.
  ///   - onReport: called for each report of the gate.
  ///   - onVolumeChange: someone else changed the stream's volume.
  init(
    _ kind: AudioOutput, devices: OutputDevices?,
    onMessage: @escaping @MainActor (UnsafeMutablePointer<GstMessage>) -> Void,
    onReport: @escaping @MainActor @Sendable (GateStage.Report) -> Void,
    onVolumeChange: @escaping @MainActor @Sendable (Double, Bool) -> Void
  ) throws(PlaybackError) {
    element = Object(adopting: gst_pipeline_new("nagara"))
    join = try GStreamer.element("concat")
    gate = GateStage { report in postToMainLoop { onReport(report) } }
    let gateElement = Stage(gate)
    equalizer = try GStreamer.element("equalizer-10bands")
    let tempo = try GStreamer.element("scaletempo")
    let volume = try GStreamer.element("volume")
    let convert = try GStreamer.element("audioconvert")
    let resample = try GStreamer.element("audioresample")
    output = try Output(kind, devices: devices, software: volume, onVolumeChange: onVolumeChange)
    gateInput = gateElement.pad("sink")
    gateOutput = gateElement.pad("src")
    // A 16-bit sink gets a 16-bit file's own samples, not samples with noise on them.
    convert.setText("dithering", "none")

    let levelElement = Stage(levels)
    let chain = [
      join, Stage(crossfade), equalizer, levelElement, gateElement, tempo, volume, convert, resample,
      output.element,
    ]
    shared = chain
    for element in chain { gst_bin_add(self.element.bin, element.element) }
    for (from, to) in zip(chain, chain.dropFirst()) {
      guard gst_element_link_pads(from.element, "src", to.element, "sink") != 0 else {
        throw PlaybackError(.noEngine, reason: "The sound output can't be connected.")
      }
    }
    stop = StopAtEnd(element)

    let bus = gst_element_get_bus(element.element)!
    let call: GstBusFunc = { _, message, data in
      MainActor.assumeIsolated {
        HandlerBox<@MainActor (UnsafeMutablePointer<GstMessage>) -> Void>.value(in: data)(message!)
      }
      return 1
    }
    gst_bus_set_sync_handler(bus, nameErrorsAfterTheirPart, self.element.raw, nil)
    gst_bus_add_watch_full(bus, G_PRIORITY_DEFAULT, call, HandlerBox(onMessage).handOver(), destroyBox)
    gst_object_unref(bus)
  }

  /// A pipeline must be in NULL, and its bus unwatched, before the last reference goes.
  private final class StopAtEnd {
    // Holds a reference of its own; GStreamer's state functions may be called by any thread.
    private nonisolated(unsafe) let pipeline: UnsafeMutablePointer<GstElement>

    init(_ pipeline: Object) {
      self.pipeline = pipeline.element
      gst_object_ref(self.pipeline)
    }

    deinit {
      let bus = gst_element_get_bus(pipeline)
      gst_bus_remove_watch(bus)
      gst_bus_set_sync_handler(bus, nil, nil, nil)
      gst_object_unref(bus)
      gst_element_set_state(pipeline, GST_STATE_NULL)
      gst_object_unref(pipeline)
    }
  }

  // MARK: State

  var state: GstState { element.element.pointee.current_state }

  /// False if the change failed at once; the reason comes on the bus.
  @discardableResult
  func set(_ state: GstState) -> Bool {
    if state != GST_STATE_PLAYING { playingSince = nil }
    return gst_element_set_state(element.element, state) != GST_STATE_CHANGE_FAILURE
  }

  /// The running time of what is heard now; `nil` unless it plays.
  var runningTime: UInt64? {
    guard state == GST_STATE_PLAYING else { return nil }
    let time = gst_element_get_current_running_time(element.element)
    return time == nagara_no_time ? nil : UInt64(time)
  }

  /// The running time of what is heard now, where the sink's clock may not be believed yet; `nil` unless it plays.
  ///
  /// A sound server that was idle can take a second until it asks for the first sample (PulseAudio's null device does),
  /// and its clock runs from the start all the same, to stand still later until the sound has come as far. What the
  /// sink still holds can't have been heard, though.
  var heardTime: UInt64? {
    guard let runningTime else { return nil }
    let now = MainLoop.monotonicMicroseconds
    let since = playingSince ?? now
    playingSince = since
    guard now - since < Pipeline.settlingMicroseconds else { return runningTime }
    let (passed, held) = (gate.passed, output.heldNanoseconds)
    return min(runningTime, passed > held ? passed - held : 0)
  }

  /// How long a sound server's clock is not believed, in microseconds.
  private static let settlingMicroseconds: Int64 = 4_000_000

  /// Gives up the state change that is under way and begins it again.
  func restart(playing: Bool) {
    gst_element_abort_state(element.element)
    set(GST_STATE_PAUSED)
    if playing { set(GST_STATE_PLAYING) }
  }

  /// While paused: the running time at which the clock goes on.
  func resume(at runningTime: UInt64) {
    gst_element_set_start_time(element.element, GstClockTime(runningTime))
  }

  /// The sample rate of what passes the join.
  var sampleRate: Int? {
    guard let caps = gst_pad_get_current_caps(gateInput.asPad) else { return nil }
    defer { gst_caps_unref(caps) }
    var rate: gint = 0
    return gst_structure_get_int(gst_caps_get_structure(caps, 0), "rate", &rate) != 0 ? Int(rate) : nil
  }

  /// The caps of what passes the join, for branches that shall join in its format.
  ///
  /// - Parameter withRate: false for those that keep a sample rate of their own.
  func caps(withRate: Bool) -> String? {
    guard let current = gst_pad_get_current_caps(gateInput.asPad) else { return nil }
    let caps = gst_caps_copy(current)!
    gst_caps_unref(current)
    defer { gst_caps_unref(caps) }
    if !withRate { gst_structure_remove_field(gst_caps_get_structure(caps, 0), "rate") }
    let text = gst_caps_to_string(caps)
    defer { g_free(text) }
    return text.map { String(cString: $0) }
  }

  /// Ten bands at 29, 59, 119, 237, 474, 947, 1889, 3770, 7523 and 15011 Hz, in dB, −24…12.
  func setEqualizer(_ bands: [Double]) {
    for (index, gain) in bands.prefix(10).enumerated() {
      equalizer.setText("band\(index)", "\(min(max(-24, gain), 12))")
    }
  }

  /// Whether an error's source is what all branches share. (Else it is a branch that is on its way out.)
  func isShared(_ source: UnsafeMutablePointer<GstObject>) -> Bool { shared.contains { $0.raw == source } }

  /// Drops what is on the bus: the end or the failure of what is no more loaded.
  func forgetMessages() {
    let bus = gst_element_get_bus(element.element)
    gst_bus_set_flushing(bus, 1)
    gst_bus_set_flushing(bus, 0)
    gst_object_unref(bus)
  }

  // MARK: Branches

  /// Puts a branch behind those that are here.
  ///
  /// It runs by itself, whatever the pipeline does: its state is locked against the pipeline's, which would otherwise,
  /// after a seek, wait for a branch that waits for its turn.
  func add(_ branch: Branch) {
    gst_element_set_locked_state(branch.bin.element, 1)
    gst_bin_add(element.bin, branch.bin.element)
    let pad = Object(adopting: gst_element_request_pad_simple(join.element, "sink_%u"))
    branch.joinPad = pad
    gst_pad_link(branch.output.asPad, pad.asPad)
    gst_element_set_state(branch.bin.element, GST_STATE_PLAYING)
  }

  /// Takes a branch out while the others go on.
  ///
  /// On a thread of GStreamer's pool: the join may push the end of the stream from here, which a paused sink holds
  /// until it plays; and a network source may take its time to stop.
  func remove(_ branch: Branch) {
    let parts = Removal(
      pipeline: element, join: join, pad: branch.joinPad, bin: branch.bin, link: branch.link)
    branch.joinPad = nil
    gst_element_call_async(join.element, carryOutRemoval, HandlerBox(parts).handOver(), destroyBox)
  }

  /// Takes a branch out of a pipeline in which nothing flows (READY or NULL), now.
  func removeAtRest(_ branch: Branch) {
    Removal(pipeline: element, join: join, pad: branch.joinPad, bin: branch.bin, link: branch.link).run()
    branch.joinPad = nil
  }

  /// Whether the join takes its sound from this branch.
  func isActive(_ branch: Branch) -> Bool {
    var value = GValue()
    g_value_init(&value, gst_pad_get_type())
    defer { g_value_unset(&value) }
    g_object_get_property(join.pointer(), "active-pad", &value)
    guard let active = g_value_get_object(&value) else { return false }
    return active == branch.joinPad?.raw
  }
}

/// Has errors come from the part of the pipeline (a branch's bin, the output) that they happened in.
///
/// An element that fails may be out of its bin by the time the main loop sees its message, and then nobody can say
/// any more whose it was. Called by the posting thread, while it still is where it was.
private let nameErrorsAfterTheirPart:
  @Sendable @convention(c) (
    UnsafeMutablePointer<GstBus>?, UnsafeMutablePointer<GstMessage>?, gpointer?
  ) -> GstBusSyncReply = { bus, message, pipeline in
    guard let message, message.pointee.type == GST_MESSAGE_ERROR, let source = message.pointee.src,
      let pipeline = pipeline?.assumingMemoryBound(to: GstObject.self)
    else { return GST_BUS_PASS }
    var part = source
    gst_object_ref(part)
    while let parent = gst_object_get_parent(part), parent != pipeline {
      gst_object_unref(part)
      part = parent
    }
    defer { gst_object_unref(part) }
    // gst_object_get_parent's reference on the pipeline itself.
    if part.pointee.parent == pipeline { gst_object_unref(pipeline) }
    guard part != source else { return GST_BUS_PASS }
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<CChar>?
    gst_message_parse_error(message, &error, &debug)
    gst_bus_post(bus, gst_message_new_error(part, error, debug))
    g_error_free(error)
    g_free(debug)
    gst_message_unref(message)
    return GST_BUS_DROP
  }

/// What has to be done to take a branch out.
private struct Removal: Sendable {
  let pipeline: Object
  let join: Object
  let pad: Object?
  let bin: Object
  let link: SourceLink

  func run() {
    // Released first: it wakes a branch that waits for its turn.
    if let pad { gst_element_release_request_pad(join.element, pad.asPad) }
    link.close()
    gst_element_set_state(bin.element, GST_STATE_NULL)
    // If one of its parts fails to stop, a bin leaves the others as they are; but nothing may be dropped in READY.
    let parts = gst_bin_iterate_elements(bin.bin)
    while gst_iterator_foreach(parts, stopPart, nil) == GST_ITERATOR_RESYNC { gst_iterator_resync(parts) }
    gst_iterator_free(parts)
    gst_bin_remove(pipeline.bin, bin.element)
  }
}

private let stopPart: @Sendable @convention(c) (UnsafePointer<GValue>?, gpointer?) -> Void = { value, _ in
  guard let part = g_value_get_object(value) else { return }
  gst_element_set_state(
    UnsafeMutableRawPointer(part).assumingMemoryBound(to: GstElement.self), GST_STATE_NULL)
}

private let carryOutRemoval: @Sendable @convention(c) (UnsafeMutablePointer<GstElement>?, gpointer?) -> Void =
  {
    _, data in
    HandlerBox<Removal>.value(in: data).run()
  }
