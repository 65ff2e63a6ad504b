import GtkBridge

/// Stands in place of the lists while nothing is loaded: what to do first, or that reading goes on.
@MainActor
final class WelcomePage {
  let root: Stack
  private let context: PageContext
  private var welcome: StatusPage?
  private let spinner = Spinner()
  private var isBuilt = false
  private var readingBuilt = false

  init(_ context: PageContext) {
    self.context = context
    root = Stack()
    root.vexpand = true
  }

  func update(_ old: AppState?, _ new: AppState) {
    let isReading = new.library.isEmpty && (!new.loads.isEmpty || new.library.scan != nil)
    // A spinner that nobody sees goes on asking for frames.
    if spinner.spinning != isReading { spinner.spinning = isReading }
    // Whether there is any music is known a moment after the first frame.
    guard new.library.isEmpty, isReading || new.library.phase != .opening else { return }
    if isReading { buildReading() } else { buildWelcome() }
    welcome?.setShort(new.form.isShort)
    root.visibleName = isReading ? "reading" : "welcome"
  }

  private func buildWelcome() {
    guard !isBuilt else { return }
    isBuilt = true
    func button(_ label: String, _ action: String, _ classes: [String]) -> Widget {
      let button = Button(label: label, classes: ["pill"] + classes)
      button.setAction(action)
      return button
    }
    let page = StatusPage(
      icon: "io.github.nagara_player.Nagara", iconSize: 128, title: tr("Welcome to Nagara"),
      text: tr(
        "Music that plays while you do something else. Choose where yours is, or hear what Nagara brings."),
      buttons: [
        button(tr("Choose a Folder"), "app.choose-folder", ["suggested"]),
        button(tr("Open Files"), "app.open-files", []),
        button(tr("Play the Demo Album"), "app.play-demo", []),
      ])
    welcome = page
    root.add(page.root, name: "welcome")
  }

  private func buildReading() {
    guard !readingBuilt else { return }
    readingBuilt = true
    spinner.sizeRequest(width: 32, height: 32)
    let column = Box(.vertical, spacing: 14, [spinner, Label(tr("Reading your music…"), classes: ["dim"])])
    column.valign = .center
    column.halign = .center
    root.add(column, name: "reading")
  }
}
