import ShellKit

/// (d) A map-like canvas that is panned and zoomed, under a drawer with three detents and a list. While the
/// drawer doesn't dim, presses beside it reach the map. And a plate of spinning sushi.
@MainActor
final class MapScene: Scene {
  let title = "Map"
  let shell: ShellController
  private let map = MapCanvas()
  private let plate = SushiPlate()
  private var inset: InsetObservation?

  init() {
    shell = ShellController()
    shell.view.setTabs([
      ShellTab("map", title: "Map", icon: "mark-location-symbolic") { [unowned self] in page() }
    ])
    shell.view.setDrawer(list(), label: "Places")
    map.exemptFromShellDrags()
    shell.detent = "peek"
    inset = shell.view.observeContentInset { [map] in map.coveredBelow = $0 }
  }

  func perform(_ step: String) {
    if step.hasPrefix("fly"), let number = Int(step.dropFirst(3)) { map.fly(to: number) }
  }

  private func page() -> Widget {
    func button(_ icon: String, _ text: String, _ action: @escaping () -> Void) -> Button {
      let button = Button(icon: icon, classes: ["circular", "osd"])
      button.describe(text)
      button.onClick(action)
      return button
    }
    let zoom = Box(
      .vertical, spacing: 6,
      [
        button("zoom-in-symbolic", "Closer") { [map] in map.zoom(by: 1.6) },
        button("zoom-out-symbolic", "Farther") { [map] in map.zoom(by: 1 / 1.6) },
        button("view-list-symbolic", "Places") { [shell] in shell.send(.stepDrawer(up: true, .tap)) },
      ])
    zoom.halign = .start
    zoom.valign = .start
    zoom.margins(start: 12, top: 12)
    plate.halign = .end
    plate.valign = .start
    plate.margins(end: 12, top: 12)
    plate.sizeRequest(width: 108, height: 108)
    return Chrome.page("Harbour Town", Overlay(map, over: [zoom, plate]))
  }

  private func list() -> Widget {
    let rows = MapPlace.all.enumerated().map { number, place -> Widget in
      let go = Button(icon: "find-location-symbolic", classes: ["flat", "circular"])
      go.describe("Show \(place.name)")
      go.onClick { [unowned self] in
        map.fly(to: number)
        shell.detent = "peek"
      }
      return Chrome.row("\(place.name)\n\(place.note)", go)
    }
    let heading = Label("Places", xalign: 0, classes: ["big"])
    heading.margins(start: 18, end: 18, top: 26, bottom: 8)
    let scroller = Chrome.column(rows, spacing: 6)
    scroller.vexpand = true
    return Box(.vertical, [heading, scroller])
  }
}

/// Somewhere on the map, in its own units (a block of houses is 100 wide).
struct MapPlace {
  var name: String
  var note: String
  var x: Double
  var y: Double

  static let all = [
    MapPlace(name: "Kaiten by the Harbour", note: "The plate at the top comes from here", x: 140, y: 90),
    MapPlace(name: "Lantern Market", note: "Open after dark", x: -260, y: 220),
    MapPlace(name: "Ferry Pier", note: "Every twenty minutes", x: 420, y: -180),
    MapPlace(name: "Hilltop Shrine", note: "Three hundred steps", x: -480, y: -310),
    MapPlace(name: "Botanical Garden", note: "Camellias in March", x: -120, y: -420),
    MapPlace(name: "Old Station", note: "Now a library", x: 610, y: 330),
    MapPlace(name: "Salt Warehouse", note: "Concerts on Fridays", x: 300, y: 480),
    MapPlace(name: "Weather Kite Field", note: "Wind from the west", x: -700, y: 120),
  ]
}
