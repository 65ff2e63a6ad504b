import GtkBridge

/// A page of the window: a widget that follows the state.
///
/// The pages, by what they show: `HomePage`, `LibraryRoot`, `SearchPage`, `PlaylistsPage`, the roots of the tabs;
/// `CollectionPage`, the tracks of an album, an artist or a shelf, `PlaylistPage` and `LibraryPage`, pushed on any of
/// them. The lists of `LibraryRoot` are views of their own (`AlbumsView`, `SongsView`, …), set in a `ListFrame`;
/// `WelcomePage` stands in place of all while nothing is loaded.
@MainActor
protocol Page: AnyObject {
  var root: Widget { get }
  var header: PageHeader { get }
  /// Shows what has changed from `old` to `new`; everything when `old` is nil.
  func update(_ old: AppState?, _ new: AppState)
  func scrollToTop()
  /// Puts the keyboard where typing or arrows make sense.
  func focus()
  /// A key that nothing else has used; true uses it.
  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool
}

extension Page {
  func focus() { root.focusFirst() }

  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool { false }

  /// The header follows the form of the window.
  func updateHeader(_ old: AppState?, _ new: AppState) {
    if old?.library.scan != new.library.scan { header.show(new.library.scan) }
    let isRegular = new.form.isRegular
    let isShort = new.form.isShort
    guard old == nil || old?.form.isRegular != isRegular || old?.form.isShort != isShort else { return }
    header.update(isRegular: isRegular, isShort: isShort)
  }
}

/// What pages need.
@MainActor
struct PageContext {
  let covers: Covers
  let send: Send
  let state: () -> AppState
}
