/// What the command line asks for. Files may have any name: what begins with `-` is a path behind `--`.
struct Options: Equatable {
  /// Files, folders and URIs, in order, as bytes.
  var files: [[UInt8]] = []
  var playsDemo = false
  var showsHelp = false
  var showsVersion = false
  /// A command that needs no window.
  var headless: Headless?
  /// What it prints is JSON.
  var printsJSON = false

  struct Problem: Error, Equatable {
    let message: String
  }

  /// - Parameter arguments: those behind the program's name.
  static func parse(_ arguments: [[UInt8]]) -> Result<Options, Problem> {
    var options = Options()
    var isFile = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard !isFile, argument.first == UInt8(ascii: "-"), argument.count > 1 else {
        options.files.append(argument)
        continue
      }
      switch String(decoding: argument, as: UTF8.self) {
      case "--": isFile = true
      case "--demo": options.playsDemo = true
      case "--help", "-h": options.showsHelp = true
      case "--version": options.showsVersion = true
      case "--json": options.printsJSON = true
      case let command where command == "--inspect" || command == "--import":
        guard let file = rest.popFirst() else {
          return .failure(Problem(message: "“\(command)” needs a file"))
        }
        guard options.headless == nil else {
          return .failure(Problem(message: "“\(command)” is one command too many"))
        }
        options.headless = command == "--inspect" ? .inspect(file) : .importList(file)
      // How the bus starts a program; GApplication reads it.
      case "--gapplication-service": break
      case let unknown: return .failure(Problem(message: "there is no option “\(unknown)”"))
      }
    }
    return .success(options)
  }

  static let help = """
    Usage: nagara [OPTION…] [FILE|FOLDER|URI…]

    Plays music in a window; files open in the window that is there already.

      --demo       plays the demo album
      --version    prints the version
      -h, --help   prints this
      --           what follows is files, whatever it begins with

    Without a window:
      --inspect FILE     prints what is known of a file, and where it is from
      --import PLAYLIST  prints a playlist's entries and where they lead
      --json             prints JSON instead of lines
    These end with 0, with 1 if the file cannot be read, with 64 if the command makes no sense.

    Environment:
      NAGARA_LOG=debug|info|warning   messages on stderr
      NAGARA_DATA_DIR                 where style, icons and the demo album are
    """
}
