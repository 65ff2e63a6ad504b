import CGTK4
public import GLibBridge

/// The application: one process, its windows, its name on the bus.
@MainActor
public final class Application: Object {
  public static let activated = Signal<() -> Void>("activate")
  public static let startup = Signal<() -> Void>("startup")
  public static let shutdown = Signal<() -> Void>("shutdown")
  /// Gets a `GApplicationCommandLine`, returns the exit status.
  public static let commandLine = Signal<(RawPointer?) -> Int32>("command-line")

  /// - Parameter unique: false runs without a bus name, several at once.
  public init(id: String, handlesCommandLine: Bool = false, unique: Bool = true) {
    var flags: UInt32 = 0
    if handlesCommandLine {
      // Files come by command line, or over the bus from a file manager.
      flags |= G_APPLICATION_HANDLES_COMMAND_LINE.rawValue | G_APPLICATION_HANDLES_OPEN.rawValue
    }
    if !unique { flags |= G_APPLICATION_NON_UNIQUE.rawValue }
    let made = g_object_new_with_properties(Self.type, 0, nil, nil)!
    super.init(adopting: UnsafeMutableRawPointer(made))
    g_application_set_application_id(pointer(), id)
    g_application_set_flags(pointer(), GApplicationFlags(flags))
    Peer.bind(raw, to: self)
  }

  /// Called before the application asks for its name on the bus: what is exported here is there when the first
  /// call comes, also the one that the bus started the program for.
  public var onBus: ((BusConnection) -> Void)?

  private static let parentClass: UnsafeMutablePointer<GApplicationClass> =
    g_type_class_ref(gtk_application_get_type()).assumingMemoryBound(to: GApplicationClass.self)

  private static let type = ObjectClass.register(
    "NagaraApplication", parent: gtk_application_get_type(),
    classInit: { cls, _ in
      cls!.assumingMemoryBound(to: GApplicationClass.self).pointee.dbus_register = {
        application, connection, path, error in
        guard Application.parentClass.pointee.dbus_register(application, connection, path, error) != 0
        else { return 0 }
        Peer.of(UnsafeMutableRawPointer(application!), as: Application.self)?
          .onBus?(BusConnection(retaining: UnsafeMutableRawPointer(connection!)))
        return 1
      }
    })

  /// Runs until the last window or hold is gone. Returns the exit status.
  public func run(_ arguments: [String]) -> Int32 {
    MainLoop.attach()
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
    defer { for argument in argv { g_free(argument) } }
    return argv.withUnsafeMutableBufferPointer {
      g_application_run(pointer(), Int32(arguments.count), $0.baseAddress)
    }
  }

  public func quit() { g_application_quit(pointer()) }
  /// Keeps the application running without windows until `release()`.
  public func hold() { g_application_hold(pointer()) }
  public func release() { g_application_release(pointer()) }
  /// How long the application runs on without windows and holds, 0 at first.
  public func setPatience(milliseconds: UInt32) {
    g_application_set_inactivity_timeout(pointer(), milliseconds)
  }
  public var hasWindow: Bool { gtk_application_get_windows(pointer()) != nil }
  public func register() -> Bool { g_application_register(pointer(), nil, nil) != 0 }
  public var isRemote: Bool { g_application_get_is_remote(pointer()) != 0 }
  public func activate() { g_application_activate(pointer()) }
  public func setAccelerators(_ keys: [String], for action: String) {
    var pointers: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) }
    pointers.append(nil)
    gtk_application_set_accels_for_action(pointer(), action, pointers)
    for key in pointers { g_free(UnsafeMutablePointer(mutating: key)) }
  }

  /// Asks the session not to suspend; returns a cookie for `uninhibit`, 0 when it can't.
  public func inhibitSuspend(_ window: Window?, reason: String) -> UInt32 {
    gtk_application_inhibit(pointer(), window?.pointer(), GTK_APPLICATION_INHIBIT_SUSPEND, reason)
  }
  public func uninhibit(_ cookie: UInt32) { gtk_application_uninhibit(pointer(), cookie) }
}

/// A top-level window.
@MainActor
public class Window: Widget {
  /// True keeps the window open.
  public static let closeRequest = Signal<() -> Bool>("close-request")
  public static let activeChanged = Signal<() -> Void>(notify: "is-active")
  public static let focusChanged = Signal<() -> Void>(notify: "focus-widget")

  // GTK itself owns a window until it is destroyed; the constructors transfer nothing.
  public init() { super.init(existing: gtk_window_new()) }
  init(made: UnsafeMutablePointer<GtkWidget>) { super.init(existing: made) }

