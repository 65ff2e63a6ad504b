import ShellKit

/// Shows a shell's state as it changes, and edits every metric and setting while it runs.
@MainActor
final class Inspector {
  let window = Window()
  private let summary = Label(xalign: 0, classes: ["mono"])
  private let list = Box(.vertical, spacing: 4)
  // Kept: their handlers ask them for the value.
  private var spins: [SpinButton] = []
  private var toggles: [Switch] = []
  private var shell: ShellController?
  private var isShowing = false

  init(parent: Window) {
    window.title = "Shell Inspector"
    window.defaultSize(width: 420, height: 760)
    window.setTransient(for: parent)
    summary.wraps()
    summary.selectable = true
    list.margins(start: 12, end: 12, top: 12, bottom: 12)
    window.setChild(ScrolledWindow(list))
  }

  func inspect(_ shell: ShellController) {
    self.shell = shell
    list.removeAll()
    spins = []
    toggles = []
    list.append(summary)
    list.append(buttons())
    list.append(switches())
    list.append(Label("Metrics", xalign: 0, classes: ["big"]))
    for (name, path) in ShellMetrics.lengths { list.append(editor(name, path)) }
    update(shell.state)
  }

  private func buttons() -> Widget {
    func button(_ label: String, _ action: ShellAction) -> Button {
      let button = Button(label: label)
      button.onClick { [weak self] in self?.shell?.send(action) }
      return button
    }
    let reset = Button(label: "Reset metrics")
    reset.onClick { [weak self] in self?.edit { $0 = ShellMetrics() } }
    let first = Box(
      .horizontal, spacing: 6,
      [
        button("Toggle player", .togglePlayer(.code)), button("Step drawer", .stepDrawer(up: true, .code)),
        reset,
      ])
    let second = Box(
      .horizontal, spacing: 6,
      [
        button("Bounce player", .bounce(.player)), button("Bounce drawer", .bounce(.drawer)),
        button("Back", .popPage(.code)),
      ])
    let box = Box(.vertical, spacing: 6, [first, second])
    box.margins(top: 8, bottom: 8)
    return box
  }

  private func switches() -> Widget {
    func toggle(_ title: String, _ active: Bool, _ change: @escaping (Bool) -> Void) -> Widget {
      let control = Switch()
      control.active = active
      toggles.append(control)
      control.connect(Switch.activeChanged) { [weak control] in if let control { change(control.active) } }
      return Chrome.row(title, control)
    }
    let settings = GtkSettings.standard
    let scale = Scale(range: 0.75...2.5, step: 0.05)
    scale.value = settings?.textScale ?? 1
    scale.sizeRequest(width: 160)
    scale.onUserChange { settings?.set("gtk-xft-dpi", Int32($0 * 96 * 1024)) }
    let state = shell?.state ?? ShellState()
    return Box(
      .vertical, spacing: 4,
      [
        toggle("Animations", settings?.animationsEnabled ?? true) {
          settings?.set("gtk-enable-animations", $0)
        },
        toggle("Dark", settings?.prefersDark ?? false) { settings?.prefersDark = $0 },
        toggle("Right to left", state.environment.rightToLeft) { setDefaultDirection(rightToLeft: $0) },
        toggle("Bar minimises on scroll", state.tabBar.minimisesOnScroll) { [weak self] in
          self?.shell?.send(.setTabBarMinimises($0))
        },
        toggle("Player present", state.player.isPresent) { [weak self] in
          self?.shell?.send(.setPlayerPresent($0))
        },
        toggle("Centre button", state.centreButton.isPresent) { [weak self] in
          guard let shell = self?.shell else { return }
          shell.send(.setCentreButton(present: $0, circle: shell.state.centreButton.isCircle))
        },
        Chrome.row("Text size", scale),
      ])
  }

  private func editor(_ name: String, _ path: WritableKeyPath<ShellMetrics, Double>) -> Widget {
    let isFine = ShellMetrics()[keyPath: path] <= 1
    let spin = SpinButton(range: 0...4000, step: isFine ? 0.01 : 1, digits: isFine ? 2 : 0)
    spin.accessibleLabel(name)
    spin.connect(SpinButton.valueChanged) { [weak self, weak spin] in
      guard let self, let spin, !self.isShowing else { return }
      self.edit { $0[keyPath: path] = spin.value }
    }
    spins.append(spin)
    return Chrome.row(name, spin)
  }

  private func edit(_ change: (inout ShellMetrics) -> Void) {
    guard let shell else { return }
    var metrics = shell.state.metrics
    change(&metrics)
    shell.send(.metrics(metrics))
  }

  func update(_ state: ShellState) {
    isShowing = true
    for (spin, entry) in zip(spins, ShellMetrics.lengths) { spin.value = state.metrics[keyPath: entry.path] }
    isShowing = false
    summary.text = describe(state)
  }

  private func describe(_ state: ShellState) -> String {
    let layout = ShellLayout(state)
    func frame(_ place: Placement) -> String {
      guard place.isVisible else { return "—" }
      let f = place.frame
      return "\(Int(f.x)), \(Int(f.y))  \(Int(f.width)) × \(Int(f.height))\(place.isActive ? "" : "  inert")"
    }
    func number(_ value: Double) -> String { String(Double(Int(value * 1000)) / 1000) }
    return """
      \(Int(layout.width)) × \(Int(layout.height))  \(layout.form.rawValue)\(layout.isShort ? ", short" : "")\
      \(layout.isSemiModal ? ", semi-modal" : "")
      text ×\(number(state.environment.textScale))
      tab \(state.selectedTab)  depth \(state.depth)  page \(number(layout.pageProgress))
      player \(ShellSummary(state).player)  \(number(state.player.motion.value))
      drawer \(state.drawer.detent)  inset \(Int(layout.contentInset))
      drag \(state.drag.map { "\($0.kind.rawValue) \($0.phase.rawValue)" } ?? "none")
      content  \(frame(layout.content))
      tab bar  \(frame(layout.tabBar))
      mini     \(frame(layout.mini))
      player   \(frame(layout.player.place))
      drawer   \(frame(layout.drawer.place))
      button   \(frame(layout.centreButton))
      """
  }
}
