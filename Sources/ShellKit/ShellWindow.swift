public import GtkBridge

/// A window whose title bar is invisible, so that sheet and pane reach its top; the header bar is part of
/// the content.
@MainActor
public final class ShellWindow {
  public let window: ApplicationWindow
  public let view: ShellView
  private let titlebar = Box(.horizontal)

  public init(_ application: Application, _ view: ShellView, title: String) {
    window = ApplicationWindow(application)
    self.view = view
    window.title = title
    titlebar.visible = false
    window.setTitlebar(titlebar)
    window.setChild(view)
    window.defaultSize(width: 960, height: 700)
  }
}
