import Desktop
import GLibBridge
import Glibc
import PlayerCore

/// A player with a stand-in for the engine, on the bus, and a client that hears all it says.
@MainActor
final class MPRISBench {
  let server: BusConnection
  let client: BusConnection
  private(set) var state = PlayerState(queue: Queue(seed: 3))
  private(set) var service: MPRISService!
  var tracks: [TrackID: Track] = [:]
  /// Where the engine is, in nanoseconds.
  var position: UInt64 = 0
  var opened: [String] = []
  var raised = 0
  var quits = 0
  var sent: [PlayerAction] = []
  var lists: [MPRISPlaylist] = []
  var activeList: Int64?
  var playlistsAreShown = false
  /// Every signal since the last `hear()`: its member and arguments.
  private var heard: [BusConnection.Received] = []
  private var subscription: BusToken?
  private var pending: [PlayerAction] = []
  private var isReducing = false

  static let path: ObjectPath = "/org/mpris/MediaPlayer2"

  init(playlists: Bool = false) async throws {
    server = try BusConnection.open(address: busAddress())
    client = try BusConnection.open(address: busAddress())
    for number in 1...60 { tracks[TrackID(Int64(number))] = Self.track(number) }
    var host = MPRISHost(
      send: { [weak self] in
        self?.sent.append($0)
        self?.send($0)
      },
      position: { [weak self] in self?.position ?? 0 },
      track: { [weak self] in self?.tracks[$0] },
      artwork: { $0.coverKey.flatMap { FilePath("/covers/" + $0) } },
      open: { [weak self] in self?.opened.append($0.uri) },
      add: { [weak self] source in
        guard let self, source.path?.displayName != "broken" else { return [] }
        return (source.path?.displayName == "image" ? ["one", "two", "three"] : [nil]).map { title in
          let id = TrackID(Int64(-1 - self.tracks.count))
          self.tracks[id] = Track(id: id, source: source, title: title)
          return id
        }
      },
      raise: { [weak self] in self?.raised += 1 },
      quit: { [weak self] in self?.quits += 1 })
    if playlists {
      host.playlists = MPRISPlaylistSource(
        list: { [weak self] in self?.lists ?? [] }, active: { [weak self] in self?.activeList },
        activate: { [weak self] in self?.activeList = $0 },
        isShown: { [weak self] in self?.playlistsAreShown = true })
    }
    service = MPRISService(host, state: state)
    try service.start(on: server)
    subscription = client.subscribe(path: Self.path) { [weak self] in self?.heard.append($0) }
    _ = await get("Player", "Position")
  }

  func end() {
    subscription?.end()
    service.stop()
    client.close()
    server.close()
  }

  /// Track 1 is 61 s long, and so on; every tenth is a stream, every fifth has only a file name.
  private static func track(_ number: Int) -> Track {
    let id = TrackID(Int64(number))
    if number % 10 == 0 {
      return Track(id: id, source: .stream("http://radio.example/\(number)"), title: "Radio")
    }
    let file = MediaSource.file(FilePath("/music/\(number) #é.flac")!)
    let length = UInt64(60 + number) * Nanoseconds.second + 999
    if number % 5 == 0 { return Track(id: id, source: file, durationNanoseconds: length) }
    return Track(
      id: id, source: file, title: "Title \(number)", artists: ["A", "B"], albumArtists: ["C"],
      album: "Album", number: NumberOfTotal(number, of: 12), disc: NumberOfTotal(1),
      date: PartialDate(year: 987),
      genres: ["G"], composers: ["H"], durationNanoseconds: length, coverKey: "a b\(number).png")
  }

  // MARK: The player

  func send(_ action: PlayerAction) {
    pending.append(action)
    guard !isReducing else { return }
    isReducing = true
    defer { isReducing = false }
    while !pending.isEmpty {
      let effects = reduce(&state, pending.removeFirst())
      service.update(state)
      for effect in effects { perform(effect) }
    }
  }

  private func perform(_ effect: PlayerEffect) {
    switch effect {
    case .load(let entry, let start, _):
      position = start
      pending.append(.engine(.started(entry.id, joined: false)))
      pending.append(.engine(.durationKnown(entry.id, tracks[entry.track]?.durationNanoseconds)))
    case .seek(let target): position = target
    case .stop: position = 0
    default: break
    }
  }

  func play(_ range: ClosedRange<Int>, start: Int = 0) {
    send(
      .playContext(
        range.map { TrackID(Int64($0)) }, context: ContextID(1), start: start, shuffled: false))
  }

  var currentTrack: Int { state.queue.current.map { Int($0.track.rawValue) } ?? 0 }
  var currentID: String {
    state.queue.current.map { "/io/github/nagara_player/Nagara/track/\($0.id.rawValue)" } ?? ""
  }

  // MARK: The client

  /// Calls a method; an error's last word, or the answer.
  @discardableResult
  func call(_ interface: String, _ method: String, _ arguments: Variant...) async -> String {
    await call(interface, method, arguments)
  }

  @discardableResult
  func call(_ interface: String, _ method: String, _ arguments: [Variant]) async -> String {
    do throws(DBusError) {
      return try await client.call(
        server.uniqueName, Self.path, Self.full(interface), method, .tuple(arguments)
      ).description
    } catch { return String(error.name.split(separator: ".").last ?? "") }
  }

  func get(_ interface: String, _ name: String) async -> Variant? {
    try? await client.property(server.uniqueName, Self.path, Self.full(interface), name)
  }

  @discardableResult
  func set(_ interface: String, _ name: String, _ value: Variant) async -> String {
    do throws(DBusError) {
      try await client.setProperty(server.uniqueName, Self.path, Self.full(interface), name, value)
      return "ok"
    } catch { return String(error.name.split(separator: ".").last ?? "") }
  }

  func all(_ interface: String) async -> [String: Variant] {
    let answer = try? await client.call(
      server.uniqueName, Self.path, "org.freedesktop.DBus.Properties", "GetAll",
      .tuple(.string(Self.full(interface))))
    return answer?[0]?.dictionary ?? [:]
  }

  /// What was said since the last time, each as `Member(arguments)`; of properties only the names, in order.
  func hear() async -> [String] {
    await signals().map { signal in
      guard signal.member == "PropertiesChanged" else { return signal.member + signal.arguments.description }
      let names = (signal.arguments[1]?.dictionary ?? [:]).keys.sorted()
      let stale = (signal.arguments[2]?.strings ?? []).map { "?" + $0 }
      return (names + stale).joined(separator: " ")
    }
  }

  func signals() async -> [BusConnection.Received] {
    // An answer comes after all that was sent before it.
    _ = await get("Player", "Position")
    defer { heard = [] }
    return heard
  }

  private static func full(_ interface: String) -> String {
    "org.mpris.MediaPlayer2" + (interface.isEmpty ? "" : "." + interface)
  }
}
