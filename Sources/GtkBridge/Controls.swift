import CGTK4
public import GLibBridge

// The controls: one class per GTK class, only what the project uses.

/// One line of text in a list that scrolls: it takes the room it is given, so that a new text asks nobody to measure.
@MainActor
public final class Inscription: Widget {
  public init(classes: [String] = []) {
    super.init(gtk_inscription_new(nil))
    gtk_inscription_set_text_overflow(opaque, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
    gtk_inscription_set_min_chars(opaque, 0)
    for name in classes { addClass(name) }
  }

  public var text: String {
    get { gtk_inscription_get_text(opaque).map { String(cString: $0) } ?? "" }
    set { gtk_inscription_set_text(opaque, newValue) }
  }
}

/// Text that is read, not typed.
@MainActor
public final class Label: Widget {
  /// Where a line that is too long is cut.
  public enum Ellipsis: Sendable { case none, start, middle, end }

  public init(_ text: String = "", ellipsis: Ellipsis = .none, xalign: Float = 0.5, classes: [String] = []) {
    super.init(gtk_label_new(text))
    gtk_label_set_xalign(opaque, xalign)
    let mode: PangoEllipsizeMode =
      switch ellipsis {
      case .none: PANGO_ELLIPSIZE_NONE
      case .start: PANGO_ELLIPSIZE_START
      case .middle: PANGO_ELLIPSIZE_MIDDLE
      case .end: PANGO_ELLIPSIZE_END
      }
    gtk_label_set_ellipsize(opaque, mode)
    for name in classes { addClass(name) }
  }

  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { if newValue != text { gtk_label_set_text(opaque, newValue) } }
  }

  /// Shows `text` with the parts in `ranges` emphasised by Pango attributes (`weight="bold"`).
  public func setText(_ text: String, emphasising ranges: [Range<String.Index>], attributes: String) {
    var markup = ""
    var place = text.startIndex
    for range in ranges where range.lowerBound >= place {
      markup += Label.escaped(text[place..<range.lowerBound])
      markup += "<span \(attributes)>\(Label.escaped(text[range]))</span>"
      place = range.upperBound
    }
    gtk_label_set_markup(opaque, markup + Label.escaped(text[place...]))
  }

  private static func escaped(_ text: Substring) -> String {
    let escaped = g_markup_escape_text(String(text), -1)!
    defer { g_free(escaped) }
    return String(cString: escaped)
  }

  /// Lets the text break into up to `lines` lines (−1: any number).
  public func wraps(lines: Int = -1) {
    gtk_label_set_wrap(opaque, 1)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    // A width that breaks words is for where there is no other, and not one to ask for.
    gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_WORD)
    gtk_label_set_lines(opaque, Int32(lines))
  }

  /// The natural width in characters at most.
  public func maxWidth(characters: Int) { gtk_label_set_max_width_chars(opaque, Int32(characters)) }
  public func width(characters: Int) { gtk_label_set_width_chars(opaque, Int32(characters)) }
  public var selectable: Bool {
    get { gtk_label_get_selectable(opaque) != 0 }
    set { gtk_label_set_selectable(opaque, newValue ? 1 : 0) }
  }
  /// Where the text stands in its room: 0 at the start, 1 at the end.
  public func align(_ xalign: Float) { gtk_label_set_xalign(opaque, xalign) }
  /// Where the lines of a wrapped text begin.
  public enum Justification: Sendable { case start, center, end }
  public func justify(_ mode: Justification) {
    let gtk: GtkJustification =
      switch mode {
      case .start: GTK_JUSTIFY_LEFT
      case .center: GTK_JUSTIFY_CENTER
      case .end: GTK_JUSTIFY_RIGHT
      }
    gtk_label_set_justify(opaque, gtk)
  }
}

/// A themed icon or nothing.
@MainActor
public final class Image: Widget {
  public init(icon: String? = nil, pixelSize: Int = -1) {
    super.init(gtk_image_new_from_icon_name(icon))
    if pixelSize > 0 { gtk_image_set_pixel_size(opaque, Int32(pixelSize)) }
  }

  public func setIcon(_ name: String?) { gtk_image_set_from_icon_name(opaque, name) }
  public func pixelSize(_ size: Int) { gtk_image_set_pixel_size(opaque, Int32(size)) }
}

/// A button with an icon, a label or any child.
@MainActor
open class Button: Widget {
  public static let clicked = Signal<() -> Void>("clicked")

  public init(icon: String? = nil, label: String? = nil, child: Widget? = nil, classes: [String] = []) {
    super.init(gtk_button_new())
    if let icon { gtk_button_set_icon_name(pointer(), icon) }
    if let label { gtk_button_set_label(pointer(), label) }
    if let child { gtk_button_set_child(pointer(), child.widget) }
    for name in classes { addClass(name) }
  }

