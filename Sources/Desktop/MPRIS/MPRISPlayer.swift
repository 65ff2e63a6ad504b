import GLibBridge
import PlayerCore

extension MPRISService {
  static let player = "org.mpris.MediaPlayer2.Player"

  var playerHandlers: BusHandlers {
    BusHandlers(
      method: { [weak self] name, arguments, invocation in
        do throws(DBusError) {
          try self?.playerMethod(name, arguments)
          invocation.reply()
        } catch { invocation.fail(error) }
      },
      property: { [weak self] name in
        guard let self else { return nil }
        switch name {
        case "Position": return .int64(Self.microseconds(position))
        case "CanControl": return .bool(true)
        default: return playerProperties[name]
        }
      },
      setProperty: { [weak self] (name: String, value: Variant) throws(DBusError) in
        self?.setPlayerProperty(name, value)
      })
  }

  // MARK: Methods

  private func playerMethod(_ name: String, _ arguments: Variant) throws(DBusError) {
    if name == "OpenUri" {
      host.open(try source(arguments[0]?.string ?? ""))
      return
    }
    // CanGoNext, CanPlay… are false: no effect, and an error where the specification wants one.
    guard let current = state.queue.current else {
      if name == "PlayPause" { throw .notSupported("Nothing to play") }
      return
    }
    switch name {
    case "Next": host.send(.next)
    case "Previous": previous()
    case "Pause": host.send(.pause)
    case "PlayPause": host.send(.toggle)
    case "Stop": if state.status != .stopped { host.send(.stop) }
    case "Play": host.send(.play)
    case "Seek": seek(by: arguments[0]?.int64 ?? 0)
    case "SetPosition":
      if arguments[0]?.objectPath == Self.trackID(current.id) { seek(to: arguments[1]?.int64 ?? -1) }
    default: break
    }
  }

  /// Deviation: after 3 s it restarts the track, as the app's button does. Media keys come this way, and a
  /// player that answers them otherwise than its own buttons surprises more than this does.
  private func previous() {
    // The state's position may be an older one than the engine's.
    host.send(position > PlayerState.restartThreshold ? .seek(0) : .previous)
  }

  private func seek(by offset: Int64) {
    guard canSeek else { return }
    let (distance, overflow) = offset.magnitude.multipliedReportingOverflow(by: Nanoseconds.microsecond)
    if offset < 0 {
      host.send(.seek(overflow || distance > position ? 0 : position - distance))
      return
    }
    let (target, beyond) = position.addingReportingOverflow(distance)
    if overflow || beyond || target > length ?? .max {
      host.send(.next)
    } else {
      host.send(.seek(target))
    }
  }

  private func seek(to microseconds: Int64) {
    guard canSeek, microseconds >= 0 else { return }
    let (target, overflow) = UInt64(microseconds).multipliedReportingOverflow(by: Nanoseconds.microsecond)
    guard !overflow, target <= length ?? .max else { return }
    host.send(.seek(target))
  }

  // MARK: Properties

  /// All that are told when they change.
  var playerProperties: [String: Variant] {
    let hasTrack = Variant.bool(state.queue.current != nil)
    return [
      "PlaybackStatus": .string(status), "LoopStatus": .string(loopStatus), "Rate": .double(state.rate),
      "Shuffle": .bool(state.queue.isShuffled), "Metadata": metadata(of: state.queue.current, in: state),
      // There is no word for "muted". Both are cubic, as sliders are.
      "Volume": .double(state.isMuted ? 0 : state.volume),
      "MinimumRate": .double(PlayerState.rates.lowerBound),
      "MaximumRate": .double(PlayerState.rates.upperBound),
      // With a current track Next always does something: with nothing left it stops.
      "CanGoNext": hasTrack, "CanGoPrevious": hasTrack, "CanPlay": hasTrack, "CanPause": hasTrack,
      "CanSeek": .bool(canSeek),
    ]
  }

  func tellPlayer() {
    let now = playerProperties
    let changed = now.filter { shownPlayer[$0.key] != $0.value }
    shownPlayer = now
    bus?.emitPropertiesChanged(Self.path, Self.player, changed)
  }

  private func setPlayerProperty(_ name: String, _ value: Variant) {
    switch name {
    case "LoopStatus": if let mode = repeatMode(value.string ?? "") { host.send(.setRepeat(mode)) }
    case "Shuffle": if let shuffled = value.bool { host.send(.setShuffled(shuffled)) }
    case "Volume": if let volume = value.double { setVolume(volume) }
    case "Rate": if let rate = value.double { setRate(rate) }
    default: break
    }
  }

  private func setVolume(_ volume: Double) {
    guard !volume.isNaN else { return }
    let clamped = min(max(0, volume), 1)
    // Muted shows as 0: whoever turns it up from there wants to hear something.
    if clamped > 0, state.isMuted { host.send(.setMuted(false)) }
    host.send(.setVolume(clamped))
  }

  private func setRate(_ rate: Double) {
    guard !rate.isNaN else { return }
    guard rate != 0 else {
      host.send(.pause)
      return
    }
    host.send(.setRate(min(max(PlayerState.rates.lowerBound, rate), PlayerState.rates.upperBound)))
  }

  private var status: String {
    switch state.status {
    case .playing: "Playing"
    case .paused: "Paused"
    case .stopped: "Stopped"
    }
  }

  private var loopStatus: String {
    switch state.queue.repeatMode {
    case .off: "None"
    case .one: "Track"
    case .all: "Playlist"
    }
  }

  private func repeatMode(_ status: String) -> RepeatMode? {
    switch status {
    case "None": .off
    case "Track": .one
    case "Playlist": .all
    default: nil
    }
  }

  /// In nanoseconds, never behind the end.
  private var position: UInt64 {
    guard state.queue.current != nil else { return 0 }
    return min(state.status == .stopped ? state.position : host.position(), length ?? .max)
  }

  /// The current entry's length in nanoseconds, if it is known.
  private var length: UInt64? {
    state.duration ?? state.queue.current.flatMap { host.track($0.track)?.durationNanoseconds }
  }

  /// Not in a live stream.
  private var canSeek: Bool {
    guard let current = state.queue.current else { return false }
    if case .stream = host.track(current.track)?.source { return length != nil }
    return true
  }
}
