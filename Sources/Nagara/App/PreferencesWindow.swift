import GtkBridge
import Playback
import PlayerCore
import ShellCore

/// The user's choices, each of which counts at once.
@MainActor
final class PreferencesWindow {
  private let window = Window()
  private let send: Send
  private let state: () -> AppState
  private let tabs: [(id: String, title: String)]
  private let entry = SearchEntry(placeholder: tr("Search preferences"))
  private let list = PreferencesList()
  private let folderRows = Box(.vertical)
  private var shownFolders: [FilePath] = []
  private let tabRows = Box(.vertical)
  private let devices = Box(.horizontal)
  private let equalizer: EqualizerRows
  private var device: Widget?
  private var closing: Connection?
  private(set) var isOpen = true

  init(
    over parent: Window, tabs: [(id: String, title: String)], send: @escaping Send,
    state: @escaping () -> AppState,
    watchDevices: @escaping ((([OutputDevice]) -> Void)?) -> Void
  ) {
    self.send = send
    self.state = state
    self.tabs = tabs
    equalizer = EqualizerRows(
      over: window, state: { state().preferences },
      change: { change in
        var preferences = state().preferences
        change(&preferences)
        send(.setPreferences(preferences))
      })
    window.title = tr("Preferences")
    window.addClass("preferences")
    window.becomeDialog(over: parent, isModal: false)
    window.defaultSize(width: 560, height: 680)
    entry.addClass("search-field")
    entry.accessibleLabel(tr("Search preferences"))
    entry.captureKeys(of: window)
    entry.connect(Entry.changed) { [weak self] in
      if let self { self.list.show(self.entry.text) }
    }
    list.add(tr("Music Folders"), [PreferencesRow(tr("Add a Folder…"), folderRows), library])
    list.add(tr("Appearance"), looks)
    list.add(tr("Behaviour"), behaviour)
    list.add(tr("Order of the Tabs"), [PreferencesRow(tabs.map(\.title).joined(separator: " "), tabRows)])
    list.add(tr("Sound"), sound)
    list.add(tr("Loudness"), loudness)
    list.add(tr("Equaliser"), equalizer.rows)
    let column = Box(.vertical, [entry, list.root])
    column.margins(start: 0, end: 0, top: 14, bottom: 0)
    window.setChild(column)
    showTabs()
    showFolders()
    closing = window.observe(Window.closeRequest) { [weak self] in
      self?.isOpen = false
      watchDevices(nil)
      return false
    }
    // The entry takes Escape for itself.
    entry.connect(SearchEntry.stopped) { [weak self] in self?.escape() }
    let keys = ShortcutController()
    keys.add("Escape") { [weak self] in
      self?.escape()
      return true
    }
    window.addController(keys)
    showDevices(nil)
    watchDevices { [weak self] in self?.showDevices($0) }
  }

  func present() { window.present() }

  func update(_ state: AppState) {
    if state.library.folders != shownFolders { showFolders() }
    equalizer.update(state.preferences)
  }

  /// Ends a search, else the window.
  private func escape() { if entry.text.isEmpty { window.close() } else { entry.text = "" } }

  private func change(_ body: (inout Preferences) -> Void) {
    var preferences = state().preferences
    body(&preferences)
    send(.setPreferences(preferences))
  }

  // MARK: Groups

  private var looks: [PreferencesRow] {
    [
      choice(
        tr("Colours"), [tr("Like the desktop"), tr("Light"), tr("Dark")], Preferences.Scheme.allCases,
        \.scheme),
      toggle(tr("Player in the cover’s colours"), \.tintsFromCover),
    ]
  }

  private var behaviour: [PreferencesRow] {
    [
      choice(
        tr("Closing the window while music plays"), [tr("Asks"), tr("Keeps playing"), tr("Stops")],
        Preferences.Background.allCases, \.background),
      toggle(tr("Notify of songs while the window isn’t in use"), \.notifies),
    ]
  }

  private var library: PreferencesRow {
    let show = Button(label: tr("Show"))
    show.onClick { [weak self] in
      self?.send(.showLibrary)
      self?.window.close()
    }
    return PreferencesRow(tr("Folders, scan and problems"), control: show)
  }

  private var loudness: [PreferencesRow] {
    [
      choice(
        tr("ReplayGain"), [tr("Off"), tr("Track"), tr("Album"), tr("Automatic")],
        [.off, .track, .album, .automatic], \.loudness.mode),
      number(tr("Pre-amplification (dB)"), -15...15, step: 0.5, digits: 1, \.loudness.preAmp),
      number(tr("Songs without ReplayGain (dB)"), -15...15, step: 0.5, digits: 1, \.loudness.fallback),
      toggle(tr("Prevent clipping"), \.loudness.preventsClipping),
      toggle(tr("Measure songs without ReplayGain while nothing plays"), \.measuresGains),
    ]
  }

  private var sound: [PreferencesRow] {
    let seconds = SpinButton(range: 0...12, step: 1)
    seconds.value = Double(state().preferences.crossfade)
    seconds.connect(SpinButton.valueChanged) { [weak self, weak seconds] in
      guard let seconds else { return }
      self?.change { $0.crossfade = Int(seconds.value) }
    }
    let speed = SpinButton(range: PlayerState.rates, step: 0.05, digits: 2)
    speed.value = state().player.rate
    speed.connect(SpinButton.valueChanged) { [weak self, weak speed] in
      if let speed { self?.send(.player(.setRate(speed.value))) }
    }
    let balance = Scale(range: -1...1, step: 0.05)
    balance.sizeRequest(width: 190)
    balance.forceLeftToRight()
    balance.value = state().preferences.balance
    balance.onUserChange { [weak self] value in
      // The middle is easy to hit.
      self?.change { $0.balance = abs(value) < 0.04 ? 0 : value }
    }
    return [
      PreferencesRow(tr("Output device"), control: devices),
      PreferencesRow(tr("Crossfade (seconds)"), control: seconds),
      PreferencesRow(tr("Speed"), control: speed),
      PreferencesRow(tr("Balance"), control: balance), toggle(tr("Mono"), \.isMono),
    ]
  }

