import CGStreamer
import GLibBridge
import PlayerCore

/// What is told of the sound: that it began, how long it is, where it is.
extension Engine {
  func report(_ event: EngineEvent) { onEvent(event) }

  /// Reports the exact position now, once.
  public func reportPosition() {
    if let entry { onEvent(.positionTick(entry, position)) }
  }

  func reportDetails(_ branch: Branch) {
    reportDuration(branch)
    if let format = branch.format { onEvent(.formatKnown(branch.item.entry, format)) }
  }

  /// Once, and again when it has changed: parsers refine their guess.
  func reportDuration(_ branch: Branch) {
    let duration = branch.duration
    guard branch.reportedDuration != .some(duration) else { return }
    branch.reportedDuration = .some(duration)
    onEvent(.durationKnown(branch.item.entry, duration))
  }

  func started() {
    updateTicker()
    checkJoin()
    guard let current, !hasReportedStart else { return }
    hasReportedStart = true
    reconnection.started()
    if reconnection.isUnderWay {
      reconnection.isUnderWay = false
      if !isBuffering { onEvent(.buffering(false)) }
    }
    onEvent(.started(current.item.entry, joined: false))
    reportDetails(current)
    scheduleNext()
  }

  func updateTicker() {
    guard isPositionWatched, wantsSound, current != nil, pipeline?.state == GST_STATE_PLAYING else {
      ticker = nil
      return
    }
    guard ticker == nil else { return }
    ticker = MainLoop.every(milliseconds: Engine.tickMilliseconds) { [weak self] in
      guard let self, let current else { return false }
      onEvent(.positionTick(current.item.entry, position))
      return true
    }
  }

  func handle(_ tags: TrackTags, of branch: Branch) {
    if let station = tags.station, branch.station != station {
      branch.station = station
      if case .stream = branch.item.source, branch === current {
        onEvent(.stationKnown(branch.item.entry, station))
      }
    }
    if let codec = tags.codec, branch.codec != codec {
      branch.codec = codec
      if branch === current, hasReportedStart, let format = branch.format {
        onEvent(.formatKnown(branch.item.entry, format))
      }
    }
    if case .stream = branch.item.source, branch === current, let title = tags.title, branch.title != title {
      branch.title = title
      onEvent(.streamTitle(branch.item.entry, title))
    }
  }
}
