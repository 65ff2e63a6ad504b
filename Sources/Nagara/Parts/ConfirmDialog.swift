import GtkBridge

/// Asks before something that can't be taken back.
@MainActor
enum ConfirmDialog {
  static func show(
    over parent: Window, title: String, text: String, confirm: String, _ done: @escaping () -> Void
  ) {
    let window = Window()
    window.title = title
    window.becomeDialog(over: parent)
    window.defaultSize(width: 380, height: -1)
    let label = Label(text, xalign: 0)
    label.wraps()
    label.maxWidth(characters: 40)
    let cancel = Button(label: tr("Cancel"), classes: ["wide", "plain"])
    let run = Button(label: confirm, classes: ["wide", "suggested"])
    let buttons = Box(.horizontal, spacing: 10, [cancel, run])
    buttons.homogeneous = true
    let column = Box(.vertical, spacing: 18, [label, buttons])
    column.margins(start: 20, end: 20, top: 20, bottom: 20)
    window.setChild(column)
    // The handlers keep the window's wrapper alive; they end with the window.
    cancel.onClick { window.destroy() }
    run.onClick {
      window.destroy()
      done()
    }
    let keys = ShortcutController()
    keys.add("Escape") {
      window.destroy()
      return true
    }
    window.addController(keys)
    window.present()
    cancel.grabFocus()
  }
}
