import Glibc
import ShellKit

/// What the command line says.
struct Options {
  enum Command {
    case show, help, measure
    case replay([UInt8])
  }

  struct Failure: Error { var message: String }

  static let help = """
    nagara-shell-gallery: the adaptive shell in four small apps.

      --scene NAME        player, toolbar, button or map
      --size W×H          the window's size (also WxH)
      --dark --rtl --inspector
      --text-scale N      text N times as large
      --do A,B,…          in turn: expand, collapse, docked, peek, half, full, closed, push, back, tab2, modal,
                          minimise (the bar, when the content scrolls down)
      --picture FILE      draws the window into a PNG after that, and ends
      --replay FILE       prints the states that a trace (NAGARA_TRACE=FILE) leads to; needs no display
      --measure           prints what `meson-shim/bench shell` shows
    """

  var command = Command.show
  var scene = "player"
  var width = 960
  var height = 700
  var isDark = false
  var isRightToLeft = false
  var showsInspector = false
  var textScale = 1.0
  var steps: [String] = []
  var picture: String?

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": command = .help
      case "--measure": command = .measure
      case "--dark": isDark = true
      case "--rtl": isRightToLeft = true
      case "--inspector": showsInspector = true
      case "--replay": command = .replay(Array(try Self.value(&rest, argument).utf8))
      case "--picture": picture = try Self.value(&rest, argument)
      case "--scene":
        scene = try Self.value(&rest, argument)
        guard sceneNames.contains(scene) else {
          throw Failure(
            message: "There is no scene “\(scene)”; there are \(sceneNames.joined(separator: ", ")).")
        }
      case "--do": steps = try Self.value(&rest, argument).split(separator: ",").map(String.init)
      case "--text-scale":
        guard let scale = Double(try Self.value(&rest, argument)), scale >= 0.5, scale <= 4 else {
          throw Failure(message: "A text scale is a number from 0.5 to 4.")
        }
        textScale = scale
      case "--size":
        let parts = try Self.value(&rest, argument).split { $0 == "x" || $0 == "×" }.compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy({ (1...10_000).contains($0) }) else {
          throw Failure(message: "A size is two numbers, as 500x800.")
        }
        (width, height) = (parts[0], parts[1])
      default: throw Failure(message: "“\(argument)” is no option; --help lists them.")
      }
    }
  }

  private static func value(_ rest: inout ArraySlice<String>, _ option: String) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw Failure(message: "\(option) needs a value.") }
    return value
  }
}

/// Says on standard error what is wrong.
func complain(_ text: String) {
  let line = "nagara-shell-gallery: \(text)\n"
  _ = line.withCString { write(2, $0, strlen($0)) }
}
