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

  private static let folders = SettingKey("music-folders", initial: [musicFolder])
  private static let ignored = SettingKey("ignored-folders", initial: [[UInt8]]())
  private static let volume = SettingKey("volume", initial: 1.0)
  private static let muted = SettingKey("muted", initial: false)
  private static let tab = SettingKey("tab", initial: "")
  private static let view = SettingKey("library-view", initial: "")
  private static let width = SettingKey("window-width", initial: Int32(1180))
  private static let height = SettingKey("window-height", initial: Int32(760))
  private static let maximized = SettingKey("window-maximized", initial: false)
  private static let pane = SettingKey("pane-width", initial: Int32(0))
  private static let expanded = SettingKey("player-expanded", initial: false)
  private static let speed = SettingKey("speed", initial: 1.0)
  private static let tint = SettingKey("tint-from-cover", initial: true)
  private static let scheme = SettingKey("colour-scheme", initial: "system")
  private static let background = SettingKey("background-play", initial: "ask")
  private static let notifies = SettingKey("notifications", initial: true)
  private static let gainMode = SettingKey("replay-gain", initial: "auto")
  private static let preAmp = SettingKey("replay-gain-pre-amp", initial: 0.0)
  private static let fallback = SettingKey("replay-gain-fallback", initial: 0.0)
  private static let guardsPeaks = SettingKey("replay-gain-prevents-clipping", initial: true)
  private static let measures = SettingKey("replay-gain-measure", initial: false)
  private static let crossfade = SettingKey("crossfade", initial: Int32(0))
  private static let equalizes = SettingKey("equaliser", initial: false)
  private static let bands = SettingKey("equaliser-bands", initial: "")
  private static let presets = SettingKey("equaliser-presets", initial: [String]())
  private static let balance = SettingKey("balance", initial: 0.0)
  private static let mono = SettingKey("mono", initial: false)
  private static let device = SettingKey("output-device", initial: "")
  private static let tabs = SettingKey("tab-order", initial: [String]())
  private static let columns = SettingKey("song-columns", initial: "")

  /// Stands for the desktop's music folder, until the user has chosen.
  private static let musicFolder = Array("xdg-music".utf8)

  /// The folders that make up the library.
  var musicFolders: [FilePath] {
    get {
      settings[Self.folders].compactMap { name in
        guard name == Self.musicFolder else { return FilePath(bytes: name)?.withoutTrailingSlash }
        let folder = Environment.musicDirectory.flatMap { Environment.exists($0) ? $0 : nil }
        return folder.flatMap(FilePath.init(bytes:))?.withoutTrailingSlash
      }
    }
    nonmutating set { settings[Self.folders] = newValue.map(\.bytes) }
  }

  /// Folders in them that are not looked into.
  var ignoredFolders: [FilePath] {
    get { settings[Self.ignored].compactMap { FilePath(bytes: $0)?.withoutTrailingSlash } }
    nonmutating set { settings[Self.ignored] = newValue.map(\.bytes) }
  }

  var volume: Double { settings[Self.volume] }
  var isMuted: Bool { settings[Self.muted] }
  var tab: AppTab {
    let name = settings[Self.tab]
    // Its views were tabs once.
    return AppTab(rawValue: name) ?? (LibraryView(rawValue: name) == nil ? .home : .library)
  }
  var libraryView: LibraryView {
    LibraryView(rawValue: settings[Self.view]) ?? LibraryView(rawValue: settings[Self.tab]) ?? .albums
  }
  func save(_ view: LibraryView) { settings[Self.view] = view.rawValue }
  var windowSize: (width: Int, height: Int) { (Int(settings[Self.width]), Int(settings[Self.height])) }
  var isMaximized: Bool { settings[Self.maximized] }
  /// In logical pixels; nil for the usual one.
  var paneWidth: Double? { settings[Self.pane] > 0 ? Double(settings[Self.pane]) : nil }
  var isExpanded: Bool { settings[Self.expanded] }
  var speed: Double { settings[Self.speed] }

  var songColumns: SongColumns { SongColumns(text: settings[Self.columns]) }
  func save(_ columns: SongColumns) { settings[Self.columns] = columns.text }

  var preferences: Preferences {
    var preferences = Preferences()
    preferences.scheme = Preferences.Scheme(rawValue: settings[Self.scheme]) ?? .system
    preferences.tintsFromCover = settings[Self.tint]
    preferences.background = Preferences.Background(rawValue: settings[Self.background]) ?? .ask
    preferences.notifies = settings[Self.notifies]
    preferences.loudness = LoudnessSettings(
      mode: LoudnessSettings.Mode(name: settings[Self.gainMode]), preAmp: settings[Self.preAmp],
      fallback: settings[Self.fallback], preventsClipping: settings[Self.guardsPeaks])
    preferences.measuresGains = settings[Self.measures]
    preferences.crossfade = min(max(0, Int(settings[Self.crossfade])), 12)
    preferences.equalizer = Equalizer(isOn: settings[Self.equalizes], text: settings[Self.bands])
    preferences.ownPresets = settings[Self.presets].compactMap { EqualizerPreset(text: $0) }
    preferences.balance = settings[Self.balance]
    preferences.isMono = settings[Self.mono]
    let device = settings[Self.device]
    preferences.outputDevice = device.isEmpty ? nil : device
    preferences.tabOrder = settings[Self.tabs]
    return preferences
  }

  /// Keeps what the user has chosen, at once.
  func save(_ preferences: Preferences) {
    settings[Self.scheme] = preferences.scheme.rawValue
    settings[Self.tint] = preferences.tintsFromCover
    settings[Self.background] = preferences.background.rawValue
    settings[Self.notifies] = preferences.notifies
    settings[Self.gainMode] = preferences.loudness.mode.name
    settings[Self.preAmp] = preferences.loudness.preAmp
    settings[Self.fallback] = preferences.loudness.fallback
    settings[Self.guardsPeaks] = preferences.loudness.preventsClipping
    settings[Self.measures] = preferences.measuresGains
    settings[Self.crossfade] = Int32(preferences.crossfade)
    settings[Self.equalizes] = preferences.equalizer.isOn
    settings[Self.bands] = preferences.equalizer.text
    settings[Self.presets] = preferences.ownPresets.map(\.text)
    settings[Self.balance] = preferences.balance
    settings[Self.mono] = preferences.isMono
    settings[Self.device] = preferences.outputDevice ?? ""
    settings[Self.tabs] = preferences.tabOrder
  }

  /// Calls `handler` soon after another program has changed a preference, and after this one has: until what is
  /// returned is dropped.
  func watch(_ handler: @escaping @MainActor () -> Void) -> [SettingObservation] {
    var isDue = false
    // Several are written one after the other; half of them are no choice of the user's.
    func soon() {
      guard !isDue else { return }
      isDue = true
      MainLoop.whenIdle {
        isDue = false
        handler()
      }
    }
    func observe<Value: SettingValue>(_ key: SettingKey<Value>) -> SettingObservation {
      settings.observe(key) { _ in soon() }
    }
    let texts = [Self.scheme, Self.background, Self.gainMode, Self.bands, Self.device].map { observe($0) }
    let switches = [
      Self.tint, Self.notifies, Self.guardsPeaks, Self.measures, Self.equalizes, Self.mono,
    ].map { observe($0) }
    let numbers = [Self.preAmp, Self.fallback, Self.balance].map { observe($0) }
    return texts + switches + numbers
      + [observe(Self.crossfade), observe(Self.tabs), observe(Self.presets)]
  }

  /// Keeps the volume and the speed.
  func saveSound(_ player: PlayerState) {
    settings[Self.volume] = player.volume
    settings[Self.muted] = player.isMuted
    settings[Self.speed] = player.rate
  }

  /// Keeps what the state says, at the end.
  func save(_ state: AppState, isMaximized: Bool) {
    saveSound(state.player)
    settings[Self.expanded] = state.shell.player.isExpanded
    settings[Self.tab] = state.shell.selectedTab
    settings[Self.maximized] = isMaximized
    settings[Self.pane] = Int32(state.shell.player.paneWidth ?? 0)
    let shell = state.shell
    let isWhole =
      shell.environment.width >= shell.metrics.minimumWidth
      && shell.environment.height >= shell.metrics.minimumHeight
    if isWhole, !isMaximized {
      settings[Self.width] = Int32(shell.environment.width)
      settings[Self.height] = Int32(shell.environment.height)
    }
    settings.flush()
  }
}

extension LoudnessSettings.Mode {
  /// Its name in the settings.
  var name: String {
    switch self {
    case .off: "off"
    case .track: "track"
    case .album: "album"
    case .automatic: "auto"
    }
  }

  init(name: String) { self = Self.allCases.first { $0.name == name } ?? .automatic }
}
