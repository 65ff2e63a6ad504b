import Desktop
import Dispatch
import GLibBridge
import Glibc
import PlayerCore

private let second: Int64 = 1_000_000

@MainActor
let mprisCases: Cases = [
  "mprisHasEveryPropertyWithItsType": {
    let bench = try await MPRISBench(playlists: true)
    func types(_ interface: String) async -> [String: String] { await bench.all(interface).mapValues(\.type) }
    for _ in 0..<2 {
      expectEqual(
        await types(""),
        [
          "CanQuit": "b", "CanRaise": "b", "CanSetFullscreen": "b", "DesktopEntry": "s", "Fullscreen": "b",
          "HasTrackList": "b", "Identity": "s", "SupportedMimeTypes": "as", "SupportedUriSchemes": "as",
        ])
      expectEqual(
        await types("Player"),
        [
          "PlaybackStatus": "s", "LoopStatus": "s", "Rate": "d", "Shuffle": "b", "Metadata": "a{sv}",
          "Volume": "d", "Position": "x", "MinimumRate": "d", "MaximumRate": "d", "CanGoNext": "b",
          "CanGoPrevious": "b", "CanPlay": "b", "CanPause": "b", "CanSeek": "b", "CanControl": "b",
        ])
      expectEqual(await types("TrackList"), ["Tracks": "ao", "CanEditTracks": "b"])
      expectEqual(
        await types("Playlists"), ["PlaylistCount": "u", "Orderings": "as", "ActivePlaylist": "(b(oss))"])
      bench.play(1...30, start: 3)
    }
    expectEqual(await bench.get("", "DesktopEntry"), .string("io.github.nagara_player.Nagara"))
    expectEqual(await bench.get("", "Identity"), .string("Nagara"))
    let types = await bench.get("", "SupportedMimeTypes")?.strings ?? []
    expectEqual("MimeType=" + types.map { $0 + ";" }.joined(), desktopFileLine("MimeType="))
    let owner = try await bench.client.call(
      "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetNameOwner",
      .tuple(.string("org.mpris.MediaPlayer2.nagara")))
    expectEqual(owner[0]?.string, bench.server.uniqueName)
    bench.end()
  },

  "mprisSaysOfATrackWhatIsKnown": {
    let bench = try await MPRISBench()
    bench.play(1...12)
    func metadata() async -> [String: Variant] { await bench.get("Player", "Metadata")?.dictionary ?? [:] }
    expectEqual(
      await metadata(),
      [
        "mpris:trackid": .objectPath(ObjectPath(bench.currentID)!), "mpris:length": .int64(61 * second),
        "mpris:artUrl": .string("file:///covers/a%20b1.png"), "xesam:title": .string("Title 1"),
        "xesam:album": .string("Album"), "xesam:artist": .strings(["A", "B"]),
        "xesam:albumArtist": .strings(["C"]), "xesam:genre": .strings(["G"]),
        "xesam:composer": .strings(["H"]), "xesam:trackNumber": .int32(1), "xesam:discNumber": .int32(1),
        "xesam:contentCreated": .string("0987"), "xesam:url": .string("file:///music/1%20%23%C3%A9.flac"),
      ])
    bench.send(.playEntry(bench.state.queue.timelineEntry(at: 4).id))
    expectEqual(await metadata()["xesam:title"], .string("5 #é.flac"))
    expectEqual(await metadata()["xesam:artist"], nil)
    bench.send(.playEntry(bench.state.queue.timelineEntry(at: 9).id))
    expectEqual(await metadata()["mpris:length"], nil)
    expectEqual(await bench.get("Player", "CanSeek"), .bool(false))
    bench.send(.engine(.streamTitle(bench.state.queue.current!.id, "Song")))
    expectEqual(await metadata()["xesam:title"], .string("Song"))
    // The station's own name: here it has one from the list that it came from.
    expectEqual(await metadata()["xesam:artist"], .strings(["Radio"]))
    expectEqual(await metadata()["xesam:album"], .string("Radio"))
    bench.tracks[TrackID(10)]?.title = nil
    bench.send(.engine(.stationKnown(bench.state.queue.current!.id, "Own")))
    expectEqual(await metadata()["xesam:artist"], .strings(["Own"]))
    bench.send(.stop)
    bench.send(.play)
    bench.send(.engine(.stationKnown(bench.state.queue.current!.id, "Own")))
    expectEqual(await metadata()["xesam:title"], .string("Own"))
    expectEqual(await metadata()["xesam:artist"], nil)
    // The same track twice is two.
    bench.send(.playNext([TrackID(10)]))
    let tracks = await bench.get("TrackList", "Tracks")?.objectPaths ?? []
    expectEqual(Set(tracks).count, 13)
    bench.end()
  },

  "mprisTellsWhatHasChangedAndNothingElse": {
    let bench = try await MPRISBench()
    bench.play(1...3)
    let first = await bench.hear()
    expect(
      first.contains("CanGoNext CanGoPrevious CanPause CanPlay CanSeek Metadata PlaybackStatus"), "\(first)")
    let steps: [(PlayerAction, [String])] = [
      (.play, []), (.pause, ["PlaybackStatus"]), (.pause, []), (.toggle, ["PlaybackStatus"]),
      (.setVolume(0.5), ["Volume"]), (.setVolume(0.5), []), (.setMuted(true), ["Volume"]),
      (.setMuted(false), ["Volume"]), (.setRate(2), ["Rate"]), (.setRepeat(.one), ["LoopStatus"]),
      (.setRepeat(.off), ["LoopStatus"]), (.setStopAfterCurrent(true), []),
      (.engine(.positionTick(bench.state.queue.current!.id, 5)), []), (.seek(7000), ["Seeked(int64 7,)"]),
      (.engine(.buffering(true)), []), (.stop, ["PlaybackStatus"]), (.stop, []),
    ]
    for (action, wanted) in steps {
      bench.send(action)
      let said = await bench.hear()
      expect(said == wanted, "\(action): \(said) instead of \(wanted)")
    }
    bench.end()
  },

  "mprisSaysSeekedOnEveryJumpAndOnNoOther": {
    let bench = try await MPRISBench()
    func seeks() async -> [String] { await bench.hear().filter { $0.hasPrefix("Seeked") } }
    bench.play(1...5)
    bench.send(.next)
    bench.send(.engine(.started(bench.state.queue.next(.finished)!.id, joined: true)))
    bench.send(.pause)
    bench.send(.play)
    bench.send(.stop)
    bench.send(.play)
    expectEqual(await seeks(), [])
    bench.send(.seek(2_000_999))
    bench.send(.seekBy(-9_000_000))
    bench.position = 4 * Nanoseconds.second
    await bench.call("Player", "Previous")
    bench.send(.setRepeat(.one))
    bench.send(.engine(.started(bench.state.queue.current!.id, joined: true)))
    expectEqual(
      await seeks(), ["Seeked(int64 2000,)", "Seeked(int64 0,)", "Seeked(int64 0,)", "Seeked(int64 0,)"])
    // What undo brings back goes on where it was.
    bench.send(.seek(9_000_000))
    _ = await seeks()
    bench.play(20...22)
    bench.send(.undo)
    expectEqual(await seeks(), ["Seeked(int64 9000,)"])
    bench.end()
  },

  "mprisSeeksWithinTheTrack": {
    let bench = try await MPRISBench()
    bench.play(1...5)
    let id = Variant.objectPath(ObjectPath(bench.currentID)!)
    func position() async -> Int64? { (await bench.get("Player", "Position"))?.int64 }
    func setPosition(_ id: Variant, _ to: Int64) async -> Int64? {
      await bench.call("Player", "SetPosition", id, .int64(to))
      return await position()
    }
    func seek(_ by: Int64) async -> Int64? {
      await bench.call("Player", "Seek", .int64(by))
      return await position()
    }
    expectEqual(await setPosition(id, 10 * second), 10 * second)
    expectEqual(await setPosition(id, -1), 10 * second)
    expectEqual(await setPosition(id, 61 * second + 1), 10 * second)
    expectEqual(await setPosition(id, .max), 10 * second)
    expectEqual(await setPosition(.objectPath("/io/github/nagara_player/Nagara/track/999"), 0), 10 * second)
    expectEqual(await setPosition(.objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack"), 0), 10 * second)
    expectEqual(await setPosition(id, 61 * second), 61 * second)
    expectEqual(await setPosition(id, 0), 0)
    expectEqual(await seek(5 * second), 5 * second)
    // From where the engine is, not from where the state was told it is.
    bench.position += 2 * Nanoseconds.second
    expectEqual(await seek(-second), 6 * second)
    expectEqual(await seek(.min), 0)
    expectEqual(await seek(61 * second), 61 * second)
    expectEqual(bench.currentTrack, 1)
    expectEqual(await seek(1), 0)
    expectEqual(bench.currentTrack, 2)
    expectEqual(await seek(.max), 0)
    expectEqual(bench.currentTrack, 3)
    expectEqual(await setPosition(id, second), 0)  // of track 1
    // Nanoseconds are cut, not rounded, and nothing goes through floating point.
    bench.position = 1_999_999_999
    expectEqual(await position(), 1_999_999)
    bench.end()
  },

  "mprisNextAndPreviousKeepTheStatus": {
    let bench = try await MPRISBench()
    for (action, status) in [(PlayerAction.play, "Playing"), (.pause, "Paused"), (.stop, "Stopped")] {
      bench.play(1...5, start: 1)
      bench.send(action)
      for (method, track) in [("Next", 3), ("Previous", 2), ("Previous", 1), ("Previous", 1)] {
        expectEqual(await bench.call("Player", method), "()")
        expectEqual(bench.currentTrack, track)
        expectEqual(await bench.get("Player", "PlaybackStatus"), .string(status))
      }
    }
    bench.play(1...2, start: 1)
    expectEqual(await bench.get("Player", "CanGoNext"), .bool(true))
    await bench.call("Player", "Next")
    expectEqual(await bench.get("Player", "PlaybackStatus"), .string("Stopped"))
    bench.end()
  },

  "mprisPlaysPausesAndStops": {
    let bench = try await MPRISBench()
    bench.play(1...2)
    bench.position = 5 * Nanoseconds.second
    bench.send(.engine(.positionTick(bench.state.queue.current!.id, bench.position)))
    for (method, status) in [
      ("Play", "Playing"), ("Pause", "Paused"), ("Pause", "Paused"), ("PlayPause", "Playing"),
      ("PlayPause", "Paused"), ("Play", "Playing"), ("Stop", "Stopped"), ("Stop", "Stopped"),
      ("Pause", "Stopped"), ("PlayPause", "Playing"),
    ] {
      expectEqual(await bench.call("Player", method), "()")
      expectEqual(await bench.get("Player", "PlaybackStatus"), .string(status))
      expectEqual(await bench.get("Player", "CanPlay"), .bool(true))
      expectEqual(await bench.get("Player", "CanPause"), .bool(true))
      if status == "Stopped" { expectEqual(await bench.get("Player", "Position"), .int64(0)) }
    }
    bench.end()
  },

  "mprisSettingsAreClampedAndUnknownOnesIgnored": {
    let bench = try await MPRISBench()
    bench.play(1...5)
    let steps: [(name: String, value: Variant, then: Variant)] = [
      ("Volume", .double(0.25), .double(0.25)), ("Volume", .double(-3), .double(0)),
      ("Volume", .double(7), .double(1)), ("Volume", .double(.nan), .double(1)),
      ("Volume", .double(-.infinity), .double(0)), ("Volume", .double(.infinity), .double(1)),
      ("Rate", .double(1.5), .double(1.5)), ("Rate", .double(9), .double(4)),
      ("Rate", .double(0.1), .double(0.25)), ("Rate", .double(-1), .double(0.25)),
      ("Rate", .double(.nan), .double(0.25)), ("LoopStatus", .string("Track"), .string("Track")),
      ("LoopStatus", .string("track"), .string("Track")), ("LoopStatus", .string(""), .string("Track")),
      ("LoopStatus", .string("Playlist"), .string("Playlist")),
      ("LoopStatus", .string("None"), .string("None")), ("Shuffle", .bool(true), .bool(true)),
      ("Shuffle", .bool(false), .bool(false)),
    ]
    for step in steps {
      expectEqual(await bench.set("Player", step.name, step.value), "ok")
      let now = await bench.get("Player", step.name)
      expect(now == step.then, "\(step.name) \(step.value): \(now?.description ?? "-")")
    }
    expectEqual(await bench.set("Player", "Rate", .double(0)), "ok")
    expectEqual(await bench.get("Player", "PlaybackStatus"), .string("Paused"))
    expectEqual(await bench.get("Player", "Rate"), .double(0.25))
    // Muted is 0, and turning it up is heard.
    bench.send(.setMuted(true))
    expectEqual(await bench.get("Player", "Volume"), .double(0))
    await bench.set("Player", "Volume", .double(0.5))
    expectEqual(await bench.get("Player", "Volume"), .double(0.5))
    expect(!bench.state.isMuted, "still muted")
    for (name, value) in [
      ("Position", Variant.int64(0)), ("CanPlay", .bool(false)), ("Nothing", .bool(true)),
    ] {
      expectEqual(await bench.set("Player", name, value), "InvalidArgs")
    }
    expectEqual(await bench.set("Player", "Volume", .string("loud")), "InvalidArgs")
    expectEqual(await bench.set("", "Fullscreen", .bool(true)), "NotSupported")
    bench.end()
  },

  "mprisWithoutATrackDoesNothing": {
    let bench = try await MPRISBench()
    for name in ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek"] {
      expectEqual(await bench.get("Player", name), .bool(false))
    }
    expectEqual(await bench.get("Player", "CanControl"), .bool(true))
    expectEqual(await bench.get("Player", "PlaybackStatus"), .string("Stopped"))
    expectEqual(
      await bench.get("Player", "Metadata")?.dictionary,
      ["mpris:trackid": .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")])
    for method in ["Next", "Previous", "Pause", "Stop", "Play"] {
      expectEqual(await bench.call("Player", method), "()")
    }
    expectEqual(await bench.call("Player", "PlayPause"), "NotSupported")
    await bench.call("Player", "Seek", .int64(second))
    await bench.call(
      "Player", "SetPosition", .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack"), .int64(0))
    expect(bench.sent.isEmpty, "\(bench.sent)")
    expectEqual(await bench.hear(), [])
    expectEqual(await bench.get("TrackList", "Tracks"), .objectPaths([]))
    bench.end()
  },

  "mprisOpensWhatItSupports": {
    let bench = try await MPRISBench()
    expectEqual(await bench.call("", "Raise"), "()")
    expectEqual(await bench.call("", "Quit"), "()")
    expectEqual([bench.raised, bench.quits], [1, 1])
    for uri in ["file:///a%20b", "FILE:///c", "https://radio.example/x"] {
      expectEqual(await bench.call("Player", "OpenUri", .string(uri)), "()")
    }
    expectEqual(bench.opened, ["file:///a%20b", "file:///c", "https://radio.example/x"])
    for uri in ["", "a", "/a", "ftp://a/b", "file", ":", "javascript:alert(1)"] {
      expectEqual(await bench.call("Player", "OpenUri", .string(uri)), "NotSupported")
    }
    for uri in ["file://elsewhere/a", "file:///a%00", "file:"] {
      expectEqual(await bench.call("Player", "OpenUri", .string(uri)), "InvalidArgs")
    }
    expectEqual(bench.opened.count, 3)
    bench.end()
  },

  "mprisPlaylistsAreListedAndActivated": {
    let bench = try await MPRISBench(playlists: true)
    let prefix = "/io/github/nagara_player/Nagara/playlist/"
    expectEqual(
      await bench.get("Playlists", "ActivePlaylist")?.description, "(false, (objectpath '/', '', ''))")
    bench.lists = [
      MPRISPlaylist(id: 7, name: "B", icon: FilePath("/x y"), created: 3, modified: 5, played: 9),
      MPRISPlaylist(id: -1, name: "A", created: 1, modified: 5),
      MPRISPlaylist(id: 9, name: "C", created: 2, modified: 4, played: 8),
    ]
    bench.service.playlistsChanged()
    bench.lists[1].name = "AA"
    bench.service.playlistsChanged()
    let minusOne = prefix + "18446744073709551615"
    // When it was played changes nothing that is told.
    bench.lists[1].played = nil
    bench.lists[2].played = 7
    bench.service.playlistsChanged()
    expectEqual(
      await bench.hear(), ["PlaylistCount", "PlaylistChanged((objectpath '\(minusOne)', 'AA', ''),)"])
    func names(_ index: UInt32, _ count: UInt32, _ order: String, _ reverse: Bool) async throws -> [String] {
      let answer = try await bench.client.call(
        bench.server.uniqueName, MPRISBench.path, "org.mpris.MediaPlayer2.Playlists", "GetPlaylists",
        .tuple(.uint32(index), .uint32(count), .string(order), .bool(reverse)), reply: "(a(oss))")
      return answer[0]?.children?.compactMap { $0[1]?.string } ?? []
    }
    expectEqual(try await names(0, 100, "User", false), ["B", "AA", "C"])
    expectEqual(try await names(0, 100, "Alphabetical", false), ["AA", "B", "C"])
    expectEqual(try await names(0, 100, "Alphabetical", true), ["C", "B", "AA"])
    expectEqual(
      await bench.get("Playlists", "Orderings"),
      .strings(["Alphabetical", "Created", "Modified", "Played", "User"]))
    expectEqual(try await names(0, 100, "Created", false), ["AA", "C", "B"])
    expectEqual(try await names(0, 100, "Modified", false), ["C", "B", "AA"])
    expectEqual(try await names(0, 100, "Played", false), ["AA", "C", "B"])
    expectEqual(try await names(0, 2, "Played", true), ["B", "C"])
    expect(bench.playlistsAreShown, "nobody is told that they are looked at")
    expectEqual(try await names(1, 1, "User", true), ["AA"])
    expectEqual(try await names(3, 5, "User", false), [])
    expectEqual(try await names(.max, .max, "Nonsense", false), [])
    expectEqual(try await names(0, 0, "User", false), [])
    await bench.call("Playlists", "ActivatePlaylist", .objectPath(ObjectPath(prefix + "7")!))
    bench.play(1...3)  // what the app does then
    expect(await bench.hear().contains("ActivePlaylist"), "not told")
    expectEqual(
      await bench.get("Playlists", "ActivePlaylist")?.description,
      "(true, (objectpath '\(prefix)7', 'B', 'file:///x%20y'))")
    await bench.call("Playlists", "ActivatePlaylist", .objectPath(ObjectPath(prefix + "8")!))
    await bench.call("Playlists", "ActivatePlaylist", .objectPath("/"))
    expectEqual(bench.activeList, 7)
    bench.end()
    let without = try await MPRISBench()
    expectEqual(await without.call("Playlists", "ActivatePlaylist", .objectPath("/")), "UnknownMethod")
    without.end()
  },

  "mprisLeavesNothingBehind": {
    try await Probe.leavesNothingBehind {
      let bench = try await MPRISBench(playlists: true)
      bench.play(1...5)
      await bench.call("Player", "Next")
      bench.end()
      try await Task.sleep(nanoseconds: 5_000_000)
    }
  },

  "playerctlDrivesThePlayer": {
    let bench = try await MPRISBench()
    bench.play(1...5)
    bench.position = 3_000_000_000
    for (arguments, wanted) in [
      ("status", "Playing"), ("pause", ""), ("status", "Paused"), ("play-pause", ""), ("status", "Playing"),
      ("metadata xesam:title", "Title 1"), ("metadata artist", "A, B"), ("metadata mpris:length", "61000000"),
      ("position", "3.0"), ("position 10", ""), ("position", "10.0"), ("position 5+", ""),
      ("position", "15.0"), ("next", ""), ("metadata title", "Title 2"), ("volume 0.5", ""),
      ("volume", "0.500000"), ("loop Track", ""), ("loop", "Track"), ("shuffle On", ""), ("shuffle", "On"),
      ("stop", ""), ("status", "Stopped"), ("--list-all", "nagara"),
    ] {
      let said = await run("playerctl --player=nagara \(arguments) 2>&1")
      // playerctl counts on by the clock.
      let fits = arguments == "position" ? said.hasPrefix(wanted) : said == wanted
      expect(fits, "playerctl \(arguments): \(said) instead of \(wanted)")
    }
    expectEqual(bench.state.queue.repeatMode, .one)
    bench.end()
  },
]

/// The line of our desktop file that begins so.
@MainActor
private func desktopFileLine(_ start: String) -> String {
  let name = "io.github.nagara_player.Nagara.desktop"
  guard let data = Environment.appDataDirectory(holding: name) else { return "no desktop file" }
  let file = Environment.withCString(Environment.join(data, Array(name.utf8))) { fopen($0, "r") }
  guard let file else { return "no desktop file" }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = fread(&bytes, 1, bytes.count, file)
  let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
  return lines.first { $0.hasPrefix(start) }.map(String.init) ?? "no such line"
}

/// What a program prints, while the loop runs on.
private func run(_ command: String) async -> String {
  await withCheckedContinuation { done in
    DispatchQueue.global().async {
      guard let pipe = popen(command, "r") else { return done.resume(returning: "can't run it") }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = fread(&bytes, 1, bytes.count, pipe)
      pclose(pipe)
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      done.resume(returning: text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
  }
}
