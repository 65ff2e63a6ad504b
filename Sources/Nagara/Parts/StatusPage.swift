import GtkBridge

/// What stands where a list would be if there were anything in it: a picture, a title, a sentence, buttons.
@MainActor
final class StatusPage {
  let root: Widget
  private let title: Label
  private let text: Label
  private let image: Image

  init(icon: String, iconSize: Int = 72, title: String, text: String, buttons: [Widget] = []) {
    // A large picture takes longer to draw than the rest of a first frame: it comes with the second.
    let isPicture = !icon.hasSuffix("-symbolic")
    image = Image(icon: isPicture ? nil : icon, pixelSize: iconSize)
    if isPicture { image.whenFirstShown { $0.setIcon(icon) } }
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

  /// In a low window there is no room for the picture.
  func setShort(_ isShort: Bool) { image.visible = !isShort }

  func setText(_ text: String) { self.text.text = text }
}

extension Image {
  /// Calls `body` after the first frame in which the image is there.
  fileprivate func whenFirstShown(_ body: @escaping (Image) -> Void) {
    var isDone = false
    connect(Widget.mapped) { [weak self] in
      guard !isDone, let self else { return }
      isDone = true
      // The first tick is before the frame, the second after it.
      var ticks = 0
      self.addTick { [weak self] _ in
        ticks += 1
        if ticks > 1, let self { body(self) }
        return ticks < 2
      }
    }
  }
}
