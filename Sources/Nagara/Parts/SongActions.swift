import GtkBridge
import PlayerCore

/// What can be done with the songs of a list: they are selected together, have a menu by pointer, key and long press,
/// are dragged out, and are gone to by typing.
@MainActor
final class SongActions {
  let selection: Selection
  private let context: PageContext
  private let song: (UInt64) -> TrackID?
  private var typeAhead: TypeAhead?
  private weak var view: Widget?
  /// What the menu offers beside what every list's does.
  var extraItems: (SongChoice) -> [PopoverMenu.Item] = { _ in [] }

  /// - Parameter song: the song that a row of the list stands for; `nil` for a row that is none.
  init(
    _ model: ListModel, _ context: PageContext, mode: SelectionMode = .multiple,
    song: @escaping (UInt64) -> TrackID? = { TrackID(row: $0) }
  ) {
    selection = Selection(model, mode)
    self.context = context
    self.song = song
  }

  // MARK: The list

  /// Gives the list its keys.
  ///
  /// - Parameters:
  ///   - scroll: brings a position into view.
  ///   - focus: gives the keyboard to the row of an ID; false while it is out of view.
  ///   - typing: whether typing goes to a song; else it is left to the page.
  func attach(
    to view: Widget, typing: Bool = true, scroll: @escaping (Int) -> Void,
    focus: @escaping (UInt64) -> Bool
  ) {
    self.view = view
    let keys = ShortcutController()
    for trigger in ["Menu", "<Shift>F10"] {
      keys.add(trigger) { [weak self] in self?.openMenuAtFocus() ?? false }
    }
    view.addController(keys)
    guard typing else { return }
    typeAhead = TypeAhead(
      view, selection.model,
      text: { [context, song] id in
        song(id).flatMap { context.state().library.tracks[$0]?.displayTitle }
      },
      go: { [weak self] position in self?.go(to: position, scroll, focus) })
  }

  private func go(to position: Int, _ scroll: (Int) -> Void, _ focus: @escaping (UInt64) -> Bool) {
    guard selection.model.ids.indices.contains(position), let view else { return }
    let id = selection.model.ids[position]
    selection.select(position)
    scroll(position)
    // The row is made with the next frame.
    var frames = 0
    view.addTick { _ in
      frames += 1
      return !focus(id) && frames < 3
    }
  }

  // MARK: Rows

  /// Gives a row, or a cell of one, the menu and the drag.
  ///
  /// - Parameter id: what the row shows now.
  func attach(toRow row: Widget, id: @escaping () -> UInt64?) {
    let click = GestureClick()
    click.button = 3
    // At the release: a popover that takes the pointer before would leave the row pressed.
    click.connect(GestureClick.released) { [weak self, weak row] _, x, y in
      if let self, let row, let id = id() { self.openMenu(for: id, on: row, x, y) }
    }
    row.addController(click)
    let press = GestureLongPress()
    press.touchOnly = true
    press.connect(GestureLongPress.pressed) { [weak self, weak row] x, y in
      if let self, let row, let id = id() { self.openMenu(for: id, on: row, x, y) }
    }
    row.addController(press)
    let drag = FileDragSource(
      began: { [weak self] _, _ in
        guard let self, let id = id() else { return nil }
        return self.drag(self.songs(with: id))
      }, ended: { SongDrag.songs = nil })
    row.addController(drag)
  }

  private func drag(_ songs: [TrackID]) -> FileDragSource.Content? {
    guard let first = songs.first else { return nil }
    let tracks = context.state().library.tracks
    SongDrag.songs = songs
    let label = songs.count == 1 ? tracks[first]?.displayTitle ?? "" : songsText(songs.count)
    return FileDragSource.Content(
      uris: songs.compactMap { tracks[$0]?.source.path?.fileURI }, label: label)
  }

  /// The songs that something done to a row is done to: all that are selected if it is, else it alone, which then is
  /// selected.
  private func songs(with id: UInt64) -> [TrackID] {
    let chosen = selection.selectedIDs
    if chosen.contains(id) { return chosen.compactMap(song) }
    if let position = selection.model.ids.firstIndex(of: id) { selection.select(position) }
    return song(id).map { [$0] } ?? []
  }

  // MARK: The menu

  private func openMenu(for id: UInt64, on row: Widget, _ x: Double, _ y: Double) {
    let songs = songs(with: id)
    guard !songs.isEmpty else { return }
    let choice = SongChoice(songs: songs, rows: selection.selectedIDs)
    SongMenu.show(
      choice, extraItems(choice), on: row, at: Rect(x: x, y: y, width: 1, height: 1), context)
  }

  /// By the keyboard: for what is selected, at the row that has the focus.
  private func openMenuAtFocus() -> Bool {
    guard let view, let focus = view.root?.focus, view.isAncestor(of: focus),
      let host = view.enclosingBox, let place = focus.bounds(in: host)
    else { return false }
    // Tab goes to a row without selecting it.
    if selection.selectedIDs.isEmpty { focus.selectRow() }
    let rows = selection.selectedIDs
    let songs = rows.compactMap(song)
    guard !songs.isEmpty else { return false }
    let choice = SongChoice(songs: songs, rows: rows)
    let point = Rect(x: place.x + min(48, place.width / 2), y: place.y, width: 1, height: place.height)
    SongMenu.show(choice, extraItems(choice), on: host, at: point, context)
    return true
  }
}

/// What a menu was opened for.
struct SongChoice {
  var songs: [TrackID]
  /// The rows that show them.
  var rows: [UInt64]
}

/// The songs that are being dragged in this program; `nil` while none are.
@MainActor
enum SongDrag {
  static var songs: [TrackID]?
}

extension Widget {
  /// The box that the widget is in, which a popover can belong to.
  fileprivate var enclosingBox: Widget? {
    var ancestor = parent
    while let current = ancestor, current.typeName != "box" { ancestor = current.parent }
    return ancestor
  }
}
