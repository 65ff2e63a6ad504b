import GtkBridge
import PlayerCore
import ShellCore

/// The user's choices, each of which counts at once.
@MainActor
final class PreferencesWindow {
  private let window = Window()
  private let send: Send
  private let state: () -> AppState
  private var closing: Connection?
  private(set) var isOpen = true

  init(over parent: Window, send: @escaping Send, state: @escaping () -> AppState) {
    self.send = send
    self.state = state
    window.title = tr("Preferences")
    window.addClass("nagara", "preferences")
    window.setTransient(for: parent)
    window.defaultSize(width: 560, height: 680)
    let column = Box(.vertical, spacing: 22, [looks, behaviour, loudness, equaliser, sound])
    column.margins(start: 18, end: 18, top: 18, bottom: 24)
    window.setChild(ScrolledWindow(column))
    closing = window.observe(Window.closeRequest) { [weak self] in
      self?.isOpen = false
      return false
    }
    let keys = ShortcutController()
    keys.add("Escape") { [weak self] in
      self?.window.close()
      return true
    }
    window.addController(keys)
  }

  func present() { window.present() }

  private func change(_ body: (inout Preferences) -> Void) {
    var preferences = state().preferences
    body(&preferences)
    send(.setPreferences(preferences))
  }

  // MARK: Groups

  private var looks: Widget {
    group(
      tr("Appearance"),
      [
        choice(
          tr("Colours"), [tr("Like the desktop"), tr("Light"), tr("Dark")], Preferences.Scheme.allCases,
          \.scheme),
        toggle(tr("Player in the cover’s colours"), \.tintsFromCover),
      ])
  }

  private var behaviour: Widget {
    group(
      tr("Behaviour"),
      [
        choice(
          tr("Closing the window while music plays"), [tr("Asks"), tr("Keeps playing"), tr("Stops")],
          Preferences.Background.allCases, \.background),
        toggle(tr("Notify of songs while the window isn’t in use"), \.notifies),
      ])
  }

  private var loudness: Widget {
    group(
      tr("Loudness"),
      [
        choice(
          tr("ReplayGain"), [tr("Off"), tr("Track"), tr("Album"), tr("Automatic")],
          [.off, .track, .album, .automatic], \.loudness.mode),
        number(tr("Pre-amplification (dB)"), -15...15, step: 0.5, digits: 1, \.loudness.preAmp),
        number(tr("Songs without ReplayGain (dB)"), -15...15, step: 0.5, digits: 1, \.loudness.fallback),
        toggle(tr("Prevent clipping"), \.loudness.preventsClipping),
      ])
  }

  private var sound: Widget {
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
    return group(
      tr("Sound"),
      [
        row(tr("Crossfade (seconds)"), seconds), row(tr("Speed"), speed), row(tr("Balance"), balance),
        toggle(tr("Mono"), \.isMono),
      ])
  }

  private var equaliser: Widget {
    let names = [
      tr("Flat"), tr("Bass"), tr("Treble"), tr("Loudness"), tr("Vocal"), tr("Rock"), tr("Dance"),
      tr("Classical"), tr("Acoustic"), tr("Small speakers"),
    ]
    let presets = DropDown(names + [tr("My own")])
    var isSetting = false
    func showPreset(_ equalizer: Equalizer) {
      isSetting = true
      presets.selected = equalizer.preset.flatMap(Equalizer.Preset.allCases.firstIndex) ?? names.count
      isSetting = false
    }
    let scales = Equalizer.frequencies.map { _ in
      Scale(.vertical, range: Equalizer.range, step: 0.5)
    }
    let bands = Box(.horizontal, spacing: 2, classes: ["equaliser"])
    bands.forceLeftToRight()
    bands.homogeneous = true
    for (index, scale) in scales.enumerated() {
      let frequency = Equalizer.frequencies[index]
      let label = frequency < 1000 ? "\(frequency)" : "\((frequency + 500) / 1000)k"
      scale.set("inverted", true)
      scale.sizeRequest(height: 130)
      scale.vexpand = true
      scale.accessibleLabel(tr("%s hertz", String(frequency)))
      scale.value = state().preferences.equalizer.bands[index]
      scale.onUserChange { [weak self] value in
        guard let self else { return }
        self.change {
          $0.equalizer.bands[index] = (value * 2).rounded() / 2
          $0.equalizer.isOn = true
        }
        showPreset(self.state().preferences.equalizer)
      }
      bands.append(Box(.vertical, spacing: 4, [scale, Label(label, classes: ["dim", "numeric", "time"])]))
    }
    showPreset(state().preferences.equalizer)
    presets.connect(DropDown.selectedChanged) { [weak self, weak presets] in
      guard !isSetting, let self, let presets, Equalizer.Preset.allCases.indices.contains(presets.selected)
      else { return }
      let preset = Equalizer.Preset.allCases[presets.selected]
      self.change { $0.equalizer = Equalizer(isOn: preset != .flat, bands: preset.bands) }
      for (scale, value) in zip(scales, preset.bands) { scale.value = value }
    }
    return group(tr("Equaliser"), [row(tr("Preset"), presets), bands])
  }

  // MARK: Rows

  private func group(_ title: String, _ rows: [Widget]) -> Widget {
    let card = Box(.vertical, rows, classes: ["preferences-card"])
    return Box(.vertical, spacing: 8, [Label(title, xalign: 0, classes: ["section-title"]), card])
  }

  private func row(_ title: String, _ control: Widget) -> Widget {
    let label = Label(title, xalign: 0)
    label.wraps()
    label.hexpand = true
    control.valign = .center
    control.accessibleLabel(title)
    return Box(.horizontal, spacing: 12, [label, control], classes: ["preferences-row"])
  }

  private func toggle(_ title: String, _ value: WritableKeyPath<Preferences, Bool>) -> Widget {
    let control = Switch()
    control.active = state().preferences[keyPath: value]
    control.connect(Switch.activeChanged) { [weak self, weak control] in
      guard let control else { return }
      self?.change { $0[keyPath: value] = control.active }
    }
    return row(title, control)
  }

  private func number(
    _ title: String, _ range: ClosedRange<Double>, step: Double, digits: Int,
    _ value: WritableKeyPath<Preferences, Double>
  ) -> Widget {
    let control = SpinButton(range: range, step: step, digits: digits)
    control.value = state().preferences[keyPath: value]
    control.connect(SpinButton.valueChanged) { [weak self, weak control] in
      guard let control else { return }
      self?.change { $0[keyPath: value] = control.value }
    }
    return row(title, control)
  }

  private func choice<Value: Equatable & Sendable>(
    _ title: String, _ names: [String], _ values: [Value],
    _ value: WritableKeyPath<Preferences, Value>
  ) -> Widget {
    let control = DropDown(names)
    control.selected = values.firstIndex(of: state().preferences[keyPath: value]) ?? 0
    control.connect(DropDown.selectedChanged) { [weak self, weak control] in
      guard let control, values.indices.contains(control.selected) else { return }
      let chosen = values[control.selected]
      self?.change { $0[keyPath: value] = chosen }
    }
    return row(title, control)
  }
}
