import CGStreamer
import Glibc
import Synchronization

/// Sound made for tests: 44.1 kHz, stereo, 16 bits.
enum TestSound {
  static let rate = 44_100

  /// A rising tone, in samples left and right in turn.
  static func sweep(frames: Int) -> [Int16] {
    var phase = 0.0
    var samples: [Int16] = []
    samples.reserveCapacity(frames * 2)
    for frame in 0..<frames {
      phase += 2 * Double.pi * (200 + 7_800 * Double(frame) / Double(frames)) / Double(rate)
      samples.append(Int16(20_000 * sin(phase)))
      samples.append(Int16(15_000 * cos(phase)))
    }
    return samples
  }

  /// Samples that say which frame they are: left the low twelve bits, right the others, over a base that no fade
  /// leaves unchanged.
  static func ramp(frames: Int) -> [Int16] {
    var samples: [Int16] = []
    samples.reserveCapacity(frames * 2)
    for frame in 0..<frames {
      samples.append(Int16(frame % 4096 + base))
      samples.append(Int16(frame / 4096 + base))
    }
    return samples
  }

  private static let base = 8_000

  /// Which frame of `ramp` these captured floats are; `nil` if they are none.
  static func frame(_ left: Float, _ right: Float) -> Int? {
    let low = (left * 32_768).rounded()
    let high = (right * 32_768).rounded()
    guard low / 32_768 == left, high / 32_768 == right, Int(low) >= base, Int(high) >= base else {
      return nil
    }
    return (Int(high) - base) * 4096 + Int(low) - base
  }

  static func wav(_ samples: some Collection<Int16>, rate: Int = TestSound.rate) -> [UInt8] {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = samples.count * 2
    var bytes = Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    bytes +=
      little(1, 2) + little(2, 2) + little(rate, 4) + little(rate * 4, 4) + little(4, 2) + little(16, 2)
    bytes += Array("data".utf8) + little(size, 4)
    bytes.reserveCapacity(bytes.count + size)
    for sample in samples {
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    return bytes
  }

  /// What a capture holds, as floats.
  static func floats(_ bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  private static let start: Void = { gst_init(nil, nil) }()

  /// Whether GStreamer has all of these elements here.
  static func has(_ elements: String...) -> Bool {
    _ = start
    return elements.allSatisfy {
      guard let factory = gst_element_factory_find($0) else { return false }
      gst_object_unref(UnsafeMutableRawPointer(factory))
      return true
    }
  }

  /// Encodes a WAV file with these elements, in gst-launch's words.
  static func encode(_ source: String, with elements: String, to target: String) throws {
    _ = start
    var error: UnsafeMutablePointer<GError>?
    let text =
      "filesrc location=\(source) ! wavparse ! audioconvert ! \(elements) ! filesink location=\(target)"
    guard let pipeline = gst_parse_launch(text, &error), error == nil else {
      throw TestFailure("can't encode with \(elements)")
    }
    defer { gst_object_unref(pipeline) }
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    let bus = gst_element_get_bus(pipeline)
    let ends = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
    let message = gst_bus_timed_pop_filtered(bus, GstClockTime(20_000_000_000), ends)
    let succeeded = message?.pointee.type == GST_MESSAGE_EOS
    if let message { gst_message_unref(message) }
    gst_object_unref(bus)
    gst_element_set_state(pipeline, GST_STATE_NULL)
    guard succeeded else { throw TestFailure("encoding with \(elements) failed") }
  }

  static let hasFFmpeg = (try? run(["ffmpeg", "-version"])) == 0

  /// Encodes a WAV file with one of ffmpeg's codecs.
  static func encode(_ source: String, ffmpegCodec: String, to target: String) throws {
    let words = [
      "ffmpeg", "-loglevel", "error", "-y", "-i", source, "-c:a", ffmpegCodec, "-b:a", "192k", target,
    ]
    guard try run(words) == 0 else { throw TestFailure("ffmpeg failed with \(ffmpegCodec)") }
  }

  private static func run(_ words: [String]) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, words[0], &actions, nil, arguments, environ) == 0 else {
      throw TestFailure("no \(words[0])")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
