import Desktop
import GtkBridge
import PlayerCore
import ShellCore

/// What the desktop notices of the player beside its window: it doesn't suspend while music plays, and it is told of
/// tracks that start.
@MainActor
final class DesktopPresence {
  private let application: Application
  private let store: Store<AppState, AppAction, AppEffect>
  private let window: Window
  private let notification: TrackNotification
  private var cookie: UInt32 = 0

  /// - Parameter artwork: the file with a track's cover, if there is one.
  init(
    _ application: Application, _ window: Window, _ store: Store<AppState, AppAction, AppEffect>,
    artwork: @escaping (Track) -> FilePath?
  ) {
    self.application = application
    self.store = store
    self.window = window
    notification = TrackNotification(
      application: application, track: { [weak store] in store?.state.named($0) }, artwork: artwork,
      isWanted: { [weak store, weak window] in
        store?.state.preferences.notifies == true && window?.isActive != true
      })
    window.connect(Window.activeChanged) { [weak self] in
      if let self, self.window.isActive { self.notification.withdraw() }
    }
    inhibit(store.state)
  }

  func show(_ old: AppState, _ new: AppState) {
    guard old.revision != new.revision else { return }
    if old.player.status != new.player.status { inhibit(new) }
    notification.update(old.player, new.player)
  }

  func stop() { notification.withdraw() }

  private func inhibit(_ state: AppState) {
    let isPlaying = state.player.status == .playing
    if isPlaying, cookie == 0 {
      cookie = application.inhibitSuspend(window, reason: tr("Playing music"))
    } else if !isPlaying, cookie != 0 {
      application.uninhibit(cookie)
      cookie = 0
    }
  }
}
