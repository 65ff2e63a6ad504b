import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore
import ShellKit

/// The program: one store, and what listens to it and speaks to it.
///
/// Files in this folder: `App` (this one puts everything together); `Options` and `RemoteCommand` (the command line);
/// `MainWindow` (shell, pages, players) with `FirstFrame` and `Appearance`; `Effects` (what the reducer asks for) with
/// `LibraryKeeper`, `PlaylistKeeper`, `StationKeeper`, `SessionKeeper` and `FileEffects`; `AppActions`,
/// `PlayerActions`, `AppKeys` and `QuickPlay` (how scripts, menus and keys speak); the windows beside the main one
/// (`PreferencesWindow`, `TagEditor`, `RuleEditor`, `StreamDialog`, `CloseDialog`); the desktop (`MediaControls`, `PlaylistIcons`,
/// `DesktopSearch`, `DesktopPresence`); `AppSettings` and `DataFolder`.
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
  private var presence: DesktopPresence?
  private var session: SessionKeeper?
  private var closing: Connection?
  private var search: DesktopSearch?
  private var watches: [SettingObservation] = []

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
    search = DesktopSearch(
      application, place: LibraryPlace.standard(),
      play: { [weak self] sources in
        self?.wantSession(opensFiles: true)
        self?.present()
        self?.store.send(.load(sources, .play))
      },
      showAll: { [weak self] text in
        self?.wantSession(opensFiles: false)
        self?.present()
        self?.store.send(.showSearch)
        self?.store.send(.search(text))
      })
    application.onBus = { [weak self] in self?.search?.start(on: $0) }
    application.connect(Application.startup) { [weak self] in self?.startUp() }
    application.connect(Application.activated) { [weak self] in
      self?.wantSession(opensFiles: false)
      self?.present()
    }
    application.connect(Application.shutdown) { [weak self] in self?.shutDown() }
    application.connect(Application.commandLine) { [weak self] in self?.handle(CommandLineCall($0)) ?? 1 }
    application.onOpen { [weak self] uris in
      self?.wantSession(opensFiles: true)
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
    shell.player.swipes.dismisses = true
    shell.selectedTab = settings.tab.rawValue
    state.libraryView = settings.libraryView
    state.home = HomeState(seed: .random(in: .min ... .max))
    shell.environment.width = Double(settings.windowSize.width)
    shell.environment.height = Double(settings.windowSize.height)
    shell.player.paneWidth = settings.paneWidth
    state.shell = shell
    state.recordsShell = ShellTraceFile.wanted != nil
    ShellTraceFile.wanted?.begin(shell)
    state.preferences = settings.preferences
    state.songColumns = settings.songColumns
    state.wasExpanded = settings.isExpanded
    _ = reduce(&state.player, .setRate(settings.speed))
    state.library = LibraryState(locale: Translation.locale)
    return state
  }

  // MARK: The application's life

  private func startUp() {
    appearance = Appearance(data, wish: settings.preferences.scheme.rawValue)
    effects.keepPreferences = { [weak self] preferences in
      self?.appearance?.wish = preferences.scheme.rawValue
      self?.settings.save(preferences)
      self?.window?.shell.orderTabs(preferences.tabOrder)
    }
    watches = settings.watch { [weak self] in
      if let self { self.store.send(.setPreferences(self.settings.preferences)) }
    }
    PlayerActions.add(to: application, store) { [weak self] in
      self?.wantSession(opensFiles: false)
      if self?.window == nil { self?.present() }
    }
    effects.keepSound = { [weak self] in
      if let self { self.settings.saveSound(self.store.state.player) }
    }
    effects.keepColumns = { [weak self] in self?.settings.save($0) }
    effects.keepView = { [weak self] in self?.settings.save($0) }
    token = store.observe { [weak self] old, new in
      self?.window?.show(old, new)
      self?.actions?.show(old, new)
      self?.media?.show(old, new)
      self?.presence?.show(old, new)
      self?.session?.show(old, new)
      self?.quitWhenDone(new)
    }
  }

  private func present() {
    if window == nil { buildWindow() }
    window?.present()
  }

  private func buildWindow() {
    let window = MainWindow(application, store, effects, size: settings.windowSize)
    self.window = window
    if settings.isMaximized { window.window.maximize() }
    application.setPatience(milliseconds: 0)
    effects.window = window
    actions = AppActions(application, window, store, effects, demo: data.demo)
    closing = window.window.observe(Window.closeRequest) { [weak self] in self?.keepsWindow() ?? false }
    window.whenFirstFrameIsShown { [weak self] in self?.startServices() }
  }

  /// What nobody waits for comes after the first frame.
  private func startServices() {
    if let bus = application.bus { startMediaControls(bus) }
    guard let window else { return }
    presence = DesktopPresence(
      application, window.window, store, artwork: { [weak self] in self?.media?.artworkFile($0) })
    effects.startLibrary(settings)
    let session = SessionKeeper(store, effects)
    self.session = session
    if store.state.isRestoring { session.restore() } else { session.begin() }
  }

  private func startMediaControls(_ bus: BusConnection) {
    appearance?.follow(bus)
    let media = MediaControls(
      store, effects, present: { [weak self] in self?.present() },
      quit: { [weak self] in self?.application.quit() })
    media.start(on: bus)
    self.media = media
  }

  private func handle(_ call: CommandLineCall?) -> Int32 {
    guard let call, case .success(let options) = Options.parse(call.arguments) else { return 64 }
    if case .scan(let folders) = options.headless { return scan(folders, options, call) }
    if case .importList(let file) = options.headless { return keep(file, options, call) }
    let opensFiles = options.playsDemo || !options.files.isEmpty
    if window == nil, !opensFiles, let first = options.commands.first, !first.starts {
      return fail(.notRunning, options, call)
    }
    wantSession(opensFiles: opensFiles && !options.enqueues)
    if window == nil || (options.commands.isEmpty && !options.enqueues) { present() }
    open(options, call)
    return run(options, call)
  }

  /// `--scan` of another process, which found the library taken by this one.
  private func scan(_ arguments: [[UInt8]], _ options: Options, _ call: CommandLineCall) -> Int32 {
    let root = call.workingDirectory.flatMap(FilePath.init(bytes:)) ?? FilePath("/")
    let folders = arguments.compactMap { argument in
      root.flatMap { MediaSource(argument: argument, relativeTo: $0)?.path?.withoutTrailingSlash }
    }
    guard let library = effects.library else {
      call.printErrorLine("nagara: the library is not open yet")
      return 1
    }
    Task {
      switch await library.scan(folders, measuresGains: options.measuresGains) {
      case .success((let summary, let gains)):
        call.printLine(Headless.text(Scan.value(of: summary, gains), json: options.printsJSON))
        call.setStatus(0)
      case .failure(let failure):
        call.printErrorLine("nagara: \(failure.sentence)")
        call.setStatus(1)
      }
    }
    return 1
  }

  /// `--import FILE --keep` of another process, which found the library taken by this one.
  private func keep(_ argument: [UInt8], _ options: Options, _ call: CommandLineCall) -> Int32 {
    let root = call.workingDirectory.flatMap(FilePath.init(bytes:)) ?? FilePath("/")
    guard let library = effects.library?.library,
      let file = root.flatMap({ MediaSource(argument: argument, relativeTo: $0)?.path })
    else {
      call.printErrorLine("nagara: the library is not open yet")
      return 1
    }
    Task {
      switch await ListenerCommands.keep(file, in: library) {
      case .success(let value):
        call.printLine(Headless.text(value, json: options.printsJSON))
        call.setStatus(0)
      case .failure(let refusal):
        call.printErrorLine("nagara: \(refusal.sentence)")
        call.setStatus(1)
      }
      store.send(.playlists(.reread))
      store.send(.stations(.reread))
    }
    return 1
  }

  private func run(_ options: Options, _ call: CommandLineCall) -> Int32 {
    for command in options.commands {
      switch command.action(in: store.state) {
      case .success(let action?): store.send(action)
      case .success(nil):
        let report = StatusReport(state: store.state, position: effects.position)
        call.printLine(options.printsJSON ? report.json.indented : report.lines)
      case .failure(let failure): return fail(failure, options, call)
      }
    }
    return 0
  }

  private func fail(_ failure: RemoteCommand.Failure, _ options: Options, _ call: CommandLineCall) -> Int32 {
    if failure == .notRunning, options.printsJSON, options.commands.contains(.status) {
      call.printLine(StatusReport.notRunning.indented)
    } else {
      call.printErrorLine("nagara: \(failure.message)")
    }
    return failure.status
  }

  private func open(_ options: Options, _ call: CommandLineCall) {
    if options.playsDemo {
      guard let demo = data.demo else {
        store.send(.tell(Notice(text: tr("The demo album is not installed"))))
        return
      }
      store.send(.load([demo], .play))
    }
    let folder = call.workingDirectory.flatMap(FilePath.init(bytes:))
    let root = FilePath("/")
    let sources = options.files.compactMap { argument in
      (folder ?? root).flatMap { MediaSource(argument: argument, relativeTo: $0) }
    }
    store.send(.load(sources, options.enqueues ? .enqueue : .play))
  }

  // MARK: The session and the window's end

  /// Decides once whether the last session comes back: not where files are to be played instead.
  private func wantSession(opensFiles: Bool) {
    if window == nil, !opensFiles { store.send(.restoring) }
  }

  /// The window is to close. True keeps it.
  private func keepsWindow() -> Bool {
    guard store.state.player.status == .playing, let window else { return false }
    switch store.state.preferences.background {
    case .stop: return false
    case .keepPlaying:
      window.window.visible = false
      return true
    case .ask:
      CloseDialog.show(over: window.window) { [weak self] choice in
        guard let self else { return }
        var preferences = self.store.state.preferences
        preferences.background = choice
        self.store.send(.setPreferences(preferences))
        self.window?.window.close()
      }
      return true
    }
  }

  /// Nobody sees that the music has come to its end.
  private func quitWhenDone(_ state: AppState) {
    guard let window, !window.window.visible, state.player.status == .stopped, state.loads.isEmpty,
      !state.isRestoring, presence != nil
    else { return }
    application.quit()
  }

  private func shutDown() {
    settings.save(store.state, isMaximized: window?.window.isMaximized ?? settings.isMaximized)
    session?.finish()
    store.send(.leaving)
    presence?.stop()
    media?.stop()
    effects.stop()
  }
}
