import Glibc
import Testing

/// A PulseAudio of our own with silent devices. When it ends it is started again.
struct SoundServer {
  /// For programs that shall play on it.
  let environment: [String]
  /// The command that asks it.
  let pactl: String
  /// The command that ends it hard.
  let kill: String
  private let process: Background

  static let isHere = TestSound.has("pulsesink") && Background.exists("pulseaudio")

  /// - Parameter sinks: the devices' names.
  init(in folder: Folder, sinks: [String]) throws {
    let (socket, pid) = (folder.file("socket"), folder.file("pid"))
    environment = ["PULSE_SERVER=unix:\(socket)"]
    pactl = "pactl --server=unix:\(socket)"
    kill = "kill -9 $(cat \(pid))"
    let devices = sinks.map {
      "-L 'module-null-sink sink_name=\($0) sink_properties=device.description=\($0)'"
    }
    let script = """
      trap 'kill $server; exit' TERM
      while :; do
        rm -f \(socket)
        pulseaudio -n --daemonize=no --exit-idle-time=-1 \(devices.joined(separator: " ")) \\
          -L 'module-native-protocol-unix socket=\(socket) auth-anonymous=1' & server=$!
        echo $server >\(pid)
        wait $server
      done
      """
    let home = ["XDG_RUNTIME_DIR=\(folder.path)", "HOME=\(folder.path)"]
    process = try Background(["env"] + home + ["sh", "-c", script])
    try process.waitFor { access(socket, F_OK) == 0 }
  }

  /// The command that waits until it is back.
  var untilItIsBack: String { "until \(pactl) info; do sleep 0.05; done" }
}
