import GtkBridge
import MusicLibrary
import PlayerCore

/// Looks through albums, artists and songs as you type.
@MainActor
final class SearchPage: Page {
  let root: Widget
  let header = PageHeader(tr("Search"), leading: .nothing, style: .small)
  private let context: PageContext
  private let entry: SearchEntry
  private let model = ListModel()
  private let actions: SongActions
  private let stack = Stack()
  private let nothing: StatusPage
  private var factory: RowFactory<SearchRow>?
  private var list: ListView?
  private var query = SearchWords("")

  init(_ context: PageContext) {
    self.context = context
    // A click opens: what is selected together is in the lists.
    actions = SongActions(model, context, mode: .single) { row in
      if case .song(let id) = SearchRow.Item(row: row) { id } else { nil }
    }
    entry = SearchEntry(placeholder: tr("Albums, artists and songs"))
    entry.addClass("search-field")
    entry.accessibleLabel(tr("Search"))
    // The store's own search is quick and cancelled by the next key: GTK's 150 ms of waiting add nothing.
    entry.connect(Entry.changed) { [weak entry] in
      if let entry { context.send(.search(entry.text)) }
    }
    let hint = StatusPage(
      icon: "nagara-search-symbolic", title: tr("Search Your Music"),
      text: tr("Type a part of a name, with or without accents. Several words find what has them all."))
    nothing = StatusPage(icon: "nagara-search-symbolic", title: tr("Nothing Found"), text: "")
    stack.vexpand = true
    stack.add(hint.root, name: "hint")
    stack.add(nothing.root, name: "nothing")
    root = Box(.vertical, [header.root, entry, stack], classes: ["page"])
    entry.connect(Entry.activated) { [weak self] in self?.activateFirst() }
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    if entry.text != new.search.text { entry.text = new.search.text }
    let isNew = old == nil || old?.search != new.search || old?.library.revision != new.library.revision
    if isNew { show(new) }
    let current = new.player.queue.current?.track
    if old == nil || current != old?.player.queue.current?.track {
      for row in factory?.liveRows ?? [] { row.setCurrent(current) }
    }
  }

  func focus() { entry.grabFocus() }
  func scrollToTop() {
    list?.scroll(to: 0)
    focus()
  }

  private func show(_ state: AppState) {
    let results = state.search.results
    query = SearchWords(results.query)
    if SearchQuery(state.search.text).isEmpty {
      stack.visibleName = "hint"
    } else if results.isEmpty {
      nothing.setText(tr("No album, artist or song matches “%s”.", state.search.text))
      stack.visibleName = results.query == state.search.text ? "nothing" : stack.visibleName
    } else {
      buildList()
      model.replace(with: SearchRow.rows(for: results))
      for row in factory?.liveRows ?? [] { bind(row, row.id) }
      stack.visibleName = "list"
    }
  }

  private func buildList() {
    guard list == nil else { return }
    let factory = RowFactory<SearchRow>(
      make: { [context, actions] in
        let row = SearchRow(context.covers)
        actions.attach(toRow: row.root) { [weak row] in row?.song == nil ? nil : row?.id }
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.bind(row, id) },
      unbind: { $0.clear() },
      isActivatable: { SearchRow.Item(row: $0).isActivatable })
    let list = ListView(actions.selection, factory, singleClick: true)
    list.addClass("search-list")
    list.accessibleLabel(tr("Search results"))
    list.connect(ListView.activated) { [weak self] in self?.activate(Int($0)) }
    actions.attach(
      to: list, scroll: { [weak list] in list?.scroll(to: $0) },
      focus: { [weak factory] in factory?.focusRow(showing: $0) ?? false })
    self.factory = factory
    self.list = list
    stack.add(ScrolledWindow(list), name: "list")
  }

  private func bind(_ row: SearchRow, _ id: UInt64) {
    row.show(id, context.state(), query)
  }

  private func activateFirst() {
    if let first = model.ids.firstIndex(where: { SearchRow.Item(row: $0).isActivatable }) { activate(first) }
  }

  private func activate(_ position: Int) {
    guard model.ids.indices.contains(position) else { return }
    switch SearchRow.Item(row: model.ids[position]) {
    case .album(let id): context.send(.showAlbum(id))
    case .artist(let id): context.send(.showArtist(id))
    case .song(let id): context.send(.play(.results, from: id, shuffled: false))
    case .heading: break
    }
  }
}
