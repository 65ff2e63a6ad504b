import CGStreamer
import GLibBridge
import PlayerCore

/// Where the sound goes.
public enum AudioOutput: Hashable, Sendable {
  /// The desktop's sound server, or whatever sink GStreamer ranks highest.
  case automatic
  /// The device of this `OutputDevice.id`; while it isn't there, the automatic one.
  case device(String)
  /// Sinks in gst-launch's words, for tests. `isRealTime` is false for one that takes the sound as fast as it comes.
  case description(String, isRealTime: Bool)
}

/// The sink and its volume.
@MainActor
final class Output {
  /// What is at the end of the pipeline; a bin when the choice is automatic.
  let element: Object
  let isRealTime: Bool

  /// The sink's own volume (the one in the desktop's mixer), once it is there.
  private var streamVolume: Object?
  /// In its stead, for sinks without one.
  private let software: Object
  private let onVolumeChange: @MainActor @Sendable (Double, Bool) -> Void
  private var volume = 1.0
  private var isMuted = false

  /// How much sound the sink holds: the time from a sample's arrival to its being heard, in microseconds.
  static let bufferMicroseconds = 100_000

  /// How much of what it has taken the sink holds at least while it plays, in nanoseconds.
  private(set) var heldNanoseconds: UInt64 = 0

  /// - Parameters:
  ///   - devices: where a chosen device is looked up.
  ///   - software: the `volume` element for sinks without a volume of their own.
  ///   - onVolumeChange: someone else changed the stream's volume (cubic) or its mute.
  init(
    _ output: AudioOutput, devices: OutputDevices?, software: Object,
    onVolumeChange: @escaping @MainActor @Sendable (Double, Bool) -> Void
  ) throws(PlaybackError) {
    self.software = software
    self.onVolumeChange = onVolumeChange
    switch output {
    case .automatic:
      element = try GStreamer.element("autoaudiosink")
      isRealTime = true
    case .device(let id):
      guard let sink = devices?.sink(id) else {
        throw PlaybackError(.noDevice, reason: "The chosen sound device is not there.", details: id)
      }
      element = sink
      isRealTime = true
    case .description(let text, let isRealTime):
      var error: UnsafeMutablePointer<GError>?
      let bin = gst_parse_bin_from_description(text, 1, &error)
      guard let bin, error == nil else {
        throw PlaybackError(
          .noDevice, reason: "The sound output can't be opened.", details: GLibError(consuming: error).message
        )
      }
      element = Object(adopting: UnsafeMutableRawPointer(bin))
      self.isRealTime = isRealTime
    }
  }

  /// Sets the real sink up. Call when the output is READY: only then has an automatic one chosen.
  ///
  /// - Returns: false if there is no sink but a stand-in that swallows the sound.
  func configure() -> Bool {
    let sink = realSink()
    if sink.isA(gst_audio_base_sink_get_type()) {
      sink.setText("buffer-time", "\(Output.bufferMicroseconds)")
      sink.setText("latency-time", "\(Output.bufferMicroseconds / 10)")
      heldNanoseconds = UInt64(Output.bufferMicroseconds) * Nanoseconds.microsecond
    }
    if streamVolume?.raw != sink.raw, sink.isA(gst_stream_volume_get_type()) {
      streamVolume = sink
      watch(sink)
    }
    applyVolume()
    guard let factory = gst_element_get_factory(sink.element) else { return true }
    let name = String(cString: nagara_factory_name(factory))
    // autoaudiosink without anything usable swallows the sound in silence.
    return !(element.raw != sink.raw && isRealTime && name == "fakesink" && isAutomatic)
  }

  private var isAutomatic: Bool {
    gst_element_get_factory(element.element).map { String(cString: nagara_factory_name($0)) }
      == "autoaudiosink"
  }

  private func realSink() -> Object {
    var sink = element
    while sink.isA(gst_bin_get_type()), let iterator = gst_bin_iterate_sinks(sink.bin) {
      defer { gst_iterator_free(iterator) }
      var value = GValue()
      guard gst_iterator_next(iterator, &value) == GST_ITERATOR_OK, let child = g_value_get_object(&value)
      else {
        break
      }
      sink = Object(retaining: child)
      g_value_unset(&value)
    }
    return sink
  }

  private func watch(_ sink: Object) {
    for property in ["notify::volume", "notify::mute"] {
      g_signal_connect_data(
        sink.raw, property, erase(volumeChanged), HandlerBox(WeakOutput(self)).handOver(),
        destroyBoxOfClosure, GConnectFlags(0))
    }
  }

  fileprivate final class WeakOutput: Sendable {
    @MainActor weak var output: Output?

    @MainActor init(_ output: Output) { self.output = output }
  }

  fileprivate func readBack() {
    guard let sink = streamVolume else { return }
    let volume = gst_stream_volume_get_volume(sink.opaque, GST_STREAM_VOLUME_FORMAT_CUBIC)
    let muted = gst_stream_volume_get_mute(sink.opaque) != 0
    // PulseAudio rounds to 1/65536 of its own scale.
    guard abs(volume - self.volume) > 0.002 || muted != isMuted else { return }
    self.volume = volume
    isMuted = muted
    onVolumeChange(volume, muted)
  }

  /// - Parameter volume: 0–1; the amplitude is its cube.
  func set(volume: Double, isMuted: Bool) {
    self.volume = volume
    self.isMuted = isMuted
    applyVolume()
  }

  private func applyVolume() {
    let volume = min(max(0, volume), 1)
    let target = streamVolume ?? software
    gst_stream_volume_set_volume(target.opaque, GST_STREAM_VOLUME_FORMAT_CUBIC, volume)
    gst_stream_volume_set_mute(target.opaque, isMuted ? 1 : 0)
  }
}

/// `notify::volume` and `notify::mute`, from the sound server's thread.
private let volumeChanged: @Sendable @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = {
  _, _, output in
  let weak = HandlerBox<Output.WeakOutput>.value(in: output)
  postToMainLoop { weak.output?.readBack() }
}
