import ShellKit

/// What every scene's pages have in common: the header with the gallery's menu, cards, pictures.
@MainActor
enum Chrome {
  /// A page under a header bar.
  static func page(_ title: String, _ child: Widget, isRoot: Bool = true) -> Widget {
    let header = HeaderBar()
    header.setTitle(Label(title, ellipsis: .end, classes: ["title"]))
    if isRoot {
      let names = [
        "player": "Overlay Player", "toolbar": "Docked Toolbar", "button": "Centre Button", "map": "Map",
      ]
      let menu = Menu()
      let scenes = Menu()
      for name in sceneNames { scenes.item(names[name] ?? name, "win.scene::\(name)") }
      menu.section("Scenes", scenes)
      menu.section(nil, Menu().item("Inspector", "win.inspector").item("Keyboard Shortcuts", "win.shortcuts"))
      let button = MenuButton(icon: "open-menu-symbolic", menu: menu)
      button.describe("Scenes")
      header.packStart(button)
    } else {
      let back = Button(icon: "go-previous-symbolic")
      back.describe("Back")
      back.setAction("page.back")
      header.packStart(back)
    }
    child.vexpand = true
    return Box(.vertical, [header, child])
  }

  /// A scroller around a column that is comfortable to read.
  static func column(_ children: [Widget], spacing: Int = 12) -> ScrolledWindow {
    let box = Box(.vertical, spacing: spacing, children)
    box.margins(start: 18, end: 18, top: 18, bottom: 24)
    return ScrolledWindow(box)
  }

  static func text(_ text: String, classes: [String] = []) -> Label {
    let label = Label(text, xalign: 0, classes: classes)
    label.wraps()
    label.hexpand = true
    return label
  }

  static func row(_ title: String, _ control: Widget) -> Widget {
    let label = Label(title, xalign: 0)
    label.wraps()
    label.hexpand = true
    control.valign = .center
    return Box(.horizontal, spacing: 12, [label, control], classes: ["setting"])
  }
}

/// The gallery's own look, in the theme's colours.
@MainActor
enum GalleryStyle {
  private static var sheet: StyleSheet?

  static func install() { if sheet == nil { sheet = StyleSheet(css) } }

  private static let css = """
    @define-color shell_accent #2f7d6b;
    .title { font-weight: 700; }
    .huge { font-size: 1.7em; font-weight: 800; }
    .big { font-size: 1.25em; font-weight: 700; }
    .dim { color: alpha(@theme_fg_color, 0.65); }
    .reading { font-size: 1.08em; line-height: 1.5; }
    .tile { border-radius: 14px; padding: 16px; background-color: alpha(@theme_fg_color, 0.06); }
    .setting { border-radius: 12px; padding: 12px 14px; background-color: alpha(@theme_fg_color, 0.05); }
    .primary { color: white; background-image: none; background-color: #2f7d6b; border-radius: 99px; }
    .primary:hover { background-color: #3a9480; }
    .swatch-0 { background-image: linear-gradient(135deg, #2f7d6b, #8fbf6f); }
    .swatch-1 { background-image: linear-gradient(135deg, #b8542f, #e9b44c); }
    .swatch-2 { background-image: linear-gradient(135deg, #3b4a8c, #8a6fc2); }
    .swatch-3 { background-image: linear-gradient(135deg, #7b2d4b, #d9798b); }
    .swatch-4 { background-image: linear-gradient(135deg, #3a6b80, #7fc4c9); }
    .swatch-5 { background-image: linear-gradient(135deg, #5d5a3a, #b7ad63); }
    .art { border-radius: 12px; }
    .mini-art { border-radius: 8px; }
    .dots label { color: alpha(@theme_fg_color, 0.3); }
    .dots label.on { color: @shell_accent; }
    .pin { font-size: 0.8em; font-weight: 700; color: #2b2b2b; text-shadow: 0 0 3px white, 0 0 3px white; }
    .progress progress, .progress trough { min-height: 3px; border-radius: 0; }
    .progress progress { background-color: @shell_accent; background-image: none; border: none; }
    .mono { font-family: monospace; font-size: 0.9em; }
    """
}

extension ShellController {
  /// Calls `tell` with the state now and after each change, as long as the shell lives.
  func observe(_ tell: @escaping (ShellState) -> Void) {
    tell(state)
    Observations.keep(store.observe { _, new in tell(new) }, for: self)
  }
}

/// Keeps what observes a shell as long as the program runs: scenes live as long.
@MainActor
private enum Observations {
  private static var tokens: [ObjectIdentifier: StoreToken] = [:]
  static func keep(_ token: StoreToken, for shell: ShellController) {
    tokens[ObjectIdentifier(shell)] = token
  }
}
