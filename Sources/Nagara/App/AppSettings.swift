import GLibBridge
import PlayerCore
import ShellCore

/// What is remembered from one start to the next. The keys are those of the installed schema; without it a key
/// file serves.
@MainActor
struct AppSettings {
  private let settings: Settings

  init(_ data: DataFolder) {
    settings = Settings(
      schema: App.id, schemaFolder: data.path,
      keyFile: Environment.join(Environment.configDirectory, Array("nagara/settings.ini".utf8)))
  }

  private static let volume = SettingKey("volume", initial: 1.0)
  private static let muted = SettingKey("muted", initial: false)
  private static let tab = SettingKey("tab", initial: "")
  private static let width = SettingKey("window-width", initial: Int32(1180))
  private static let height = SettingKey("window-height", initial: Int32(760))
  private static let repeatMode = SettingKey("repeat", initial: "off")
  private static let tint = SettingKey("tint-from-cover", initial: true)
  private static let scheme = SettingKey("colour-scheme", initial: "system")

  var volume: Double { settings[Self.volume] }
  var isMuted: Bool { settings[Self.muted] }
  var tab: AppTab { AppTab(rawValue: settings[Self.tab]) ?? .albums }
  var windowSize: (width: Int, height: Int) { (Int(settings[Self.width]), Int(settings[Self.height])) }
  /// "system", "light" or "dark".
  var colorScheme: String { settings[Self.scheme] }
  var tintsFromCover: Bool { settings[Self.tint] }

  /// Keeps what the state says, at the end.
  func save(_ state: AppState) {
    settings[Self.volume] = state.player.volume
    settings[Self.muted] = state.player.isMuted
    settings[Self.tab] = state.shell.selectedTab
    if state.shell.environment.width >= 360, state.shell.environment.height >= 294 {
      settings[Self.width] = Int32(state.shell.environment.width)
      settings[Self.height] = Int32(state.shell.environment.height)
    }
    settings.flush()
  }
}
