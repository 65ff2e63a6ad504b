import Glibc
import Testing

/// Against a PulseAudio of our own with two silent devices.
@Suite(.serialized, .enabled(if: SoundServer.isHere))
struct DeviceTests {
  private let folder: Folder
  private let ramp: String
  private let server: SoundServer
  private var environment: [String] { server.environment }
  private var pactl: String { server.pactl }

  init() throws {
    folder = try Folder()
    ramp = try folder.write(TestSound.wav(TestSound.ramp(frames: 6 * TestSound.rate)), to: "ramp.wav")
    server = try SoundServer(in: folder, sinks: ["First", "Second"])
  }

  @Test func devicesAreListedAsTheyComeAndGo() throws {
    let run = try ProbeRun(
      [ramp], in: folder, output: "fakesink sync=true",
      commands: [
        (200, "devices"),
        (
          400,
          "run=\(pactl) load-module module-null-sink sink_name=Third sink_properties=device.description=Third"
        ),
        (1800, "run=\(pactl) unload-module module-null-sink"), (3000, "quit"),
      ], environment: environment)
    let lists = run.all("devices").map { $0.names.split(separator: ",").map(String.init).sorted() }
    #expect(lists.first == ["First", "Second"], "\(run.output)")
    #expect(lists.contains(["First", "Second", "Third"]), "\(run.output)")
  }

  @Test func theListOfDevicesDoesNotHoldTheMainLoopUp() throws {
    let run = try ProbeRun(
      [ramp], in: folder, output: "fakesink sync=true", commands: [(0, "devices")], on: [("devices", "quit")],
      options: ["--watch-loop"],
      environment: environment + ["GST_REGISTRY=\(folder.file("registry"))", "GST_REGISTRY_FORK=no"])
    let (listed, end) = (try #require(run.all("devices").first), try #require(run.all("end").first))
    #expect(listed.names.split(separator: ",").sorted() == ["First", "Second"], "\(run.output)")
    #expect(end.away < listed.time / 2, "\(end.away) of \(listed.time) ms")
  }

  @Test func theDeviceGetsEachTracksOwnRate() throws {
    let samples = TestSound.sweep(frames: TestSound.rate)
    let files = [
      try folder.write(TestSound.wav(samples), to: "a.wav"),
      try folder.write(TestSound.wav(samples, rate: 96_000), to: "b.wav"),
      try folder.write(TestSound.wav(samples, rate: 22_050), to: "c.wav"),
    ]
    let list = folder.file("list")
    let run = try ProbeRun(
      files, in: folder, commands: [(0, "each-start=sh -c '\(pactl) list sink-inputs >> \(list)'")],
      environment: environment)
    #expect(run.started == [0, 1, 2], "\(run.output)")
    let rates = String(decoding: Folder.read(list), as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("Sample Specification") }.compactMap { $0.split(separator: " ").last }
    #expect(rates == ["44100Hz", "96000Hz", "22050Hz"], "\(rates)")
  }

  @Test func theServersDeathPausesAndItsReturnPlaysOnFromThere() throws {
    let run = try ProbeRun(
      [ramp], in: folder, commands: [(1_500, "position"), (1_501, "run=sh -c '\(server.kill)'")],
      on: [
        ("device", "position"), ("position#2", "wait=sh -c '\(server.untilItIsBack)'"), ("waited", "play"),
        ("started#2", "position"), ("position#3", "quit"),
      ], environment: environment)
    let positions = run.all("position").map(\.nanoseconds)
    try #require(positions.count == 3, "\(run.output)")
    #expect(run.all("device").count == 1, "\(run.output)")
    #expect(run.all("failed").isEmpty)
    #expect(run.started == [0, 0])
    // What it held is lost at most.
    #expect(positions[1] >= positions[0] - 150_000_000, "\(positions)")
    #expect(positions[2] >= positions[1] - 1_000_000, "\(positions)")
    #expect(positions[2] < positions[1] + 500_000_000, "\(positions)")
  }

  @Test func theChosenDevicePlaysAndItsLossPausesWhereItWas() throws {
    let run = try ProbeRun(
      [ramp], in: folder,
      commands: [
        (2500, "run=\(pactl) list short sink-inputs"), (3000, "position"),
        (3010, "run=\(pactl) unload-module 1"), (4200, "position"), (4300, "play"),
      ],
      on: [
        ("started", "devices"), ("devices", "device=Second"), ("started#3", "looks=240"), ("looked", "quit"),
      ], environment: environment)
    let looks = run.looks
    try #require(looks.count == 242, "\(run.output)")
    #expect(run.all("device").count == 1, "\(run.output)")
    // It lost what was heard between the question and the loss.
    let lost = looks[1].position - looks[0].position
    #expect(lost > -150 && lost < 700, "\(lost) ms")
    // On the other device it goes on from there, as soon as that asks for sound.
    let (start, began) = (looks[1].position, run.all("started")[2].time)
    #expect(looks[2...].allSatisfy { $0.position >= start && $0.position <= start + $0.before - began + 20 })
    #expect(looks[241].position > start + 500, "\(start) to \(looks[241].position)")
    #expect(run.all("failed").isEmpty)
  }
}
