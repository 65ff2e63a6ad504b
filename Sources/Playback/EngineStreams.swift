import CGStreamer
import GLibBridge
import PlayerCore

/// What only streams do: they wait for data, are lists of addresses, and break off.
extension Engine {
  // MARK: Waiting for data

  /// A stream that runs out of data waits until it has enough again.
  func buffer(_ message: UnsafeMutablePointer<GstMessage>) {
    var percent: gint = 0
    gst_message_parse_buffering(message, &percent)
    let waits = percent < 100
    guard waits != isBuffering else { return }
    setBuffering(waits)
    if wantsSound { pipeline?.set(waits ? GST_STATE_PAUSED : GST_STATE_PLAYING) }
  }

  func setBuffering(_ waits: Bool) {
    let told = isBuffering || reconnection.isUnderWay
    isBuffering = waits
    let tells = isBuffering || reconnection.isUnderWay
    if told != tells { onEvent(.buffering(tells)) }
  }

  // MARK: Lists of addresses

  /// What was to be played is a list of addresses, perhaps: the first that plays is played. Lists in lists are not
  /// followed, and nothing is asked for that nobody wanted to play.
  ///
  /// - Returns: false if it is none.
  func followPlaylist(_ error: PlaybackError) -> Bool {
    guard let current, wantsSound, !hasReportedStart, reconnection.attempts == 0,
      case .stream(let uri) = current.item.source, uri.lowercased().hasPrefix("http")
    else { return false }
    let (item, next) = (current.item, next)
    if addresses != nil { return openAddress(item, next) }
    guard error.code == .notAudio || error.code == .missingCodec else { return false }
    addresses = []
    dropBranches()
    self.next = next
    dormant = item
    let generation = generation
    StreamPlaylist.fetch(uri) { [weak self] found in
      guard let self, generation == self.generation, dormant == item else { return }
      addresses = found
      let next = self.next
      if wantsSound, openAddress(item, next) { return }
      dropBranches()
      if wantsSound { onEvent(.failed(item.entry, item.source, error)) }
    }
    return true
  }

  private func openAddress(_ item: PlaybackItem, _ next: PlaybackItem?) -> Bool {
    guard let address = addresses?.first else { return false }
    addresses?.removeFirst()
    var item = item
    item.source = .stream(address)
    open(item, startAt: 0, isPlaying: true)
    self.next = next
    return true
  }

  // MARK: Reconnecting

  /// Whether a stream can't have come to its own end: a radio station has none, and others know theirs.
  func endedEarly(_ branch: Branch) -> Bool {
    guard let duration = branch.duration, duration > 0, !branch.isRadio else { return branch.isRadio }
    return lastHeardPosition + 2 * Nanoseconds.second < duration
  }

  /// Opens the current stream again in a while, where it broke off.
  ///
  /// - Returns: false if it has been tried often enough, or there is nothing to open again.
  func reconnect() -> Bool {
    guard let current, wantsSound, closing == nil, case .stream = current.item.source,
      hasReportedStart || reconnection.attempts > 0, let delay = reconnection.nextDelay()
    else { return false }
    let (item, next) = (current.item, next)
    let position = current.isRadio ? 0 : lastHeardPosition
    dropBranches()
    self.next = next
    dormant = item
    restingPosition = position
    reconnection.isUnderWay = true
    onEvent(.buffering(true))
    Log.info("a stream broke off; once more in \(delay) ms")
    reconnection.timer = MainLoop.after(milliseconds: delay) { [weak self] in
      guard let self, wantsSound, let dormant else { return }
      let next = self.next
      open(dormant, startAt: restingPosition, isPlaying: true)
      self.next = next
    }
    return true
  }
}
