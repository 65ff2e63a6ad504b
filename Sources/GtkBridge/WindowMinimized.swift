import CGTK4
import GLibBridge

extension Window {
  /// The window was minimised, or shown again; fired by its surface once there is one.
  public func onMinimizedChange(_ handler: @escaping () -> Void) {
    connect(Widget.realized) { [weak self] in
      guard let self, let surface = gtk_native_get_surface(self.opaque) else { return }
      Object(retaining: surface).connect(Signal<() -> Void>(notify: "state"), handler)
    }
  }

  public var isMinimized: Bool {
    guard let surface = gtk_native_get_surface(opaque) else { return false }
    return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
  }
}
