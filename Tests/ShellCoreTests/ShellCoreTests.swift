// Tests of ShellCore, one file per subject:
//
//   NumericsTests, SpringTests, MotionRuleTests, VelocityTrackerTests   motion against SHELL.md's formulas
//   LayoutTests, BarLayoutTests, DrawerLayoutTests                      frames, by table at every breakpoint
//   PlayerTests, DrawerTests, TabTests, DragTests, …                    behaviour, one test per sentence
//   InvariantTests                                                      SHELL.md's eight invariants by chance
//   StoreTests
//
// This file has what they share.

@testable import ShellCore

/// A mapped shell with three tabs and a player, of the given size.
func shell(
  _ width: Double = 400, _ height: Double = 800, tabs: Int = 3, player: Bool = true, scale: Double = 1,
  rightToLeft: Bool = false, animations: Bool = true
) -> ShellState {
  var state = ShellState()
  state.environment.width = width
  state.environment.height = height
  state.environment.textScale = scale
  state.environment.rightToLeft = rightToLeft
  state.environment.animations = animations
  state.environment.mapped = true
  state.tabs = (0..<tabs).map {
    var tab = TabItem("tab\($0)")
    tab.labelWidth = 50
    return tab
  }
  state.selectedTab = state.tabs.first?.id ?? ""
  state.player.isPresent = player
  return state
}

extension ShellState {
  /// Sends actions and returns all their effects.
  @discardableResult
  mutating func send(_ actions: ShellAction...) -> [ShellEffect] {
    actions.flatMap { reduceShell(&self, $0) }
  }

  /// Ticks at 60 Hz until nothing moves; returns the effects and how long it took in seconds.
  @discardableResult
  mutating func settle(from time: Double = 100, limit: Double = 5) -> (
    effects: [ShellEffect], seconds: Double
  ) {
    var effects: [ShellEffect] = []
    var frame = 0
    while isMoving && Double(frame) / 60 < limit {
      effects += reduceShell(&self, .tick(time + Double(frame) / 60))
      frame += 1
    }
    return (effects, Double(max(frame - 1, 0)) / 60)
  }

  /// Drags from (x, y) by the given way in steps of 10 ms and lets go. `speed` in px/s at the end.
  @discardableResult
  mutating func drag(
    _ target: DragTarget, _ kind: PointerKind = .touch, x: Double = 200, y: Double, by distance: Double,
    dx: Double = 0, speed: Double = 0, scroll: ScrollRoom? = nil, permitted: [DetentID]? = nil,
    at start: Double = 10,
    release: Bool = true
  ) -> [ShellEffect] {
    var effects = send(.dragBegan(target, kind, x: x, y: y, scroll: scroll, time: start))
    let steps = 20
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      let time = start + 0.3 * part
      effects += send(.dragMoved(x: x + dx * part, y: y + distance * part, time: time))
    }
    var time = start + 0.3
    if speed == 0 {
      time += 0.2
      effects += send(.dragMoved(x: x + dx, y: y + distance, time: time))
    } else {
      // Still, then 50 ms of the wanted speed, around the end point.
      let sign = speed < 0 ? -1.0 : 1.0
      _ = sign
      time += 0.2
      for step in 1...5 {
        time += 0.01
        effects += send(
          .dragMoved(x: x + dx, y: y + distance + speed * 0.01 * Double(step), time: time))
      }
    }
    if release { effects += send(.dragEnded(time: time, permitted: permitted)) }
    return effects
  }
}
