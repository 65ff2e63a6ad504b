import CGStreamer
import GLibBridge
import Glibc
import PlayerCore

/// Why a source doesn't play, in words, from what GStreamer reported and from the file itself: GStreamer calls an
/// empty file, a text and a folder the same.
enum Failure {
  static func error(
    _ error: GLibError, details: String, source: MediaSource, missing: (name: String, caps: String)?
  ) -> PlaybackError {
    let log = details.isEmpty ? error.message : "\(error.message) (\(details))"
    if let path = source.path, let problem = fileProblem(path, log) { return problem }
    if let missing { return missingCodec(missing, log) }
    let isStream = source.path == nil
    switch error.domain {
    case "gst-resource-error-quark":
      switch GstResourceError(UInt32(error.code)) {
      case GST_RESOURCE_ERROR_NOT_FOUND:
        return PlaybackError(
          isStream ? .network : .notFound,
          reason: isStream ? "The stream was not found." : "The file doesn't exist.", details: log)
      case GST_RESOURCE_ERROR_NOT_AUTHORIZED:
        return PlaybackError(.noPermission, reason: "Access is not permitted.", details: log)
      default:
        return isStream
          ? PlaybackError(.network, reason: "The stream can't be read.", details: log)
          : PlaybackError(.damaged, reason: "The file can't be read.", details: log)
      }
    case "gst-stream-error-quark":
      switch GstStreamError(UInt32(error.code)) {
      case GST_STREAM_ERROR_TYPE_NOT_FOUND, GST_STREAM_ERROR_WRONG_TYPE:
        return PlaybackError(.notAudio, reason: notAudio(isStream), details: log)
      case GST_STREAM_ERROR_CODEC_NOT_FOUND:
        // A missing decoder would have been named: it has pictures, say, and no sound.
        return PlaybackError(.notAudio, reason: "There is no sound in it.", details: log)
      case GST_STREAM_ERROR_DECRYPT, GST_STREAM_ERROR_DECRYPT_NOKEY:
        return PlaybackError(.damaged, reason: "It is encrypted.", details: log)
      default:
        return PlaybackError(
          .damaged, reason: isStream ? "The stream is damaged." : "The file is damaged.", details: log)
      }
    case "gst-core-error-quark" where GstCoreError(UInt32(error.code)) == GST_CORE_ERROR_MISSING_PLUGIN:
      return PlaybackError(.missingCodec, reason: "A decoder for it is not installed.", details: log)
    default:
      return PlaybackError(.other, reason: "It can't be played.", details: log)
    }
  }

  static func noDevice(_ details: String) -> PlaybackError {
    PlaybackError(.noDevice, reason: "There is no sound device to play on.", details: details)
  }

  private static func notAudio(_ isStream: Bool) -> String {
    isStream ? "The stream is not audio." : "The file is not audio."
  }

  /// What the file system says against the file; `nil` if it can be opened and holds something.
  private static func fileProblem(_ path: FilePath, _ log: String) -> PlaybackError? {
    var status = stat()
    let code = GLibBridge.Environment.withCString(path.bytes) { name in
      stat(name, &status) != 0 || access(name, R_OK) != 0 ? errno : 0
    }
    switch code {
    case 0: break
    case ENOENT, ENOTDIR: return PlaybackError(.notFound, reason: "The file doesn't exist.", details: log)
    case EACCES, EPERM:
      return PlaybackError(.noPermission, reason: "The file may not be read.", details: log)
    default:
      return PlaybackError(
        .other, reason: "The file can't be opened: \(String(cString: strerror(code))).", details: log)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return status.st_mode & S_IFMT == S_IFDIR
        ? PlaybackError(.notAudio, reason: "It is a folder.", details: log) : nil
    }
    return status.st_size == 0 ? PlaybackError(.empty, reason: "The file is empty.", details: log) : nil
  }

  private static func missingCodec(_ missing: (name: String, caps: String), _ log: String) -> PlaybackError {
    let package = packages.first { missing.caps.hasPrefix($0.caps) }?.package ?? "gstreamer1.0-libav"
    return PlaybackError(
      .missingCodec,
      reason: "“\(missing.name)” is not installed (on Debian and Ubuntu it is in \(package)).", details: log)
  }

  /// Which Debian package decodes what, where it isn't gstreamer1.0-libav.
  private static let packages: [(caps: String, package: String)] = [
    ("audio/x-flac", "gstreamer1.0-plugins-good"), ("audio/x-wavpack", "gstreamer1.0-plugins-good"),
    ("audio/x-speex", "gstreamer1.0-plugins-good"), ("audio/x-musepack", "gstreamer1.0-plugins-bad"),
    ("audio/x-vorbis", "gstreamer1.0-plugins-base"), ("audio/x-opus", "gstreamer1.0-plugins-base"),
    ("audio/mpeg, mpegversion=(int)1", "gstreamer1.0-plugins-good"),
    ("audio/midi", "gstreamer1.0-plugins-bad"), ("audio/x-mod", "gstreamer1.0-plugins-bad"),
    ("audio/x-gsm", "gstreamer1.0-plugins-bad"), ("audio/x-sid", "gstreamer1.0-plugins-ugly"),
    ("audio/AMR", "gstreamer1.0-plugins-ugly"), ("urisource", "gstreamer1.0-plugins-good"),
  ]
}
