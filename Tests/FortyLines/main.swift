import ShellKit

@MainActor
final class Pantry {
  let shell = ShellController(centreIcon: "list-add-symbolic", centreLabel: "Add a jar")
  let window: ShellWindow
  init(_ application: Application) {
    window = ShellWindow(application, shell.view, title: "Pantry")
    shell.view.setTabs([
      ShellTab("jars", title: "Jars", icon: "view-grid-symbolic") { [unowned self] in list("Jar") },
      ShellTab("notes", title: "Notes", icon: "document-edit-symbolic") { Label("Nothing yet") },
    ])
    let recipes = Button(label: "Recipes")
    recipes.setAction("drawer.open")
    shell.view.setPlayer(
      mini: Label("Bread: 12 minutes left"), full: Box(.vertical, [Label("Bread"), recipes]))
    shell.view.describePlayer("Oven: bread")
    shell.view.setDrawer(list("Recipe"), label: "Recipes")
    shell.view.centreActivated = { [unowned self] _, _ in shell.view.show(Toast("One more jar")) }
    shell.send(.setCentreButton(present: true, circle: true))
    shell.send(.setPlayerPresent(true))
    window.window.present()
  }

  func list(_ name: String) -> Widget {
    let rows = (1...40).map { number -> Widget in
      let row = Button(label: "\(name) \(number)", classes: ["flat"])
      row.onClick { [unowned self] in shell.view.push(Label("\(name) \(number)"), as: "\(name) \(number)") }
      return row
    }
    let scroller = ScrolledWindow(Box(.vertical, rows))
    scroller.vexpand = true
    return Box(.vertical, [HeaderBar(), scroller])
  }
}

let application = Application(id: "org.example.Pantry")
var pantry: Pantry?
application.connect(Application.activated) { pantry = pantry ?? Pantry(application) }
_ = application.run(CommandLine.arguments)
