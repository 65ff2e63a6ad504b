import Glibc
import Testing

/// What needs the main thread and its loop runs in BridgeProbe, one process a case. The names are its own.
@Suite struct GLibBridgeTests {
  @Test(arguments: Probe.cases)
  func theProbePasses(_ name: String) throws {
    let run = try Probe.run(name)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func theProbeHasCases() throws {
    #expect(Probe.cases.count > 10)
    #expect(try Probe.run("noSuchCase").status != 0)
  }
}

/// Starts Tests/BridgeProbe, which is built beside the tests.
enum Probe {
  static let cases: [String] = {
    guard let run = try? run(nil) else { return [] }
    return run.output.split(separator: "\n").map(String.init)
  }()

  struct Failure: Error {
    let message: String
  }

  /// Runs one case on a bus of its own, in folders of its own, where a warning of GLib's ends it.
  static func run(_ name: String?) throws -> (status: Int32, output: String) {
    var template = Array("/tmp/nagara-probe-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(message: "no folder") }
    let folder = text(template)
    defer { removeFolder(folder) }
    let bus = folder + "/bus.conf"
    try write(busConfiguration(in: folder), to: bus)
    let output = folder + "/output"

    var arguments = [try neighbour("BridgeProbe")]
    if let name {
      arguments = ["dbus-run-session", "--config-file=" + bus, "--"] + arguments + [name]
    }
    let environment = [
      "PATH=" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"), "HOME=" + folder,
      "XDG_CONFIG_HOME=" + folder + "/config", "XDG_DATA_HOME=" + folder + "/data",
      "XDG_CACHE_HOME=" + folder + "/cache", "XDG_RUNTIME_DIR=" + folder, "LC_ALL=C.UTF-8",
      "G_DEBUG=fatal-warnings", "GSETTINGS_BACKEND=memory", "SWIFT_BACKTRACE=interactive=no,color=no",
    ]

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // The threads that run tests block signals; a child that inherited that could not be ended.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let code = withCStrings(arguments) { argv in
      withCStrings(environment) { posix_spawnp(&process, argv[0]!, &actions, &attributes, argv, $0) }
    }
    guard code == 0 else { throw Failure(message: "\(arguments[0]): \(String(cString: strerror(code)))") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (status, read(output))
  }

  /// A bus for tests: no services that could start, everything allowed.
  private static func busConfiguration(in folder: String) -> String {
    """
    <busconfig>
      <type>session</type>
      <listen>unix:dir=\(folder)</listen>
      <policy context="default">
        <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  /// A program in the folder of this one.
  private static func neighbour(_ name: String) throws -> String {
    var target = [CChar](repeating: 0, count: 4096)
    guard readlink("/proc/self/exe", &target, 4095) > 0 else { throw Failure(message: "no /proc/self/exe") }
    let own = text(target)
    for folder in [own[..<own.lastIndex(of: "/")!], ".build/debug"] {
      let path = folder + "/" + name
      if access(String(path), X_OK) == 0 { return String(path) }
    }
    throw Failure(message: "\(name) isn't built")
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func write(_ content: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure(message: path) }
    fputs(content, file)
    fclose(file)
  }

  private static func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func removeFolder(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { removeFolder(path + "/" + name) }
      }
      closedir(folder)
    }
    remove(path)
  }

  private static func withCStrings<R>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