  /// The devices that are here, and the chosen one though it may not be.
  ///
  /// - Parameter all: `nil` until they are known.
  private func showDevices(_ all: [OutputDevice]?) {
    var ids: [String?] = [nil] + (all ?? []).map(\.id)
    var names = [tr("Automatic")] + (all ?? []).map(\.name)
    let chosen = state().preferences.outputDevice
    if let chosen, !ids.contains(chosen) {
      ids.append(chosen)
      names.append(all == nil ? "…" : tr("Not connected"))
    }
    let control = dropDown(names, ids, \.outputDevice)
    control.accessibleLabel(tr("Output device"))
    device = control
    devices.removeAll()
    devices.append(control)
  }

  // MARK: Folders

  private func showFolders() {
    shownFolders = state().library.folders
    folderRows.removeAll()
    for folder in shownFolders {
      let label = Label(folder.displayPath, ellipsis: .middle, xalign: 0)
      label.hexpand = true
      label.tooltip = folder.displayPath
      let remove = Button(icon: "list-remove-symbolic", classes: ["flat", "circular", "small"])
      remove.describe(tr("Don’t look in “%s” any more", folder.displayName))
      remove.onClick { [send] in send(.library(.removeFolder(folder))) }
      folderRows.append(Box(.horizontal, spacing: 12, [label, remove], classes: ["preferences-row"]))
    }
    let add = Button(label: tr("Add a Folder…"), classes: ["flat", "add-row"])
    add.onClick { [window, send] in
      FileChooser(.openFolders, title: tr("Add a Folder"), parent: window).choose { uris in
        for folder in uris.compactMap({ MediaSource(uri: $0).path }) {
          send(.library(.addFolder(folder.withoutTrailingSlash)))
        }
      }
    }
    folderRows.append(add)
  }

  // MARK: Tabs

  /// - Parameter focus: the row and the direction of the button that was pressed, which keeps the focus.
  private func showTabs(focus: Int? = nil, _ step: Int = 0) {
    let order = state().preferences.tabOrder
    let wished = order.compactMap { id in tabs.first { $0.id == id } }
    let now = wished + tabs.filter { tab in !order.contains(tab.id) }
    tabRows.removeAll()
    for (index, tab) in now.enumerated() {
      let up = mover("go-up-symbolic", tr("Move “%s” up", tab.title), now, index, -1)
      let down = mover("go-down-symbolic", tr("Move “%s” down", tab.title), now, index, 1)
      let label = Label(tab.title, xalign: 0)
      label.hexpand = true
      tabRows.append(Box(.horizontal, spacing: 4, [label, up, down], classes: ["preferences-row"]))
      if focus == index {
        let (same, other) = step < 0 ? (up, down) : (down, up)
        if !same.grabFocus() { other.grabFocus() }
      }
    }
  }

  private func mover(
    _ icon: String, _ title: String, _ now: [(id: String, title: String)], _ index: Int, _ step: Int
  ) -> Widget {
    let button = Button(icon: icon, classes: ["flat", "circular", "small"])
    button.describe(title)
    button.sensitive = now.indices.contains(index + step)
    button.onClick { [weak self] in
      var order = now.map(\.id)
      order.swapAt(index, index + step)
      self?.change { $0.tabOrder = order }
      // Not while the button that is pressed is at work.
      MainLoop.whenIdle { [weak self] in self?.showTabs(focus: index + step, step) }
    }
    return button
  }

  // MARK: Rows

  private func toggle(_ title: String, _ value: WritableKeyPath<Preferences, Bool>) -> PreferencesRow {
    let control = Switch()
    control.active = state().preferences[keyPath: value]
    control.connect(Switch.activeChanged) { [weak self, weak control] in
      guard let control else { return }
      self?.change { $0[keyPath: value] = control.active }
    }
    return PreferencesRow(title, control: control)
  }

  private func number(
    _ title: String, _ range: ClosedRange<Double>, step: Double, digits: Int,
    _ value: WritableKeyPath<Preferences, Double>
  ) -> PreferencesRow {
    let control = SpinButton(range: range, step: step, digits: digits)
    control.value = state().preferences[keyPath: value]
    control.connect(SpinButton.valueChanged) { [weak self, weak control] in
      guard let control else { return }
      self?.change { $0[keyPath: value] = control.value }
    }
    return PreferencesRow(title, control: control)
  }

  private func choice<Value: Equatable & Sendable>(
    _ title: String, _ names: [String], _ values: [Value],
    _ value: WritableKeyPath<Preferences, Value>
  ) -> PreferencesRow {
    PreferencesRow(title, control: dropDown(names, values, value))
  }

  private func dropDown<Value: Equatable & Sendable>(
    _ names: [String], _ values: [Value], _ value: WritableKeyPath<Preferences, Value>
  ) -> Widget {
    let control = DropDown(names)
    control.selected = values.firstIndex(of: state().preferences[keyPath: value]) ?? 0
    control.connect(DropDown.selectedChanged) { [weak self, weak control] in
      guard let control, values.indices.contains(control.selected) else { return }
      let chosen = values[control.selected]
      self?.change { $0[keyPath: value] = chosen }
    }
    return control
  }
}
