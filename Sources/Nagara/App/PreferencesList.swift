import GtkBridge
import TextKeys

/// One line of the preferences: a control and what it is called.
@MainActor
struct PreferencesRow {
  let widget: Widget
  /// What a search finds it by.
  let title: String
  /// Its handlers hold it weakly: someone has to hold it.
  private let control: Widget

  init(_ title: String, _ widget: Widget, control: Widget? = nil) {
    self.title = title
    self.widget = widget
    self.control = control ?? widget
  }

  /// A title and its control.
  init(_ title: String, control: Widget) {
    let label = Label(title, xalign: 0)
    label.wraps()
    label.hexpand = true
    control.valign = .center
    control.accessibleLabel(title)
    let row = Box(.horizontal, spacing: 12, [label, control], classes: ["preferences-row"])
    self.init(title, row, control: control)
  }
}

/// Cards of rows below their titles; a search shows some of them.
@MainActor
final class PreferencesList {
  let root: Widget
  private let column = Box(.vertical, spacing: 22)
  private let stack = Stack()
  private var groups: [(widget: Widget, title: String, rows: [PreferencesRow])] = []

  init() {
    column.margins(start: 18, end: 18, top: 12, bottom: 24)
    stack.add(ScrolledWindow(column), name: "list")
    stack.add(
      StatusPage(icon: "nagara-search-symbolic", title: tr("Nothing Found"), text: "").root, name: "nothing")
    stack.vexpand = true
    stack.visibleName = "list"
    root = stack
  }

  func add(_ title: String, _ rows: [PreferencesRow]) {
    let card = Box(.vertical, rows.map(\.widget), classes: ["preferences-card"])
    let heading = Label(title, xalign: 0, classes: ["section-title"])
    let group = Box(.vertical, spacing: 8, [heading, card])
    column.append(group)
    groups.append((group, title, rows))
  }

  /// Shows what has all words of the text in its title or its group's; all without words.
  func show(_ text: String) {
    let words = SearchWords(text).words
    var isEmpty = true
    for group in groups {
      var hasRow = false
      for row in group.rows {
        let title = FoldedText.fold(row.title + " " + group.title)
        let fits = words.allSatisfy { title.contains($0) }
        row.widget.visible = fits
        hasRow = hasRow || fits
      }
      group.widget.visible = hasRow
      isEmpty = isEmpty && !hasRow
    }
    stack.visibleName = isEmpty ? "nothing" : "list"
  }
}
