import Glibc
import Testing

/// Widgets need the process's first thread, which `swift test` does not give: each case runs in
/// nagara-uitest-host, one process a case, in a private X server where none is at hand. The names are its own.
@Suite(.serialized) struct UITests {
  @Test(arguments: Host.cases)
  func theHostPasses(_ name: String) {
    let run = Host.run(name)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func theHostHasCases() {
    #expect(Host.cases.count > 5)
    #expect(Host.run("noSuchCase").status != 0)
  }
}

enum Host {
  static let cases = run("list").output.split(separator: "\n").map(String.init)

  /// Runs one case; a warning of GTK's ends it.
  static func run(_ name: String) -> (status: Int32, output: String) {
    let screen = getenv("DISPLAY") == nil ? "xvfb-run -a -s '-screen 0 1920x1080x24' " : ""
    let settings =
      "GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory GTK_A11Y=none LC_ALL=C.UTF-8 "
      + "G_DEBUG=fatal-warnings XDG_CONFIG_HOME=/nonexistent SWIFT_BACKTRACE=interactive=no,color=no "
    let log = "/tmp/nagara-uitest-\(getpid())"
    defer { unlink(log) }
    let command = "env \(settings) \(screen)timeout 60 '\(program)' \(name) >\(log) 2>/dev/null"
    let status = system(command)
    return (status, read(log))
  }

  /// The host is built beside the tests.
  private static var program: String {
    var path = [CChar](repeating: 0, count: 4096)
    readlink("/proc/self/exe", &path, 4095)
    let tests = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    if let found = neighbour(of: tests) { return found }
    // Under XCTest's own runner the program is elsewhere; the test bundle's path is the first argument's.
    for argument in CommandLine.arguments { if let found = neighbour(of: argument) { return found } }
    return "nagara-uitest-host"
  }

  private static func neighbour(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let candidate = path[..<slash] + "/nagara-uitest-host"
    return access(String(candidate), X_OK) == 0 ? String(candidate) : nil
  }

  private static func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
