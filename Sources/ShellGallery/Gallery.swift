import ShellKit

/// A small app in the gallery.
@MainActor
protocol Scene: AnyObject {
  var shell: ShellController { get }
  var title: String { get }
  /// Does a step of the command line that only this scene knows.
  func perform(_ step: String)
}

let sceneNames = ["player", "toolbar", "button", "map"]

/// The window with one scene at a time, and the inspector beside it.
@MainActor
final class Gallery {
  let window: ApplicationWindow
  private(set) var scene: (any Scene)?
  private var inspector: Inspector?
  private let choice: SimpleAction
  private let relay = Relay()
  private var scenes: [String: any Scene] = [:]
  private var actions: ShellActions?

  /// Lets the menu's action, which is made first, reach the gallery.
  private final class Relay {
    var choose: (String) -> Void = { _ in }
  }

  init(_ application: Application) {
    let relay = self.relay
    choice = SimpleAction("scene", state: .string("")) { value in
      if let name = value.string { relay.choose(name) }
    }
    window = ApplicationWindow(application)
    // An invisible title bar: sheet and pane reach the window's top.
    let bar = Box(.horizontal)
    bar.visible = false
    window.setTitlebar(bar)
    window.add(choice)
    relay.choose = { [weak self] in self?.show($0) }
    window.add(SimpleAction("inspector") { [weak self] _ in self?.toggleInspector() })
    window.add(SimpleAction("shortcuts") { [weak self] _ in self?.showShortcuts() })
    application.setAccelerators(["F12"], for: "win.inspector")
    application.setAccelerators(["<Control>question"], for: "win.shortcuts")
  }

  func show(_ name: String) {
    guard sceneNames.contains(name) else { return }
    let scene = scenes[name] ?? Self.make(name, window)
    scenes[name] = scene
    self.scene = scene
    choice.state = .string(name)
    window.title = scene.title
    window.setChild(scene.shell.view)
    actions = ShellActions(window, scene.shell.view)
    scene.shell.observe { [weak self, weak scene] state in
      guard let self, let scene, self.scene === scene else { return }
      self.actions?.show(state)
      self.inspector?.update(state)
    }
    inspector?.inspect(scene.shell)
  }

  private static func make(_ name: String, _ window: Window) -> any Scene {
    switch name {
    case "toolbar": ToolbarScene()
    case "button": ButtonScene(window)
    case "map": MapScene()
    default: PlayerScene()
    }
  }

  func toggleInspector() {
    if let inspector {
      inspector.window.destroy()
      self.inspector = nil
      return
    }
    guard let scene else { return }
    let inspector = Inspector(parent: window)
    inspector.inspect(scene.shell)
    inspector.window.connect(Window.closeRequest) { [weak self] in
      self?.inspector = nil
      return false
    }
    inspector.window.present()
    self.inspector = inspector
  }

  private func showShortcuts() {
    let gallery = ShortcutGroup(
      "Gallery", [("F12", "Inspector"), ("<Control>question", "Keyboard shortcuts")])
    ShortcutsWindow([ShellView.shortcuts, gallery], parent: window).present()
  }

  /// One step of `--do`.
  func perform(_ step: String) {
    guard let scene else { return }
    let shell = scene.shell
    switch step {
    case "expand": shell.isExpanded = true
    case "collapse", "docked": shell.isExpanded = false
    case "peek", "half", "full", "closed": shell.detent = step
    case "back": shell.send(.popPage(.code))
    case "inspector": toggleInspector()
    case "minimise": shell.send(.setTabBarMinimises(true))
    case _ where step.hasPrefix("tab"):
      if let number = Int(step.dropFirst(3)), shell.state.tabs.indices.contains(number - 1) {
        shell.selectedTab = shell.state.tabs[number - 1].id
      }
    default: scene.perform(step)
    }
  }

  /// The inspector's picture if it is shown, else the scene's.
  func savePicture(_ path: String) -> Bool { (inspector?.window ?? window).savePicture(path) }
}

/// Shows the gallery until it is closed, or takes the picture that was asked for.
@MainActor
func runGallery(_ options: Options) -> Int32 {
  let application = Application(
    id: "io.github.nagara_player.ShellGallery", unique: options.picture == nil)
  var gallery: Gallery?
  var failed = false
  application.connect(Application.activated) {
    setDefaultDirection(rightToLeft: options.isRightToLeft)
    GtkSettings.standard?.prefersDark = options.isDark
    if options.textScale != 1 {
      GtkSettings.standard?.set("gtk-xft-dpi", Int32(options.textScale * 96 * 1024))
    }
    GalleryStyle.install()
    let made = Gallery(application)
    gallery = made
    made.window.defaultSize(width: options.width, height: options.height)
    made.show(options.scene)
    made.window.present()
    if options.showsInspector { made.toggleInspector() }
    Task { @MainActor in
      await pause(700)
      for step in options.steps {
        made.perform(step)
        await pause(900)
      }
      guard let picture = options.picture else { return }
      failed = !made.savePicture(picture)
      made.window.destroy()
      application.quit()
    }
  }
  // The gallery owns the scenes' Swift widgets: it lives as long as the program runs.
  defer { withExtendedLifetime(gallery) {} }
  let status = application.run(["nagara-shell-gallery"])
  return failed ? 1 : status
}

@MainActor
func pause(_ milliseconds: Int) async { try? await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000) }
