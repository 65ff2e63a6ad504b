import GtkBridge
import MusicLibrary

/// The Library tab: its lists, one in view at a time, chosen by the names above them. What is typed leaves of the
/// list in view what has the words.
@MainActor
final class LibraryRoot: Page {
  let root: Widget
  let header: PageHeader
  private let context: PageContext
  private let choice: ViewChoice
  private let entry: SearchEntry
  private let stack = Stack()
  /// It goes through the list in view.
  private let letters = LetterStrip()
  private let welcome: WelcomePage
  private let columns = MenuButton(icon: "view-more-symbolic")
  private var lists: [LibraryView: any LibraryList] = [:]
  /// Whether Return waits for what the text leaves.
  private var opensFirst = false
  /// What is in view; `nil` while there is no music.
  private var shown: LibraryView?

  init(_ context: PageContext) {
    self.context = context
    columns.setMenu { SongTable.menu }
    columns.describe(tr("Columns"))
    columns.addClass("flat", "toolbar-button")
    columns.visible = false
    header = PageHeader(tr("Library"), leading: .search, tools: [columns])
    choice = ViewChoice { context.send(.browse($0)) }
    entry = SearchEntry(placeholder: tr("Filter this list"))
    entry.addClass("search-field")
    entry.accessibleLabel(tr("Filter this list"))
    entry.visible = false
    welcome = WelcomePage(context)
    stack.vexpand = true
    stack.hexpand = true
    letters.visible = false
    stack.add(welcome.root, name: "empty")
    root = Box(
      .vertical, [header.root, choice.root, entry, Box(.horizontal, [stack, letters])], classes: ["page"])
    letters.chosen = { [weak self] in self?.jump(toLetter: $0) }
    entry.connect(Entry.changed) { [weak entry] in
      // Emptied it stays, until Escape takes it away.
      if let entry, entry.visible { context.send(.filter(entry.text)) }
    }
    entry.connect(SearchEntry.stopped) { [weak self] in self?.endFilter() }
    entry.connect(Entry.activated) { [weak self] in self?.openFirst() }
    addKeys()
  }

  private var list: (any LibraryList)? { shown.flatMap { lists[$0] } }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    welcome.update(old, new)
    showFilter(new)
    let isEmpty = new.library.isEmpty
    if choice.root.visible == isEmpty { choice.root.visible = !isEmpty }
    choice.show(new.libraryView)
    let hasColumns = !isEmpty && new.libraryView == .songs && new.form.isRegular
    if columns.visible != hasColumns { columns.visible = hasColumns }
    guard !isEmpty else {
      shown = nil
      letters.visible = false
      stack.visibleName = "empty"
      return
    }
    let isSame = shown == new.libraryView
    shown = new.libraryView
    let list = list ?? makeList(new.libraryView)
    list.update(isSame ? old : nil, new)
    stack.visibleName = new.libraryView.rawValue
    showLetters(list, new)
    if opensFirst, new.filter.isSettled { openFirst() }
  }

  // MARK: Letters

  private func showLetters(_ list: any LibraryList, _ new: AppState) {
    let isLong = list.frame.model.ids.count >= LetterStrip.shortest
    let shows = isLong && list.order(in: new) != nil && new.library.isFilled
    if shows { letters.show(new.library.letters) }
    if letters.visible != shows { letters.visible = shows }
  }

  /// Gives the letters the keyboard, if the list in view has any.
  func focusLetters() { if letters.visible { letters.focusFirst() } }

  private func jump(toLetter place: Int) {
    let state = context.state()
    guard let list, let order = list.order(in: state) else { return }
    list.jump(
      to: state.library.position(
        ofLetter: place, in: list.frame.model.ids, by: order.text, descending: order.descending))
  }

  func scrollToTop() { list?.scrollToTop() }

  func focus() { if list?.frame.root.focusFirst() != true { root.focusFirst() } }

  private func makeList(_ view: LibraryView) -> any LibraryList {
    let list: any LibraryList =
      switch view {
      case .albums: AlbumsView(context)
      case .artists: ArtistsView(context)
      case .songs: SongsView(context) { [weak self] in self?.root.insertActions("columns", $0) }
      case .genres: ShelvesView(.genres, context)
      case .years: ShelvesView(.years, context)
      case .folders: ShelvesView(.folders, context)
      }
    lists[view] = list
    stack.add(list.frame.root, name: view.rawValue)
    return list
  }

  // MARK: The filter

  private func showFilter(_ new: AppState) {
    let text = new.library.isEmpty ? nil : new.filter.text
    // Hidden first: what is then taken out of it is not typed.
    if text == nil, entry.visible { entry.visible = false }
    if entry.text != text ?? "" { entry.text = text ?? "" }
    guard text != nil, !entry.visible else { return }
    entry.visible = true
    entry.focusAtEnd()
  }

  /// The first of what the text leaves, once that is known: Return may be quicker.
  private func openFirst() {
    let filter = context.state().filter
    let waits = shown?.shelves == nil && !filter.isSettled
    opensFirst = waits
    guard !waits else { return }
    // Not within the update that tells of it.
    MainLoop.whenIdle { [weak self] in self?.list?.activate(0) }
  }

  private func endFilter() {
    opensFirst = false
    context.send(.filter(nil))
    list?.frame.root.focusFirst()
  }

  private func addKeys() {
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, modifiers in
      self?.pressed(key, modifiers) ?? false
    }
    root.addController(keys)
  }

  /// Keys that neither the list nor the field has used.
  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    let state = context.state()
    guard !state.library.isEmpty, modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    let text = state.filter.text
    switch key {
    case Self.escape where text != nil:
      endFilter()
      return true
    case Self.down where entry.containsFocus: return list?.frame.root.focusFirst() ?? false
    default: break
    }
    // An M alone mutes, as everywhere; with Shift it is a letter.
    guard !entry.containsFocus, let character = KeyController.character(of: key), character != " ",
      text != nil || character != "m" || modifiers.contains(.shift)
    else { return false }
    context.send(.filter((text ?? "") + String(character)))
    entry.focusAtEnd()
    return true
  }

  // GDK's key values.
  private static let escape: UInt32 = 0xff1b
  private static let down: UInt32 = 0xff54
}
