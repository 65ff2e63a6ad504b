import CGStreamer
import GLibBridge
import PlayerCore

/// A stream's address that turns out to be a playlist's: what stations link to on their pages.
enum StreamPlaylist {
  /// A station's playlist is a few lines; what is longer is none.
  private static let byteLimit = 256 << 10

  /// Fetches what is at a URI, on a thread of its own.
  ///
  /// - Parameter done: called on the main thread with the addresses in it; none if it is no playlist.
  static func fetch(_ uri: String, done: @escaping @MainActor @Sendable ([String]) -> Void) {
    Task.detached(priority: .userInitiated) {
      let addresses = addresses(in: download(uri))
      postToMainLoop { done(addresses) }
    }
  }

  /// Only what comes over the network too: nobody else's list makes us open a local file.
  static func addresses(in bytes: [UInt8]) -> [String] {
    let playlist: Playlist
    switch PlaylistFormat(content: bytes) {
    case .pls: playlist = Playlist(pls: bytes)
    case .xspf: return []
    case .m3u, .m3u8: playlist = Playlist(m3u: bytes)
    // Many have nothing but an address a line.
    case nil: playlist = Playlist(m3u: bytes)
    }
    // Pieces of one stream, which GStreamer plays as a whole or not at all.
    guard !playlist.isStreamManifest else { return [] }
    return playlist.entries.compactMap { entry in
      let address = String(decoding: entry.location, as: UTF8.self)
      let isRemote = ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
      return isRemote ? address : nil
    }
  }

  private static func download(_ uri: String) -> [UInt8] {
    guard let source = gst_element_make_from_uri(GST_URI_SRC, uri, nil, nil) else { return [] }
    guard let sink = gst_element_factory_make("appsink", nil), let pipeline = gst_pipeline_new(nil) else {
      gst_object_unref(source)
      return []
    }
    defer {
      gst_element_set_state(pipeline, GST_STATE_NULL)
      gst_object_unref(pipeline)
    }
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GObject.self), "sync", "false")
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    gst_bin_add(bin, source)
    gst_bin_add(bin, sink)
    gst_element_link(source, sink)
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    let app = UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self)
    var bytes: [UInt8] = []
    while let sample = gst_app_sink_try_pull_sample(app, GstClockTime(10_000_000_000)) {
      defer { gst_sample_unref(sample) }
      guard let buffer = gst_sample_get_buffer(sample) else { continue }
      var part = [UInt8](repeating: 0, count: Int(gst_buffer_get_size(buffer)))
      gst_buffer_extract(buffer, 0, &part, gsize(part.count))
      bytes += part
      if bytes.count > byteLimit { return [] }
    }
    return bytes
  }
}
