import GtkBridge
import PlayerCore

/// The drawer: Up Next and, as its second view, the lyrics.
@MainActor
final class PlayerDrawer {
  let root: Widget
  private let queue: QueueDrawer
  private let lyrics: LyricsView
  private let stack = Stack()
  private let lyricsTools = Box(.horizontal)
  private let close = Button(icon: "window-close-symbolic", classes: ["flat", "circular", "small"])
  // Cut where large text leaves no room, so that the button behind them stays in the window.
  private let queueTab = Button(
    child: Label(tr("Up Next"), ellipsis: .end), classes: ["flat", "drawer-tab"])
  private let lyricsTab = Button(
    child: Label(tr("Lyrics"), ellipsis: .end), classes: ["flat", "drawer-tab"])
  private var shown: DrawerView?

  /// - Parameter position: where the current track is now, in nanoseconds.
  init(_ context: PageContext, position: @escaping () -> UInt64) {
    queue = QueueDrawer(context)
    lyrics = LyricsView(send: context.send, state: context.state, position: position)
    close.describe(tr("Close"))
    close.setAction("win.drawer::closed")
    queueTab.accessibleLabel(tr("Up Next"))
    lyricsTab.accessibleLabel(tr("Lyrics"))
    let room = Box(.horizontal)
    room.hexpand = true
    room.append(lyricsTools)
    lyricsTools.append(lyrics.tools)
    lyricsTools.hexpand = true
    lyricsTools.halign = .end
    let header = Box(.horizontal, spacing: 2, [queueTab, lyricsTab, room, close], classes: ["drawer-header"])
    stack.vexpand = true
    stack.add(queue.root, name: DrawerView.upNext.rawValue)
    stack.add(lyrics.root, name: DrawerView.lyrics.rawValue)
    root = Box(.vertical, [header, stack], classes: ["drawer"])
    queueTab.onClick { context.send(.showInDrawer(.upNext)) }
    lyricsTab.onClick { context.send(.showInDrawer(.lyrics)) }
  }

  /// Takes the focus when the drawer opens.
  var focusWidget: Widget { (shown == .lyrics ? lyrics.focusWidget : queue.focusWidget) ?? close }

  /// - Parameter isShown: whether any of the drawer can be seen.
  func update(_ old: AppState?, _ new: AppState, isShown: Bool) {
    if shown != new.drawer { show(new.drawer) }
    queue.update(old, new, isShown: isShown && new.drawer == .upNext)
    lyrics.update(new, isShown: isShown && new.drawer == .lyrics)
  }

  private func show(_ view: DrawerView) {
    shown = view
    stack.visibleName = view.rawValue
    lyricsTools.visible = view == .lyrics
    for (tab, its) in [(queueTab, DrawerView.upNext), (lyricsTab, .lyrics)] {
      tab.setClass("on", its == view)
      tab.accessiblePressed(its == view)
    }
  }
}
