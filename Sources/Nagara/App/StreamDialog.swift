import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore

/// Asks for a stream's address, and has the stations that the listener keeps.
@MainActor
final class StreamDialog {
  private let window = Window()
  private let store: Store<AppState, AppAction, AppEffect>
  private let entry = Entry(placeholder: "https://")
  private let open = Button(label: tr("Play"), classes: ["wide", "suggested"])
  private let list = Box(.vertical, classes: ["preferences-card"])
  private let listArea: ScrolledWindow
  private let removedName = Label(ellipsis: .end, xalign: 0, classes: ["dim"])
  private let removedLine: Box
  private let takeBack = Button(label: tr("Undo"), classes: ["flat"])
  private var removed: Station?
  private var observing: StoreToken?
  private var closing: Connection?
  private(set) var isOpen = true

  init(over parent: Window, _ store: Store<AppState, AppAction, AppEffect>) {
    self.store = store
    window.title = tr("Open a Stream")
    window.becomeDialog(over: parent)
    let hint = Label(
      tr("The address of a radio station or of a file on a server."), xalign: 0, classes: ["dim"])
    hint.wraps()
    entry.accessibleLabel(tr("Address"))
    let cancel = Button(label: tr("Cancel"), classes: ["wide", "plain"])
    open.sensitive = false
    let buttons = Box(.horizontal, spacing: 10, [cancel, open])
    buttons.homogeneous = true
    listArea = ScrolledWindow(list)
    listArea.propagatesNaturalHeight(true)
    listArea.maxContentHeight(280)
    removedName.hexpand = true
    removedLine = Box(.horizontal, spacing: 10, [removedName, takeBack])
    removedLine.visible = false
    let column = Box(.vertical, spacing: 14, [listArea, removedLine, hint, entry, buttons])
    column.margins(start: 20, end: 20, top: 20, bottom: 20)
    window.setChild(column)
    wire(cancel)
    show(store.state)
  }

  func present() {
    window.present()
    entry.grabFocus()
  }

  private func wire(_ cancel: Button) {
    entry.connect(Entry.changed) { [weak self] in
      if let self { self.open.sensitive = self.entry.text.contains("://") }
    }
    let finish = { [weak self] in
      if let self, self.entry.text.contains("://") { self.play(self.entry.text) }
    }
    open.onClick(finish)
    entry.connect(Entry.activated, finish)
    cancel.onClick { [weak self] in self?.window.close() }
    takeBack.onClick { [weak self] in self?.undo() }
    closing = window.observe(Window.closeRequest) { [weak self] in
      self?.isOpen = false
      self?.observing = nil
      return false
    }
    let keys = ShortcutController()
    keys.add("Escape") { [weak self] in
      self?.window.close()
      return true
    }
    keys.add("<Control>z") { [weak self] in self?.undo() ?? false }
    window.addController(keys)
    observing = store.observe { [weak self] old, new in
      guard old.revision != new.revision else { return }
      if old.stations != new.stations || old.streamToKeep != new.streamToKeep { self?.show(new) }
    }
  }

  private func play(_ address: String) {
    store.send(.load([MediaSource(uri: address)], .play))
    window.close()
  }

  // MARK: Stations

  private func show(_ state: AppState) {
    list.removeAll()
    if let track = state.streamToKeep { list.append(keepingRow(track)) }
    for station in state.stations { list.append(row(station)) }
    listArea.visible = state.streamToKeep != nil || !state.stations.isEmpty
    showRemoved(state)
    fit()
  }

  /// As high as its rows want.
  private func fit() { window.defaultSize(width: 400, height: -1) }

  /// The stream that plays now, to be kept.
  private func keepingRow(_ track: Track) -> Widget {
    let keep = Button(label: tr("Keep…"), classes: ["flat"])
    keep.onClick { [weak self] in
      self?.askForName(tr("Keep the Station"), track.displayTitle, tr("Keep"), track.source.uri)
    }
    let texts = self.texts(tr("Playing now"), track.source.uri)
    return Box(.horizontal, spacing: 6, [texts, keep], classes: ["preferences-row"])
  }

  private func row(_ station: Station) -> Widget {
    let play = Button(child: texts(station.name, station.address), classes: ["flat"])
    play.hexpand = true
    play.accessibleLabel(tr("Play “%s”", station.name))
    play.onClick { [weak self] in self?.play(station.address) }
    let rename = Button(icon: "document-edit-symbolic", classes: ["flat", "circular", "small"])
    rename.describe(tr("Rename “%s”", station.name))
    rename.onClick { [weak self] in
      self?.askForName(tr("Rename the Station"), station.name, tr("Rename"), station.address)
    }
    let remove = Button(icon: "user-trash-symbolic", classes: ["flat", "circular", "small"])
    remove.describe(tr("Remove “%s”", station.name))
    remove.onClick { [weak self] in self?.remove(station) }
    for button in [rename, remove] { button.valign = .center }
    return Box(.horizontal, spacing: 6, [play, rename, remove], classes: ["preferences-row", "station-row"])
  }

  private func texts(_ title: String, _ subtitle: String) -> Widget {
    let texts = Box(
      .vertical, spacing: 2,
      [
        Label(title, ellipsis: .end, xalign: 0),
        Label(subtitle, ellipsis: .middle, xalign: 0, classes: ["dim"]),
      ])
    texts.hexpand = true
    return texts
  }

  private func askForName(_ title: String, _ name: String, _ confirm: String, _ address: String) {
    NameDialog.show(over: window, title: title, name: name, confirm: confirm) { [weak self] in
      self?.store.send(.stations(.edit(.keep(address: address, name: $0))))
    }
  }

  private func remove(_ station: Station) {
    removed = station
    store.send(.stations(.edit(.remove(address: station.address))))
  }

  /// Offers to take a removal back once it is done.
  private func showRemoved(_ state: AppState) {
    let isGone = removed.map { removed in !state.stations.contains { $0.id == removed.id } } ?? false
    guard isGone != removedLine.visible else { return }
    removedName.text = tr("“%s” removed", removed?.name ?? "")
    removedLine.visible = isGone
    // The row that had the focus is gone, or the button that brought it back.
    if isGone { takeBack.grabFocus() } else { entry.grabFocus() }
  }

  @discardableResult
  private func undo() -> Bool {
    guard case .station = store.state.undo.steps.last else { return false }
    store.send(.undo)
    return true
  }
}
