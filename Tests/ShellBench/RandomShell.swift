import ShellCore

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func real(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &self) }
  mutating func chance(_ part: Double) -> Bool { real(0, 1) < part }
}

/// A shell of any size with four or five tabs, some with pages.
func randomShell(_ random: inout Seeded) -> ShellState {
  var state = ShellState()
  state.environment.width = random.real(360, 2600).rounded()
  state.environment.height = random.real(294, 1500).rounded()
  state.environment.rightToLeft = random.chance(0.3)
  state.environment.mapped = true
  state.tabs = (0..<5).map { index in
    var tab = TabItem("tab\(index)")
    tab.labelWidth = random.real(20, 120)
    if random.chance(0.4) { tab.pages = [PageItem("album\(index)", hidesTabBar: random.chance(0.3))] }
    return tab
  }
  state.selectedTab = "tab0"
  state.player.isPresent = random.chance(0.9)
  state.player.miniArtwork = ShellRect(x: 8, y: 8, width: 48, height: 48)
  state.player.fullArtwork = ShellRect(x: 40, y: 60, width: 300, height: 300)
  state.centreButton.isPresent = random.chance(0.5)
  return state
}

/// What moves it: wishes, frames, and a drag now and then.
func randomActions(_ state: ShellState, _ random: inout Seeded) -> [ShellAction] {
  var actions: [ShellAction] = []
  var time = 10.0
  for _ in 0..<3 {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: actions.append(.togglePlayer(.key))
    case 1: actions.append(.stepDrawer(up: true, .key))
    case 2: actions.append(.pushPage(PageItem("page\(actions.count)")))
    default:
      let targets: [DragTarget] = [.mini, .player(body: true), .drawer(body: false)]
      let room = ScrollRoom(offset: 40, limit: 400)
      var y = random.real(100, 600)
      let target = targets[Int.random(in: 0..<3, using: &random)]
      actions.append(.dragBegan(target, .touch, x: 100, y: y, scroll: room, time: time))
      for _ in 0..<20 {
        time += 0.008
        y += random.real(-30, 20)
        actions.append(.dragMoved(x: 100, y: y, time: time))
      }
      actions.append(.dragEnded(time: time, permitted: nil))
    }
    for _ in 0..<30 {
      time += 1.0 / 60
      actions.append(.tick(time))
    }
  }
  return actions
}
