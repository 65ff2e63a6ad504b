import Desktop
import GLibBridge
import PlayerCore

private let noTrack: ObjectPath = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

@MainActor
let mprisListCases: Cases = [
  "mprisShowsTwentyTracksRoundTheCurrentOne": {
    let bench = try await MPRISBench()
    for (count, start, first, last) in [
      (5, 0, 1, 5), (20, 19, 1, 20), (50, 0, 1, 20), (50, 9, 1, 20), (50, 10, 2, 21), (50, 25, 17, 36),
      (50, 49, 31, 50),
    ] {
      bench.play(1...count, start: start)
      expectEqual(await shown(bench), Array(first...last))
    }
    bench.send(.playNext([TrackID(55)]))
    expectEqual(await shown(bench).count, 20)
    bench.end()
  },

  "mprisTracksAreAddedWhereAsked": {
    let bench = try await MPRISBench()
    bench.play(1...4, start: 1)
    func add(_ uri: String, _ after: ObjectPath, _ now: Bool = false) async -> String {
      await bench.call("TrackList", "AddTrack", .string(uri), .objectPath(after), .bool(now))
    }
    func id(_ index: Int) async -> ObjectPath {
      (await bench.get("TrackList", "Tracks")?.objectPaths ?? [])[index]
    }
    func titles() async -> [String] { await metadata(bench).compactMap { $0["xesam:title"]?.string } }
    expectEqual(await add("file:///x/first", noTrack), "()")
    expectEqual(await add("file:///x/played", await id(1)), "()")
    expectEqual(await add("file:///x/next", await id(3)), "()")
    expectEqual(await add("file:///x/last", await id(6)), "()")
    await Probe.settle()
    expectEqual(
      await titles(), ["first", "Title 1", "played", "Title 2", "next", "Title 3", "Title 4", "last"])
    expectEqual(bench.currentTrack, 2)
    // A file that a sheet cuts comes whole, in its order.
    expectEqual(await add("file:///x/image", await id(0)), "()")
    await Probe.settle()
    expectEqual(await titles().prefix(5), ["first", "one", "two", "three", "Title 1"])
    bench.send(.remove(Array(bench.state.queue.timeline(1..<4).map(\.id))))
    // What isn't supported, isn't music, or goes behind an unknown track changes nothing.
    expectEqual(await add("ftp://x/y", noTrack), "NotSupported")
    expectEqual(await add("file:///x/broken", noTrack), "()")
    expectEqual(await add("file:///x/lost", "/io/github/nagara_player/Nagara/track/999"), "()")
    expectEqual(await add("file:///x/lost", "/"), "()")
    await Probe.settle()
    expectEqual(await titles().count, 8)
    bench.send(.stop)
    expectEqual(await add("file:///x/now", await id(7), true), "()")
    try await Probe.wait(for: "the track") { bench.state.status == .playing }
    expectEqual(await bench.get("Player", "Metadata")?.dictionary?["xesam:title"], .string("now"))
    bench.end()
  },

  "mprisTracksAreRemovedAndGoneTo": {
    let bench = try await MPRISBench()
    bench.play(1...30, start: 0)
    let ids = await bench.get("TrackList", "Tracks")?.objectPaths ?? []
    await bench.call("TrackList", "GoTo", .objectPath(ids[2]))
    expectEqual(bench.currentTrack, 3)
    await bench.call("TrackList", "RemoveTrack", .objectPath(ids[3]))
    await bench.call("TrackList", "RemoveTrack", .objectPath(ids[2]))
    expectEqual(bench.currentTrack, 5)
    _ = await bench.hear()
    let outside: ObjectPath = "/io/github/nagara_player/Nagara/track/30"
    for path in [ids[2], noTrack, "/", outside, "/io/github/nagara_player/Nagara/track/05"] as [ObjectPath] {
      await bench.call("TrackList", "GoTo", .objectPath(path))
      await bench.call("TrackList", "RemoveTrack", .objectPath(path))
      expectEqual(
        await bench.call("TrackList", "GetTracksMetadata", .objectPaths([path, path])), "(@aa{sv} [],)")
    }
    expectEqual(await bench.hear(), [])
    expectEqual(bench.currentTrack, 5)
    bench.end()
  },

  "mprisListSignalsLeadFromTheOldListToTheNew": {
    let bench = try await MPRISBench()
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = Sequence(seed)
    var mirror: [ObjectPath] = []
    var known: [ObjectPath: [String: Variant]] = [:]
    for step in 0..<400 {
      let count = bench.state.queue.timelineCount
      let entry = count > 0 ? bench.state.queue.timelineEntry(at: random.next(count)) : nil
      switch random.next(10) {
      case 0 where step % 5 == 0 || count == 0: bench.play(1...(1 + random.next(40)), start: random.next(40))
      case 1, 2: bench.send(.next)
      case 3: bench.send(.previous)
      case 4: bench.send(.playNext([TrackID(Int64(1 + random.next(60)))]))
      case 5: if let entry { bench.send(.remove([entry.id])) }
      case 6: if let entry { bench.send(.playEntry(entry.id)) }
      case 7: bench.send(.setShuffled(random.next(2) == 0))
      case 8: bench.send(.undo)
      default:
        if let current = bench.state.queue.current {
          bench.send(.engine(.streamTitle(current.id, "Title \(random.next(5))")))
        }
      }
      for signal in await bench.signals() where signal.interface.hasSuffix(".TrackList") {
        apply(signal, to: &mirror, &known)
      }
      let tracks = await bench.get("TrackList", "Tracks")?.objectPaths ?? []
      expectEqual(mirror, tracks)
      let fresh = await metadata(bench)
      for (path, now) in zip(tracks, fresh) {
        if let told = known[path] { expectEqual(told, now) }
        known[path] = now
      }
      if Probe.failures > 0 { break }
    }
    bench.end()
  },

  "mprisSurvivesTenThousandCallsOfJunk": {
    let bench = try await MPRISBench(playlists: true)
    bench.lists = [MPRISPlaylist(id: 1, name: "A")]
    bench.play(1...40, start: 10)
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = Sequence(seed)
    var player = await bench.all("Player")
    _ = await bench.signals()
    for round in 0..<200 {
      var calls: [Task<Void, Never>] = []
      for _ in 0..<50 {
        let (interface, member, arguments) = random.call(bench)
        calls.append(
          Task {
            if member.hasPrefix("=") {
              await bench.set(interface, String(member.dropFirst()), arguments[0])
            } else {
              await bench.call(interface, member, arguments)
            }
          })
      }
      for call in calls { await call.value }
      await Probe.settle()
      // Whoever believed each PropertiesChanged knows what is so.
      for signal in await bench.signals() where signal.member == "PropertiesChanged" {
        guard signal.arguments[0]?.string == "org.mpris.MediaPlayer2.Player" else { continue }
        let changed = signal.arguments[1]?.dictionary ?? [:]
        expect(!changed.isEmpty && changed["Position"] == nil, "\(changed)")
        for (key, value) in changed {
          expect(player[key] != value, "\(key) told without a change")
          player[key] = value
        }
      }
      player["Position"] = await bench.get("Player", "Position")
      expectEqual(await bench.all("Player"), player)
      if Probe.failures > 0 {
        print("in round \(round)")
        break
      }
    }
    bench.end()
  },
]

