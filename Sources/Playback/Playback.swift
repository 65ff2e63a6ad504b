// Playback: the sound. What PlayerCore decides, `Engine` carries out with GStreamer.
//
//   Engine          commands in, `EngineEvent`s out; the engine of it all. In files of their own: what is loaded and
//                   what follows (EngineBranches), fading out (EngineFades), EngineSeeking, what GStreamer says
//                   (EngineBus), what is told (EngineReports), EngineStreams, EngineDevices, EngineEffects
//   Branch          one track's way from its source to the join: decodebin → convert → TrackStage
//   TrackStage      cuts a track to its part of the source and applies its gain
//   TrackTags       what its source says of itself: codec, title, station
//   HeaderReader    what a file says about its ends (MP4Edits, MP3), where GStreamer would cut wrongly
//   CrossfadeStage  behind the join: fades a track's beginning (TrackHead) in over the end of the one before
//   LevelStage      behind the join: balance and mono (ChannelMix), peaks within full scale (Limiter)
//   GateStage       what all tracks pass behind the join: fades, the closed gate of a pause, who sounds when
//   Stage           an element of our own whose data goes through a Swift object; the four above are such
//   Timeline        running time to (entry, position)
//   Output          the sink, its buffer, its volume, its loss
//   OutputDevices   which devices there are
//   Failure         GStreamer's errors in words
//   Reconnection    when a stream that broke off is tried again
//   StreamPlaylist  an address that is a playlist's
//   SessionStore    the queue and the position on disk, over the end of the program
//
//   Branch ─┐
//   Branch ─┴ concat → crossfade → equalizer → levels → gate → scaletempo → volume → convert → sink
//
// One thread mixes a crossfade, not an `audiomixer`: that would hide from which track a sample is, and would need
// to know before a track's end where it is.
//
// `Engine` and everything with a GObject in it is on the main actor. Stages run on GStreamer's streaming threads;
// what they know is in a `Mutex`, and they only post to the main loop.

import CGStreamer
import GLibBridge
import PlayerCore

/// GStreamer as a library.
enum GStreamer {
  /// Whether it can be used.
  @MainActor private(set) static var isReady = false
  @MainActor private static var waiting: [@MainActor (PlaybackError?) -> Void] = []

  /// Calls `body` once GStreamer can be used, at once if it can be, or with why it can't.
  ///
  /// It is initialised at its first use: a player that never plays saves the memory. On a thread of its own: it looks at
  /// all plugins, which takes seconds where it has never done so.
  @MainActor
  static func whenReady(_ body: @escaping @MainActor (PlaybackError?) -> Void) {
    if isReady { return body(nil) }
    waiting.append(body)
    guard waiting.count == 1 else { return }
    DetachedThread.run("gstreamer") {
      var error: UnsafeMutablePointer<GError>?
      let failure: PlaybackError? =
        gst_init_check(nil, nil, &error) != 0
        ? nil
        : PlaybackError(
          .noEngine, reason: "GStreamer can't start.", details: GLibError(consuming: error).message)
      postToMainLoop {
        isReady = failure == nil
        let bodies = waiting
        waiting = []
        for body in bodies { body(failure) }
      }
    }
  }

  /// A new element of this factory.
  @MainActor
  static func element(_ factory: String) throws(PlaybackError) -> Object {
    guard let element = gst_element_factory_make(factory, nil) else {
      throw PlaybackError(
        .noEngine, reason: "GStreamer's “\(factory)” is not installed.", details: "no element \(factory)")
    }
    return Object(adopting: element)
  }
}

/// Runs `body` on the main loop, from any thread. Always queued: `g_main_context_invoke` would run it here and
/// now while nobody iterates the loop.
func postToMainLoop(_ body: @escaping @MainActor @Sendable () -> Void) {
  let call: GSourceFunc = { data in
    let body = HandlerBox<@MainActor @Sendable () -> Void>.value(in: data)
    MainActor.assumeIsolated(body)
    return 0
  }
  g_idle_add_full(G_PRIORITY_DEFAULT, call, HandlerBox(body).handOver(), destroyBox)
}

extension Object {
  /// As a `GstElement`.
  nonisolated var element: UnsafeMutablePointer<GstElement> { pointer() }
  /// As a `GstBin`.
  nonisolated var bin: UnsafeMutablePointer<GstBin> { pointer() }

  /// Sets a property from GStreamer's text form of its value (a number, an enum's nick, caps).
  func setText(_ property: String, _ value: String) {
    gst_util_set_object_arg(pointer(), property, value)
  }

  /// The static pad of this name.
  func pad(_ name: String) -> Object {
    guard let pad = gst_element_get_static_pad(element, name) else { preconditionFailure("no pad \(name)") }
    return Object(adopting: pad)
  }

  nonisolated var asPad: UnsafeMutablePointer<GstPad> { pointer() }
}
