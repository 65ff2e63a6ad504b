// Plays files through the real player and engine, on the process's first thread as the app does, and prints what
// happens as JSON lines. Driven by PlaybackTests and by hand:
//
//   PlaybackProbe [--output DESCRIPTION] [--fast] [--capture FILE] [--watch] [--watch-loop] [--do MS:COMMAND[=VALUE]]…
//     [--on EVENT[#N]:COMMAND[=VALUE]]…
//     [--gain DB | --r128 Q7.8] [--pre-amp DB] [--fallback DB] [--no-clip-guard] [--crossfade SECONDS] [--album] FILES|URIs…
//
// `FILE#t=START-END` is a part of a file, in nanoseconds, as a CUE sheet's track; without END up to the file's.
// With --watch-loop the end tells for how many milliseconds the main loop was away at most.
// Commands: play pause toggle stop next previous seek=MS volume=0…1 mute=0|1 rate=R repeat=off|all|one
// stop-after sleep-now remove=INDEX balance=-1…1 mono=0|1 equalizer=DB,… fallback=DB
// devices device=NAME|automatic run=COMMANDLINE wait=COMMANDLINE each-start=COMMANDLINE position looks=N live quit. Times count from the start of the loop; `--on` does it at the Nth
// line of that event, the first one without N. It ends at `quit`, or, without one, when the player stops.

import CGLib
import GLibBridge
import Glibc
import Playback
import PlayerCore

@MainActor
final class Probe {
  var state = PlayerState(queue: Queue(seed: 1))
  var engine: Engine!
  var tracks: [Track] = []
  var gains = Gains()
  var crossfade: UInt64 = 0
  /// Whether the files are tracks of one album.
  var isAlbum = false
  var loudness = LoudnessSettings(mode: .track)
  var capture: String?
  /// Run whenever a track begins to sound.
  var eachStart: String?
  var quits = false
  /// What is done when an event has been printed so often.
  var triggers: [(event: String, command: String)] = []
  var counts: [String: Int] = [:]
  let loop = g_main_loop_new(nil, 0)
  let start = g_get_monotonic_time()
  var devices: [OutputDevice] = []
  var tokens: [SourceToken] = []
  /// When the main loop last came by, and the longest it was away, in microseconds.
  var lastTurn: Int64?
  var longestTurn: Int64 = 0

  /// Looks every 5 ms whether the main loop still comes by.
  func watchLoop() {
    tokens.append(
      MainLoop.every(milliseconds: 5) {
        let now = MainLoop.monotonicMicroseconds
        self.longestTurn = max(self.longestTurn, now - (self.lastTurn ?? now))
        self.lastTurn = now
        return true
      })
  }

  func send(_ action: PlayerAction) {
    let wasStopped = state.status == .stopped
    for effect in reduce(&state, action) {
      engine.perform(effect) { entry in
        self.item(entry.id, Int(entry.track.rawValue))
      }
    }
    if state.status == .stopped, !wasStopped, !quits {
      tokens.append(MainLoop.after(milliseconds: 300) { g_main_loop_quit(self.loop) })
    }
  }

  func item(_ entry: EntryID, _ index: Int) -> PlaybackItem {
    var track = tracks[index]
    track.gains = gains
    return PlaybackItem(
      entry: entry, track: track, loudness: loudness, crossfade: crossfade,
      previous: index > 0 ? tracks[index - 1] : nil,
      next: index + 1 < tracks.count ? tracks[index + 1] : nil)
  }

  /// Bytes captured so far.
  var captured: Int {
    guard let capture else { return 0 }
    var status = stat()
    return stat(capture, &status) == 0 ? status.st_size : 0
  }

  func print(_ event: String, _ fields: [(String, String)] = []) {
    let time = Double(g_get_monotonic_time() - start) / 1000
    let all = [("t", "\(time)"), ("event", quoted(event))] + fields
    let line = "{" + all.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ",") + "}\n"
    let bytes = Array(line.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
    counts[event, default: 0] += 1
    for trigger in triggers where trigger.event == "\(event)#\(counts[event]!)" {
      // The player is told of the event first.
      tokens.append(MainLoop.after(milliseconds: 0) { self.run(trigger.command) })
    }
  }

