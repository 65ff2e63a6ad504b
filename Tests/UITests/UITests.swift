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

/// The gallery's headless side: no display is needed, and none is there.
@Suite(.serialized) struct GalleryTests {
  @Test func theGalleryReplaysATraceWithoutADisplay() {
    let trace = """
      nagara-shell-trace 1
      0.0 setPlayerPresent true
      0.1 environment 500.0 800.0 1.0 false false true
      0.2 expandPlayer code

      """
    let run = Gallery.run(trace)
    #expect(run.status == 0, "\(run.output)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.last?.contains("\"player\":\"expanded\"") == true, "\(run.output)")
    #expect(lines.last?.hasSuffix("player 1.0") == true, "\(run.output)")
  }

  @Test func aTraceThatCannotBeReadIsAnError() {
    #expect(Gallery.run("something else").status == 1)
    #expect(Gallery.run("nagara-shell-trace 1\n0.0 fly").status == 1)
  }
}

/// The documentation's code is code.
@Suite struct TutorialTests {
  @Test func theTutorialsCodeIsWhatIsCompiled() {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let code = Host.read("/\(root)/Tests/FortyLines/main.swift")
    let page = Host.read("/\(root)/Sources/ShellKit/ShellKit.docc/YourOwnApp.md")
    #expect(code.split(separator: "\n").count <= 40)
    #expect(!code.isEmpty && page.contains("```swift\n" + code + "```"))
  }
}

enum Gallery {
  static func run(_ trace: String) -> (status: Int32, output: String) {
    let path = "/tmp/nagara-trace-\(getpid())"
    let log = path + "-log"
    defer {
      unlink(path)
      unlink(log)
    }
    guard let file = fopen(path, "w") else { return (-1, "no file") }
    fputs(trace, file)
    fclose(file)
    let program = Host.program(named: "nagara-shell-gallery")
    let status = system("env -u DISPLAY -u WAYLAND_DISPLAY '\(program)' --replay \(path) >\(log) 2>/dev/null")
    return (status >> 8, Host.read(log))
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
    let command =
      "env \(settings) \(screen)timeout 60 '\(program(named: "nagara-uitest-host"))' \(name) >\(log) 2>/dev/null"
    let status = system(command)
    return (status, read(log))
  }

  /// Programs are built beside the tests.
  static func program(named name: String) -> String {
    var path = [CChar](repeating: 0, count: 4096)
    readlink("/proc/self/exe", &path, 4095)
    let tests = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    if let found = neighbour(of: tests, name) { return found }
    // Under XCTest's own runner the program is elsewhere; the test bundle's path is the first argument's.
    for argument in CommandLine.arguments { if let found = neighbour(of: argument, name) { return found } }
    return name
  }

  private static func neighbour(of path: String, _ name: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let candidate = path[..<slash] + "/" + name
    return access(String(candidate), X_OK) == 0 ? String(candidate) : nil
  }

  static func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
