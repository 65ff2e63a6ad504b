import Glibc
import Testing

/// Against a PulseAudio of our own with two silent devices.
@Suite(.serialized, .enabled(if: TestSound.has("pulsesink") && Background.exists("pulseaudio")))
struct DeviceTests {
  private let folder: Folder
  private let ramp: String
  private let server: Background
  private let environment: [String]
  private let pactl: String

  init() throws {
    folder = try Folder()
    ramp = try folder.write(TestSound.wav(TestSound.ramp(frames: 6 * TestSound.rate)), to: "ramp.wav")
    let socket = folder.file("socket")
    environment = ["PULSE_SERVER=unix:\(socket)", "XDG_RUNTIME_DIR=\(folder.path)", "HOME=\(folder.path)"]
    pactl = "pactl --server=unix:\(socket)"
    func sink(_ name: String) -> String {
      "module-null-sink sink_name=\(name) sink_properties=device.description=\(name)"
    }
    server = try Background(
      ["env"] + environment.dropFirst() + [
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L", sink("First"), "-L",
        sink("Second"), "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
      ])
    try server.waitFor { access(socket, F_OK) == 0 }
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

  @Test func theChosenDevicePlaysAndItsLossPausesWhereItWas() throws {
    let run = try ProbeRun(
      [ramp], in: folder,
      commands: [
        (300, "devices"), (400, "device=Second"), (1500, "run=\(pactl) list short sink-inputs"),
        (2000, "position"), (2010, "run=\(pactl) unload-module 1"), (3200, "position"), (3300, "play"),
        (4300, "position"), (4310, "quit"),
      ], environment: environment)
    let positions = run.all("position").map(\.nanoseconds)
    try #require(positions.count == 3, "\(run.output)")
    #expect(run.all("device").count == 1, "\(run.output)")
    // It lost what was heard between the question and the loss.
    let lost = positions[1] - positions[0]
    #expect(lost > -150_000_000 && lost < 700_000_000, "\(positions) \(run.output)")
    // On the other device it goes on from there.
    let more = positions[2] - positions[1]
    #expect(more > 200_000_000 && more < 1_200_000_000, "\(positions)")
    #expect(run.all("failed").isEmpty)
  }
}