/// Random numbers that a seed brings back.
private struct Sequence {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  mutating func pick<T>(_ values: [T]) -> T { values[next(values.count)] }

  /// A method, or `=` and a property, with arguments that may fit.
  @MainActor
  mutating func call(_ bench: MPRISBench) -> (String, String, [Variant]) {
    let ids: [ObjectPath] = [
      noTrack, "/", "/io/github/nagara_player/Nagara/track/999999999999", ObjectPath(bench.currentID) ?? "/",
      ObjectPath("/io/github/nagara_player/Nagara/track/\(next(80))")!,
    ]
    let path = Variant.objectPath(pick(ids))
    let number = Variant.int64(pick([.min, -1, 0, 1, 5_000_000, 61_000_000, .max]))
    let uri = Variant.string(pick(["", "file:///a", "file:///broken", "http://x", "nonsense", "file://h/a"]))
    let value = Variant.double(pick([.nan, -.infinity, -1, 0, 0.3, 1, 2, 1e308, .infinity]))
    let all: [(String, String, [Variant])] = [
      ("", "Raise", []), ("", "Quit", []), ("", "=Fullscreen", [.bool(true)]), ("", "Nothing", []),
      ("Player", "Next", []), ("Player", "Previous", []), ("Player", "Pause", []), ("Player", "Play", []),
      ("Player", "PlayPause", []), ("Player", "Stop", []), ("Player", "Seek", [number]),
      ("Player", "SetPosition", [path, number]), ("Player", "OpenUri", [uri]),
      ("Player", "=Volume", [value]), ("Player", "=Rate", [value]),
      ("Player", "=Shuffle", [.bool(next(2) == 0)]), ("Player", "=Position", [number]),
      ("Player", "=LoopStatus", [.string(pick(["None", "Track", "Playlist", "", "x"]))]),
      ("TrackList", "GetTracksMetadata", [.objectPaths(ids)]), ("TrackList", "GoTo", [path]),
      ("TrackList", "AddTrack", [uri, path, .bool(next(2) == 0)]), ("TrackList", "RemoveTrack", [path]),
      ("Playlists", "ActivatePlaylist", [path]),
      ("Playlists", "GetPlaylists", [.uint32(.max), .uint32(.max), uri, .bool(true)]),
    ]
    let chosen = pick(all)
    // One in eight has arguments of another method.
    return next(8) == 0 && !chosen.1.hasPrefix("=") ? (chosen.0, chosen.1, pick(all).2) : chosen
  }
}

