import Glibc
import Testing

/// A folder for one test's files, removed with it.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/nagara-playback-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("no folder") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." {
        unlink(path + "/" + name)
        rmdir(path + "/" + name)
      }
    }
    closedir(directory)
    rmdir(path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = file(name)
    guard let handle = fopen(path, "wb") else { throw TestFailure("can't write \(path)") }
    defer { fclose(handle) }
    guard fwrite(bytes, 1, bytes.count, handle) == bytes.count else {
      throw TestFailure("can't write \(path)")
    }
    return path
  }

  static func read(_ path: String) -> [UInt8] {
    guard let handle = fopen(path, "rb") else { return [] }
    defer { fclose(handle) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, handle), count > 0 { bytes += buffer[..<count] }
    return bytes
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One line that PlaybackProbe printed.
struct ProbeEvent {
  private let fields: [String: String]

  /// From a flat JSON object.
  init?(_ line: Substring) {
    guard line.hasPrefix("{"), line.hasSuffix("}") else { return nil }
    var fields: [String: String] = [:]
    var rest = line.dropFirst().dropLast()
    while let key = ProbeEvent.value(&rest) {
      rest = rest.dropFirst()  // the colon
      fields[key] = ProbeEvent.value(&rest) ?? ""
      rest = rest.dropFirst()  // the comma
    }
    self.fields = fields
  }

  private static func value(_ rest: inout Substring) -> String? {
    guard let first = rest.first else { return nil }
    if first != "\"" {
      let text = rest.prefix { $0 != "," && $0 != ":" }
      rest = rest.dropFirst(text.count)
      return String(text)
    }
    var text = ""
    rest = rest.dropFirst()
    while let character = rest.popFirst(), character != "\"" {
      text.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
    }
    return text
  }

  var name: String { fields["event"] ?? "" }
  var command: String { fields["command"] ?? "" }
  /// Milliseconds since the start.
  var time: Double { Double(fields["t"] ?? "") ?? -1 }
  var track: Int { Int(fields["track"] ?? "") ?? -1 }
  var isJoined: Bool { fields["joined"] == "true" }
  /// A position, and the times between which it was read, in milliseconds.
  var look: Look {
    func number(_ name: String) -> Double { Double(fields[name] ?? "") ?? -1 }
    return Look(position: Double(nanoseconds) / 1e6, after: number("before"), before: number("after"))
  }
  var nanoseconds: Int { Int(fields["ns"] ?? "") ?? -1 }
  /// Bytes that the sink had taken.
  var captured: Int { Int(fields["captured"] ?? "") ?? 0 }
  /// Owning references to GObjects.
  var objects: Int { Int(fields["objects"] ?? "") ?? -1 }
  /// For how long the main loop was away at most, in milliseconds.
  var away: Double { Double(fields["away"] ?? "") ?? .infinity }
  var code: String { fields["code"] ?? "" }
  var file: String { fields["file"] ?? "" }
  /// Names of devices, with commas between.
  var names: String { fields["names"] ?? "" }
  var title: String { fields["title"] ?? "" }
  var waits: Bool { fields["waits"] == "true" }
  var reason: String { fields["reason"] ?? "" }
}

/// The engine's position in milliseconds, read between two times.
struct Look {
  let position: Double
  let after: Double
  let before: Double

  /// How far this is from where the clock leads from `other`, at a rate, whenever exactly either was read: however
  /// busy the machine is, 0 for a position that moves as the clock does.
  func error(since other: Look, rate: Double = 1) -> Double {
    let moved = position - other.position
    let (least, most) = (rate * (after - other.before), rate * (before - other.after))
    return moved < least ? moved - least : moved > most ? moved - most : 0
  }
}

/// A run of PlaybackProbe: the real player and engine in a process that owns its main thread.
struct ProbeRun {
  let status: Int32
  let output: String
  let events: [ProbeEvent]

  /// - Parameters:
  ///   - capture: where the sink's input goes, as interleaved floats, in real time.
  ///   - commands: what happens when, in milliseconds.
  ///   - on: what happens at which event, `name` or `name#2` for its second time.
  init(
    _ files: [String], in folder: Folder, capture: String? = nil, output: String? = nil,
    commands: [(Int, String)] = [], on: [(String, String)] = [], options: [String] = [],
    environment: [String] = [],
    limitSeconds: Int = 30
  ) throws {
    var arguments = ["timeout", "-s", "KILL", "\(limitSeconds)", "env"]
    arguments += environment + [try ProbeRun.neighbour("PlaybackProbe")]
    if let capture { arguments += ["--capture", capture] }
    if let output { arguments += ["--output", output] }
    for (time, command) in commands { arguments += ["--do", "\(time):\(command)"] }
    for (event, command) in on { arguments += ["--on", "\(event):\(command)"] }
    arguments += options + files
    let log = folder.file("probe.log")

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Test threads block signals; a child that inherited that could not be ended.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var process: pid_t = 0
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    guard posix_spawnp(&process, "timeout", &actions, &attributes, words, environ) == 0 else {
      throw TestFailure("can't start the probe")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    self.status = status
    let text = String(decoding: Folder.read(log), as: UTF8.self)
    self.output = text
    events = text.split(separator: "\n").compactMap(ProbeEvent.init)
  }

  /// A program that is built beside the tests.
  private static func neighbour(_ name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, 4095)
    guard length > 0 else { throw TestFailure("no /proc/self/exe") }
    let own = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/" + name
  }

  /// Those of one name, in order.
  func all(_ name: String) -> [ProbeEvent] { events.filter { $0.name == name } }

  /// The first of one name about a track.
  func first(_ name: String, track: Int) -> ProbeEvent? { all(name).first { $0.track == track } }

  func command(_ command: String) -> ProbeEvent? { all("do").first { $0.command == command } }

  var looks: [Look] { all("position").map(\.look) }

  /// How far the position is from what the sink has taken, in milliseconds: the median, because a thread that waits for
  /// the processor makes a single look wrong.
  ///
  /// - Parameters:
  ///   - looks: those of a stretch in which it plays.
  ///   - captured: what the sink has taken of the track, in milliseconds, from the bytes.
  static func error(_ looks: [ProbeEvent], heard: (Int) -> Double) -> Double {
    let errors = looks.map { Double($0.nanoseconds) / 1e6 - heard($0.captured) }.sorted()
    return errors.isEmpty ? .infinity : errors[errors.count / 2]
  }

  /// The tracks in the order in which they began to sound.
  var started: [Int] { all("started").map(\.track) }
}
