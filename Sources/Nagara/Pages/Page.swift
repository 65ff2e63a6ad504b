import GtkBridge

/// A page of the window: a widget that follows the state.
///
/// The pages, by what they show: `AlbumsPage`, `SongsPage`, `ArtistsPage`, `SearchPage`, the roots of the tabs;
/// `CollectionPage`, the tracks of an album, an artist or a shelf, pushed on any of them; `ShelvesPage`, all genres,
/// years or folders. `ListFrame` is what the lists are set in, with `WelcomePage` in their place while nothing is
/// loaded.
@MainActor
protocol Page: AnyObject {
  var root: Widget { get }
  var header: PageHeader { get }
  /// Shows what has changed from `old` to `new`; everything when `old` is nil.
  func update(_ old: AppState?, _ new: AppState)
  func scrollToTop()
  /// Puts the keyboard where typing or arrows make sense.
  func focus()
}

extension Page {
  func focus() { root.focusFirst() }

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
