import PlayerCore

/// What the command line asks of the player that is running.
enum RemoteCommand: Equatable {
  case play, pause, toggle, next, previous, stop
  case seek(Seek)
  case volume(Volume)
  case status

  enum Seek: Equatable {
    /// Nanoseconds.
    case to(UInt64)
    case by(Int64)
  }

  /// As the slider shows it, 0…1.
  enum Volume: Equatable {
    case to(Double)
    case by(Double)
  }

  /// Why a command did nothing.
  struct Failure: Error, Equatable {
    let status: Int32
    let message: String

    static let notRunning = Failure(status: 3, message: "Nagara is not running")
    static let nothingToPlay = Failure(status: 1, message: "there is nothing to play")
  }

  /// Makes sense without a player that is running: it is started.
  var starts: Bool { self == .play || self == .toggle }

  /// What is to be sent; `nil` for a question.
  func action(in state: AppState) -> Result<AppAction?, Failure> {
    switch self {
    case .status: return .success(nil)
    case .volume(.to(let value)): return .success(.player(.setVolume(value)))
    case .volume(.by(let step)): return .success(.player(.setVolume(state.player.volume + step)))
    case .play, .toggle:
      let canStart = state.player.canPlay || !state.library.isEmpty || state.isRestoring
      guard canStart else { return .failure(.nothingToPlay) }
      let pauses = self == .toggle && state.player.status == .playing
      return .success(pauses ? .player(.pause) : .resume)
    case .stop: return .success(.player(.stop))
    case .pause, .next, .previous, .seek:
      guard state.player.queue.current != nil else { return .failure(.nothingToPlay) }
    }
    switch self {
    case .pause: return .success(.player(.pause))
    case .next: return .success(.player(.next))
    case .previous: return .success(.player(.previous))
    case .seek(.to(let position)): return .success(.player(.seek(position)))
    case .seek(.by(let step)): return .success(.player(.seekBy(step)))
    default: return .success(nil)
    }
  }
}

extension RemoteCommand.Seek {
  /// `90`, `1:30`, `1:02:03.5`: a place; `+10`, `-0:30`: a step.
  init?(_ text: String) {
    let sign = text.first.flatMap { "+-".contains($0) ? $0 : nil }
    let fields = text.dropFirst(sign == nil ? 0 : 1).split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(fields.count) else { return nil }
    var seconds = 0.0
    for (index, field) in fields.enumerated() {
      let isLast = index == fields.count - 1
      guard !field.isEmpty, field.allSatisfy({ $0.isASCII && ($0.isNumber || isLast && $0 == ".") }),
        let value = Double(String(field))
      else { return nil }
      seconds = seconds * 60 + value
    }
    guard seconds <= 1_000_000 else { return nil }
    let nanoseconds = (seconds * Double(Nanoseconds.second)).rounded()
    switch sign {
    case "+": self = .by(Int64(nanoseconds))
    case "-": self = .by(-Int64(nanoseconds))
    default: self = .to(UInt64(nanoseconds))
    }
  }
}

extension RemoteCommand.Volume {
  /// Percent: `40`, `40%`; `+5`, `-5`: a step.
  init?(_ text: String) {
    var text = text[...]
    if text.last == "%" { text.removeLast() }
    let sign = text.first.flatMap { "+-".contains($0) ? $0 : nil }
    if sign != nil { text.removeFirst() }
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let percent = Double(String(text)), percent <= 100
    else { return nil }
    switch sign {
    case "+": self = .by(percent / 100)
    case "-": self = .by(-percent / 100)
    default: self = .to(percent / 100)
    }
  }
}

/// What `--status` prints.
struct StatusReport {
  let state: AppState
  /// In nanoseconds.
  let position: UInt64

  private var status: String {
    switch state.player.status {
    case .playing: "playing"
    case .paused: "paused"
    case .stopped: "stopped"
    }
  }

  private var title: String? { state.currentTrack.map { _ in state.soundingTitle } }
  private var repeatMode: String {
    switch state.player.queue.repeatMode {
    case .off: "off"
    case .all: "all"
    case .one: "one"
    }
  }

  /// Lines of a name, a colon and a value; what isn't known has none.
  var lines: String {
    let track = state.currentTrack
    let length = state.duration.map { " / " + clockText($0) } ?? ""
    let values: KeyValuePairs<String, String?> = [
      "status": status, "title": title, "artist": track?.displayArtist, "album": track?.album,
      "station": state.stationName,
      "position": track.map { _ in clockText(position) + length },
      "volume": "\(Int((state.player.volume * 100).rounded()))%" + (state.player.isMuted ? " (muted)" : ""),
      "repeat": repeatMode, "shuffle": state.player.queue.isShuffled ? "on" : "off",
    ]
    return values.compactMap { name, value in value.map { "\(name): \($0)" } }.joined(separator: "\n")
  }

  /// Times are in seconds, the volume is 0…1.
  var json: JSON {
    let track = state.currentTrack
    return .object([
      "running": .bool(true), "status": .string(status),
      "track": track.map { FactsJSON.track($0) },
      "streamTitle": state.player.streamTitle.map(JSON.string),
      "station": state.stationName.map(JSON.string),
      "position": track.map { _ in FactsJSON.seconds(position) },
      "duration": state.duration.map { FactsJSON.seconds($0) },
      "volume": .number(state.player.volume), "muted": .bool(state.player.isMuted),
      "repeat": .string(repeatMode), "shuffle": .bool(state.player.queue.isShuffled),
      "rate": .number(state.player.rate), "upNext": .integer(Int64(state.player.queue.upNextCount)),
    ])
  }

  static let notRunning = JSON.object(["running": .bool(false)])
}
