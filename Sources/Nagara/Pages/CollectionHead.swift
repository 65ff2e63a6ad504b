import GtkBridge
import MusicLibrary
import PlayerCore

/// What stands above a collection's tracks.
@MainActor
final class CollectionHead {
  let root: Widget
  var play: () -> Void = {}
  var shuffle: () -> Void = {}
  var enqueue: () -> Void = {}
  private let context: PageContext
  private let artwork: Mosaic
  private let title = Label(classes: ["collection-title"])
  private let artist = LinkButton()
  private let facts = Label(classes: ["dim"])
  private let playButton: Button
  private let shuffleButton: Button
  private let buttons: Box
  private let text: Box
  private let column: Box
  private var artistName: String?

  /// - Parameter icon: stands where there is no cover.
  init(_ context: PageContext, isArtist: Bool = false, icon: String = "nagara-songs-symbolic") {
    self.context = context
    artwork = Mosaic(context.covers, side: isArtist ? 140 : 200, resolution: .grid, icon: icon)
    artwork.addClass("large", "raised")
    artwork.setClass("round", isArtist)
    artwork.halign = .center
    artwork.valign = .center
    playButton = wideButton("media-playback-start-symbolic", tr("Play"), "suggested")
    shuffleButton = wideButton("nagara-shuffle-symbolic", tr("Shuffle"), "plain")
    let pair = Box(.horizontal, spacing: 10, [playButton, shuffleButton])
    pair.homogeneous = true
    pair.hexpand = true
    let enqueueButton = Button(icon: "nagara-queue-symbolic", classes: ["wide", "plain", "enqueue"])
    enqueueButton.describe(tr("Add to Up Next"))
    buttons = Box(.horizontal, spacing: 10, [pair, enqueueButton], classes: ["collection-buttons"])
    title.wraps(lines: 3)
    facts.wraps(lines: 2)
    artist.button.addClass("accent")
    text = Box(.vertical, spacing: 2, [title, artist.button, facts, buttons])
    text.valign = .center
    column = Box(.vertical, spacing: 14, [artwork, text], classes: ["collection-head"])
    column.hexpand = true
    root = column
    playButton.onClick { [weak self] in self?.play() }
    shuffleButton.onClick { [weak self] in self?.shuffle() }
    enqueueButton.onClick { [weak self] in self?.enqueue() }
    artist.clicked = { [weak self] in
      guard let name = self?.artistName, let found = context.state().library.artist(named: name) else {
        return
      }
      context.send(.showArtist(found.id))
    }
  }

  /// Side by side when there is room, one above the other when there isn't.
  func setRegular(_ isRegular: Bool) {
    column.orientation = isRegular ? .horizontal : .vertical
    column.setClass("regular", isRegular)
    let align: Align = isRegular ? .start : .center
    for widget in [title, facts, artist.button] as [Widget] { widget.halign = align }
    title.align(isRegular ? 0 : 0.5)
    title.justify(isRegular ? .start : .center)
    facts.align(isRegular ? 0 : 0.5)
    facts.justify(isRegular ? .start : .center)
    text.hexpand = true
    buttons.halign = isRegular ? .start : .fill
  }

  func show(_ album: Album, _ state: AppState) {
    artwork.show([album.coverKey].compactMap { $0 })
    title.text = album.title
    artistName = album.artist.flatMap { state.library.artist(named: $0)?.name }
    artist.text = album.displayArtist
    artist.button.canTarget = artistName != nil
    artist.button.focusable = artistName != nil
    let parts = [
      album.year.map(String.init), album.genre, songsText(album.trackCount),
      album.duration > 0 ? durationText(album.duration) : nil,
    ]
    facts.text = parts.compactMap { $0 }.joined(separator: " · ")
  }

  func show(_ artist: Artist, _ state: AppState) {
    artwork.show([artist.coverKey].compactMap { $0 })
    title.text = artist.name
    self.artist.text = ""
    facts.text = artistFacts(artist)
  }

  func show(_ shelf: Shelf, _ contents: ShelfContents, _ state: AppState) {
    let library = state.library
    let album = contents.albums.first.flatMap { library.album(AlbumID($0)) }
    let cover = album?.coverKey ?? contents.songs.first.flatMap { library.tracks[$0]?.coverKey }
    artwork.show([cover].compactMap { $0 })
    title.text = shelf.title(contents.name)
    artist.button.visible = false
    let isEmpty = contents.songs.isEmpty
    buttons.visible = !isEmpty
    let duration = UInt64(max(0, contents.milliseconds)) * Nanoseconds.millisecond
    let songs = factsText(albums: contents.albums.count, songs: contents.songs.count)
    facts.text =
      isEmpty
      ? shelf.emptyText
      : [songs, duration > 0 ? durationText(duration) : nil].compactMap { $0 }.joined(separator: " · ")
  }

  func show(_ playlist: PlaylistRow, _ items: [PlaylistItem], _ state: AppState) {
    let tracks = items.compactMap(\.track)
    artwork.show(state.library.coverKeys(of: tracks.prefix(PlaylistFacts.firstCount)))
    title.text = playlist.name
    artist.button.visible = false
    buttons.visible = !tracks.isEmpty
    let kind = playlist.isSmart ? tr("Smart playlist") : nil
    guard !items.isEmpty else {
      facts.text =
        playlist.isSmart
        ? tr("No song fits the rules of this playlist now.")
        : tr("No songs yet. Add some from any song’s menu, or drop them here.")
      return
    }
    let duration = state.playlists.lengths[playlist.id] ?? 0
    facts.text = [kind, songsText(items.count), duration > 0 ? durationText(duration) : nil]
      .compactMap { $0 }.joined(separator: " · ")
  }

  func focusPlay() { playButton.grabFocus() }
}

/// `4 albums · 31 songs`.
func artistFacts(_ artist: Artist) -> String {
  factsText(albums: artist.albumCount, songs: artist.trackCount)
}

/// A button of an icon and a word, above a collection; `kind` is its second CSS class.
@MainActor
func wideButton(_ icon: String, _ label: String, _ kind: String) -> Button {
  let child = Box(.horizontal, spacing: 8, [Image(icon: icon), Label(label, ellipsis: .end)])
  child.halign = .center
  let button = Button(child: child, classes: ["wide", kind])
  button.accessibleLabel(label)
  return button
}
