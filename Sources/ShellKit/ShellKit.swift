// ShellKit: the adaptive shell as GTK widgets. Any app can host any content in it.
//
//   ShellView        the one container that parents every part; allocates at ShellLayout's frames
//   ShellHost        what the host gives it: tabs, views, pages, notices
//   ShellController  a ShellView with a store of its own, for apps that have none
//   ShellHooks       what a host answers and hears; what pages ask of the shell they are in
//   ShellWindow      a window with an invisible title bar around a ShellView
//   ShellActions     the shell's actions for the bus and for scripts (`win.tab`, `win.player`, …)
//   PanelActions     the same for buttons and screen readers (`player.expand`, `drawer.close`, …)
//   ShellTraceFile   records actions into a file (`NAGARA_TRACE`)
//   ShellDrag, ShellTouchpad, ShellGrip, ShellKeys    pointers and keys become ShellActions
//   ShellFocus, ShellSurroundings    where focus goes; what the state is told of sizes and settings
//   Panel, MiniHost, TabBar, TabButton, CentreButton, PageStack, PaneHandle, Backdrop, Toast   the parts
//   Marquee          a line of text that is longer than its room
//
// Behaviour lives in ShellCore. The widgets here turn events into actions and layouts into allocations,
// and know nothing about music.

@_exported public import GtkBridge
@_exported public import ShellCore

extension Rect {
  init(_ r: ShellRect) { self.init(x: r.x, y: r.y, width: r.width, height: r.height) }
}

extension ShellRect {
  init(_ r: Rect) { self.init(x: r.x, y: r.y, width: r.width, height: r.height) }
}
