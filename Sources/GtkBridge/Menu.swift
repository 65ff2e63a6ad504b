import CGLib
public import GLibBridge

/// A menu's model: items that name actions, in sections.
@MainActor
public final class Menu: Object {
  public init() { super.init(adopting: UnsafeMutableRawPointer(g_menu_new()!)) }

  /// An item that activates `action` (`app.quit`, `win.tab::songs`).
  @discardableResult
  public func item(_ label: String, _ action: String) -> Menu {
    g_menu_append(opaque, label, action)
    return self
  }

  @discardableResult
  public func section(_ label: String? = nil, _ section: Menu) -> Menu {
    g_menu_append_section(opaque, label, section.pointer())
    return self
  }

  @discardableResult
  public func submenu(_ label: String, _ menu: Menu) -> Menu {
    g_menu_append_submenu(opaque, label, menu.pointer())
    return self
  }

  public func removeAll() { g_menu_remove_all(opaque) }
}
