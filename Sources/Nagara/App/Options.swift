/// What the command line asks for. Files may have any name: what begins with `-` is a path behind `--`.
struct Options: Equatable {
  /// Files, folders and URIs, in order, as bytes.
  var files: [[UInt8]] = []
  var playsDemo = false
  var showsHelp = false
  var showsVersion = false
  /// A command that needs no window.
  var headless: Headless?
  /// What the running player is asked to do, in order.
  var commands: [RemoteCommand] = []
  /// The files go behind what was queued instead of playing.
  var enqueues = false
  /// What it prints is JSON.
  var printsJSON = false
  /// The library that a command is about, if not the user's own.
  var database: [UInt8]?
  /// A scan measures gains too.
  var measuresGains = false
  /// What is imported is kept, not only printed.
  var keepsImport = false
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
      case "--gain": options.measuresGains = true
      case "--keep": options.keepsImport = true
      case "--play": options.commands.append(.play)
      case "--pause": options.commands.append(.pause)
      case "--toggle": options.commands.append(.toggle)
      case "--next": options.commands.append(.next)
      case "--previous": options.commands.append(.previous)
      case "--stop": options.commands.append(.stop)
      case "--status": options.commands.append(.status)
      case "--enqueue": options.enqueues = true
      case "--seek":
        guard let seek = rest.popFirst().flatMap({ RemoteCommand.Seek(String(decoding: $0, as: UTF8.self)) })
        else { return .failure(Problem(message: "“--seek” needs a time: 90, 1:30, +10 or -10")) }
        options.commands.append(.seek(seek))
      case "--volume":
        guard
          let volume = rest.popFirst().flatMap({ RemoteCommand.Volume(String(decoding: $0, as: UTF8.self)) })
        else { return .failure(Problem(message: "“--volume” needs percent: 40, +5 or -5")) }
        options.commands.append(.volume(volume))
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
      case let command where ["--inspect", "--import", "--export"].contains(command):
        guard let file = rest.popFirst() else {
          return .failure(Problem(message: "“\(command)” needs a file"))
        }
        guard options.headless == nil else {
          return .failure(Problem(message: "“\(command)” is one command too many"))
        }
        switch command {
        case "--inspect": options.headless = .inspect(file)
        case "--import": options.headless = .importList(file)
        default: options.headless = .exportListener(file)
        }
      // How the bus starts a program; GApplication reads it.
      case "--gapplication-service": break
      case let unknown: return .failure(Problem(message: "there is no option “\(unknown)”"))
      }
    }
    if case .scan = options.headless { options.headless = .scan(options.files) }
    if options.measuresGains {
      guard case .scan = options.headless else {
        return .failure(Problem(message: "“--gain” belongs to “--scan”"))
      }
    }
    if options.keepsImport {
      guard case .importList = options.headless else {
        return .failure(Problem(message: "“--keep” belongs to “--import”"))
      }
    }
    if options.enqueues, options.files.isEmpty {
      return .failure(Problem(message: "“--enqueue” needs files"))
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

    To the player that is running, in the order given:
      --play  --pause  --toggle  --next  --previous  --stop
      --seek TIME        goes to 90 or 1:30, or by +10 or -10 seconds
      --volume PERCENT   sets the volume to 40, or changes it by +5 or -5
      --enqueue FILE…    puts files behind what was queued instead of playing them
      --status [--json]  prints what plays
    These end with 0, with 1 if there is nothing to play, with 3 if Nagara is not running, with 64 if the command
    makes no sense. --play, --toggle and --enqueue start Nagara if need be.

    Without a window:
      --inspect FILE     prints what is known of a file, and where it is from
      --import FILE      prints a playlist's entries and where they lead, or what another player's file says of
                         plays, ratings and playlists
      --keep             with --import: takes that over into the library instead
      --export FILE      writes plays, ratings, history, playlists and stations into a file, or for - prints them
      --scan [FOLDER…]   reads what is new in these folders, or in all of the library's, and says what it was
      --gain             with --scan: measures how loud the tracks without gains in their tags are
      --list tracks|albums|artists|playlists|problems|duplicates
                         prints a list of the library
      --query TEXT       with --list: what is found by it, the best first
      --database FILE    with --scan, --list, --keep and --export: another library than your own
      --json             prints JSON instead of lines
    These end with 0, with 1 if the file or the library cannot be read, with 64 if the command makes no sense.

    Environment:
      NAGARA_LOG=debug|info|warning   messages on stderr
      NAGARA_DATA_DIR                 where style, icons and the demo album are
    """
}
