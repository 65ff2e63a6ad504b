import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore
import ShellKit

/// The window: the shell, and in it pages, mini player, full player and Up Next. Each is built when it is first
/// seen, so that the first frame waits for one page only.
@MainActor
final class MainWindow {
  let shell: ShellView
  let window: ApplicationWindow
  private let shellWindow: ShellWindow
  private let store: Store<AppState, AppAction, AppEffect>
  private let context: PageContext
  private let firstFrame: FirstFrame
  private var painted: Connection?
  /// All tabs' names and titles, in their first order.
  private(set) var tabTitles: [(id: TabID, title: String)] = []
  private var roots: [TabID: any Page] = [:]
  private var pushed: [(id: PageID, page: any Page)] = []
  private var mini: MiniPlayer?
  private var full: FullPlayer?
  private var drawer: PlayerDrawer?
  private let position: () -> UInt64

  init(
    _ application: Application, _ store: Store<AppState, AppAction, AppEffect>, _ effects: Effects,
    size: (width: Int, height: Int)
  ) {
    self.store = store
    position = { [weak effects] in effects?.position ?? 0 }
    let send: Send = { [weak store] in store?.send($0) }
    context = PageContext(covers: effects.covers, send: send, state: { [unowned store] in store.state })
    shell = ShellView(
      store.state.shell, centreIcon: "nagara-quick-play-symbolic", centreLabel: tr("Quick Play"),
      send: { send(.shell($0)) })
    shellWindow = ShellWindow(application, shell, title: "Nagara")
    window = shellWindow.window
    firstFrame = FirstFrame(window)
    window.addClass("nagara")
    window.setIconName(App.id)
    window.defaultSize(width: size.width, height: size.height)
    wire()
    addTabs()
  }

  private func wire() {
    shell.makePage = { [weak self] in self?.makePage($0) }
    // The Library tab's views were tabs once, and are still called so.
    shell.hooks.tabNamed = { [send = context.send] name in
      guard let view = LibraryView(rawValue: name) else { return name }
      send(.browse(view))
      return nil
    }
    shell.centreActivated = { [weak self] modifiers, button in
      guard let self else { return }
      if modifiers.contains(.shift) || button == 2 {
        self.store.send(.shuffleAll)
      } else {
        QuickPlay.show(on: self.shell.centreButton, self.store.state)
      }
    }
    addKeys()
    window.connect(Widget.mapped) { [weak self] in
      self?.painted = self?.window.frameClock?.observe(Signal<() -> Void>("after-paint")) {
        Heap.giveBackSoon()
      }
    }
    window.onMinimizedChange { [weak self] in self?.tellVisible() }
    let files = FileDropTarget { [weak self] uris in
      // Songs of a list that were let go beside every place for them.
      guard SongDrag.songs == nil else { return false }
      self?.store.send(.load(uris.map(MediaSource.init(uri:)), .play))
      return true
    }
    shell.addController(files)
  }

