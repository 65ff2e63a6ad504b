import CGStreamer
import GLibBridge
import PlayerCore

/// What the pipeline says: its states, its end, its failures.
extension Engine {
  func handle(_ message: UnsafeMutablePointer<GstMessage>) {
    guard let pipeline, let source = message.pointee.src else { return }
    let isPipeline = source == pipeline.element.pointer()
    switch message.pointee.type {
    case GST_MESSAGE_ERROR: handleError(message, from: source)
    case GST_MESSAGE_EOS where isPipeline: ended()
    case GST_MESSAGE_ASYNC_DONE where isPipeline:
      seekDone()
      if !wantsSound, let current, !hasReportedStart { reportDetails(current) }
    case GST_MESSAGE_STATE_CHANGED where isPipeline:
      var state = GST_STATE_NULL
      gst_message_parse_state_changed(message, nil, &state, nil)
      if state == GST_STATE_PLAYING { started() }
    case GST_MESSAGE_BUFFERING:
      if let current, current.contains(source) { buffer(message) }
    case GST_MESSAGE_CLOCK_LOST:
      if wantsSound {
        pipeline.set(GST_STATE_PAUSED)
        pipeline.set(GST_STATE_PLAYING)
      }
    case GST_MESSAGE_LATENCY: gst_bin_recalculate_latency(pipeline.element.bin)
    case GST_MESSAGE_DURATION_CHANGED:
      if let current, hasReportedStart { reportDuration(current) }
    case GST_MESSAGE_ELEMENT where gst_is_missing_plugin_message(message) != 0:
      branch(of: source)?.missing = Engine.missingPlugin(message)
    default: break
    }
  }

  private func branch(of source: UnsafeMutablePointer<GstObject>) -> Branch? {
    [current, following].compactMap(\.self).first { $0.contains(source) }
  }

  /// Everything has been heard.
  private func ended() {
    guard let current else { return }
    if let following, timeline.marks.contains(where: { $0.serial == following.serial }) {
      // So short that the news of it comes with its end.
      completeJoin(following)
      return ended()
    }
    if closing == .stop { return finishClosing() }
    if case .stream = current.item.source, endedEarly(current), reconnect() { return }
    restingPosition = current.duration ?? position
    let entry = current.item.entry
    dropBranches()
    onEvent(.finished(entry))
  }

  private func handleError(
    _ message: UnsafeMutablePointer<GstMessage>, from source: UnsafeMutablePointer<GstObject>
  ) {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<CChar>?
    gst_message_parse_error(message, &error, &debug)
    let details = debug.map { String(cString: $0) } ?? ""
    g_free(debug)
    let cause = GLibError(consuming: error)
    if let branch = branch(of: source) {
      failed(
        branch, Failure.error(cause, details: details, source: branch.item.source, missing: branch.missing))
    } else if let pipeline,
      source == pipeline.output.element.pointer()
        || gst_object_has_as_ancestor(source, pipeline.output.element.pointer()) != 0
    {
      guard current != nil else { return }
      deviceFailed("\(cause.message) (\(details))")
    } else if let current, let pipeline, pipeline.isShared(source) {
      failed(current, Failure.error(cause, details: details, source: current.item.source, missing: nil))
    }
  }

  func failed(_ branch: Branch, _ error: PlaybackError) {
    guard !branch.hasFailed else { return }
    branch.hasFailed = true
    if branch === following {
      if timeline.marks.contains(where: { $0.serial == branch.serial }) {
        // It sounds already.
        completeJoin(branch)
      } else {
        drop(branch)
        following = nil
        next = nil
        onEvent(.failed(branch.item.entry, branch.item.source, error))
        return
      }
    }
    if branch === current, followPlaylist(error) { return }
    if error.code == .network, branch === current, reconnect() { return }
    dropBranches()
    onEvent(.failed(branch.item.entry, branch.item.source, error))
  }

  func deviceFailed(_ details: String) { deviceFailed(Failure.noDevice(details)) }

  func deviceFailed(_ error: PlaybackError) {
    let position = lastHeardPosition
    dropBranches()
    wantsSound = false
    // The next load opens the device anew.
    pipeline?.set(GST_STATE_NULL)
    restingPosition = position
    onEvent(.deviceFailed(error, position: position))
  }

  /// The position from what the sink took, without asking its clock, which goes with it.
  var lastHeardPosition: UInt64 {
    guard wantsSound, seekTarget == nil, let current, let pipeline else { return position }
    let buffered = UInt64(Output.bufferMicroseconds) * Nanoseconds.microsecond
    let passed = pipeline.gate.passed
    return timeline.position(of: current.serial, at: passed > buffered ? passed - buffered : 0)
      ?? restingPosition
  }

  private static func missingPlugin(_ message: UnsafeMutablePointer<GstMessage>) -> (
    name: String, caps: String
  ) {
    let name = gst_missing_plugin_message_get_description(message)
    let detail = gst_missing_plugin_message_get_installer_detail(message)
    defer {
      g_free(name)
      g_free(detail)
    }
    // gstreamer|1.0|app|description|decoder-audio/x-ac3, …
    let last = detail.map { String(cString: $0) }?.split(separator: "|").last.map(String.init) ?? ""
    let caps = last.split(separator: "-", maxSplits: 1).last.map(String.init) ?? ""
    return (name.map { String(cString: $0) } ?? caps, caps)
  }
}