  func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      + "\""
  }

  func index(_ entry: EntryID) -> String { state.queue.entry(entry).map { "\($0.track.rawValue)" } ?? "-1" }

  func report(_ event: EngineEvent) {
    switch event {
    case .started(let entry, let joined):
      print("started", [("track", index(entry)), ("joined", "\(joined)")])
      if let eachStart { g_spawn_command_line_async(eachStart, nil) }
    case .durationKnown(let entry, let duration):
      print("duration", [("track", index(entry)), ("ns", duration.map { "\($0)" } ?? "null")])
    case .formatKnown(let entry, let format):
      print(
        "format",
        [
          ("track", index(entry)), ("rate", "\(format.sampleRate)"), ("channels", "\(format.channels)"),
          ("bits", "\(format.bitsPerSample)"), ("codec", quoted(format.codec ?? "")),
        ])
    case .positionTick(let entry, let position):
      print("tick", [("track", index(entry)), ("ns", "\(position)")])
    case .finished(let entry): print("finished", [("track", index(entry))])
    case .failed(let entry, let source, let error):
      print(
        "failed",
        [
          ("track", index(entry)), ("file", quoted(source.displayName)), ("code", quoted("\(error.code)")),
          ("reason", quoted(error.reason)), ("details", quoted(error.details)),
        ])
    case .deviceFailed(let error, let position):
      print(
        "device",
        [("reason", quoted(error.reason)), ("details", quoted(error.details)), ("ns", "\(position)")])
    case .streamTitle(let entry, let title):
      print("title", [("track", index(entry)), ("title", quoted(title))])
    case .stationKnown(let entry, let name):
      print("station", [("track", index(entry)), ("title", quoted(name))])
    case .buffering(let waits): print("buffering", [("waits", "\(waits)")])
    case .volumeChanged(let volume, let muted):
      print("volume", [("volume", "\(volume)"), ("muted", "\(muted)")])
    }
    send(.engine(event))
  }

  /// Prints the position, and between which times it was read.
  func look() {
    let before = Double(g_get_monotonic_time() - start) / 1000
    let position = engine.position
    let bytes = captured
    let after = Double(g_get_monotonic_time() - start) / 1000
    print(
      "position",
      [
        ("ns", "\(position)"), ("captured", "\(bytes)"), ("before", "\(before)"), ("after", "\(after)"),
      ])
  }

  func run(_ command: String) {
    let parts = command.split(separator: "=", maxSplits: 1).map(String.init)
    let value = parts.count > 1 ? parts[1] : ""
    print("do", [("command", quoted(command)), ("captured", "\(captured)")])
    switch parts[0] {
    case "play": send(.play)
    case "pause": send(.pause)
    case "toggle": send(.toggle)
    case "stop": send(.stop)
    case "next": send(.next)
    case "previous": send(.previous)
    case "seek": send(.seek(UInt64((Double(value) ?? 0) * 1_000_000)))
    case "volume": send(.setVolume(Double(value) ?? 1))
    case "mute": send(.setMuted(value == "1"))
    case "rate": send(.setRate(Double(value) ?? 1))
    case "repeat": send(.setRepeat(value == "one" ? .one : value == "all" ? .all : .off))
    case "stop-after": send(.setStopAfterCurrent(true))
    case "sleep-now":
      send(.setSleep(.after(1)))
      send(.sleepTimeIsUp)
    case "remove": send(.remove([state.queue.timelineEntry(at: Int(value) ?? 0).id]))
    case "balance": engine.setBalance(Double(value) ?? 0)
    case "mono": engine.setMono(value == "1")
    case "equalizer": engine.setEqualizer(value.split(separator: ",").map { Double($0) ?? 0 })
    case "fallback":
      loudness.fallback = Double(value) ?? 0
      engine.updateGains { entry in
        self.state.queue.entry(entry).map { self.item(entry, Int($0.track.rawValue)).gain }
      }
    case "devices":
      engine.watchDevices { devices in
        self.devices = devices
        self.print("devices", [("names", self.quoted(devices.map(\.name).joined(separator: ",")))])
      }
    case "device":
      let id = devices.first { $0.name == value }?.id
      engine.setOutput(id.map { .device($0) } ?? .automatic)
    case "each-start": eachStart = value
    case "run": g_spawn_command_line_async(value, nil)
    case "wait":
      g_spawn_command_line_sync(value, nil, nil, nil, nil)
      print("waited")
    case "position": look()
    case "looks":
      let count = UInt32(value) ?? 1
      for index in 0..<count { tokens.append(MainLoop.after(milliseconds: index * 15) { self.look() }) }
      // Behind the last of them.
      tokens.append(MainLoop.after(milliseconds: count * 15) { self.print("looked") })
    case "live":
      print("live", [("objects", "\(LiveCounter.objects)"), ("boxes", "\(LiveCounter.boxes)")])
    case "quit": g_main_loop_quit(loop)
    default: print("unknown")
    }
  }

  /// A file's part, as `FILE#t=START-END`.
  func part(_ argument: String) -> (file: String, segment: Segment?) {
    guard let mark = argument.firstRange(of: "#t=") else { return (argument, nil) }
    let ends = argument[mark.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = UInt64(ends[0]) else { return (argument, nil) }
    return (String(argument[..<mark.lowerBound]), Segment(start: start, end: UInt64(ends[1])))
  }

  func add(_ source: MediaSource, segment: Segment? = nil) {
    var track = Track(id: TrackID(Int64(tracks.count)), source: source)
    track.segment = segment
    if isAlbum {
      track.album = "Album"
      track.number = NumberOfTotal(tracks.count + 1)
    }
    tracks.append(track)
  }

  func number(_ rest: inout ArraySlice<String>) -> Double { rest.popFirst().flatMap(Double.init) ?? 0 }

  func main(_ arguments: [String]) {
    var output = AudioOutput.automatic
    var description: String?
    var isRealTime = true
    var isWatched = false
    var commands: [(UInt32, String)] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--output": description = rest.popFirst()
      case "--fast": isRealTime = false
      case "--capture": capture = rest.popFirst()
      case "--watch": isWatched = true
      case "--watch-loop": watchLoop()
      case "--gain": gains.track = Gain(decibels: number(&rest))
      case "--r128": gains.track = Gain(r128: Int(number(&rest)))
      case "--pre-amp": loudness.preAmp = number(&rest)
      case "--fallback": loudness.fallback = number(&rest)
      case "--crossfade": crossfade = UInt64(number(&rest) * 1e9)
      case "--album": isAlbum = true
      case "--no-clip-guard": loudness.preventsClipping = false
      case "--do":
        let parts = (rest.popFirst() ?? "").split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2 { commands.append((UInt32(parts[0]) ?? 0, parts[1])) }
      case "--on":
        let parts = (rest.popFirst() ?? "").split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2 {
          triggers.append((parts[0].contains("#") ? parts[0] : parts[0] + "#1", parts[1]))
        }
      default:
        let isURI = argument.contains("://")
        if isURI {
          add(MediaSource(uri: argument))
        } else {
          let (file, segment) = part(argument)
          if let path = FilePath(file) { add(.file(path), segment: segment) }
        }
      }
    }
    if let capture {
      description =
        "audioconvert ! audio/x-raw,format=F32LE,layout=interleaved ! filesink buffer-mode=unbuffered "
        + "sync=\(isRealTime) location=\"\(capture)\""
    }
    if let description { output = .description(description, isRealTime: isRealTime) }
    engine = Engine(output: output) { [unowned self] event in report(event) }
    engine.isPositionWatched = isWatched
    quits = commands.contains { $0.1 == "quit" } || triggers.contains { $0.command == "quit" }
    for (time, command) in commands {
      tokens.append(MainLoop.after(milliseconds: time) { self.run(command) })
    }
    send(
      .playContext(
        tracks.map(\.id), context: nil, start: 0, shuffled: false))
    g_main_loop_run(loop)
    print("end", [("captured", "\(captured)"), ("away", "\(Double(longestTurn) / 1000)")])
    engine.stopAtOnce()
  }
}

MainLoop.attach()
let probe = Probe()
probe.main(Array(CommandLine.arguments.dropFirst()))