  /// Keys that nothing else has used are for the page that is seen, but those of the open player and drawer.
  private func addKeys() {
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, modifiers in
      guard let self, let page = self.currentPage else { return false }
      if let focus = self.window.focus {
        let others = [page.root, self.full?.root, self.drawer?.root]
        guard !others.contains(where: { $0?.isAncestor(of: focus) ?? false }),
          !focus.isTypedInto || !focus.isMapped
        else { return false }
      }
      return page.pressed(key, modifiers)
    }
    window.addController(keys)
  }

  private func tellVisible() {
    store.send(.window(WindowState(isMinimized: window.isMinimized)))
  }

  func present() { window.present() }

  func whenFirstFrameIsShown(_ body: @escaping () -> Void) { firstFrame.whenShown(body) }

  // MARK: Pages

  private func addTabs() {
    func tab(_ tab: AppTab, _ title: String, _ icon: String, _ make: @escaping (PageContext) -> any Page)
      -> ShellTab
    {
      let shellTab = ShellTab(tab.rawValue, title: title, icon: icon) { [weak self] in
        guard let self else { return Box(.vertical) }
        let page = make(self.context)
        self.roots[tab.rawValue] = page
        page.update(nil, self.store.state)
        return page.root
      }
      shellTab.scrollToTop = { [weak self] in self?.roots[tab.rawValue]?.scrollToTop() }
      return shellTab
    }
    let wished = store.state.shell.selectedTab
    let tabs = [
      tab(.home, tr("Home"), "nagara-home-symbolic") { HomePage($0) },
      tab(.library, tr("Library"), "nagara-library-symbolic") { LibraryRoot($0) },
      tab(.search, tr("Search"), "nagara-search-symbolic") { SearchPage($0) },
      tab(.playlists, tr("Playlists"), "nagara-playlists-symbolic") { PlaylistsPage($0) },
    ]
    tabTitles = tabs.map { ($0.id, $0.title) }
    shell.setTabs(tabs)
    shell.orderTabs(store.state.preferences.tabOrder)
    if store.state.shell.selectedTab != wished { shell.choose(wished, .code) }
    show(nil, store.state)
  }

  private func makePage(_ id: PageID) -> Widget? {
    let page: any Page
    if id == PageID(LibraryPage.id) {
      page = LibraryPage(context)
    } else if id == DuplicatesState.page {
      page = DuplicatesPage(context)
    } else if let playlist = PlaylistPage.id(page: id) {
      page = PlaylistPage(playlist, context)
    } else if let subject = CollectionPage.Subject(page: id) {
      page = CollectionPage(subject, context)
    } else {
      return nil
    }
    pushed.append((id, page))
    page.update(nil, store.state)
    return page.root
  }

  /// The page that is seen.
  private var currentPage: (any Page)? {
    if let id = store.state.topPage { return pushed.last { $0.id == id && $0.page.root.isMapped }?.page }
    return roots[store.state.shell.selectedTab]
  }

  func openMenu() { currentPage?.header.openMenu() }

  /// Those beside the list of the Library tab, while that is in view.
  func focusLetters() { (currentPage as? LibraryRoot)?.focusLetters() }

  func focusSearch() { roots[AppTab.search.rawValue]?.focus() }

  // MARK: State

  /// Shows a settled state; everything when `old` is nil.
  func show(_ old: AppState?, _ new: AppState) {
    buildParts(new)
    shell.show(new.shell)
    drawer?.update(old, new, isShown: new.shell.drawer.isOpen)
    shell.drawerFocus = drawer?.focusWidget
    // While only panels move, nothing else has changed.
    guard old == nil || old?.revision != new.revision || old?.form != new.form else { return }
    for page in roots.values { page.update(old, new) }
    for (_, page) in pushed { page.update(old, new) }
    mini?.update(old, new)
    full?.update(old, new, animated: new.shell.environment.animations)
    if old?.currentTrack != new.currentTrack { describe(new) }
  }

  private func describe(_ state: AppState) {
    let track = state.currentTrack
    window.title =
      track.map { [$0.displayTitle, $0.displayArtist].compactMap { $0 }.joined(separator: " — ") } ?? "Nagara"
    shell.describePlayer(
      track.map { tr("Player: %s, %s", $0.displayTitle, $0.artistAndAlbum) } ?? tr("Player"))
    // A notification tells who is elsewhere.
    if let track, window.isActive { window.announce("\(track.displayTitle), \(track.artistAndAlbum)") }
  }

  /// Builds what is about to be seen for the first time.
  private func buildParts(_ state: AppState) {
    if state.player.queue.current != nil, mini == nil { buildPlayer(state) }
    if state.shell.drawer.isOpen, drawer == nil {
      let drawer = PlayerDrawer(context, position: position)
      self.drawer = drawer
      shell.setDrawer(drawer.root, label: tr("Up Next and Lyrics"))
    }
  }

  private func buildPlayer(_ state: AppState) {
    let mini = MiniPlayer(context.covers, send: context.send)
    let full = FullPlayer(context.covers, send: context.send, state: context.state)
    self.mini = mini
    self.full = full
    mini.update(nil, state)
    full.update(nil, state, animated: false)
    shell.setPlayer(
      mini: mini.root, full: full.root, background: full.background, miniArtwork: mini.artwork,
      fullArtwork: full.artwork, travelling: full.travelling)
    shell.playerFocus = full.focusWidget
    mini.keepClear(of: shell.miniClearance)
    shell.hooks.miniClearanceDidChange = { [weak mini] in mini?.keepClear(of: $0) }
  }

  // MARK: Effects

  func perform(_ effect: ShellEffect) {
    shell.perform(effect)
    if case .pageRemoved = effect { pushed.removeAll { $0.page.root.parent == nil } }
    if case .didSelect(let tab) = effect, tab == AppTab.search.rawValue { focusSearch() }
  }

  func show(_ notice: Notice) {
    switch notice.kind {
    case .plain: shell.show(Toast(notice.text))
    case .undo:
      shell.show(Toast(notice.text, button: tr("Undo")) { [store] in store.send(.undo) })
    }
  }
}
