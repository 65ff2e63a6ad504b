import CEBUR128
import CGStreamer
import GLibBridge
import Glibc
public import PlayerCore

/// Measures how loud tracks are, as ReplayGain 2.0 has it: decoded whole, by EBU R 128, against −18 LUFS; the peak is
/// the largest sample.
public enum LoudnessMeter {
  public struct Result: Sendable, Equatable {
    /// Of each track, in their order: `.success(nil)` for silence.
    public var tracks: [Swift.Result<Gain?, PlaybackError>]
    /// Of all that could be decoded, as one piece of music.
    public var album: Gain?
  }

  /// Blocks until all is decoded; for a thread that has nothing else to do. The decoding threads give way to all
  /// others.
  ///
  /// - Parameter isCancelled: asked now and then; the result is then `nil`.
  public static func measure(_ tracks: [Track], isCancelled: () -> Bool = { false }) -> Result? {
    var meters: [Meter] = []
    var results: [Swift.Result<Gain?, PlaybackError>] = []
    for track in tracks {
      let meter = Meter()
      switch Decoding.run(track, into: meter, isCancelled: isCancelled) {
      case .done:
        meters.append(meter)
        results.append(.success(meter.gain))
      case .failed(let error): results.append(.failure(error))
      case .cancelled: return nil
      }
    }
    return Result(tracks: results, album: Meter.gain(of: meters))
  }
}

/// Adds up what libebur128 is told of one track.
private final class Meter {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private var channels: UInt32 = 0

  /// With a histogram instead of a list: the memory of hours is that of a second.
  private static let mode =
    Int32(EBUR128_MODE_I.rawValue | EBUR128_MODE_SAMPLE_PEAK.rawValue | EBUR128_MODE_HISTOGRAM.rawValue)

  /// - Returns: `false` for what can't be measured.
  func add(_ samples: UnsafePointer<Float>, frames: Int, channels: UInt32, rate: UInt) -> Bool {
    if state == nil {
      state = ebur128_init(channels, rate, Self.mode)
      self.channels = channels
    }
    guard let state else { return false }
    if state.pointee.samplerate != rate || self.channels != channels {
      guard ebur128_change_parameters(state, channels, rate) != Int32(EBUR128_ERROR_NOMEM.rawValue) else {
        return false
      }
      self.channels = channels
    }
    return ebur128_add_frames_float(state, samples, frames) == 0
  }

  var peak: Double {
    guard let state else { return 0 }
    return (0..<channels).reduce(0) { highest, channel in
      var peak = 0.0
      return ebur128_sample_peak(state, channel, &peak) == 0 ? max(highest, peak) : highest
    }
  }

  /// `nil` for silence.
  var gain: Gain? { Meter.gain(of: [self]) }

  static func gain(of meters: [Meter]) -> Gain? {
    var states = meters.map(\.state).filter { $0 != nil }
    var loudness = 0.0
    guard !states.isEmpty, ebur128_loudness_global_multiple(&states, states.count, &loudness) == 0,
      loudness.isFinite
    else { return nil }
    return Gain(decibels: reference - loudness, peak: meters.map(\.peak).max())
  }

  /// ReplayGain 2.0's level, in LUFS.
  private static let reference = -18.0

  deinit { if state != nil { ebur128_destroy(&state) } }
}

/// One track through a pipeline of its own.
private enum Decoding {
  enum Outcome {
    case done, cancelled
    case failed(PlaybackError)
  }

  static func run(_ track: Track, into meter: Meter, isCancelled: () -> Bool) -> Outcome {
    let broken = PlaybackError(
      .noEngine, reason: "The sound can’t be measured.", details: "no pipeline for \(track.source.uri)")
    guard gst_init_check(nil, nil, nil) != 0,
      let pipeline = gst_parse_launch(
        """
        uridecodebin name=source caps=audio/x-raw ! audioconvert ! audio/x-raw,format=F32LE,layout=interleaved !
        appsink name=sink sync=false max-buffers=16
        """, nil)
    else { return .failed(broken) }
    gst_object_ref_sink(pipeline)
    defer {
      gst_element_set_state(pipeline, GST_STATE_NULL)
      gst_object_unref(pipeline)
    }
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    guard let source = gst_bin_get_by_name(bin, "source"), let sink = gst_bin_get_by_name(bin, "sink"),
      let bus = gst_element_get_bus(pipeline)
    else { return .failed(broken) }
    defer {
      for part in [
        UnsafeMutableRawPointer(source), UnsafeMutableRawPointer(sink), UnsafeMutableRawPointer(bus),
      ] { gst_object_unref(part) }
    }
    // Called in each thread that begins to decode.
    gst_bus_set_sync_handler(
      bus,
      { _, message, _ in
        if let message, message.pointee.type == GST_MESSAGE_STREAM_STATUS {
          var status = GST_STREAM_STATUS_TYPE_CREATE
          gst_message_parse_stream_status(message, &status, nil)
          if status == GST_STREAM_STATUS_TYPE_ENTER {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
          }
        }
        return GST_BUS_PASS
      }, nil, nil)
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self), "uri", track.source.uri)
    gst_element_set_state(pipeline, GST_STATE_PAUSED)
    guard
      gst_element_get_state(pipeline, nil, nil, GstClockTime(30 * Nanoseconds.second))
        != GST_STATE_CHANGE_FAILURE
    else { return .failed(error(bus) ?? broken) }
    if let segment = track.segment {
      gst_element_seek(
        pipeline, 1, GST_FORMAT_TIME,
        GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue), GST_SEEK_TYPE_SET,
        gint64(clamping: segment.start), segment.end == nil ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET,
        segment.end.map { gint64(clamping: $0) } ?? -1)
    }
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    return pull(
      UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self), bus, meter, isCancelled)
  }

  private static func pull(
    _ appSink: UnsafeMutablePointer<GstAppSink>, _ bus: UnsafeMutablePointer<GstBus>, _ meter: Meter,
    _ isCancelled: () -> Bool
  ) -> Outcome {
    while true {
      if isCancelled() { return .cancelled }
      guard let sample = gst_app_sink_try_pull_sample(appSink, GstClockTime(Nanoseconds.second)) else {
        if let error = error(bus) { return .failed(error) }
        if gst_app_sink_is_eos(appSink) != 0 { return .done }
        continue
      }
      defer { gst_sample_unref(sample) }
      guard let buffer = gst_sample_get_buffer(sample), let caps = gst_sample_get_caps(sample) else {
        continue
      }
      var info = GstAudioInfo()
      var map = GstMapInfo()
      guard gst_audio_info_from_caps(&info, caps) != 0, gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else {
        continue
      }
      defer { gst_buffer_unmap(buffer, &map) }
      let channels = UInt32(max(1, info.channels))
      let frames = Int(map.size) / MemoryLayout<Float>.size / Int(channels)
      guard let data = map.data, frames > 0 else { continue }
      let isTaken = data.withMemoryRebound(to: Float.self, capacity: frames * Int(channels)) {
        meter.add($0, frames: frames, channels: channels, rate: UInt(max(1, info.rate)))
      }
      if !isTaken { return .done }
    }
  }

  /// What a decoder says against the file.
  private static func error(_ bus: UnsafeMutablePointer<GstBus>) -> PlaybackError? {
    guard let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) else { return nil }
    defer { gst_message_unref(message) }
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    return PlaybackError(
      .damaged, reason: "The sound can’t be measured.", details: GLibError(consuming: error).message)
  }
}
