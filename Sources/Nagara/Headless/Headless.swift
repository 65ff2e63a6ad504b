import Desktop
import GLibBridge
import Glibc
import MusicLibrary
import PlayerCore

// # Commands without a window
//
// - `Headless`: which there are, and how they run: no display, no GTK, no playback; the answer on stdout.
// - `Inspect`: all that is known of one file, and why.
// - `ImportList`: a playlist's entries, resolved or not.
// - `ListenerCommands`: what the listener did and made, out of the library and into it.
// - `Scan`, `Listing`: the library brought in line with the disk, and its lists.
// - `FactsJSON`: tracks and their values as JSON, the same everywhere.

/// A command of the command line that needs no window.
enum Headless: Equatable {
  /// Prints what is known of a file.
  case inspect([UInt8])
  /// Prints the entries of a playlist, or takes them over.
  case importList([UInt8])
  /// Writes what the listener did and made.
  case exportListener([UInt8])
  /// Brings the library in line with these folders, or with all of its own.
  case scan([[UInt8]])
  /// Prints a list of the library.
  case list(Listing)

  /// What the process ends with.
  enum ExitCode {
    static let success: Int32 = 0
    /// The file can't be read, or is none of the right kind.
    static let failure: Int32 = 1
  }

  /// Runs it and returns the process's exit code.
  ///
  @MainActor
  func run(_ options: Options) -> Int32 {
    let (json, database) = (options.printsJSON, options.database)
    let store = database.map { Headless.path($0) }
    if let database, store == .some(nil) { return Headless.refuse(database) }
    switch self {
    case .inspect(let argument):
      guard let file = Headless.path(argument) else { return Headless.refuse(argument) }
      return Headless.wait { await Inspect.run(file, json: json) }
    case .importList(let argument):
      guard let file = Headless.path(argument) else { return Headless.refuse(argument) }
      guard options.keepsImport else { return ImportList.run(file, json: json) }
      return Headless.handOver(database) {
        await ListenerCommands.keep(file, database: store ?? nil, json: json)
      }
    case .exportListener(let argument):
      if argument == Array("-".utf8) {
        return Headless.wait { await ListenerCommands.print(database: store ?? nil) }
      }
      guard let file = Headless.path(argument) else { return Headless.refuse(argument) }
      return Headless.wait { await ListenerCommands.export(to: file, database: store ?? nil) }
    case .scan(let arguments):
      var folders: [FilePath] = []
      for argument in arguments {
        guard let folder = Headless.path(argument) else { return Headless.refuse(argument) }
        folders.append(folder.withoutTrailingSlash)
      }
      let measuresGains = options.measuresGains
      return Headless.handOver(database) { [folders] in
        await Scan.run(folders, database: store ?? nil, measuresGains: measuresGains, json: json)
      }
    case .list(let listing):
      let query = options.query
      return Headless.wait { await listing.run(query: query, database: store ?? nil, json: json) }
    }
  }

  /// - Parameters:
  ///   - database: another library than the user's own, which no app has.
  ///   - body: gives `nil` if another process has the library: then the app does it in its place.
  @MainActor
  private static func handOver(
    _ database: [UInt8]?, _ body: @escaping @Sendable () async -> Int32?
  ) -> Int32 {
    if let code = BlockingWait.run(body), let code { return code }
    let handedOver =
      database == nil ? RunningInstance.run(id: App.id, arguments: CommandLine.rawArguments) : nil
    return handedOver ?? complain("another Nagara is using the library")
  }

  /// Prints a value: as JSON, or one fact a line for people.
  static func print(_ value: JSON, json: Bool) { printLine(text(value, json: json), to: STDOUT_FILENO) }

  static func text(_ value: JSON, json: Bool) -> String { json ? value.indented : lines(value, "") }

  /// Says on stderr why there is nothing to print.
  static func complain(_ text: String) -> Int32 {
    printLine("nagara: " + text, to: STDERR_FILENO)
    return ExitCode.failure
  }

  private static func refuse(_ argument: [UInt8]) -> Int32 {
    complain("“\(String(decoding: argument, as: UTF8.self))” is not a file")
  }

  private static func path(_ argument: [UInt8]) -> FilePath? {
    guard let name = getcwd(nil, 0) else { return nil }
    defer { free(name) }
    let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
    guard let folder = FilePath(bytes: Array(bytes)) else { return nil }
    return MediaSource(argument: argument, relativeTo: folder)?.path
  }

  /// Nothing else runs in this process, so its first thread may wait.
  private static func wait(_ body: @escaping @Sendable () async -> Int32) -> Int32 {
    BlockingWait.run(body) ?? ExitCode.failure
  }

  private static func lines(_ value: JSON, _ name: String) -> String {
    switch value {
    case .object(let members):
      return members.map { lines($0.value, name.isEmpty ? $0.name : "\(name).\($0.name)") }
        .filter { !$0.isEmpty }.joined(separator: "\n")
    case .array(let values):
      return values.enumerated().map { lines($1, "\(name)[\($0 + 1)]") }.joined(separator: "\n")
    case .string(let text): return "\(name): \(text)"
    default: return "\(name): \(value)"
    }
  }
}
