import GtkBridge
import PlayerCore

/// The chooser behind the round button.
@MainActor
enum QuickPlay {
  static func show(on button: Widget, _ state: AppState) {
    func item(_ icon: String, _ label: String, _ action: String, if isEnabled: Bool = true)
      -> PopoverMenu.Item
    {
      PopoverMenu.Item(icon: icon, label: label, isEnabled: isEnabled) { [weak button] in
        let _: Bool? = button?.activateAction(action)
      }
    }
    PopoverMenu.show(
      [
        [
          item("media-playback-start-symbolic", tr("Resume"), "app.play", if: state.player.canPlay),
          item(
            "nagara-shuffle-symbolic", tr("Shuffle Everything"), "app.shuffle-all", if: !state.library.isEmpty
          ),
          item(
            "nagara-albums-symbolic", tr("Shuffle Albums"), "app.shuffle-albums",
            if: !state.library.albumOrder.isEmpty),
          item(
            "document-open-recent-symbolic", tr("Recently Added"), "app.play-recent",
            if: state.library.isFilled),
        ],
        [
          item("document-open-symbolic", tr("Open Files…"), "app.open-files"),
          item("folder-open-symbolic", tr("Play a Folder…"), "app.open-folder"),
          item("network-wireless-symbolic", tr("Open a Stream…"), "app.open-stream"),
        ],
      ], on: button, isAbove: true)
  }
}
