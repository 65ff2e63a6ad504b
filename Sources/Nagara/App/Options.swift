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
  /// The library that a command is about, if not the user's own.
  var database: [UInt8]?
  /// What is looked for in a list.
  var query: String?

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
      case "--scan":
        guard options.headless == nil else {
          return .failure(Problem(message: "“--scan” is one command too many"))
        }
        options.headless = .scan([])
      case "--list":
        guard options.headless == nil else {
          return .failure(Problem(message: "“--list” is one command too many"))
        }
        guard let what = rest.popFirst(),
          let listing = Listing(rawValue: String(decoding: what, as: UTF8.self))
        else {
          let names = Listing.allCases.map(\.rawValue).joined(separator: ", ")
          return .failure(Problem(message: "“--list” needs one of \(names)"))
        }
        options.headless = .list(listing)
      case let option where option == "--database" || option == "--query":
        guard let value = rest.popFirst() else {
          return .failure(Problem(message: "“\(option)” needs a value"))
        }
        if option == "--query" {
          options.query = String(decoding: value, as: UTF8.self)
        } else {
          options.database = value
        }
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
    if case .scan = options.headless { options.headless = .scan(options.files) }
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
      --scan [FOLDER…]   reads what is new in these folders, or in all of the library's, and says what it was
      --list tracks|albums|artists|playlists|problems
                         prints a list of the library
      --query TEXT       with --list: what is found by it, the best first
      --database FILE    with --scan and --list: another library than your own
      --json             prints JSON instead of lines
    These end with 0, with 1 if the file or the library cannot be read, with 64 if the command makes no sense.

    Environment:
      NAGARA_LOG=debug|info|warning   messages on stderr
      NAGARA_DATA_DIR                 where style, icons and the demo album are
    """
}
