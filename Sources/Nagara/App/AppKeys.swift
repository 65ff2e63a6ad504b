import GtkBridge
import PlayerCore
import ShellCore
import ShellKit

/// The player's keys. The shell's are ShellKit's; both are listed in the shortcuts window.
@MainActor
final class AppKeys {
  init(_ window: MainWindow, _ store: Store<AppState, AppAction, AppEffect>) {
    let shell = window.shell
    // Bubble phase: entries and lists that use a combination get it first. By the same two routes as the shell's.
    let controllers = [ShortcutController(scope: .local), ShortcutController(scope: .global)]
    func bind(_ trigger: String, _ run: @escaping () -> Bool) {
      for controller in controllers { controller.add(trigger, run) }
    }
    func key(_ trigger: String, _ action: @escaping () -> AppAction) {
      bind(trigger) { [weak store] in
        store?.send(action())
        return store != nil
      }
    }
    func named(_ trigger: String, _ action: String) {
      bind(trigger) { [weak shell] in shell?.activateAction(action) ?? false }
    }
    key("<Control>Left") { .player(.previous) }
    key("<Control>Right") { .player(.next) }
    bind("m") { [weak store] in
      guard let store else { return false }
      store.send(.player(.setMuted(!store.state.player.isMuted)))
      return true
    }
    named("<Control>d", "app.love")
    key("<Control>z") { .undo }
    named("<Control>f", "win.search")
    named("<Control>g", "win.letters")
    named("<Control>o", "app.open-files")
    named("<Control><Shift>o", "app.open-folder")
    named("<Control>l", "app.open-stream")
    named("<Control><Shift>l", "win.lyrics")
    named("<Control>comma", "win.preferences")
    named("<Control>question", "win.shortcuts")
    named("F1", "win.shortcuts")
    named("F10", "win.menu")
    for controller in controllers { shell.addController(controller) }
    addSpace(to: window, store)
  }

  /// Space plays and pauses where it neither types nor presses something. A button whose focus isn't shown, as
  /// after a click or at the start, is not what the user means. Lists select with Space, which nobody would look
  /// for in a player; so it is taken on the way down.
  private func addSpace(to window: MainWindow, _ store: Store<AppState, AppAction, AppEffect>) {
    let controller = KeyController()
    controller.phase = .capture
    controller.connect(KeyController.pressed) { [weak window, weak store] key, modifiers in
      guard let window, let store, key == 0x20,
        modifiers.isDisjoint(with: [.shift, .control, .alt])
      else { return false }
      if let focus = window.window.focus {
        if focus.isTypedInto { return false }
        if focus.isPressedBySpace, window.window.isFocusVisible { return false }
      }
      store.send(.player(.toggle))
      return true
    }
    window.shell.addController(controller)
  }

  static var groups: [ShortcutGroup] {
    [
      ShortcutGroup(
        tr("Playback"),
        [
          ("space", tr("Play or pause")), ("<Control>Left", tr("Previous track")),
          ("<Control>Right", tr("Next track")), ("m", tr("Mute")),
          ("<Control>d", tr("Love the song, or no more")),
          ("Left Right", tr("Seek 5 seconds (in the player)")),
          ("Up Down", tr("Change the volume (in the player)")),
        ]),
      ShellView.shortcuts,
      ShortcutGroup(
        tr("Up Next"),
        [
          ("<Control><Shift>l", tr("Lyrics")),
          ("Delete", tr("Remove the selected songs")), ("<Alt>Up <Alt>Down", tr("Move the selected songs")),
          ("Menu <Shift>F10", tr("Menu of the selected songs")),
        ]),
      ShortcutGroup(
        tr("General"),
        [
          ("a...z", tr("Filter the list (in the Library)")),
          ("<Control>g", tr("Go to a letter (in the Library)")), ("<Control>z", tr("Undo")),
          ("<Control>f", tr("Search")), ("<Control>o", tr("Open files")),
          ("<Control><Shift>o", tr("Play a folder")), ("<Control>l", tr("Open a stream")),
          ("<Control>comma", tr("Preferences")), ("F10", tr("Main menu")),
          ("<Control>question F1", tr("Keyboard shortcuts")),
          ("<Control>q", tr("Quit")),
        ]),
    ]
  }
}