  init(made: UnsafeMutablePointer<GtkWidget>) { super.init(made) }

  public func setIcon(_ name: String) { gtk_button_set_icon_name(pointer(), name) }
  public func setLabel(_ text: String) { gtk_button_set_label(pointer(), text) }
  public func setChild(_ child: Widget?) { gtk_button_set_child(pointer(), child?.widget) }
  /// The text of a button that was made with one.
  public var label: String { gtk_button_get_label(pointer()).map { String(cString: $0) } ?? "" }

  /// Names the button for tooltips and screen readers at once.
  public func describe(_ text: String) {
    tooltip = text
    accessibleLabel(text)
  }
  public func setAction(_ detailedName: String?) {
    if let detailedName {
      gtk_actionable_set_detailed_action_name(opaque, detailedName)
    } else {
      gtk_actionable_set_action_name(opaque, nil)
    }
  }
  public func onClick(_ handler: @escaping () -> Void) { connect(Self.clicked, handler) }
}

/// A button that stays pressed.
@MainActor
public final class ToggleButton: Button {
  public static let toggled = Signal<() -> Void>("toggled")

  public init(icon: String? = nil, label: String? = nil, classes: [String] = []) {
    super.init(made: gtk_toggle_button_new())
    if let icon { setIcon(icon) }
    if let label { setLabel(label) }
    for name in classes { addClass(name) }
  }

  public var active: Bool {
    get { gtk_toggle_button_get_active(pointer()) != 0 }
    set { if newValue != active { gtk_toggle_button_set_active(pointer(), newValue ? 1 : 0) } }
  }

  public func join(_ group: ToggleButton?) { gtk_toggle_button_set_group(pointer(), group?.pointer()) }
}

/// A button that opens a menu or a popover.
@MainActor
public final class MenuButton: Widget {
  public init(icon: String? = nil, menu: Menu? = nil) {
    super.init(gtk_menu_button_new())
    if let icon { gtk_menu_button_set_icon_name(opaque, icon) }
    if let menu { gtk_menu_button_set_menu_model(opaque, menu.pointer()) }
  }

  /// Builds the menu when it is first opened: its items are widgets, which cost time at a start.
  public func setMenu(_ make: @escaping () -> Menu) {
    let call: GtkMenuButtonCreatePopupFunc = { button, data in
      guard let button, gtk_menu_button_get_menu_model(button) == nil else { return }
      let menu = HandlerBox<() -> Menu>.value(in: data)()
      withExtendedLifetime(menu) { gtk_menu_button_set_menu_model(button, menu.pointer()) }
    }
    gtk_menu_button_set_create_popup_func(opaque, call, HandlerBox(make).handOver(), destroyBox)
  }

  public func setPopover(_ popover: Widget?) { gtk_menu_button_set_popover(opaque, popover?.widget) }
  public func primary(_ on: Bool) { gtk_menu_button_set_primary(opaque, on ? 1 : 0) }
  public func popup() { gtk_menu_button_popup(opaque) }
  public func popdown() { gtk_menu_button_popdown(opaque) }
  public func describe(_ text: String) {
    tooltip = text
    accessibleLabel(text)
  }
}

/// A slider over a range of values.
@MainActor
public final class Scale: Widget {
  /// The user asks for a value; true keeps GTK from setting it.
  public static let changeValue = Signal<(Int32, Double) -> Bool>("change-value")

  public init(_ orientation: Orientation = .horizontal, range: ClosedRange<Double>, step: Double) {
    super.init(gtk_scale_new_with_range(orientation.gtk, range.lowerBound, range.upperBound, step))
    gtk_scale_set_draw_value(pointer(), 0)
  }

  public var value: Double {
    get { gtk_range_get_value(pointer()) }
    set { gtk_range_set_value(pointer(), newValue) }
  }
  public func setRange(_ range: ClosedRange<Double>) {
    gtk_range_set_range(pointer(), range.lowerBound, range.upperBound)
  }
  public func setIncrements(step: Double, page: Double) { gtk_range_set_increments(pointer(), step, page) }
  /// Calls `handler` with each value the user asks for, clamped to the range, before GTK sets it.
  public func onUserChange(_ handler: @escaping (Double) -> Void) {
    connect(Self.changeValue) { [weak self] _, value in
      guard let self else { return false }
      let adjustment = gtk_range_get_adjustment(self.pointer())
      handler(min(max(value, gtk_adjustment_get_lower(adjustment)), gtk_adjustment_get_upper(adjustment)))
      return false
    }
  }
}

extension Signal where Handler == (Int32, Double) -> Bool {
  /// A scroll type and a value: `change-value`.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, Int32, Double, RawPointer) -> gboolean = { _, kind, value, data in
      HandlerBox<(Int32, Double) -> Bool>.value(in: data)(kind, value) ? 1 : 0
    }
    self.init(name: name, trampoline: erase(call))
  }
}

