import GtkBridge
import ShellKit

/// A small shell without music, for pictures and for the cases.
@MainActor
final class Sample {
  let shell: ShellController
  let window: ShellWindow
  /// The root lists built so far.
  private(set) var lists: [ScrolledWindow] = []
  let miniView = Box(.horizontal, spacing: 12)
  let fullView = Box(.vertical)
  private(set) var miniParent: Widget

  init(_ application: Application, trace: ShellTraceFile? = nil) {
    var state = ShellState()
    state.centreButton.isPresent = true
    shell = ShellController(
      state, centreIcon: "media-playback-start-symbolic", centreLabel: "Quick action", trace: trace)
    window = ShellWindow(application, shell.view, title: "Sample")
    miniParent = shell.view
    let names = [("home", "Home"), ("library", "Library"), ("search", "Search"), ("lists", "Playlists")]
    shell.view.setTabs(
      names.map { id, title in
        ShellTab(id, title: title, icon: "folder-music-symbolic") { [weak self] in
          let list = Sample.list(title, 200)
          self?.lists.append(list)
          return list
        }
      })
    let miniArt = Self.art(44)
    let full = Box(.vertical, spacing: 12, classes: ["full"])
    let fullArt = Self.art(280)
    miniView.append(miniArt)
    let label = Label("Platform Two", ellipsis: .end, xalign: 0)
    label.hexpand = true
    miniView.append(label)
    miniView.append(Button(icon: "media-playback-start-symbolic", classes: ["flat"]))
    miniView.margins(start: 12, end: 12, top: 8, bottom: 8)
    full.append(fullArt)
    full.append(Label("Platform Two"))
    full.append(Scale(range: 0...1, step: 0.1))
    full.margins(start: 24, end: 24, top: 40, bottom: 24)
    fullView.append(full)
    full.vexpand = true
    shell.view.setPlayer(
      mini: miniView, full: fullView, miniArtwork: miniArt, fullArtwork: fullArt, travelling: Self.art(280))
    let queue = Self.list("Up Next", 40)
    shell.view.setDrawer(queue, label: "Up Next")
    shell.send(.setPlayerPresent(true))
    miniParent = miniView.parent ?? shell.view
  }

  static func art(_ side: Int) -> Widget {
    let box = Box(.horizontal, classes: ["art"])
    box.sizeRequest(width: side, height: side)
    box.halign = .center
    box.valign = .center
    return box
  }

  static func list(_ title: String, _ count: Int) -> ScrolledWindow {
    let model = ListModel()
    model.replace(with: (0..<UInt64(count)).map { $0 })
    let factory = RowFactory<Label>(
      make: {
        let label = Label(xalign: 0)
        label.margins(start: 16, top: 10, bottom: 10)
        return (label, label)
      }, bind: { label, id, _ in label.text = "\(title) row \(id)" })
    let scrolled = ScrolledWindow(ListView(Selection(model, .none), factory))
    scrolled.vexpand = true
    return scrolled
  }
}

/// Shows the sample: `show WIDTH HEIGHT [FILE.png [ACTION…]]`.
@MainActor
func showSample(_ arguments: [String]) -> Int32 {
  let application = Application(id: "io.github.nagara_player.Sample", unique: false)
  var sample: Sample?
  application.connect(Application.activated) {
    _ = StyleSheet(".art { background: #2a325c; border-radius: 8px; }")
    let made = Sample(application)
    sample = made
    if arguments.count >= 2, let width = Int(arguments[0]), let height = Int(arguments[1]) {
      made.window.window.defaultSize(width: width, height: height)
    }
    made.window.window.present()
    guard arguments.count >= 3 else { return }
    for (index, action) in arguments.dropFirst(3).enumerated() {
      holdTimer(UInt32(600 + 900 * index)) {
        switch action {
        case "expand": made.shell.send(.expandPlayer(.code))
        case "half": made.shell.send(.moveDrawer(to: "half", .code))
        case "peek": made.shell.send(.moveDrawer(to: "peek", .code))
        case "push": made.shell.view.push(Sample.list("Pushed", 30), as: "pushed")
        default: break
        }
      }
    }
    holdTimer(UInt32(1500 + 900 * arguments.count)) {
      _ = made.window.window.savePicture(arguments[2])
      made.window.window.destroy()
    }
  }
  defer { _ = sample }
  return application.run(["sample"])
}

@MainActor private var timers: [SourceToken] = []

@MainActor
func holdTimer(_ milliseconds: UInt32, _ body: @escaping () -> Void) {
  timers.append(MainLoop.after(milliseconds: milliseconds, body))
}
