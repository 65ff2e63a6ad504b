import Desktop
import GtkBridge
import PlayerCore
import ShellCore

/// What the desktop notices of the player beside its window: it doesn't suspend while music plays, it is told of
/// tracks that start, and the sleep timer runs.
@MainActor
final class DesktopPresence {
  private let application: Application
  private let store: Store<AppState, AppAction, AppEffect>
  private let window: Window
  private let notification: TrackNotification
  private var cookie: UInt32 = 0
  private var sleep: SourceToken?

  /// - Parameter artwork: the file with a track's cover, if there is one.
  init(
    _ application: Application, _ window: Window, _ store: Store<AppState, AppAction, AppEffect>,
    artwork: @escaping (Track) -> FilePath?
  ) {
    self.application = application
    self.store = store
    self.window = window
    notification = TrackNotification(
      application: application, track: { [weak store] in store?.state.library.tracks[$0] }, artwork: artwork,
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
    if old.player.sleep != new.player.sleep { setSleep(new.player.sleep) }
    notification.update(old.player, new.player)
  }

  func stop() {
    notification.withdraw()
    sleep = nil
  }

  private func inhibit(_ state: AppState) {
    let isPlaying = state.player.status == .playing
    if isPlaying, cookie == 0 {
      cookie = application.inhibitSuspend(window, reason: tr("Playing music"))
    } else if !isPlaying, cookie != 0 {
      application.uninhibit(cookie)
      cookie = 0
    }
  }

  private func setSleep(_ timer: SleepTimer) {
    sleep = nil
    guard case .after(let nanoseconds) = timer else { return }
    sleep = MainLoop.after(milliseconds: UInt32(clamping: nanoseconds / Nanoseconds.millisecond)) {
      [weak self] in self?.store.send(.player(.sleepTimeIsUp))
    }
  }
}
