/// How a wish reached the shell. Each way can be switched off by itself.
public enum Route: String, Equatable, Sendable, CaseIterable {
  case drag, tap, key, code
}

/// A set of routes.
public struct RouteSet: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let drag = RouteSet(rawValue: 1)
  public static let tap = RouteSet(rawValue: 2)
  public static let key = RouteSet(rawValue: 4)
  public static let code = RouteSet(rawValue: 8)
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
  public var player = RouteSet.all
  public var drawer = RouteSet.all
  public var tabs = RouteSet.all
  public var pages = RouteSet.all

  public init() {}
}
