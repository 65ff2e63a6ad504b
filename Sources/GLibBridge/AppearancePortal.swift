/// How the user wants programs to look, as the desktop says it (`org.freedesktop.appearance`).
public struct DesktopAppearance: Sendable, Equatable {
  public enum ColorScheme: UInt32, Sendable {
    case noPreference = 0
    case dark = 1
    case light = 2
  }

  /// Red, green and blue in sRGB, each 0–1.
  public struct Accent: Sendable, Equatable {
    public let red: Double
    public let green: Double
    public let blue: Double

    public init(red: Double, green: Double, blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  public var colorScheme = ColorScheme.noPreference
  public var highContrast = false
  public var reducedMotion = false
  /// The colour that the user likes; nil if the desktop knows none.
  public var accent: Accent?

  public init() {}

  static let namespace = "org.freedesktop.appearance"

  /// Takes one of the portal's values over. Unknown keys, other types and values out of range are no
  /// preference.
  mutating func set(_ key: String, _ value: Variant) {
    switch key {
    case "color-scheme": colorScheme = value.uint32.flatMap(ColorScheme.init) ?? .noPreference
    case "contrast": highContrast = value.uint32 == 1
    case "reduced-motion": reducedMotion = value.uint32 == 1
    case "accent-color":
      let parts = value.isA("(ddd)") ? (value.children ?? []).compactMap(\.double) : []
      // The portal says "none" with values out of range.
      let known = parts.count == 3 && parts.allSatisfy { (0...1).contains($0) }
      accent = known ? Accent(red: parts[0], green: parts[1], blue: parts[2]) : nil
    default: break
    }
  }
}

/// The desktop's wishes by `org.freedesktop.portal.Settings`, kept up to date.
@MainActor
public final class AppearancePortal {
  public private(set) var appearance: DesktopAppearance
  /// Called after each change.
  public var onChange: ((DesktopAppearance) -> Void)?
  private var subscription: BusToken?

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"

  /// Asks the portal; nil where there is none or it doesn't know (GTK's own setting serves then).
  public static func connect(_ bus: BusConnection) async -> AppearancePortal? {
    let portal = AppearancePortal()
    // Listening first, so that no change falls between the answer and the first signal.
    portal.listen(on: bus)
    do {
      let answer = try await bus.call(
        service, path, interface, "ReadAll", .tuple(.strings([DesktopAppearance.namespace])),
        reply: "(a{sa{sv}})")
      guard let values = answer[0]?.dictionary?[DesktopAppearance.namespace]?.dictionary else { return nil }
      for (key, value) in values { portal.appearance.set(key, value) }
      return portal
    } catch {
      Log.debug("no settings portal: \(error)")
      return nil
    }
  }

  private init() { appearance = DesktopAppearance() }

  private func listen(on bus: BusConnection) {
    subscription = bus.subscribe(
      sender: Self.service, path: Self.path, interface: Self.interface, member: "SettingChanged",
      first: DesktopAppearance.namespace
    ) { [weak self] signal in
      guard let self, signal.arguments.isA("(ssv)"), let key = signal.arguments[1]?.string,
        let value = signal.arguments[2]?.unboxed
      else { return }
      let before = appearance
      appearance.set(key, value)
      if appearance != before { onChange?(appearance) }
    }
  }
}
