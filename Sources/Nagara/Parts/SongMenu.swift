import GtkBridge
import PlayerCore

/// What can be done with a song of a list: opened by a secondary click or a long press on its row.
@MainActor
final class SongMenu {
  /// The one that is open; it ends when it closes.
  private static var open: Popover?

  /// - Parameter track: the song that the row shows now; `nil` for a row that shows none.
  static func attach(to row: Widget, _ context: PageContext, track: @escaping () -> TrackID?) {
    let click = GestureClick()
    click.button = 3
    // At the release: a popover that takes the pointer before would leave the row pressed.
    click.connect(GestureClick.released) { [weak row] _, x, y in
      if let row, let track = track() { show(track, on: row, x, y, context) }
    }
    row.addController(click)
    let press = GestureLongPress()
    press.touchOnly = true
    press.connect(GestureLongPress.pressed) { [weak row] x, y in
      if let row, let track = track() { show(track, on: row, x, y, context) }
    }
    row.addController(press)
  }

  private static func show(_ id: TrackID, on row: Widget, _ x: Double, _ y: Double, _ context: PageContext) {
    guard open == nil, let track = context.state().library.tracks[id] else { return }
    let library = context.state().library
    var rows: [Widget] = [
      item("media-skip-forward-symbolic", tr("Play Next"), context, .enqueue([id], next: true)),
      item("nagara-queue-symbolic", tr("Add to Up Next"), context, .enqueue([id], next: false)),
    ]
    if let album = library.album(of: track) {
      rows.append(item("nagara-albums-symbolic", tr("Go to Album"), context, .showAlbum(album)))
    }
    if let name = track.artists.first, let artist = library.artist(named: name) {
      rows.append(item("nagara-artists-symbolic", tr("Go to Artist"), context, .showArtist(artist.id)))
    }
    let popover = Popover(Box(.vertical, spacing: 2, rows, classes: ["quick-play"]))
    open = popover
    popover.setParent(row)
    popover.point(at: Rect(x: x, y: y, width: 1, height: 1))
    popover.connect(Popover.closed) {
      // Not within the signal: the popover is still closing.
      MainLoop.whenIdle {
        open?.unparent()
        open = nil
      }
    }
    popover.popup()
  }

  private static func item(_ icon: String, _ label: String, _ context: PageContext, _ action: AppAction)
    -> Widget
  {
    let text = Label(label, xalign: 0)
    text.hexpand = true
    let button = Button(child: Box(.horizontal, spacing: 12, [Image(icon: icon), text]), classes: ["flat"])
    button.onClick {
      open?.popdown()
      context.send(action)
    }
    return button
  }
}
