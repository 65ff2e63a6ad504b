import GtkBridge

/// Asks for a stream's address.
@MainActor
enum StreamDialog {
  static func show(over parent: Window, _ done: @escaping (String) -> Void) {
    let window = Window()
    window.title = tr("Open a Stream")
    window.addClass("nagara", "dialog")
    window.setTransient(for: parent)
    window.setModal(true)
    window.defaultSize(width: 400, height: -1)
    let entry = Entry(placeholder: "https://")
    entry.accessibleLabel(tr("Address"))
    let hint = Label(
      tr("The address of a radio station or of a file on a server."), xalign: 0, classes: ["dim"])
    hint.wraps()
    let cancel = Button(label: tr("Cancel"), classes: ["wide", "plain"])
    let open = Button(label: tr("Play"), classes: ["wide", "suggested"])
    open.sensitive = false
    let buttons = Box(.horizontal, spacing: 10, [cancel, open])
    buttons.homogeneous = true
    let column = Box(.vertical, spacing: 14, [hint, entry, buttons])
    column.margins(start: 20, end: 20, top: 20, bottom: 20)
    window.setChild(column)

    entry.connect(Entry.changed) { [weak entry, weak open] in
      open?.sensitive = entry?.text.contains("://") ?? false
    }
    // The handlers keep the window's wrapper alive; they end with the window.
    let finish = { [weak entry] in
      guard let entry, entry.text.contains("://") else { return }
      done(entry.text)
      window.destroy()
    }
    open.onClick(finish)
    entry.connect(Entry.activated, finish)
    cancel.onClick { window.destroy() }
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
