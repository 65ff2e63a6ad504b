import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore
import ShellKit

/// What menus, buttons, scripts and the bus can start: `app.` and `win.` actions. The shell's own (`win.tab`,
/// `win.player`, `win.drawer`, `win.layout`, …) are ShellKit's.
@MainActor
final class AppActions {
  private let application: Application
  private let window: MainWindow
  private let store: Store<AppState, AppAction, AppEffect>
  private let shell: ShellActions
  private let demo: MediaSource?
  private let effects: Effects
  private let keys: AppKeys
  private let stopAfter: SimpleAction
  private let sleep: SimpleAction
  private let speed: SimpleAction
  private let love: SimpleAction
  private let stars: SimpleAction

  init(
    _ application: Application, _ window: MainWindow, _ store: Store<AppState, AppAction, AppEffect>,
    _ effects: Effects, demo: MediaSource?
  ) {
    self.effects = effects
    self.application = application
    self.window = window
    self.store = store
    self.demo = demo
    shell = ShellActions(window.window, window.shell)
    keys = AppKeys(window, store)
    stopAfter = SimpleAction("stop-after-current", state: .bool(false)) { [weak store] value in
      store?.send(.player(.setStopAfterCurrent(value.bool ?? false)))
    }
    sleep = SimpleAction("sleep", state: .string("off")) { [weak store] value in
      if let timer = value.string.flatMap(SleepChoice.timer) { store?.send(.player(.setSleep(timer))) }
    }
    speed = SimpleAction("speed", state: .string("1.0")) { [weak store] value in
      if let rate = value.string.flatMap(Double.init) { store?.send(.player(.setRate(rate))) }
    }
    love = SimpleAction("love", state: .bool(false)) { [weak store] value in
      store?.send(.rateCurrent(value.bool == true ? Ratings.heart : nil))
    }
    stars = SimpleAction("stars", state: .string("0")) { [weak store] value in
      guard let count = value.string.flatMap(Int.init), (0...Ratings.stars).contains(count) else { return }
      store?.send(.rateCurrent(Ratings.rating(stars: count)))
    }
    for action in [stopAfter, sleep, speed, love, stars] { application.add(action) }
    addFileActions()
    addWindowActions()
    application.setAccelerators(["<Control>q"], for: "app.quit")
  }

  func show(_ old: AppState?, _ new: AppState) {
    if old?.shell != new.shell { shell.show(new.shell) }
    guard old == nil || old?.revision != new.revision else { return }
    preferences?.update(new)
    set(stopAfter, .bool(new.player.stopsAfterCurrent))
    set(sleep, .string(SleepChoice.name(new.player.sleep)))
    set(speed, .string(String(new.player.rate)))
    set(love, .bool(new.currentRow?.rating == Ratings.heart))
    set(stars, .string(String(Ratings.stars(of: new.currentRow?.rating))))
    for action in [love, stars] where action.isEnabled != (new.currentRow != nil) {
      action.isEnabled = new.currentRow != nil
    }
  }

  private func set(_ action: SimpleAction, _ state: Variant) {
    if action.state?.description != state.description { action.state = state }
  }

  // MARK: Files

  private func addFileActions() {
    func action(_ name: String, _ run: @escaping (AppActions) -> Void) {
      application.add(
        SimpleAction(name) { [weak self] _ in
          if let self { run(self) }
        })
    }
    action("open-files") { $0.play(.openFiles, tr("Open Files")) }
    action("open-folder") { $0.play(.openFolders, tr("Play a Folder")) }
    action("choose-folder") { $0.chooseFolder() }
    action("choose-ignored-folder") { $0.chooseIgnoredFolder() }
    action("choose-import") { $0.chooseImport() }
    action("choose-export") { $0.chooseExport() }
    action("scan") { $0.store.send(.library(.scan)) }
    action("open-stream") { $0.openStream() }
    action("play-demo") { actions in
      if let demo = actions.demo {
        actions.store.send(.load([demo], .play))
      } else {
        actions.window.show(Notice(text: tr("The demo album is not installed")))
      }
    }
    application.add(
      SimpleAction("open", parameter: "as") { [weak store] parameter in
        let uris = parameter?.strings ?? []
        store?.send(.load(uris.map(MediaSource.init(uri:)), .play))
      })
    // What the choosers above end in, for scripts: each takes a file's URI.
    func fileAction(_ name: String, _ make: @escaping (FilePath) -> AppAction) {
      application.add(
        SimpleAction(name, parameter: "s") { [weak store] parameter in
          guard let file = parameter?.string.flatMap(FilePath.init(fileURI:)) else { return }
          store?.send(make(file.withoutTrailingSlash))
        })
    }
    fileAction("ignore-folder") { .library(.setIgnored($0, true)) }
    fileAction("import-listener") { .library(.importListener($0)) }
    fileAction("export-listener") { .library(.exportListener($0)) }
    fileAction("import-playlist") { .playlists(.importFiles([$0])) }
    fileAction("edit-tags") { .editTags([$0]) }
    // A playlist's number and the file's URI.
    application.add(
      SimpleAction("export-playlist", parameter: "as") { [weak store] parameter in
        let words = parameter?.strings ?? []
        guard words.count == 2, let id = Int64(words[0]), let file = FilePath(fileURI: words[1]) else {
          return
        }
        store?.send(.playlists(.export(id, file)))
      })
  }

