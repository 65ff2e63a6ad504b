import GtkBridge

/// Light, dark, high contrast: what the desktop wants, by the portal where there is one, else by GTK's settings.
@MainActor
final class Appearance {
  /// The accent for text inside labels, where CSS doesn't reach; as `shell_accent` in light.css and dark.css.
  private(set) static var accentText = "#bf3a2e"

  private let data: DataFolder
  private let base = StyleSheet()
  private let colors = StyleSheet()
  private let contrast = StyleSheet()
  private var portal: AppearancePortal?
  private var observers: [Connection] = []
  /// The user's own choice: "system", "light", "dark".
  var wish: String { didSet { if wish != oldValue { apply() } } }
  /// What GTK said before we told it anything.
  private let themeIsDark: Bool
  private var shown: (dark: Bool, contrast: Bool)?

  init(_ data: DataFolder, wish: String) {
    self.data = data
    self.wish = wish
    let settings = GtkSettings.standard
    themeIsDark = settings?.prefersDark == true || Self.themeName.hasSuffix("dark")
    if let path = data.file("style/nagara.css") { base.load(file: path) }
    observers = [settings?.observe(GtkSettings.themeChanged) { [weak self] in self?.apply() }].compactMap {
      $0
    }
    apply()
  }

  private static var themeName: String { GtkSettings.standard?.string("gtk-theme-name")?.lowercased() ?? "" }

  /// Follows the portal from now on.
  func follow(_ bus: BusConnection) {
    Task { [weak self] in
      guard let portal = await AppearancePortal.connect(bus) else { return }
      self?.portal = portal
      portal.onChange = { [weak self] _ in self?.apply() }
      self?.apply()
    }
  }

  /// `GTK_THEME` overrides every setting of GTK's, so ours follow it: `Adwaita:dark`, `Foo-dark`.
  private static let forcedTheme = Environment.variable("GTK_THEME")
    .map { String(decoding: $0, as: UTF8.self).lowercased() }

  private var wantsDark: Bool {
    if let forced = Self.forcedTheme { return forced.hasSuffix("dark") }
    if wish != "system" { return wish == "dark" }
    switch portal?.appearance.colorScheme {
    case .dark: return true
    case .light: return false
    default: return themeIsDark
    }
  }

  private func apply() {
    let dark = wantsDark
    let high = portal?.appearance.highContrast == true || Self.themeName.contains("highcontrast")
    guard shown == nil || shown?.dark != dark || shown?.contrast != high else { return }
    shown = (dark, high)
    GtkSettings.standard?.prefersDark = dark
    Self.accentText = dark ? "#ee756a" : "#bf3a2e"
    if let path = data.file(dark ? "style/dark.css" : "style/light.css") { colors.load(file: path) }
    if high, let path = data.file("style/high-contrast.css") {
      contrast.load(file: path)
    } else {
      contrast.load("")
    }
  }
}
