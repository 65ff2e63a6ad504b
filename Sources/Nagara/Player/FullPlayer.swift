import GtkBridge
import MusicLibrary
import PlayerCore

/// The expanded player: large cover, time line, transport, volume, on a ground in the cover's colours.
@MainActor
final class FullPlayer {
  let root: Widget
  /// Where the cover rests; the shell moves it here from the mini view.
  let artwork: Artwork
  /// The copy of the cover that travels between mini and full view.
  let travelling: Artwork
  /// Lies behind the view, over the whole panel.
  var background: Widget { tint }
  var focusWidget: Widget { transport.playButton }
  private let tint = Tint()
  private let title = Label(ellipsis: .end, xalign: 0, classes: ["full-title"])
  private let artist = LinkButton()
  private let dash = Label("—", classes: ["dim"])
  private let album = LinkButton()
  private let heart = ToggleButton(
    icon: "nagara-heart-symbolic", classes: ["flat", "circular", "mode", "heart"])
  // A widget of our own lives as long as its wrapper.
  private let layout: FullPlayerLayout
  private let timeline: Timeline
  private let transport: Transport
  private let volume: VolumeRow
  private var current: Track?

  init(_ covers: Covers, send: @escaping Send, state: @escaping () -> AppState) {
    artwork = Artwork(covers, .fluid(minimum: 56), resolution: .full)
    artwork.addClass("large", "raised")
    artwork.keepsPrevious = true
    timeline = Timeline(send: send)
    transport = Transport(send: send)
    volume = VolumeRow(send: send)
    let names = Box(.horizontal, spacing: 4, [artist.button, dash, album.button], classes: ["full-names"])
    let words = Box(.vertical, spacing: 2, [title, names])
    words.hexpand = true
    heart.setAction("app.love")
    heart.valign = .center
    let heading = Box(.horizontal, spacing: 8, [words, heart])

    func opener(_ icon: String, _ label: String, _ action: String) -> Button {
      let button = Button(
        child: Box(.horizontal, spacing: 8, [Image(icon: icon), Label(label)]),
        classes: ["flat", "full-button"])
      button.setAction(action)
      button.accessibleLabel(label)
      return button
    }
    let openers = Box(
      .horizontal, spacing: 8,
      [
        opener("nagara-lyrics-symbolic", tr("Lyrics"), "win.lyrics"),
        opener("nagara-queue-symbolic", tr("Up Next"), "win.up-next"),
      ])
    openers.halign = .center
    let controls = Box(.vertical, spacing: 14, [timeline.root, transport.root, volume.root, openers])

    layout = FullPlayerLayout(cover: artwork, heading: heading, controls: controls)
    let scroller = ScrolledWindow(layout)
    let collapse = Button(icon: "nagara-chevron-down-symbolic", classes: ["flat", "circular", "collapse"])
    collapse.describe(tr("Close the Player"))
    collapse.setAction("win.player::docked")
    collapse.halign = .start
    collapse.valign = .start
    let more = MenuButton(icon: "view-more-symbolic")
    more.setMenu(playerMenu)
    more.addClass("collapse")
    more.describe(tr("Player Menu"))
    more.halign = .end
    more.valign = .start
    root = Overlay(scroller, over: [collapse, more])
    root.addClass("full-player")
    travelling = Artwork(covers, .fluid(minimum: 1), resolution: .full)
    travelling.addClass("large", "raised")
    travelling.keepsPrevious = true

    artist.clicked = { [weak self] in
      guard let name = self?.current?.artists.first else {
        // It is a station's name.
        if let root = self?.root { _ = root.activateAction("app.open-stream", String?.none) }
        return
      }
      if let artist = state().library.artist(named: name) { send(.showArtist(artist.id)) }
    }
    album.clicked = { [weak self] in
      guard let track = self?.current, let album = state().library.album(of: track) else { return }
      send(.showAlbum(album))
    }
    addKeys(send: send, state: state)
  }

  func update(_ old: AppState?, _ new: AppState, animated: Bool) {
    let track = new.currentTrack
    if old == nil || track != old?.currentTrack || new.sounding != old?.sounding {
      current = track
      artwork.show(track?.coverKey)
      travelling.show(track?.coverKey)
      title.text = new.soundingTitle
      artist.text = new.soundingArtist
      album.text = track?.album ?? ""
      dash.visible = !artist.text.isEmpty && !album.text.isEmpty
    }
    if old == nil || new.currentRow != old?.currentRow { showHeart(new.currentRow) }
    // A cover whose colours are not known yet keeps the ground of the one before.
    if new.tint != nil || track?.coverKey == nil { tint.show(new.tint, animated: animated) }
    timeline.update(old, new)
    transport.update(old, new)
    volume.update(old, new)
  }

  /// What isn't in the library can't be rated.
  private func showHeart(_ row: TrackRow?) {
    heart.visible = row != nil
    let isLoved = row?.rating == Ratings.heart
    heart.setIcon(isLoved ? "nagara-heart-filled-symbolic" : "nagara-heart-symbolic")
    heart.describe(isLoved ? tr("Love No More") : tr("Love"))
  }

  /// Left and Right seek, Up and Down change the volume; sliders and buttons that use these keys come first.
  private func addKeys(send: @escaping Send, state: @escaping () -> AppState) {
    let keys = ShortcutController()
    let step = Int64(5 * Nanoseconds.second)
    func add(_ trigger: String, _ action: @escaping () -> PlayerAction) {
      keys.add(trigger) {
        send(.player(action()))
        return true
      }
    }
    add("Left") { .seekBy(-step) }
    add("Right") { .seekBy(step) }
    add("Up") { .setVolume(state().player.volume + 0.05) }
    add("Down") { .setVolume(state().player.volume - 0.05) }
    root.addController(keys)
  }
}

/// What the player's menu offers: how the song is rated, when to stop, how fast to play.
@MainActor
func playerMenu() -> Menu {
  let sleep = Menu()
  sleep.item(tr("Off"), "app.sleep::off")
  for minutes in SleepChoice.minutes {
    sleep.item(tr("%d minute", "%d minutes", Int(minutes)), "app.sleep::\(minutes)")
  }
  sleep.item(tr("At the End of the Song"), "app.sleep::end-of-track")
  sleep.item(tr("At the End of the Queue"), "app.sleep::end-of-queue")
  let speed = Menu()
  for rate in [0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0] {
    speed.item("× \(rate)", "app.speed::\(rate)")
  }
  let stars = Menu()
  for count in (0...Ratings.stars).reversed() { stars.item(Ratings.text(count), "app.stars::\(count)") }
  let rating = Menu()
  rating.submenu(tr("_Rating"), stars)
  let stop = Menu()
  stop.item(tr("_Stop After This Song"), "app.stop-after-current")
  stop.submenu(tr("S_leep Timer"), sleep)
  let sound = Menu()
  sound.submenu(tr("S_peed"), speed)
  sound.item(tr("_Equaliser and Sound…"), "win.preferences")
  return Menu().section(nil, rating).section(nil, stop).section(nil, sound)
}

/// A text that is pressed like a link.
@MainActor
final class LinkButton {
  let button: Button
  private let label = Label(ellipsis: .end, xalign: 0)
  var clicked: () -> Void = {}

  init() {
    button = Button(child: label, classes: ["flat", "link-text"])
    button.cursor(named: "pointer")
    button.onClick { [weak self] in self?.clicked() }
  }

  var text: String {
    get { label.text }
    set {
      label.text = newValue
      button.accessibleLabel(newValue)
      button.visible = !newValue.isEmpty
    }
  }
}
