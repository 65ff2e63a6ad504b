import ShellKit

/// (a) An overlay player over tabs with content of any kind: here, a tea timer. Its sheet holds a pager with a
/// list inside; a control sets the sheet's greatest height, which makes it semi-modal or modal.
@MainActor
final class PlayerScene: Scene {
  struct Tea {
    var name: String
    var origin: String
    var seconds: Int
    var degrees: Int
    var swatch: Int
  }

  static let teas = [
    Tea(
      name: "Gyokuro, first infusion in the small pot", origin: "Yame", seconds: 120, degrees: 50, swatch: 0),
    Tea(name: "Keemun", origin: "Qimen", seconds: 180, degrees: 95, swatch: 1),
    Tea(name: "Moonlight White", origin: "Jinggu", seconds: 240, degrees: 80, swatch: 2),
    Tea(name: "Rooibos with orange peel", origin: "Cederberg", seconds: 420, degrees: 100, swatch: 3),
    Tea(name: "Dong Ding", origin: "Lugu", seconds: 90, degrees: 92, swatch: 4),
    Tea(name: "Jasmine Pearls", origin: "Fuding", seconds: 150, degrees: 75, swatch: 5),
  ]

  let title = "Overlay Player"
  let shell = ShellController()
  private var current = 0
  private var remaining = PlayerScene.teas[0].seconds
  private var runs = false
  private var clock: SourceToken?

  private let miniTitle = Marquee(classes: ["big"])
  private let miniTime = Label(xalign: 0, classes: ["dim", "numeric"])
  private let miniButton = Button(icon: "media-playback-start-symbolic", classes: ["flat", "circular"])
  private let progress = ProgressBar()
  private let fullTitle = Label(classes: ["huge"])
  private let fullTime = Label(classes: ["dim", "numeric"])
  private let fullButton = Button(icon: "media-playback-start-symbolic", classes: ["primary", "circular"])
  private let miniArt = PlayerScene.art(44, "mini-art")
  private let fullArt = PlayerScene.art(220, "art")
  private let travelling = PlayerScene.art(220, "art")
  private let pager = Pager()
  private let dots = Box(.horizontal, spacing: 6, classes: ["dots"])
  private let height = Scale(range: 300...1400, step: 10)
  private let heightLabel = Label(xalign: 0, classes: ["dim"])

  init() {
    shell.view.setTabs([
      ShellTab("brew", title: "Brew", icon: "starred-symbolic") { [unowned self] in brewPage() },
      ShellTab("shelf", title: "Shelf", icon: "view-list-symbolic") { [unowned self] in shelfPage() },
      ShellTab("sheet", title: "Sheet", icon: "preferences-system-symbolic") { [unowned self] in sheetPage()
      },
    ])
    shell.view.setPlayer(
      mini: miniView(), full: fullView(), miniArtwork: miniArt, fullArtwork: fullArt, travelling: travelling)
    shell.view.dismissalNotice = "Timer put away"
    shell.view.playerFocus = fullButton
    shell.view.setDrawer(
      Chrome.column(Self.teas.map { Chrome.text("\($0.name) · \($0.degrees) °C") }), label: "Teas")
    shell.hooks.skipped = { [unowned self] next in choose(current + (next ? 1 : -1)) }
    shell.send(.setPlayerPresent(true))
    choose(0)
  }

  func perform(_ step: String) {
    switch step {
    case "push": shell.view.push(Chrome.page("Moonlight White", notes(), isRoot: false), as: "notes")
    case "next": pager.go(to: pager.index + 1)
    case "start": toggle()
    default: break
    }
  }

  private static func art(_ side: Int, _ name: String) -> Box {
    let box = Box(.horizontal, classes: [name])
    box.sizeRequest(width: side, height: side)
    box.halign = .center
    box.valign = .center
    return box
  }

  // MARK: Views

  private func miniView() -> Widget {
    let lines = Box(.vertical, [miniTitle, miniTime])
    lines.valign = .center
    lines.hexpand = true
    miniButton.describe("Start or pause")
    miniButton.onClick { [unowned self] in toggle() }
    miniButton.valign = .center
    let row = Box(.horizontal, spacing: 12, [miniArt, lines, miniButton])
    row.margins(start: 12, end: 12)
    row.vexpand = true
    progress.addClass("progress")
    return Box(.vertical, [progress, row])
  }

  private func fullView() -> Widget {
    fullTitle.wraps(lines: 2)
    fullTitle.justify(.center)
    fullButton.describe("Start or pause")
    fullButton.onClick { [unowned self] in toggle() }
    fullButton.halign = .center
    fullButton.sizeRequest(width: 56, height: 56)
    let steps = [
      "Warm the pot and throw that water away.", "Two grams of leaves for each small cup.",
      "Pour slowly, along the wall.", "Do not stir. Do not squeeze.", "Pour out to the last drop.",
      "The second infusion takes ten seconds.", "The third may be hotter.", "Rinse the pot; no soap.",
      "Let it dry with the lid off.", "Write down what you would change.",
    ].enumerated().map { number, step in Chrome.row("\(number + 1).  \(step)", Label()) }
    pager.add(Chrome.column(steps, spacing: 8))
    pager.add(Chrome.column([Chrome.text(Texts.tea, classes: ["reading"])]))
    pager.add(
      Chrome.column(
        Self.teas.enumerated().map { number, tea in
          let button = Button(icon: "media-playback-start-symbolic", classes: ["flat", "circular"])
          button.describe("Brew \(tea.name)")
          button.onClick { [unowned self] in choose(number) }
          return Chrome.row("\(tea.name)\n\(tea.origin) · \(tea.degrees) °C", button)
        }, spacing: 8))
    for _ in 0..<3 { dots.append(Label("●")) }
    dots.halign = .center
    pager.changed = { [unowned self] in showDots() }
    showDots()
    pager.vexpand = true
    pager.sizeRequest(height: 120)
    let column = Box(.vertical, spacing: 8, [fullArt, fullTitle, fullTime, fullButton, dots, pager])
    column.margins(start: 18, end: 18, top: 48, bottom: 12)
    return column
  }