/// What a client makes of a signal of the list.
@MainActor
private func apply(
  _ signal: BusConnection.Received, to mirror: inout [ObjectPath],
  _ known: inout [ObjectPath: [String: Variant]]
) {
  switch signal.member {
  case "TrackListReplaced":
    mirror = signal.arguments[0]?.objectPaths ?? []
    // Nothing is told of what each is now.
    known = [:]
  case "TrackRemoved":
    let before = mirror.count
    mirror.removeAll { $0 == signal.arguments[0]?.objectPath }
    expectEqual(mirror.count, before - 1)
  case "TrackAdded":
    guard let values = signal.arguments[0]?.dictionary, let id = values["mpris:trackid"]?.objectPath,
      let after = signal.arguments[1]?.objectPath
    else { return Probe.fail("TrackAdded without a track") }
    let place = after == noTrack ? 0 : mirror.firstIndex(of: after).map { $0 + 1 }
    expect(place != nil, "added behind an unknown track")
    mirror.insert(id, at: place ?? 0)
    known[id] = values
  case "TrackMetadataChanged":
    guard let id = signal.arguments[0]?.objectPath else { return }
    expect(mirror.contains(id), "changed an unknown track")
    known[id] = signal.arguments[1]?.dictionary
  default: break
  }
}

/// The metadata of all that the list shows.
@MainActor
private func metadata(_ bench: MPRISBench) async -> [[String: Variant]] {
  let ids = await bench.get("TrackList", "Tracks")?.objectPaths ?? []
  let answer = try? await bench.client.call(
    bench.server.uniqueName, MPRISBench.path, "org.mpris.MediaPlayer2.TrackList", "GetTracksMetadata",
    .tuple(.objectPaths(ids)), reply: "(aa{sv})")
  return answer?[0]?.children?.compactMap(\.dictionary) ?? []
}

/// The numbers of the tracks that the list shows.
@MainActor
private func shown(_ bench: MPRISBench) async -> [Int] {
  (await bench.get("TrackList", "Tracks")?.objectPaths ?? []).compactMap { path in
    let id = UInt32(path.string.split(separator: "/").last ?? "").map(EntryID.init)
    return id.flatMap { bench.state.queue.entry($0) }.map { Int($0.track.rawValue) }
  }
}
