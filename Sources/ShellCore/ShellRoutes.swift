/// How a wish reached the shell. Each way can be switched off by itself.
public enum Route: String, Equatable, Sendable, CaseIterable {
  case drag, tap, key, code
}

/// A set of routes.
public struct RouteSet: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// By hand: drags, swipes, touchpads.
  public static let drag = RouteSet(rawValue: 1)
  /// By a press on a part, its grabber or its backdrop.
  public static let tap = RouteSet(rawValue: 2)
  /// By a key, Escape included.
  public static let key = RouteSet(rawValue: 4)
  /// By the host, the bus or a script.
  public static let code = RouteSet(rawValue: 8)
  /// Every way.
  public static let all: RouteSet = [.drag, .tap, .key, .code]

  /// Whether a wish that came this way counts.
  public func allows(_ route: Route) -> Bool {
    switch route {
    case .drag: contains(.drag)
    case .tap: contains(.tap)
    case .key: contains(.key)
    case .code: contains(.code)
    }
  }
}

/// The open ways to each part. All are open at first.
public struct ShellRoutes: Equatable, Sendable {
  /// Ways to expand, collapse, page and dismiss the player.
  public var player = RouteSet.all
  /// Ways to the drawer's detents.
  public var drawer = RouteSet.all
  /// Ways to another tab.
  public var tabs = RouteSet.all
  /// Ways back from a page.
  public var pages = RouteSet.all

  public init() {}
}