/// A line of text that is typed.
@MainActor
public class Entry: Widget {
  public static let changed = Signal<() -> Void>("changed")
  public static let activated = Signal<() -> Void>("activate")

  public init(placeholder: String = "") {
    super.init(gtk_entry_new())
    gtk_entry_set_placeholder_text(pointer(), placeholder)
  }

  init(made: UnsafeMutablePointer<GtkWidget>) { super.init(made) }

  /// The least and the natural width, in characters.
  public func width(characters: Int) {
    gtk_editable_set_width_chars(opaque, Int32(characters))
    gtk_editable_set_max_width_chars(opaque, Int32(characters))
  }

  /// What stands in it while it is empty.
  public func setPlaceholder(_ text: String) { gtk_entry_set_placeholder_text(pointer(), text) }

  public var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    set { if newValue != text { gtk_editable_set_text(opaque, newValue) } }
  }

  /// Takes the keyboard, to go on behind what is typed already.
  public func focusAtEnd() {
    grabFocus()
    gtk_editable_set_position(opaque, -1)
  }
}

/// An entry for searching: an icon, a clear button, Escape clears.
@MainActor
public final class SearchEntry: Entry {
  /// The text changed and rested for the entry's delay.
  public static let searchChanged = Signal<() -> Void>("search-changed")
  public static let stopped = Signal<() -> Void>("stop-search")
  public static let next = Signal<() -> Void>("next-match")

  public override init(placeholder: String = "") {
    super.init(made: gtk_search_entry_new())
    set("placeholder-text", placeholder)
  }

  /// Typing anywhere in `widget` goes into the entry.
  public func captureKeys(of widget: Widget?) {
    gtk_search_entry_set_key_capture_widget(opaque, widget?.widget)
  }
}

/// Shows how far something is.
@MainActor
public final class ProgressBar: Widget {
  public init() { super.init(gtk_progress_bar_new()) }
  /// From 0 to 1.
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(opaque) }
    set { gtk_progress_bar_set_fraction(opaque, newValue) }
  }
}

/// Turns while something of unknown length goes on.
@MainActor
public final class Spinner: Widget {
  public init() { super.init(gtk_spinner_new()) }
  public var spinning: Bool {
    get { gtk_spinner_get_spinning(opaque) != 0 }
    set { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) }
  }
}

/// A number that is typed or stepped.
@MainActor
public final class SpinButton: Widget {
  public static let valueChanged = Signal<() -> Void>("value-changed")

  public init(range: ClosedRange<Double>, step: Double, digits: Int = 0) {
    super.init(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
    gtk_spin_button_set_digits(opaque, guint(digits))
  }

  public var value: Double {
    get { gtk_spin_button_get_value(opaque) }
    set { if newValue != value { gtk_spin_button_set_value(opaque, newValue) } }
  }
}

/// One choice of several, shown as a list that drops down.
@MainActor
public final class DropDown: Widget {
  public static let selectedChanged = Signal<() -> Void>(notify: "selected")

  public init(_ choices: [String]) {
    var texts: [UnsafePointer<CChar>?] = choices.map { UnsafePointer(g_strdup($0)) }
    texts.append(nil)
    super.init(gtk_drop_down_new_from_strings(&texts))
    for text in texts { g_free(UnsafeMutablePointer(mutating: text)) }
  }

  /// The place of the choice; -1 for none.
  public var selected: Int {
    get {
      let selected = gtk_drop_down_get_selected(opaque)
      return selected == GTK_INVALID_LIST_POSITION ? -1 : Int(selected)
    }
    set {
      let position = newValue < 0 ? GTK_INVALID_LIST_POSITION : guint(newValue)
      if newValue != selected { gtk_drop_down_set_selected(opaque, position) }
    }
  }
}

/// An on-off switch.
@MainActor
public final class Switch: Widget {
  public static let activeChanged = Signal<() -> Void>(notify: "active")
  public init() { super.init(gtk_switch_new()) }
  public var active: Bool {
    get { gtk_switch_get_active(opaque) != 0 }
    set { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
  }
}

/// A picture that scales with its room.
@MainActor
public final class Picture: Widget {
  public init(_ texture: Texture? = nil) {
    super.init(gtk_picture_new_for_paintable(texture?.opaque))
    gtk_picture_set_can_shrink(opaque, 1)
  }
  public func setTexture(_ texture: Texture?) { gtk_picture_set_paintable(opaque, texture?.opaque) }
  /// The text read instead of the picture.
  public func alternative(_ text: String) { gtk_picture_set_alternative_text(opaque, text) }
}

/// A line between groups.
@MainActor
public final class Separator: Widget {
  public init(_ orientation: Orientation = .horizontal) { super.init(gtk_separator_new(orientation.gtk)) }
}
