import GtkBridge

/// Asks for a name.
@MainActor
enum NameDialog {
  static func show(
    over parent: Window, title: String, name: String = "", confirm: String, _ done: @escaping (String) -> Void
  ) {
    let window = Window()
    window.title = title
    window.becomeDialog(over: parent)
    window.defaultSize(width: 380, height: -1)
    let entry = Entry(placeholder: tr("Name"))
    entry.accessibleLabel(tr("Name"))
    entry.text = name
    let cancel = Button(label: tr("Cancel"), classes: ["wide", "plain"])
    let run = Button(label: confirm, classes: ["wide", "suggested"])
    run.sensitive = !name.isEmpty
    let buttons = Box(.horizontal, spacing: 10, [cancel, run])
    buttons.homogeneous = true
    let column = Box(.vertical, spacing: 14, [entry, buttons])
    column.margins(start: 20, end: 20, top: 20, bottom: 20)
    window.setChild(column)
    func finish(_ name: String) {
      guard !name.isEmpty else { return }
      window.destroy()
      done(name)
    }
    // The buttons' handlers keep the wrappers of window and entry alive; they end with the window.
    cancel.onClick { window.destroy() }
    run.onClick { finish(entry.text) }
    entry.connect(Entry.changed) { [weak entry, weak run] in run?.sensitive = entry?.text.isEmpty == false }
    entry.connect(Entry.activated) { [weak entry] in if let entry { finish(entry.text) } }
    let keys = ShortcutController()
    keys.add("Escape") {
      window.destroy()
      return true
    }
    window.addController(keys)
    window.present()
    entry.grabFocus()
  }
}
