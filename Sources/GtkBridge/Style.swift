public import CGTK4
public import GLibBridge

/// Rules for how widgets look, for the whole display.
@MainActor
public final class StyleSheet {
  private let provider: Object

  /// Adds `css` at the application's priority; a syntax error is a warning on stderr, as GTK gives it.
  public init(_ css: String = "", priority: UInt32 = UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)) {
    provider = Object(adopting: UnsafeMutableRawPointer(gtk_css_provider_new()!))
    load(css)
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), provider.opaque, priority)
  }

  /// Replaces the rules.
  public func load(_ css: String) {
    gtk_css_provider_load_from_data(provider.pointer(), css, gssize(css.utf8.count))
  }

  /// Replaces the rules by those in a file.
  public func load(file path: [UInt8]) {
    Environment.withCString(path) { gtk_css_provider_load_from_path(provider.pointer(), $0) }
  }
}

/// A picture in memory that GTK can draw.
@MainActor
public final class Texture: Object {
  /// From pixels: 8 bits a channel, RGB or RGBA (not premultiplied), rows `stride` bytes apart.
  /// Nil when the bytes are fewer than the size needs.
  public convenience init?(width: Int, height: Int, stride: Int, hasAlpha: Bool, bytes: [UInt8]) {
    let channels = hasAlpha ? 4 : 3
    guard width > 0, height > 0, stride >= width * channels,
      bytes.count >= stride * (height - 1) + width * channels
    else { return nil }
    // As the software renderer takes it: it copies the picture at every frame, and would turn it round each time.
    let format = hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
    let rowBytes = hasAlpha ? stride : 4 * width
    let pixels = hasAlpha ? bytes : Self.blueFirst(bytes, width: width, height: height, stride: stride)
    let data = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    let texture = gdk_memory_texture_new(Int32(width), Int32(height), format, data, gsize(rowBytes))
    g_bytes_unref(data)
    self.init(adopting: UnsafeMutableRawPointer(texture!))
  }

  private static func blueFirst(_ bytes: [UInt8], width: Int, height: Int, stride: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4 * width * height) { pixels, count in
      bytes.withUnsafeBufferPointer { bytes in
        var place = 0
        for row in 0..<height {
          for pixel in Swift.stride(from: row * stride, to: row * stride + 3 * width, by: 3) {
            pixels[place] = bytes[pixel + 2]
            pixels[place + 1] = bytes[pixel + 1]
            pixels[place + 2] = bytes[pixel]
            pixels[place + 3] = 255
            place += 4
          }
        }
      }
      count = 4 * width * height
    }
  }

  public var width: Int { Int(gdk_texture_get_width(opaque)) }
  public var height: Int { Int(gdk_texture_get_height(opaque)) }

  /// Writes a PNG; false when the file can't be written.
  public func savePNG(_ path: String) -> Bool { gdk_texture_save_to_png(opaque, path) != 0 }
}

/// The icons of the display's theme.
@MainActor
public enum IconTheme {
  /// Looks for icons below `path` too (a folder that holds `hicolor`).
  public static func addSearchPath(_ path: String) {
    gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(gdk_display_get_default()), path)
  }

  public static func has(_ name: String) -> Bool {
    gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(gdk_display_get_default()), name) != 0
  }
}

/// GTK's own settings for the display.
@MainActor
public final class GtkSettings: Object {
  public static let animationsChanged = Signal<() -> Void>(notify: "gtk-enable-animations")
  public static let themeChanged = Signal<() -> Void>(notify: "gtk-theme-name")
  public static let fontChanged = Signal<() -> Void>(notify: "gtk-font-name")
  public static let resolutionChanged = Signal<() -> Void>(notify: "gtk-xft-dpi")
  public static let darkChanged = Signal<() -> Void>(notify: "gtk-application-prefer-dark-theme")

  /// Nil before GTK is initialised.
  public static var standard: GtkSettings? {
    gtk_settings_get_default().map { GtkSettings(retaining: UnsafeMutableRawPointer($0)) }
  }

  public var animationsEnabled: Bool { bool("gtk-enable-animations") }
  public var prefersDark: Bool {
    get { bool("gtk-application-prefer-dark-theme") }
    set { if newValue != prefersDark { set("gtk-application-prefer-dark-theme", newValue) } }
  }

  /// Whether the theme is one of GTK's for high contrast.
  public var isHighContrast: Bool { string("gtk-theme-name")?.hasPrefix("HighContrast") == true }

  /// How much larger than 96 dpi text is: 1 is the usual size, 2 twice as large.
  public var textScale: Double {
    let dpi = int("gtk-xft-dpi")
    return dpi <= 0 ? 1 : Double(dpi) / 1024 / 96
  }
}

/// Chooses the language direction that widgets without one of their own have.
@MainActor
public func setDefaultDirection(rightToLeft: Bool) {
  gtk_widget_set_default_direction(rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
}
