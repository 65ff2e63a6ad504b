import GtkBridge

/// Asks what closing the window means for the music.
@MainActor
enum CloseDialog {
  static func show(over parent: Window, _ done: @escaping (Preferences.Background) -> Void) {
    let window = Window()
    window.title = tr("Keep Playing?")
    window.becomeDialog(over: parent)
    window.defaultSize(width: 400, height: -1)
    let text = Label(
      tr("Music can go on without the window. Your answer is remembered; Preferences has it too."), xalign: 0)
    text.wraps()
    text.maxWidth(characters: 40)
    let stop = Button(label: tr("Stop"), classes: ["wide", "plain"])
    let keep = Button(label: tr("Keep Playing"), classes: ["wide", "suggested"])
    let buttons = Box(.horizontal, spacing: 10, [stop, keep])
    buttons.homogeneous = true
    let column = Box(.vertical, spacing: 18, [text, buttons])
    column.margins(start: 20, end: 20, top: 20, bottom: 20)
    window.setChild(column)
    func answer(_ button: Button, _ choice: Preferences.Background) {
      // The handlers keep the window's wrapper alive; they end with the window.
      button.onClick {
        window.destroy()
        done(choice)
      }
    }
    answer(stop, .stop)
    answer(keep, .keepPlaying)
    let keys = ShortcutController()
    keys.add("Escape") {
      window.destroy()
      return true
    }
    window.addController(keys)
    window.present()
    keep.grabFocus()
  }
}
