import ShellKit

/// (c) A centre button of 100 pixels that overflows its bar. It is hit where it is drawn, presents a modal
/// window, never selects a tab, and hides with the bar on a push.
@MainActor
final class ButtonScene: Scene {
  let title = "Centre Button"
  let shell: ShellController
  private unowned let window: Window
  private let presses = Label(xalign: 0, classes: ["dim"])
  private var count = 0
  private let rectangle = Switch()
  private var modal: Window?
  // Kept with the rows that they picture: a drag's beginning asks for both.
  private var sources: [(RowDragSource, Widget)] = []

  init(_ window: Window) {
    self.window = window
    var state = ShellState()
    state.metrics.centreDiameter = 100
    state.centreButton.isPresent = true
    shell = ShellController(state, centreIcon: "list-add-symbolic", centreLabel: "New Entry")
    let tabs = [
      ("today", "Today", "x-office-calendar-symbolic"), ("people", "People", "system-users-symbolic"),
      ("places", "Places", "mark-location-symbolic"), ("more", "More", "view-more-symbolic"),
    ]
    shell.view.setTabs(
      tabs.map { id, title, icon in
        ShellTab(id, title: title, icon: icon) { [unowned self] in page(title) }
      })
    shell.view.centreActivated = { [unowned self] _, _ in present() }
    shell.send(.setBadge("people", .count(3)))
    shell.send(.setBadge("more", .dot))
  }

  func perform(_ step: String) {
    switch step {
    case "push": push()
    case "modal": present()
    case "rectangle": rectangle.active = true
    default: break
    }
  }

  private func page(_ title: String) -> Widget {
    var rows: [Widget] = []
    if title == "Today" {
      rectangle.connect(Switch.activeChanged) { [unowned self] in
        shell.send(.setCentreButton(present: true, circle: !rectangle.active))
      }
      rows.append(Chrome.row("The button is a rectangle", rectangle))
      presses.wraps()
      rows.append(presses)
      showCount()
    }
    let open = Button(label: "Open a page")
    open.onClick { [unowned self] in push() }
    rows.append(open)
    for number in 1...24 {
      let art = Box(.horizontal, classes: ["mini-art", "swatch-\(number % 6)"])
      art.sizeRequest(width: 40, height: 40)
      let line = Box(
        .horizontal, spacing: 12, [art, Chrome.text("\(title), entry \(number)")], classes: ["setting"])
      // Entries can be dragged: over a tab for half a second, and it opens.
      let source = RowDragSource(icon: line) { UInt64(number) }
      sources.append((source, line))
      line.addController(source)
      rows.append(line)
    }
    return Chrome.page(title, Chrome.column(rows, spacing: 8))
  }

  private func push() {
    shell.view.push(
      Chrome.page(
        "Without a bar", Chrome.column([Chrome.text(Texts.notes, classes: ["reading"])]), isRoot: false),
      as: "plain", hidesTabBar: true)
  }

  private func present() {
    count += 1
    showCount()
    guard modal == nil else { return }
    let dialog = Window()
    dialog.title = "New Entry"
    dialog.setTransient(for: window)
    dialog.setModal(true)
    dialog.defaultSize(width: 320, height: 180)
    let entry = Entry(placeholder: "What happened?")
    let done = Button(label: "Keep", classes: ["primary"])
    done.halign = .end
    done.onClick { [weak dialog] in dialog?.close() }
    let column = Box(.vertical, spacing: 12, [Chrome.text("New Entry", classes: ["huge"]), entry, done])
    column.margins(start: 18, end: 18, top: 18, bottom: 18)
    dialog.setChild(column)
    dialog.connect(Window.closeRequest) { [weak self] in
      self?.modal = nil
      return false
    }
    modal = dialog
    dialog.present()
  }

  private func showCount() {
    presses.text = "Pressed \(count) times; the tab is still \(shell.selectedTab)"
  }
}
