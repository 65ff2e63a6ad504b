import CGLib
import CGTK4
public import GLibBridge

/// What a command line said, here or in a second start of the program that hands it over.
@MainActor
public struct CommandLineCall {
  /// The arguments behind the program's name: bytes, as file names are.
  public let arguments: [[UInt8]]
  /// The folder that relative paths are relative to; nil if it isn't known.
  public let workingDirectory: [UInt8]?
  private let line: Object

  /// From a `GApplicationCommandLine`, the argument of `Application.commandLine`.
  public init?(_ pointer: RawPointer?) {
    guard let pointer else { return nil }
    self.line = Object(retaining: pointer)
    let line: UnsafeMutablePointer<GApplicationCommandLine> = pointer.assumingMemoryBound(
      to: GApplicationCommandLine.self)
    var count: Int32 = 0
    var arguments: [[UInt8]] = []
    if let list = g_application_command_line_get_arguments(line, &count) {
      for index in 0..<Int(count) {
        if let argument = list[index] { arguments.append(Self.bytes(argument)) }
      }
      g_strfreev(list)
    }
    self.arguments = Array(arguments.dropFirst())
    workingDirectory = g_application_command_line_get_cwd(line).map { Self.bytes($0) }
  }

  /// What the command ends with when the last copy of this is gone, if the handler has returned before.
  public func setStatus(_ status: Int32) {
    g_application_command_line_set_exit_status(line.pointer(), status)
  }

  /// Prints a line where the command was given.
  public func printLine(_ text: String) { nagara_command_line_print(line.pointer(), text + "\n") }
  public func printErrorLine(_ text: String) { nagara_command_line_print_error(line.pointer(), text + "\n") }

  private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}

extension Application {
  /// Files that another program opens with this one: their URIs.
  public func onOpen(_ handler: @escaping ([String]) -> Void) {
    let signal = Signal<(RawPointer?, Int32) -> Void>("open")
    connect(signal) { files, count in
      guard let list = files?.assumingMemoryBound(to: OpaquePointer?.self) else { return }
      var uris: [String] = []
      for index in 0..<Int(count) {
        if let file = list[index], let uri = g_file_get_uri(file) {
          uris.append(String(cString: uri))
          g_free(uri)
        }
      }
      handler(uris)
    }
  }

  /// As `run`, with arguments that need not be UTF-8; the first is the program's name.
  public func run(bytes arguments: [[UInt8]]) -> Int32 {
    MainLoop.attach()
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { argument in
      (argument + [0]).withUnsafeBufferPointer {
        $0.withMemoryRebound(to: CChar.self) { g_strdup($0.baseAddress) }
      }
    }
    defer { for argument in argv { g_free(argument) } }
    return argv.withUnsafeMutableBufferPointer {
      g_application_run(pointer(), Int32(arguments.count), $0.baseAddress)
    }
  }

  /// The application's connection to the session bus; nil without one.
  public var bus: BusConnection? {
    g_application_get_dbus_connection(pointer()).map {
      BusConnection(retaining: UnsafeMutableRawPointer($0))
    }
  }
}

extension Signal where Handler == (RawPointer?, Int32) -> Void {
  /// A list, its length, and a hint that nobody gives: `open`.
  init(_ name: String) {
    let call: @convention(c) (RawPointer, RawPointer?, Int32, UnsafePointer<CChar>?, RawPointer) -> Void = {
      _, list, count, _, data in
      HandlerBox<(RawPointer?, Int32) -> Void>.value(in: data)(list, count)
    }
    self.init(name: name, trampoline: erase(call))
  }
}
