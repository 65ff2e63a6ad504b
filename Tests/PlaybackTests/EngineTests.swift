import Testing

@Suite(.serialized) struct EngineTests {
  private let folder: Folder
  private let ramp: String
  private let short: String

  init() throws {
    folder = try Folder()
    ramp = try folder.write(TestSound.wav(TestSound.ramp(frames: 6 * TestSound.rate)), to: "ramp.wav")
    short = try folder.write(TestSound.wav(TestSound.sweep(frames: 20_000)), to: "short.wav")
  }

  private let bytesPerFrame = 8
  private func milliseconds(_ bytes: Int) -> Double {
    Double(bytes / bytesPerFrame) * 1000 / Double(TestSound.rate)
  }

  /// The frames that were heard unfaded: (where in the capture, which of the ramp).
  private func frames(_ capture: String) -> [(Int, Int)] {
    let heard = TestSound.floats(Folder.read(capture))
    return (0..<heard.count / 2).compactMap { at in
      TestSound.frame(heard[2 * at], heard[2 * at + 1]).map { (at, $0) }
    }
  }

  @Test func aPauseIsSilentSoonAndLosesNothing() throws {
    let capture = folder.file("capture")
    let run = try ProbeRun(
      [ramp], in: folder, capture: capture,
      commands: [(500, "pause"), (1000, "position"), (1100, "play"), (1600, "quit")])
    let asked = try #require(run.command("pause")).captured
    let heard = TestSound.floats(Folder.read(capture))
    // The frame with which the fade ends; the fade-in goes on from it.
    let silence = try #require((asked / 8..<heard.count / 2).first { heard[2 * $0] == 0 })
    #expect(
      milliseconds(silence * 8 - asked) <= 60, "\(milliseconds(silence * 8 - asked)) ms after the pause")
    let held = try #require(run.all("position").first).captured
    // A piece of the fade-in, which the sink holds.
    #expect(
      milliseconds(held - silence * 8) <= 11, "\(milliseconds(held - silence * 8)) ms after the silence")
    // What plays on is where it would be without the pause.
    #expect(frames(capture).allSatisfy { $0.0 == $0.1 || $0.1 - $0.0 > 1_000_000 })
    #expect(frames(capture).count > TestSound.rate / 2)
  }

  @Test func manyPausesDontShiftThePosition() throws {
    let capture = folder.file("capture")
    let pauses = (1...8).flatMap { [($0 * 250, "pause"), ($0 * 250 + 120, "play")] }
    let run = try ProbeRun(
      [ramp], in: folder, capture: capture, commands: pauses + [(2500, "looks=40")], on: [("looked", "quit")])
    let error = ProbeRun.error(run.all("position"), heard: milliseconds)
    #expect(abs(error) <= 20, "\(error) ms")
    // Nor is any of the sound lost.
    #expect(!frames(capture).isEmpty)
    #expect(frames(capture).allSatisfy { $0.0 == $0.1 || $0.1 - $0.0 > 1_000_000 })
  }

  @Test func thePositionIsWhatIsHeard() throws {
    let capture = folder.file("capture")
    let run = try ProbeRun(
      [ramp], in: folder, capture: capture, commands: [(300, "looks=40")],
      on: [
        ("looked", "seek=3000"), ("tick", "looks=1"), ("looked#2", "looks=40"), ("looked#3", "quit"),
      ])
    let looks = run.all("position")
    try #require(looks.count == 81, "\(run.output.suffix(2000))")
    let before = ProbeRun.error(Array(looks[..<40]), heard: milliseconds)
    #expect(abs(before) <= 20, "\(before) ms")
    // The sink's file begins anew with a seek.
    let after = ProbeRun.error(Array(looks[41...])) { 3000 + milliseconds($0) }
    #expect(abs(after) <= 20, "\(after) ms")
    #expect(frames(capture).first.map { abs($0.1 - $0.0 - 3 * TestSound.rate) <= 1 } == true)
  }

  /// A rising tone tells where in it a piece is: the length of its waves.
  @Test(.enabled(if: TestSound.hasFFmpeg), arguments: ["libmp3lame", "aac"])
  func aSeekInALossyFileLandsWhereTheSoundIs(codec: String) throws {
    let frames = 8 * TestSound.rate
    let samples = TestSound.sweep(frames: frames)
    let wav = try folder.write(TestSound.wav(samples), to: "sweep.wav")
    let file = folder.file(codec == "aac" ? "sweep.m4a" : "sweep.mp3")
    try TestSound.encode(wav, ffmpegCodec: codec, to: file)
    let capture = folder.file("capture")
    _ = try ProbeRun(
      [file], in: folder, capture: capture,
      on: [("started", "seek=3210"), ("tick", "looks=60"), ("looked", "quit")])
    let heard = TestSound.floats(Folder.read(capture))
    let (start, length) = (4_410, 1_000)
    try #require(heard.count > 2 * (start + length))
    let wanted = 3_210 * TestSound.rate / 1000 + start
    func difference(_ shift: Int) -> Float {
      stride(from: 0, to: length, by: 7).reduce(0) { sum, frame in
        let sample = Float(samples[2 * (wanted + shift + frame)]) / 32_768
        let other = heard[2 * (start + frame)]
        return sum + (sample - other) * (sample - other)
      }
    }
    let differences = (-2_205...2_205).map { (shift: $0, sum: difference($0)) }
    let best = try #require(differences.min { $0.sum < $1.sum }).shift
    #expect(abs(best) <= TestSound.rate / 1000, "\(Double(best) * 1000 / Double(TestSound.rate)) ms")
  }

  @Test func aSeekWhilePausedHoldsThereAndGoesOnFromThere() throws {
    let run = try ProbeRun(
      [ramp], in: folder, output: "fakesink sync=true",
      commands: [
        (300, "pause"), (600, "seek=2000"), (700, "seek=4000"), (900, "position"), (1000, "play"),
        (1400, "position"), (1500, "position"), (1510, "quit"),
      ])
    let looks = run.looks
    try #require(looks.count == 3)
    #expect(looks[0].position == 4_000)
    #expect(looks[1].position > 4_000 && looks[1].position <= 4_000 + looks[1].before - 1_000)
    #expect(abs(looks[2].error(since: looks[1])) <= 20, "\(looks)")
  }

  @Test func aSeekIntoTheLastSecondEndsInTheNextTrack() throws {
    let run = try ProbeRun(
      [ramp, short], in: folder, output: "fakesink sync=true", commands: [(700, "seek=5800")])
    #expect(run.started == [0, 1], "\(run.output)")
    #expect(run.first("started", track: 1)?.isJoined == true)
    #expect(run.all("finished").map(\.track) == [1])
  }

  @Test func twiceTheRateMovesTwiceAsFastThroughTheJoin() throws {
    let run = try ProbeRun(
      [ramp, ramp], in: folder, output: "fakesink sync=true",
      commands: [(500, "rate=2"), (1200, "position")],
      on: [
        ("tick", "position"), ("position#2", "seek=5000"), ("tick#2", "position"), ("started#2", "position"),
        ("position#4", "looks=30"), ("looked", "quit"),
      ])
    let looks = run.looks
    try #require(looks.count == 34, "\(run.output)")
    #expect(abs(looks[1].error(since: looks[0], rate: 2)) <= 20, "\(looks)")
    #expect(run.started == [0, 1])
    // From one track's last second into the next one's beginning: as if they were one.
    let joined = Look(position: looks[33].position + 6_000, after: looks[33].after, before: looks[33].before)
    #expect(abs(joined.error(since: looks[2], rate: 2)) <= 20, "\(looks)")
  }

  @Test func aLongPauseGivesTheDeviceBackAndGoesOnWhereItWas() throws {
    let run = try ProbeRun(
      [ramp, short], in: folder, output: "fakesink sync=true",
      commands: [(990, "position"), (1000, "pause"), (7000, "position"), (7100, "play")],
      on: [("started#2", "position"), ("position#3", "looks=20"), ("looked", "quit")])
    let looks = run.looks
    try #require(looks.count == 23, "\(run.output)")
    // The fade, and the piece under way.
    #expect(looks[1].position >= looks[0].position, "\(looks)")
    #expect(
      looks[1].position <= looks[0].position + run.command("pause")!.time - looks[0].after + 80, "\(looks)")
    #expect(run.started == [0, 0])
    // It went on from there as it was heard to begin.
    #expect(looks[2].position >= looks[1].position)
    #expect(looks[2].position <= looks[1].position + looks[2].before - run.all("started")[1].time + 20)
    #expect(abs(looks[22].error(since: looks[2])) <= 20, "\(looks)")
  }

  @Test func theNextTrackSoundsWithinAHundredMilliseconds() throws {
    let count = 12
    let run = try ProbeRun(
      Array(repeating: ramp, count: count), in: folder, output: "fakesink sync=true",
      on: (1..<count).map { ("started#\($0)", "next") } + [("started#\(count)", "quit")])
    let asked = run.all("do").filter { $0.command == "next" }.map(\.time)
    let started = run.all("started").dropFirst().map(\.time)
    try #require(started.count == count - 1 && asked.count == count - 1, "\(run.output)")
    // What it takes, without what a busy machine adds now and then.
    let times = zip(started, asked).map { $0 - $1 }.sorted()
    #expect(times[2] <= 100, "\(times) ms")
  }

  /// GStreamer looks at all its plugins where it has never done so.
  @Test func theFirstPlayDoesNotHoldTheMainLoopUp() throws {
    let registry = ["GST_REGISTRY=\(folder.file("registry"))", "GST_REGISTRY_FORK=no"]
    let run = try ProbeRun(
      [ramp], in: folder, output: "fakesink sync=true", on: [("started", "quit")], options: ["--watch-loop"],
      environment: registry)
    let (started, end) = (try #require(run.all("started").first), try #require(run.all("end").first))
    #expect(end.away < started.time / 2, "\(end.away) of \(started.time) ms")
  }

  @Test func whatIsAskedBeforeTheFirstPlayIsReadyCounts() throws {
    let run = try ProbeRun(
      [ramp, ramp], in: folder, output: "fakesink sync=true",
      commands: [(0, "seek=3000"), (0, "pause"), (0, "play"), (0, "next"), (0, "seek=2000")],
      on: [("started", "position"), ("position", "quit")],
      environment: ["GST_REGISTRY=\(folder.file("registry"))"])
    #expect(run.started == [1], "\(run.output)")
    let position = try #require(run.all("position").first).nanoseconds
    #expect((2_000_000_000..<2_500_000_000).contains(position), "\(run.output)")
  }

  @Test func badFilesAreNamedWithTheirReasonAndTheRestPlays() throws {
    let noise = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    let bad = [
      (folder.file("missing.flac"), "notFound"),
      (try folder.write(Array("This is no music.\n".utf8), to: "text.mp3"), "notAudio"),
      (try folder.write([], to: "empty.flac"), "empty"),
      (try folder.write(noise, to: "noise.ogg"), "notAudio"),
      (try folder.write(Array(TestSound.wav([]).prefix(20)), to: "cut.wav"), ""),
      (folder.path, "notAudio"),
    ]
    let run = try ProbeRun(bad.map(\.0) + [short], in: folder, output: "fakesink sync=true")
    let failed = run.all("failed")
    #expect(failed.map(\.track) == Array(bad.indices), "\(run.output)")
    for (event, (path, code)) in zip(failed, bad) {
      #expect(code.isEmpty || event.code == code, "\(path): \(event.code)")
      #expect(event.reason.hasSuffix("."))
      #expect(path.hasSuffix(event.file))
    }
    #expect(run.started == [bad.count])
  }

  @Test func aBadFileBetweenGoodOnesDoesNotBreakTheJoin() throws {
    let text = try folder.write(Array("no music".utf8), to: "text.mp3")
    let run = try ProbeRun([short, text, short], in: folder, output: "fakesink sync=true")
    #expect(run.started == [0, 2], "\(run.output)")
    #expect(run.first("started", track: 2)?.isJoined == true)
    #expect(run.all("failed").map(\.track) == [1])
  }

  @Test func whatFollowsCanBeReplacedUntilItSounds() throws {
    let run = try ProbeRun(
      [ramp, ramp, short], in: folder, output: "fakesink sync=true",
      commands: [(1000, "remove=1"), (1200, "seek=5500")])
    #expect(run.started == [0, 2], "\(run.output)")
  }

  @Test func aMissingDeviceIsReportedAndPlayTriesAgain() throws {
    let run = try ProbeRun(
      [ramp], in: folder, output: "filesink location=/nonexistent/sink sync=true",
      commands: [(300, "play"), (600, "quit")])
    #expect(run.all("device").count == 2, "\(run.output)")
    #expect(run.all("failed").isEmpty)
    #expect(run.started.isEmpty)
  }

  @Test func whatWasPlayedLeavesNothingBehind() throws {
    let skips = (1...25).map { ($0 * 40, "next") }
    let run = try ProbeRun(
      [ramp, short], in: folder, output: "fakesink sync=true",
      commands: [(1, "repeat=all"), (300, "stop"), (800, "live")] + skips.map { (900 + $0.0, $0.1) }
        + [(880, "play"), (1950, "stop"), (2500, "live"), (2510, "quit")])
    let objects = run.all("live").map(\.objects)
    try #require(objects.count == 2, "\(run.output)")
    #expect(objects[0] == objects[1])
  }

  @Test(arguments: UInt64(1)...4)
  func stormsOfCommandsNeitherHangNorCrash(seed: UInt64) throws {
    let text = try folder.write(Array("no music".utf8), to: "text.mp3")
    let commands = [
      "next", "next", "previous", "play", "pause", "toggle", "stop", "seek=100", "seek=5900", "seek=3000",
      "play",
      "repeat=all", "volume=0.5",
    ]
    var state = seed
    let storm = (1...100).map { step in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (step * 12, commands[Int(state >> 33) % commands.count])
    }
    let run = try ProbeRun(
      [short, text, ramp, short], in: folder, output: "fakesink sync=true",
      commands: storm + [(1300, "play"), (1400, "quit")], limitSeconds: 20)
    #expect(run.status == 0, "seed \(seed): \(run.output.suffix(2000))")
    #expect(run.events.last?.name == "end")
  }
}
