import Glibc
import GtkBridge
public import ShellCore

/// Records a shell's actions into a file, as they happen: `NAGARA_TRACE=file` records the first shell of a
/// process. `nagara-shell-gallery --replay file` prints the states that they lead to, without a display.
///
/// Every line is written at once, so that a crash leaves all that led to it.
@MainActor
public final class ShellTraceFile {
  /// What the environment asks for; nil without a wish or if the file can't be written.
  public static let wanted: ShellTraceFile? = Environment.variable("NAGARA_TRACE").flatMap {
    ShellTraceFile(path: $0)
  }

  private let file: Int32
  private let began = MainLoop.monotonicMicroseconds
  private var isBegun = false

  /// Begins a new file, an old one of the name is overwritten.
  public init?(path: [UInt8]) {
    file = Environment.withCString(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    guard file >= 0 else {
      Log.warning(
        "Can't write the trace to \(Environment.display(path)): \(String(cString: strerror(errno)))")
      return nil
    }
    write(ShellTrace.header)
  }

  deinit { if file >= 0 { close(file) } }

  /// Writes what leads from an empty state to `state`, once.
  public func begin(_ state: ShellState) {
    guard !isBegun else { return }
    isBegun = true
    for action in state.actionsToHere { record(action) }
  }

  public func record(_ action: ShellAction) {
    let time = Double(MainLoop.monotonicMicroseconds - began) / 1_000_000
    write(ShellTrace.line(time: time, action))
  }

  private func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    bytes.withUnsafeBytes { _ = Glibc.write(file, $0.baseAddress, $0.count) }
  }
}

extension ShellState {
  /// Actions that lead from an empty state to one like this, at rest.
  public var actionsToHere: [ShellAction] {
    var actions: [ShellAction] = [
      .metrics(metrics), .setTabs(tabs), .selectTab(selectedTab, allowed: true, .code),
      .setTabBarMinimises(tabBar.minimisesOnScroll),
      .setCentreButton(present: centreButton.isPresent, circle: centreButton.isCircle),
      .setDetents(drawer.detents, largestUndimmed: drawer.largestUndimmed),
      .setPlayerViews(fullMinimumWidth: player.fullMinimumWidth, miniHeight: player.miniHeight),
      .setArtwork(mini: player.miniArtwork, full: player.fullArtwork), .setMiniSwipes(player.swipes),
      .setPlayerPresent(player.isPresent && !player.isLeaving), .setPaneWidth(player.paneWidth),
      .toastSize(width: toastWidth, height: toastHeight),
    ]
    for (index, tab) in tabs.enumerated() where !tab.isVisible {
      actions.append(.setTabVisible(tabs[index].id, false))
    }
    actions.append(.restore(ShellSnapshot(self)))
    actions += [
      .setRoutes(routes), .setPermitted(.player, player.permitted), .setPermitted(.drawer, drawer.permitted),
      .environment(environment),
    ]
    return actions
  }
}
