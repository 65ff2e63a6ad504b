import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore

/// The player's actions, which a desktop may call before there is a window: from the launcher's menu, by a key.
@MainActor
enum PlayerActions {
  /// - Parameter present: opens the window and takes up the last session, unless that was done.
  static func add(
    to application: Application, _ store: Store<AppState, AppAction, AppEffect>,
    present: @escaping () -> Void
  ) {
    func action(_ name: String, _ action: @escaping () -> AppAction) {
      application.add(SimpleAction(name) { [weak store] _ in store?.send(action()) })
    }
    func starting(_ name: String, _ action: @escaping () -> AppAction) {
      application.add(
        SimpleAction(name) { [weak store] _ in
          present()
          store?.send(action())
        })
    }
    action("pause") { .player(.pause) }
    action("previous") { .player(.previous) }
    action("stop") { .player(.stop) }
    starting("next") { .player(.next) }
    starting("play") { .resume }
    starting("shuffle-all") { .shuffleAll }
    starting("play-recent") { .shelves(.play(.recentlyAdded)) }
    starting("shuffle-albums") { .shuffleAlbums(seed: .random(in: .min ... .max)) }
    application.add(
      SimpleAction("play-pause") { [weak store] _ in
        present()
        // What comes back was paused.
        store?.send(store?.state.isRestoring == true ? .resume : .player(.toggle))
      })
    application.add(SimpleAction("quit") { [weak application] _ in application?.quit() })
  }
}