  private func showDots() {
    var dot = dots.firstChild
    var number = 0
    while let label = dot {
      label.setClass("on", number == pager.index)
      number += 1
      dot = label.nextSibling
    }
  }

  // MARK: Pages

  private func brewPage() -> Widget {
    let tiles = Self.teas.enumerated().map { number, tea -> Widget in
      let art = Box(.horizontal, classes: ["art", "swatch-\(tea.swatch)"])
      art.sizeRequest(width: 72, height: 72)
      let lines = Box(
        .vertical, spacing: 2,
        [
          Chrome.text(tea.name, classes: ["big"]),
          Chrome.text("\(tea.origin) · \(tea.degrees) °C · \(Self.clock(tea.seconds))", classes: ["dim"]),
        ])
      lines.hexpand = true
      lines.valign = .center
      let button = Button(icon: "media-playback-start-symbolic", classes: ["primary", "circular"])
      button.describe("Brew \(tea.name)")
      button.valign = .center
      button.onClick { [unowned self] in
        choose(number)
        toggle()
      }
      return Box(.horizontal, spacing: 14, [art, lines, button], classes: ["tile"])
    }
    return Chrome.page("Brew", Chrome.column(tiles))
  }

  private func shelfPage() -> Widget {
    let open = Button(label: "About Moonlight White")
    open.onClick { [unowned self] in perform("push") }
    let rows = (1...40).map { number -> Widget in
      let tea = Self.teas[number % Self.teas.count]
      return Chrome.row(
        "Tin \(number): \(tea.name)", Label("\(number * 7 % 90) g", classes: ["dim", "numeric"]))
    }
    return Chrome.page("Shelf", Chrome.column([open] + rows, spacing: 6))
  }

  private func notes() -> Widget { Chrome.column([Chrome.text(Texts.tea, classes: ["reading"])]) }

  private func sheetPage() -> Widget {
    height.value = shell.state.metrics.sheetMaximumHeight
    height.accessibleLabel("Greatest height of the sheet")
    height.onUserChange { [unowned self] value in
      var metrics = shell.state.metrics
      metrics.sheetMaximumHeight = value.rounded()
      shell.send(.metrics(metrics))
      describeHeight()
    }
    heightLabel.wraps()
    describeHeight()
    let open = Button(label: "Show the sheet", classes: ["primary"])
    open.setAction("player.expand")
    open.halign = .start
    return Chrome.page(
      "Sheet",
      Chrome.column([
        Chrome.text("How high may the sheet be?", classes: ["huge"]), height, heightLabel, open,
        Chrome.text(
          "The sheet is never higher than this, and never nearer to the window's top than 38 pixels. Where it "
            + "leaves more than that free, it is semi-modal: a page can still be seen above it.",
          classes: ["dim"]),
      ]))
  }

  private func describeHeight() {
    let layout = ShellLayout(shell.state)
    let kind =
      layout.form == .regular ? "a side pane at this width" : layout.isSemiModal ? "semi-modal" : "modal"
    heightLabel.text = "\(Int(height.value)) pixels: \(kind)"
  }

  // MARK: The timer

  private func choose(_ index: Int) {
    guard Self.teas.indices.contains(index) else { return }
    for art in [miniArt, fullArt, travelling] {
      art.removeClass("swatch-\(Self.teas[current].swatch)")
      art.addClass("swatch-\(Self.teas[index].swatch)")
    }
    current = index
    remaining = Self.teas[index].seconds
    miniTitle.text = Self.teas[index].name
    fullTitle.text = Self.teas[index].name
    shell.view.describePlayer("Timer: \(Self.teas[index].name)")
    shell.send(
      .setMiniSwipes(MiniSwipes(dismisses: true, previous: index > 0, next: index < Self.teas.count - 1)))
    showTime()
  }

  private func toggle() {
    runs.toggle()
    clock = nil
    if runs {
      clock = MainLoop.every(milliseconds: 1000) { [weak self] in
        guard let self else { return false }
        self.remaining -= 1
        if self.remaining <= 0 {
          self.runs = false
          self.remaining = Self.teas[self.current].seconds
          self.shell.view.show(Toast("\(Self.teas[self.current].name) is ready"))
          self.shell.send(.bounce(.player))
        }
        self.showTime()
        return self.runs
      }
    }
    showTime()
  }

  private func showTime() {
    let tea = Self.teas[current]
    let text = "\(Self.clock(remaining)) · \(tea.degrees) °C"
    miniTime.text = text
    fullTime.text = text
    progress.fraction = 1 - Double(remaining) / Double(tea.seconds)
    for button in [miniButton, fullButton] {
      button.setIcon(runs ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
    }
  }

  private static func clock(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
