import CGTK4
import GLibBridge
import Glibc

/// Roles of assistive technology, as in WAI-ARIA.
public enum AccessibleRole: Sendable {
  case generic, group, tabList, tab, tabPanel, button, dialog, list, slider, image, status, presentation,
    separator, heading

  var gtk: GtkAccessibleRole {
    switch self {
    case .generic: GTK_ACCESSIBLE_ROLE_GENERIC
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .tabList: GTK_ACCESSIBLE_ROLE_TAB_LIST
    case .tab: GTK_ACCESSIBLE_ROLE_TAB
    case .tabPanel: GTK_ACCESSIBLE_ROLE_TAB_PANEL
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
    case .list: GTK_ACCESSIBLE_ROLE_LIST
    case .slider: GTK_ACCESSIBLE_ROLE_SLIDER
    case .image: GTK_ACCESSIBLE_ROLE_IMG
    case .status: GTK_ACCESSIBLE_ROLE_STATUS
    case .separator: GTK_ACCESSIBLE_ROLE_SEPARATOR
    case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
    case .heading: GTK_ACCESSIBLE_ROLE_HEADING
    }
  }
}

extension Widget {
  /// The name that a screen reader speaks, translated.
  public func accessibleLabel(_ label: String) {
    setProperty(GTK_ACCESSIBLE_PROPERTY_LABEL) { g_value_set_string($0, label) }
  }

  /// What is spoken after the name.
  public func accessibleDescription(_ text: String) {
    setProperty(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) { g_value_set_string($0, text) }
  }

  /// The value of a slider in words: "1 minute 20 of 3 minutes".
  public func accessibleValueText(_ text: String) {
    setProperty(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT) { g_value_set_string($0, text) }
  }

  /// Has a screen reader say a text at once, where GTK can: from 4.14 on.
  public func announce(_ text: String) {
    typealias Announce = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Void
    // The headers are those of 4.8.
    guard let function = dlsym(nil, "gtk_accessible_announce") else { return }
    let mediumPriority: Int32 = 1
    unsafeBitCast(function, to: Announce.self)(opaque, text, mediumPriority)
  }

  public func accessibleHasPopup(_ has: Bool) {
    setProperty(GTK_ACCESSIBLE_PROPERTY_HAS_POPUP) { g_value_set_boolean($0, has ? 1 : 0) }
  }

  /// Takes the widget and all in it off the accessibility tree, as covered parts are.
  public func accessibleHidden(_ hidden: Bool) {
    setState(GTK_ACCESSIBLE_STATE_HIDDEN) { g_value_set_boolean($0, hidden ? 1 : 0) }
  }

  public func accessibleExpanded(_ expanded: Bool) {
    setState(GTK_ACCESSIBLE_STATE_EXPANDED) { g_value_set_int($0, expanded ? 1 : 0) }
  }

  public func accessibleSelected(_ selected: Bool) {
    setState(GTK_ACCESSIBLE_STATE_SELECTED) { g_value_set_int($0, selected ? 1 : 0) }
  }

  public func accessiblePressed(_ pressed: Bool) {
    // GTK makes an enum's value for it, and then reads a number's.
    var value = GValue()
    g_value_init(&value, GType(6 << 2))  // G_TYPE_INT, a macro
    g_value_set_int(&value, pressed ? 1 : 0)
    var key = GTK_ACCESSIBLE_STATE_PRESSED
    gtk_accessible_update_state_value(opaque, 1, &key, &value)
    g_value_unset(&value)
  }

  /// Makes a text that has just been made a heading of this level.
  public func accessibleHeading(level: Int) {
    setRole(.heading)
    var value = GValue()
    gtk_accessible_property_init_value(GTK_ACCESSIBLE_PROPERTY_LEVEL, &value)
    g_value_set_int(&value, gint(level))
    var key = GTK_ACCESSIBLE_PROPERTY_LEVEL
    gtk_accessible_update_property_value(opaque, 1, &key, &value)
    g_value_unset(&value)
  }

  /// Only before anybody has looked at the widget.
  private func setRole(_ role: AccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.gtk.rawValue))
    g_object_set_property(pointer(as: GObject.self), "accessible-role", &value)
    g_value_unset(&value)
  }

  private func setProperty(_ property: GtkAccessibleProperty, _ fill: (UnsafeMutablePointer<GValue>) -> Void)
  {
    var value = GValue()
    gtk_accessible_property_init_value(property, &value)
    fill(&value)
    var key = property
    gtk_accessible_update_property_value(opaque, 1, &key, &value)
    g_value_unset(&value)
  }

  private func setState(_ state: GtkAccessibleState, _ fill: (UnsafeMutablePointer<GValue>) -> Void) {
    var value = GValue()
    gtk_accessible_state_init_value(state, &value)
    fill(&value)
    var key = state
    gtk_accessible_update_state_value(opaque, 1, &key, &value)
    g_value_unset(&value)
  }
}
