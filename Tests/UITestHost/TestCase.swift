import GLibBridge
import Glibc
import GtkBridge
import ShellKit

/// A named check that runs inside a GTK application.
@MainActor
struct TestCase {
  let name: String
  let body: @MainActor (Application, Failures) async -> Void

  static let all: [TestCase] = ShellCases.all + PanelCases.all + SurroundingsCases.all

  /// Runs one case; returns its number of failures, 99 for an unknown name.
  static func run(_ name: String) -> Int32 {
    guard let test = all.first(where: { $0.name == name }) else {
      print("no case named \(name)")
      return 99
    }
    let application = Application(id: "io.github.nagara_player.UITestHost", unique: false)
    let failures = Failures()
    application.connect(Application.activated) {
      application.hold()
      Task { @MainActor in
        await test.body(application, failures)
        application.release()
        application.quit()
      }
    }
    _ = application.run(["nagara-uitest-host"])
    for text in failures.texts { print(text) }
    return Int32(failures.texts.count)
  }
}

/// Collects what didn't hold.
@MainActor
final class Failures {
  private(set) var texts: [String] = []

  func expect(_ holds: Bool, _ text: @autoclosure () -> String) { if !holds { texts.append(text()) } }

  func equal<T: Equatable>(_ a: T, _ b: T, _ what: String) { expect(a == b, "\(what): \(a), want \(b)") }
}

/// Lets the loop run for so many milliseconds and then, on a busy machine, until it has caught up: idle
/// callbacks come after layout and drawing, and a frame that these asked for is due 17 ms later.
@MainActor
func pass(_ milliseconds: Int) async {
  for duration in [milliseconds, 20, 20] {
    await MainLoop.sleep(for: .milliseconds(duration))
    await withCheckedContinuation { done in MainLoop.whenIdle { done.resume() } }
  }
}

/// A file's text; empty if it can't be read.
func readFile(_ path: [UInt8]) -> String {
  Environment.withCString(path) { path in
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

func removeFile(_ path: [UInt8]) { _ = Environment.withCString(path) { unlink($0) } }

extension Widget {
  /// CSS classes are no help in a message: the names of the widget and its ancestors are.
  var cssPath: String {
    var names: [String] = []
    var current: Widget? = self
    while let widget = current {
      names.append(widget.typeName)
      current = widget.parent
    }
    return names.joined(separator: " < ")
  }
}
