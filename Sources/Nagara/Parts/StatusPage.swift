import GtkBridge

/// What stands where a list would be if there were anything in it: a picture, a title, a sentence, buttons.
@MainActor
final class StatusPage {
  let root: Widget
  private let title: Label
  private let text: Label

  init(icon: String, iconSize: Int = 72, title: String, text: String, buttons: [Widget] = []) {
    let image = Image(icon: icon, pixelSize: iconSize)
    image.addClass(icon.hasSuffix("-symbolic") ? "status-icon" : "status-picture")
    self.title = Label(title, classes: ["status-title"])
    self.text = Label(text, classes: ["dim"])
    for label in [self.title, self.text] {
      label.wraps()
      label.justify(.center)
      label.maxWidth(characters: 44)
    }
    let column = Box(.vertical, spacing: 12, [image, self.title, self.text], classes: ["status-page"])
    if !buttons.isEmpty {
      let stack = Box(.vertical, spacing: 10, buttons, classes: ["status-buttons"])
      stack.halign = .center
      column.append(stack)
    }
    column.valign = .center
    column.halign = .center
    root = ScrolledWindow(column)
    root.vexpand = true
  }

  func setText(_ text: String) { self.text.text = text }
}
