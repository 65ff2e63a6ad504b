import CGTK4
import GLibBridge

/// A titled group of keys for the shortcuts window.
public struct ShortcutGroup: Sendable {
  public var title: String
  /// Accelerators (`<Control>q`, several apart by a space) and what they do.
  public var shortcuts: [(keys: String, title: String)]

  public init(_ title: String, _ shortcuts: [(keys: String, title: String)]) {
    self.title = title
    self.shortcuts = shortcuts
  }
}

/// The window that lists the keys. GTK 4.8 can only make it from a builder's text.
@MainActor
public final class ShortcutsWindow: Window {
  public init(_ groups: [ShortcutGroup], parent: Window?) {
    func escaped(_ text: String) -> String {
      let escaped = g_markup_escape_text(text, -1)!
      defer { g_free(escaped) }
      return String(cString: escaped)
    }
    var xml = "<interface><object class='GtkShortcutsWindow' id='window'><child>"
    xml += "<object class='GtkShortcutsSection'><property name='section-name'>keys</property>"
    // Two columns on one page: the switch between pages warns of sizes below zero in GTK 4.8's theme.
    let rows = groups.reduce(0) { $0 + $1.shortcuts.count + 1 }
    xml += "<property name='max-height'>\(rows * 2 / 3)</property>"
    for group in groups {
      xml +=
        "<child><object class='GtkShortcutsGroup'><property name='title'>\(escaped(group.title))</property>"
      for shortcut in group.shortcuts {
        xml += "<child><object class='GtkShortcutsShortcut'>"
        xml += "<property name='accelerator'>\(escaped(shortcut.keys))</property>"
        xml += "<property name='title'>\(escaped(shortcut.title))</property></object></child>"
      }
      xml += "</object></child>"
    }
    xml += "</object></child></object></interface>"
    let builder = Object(adopting: UnsafeMutableRawPointer(gtk_builder_new_from_string(xml, -1)!))
    // The toolkit owns every window until it is destroyed.
    let window = gtk_builder_get_object(builder.opaque, "window")!
    super.init(made: UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self))
    setTransient(for: parent)
    setModal(true)
  }
}

/// The window that says what the program is.
@MainActor
public final class AboutDialog: Window {
  public init(
    name: String, version: String, comments: String, icon: String, website: String, copyright: String,
    parent: Window?
  ) {
    super.init(made: gtk_about_dialog_new())
    gtk_about_dialog_set_program_name(opaque, name)
    gtk_about_dialog_set_version(opaque, version)
    gtk_about_dialog_set_comments(opaque, comments)
    gtk_about_dialog_set_logo_icon_name(opaque, icon)
    gtk_about_dialog_set_website(opaque, website)
    gtk_about_dialog_set_copyright(opaque, copyright)
    gtk_about_dialog_set_license_type(opaque, GTK_LICENSE_MIT_X11)
    setTransient(for: parent)
    setModal(true)
  }
}