  /// What the user chooses.
  private func play(_ purpose: FileChooser.Purpose, _ title: String) {
    FileChooser(purpose, title: title, parent: window.window).choose { [weak store] uris in
      store?.send(.load(uris.map(MediaSource.init(uri:)), .play))
    }
  }

  /// For the library.
  private func chooseFolder() {
    FileChooser(.openFolders, title: tr("Choose a Folder"), parent: window.window).choose {
      [weak store] uris in
      for folder in uris.compactMap(FilePath.init(fileURI:)) { store?.send(.library(.addFolder(folder))) }
    }
  }

  private func chooseIgnoredFolder() {
    FileChooser(.openFolders, title: tr("Ignore a Folder"), parent: window.window).choose {
      [weak store] uris in
      for folder in uris.compactMap(FilePath.init(fileURI:)) {
        store?.send(.library(.setIgnored(folder.withoutTrailingSlash, true)))
      }
    }
  }

  private func chooseImport() {
    FileChooser(.openFiles, title: tr("Import Plays, Ratings and Playlists"), parent: window.window).choose {
      [weak store] uris in
      for file in uris.compactMap(FilePath.init(fileURI:)) { store?.send(.library(.importListener(file))) }
    }
  }

  private func chooseExport() {
    let chooser = FileChooser(
      .save, title: tr("Export Plays, Ratings and Playlists"), parent: window.window)
    chooser.suggestName("nagara.json")
    chooser.choose { [weak store] uris in
      if let file = uris.first.flatMap(FilePath.init(fileURI:)) {
        store?.send(.library(.exportListener(file)))
      }
    }
  }

  private var streams: StreamDialog?

  private func openStream() {
    if streams == nil || streams?.isOpen == false { streams = StreamDialog(over: window.window, store) }
    streams?.present()
  }

  private var preferences: PreferencesWindow?

  private func showPreferences() {
    if preferences == nil || preferences?.isOpen == false {
      preferences = PreferencesWindow(
        over: window.window, tabs: window.tabTitles, send: { [weak store] in store?.send($0) },
        state: { [unowned store] in store.state },
        watchDevices: { [weak effects] in effects?.watchDevices($0) })
    }
    preferences?.present()
  }

  // MARK: Window

  private func addWindowActions() {
    func action(_ name: String, _ run: @escaping (AppActions) -> Void) {
      window.window.add(
        SimpleAction(name) { [weak self] _ in
          if let self { run(self) }
        })
    }
    action("search") { $0.store.send(.showSearch) }
    action("letters") { $0.window.focusLetters() }
    action("menu") { $0.window.openMenu() }
    action("undo") { $0.store.send(.undo) }
    action("new-playlist") { actions in
      NameDialog.show(
        over: actions.window.window, title: tr("New Playlist"), confirm: tr("Make")
      ) { [weak store = actions.store] in store?.send(.playlists(.edit(.make($0, [])))) }
    }
    action("new-smart-playlist") { $0.store.send(.playlists(.askForRules(nil))) }
    action("duplicates") { $0.store.send(.duplicates(.show)) }
    action("import-playlists") { actions in
      FileChooser(.openFiles, title: tr("Import Playlists"), parent: actions.window.window).choose {
        [weak store = actions.store] uris in
        store?.send(.playlists(.importFiles(uris.compactMap(FilePath.init(fileURI:)))))
      }
    }
    action("up-next") { $0.store.send(.toggleDrawer(.upNext)) }
    action("lyrics") { $0.store.send(.toggleDrawer(.lyrics)) }
    action("shortcuts") { actions in
      let shortcuts = ShortcutsWindow(AppKeys.groups, parent: actions.window.window)
      shortcuts.title = tr("Keyboard Shortcuts")
      shortcuts.present()
    }
    action("library") { $0.store.send(.showLibrary) }
    window.window.add(
      SimpleAction("browse", parameter: "s") { [weak store] parameter in
        guard let page = parameter?.string else { return }
        if let view = LibraryView(rawValue: page) {
          store?.send(.browse(view))
        } else if let shelf = Shelf(page: page) {
          store?.send(.shelves(.show(shelf)))
        } else if let playlist = PlaylistPage.id(page: page) {
          store?.send(.playlists(.show(playlist)))
        }
      })
    action("preferences") { $0.showPreferences() }
    action("about") { actions in
      AboutDialog(
        name: "Nagara", version: App.version, comments: tr("Plays your music while you do something else."),
        icon: App.id, website: "https://github.com/nagara-player/nagara",
        copyright: tr("© The Nagara authors"),
        parent: actions.window.window
      ).present()
    }
  }
}
