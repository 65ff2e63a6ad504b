import CGStreamer
import GLibBridge
import Synchronization

/// Reads, and where GStreamer would misread them changes, the headers that a demuxer or parser pulls from a file: what
/// they say about the samples at both ends.
///
/// - MP4: the edit list, see `MP4Edits`.
/// - MP3: ffmpeg writes the same header as LAME under its own name, and mpegaudioparse believes only LAME.
final class HeaderReader: Sendable {
  private enum Kind { case unknown, mp4, mp3 }

  private let stage: TrackStage
  private let state = Mutex((kind: Kind.unknown, pulls: 0))

  /// MP3 headers come at the beginning, behind the tags: after so many pulls there is none.
  private static let pullLimit = 64

  init(_ stage: TrackStage) { self.stage = stage }

  /// Looks at what is pulled from a source's pad.
  func watch(_ pad: Object) {
    let types = GstPadProbeType(
      rawValue: GST_PAD_PROBE_TYPE_PULL.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue)
    gst_pad_add_probe(pad.asPad, types, readPulled, HandlerBox(self).handOver(), destroyBox)
  }

  /// Looks at a buffer that was pulled from `offset`; may put another in its place.
  func read(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    guard let data = info.pointee.data else { return GST_PAD_PROBE_OK }
    let buffer = data.assumingMemoryBound(to: GstBuffer.self)
    var start = [UInt8](repeating: 0, count: 8)
    guard gst_buffer_extract(buffer, 0, &start, 8) == 8 else { return GST_PAD_PROBE_OK }
    let offset = info.pointee.offset
    let (kind, pulls) = state.withLock { state in
      if offset == 0, state.kind == .unknown { state.kind = HeaderReader.kind(start) }
      state.pulls += 1
      return state
    }
    switch kind {
    case .unknown:
      return offset == 0 ? GST_PAD_PROBE_REMOVE : GST_PAD_PROBE_OK
    case .mp4:
      let size = start[..<4].reduce(0) { $0 << 8 | Int($1) }
      guard start[4...].elementsEqual("moov".utf8), size == gst_buffer_get_size(buffer) else {
        return GST_PAD_PROBE_OK
      }
      info.pointee.data = UnsafeMutableRawPointer(
        buffer.withBytes { bytes in if let edits = MP4Edits.hide(in: bytes) { stage.setEdits(edits) } })
      return GST_PAD_PROBE_REMOVE
    case .mp3:
      if let place = HeaderReader.libavName(in: buffer) {
        info.pointee.data = UnsafeMutableRawPointer(
          buffer.withBytes { $0[place..<place + 4].copyBytes(from: "LAME".utf8) })
      }
      return pulls > HeaderReader.pullLimit ? GST_PAD_PROBE_REMOVE : GST_PAD_PROBE_OK
    }
  }

  private static func kind(_ start: [UInt8]) -> Kind {
    if start[4...].elementsEqual("ftyp".utf8) { return .mp4 }
    let isFrame = start[0] == 0xFF && start[1] & 0xE0 == 0xE0
    return isFrame || start.starts(with: "ID3".utf8) ? .mp3 : .unknown
  }

  /// Where `Lavc` or `Lavf` stands as the encoder's name: 120 bytes behind the `Xing` or `Info` of a header with all
  /// its fields (frames, bytes, table, quality).
  private static func libavName(in buffer: UnsafeMutablePointer<GstBuffer>) -> Int? {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
    let (info, xing) = (Array("Info".utf8), Array("Xing".utf8))
    var place = 0
    while place + 124 <= bytes.count {
      if bytes[place] == info[0] || bytes[place] == xing[0] {
        let word = bytes[place..<place + 4]
        if word.elementsEqual(info) || word.elementsEqual(xing), bytes[place + 7] & 0xF == 0xF {
          let name = bytes[place + 120..<place + 124]
          if name.elementsEqual("Lavc".utf8) || name.elementsEqual("Lavf".utf8) { return place + 120 }
        }
      }
      place += 1
    }
    return nil
  }
}

private let readPulled:
  @Sendable @convention(c) (
    UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstPadProbeInfo>?, gpointer?
  ) -> GstPadProbeReturn = { _, info, data in
    guard let info else { return GST_PAD_PROBE_OK }
    return HandlerBox<HeaderReader>.value(in: data).read(info)
  }
