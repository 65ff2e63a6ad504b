import GtkBridge
import MusicLibrary

/// The top of a page: a row with the title and the window's buttons, and in compact form the title again,
/// large, below it. A drag on it moves the window.
@MainActor
final class PageHeader {
  /// What stands at the start of the row.
  enum Leading { case search, back, nothing }

  let root: Widget
  private let small: Label
  private let large: Label
  private let menuButton: MenuButton
  private let scan = Button(label: "", classes: ["flat", "toolbar-button", "scan-button", "numeric"])
  private let style: Style

  /// Reading fewer is over before anybody has read how far it is.
  private static let manyFiles = 200

  /// What the page's title looks like in compact form.
  enum Style {
    /// Large, below the row.
    case large
    /// In the row, as in regular form.
    case small
    /// The page's content says it.
    case none
  }

  init(_ title: String, leading: Leading, style: Style = .large, tools: [Widget] = []) {
    self.style = style
    small = Label(title, ellipsis: .end, classes: ["page-title"])
    large = Label(title, ellipsis: .end, xalign: 0, classes: ["page-large-title"])
    large.halign = .start
    menuButton = MenuButton(icon: "open-menu-symbolic")
    menuButton.setMenu(primaryMenu)
    menuButton.addClass("flat", "toolbar-button")
    menuButton.describe(tr("Main Menu"))

    let start = Box(.horizontal, spacing: 2, [WindowControls(atStart: true)], classes: ["toolbar-start"])
    switch leading {
    case .search:
      let button = Button(icon: "nagara-search-symbolic", classes: ["flat", "toolbar-button"])
      button.describe(tr("Search"))
      button.setAction("win.search")
      start.append(button)
    case .back:
      let button = Button(icon: "go-previous-symbolic", classes: ["flat", "toolbar-button"])
      button.describe(tr("Back"))
      button.setAction("win.back")
      start.append(button)
    case .nothing: break
    }
    scan.visible = false
    scan.setAction("win.library")
    let end = Box(
      .horizontal, spacing: 2, [scan] + tools + [menuButton, WindowControls(atStart: false)],
      classes: ["toolbar-end"])
    for part in [start, end, small] as [Widget] { part.valign = .center }
    let bar = CenterBox(start: start, center: small, end: end)
    bar.addClass("page-toolbar")
    let column = Box(.vertical, [bar, large], classes: ["page-header"])
    root = WindowHandle(column)
  }

  func setTitle(_ text: String) {
    small.text = text
    large.text = text
  }

  /// In regular form, and where height is short, the title is in the row.
  func update(isRegular: Bool, isShort: Bool) {
    let isLarge = !isRegular && !isShort && style == .large
    if large.visible != isLarge { large.visible = isLarge }
    let shown = isLarge || (style == .none && !isRegular) ? 0.0 : 1.0
    if small.opacity != shown { small.opacity = shown }
  }

  /// While much is read, how far that is: a press shows more.
  func show(_ progress: ScanProgress?) {
    let isLong = progress.map { $0.toRead >= Self.manyFiles } ?? false
    if scan.visible != isLong { scan.visible = isLong }
    guard isLong, let progress else { return }
    let text =
      progress.isWalked ? "\(Int(progress.fraction * 100)) %" : tr("%d read", "%d read", progress.read)
    guard scan.label != text else { return }
    scan.setLabel(text)
    scan.describe(tr("Reading your music: %s", text))
  }

  func openMenu() { menuButton.popup() }
}

/// The main menu of every page.
@MainActor
func primaryMenu() -> Menu {
  let open = Menu()
  open.item(tr("Open _Files…"), "app.open-files")
  open.item(tr("Open a F_older…"), "app.open-folder")
  open.item(tr("Open a _Stream…"), "app.open-stream")
  let play = Menu()
  play.item(tr("_Shuffle Everything"), "app.shuffle-all")
  play.item(tr("_Up Next"), "win.up-next")
  let help = Menu()
  help.item(tr("Music _Library"), "win.library")
  help.item(tr("_Preferences"), "win.preferences")
  help.item(tr("_Keyboard Shortcuts"), "win.shortcuts")
  help.item(tr("_About Nagara"), "win.about")
  help.item(tr("_Quit"), "app.quit")
  return Menu().section(nil, open).section(nil, play).section(nil, help)
}
