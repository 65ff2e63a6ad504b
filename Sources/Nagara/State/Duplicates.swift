import MusicLibrary
import PlayerCore
import ShellCore

/// What the library has more than once.
struct DuplicatesState: Sendable {
  /// `nil`: nobody has looked yet.
  var groups: [DuplicateGroup]?
  /// Grows with every look.
  private(set) var revision = 0

  /// The page's name in the shell's stack.
  static let page: PageID = "duplicates"

  mutating func take(_ new: [DuplicateGroup]) {
    groups = new
    revision += 1
  }
}

enum DuplicatesAction: Sendable {
  /// Shows the page.
  case show
  case listed([DuplicateGroup])
  /// Lists a group no more; by its key.
  case ignore(Int64)
}
