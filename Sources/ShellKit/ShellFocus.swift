import GtkBridge
import ShellCore

/// Where the keyboard focus goes when parts open, close and are covered, and where it came from.
@MainActor
final class ShellFocus {
  private unowned let shell: ShellView
  /// The widget that had focus in the content, or in the player below a drawer.
  private var inContent: WeakObject?
  private var inPlayer: WeakObject?
  /// An opening panel that could not take focus yet.
  private var waiting: Panel?

  init(_ shell: ShellView) { self.shell = shell }

  /// Focus leaves what is about to be covered or hidden, before that stops taking focus, and is remembered.
  func leave(_ old: ShellLayout?, _ new: ShellLayout) {
    guard let old, let focus = shell.root?.focus, holds(shell, focus) else { return }
    func isLeft(_ part: Widget, _ was: Placement, _ now: Placement) -> Bool {
      was.isActive && !now.isActive && holds(part, focus)
    }
    if isLeft(shell.content, old.content, new.content) || isLeft(shell.mini, old.mini, new.mini) {
      inContent = WeakObject(focus)
    } else if isLeft(shell.player, old.player.place, new.player.place) {
      if shell.state.player.isExpanded { inPlayer = WeakObject(focus) }
    } else if !isLeft(shell.tabBar, old.tabBar, new.tabBar)
      && !isLeft(shell.centreButton, old.centreButton, new.centreButton)
      && !isLeft(shell.drawer, old.drawer.place, new.drawer.place)
      && !isLeft(shell.paneHandle, old.paneHandle, new.paneHandle)
    {
      return
    }
    shell.root?.focus = nil
    // Where nothing says where it goes (a bar slid away with a push), it goes to what is seen.
    MainLoop.whenIdle { [weak shell] in
      guard let shell, let root = shell.root, root.focus == nil else { return }
      shell.focusKeeper.move(to: .content)
    }
  }

  func move(to part: ShellEffect.Part) {
    // Outside a window nothing has focus.
    guard shell.root != nil else { return }
    switch part {
    case .player:
      if grab(&inPlayer) { return }
      focus(shell.playerFocus, in: shell.player)
    case .drawer:
      // An undimmed drawer covers nothing: focus is still in the content.
      if let focus = shell.root?.focus {
        if holds(shell.content, focus) { inContent = WeakObject(focus) }
        if shell.state.player.isExpanded, holds(shell.player, focus) { inPlayer = WeakObject(focus) }
      }
      focus(shell.drawerFocus, in: shell.drawer)
    case .content:
      inPlayer = nil
      if grab(&inContent) { return }
      let stack = shell.stacks[shell.state.selectedTab]
      if let focus = shell.root?.focus, let top = stack?.top, holds(top, focus), focus.isMapped { return }
      if shell.root?.focus != nil || shell.layout.content.isActive { _ = stack?.focusTop() }
    }
  }

  private func grab(_ remembered: inout WeakObject?) -> Bool {
    guard let object = remembered?.object else { return false }
    remembered = nil
    let widget = Widget(existing: object.pointer())
    return widget.isMapped && widget.grabFocus()
  }

  private func focus(_ wished: Widget?, in panel: Panel) {
    waiting = nil
    if let wished, wished.grabFocus() { return }
    if panel.child?.focusFirst() != true { _ = panel.focusFirst() }
    // GTK says yes to a widget that is not mapped.
    if let focus = shell.root?.focus, holds(panel, focus) { return }
    // A panel that was never laid out has nothing to focus yet.
    waiting = panel
  }

  /// A panel has come to rest.
  func settled(_ part: ShellEffect.Part) {
    guard let panel = waiting else { return }
    waiting = nil
    switch part {
    case .player where panel === shell.player && shell.state.player.isExpanded:
      focus(shell.playerFocus, in: panel)
    case .drawer where panel === shell.drawer && shell.state.drawer.isOpen:
      focus(shell.drawerFocus, in: panel)
    default: break
    }
  }

  private func holds(_ part: Widget, _ focus: Widget) -> Bool {
    part.isSame(as: focus) || part.isAncestor(of: focus)
  }

  /// A focused entry stays in view when less room is left, as a virtual keyboard leaves.
  func keepInView() {
    guard let focus = shell.root?.focus, holds(shell, focus), focus.takesText else { return }
    focus.scrollIntoView()
    for panel in [shell.player, shell.drawer] where holds(panel, focus) { panel.reveal(focus) }
  }
}