  public var title: String {
    get { gtk_window_get_title(pointer()).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(pointer(), newValue) }
  }
  public func setChild(_ child: Widget?) { gtk_window_set_child(pointer(), child?.widget) }
  public func setTitlebar(_ bar: Widget?) { gtk_window_set_titlebar(pointer(), bar?.widget) }
  public func defaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(pointer(), Int32(width), Int32(height))
  }
  public func setTransient(for parent: Window?) { gtk_window_set_transient_for(pointer(), parent?.pointer()) }
  public func setModal(_ on: Bool) { gtk_window_set_modal(pointer(), on ? 1 : 0) }
  public func present() { gtk_window_present(pointer()) }
  public func close() { gtk_window_close(pointer()) }
  public func destroy() { gtk_window_destroy(pointer()) }
  public var isActive: Bool { gtk_window_is_active(pointer()) != 0 }
  public var focus: Widget? {
    get { gtk_window_get_focus(pointer()).map { Widget(existing: $0) } }
    set { gtk_window_set_focus(pointer(), newValue?.widget) }
  }
  /// Whether the focus is shown, as it is while the user moves it by keys.
  public var isFocusVisible: Bool { gtk_window_get_focus_visible(pointer()) != 0 }
  public func setIconName(_ name: String) { gtk_window_set_icon_name(pointer(), name) }
  public var isMaximized: Bool { gtk_window_is_maximized(pointer()) != 0 }
  public func maximize() { gtk_window_maximize(pointer()) }
  public func minimize() { gtk_window_minimize(pointer()) }

  /// Draws the window as it was last laid out and writes a PNG; false when it isn't realised.
  public func savePicture(_ path: String) -> Bool {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native) else {
      return false
    }
    let paintable = Object(adopting: gtk_widget_paintable_new(widget))
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable.opaque, snapshot, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
    defer { gsk_render_node_unref(node) }
    var viewport = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: Float(width), height: Float(height)))
    let texture = Texture(
      adopting: UnsafeMutableRawPointer(gsk_renderer_render_texture(renderer, node, &viewport)!))
    return texture.savePNG(path)
  }
}

/// A window of an application, which exports its `win.` actions on the bus.
@MainActor
public final class ApplicationWindow: Window {
  public init(_ application: Application) {
    super.init(made: gtk_application_window_new(application.pointer()))
  }

  /// The number in the window's object path on the bus.
  public var id: UInt32 { gtk_application_window_get_id(pointer()) }
}

/// A bar with a title and window buttons. Used inside content under an invisible title bar too.
@MainActor
public final class HeaderBar: Widget {
  public init() { super.init(gtk_header_bar_new()) }
  public func packStart(_ child: Widget) { gtk_header_bar_pack_start(opaque, child.widget) }
  public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(opaque, child.widget) }
  public func setTitle(_ widget: Widget?) { gtk_header_bar_set_title_widget(opaque, widget?.widget) }
  public func showsWindowButtons(_ on: Bool) { gtk_header_bar_set_show_title_buttons(opaque, on ? 1 : 0) }
}

/// A handle that moves the window when dragged.
@MainActor
public final class WindowHandle: Widget {
  public init(_ child: Widget? = nil) {
    super.init(gtk_window_handle_new())
    if let child { gtk_window_handle_set_child(opaque, child.widget) }
  }
}

/// The window's close, minimise and maximise buttons.
@MainActor
public final class WindowControls: Widget {
  public init(atStart: Bool) {
    super.init(gtk_window_controls_new(atStart ? GTK_PACK_START : GTK_PACK_END))
  }
  public var isEmpty: Bool { gtk_window_controls_get_empty(opaque) != 0 }
}

/// The desktop's own file chooser.
@MainActor
public final class FileChooser: Object {
  public enum Purpose: Sendable { case openFiles, openFolders, save }
  private static let response = Signal<(Int32) -> Void>("response")
  private var answer: Connection?

  public init(_ purpose: Purpose, title: String, parent: Window?) {
    let action =
      purpose == .save
      ? GTK_FILE_CHOOSER_ACTION_SAVE
      : purpose == .openFolders ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN
    super.init(
      adopting: UnsafeMutableRawPointer(
        gtk_file_chooser_native_new(title, parent?.pointer(), action, nil, nil)!))
    if purpose != .save { gtk_file_chooser_set_select_multiple(opaque, 1) }
  }

  /// The name that a file to be saved has at first.
  public func suggestName(_ name: String) { gtk_file_chooser_set_current_name(opaque, name) }

  /// Shows the chooser. `done` gets the URIs chosen, none when it was cancelled; the chooser lives until then.
  public func choose(_ done: @escaping ([String]) -> Void) {
    // The handler keeps the chooser alive until it is answered.
    answer = observe(Self.response) { [self] response in
      var uris: [String] = []
      if response == GTK_RESPONSE_ACCEPT.rawValue, let list = gtk_file_chooser_get_files(opaque) {
        let files = Object(adopting: list)
        for index in 0..<g_list_model_get_n_items(files.opaque) {
          guard let file = g_list_model_get_item(files.opaque, index).map({ Object(adopting: $0) }),
            let uri = g_file_get_uri(file.opaque)
          else { continue }
          uris.append(String(cString: uri))
          g_free(uri)
        }
      }
      gtk_native_dialog_destroy(pointer())
      done(uris)
      answer = nil
    }
    gtk_native_dialog_show(pointer())
  }
}
