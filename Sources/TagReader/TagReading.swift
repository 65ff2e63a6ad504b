import CTagLib
import PlayerCore

/// Tags of one open file.
enum TagReading {
  static func read(_ descriptor: Int32, extensionHint: String, wants: TagWants, _ keys: Keys?) -> TagReply {
    withFile(descriptor, extensionHint: extensionHint) { file in
      let audio = properties(of: file)
      var merge = TagMerge()
      forEachEntry(of: file) { merge.add($0, wants: wants) }
      var record = merge.record(codec: audio.codec, wants: wants)
      record.audio = audio
      var pictures = 0
      _ = ctl_get_pictures(file, &pictures)
      record.pictureCount = pictures
      if wants.contains(.keys) { record.keys = keys?.of(record, file) }
      return .success(record)
    }
  }

  /// Opens with TagLib, gives the file to `body`, closes.
  static func withFile<Value>(
    _ descriptor: Int32, extensionHint: String, _ body: (OpaquePointer) -> Result<Value, TagProblem>
  ) -> Result<Value, TagProblem> {
    var file: OpaquePointer?
    let status = ctl_open(descriptor, extensionHint.isEmpty ? nil : extensionHint, &file)
    guard status == CTL_OK, let file else { return .failure(problem(status)) }
    defer { ctl_close(file) }
    return body(file)
  }

  private static func problem(_ status: ctl_status) -> TagProblem {
    switch status {
    case CTL_EMPTY: return .empty
    case CTL_NOT_AUDIO: return .notAudio
    case CTL_NO_SOUND: return .noSound
    case CTL_READ_ERROR: return .readError
    default: return .broken
    }
  }

  private static func properties(of file: OpaquePointer) -> AudioProperties {
    let read = ctl_get_audio(file).pointee
    func known(_ value: Int32) -> Int? { value > 0 ? Int(value) : nil }
    var audio = AudioProperties()
    audio.durationMilliseconds = known(read.length_ms)
    audio.bitrateKilobits = known(read.bitrate_kbps)
    audio.sampleRate = known(read.sample_rate_hz)
    audio.channels = known(read.channels)
    audio.bitsPerSample = known(read.bits_per_sample)
    audio.codec = AudioCodec(rawValue: UInt8(clamping: read.codec)) ?? .unknown
    audio.isCutShort = read.cut_short
    return audio
  }

  private static func forEachEntry(of file: OpaquePointer, _ body: (TagEntry) -> Void) {
    var count = 0
    guard let entries = ctl_get_entries(file, &count) else { return }
    for entry in UnsafeBufferPointer(start: entries, count: count) {
      guard let source = TagSource(rawValue: UInt8(clamping: entry.source)) else { continue }
      body(
        TagEntry(
          source: source, key: String(cString: entry.key), detail: String(cString: entry.detail),
          value: Array(UnsafeBufferPointer(start: entry.value, count: entry.length)),
          isUndecoded: entry.undecoded))
    }
  }
}
