import GtkBridge

/// The equaliser in the preferences: its presets, the user's own among them, and its bands.
@MainActor
final class EqualizerRows {
  private let window: Window
  private let state: () -> Preferences
  private let change: ((inout Preferences) -> Void) -> Void
  private let presetArea = Box(.horizontal, spacing: 6)
  private var presets: DropDown?
  private let save = Button(icon: "list-add-symbolic", classes: ["flat", "circular", "small"])
  private let remove = Button(icon: "list-remove-symbolic", classes: ["flat", "circular", "small"])
  private let scales = Equalizer.frequencies.map { _ in Scale(.vertical, range: Equalizer.range, step: 0.5) }
  private let bands = Box(.horizontal, spacing: 2, classes: ["equaliser"])
  private var shown: Preferences?
  private var isSetting = false

  /// - Parameters:
  ///   - window: over which a name is asked for.
  ///   - change: changes the preferences at once.
  init(
    over window: Window, state: @escaping () -> Preferences,
    change: @escaping ((inout Preferences) -> Void) -> Void
  ) {
    self.window = window
    self.state = state
    self.change = change
    bands.forceLeftToRight()
    bands.homogeneous = true
    for (index, scale) in scales.enumerated() { addBand(index, scale) }
    save.describe(tr("Save the bands as a preset"))
    save.onClick { [weak self] in self?.askForName() }
    remove.onClick { [weak self] in self?.removePreset() }
    update(state())
  }

  /// They hold the controls, not these.
  var rows: [PreferencesRow] {
    [PreferencesRow(tr("Preset"), control: presetArea), PreferencesRow(tr("Bands"), bands)]
  }

  /// Shows these preferences.
  func update(_ new: Preferences) {
    guard new.equalizer != shown?.equalizer || new.ownPresets != shown?.ownPresets else { return }
    let isOther = shown == nil || new.ownPresets != shown?.ownPresets
    shown = new
    isSetting = true
    for (scale, value) in zip(scales, new.equalizer.bands) where scale.value != value { scale.value = value }
    if isOther { showPresets(new.ownPresets) }
    let place = Equalizer.Preset.allCases.firstIndex { $0.bands == new.equalizer.bands }
    let own = new.ownPresets.firstIndex { $0.bands == new.equalizer.bands }
    let builtIn = Equalizer.Preset.allCases.count
    presets?.selected = place ?? own.map { builtIn + $0 } ?? builtIn + new.ownPresets.count
    save.visible = place == nil && own == nil
    remove.visible = place == nil && own != nil
    if let own { remove.describe(tr("Remove the preset “%s”", new.ownPresets[own].name)) }
    isSetting = false
  }

  private func addBand(_ index: Int, _ scale: Scale) {
    let frequency = Equalizer.frequencies[index]
    let label = frequency < 1000 ? "\(frequency)" : "\((frequency + 500) / 1000)k"
    scale.set("inverted", true)
    scale.sizeRequest(height: 130)
    scale.vexpand = true
    scale.accessibleLabel(tr("%s hertz", String(frequency)))
    scale.onUserChange { [weak self] value in
      guard let self, !isSetting else { return }
      change {
        $0.equalizer.bands[index] = (value * 2).rounded() / 2
        $0.equalizer.isOn = true
      }
    }
    bands.append(Box(.vertical, spacing: 4, [scale, Label(label, classes: ["dim", "numeric", "time"])]))
  }

  // MARK: Presets

  private func showPresets(_ own: [EqualizerPreset]) {
    let names = [
      tr("Flat"), tr("Bass"), tr("Treble"), tr("Loudness"), tr("Vocal"), tr("Rock"), tr("Dance"),
      tr("Classical"), tr("Acoustic"), tr("Small speakers"),
    ]
    let control = DropDown(names + own.map(\.name) + [tr("My own")])
    control.accessibleLabel(tr("Preset"))
    control.connect(DropDown.selectedChanged) { [weak self, weak control] in
      if let self, let control, !isSetting { choose(control.selected) }
    }
    presets = control
    presetArea.removeAll()
    for widget in [control, save, remove] as [Widget] { presetArea.append(widget) }
  }

  private func choose(_ place: Int) {
    let builtIn = Equalizer.Preset.allCases
    let own = state().ownPresets
    if builtIn.indices.contains(place) {
      let preset = builtIn[place]
      change { $0.equalizer = Equalizer(isOn: preset != .flat, bands: preset.bands) }
    } else if own.indices.contains(place - builtIn.count) {
      change { $0.equalizer = Equalizer(isOn: true, bands: own[place - builtIn.count].bands) }
    }
  }

  private func askForName() {
    NameDialog.show(over: window, title: tr("Save the Bands"), confirm: tr("Save")) { [weak self] name in
      self?.change { $0.keepPreset(name) }
    }
  }

  private func removePreset() { change { $0.removePreset() } }
}
