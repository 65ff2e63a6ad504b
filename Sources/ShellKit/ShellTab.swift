public import GtkBridge
public import ShellCore

/// A top-level destination: what the tab bar shows, and the page at the root of its stack.
@MainActor
public final class ShellTab {
  public let id: TabID
  public let title: String
  /// A symbolic icon's name.
  public let icon: String
  /// Builds the root page; called once, when the tab is first shown.
  let makeRoot: () -> Widget
  /// Called when the tab is chosen again at its root. nil scrolls the first view in the page that scrolls
  /// vertically to its top.
  public var scrollToTop: (() -> Void)?

  public init(_ id: TabID, title: String, icon: String, root: @escaping () -> Widget) {
    self.id = id
    self.title = title
    self.icon = icon
    makeRoot = root
  }
}
