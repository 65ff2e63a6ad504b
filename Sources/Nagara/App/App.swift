import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore
import ShellKit

/// The program: one store, and what listens to it and speaks to it.
///
/// Files in this folder: `App` (this one puts everything together), `Options` (the command line), `MainWindow` (shell,
/// pages, players), `Effects` (what the reducer asks for), `AppActions` and `AppKeys` (how scripts, menus and
/// keys speak), `MediaControls` (MPRIS), `Appearance`, `AppSettings`, `DataFolder`.
@MainActor
final class App {
  nonisolated static let id = "io.github.nagara_player.Nagara"
  nonisolated static let version = "0.1.0"

  private let application: Application
  private let data = DataFolder()
  private let settings: AppSettings
  private let effects = Effects()
  private let store: Store<AppState, AppAction, AppEffect>
  private var token: StoreToken?
  private var appearance: Appearance?
  private var window: MainWindow?
  private var actions: AppActions?
  private var media: MediaControls?

  /// Runs the program to its end; returns its exit status.
  static func run(_ arguments: [[UInt8]]) -> Int32 {
    let app = App()
    return app.application.run(bytes: arguments)
  }

  private init() {
    application = Application(id: Self.id, handlesCommandLine: true)
    data.offerIcons()
    Translation.start(catalogues: data.catalogues)
    settings = AppSettings(data)

    store = Store(Self.firstState(settings), reduce: reduceApp) { [effects] in effects.perform($0) }
    effects.start(store)
    application.connect(Application.startup) { [weak self] in self?.startUp() }
    application.connect(Application.activated) { [weak self] in self?.present() }
    application.connect(Application.shutdown) { [weak self] in self?.shutDown() }
    application.connect(Application.commandLine) { [weak self] in self?.handle(CommandLineCall($0)) ?? 1 }
    application.onOpen { [weak self] uris in
      self?.present()
      self?.store.send(.load(uris.map(MediaSource.init(uri:)), .play))
    }
  }

  private static func firstState(_ settings: AppSettings) -> AppState {
    var state = AppState()
    state.player = PlayerState(queue: Queue(seed: .random(in: .min ... .max)), volume: settings.volume)
    if settings.isMuted { _ = reduce(&state.player, .setMuted(true)) }
    var shell = ShellState()
    shell.centreButton.isPresent = true
    shell.selectedTab = settings.tab.rawValue
    shell.environment.width = Double(settings.windowSize.width)
    shell.environment.height = Double(settings.windowSize.height)
    state.shell = shell
    state.recordsShell = ShellTraceFile.wanted != nil
    ShellTraceFile.wanted?.begin(shell)
    state.tintsFromCover = settings.tintsFromCover
    state.library = LibraryState(locale: Translation.locale)
    return state
  }

  // MARK: The application's life

  private func startUp() {
    appearance = Appearance(data, wish: settings.colorScheme)
    token = store.observe { [weak self] old, new in
      self?.window?.show(old, new)
      self?.actions?.show(old, new)
      self?.media?.show(old, new)
    }
  }

  private func present() {
    if window == nil { buildWindow() }
    window?.present()
  }

  private func buildWindow() {
    let window = MainWindow(application, store, effects, size: settings.windowSize)
    self.window = window
    effects.window = window
    actions = AppActions(application, window, store, demo: data.demo)
    window.whenFirstFrameIsShown { [weak self] in self?.startServices() }
  }

  /// What nobody waits for comes after the first frame.
  private func startServices() {
    guard let bus = application.bus else { return }
    appearance?.follow(bus)
    let media = MediaControls(
      store, effects, present: { [weak self] in self?.present() },
      quit: { [weak self] in self?.application.quit() })
    media.start(on: bus)
    self.media = media
  }

  private func handle(_ call: CommandLineCall?) -> Int32 {
    guard let call, case .success(let options) = Options.parse(call.arguments) else { return 64 }
    present()
    if options.playsDemo {
      guard let demo = data.demo else {
        store.send(.tell(Notice(text: tr("The demo album is not installed"))))
        return 0
      }
      store.send(.load([demo], .play))
    }
    let folder = call.workingDirectory.flatMap(FilePath.init(bytes:))
    let root = FilePath("/")
    let sources = options.files.compactMap { argument in
      (folder ?? root).flatMap { MediaSource(argument: argument, relativeTo: $0) }
    }
    store.send(.load(sources, .play))
    return 0
  }

  private func shutDown() {
    settings.save(store.state)
    media?.stop()
    effects.stop()
  }
}
