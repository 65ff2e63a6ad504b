import Glibc
import Testing

/// CGTK4's shim compiles with GTK 4.8 and newer only.
struct FloorTests {
  /// Compiles the shim against a GTK that says it is 4.`minor`; returns what the compiler said.
  private func compile(minor: Int) -> (status: Int32, output: String) {
    var template = Array("/tmp/nagara-floor-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return (-1, "no folder") }
    let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    defer { system("rm -r '\(folder)'") }
    mkdir(folder + "/gtk", 0o700)
    write(
      """
      #define GTK_CHECK_VERSION(major, minor, micro) \\
        (4 > (major) || (4 == (major) && (\(minor) > (minor) || (\(minor) == (minor) && 0 >= (micro)))))
      """, to: folder + "/gtk/gtk.h")
    write("#include \"\(Repository.root)/Sources/CGTK4/shim.h\"\n", to: folder + "/try.c")
    let log = folder + "/log"
    let status = system("\(compiler) -fsyntax-only -I'\(folder)' '\(folder)/try.c' >'\(log)' 2>&1")
    var output = ""
    if let file = fopen(log, "r") {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = fread(&buffer, 1, buffer.count, file)
      output = String(decoding: buffer[..<count], as: UTF8.self)
      fclose(file)
    }
    return (status, output)
  }

  /// The system's C compiler, or the toolchain's.
  private var compiler: String { system("command -v cc >/dev/null 2>&1") == 0 ? "cc" : "clang" }

  private func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  @Test(arguments: [0, 6, 7]) func anOlderGTKFailsInWords(minor: Int) {
    let result = compile(minor: minor)
    #expect(result.status != 0)
    #expect(result.output.range(of: "Nagara needs GTK 4.8 or newer") != nil, "\(result.output)")
  }

  @Test(arguments: [8, 9, 18]) func theFloorAndNewerCompile(minor: Int) {
    let result = compile(minor: minor)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func symbolsNewerThanTheFloorAreRefused() throws {
    let shim = try #require(Repository.read("Sources/CGTK4/shim.h"))
    #expect(shim.range(of: "GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8") != nil)
  }
}
