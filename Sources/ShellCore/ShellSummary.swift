/// What scripts and tests are told: targets, not values in motion. Its JSON is the state of `win.layout`.
public struct ShellSummary: Equatable, Sendable {
  /// Compact or regular.
  public var form: ShellForm
  /// The window is low.
  public var isShort: Bool
  /// absent, docked or expanded.
  public var player: String
  /// Where the drawer rests or goes to.
  public var drawer: DetentID
  /// The selected tab.
  public var tab: TabID
  /// How many pages its stack has, the root included.
  public var depth: Int
  /// Whether there is no bar, or a page hides it.
  public var tabBarHidden: Bool
  /// The window's content in logical pixels.
  public var width: Int
  public var height: Int

  /// What a state amounts to.
  public init(_ state: ShellState) {
    let geometry = ShellGeometry(state)
    form = geometry.isRegular ? .regular : .compact
    isShort = geometry.isShort
    let present = state.player.isPresent && !state.player.isLeaving
    player = !present ? "absent" : state.player.isExpanded ? PlayerRest.expanded : PlayerRest.docked
    drawer = state.drawer.detent
    tab = state.selectedTab
    depth = state.depth
    var settled = state
    if settled.pageTransition?.isPop == true, let index = settled.selectedIndex {
      settled.tabs[index].pages.removeLast()
    }
    settled.pageTransition = nil
    settled.tabBar.motion = Motion(0)
    let end = ShellGeometry(settled)
    tabBarHidden = end.barHeight == 0 || end.barShown == 0
    width = Int(state.environment.width)
    height = Int(state.environment.height)
  }

  /// One line of JSON, keys in this order.
  public var json: String {
    "{\"form\":\"\(form.rawValue)\",\"short\":\(isShort),\"player\":\"\(player)\",\"drawer\":\(quoted(drawer)),"
      + "\"tab\":\(quoted(tab)),\"depth\":\(depth),\"tabBarHidden\":\(tabBarHidden),\"width\":\(width),\"height\":\(height)}"
  }

  private func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
