public import GLibBridge

/// What a desktop's search finds in the program.
public struct SearchHost {
  /// One thing that was found, as the desktop shows it.
  public struct Result: Sendable, Equatable {
    public var id: String
    public var name: String
    public var detail: String
    /// A picture's path or an icon's name, as `g_icon_to_string` writes it.
    public var icon: String

    public init(id: String, name: String, detail: String, icon: String) {
      self.id = id
      self.name = name
      self.detail = detail
      self.icon = icon
    }
  }

  /// The names of what has all of these words, the best first.
  public var find: @MainActor ([String]) async -> [String]
  /// What is shown of them. What is no longer there is left out.
  public var describe: @MainActor ([String]) async -> [Result]
  /// The user has chosen one.
  public var open: @MainActor (String) async -> Void
  /// The user wants to see all that is found, in the program.
  public var showAll: @MainActor ([String]) -> Void

  public init(
    find: @escaping @MainActor ([String]) async -> [String],
    describe: @escaping @MainActor ([String]) async -> [Result],
    open: @escaping @MainActor (String) async -> Void, showAll: @escaping @MainActor ([String]) -> Void
  ) {
    self.find = find
    self.describe = describe
    self.open = open
    self.showAll = showAll
  }
}

/// The program as one of GNOME's search providers. KDE's and others' launchers don't ask for it.
@MainActor
public final class SearchProvider {
  /// As in the installed `search-provider.ini`.
  public static let path: ObjectPath = "/io/github/nagara_player/Nagara/SearchProvider"
  private static let interface = "org.gnome.Shell.SearchProvider2"
  private let host: SearchHost
  private var token: BusToken?

  public init(_ host: SearchHost) { self.host = host }

  public func start(on bus: BusConnection) throws(DBusError) {
    token = try bus.export(
      Self.path, interface: Self.interface, of: Self.description,
      BusHandlers(method: { [weak self] in self?.answer($0, $1, $2) }))
  }

  private func answer(_ method: String, _ arguments: Variant, _ invocation: Invocation) {
    let host = host
    switch method {
    case "GetInitialResultSet", "GetSubsearchResultSet":
      // Words that were added may also complete the one before, so what was found is of no help.
      let words = arguments[arguments.count - 1]?.strings ?? []
      Task { invocation.reply(.tuple(.strings(await host.find(words)))) }
    case "GetResultMetas":
      let names = arguments[0]?.strings ?? []
      Task {
        let results = await host.describe(names)
        invocation.reply(.tuple(.array(of: "a{sv}", results.map { Self.value(of: $0) })))
      }
    case "ActivateResult":
      let name = arguments[0]?.string ?? ""
      Task {
        await host.open(name)
        invocation.reply()
      }
    case "LaunchSearch":
      host.showAll(arguments[0]?.strings ?? [])
      invocation.reply()
    default: invocation.fail(.notSupported("\(method) isn't supported"))
    }
  }

  private static func value(of result: SearchHost.Result) -> Variant {
    .dictionary([
      "id": .string(result.id), "name": .string(result.name), "description": .string(result.detail),
      "gicon": .string(result.icon),
    ])
  }

  private static let description = """
    <node><interface name="org.gnome.Shell.SearchProvider2">
      <method name="GetInitialResultSet">
        <arg type="as" name="terms" direction="in"/><arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetSubsearchResultSet">
        <arg type="as" name="previous_results" direction="in"/><arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetResultMetas">
        <arg type="as" name="identifiers" direction="in"/><arg type="aa{sv}" name="metas" direction="out"/>
      </method>
      <method name="ActivateResult">
        <arg type="s" name="identifier" direction="in"/><arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
      <method name="LaunchSearch">
        <arg type="as" name="terms" direction="in"/><arg type="u" name="timestamp" direction="in"/>
      </method>
    </interface></node>
    """
}
