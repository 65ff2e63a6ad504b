import PlayerCore
import ShellCore

/// What is to be done outside the state.
enum AppEffect: Equatable, Sendable {
  case shell(ShellEffect)
  case player(PlayerEffect)
  /// Write the shell's action into the trace: those of the app's own are among them.
  case record(ShellAction)
  /// Read these and send what they hold.
  case load(LoadID, [MediaSource])
  /// Look for this text in what is loaded, instead of what is being looked for.
  case search(String)
  /// Find the colours of this cover.
  case readColors(key: String)
  /// Report positions from now on, or no more.
  case watchPosition(Bool)
  case focusSearch
  case tell(Notice)
  /// Send `tellFailures` in a moment.
  case tellFailuresSoon
}

/// A short message to the user.
struct Notice: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case plain
    /// Has a button that undoes the last edit of the queue.
    case undo
  }

  var text: String
  var kind = Kind.plain
}
