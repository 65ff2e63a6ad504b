import GtkBridge
import PlayerCore
import ShellCore

/// The chooser behind the round button.
@MainActor
final class QuickPlay {
  private let popover: Popover
  private let resume: Button
  private let shuffle: Button
  private let albums: Button
  private weak var store: Store<AppState, AppAction, AppEffect>?

  init(parent: Widget, _ store: Store<AppState, AppAction, AppEffect>) {
    self.store = store
    func button(_ icon: String, _ label: String, _ action: String) -> Button {
      let text = Label(label, xalign: 0)
      text.hexpand = true
      let button = Button(child: Box(.horizontal, spacing: 12, [Image(icon: icon), text]), classes: ["flat"])
      button.setAction(action)
      return button
    }
    resume = button("media-playback-start-symbolic", tr("Resume"), "app.play")
    shuffle = button("nagara-shuffle-symbolic", tr("Shuffle Everything"), "app.shuffle-all")
    albums = button("nagara-albums-symbolic", tr("Shuffle Albums"), "app.shuffle-albums")
    let rows: [Widget] = [
      resume, shuffle, albums, Separator(),
      button("document-open-symbolic", tr("Open Files…"), "app.open-files"),
      button("folder-open-symbolic", tr("Play a Folder…"), "app.open-folder"),
      button("network-wireless-symbolic", tr("Open a Stream…"), "app.open-stream"),
    ]
    popover = Popover(Box(.vertical, spacing: 2, rows, classes: ["quick-play"]))
    popover.setParent(parent)
    for case let row as Button in rows {
      row.onClick { [weak popover] in popover?.popdown() }
    }
  }

  func show() {
    guard let state = store?.state else { return }
    resume.sensitive = state.player.canPlay
    shuffle.sensitive = !state.library.isEmpty
    albums.sensitive = !state.library.albumOrder.isEmpty
    popover.popup()
  }
}
