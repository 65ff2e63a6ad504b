import ShellKit

/// (b) Two tabs of long text over one docked toolbar. It is the same instance over tab switches and pushes, and
/// the text ends exactly at its top.
@MainActor
final class ToolbarScene: Scene {
  let title = "Docked Toolbar"
  let shell: ShellController
  // Kept: a custom widget lives as long as somebody has it.
  private var columns: [Clamp] = []
  private let size = Label(classes: ["numeric"])
  private let depth = Label(ellipsis: .end, xalign: 0, classes: ["dim"])
  private let styles = StyleSheet()
  private var percent = 100
  private var sections = 0

  init() {
    var state = ShellState()
    // A toolbar, not a player: nothing expands it.
    state.routes.player = []
    state.player.miniHeight = 52
    shell = ShellController(state)
    shell.view.miniHeight = 52
    shell.view.setTabs([
      ShellTab("story", title: "Story", icon: "accessories-text-editor-symbolic") { [unowned self] in
        Chrome.page("The Lighthouse", reading(Texts.story))
      },
      ShellTab("notes", title: "Notes", icon: "document-edit-symbolic") { [unowned self] in
        Chrome.page("Notes", reading(Texts.notes))
      },
    ])
    shell.view.setPlayer(mini: toolbar(), full: Label(""))
    shell.view.describePlayer("Reading tools")
    shell.send(.setPlayerPresent(true))
    shell.observe { [unowned self] state in
      for column in columns { column.maximum = lineWidth }
      depth.text = state.depth == 1 ? "Page 1" : "Page \(state.depth), one back with Alt+Left"
    }
    showSize()
  }

  func perform(_ step: String) { if step == "push" { push() } }

  private func toolbar() -> Widget {
    func button(_ icon: String, _ text: String, _ action: @escaping () -> Void) -> Button {
      let button = Button(icon: icon, classes: ["flat", "circular"])
      button.describe(text)
      button.onClick(action)
      return button
    }
    depth.hexpand = true
    let row = Box(
      .horizontal, spacing: 6,
      [
        button("zoom-out-symbolic", "Smaller text") { [unowned self] in zoom(-10) }, size,
        button("zoom-in-symbolic", "Larger text") { [unowned self] in zoom(10) }, depth,
        button("go-next-symbolic", "Next section") { [unowned self] in push() },
      ])
    row.margins(start: 12, end: 12)
    return row
  }

  private func reading(_ text: String) -> Widget {
    let label = Chrome.text(text, classes: ["reading", "sized"])
    let end = Chrome.text("The last line ends here.", classes: ["dim"])
    let clamp = Clamp(Box(.vertical, spacing: 12, [label, end]), maximum: lineWidth)
    columns.append(clamp)
    return Chrome.column([clamp])
  }

  /// Seventy characters of the text's size, roughly.
  private var lineWidth: Int { Int(620 * Double(percent) / 100 * shell.state.environment.textScale) }

  private func push() {
    sections += 1
    shell.view.push(
      Chrome.page("Section \(sections)", reading(Texts.story), isRoot: false), as: "section-\(sections)")
  }

  private func zoom(_ step: Int) {
    percent = min(max(percent + step, 70), 200)
    showSize()
  }

  private func showSize() {
    size.text = "\(percent) %"
    for column in columns { column.maximum = lineWidth }
    styles.load(".sized { font-size: \(percent)%; }")
  }
}
