import GtkBridge
import MusicLibrary
import PlayerCore

/// An album, everything of an artist, or a shelf: cover, facts, buttons, and the tracks. All of it is one list, whose
/// first row is the head, so that the head scrolls with the tracks and long lists stay cheap.
@MainActor
final class CollectionPage: Page {
  enum Subject: Hashable {
    case album(AlbumID)
    case artist(ArtistID)
    case shelf(Shelf)

    /// From the page's name in the shell's stack; `nil` for a name that isn't one.
    init?(page: String) {
      if let shelf = Shelf(page: page) {
        self = .shelf(shelf)
        return
      }
      let parts = page.split(separator: "/")
      guard parts.count == 2, let number = Int64(parts[1]) else { return nil }
      switch parts[0] {
      case "album": self = .album(AlbumID(number))
      case "artist": self = .artist(ArtistID(number))
      default: return nil
      }
    }

    var list: TrackList {
      switch self {
      case .album(let id): .album(id)
      case .artist(let id): .artist(id)
      case .shelf(let shelf): .shelf(shelf)
      }
    }
  }

  let root: Widget
  let header: PageHeader
  private let subject: Subject
  private let context: PageContext
  private let head: CollectionHead
  private let model = ListModel()
  private let actions: SongActions
  private var factory: RowFactory<CollectionRow>?
  private var list: ListView?

  init(_ subject: Subject, _ context: PageContext) {
    self.subject = subject
    self.context = context
    header = PageHeader("", leading: .back, style: .none)
    head = CollectionHead(context, isArtist: { if case .artist = subject { true } else { false } }())
    let actions = SongActions(model, context) { CollectionItem(row: $0).track }
    self.actions = actions
    let column = Box(.vertical, [header.root], classes: ["page"])
    root = column
    let factory = RowFactory<CollectionRow>(
      make: { [weak self] in
        let row = CollectionRow()
        actions.attach(toRow: row.root) { [weak row] in row?.track?.row }
        row.follow = { [weak self] in self?.activate($0) }
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.bind(row, id) },
      unbind: { $0.unbind() },
      isActivatable: { CollectionItem(row: $0).isActivatable })
    let list = ListView(actions.selection, factory)
    list.addClass("collection-list")
    list.connect(ListView.activated) { [weak self] in self?.activate(Int($0)) }
    self.factory = factory
    self.list = list
    actions.attach(
      to: list, scroll: { [weak list] in list?.scroll(to: $0) },
      focus: { [weak factory] in factory?.focusRow(showing: $0) ?? false })
    let scroller = ScrolledWindow(list)
    scroller.vexpand = true
    column.append(scroller)
    head.play = { context.send(.play(subject.list, from: nil, shuffled: false)) }
    head.shuffle = { context.send(.play(subject.list, from: nil, shuffled: true)) }
    head.enqueue = { context.send(.enqueue(subject.list.tracks(in: context.state()), next: false)) }
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    if old == nil || old?.form != new.form { head.setRegular(new.form.isRegular) }
    if old == nil || old?.library.revision != new.library.revision || isOther(old, new) { showSubject(new) }
    let current = new.player.queue.current?.track
    if old == nil || current != old?.player.queue.current?.track {
      for row in factory?.liveRows ?? [] { row.setCurrent(current) }
    }
  }

  private func isOther(_ old: AppState?, _ new: AppState) -> Bool {
    guard case .shelf = subject else { return false }
    return old?.shelves.revision != new.shelves.revision
  }

  func scrollToTop() { list?.scroll(to: 0) }

  func focus() { head.focusPlay() }

  private func showSubject(_ state: AppState) {
    switch subject {
    case .album(let id):
      guard let album = state.library.album(id) else { return }
      header.setTitle(album.title)
      head.show(album, state)
    case .artist(let id):
      guard let artist = state.library.artist(id) else { return }
      header.setTitle(artist.name)
      head.show(artist, state)
    case .shelf(let shelf):
      guard let contents = state.shelves.contents[shelf] else { return }
      header.setTitle(shelf.title(contents.name))
      head.show(shelf, contents, state)
    }
    model.replace(with: items(state).map(\.row))
    factory?.refresh()
  }

  private func activate(_ position: Int) {
    if model.ids.indices.contains(position) { activate(CollectionItem(row: model.ids[position])) }
  }

  private func activate(_ item: CollectionItem) {
    switch item {
    case .head, .heading: break
    case .folder(let index): if let row = folder(index) { context.send(.shelves(.show(row.shelf))) }
    case .album(let id): context.send(.showAlbum(id))
    case .track(let id): context.send(.play(subject.list, from: id, shuffled: false))
    }
  }

  private func folder(_ index: Int) -> ShelfRow? {
    guard case .shelf(let shelf) = subject, let rows = context.state().shelves.contents[shelf]?.folders,
      rows.indices.contains(index)
    else { return nil }
    return rows[index]
  }

  private func items(_ state: AppState) -> [CollectionItem] {
    guard case .shelf(let shelf) = subject, let contents = state.shelves.contents[shelf] else {
      return [.head] + subject.list.tracks(in: state).map(CollectionItem.track)
    }
    var items: [CollectionItem] = [.head]
    items += contents.folders.indices.map(CollectionItem.folder)
    if !contents.albums.isEmpty {
      items.append(.heading(.albums))
      items += contents.albums.map { .album(AlbumID($0)) }
      items.append(.heading(.songs))
    }
    return items + contents.ownSongs.map(CollectionItem.track)
  }

  private func bind(_ row: CollectionRow, _ id: UInt64) {
    let state = context.state()
    row.item = CollectionItem(row: id)
    switch row.item {
    case .head: row.showHead(head.root)
    case .heading(let section): row.show(section)
    case .folder(let index): if let folder = folder(index) { row.show(folder, context.covers) }
    case .album(let id): if let album = state.library.album(id) { row.show(album, context.covers) }
    case .track(let id): bind(row, id, state)
    }
  }

  private func bind(_ row: CollectionRow, _ id: TrackID, _ state: AppState) {
    guard let track = state.library.tracks[id] else { return }
    let isCurrent = state.player.queue.current?.track == track.id
    switch subject {
    case .album(let albumID):
      let albumArtist = state.library.album(albumID)?.artist
      row.showNumbered(track, artist: track.displayArtist == albumArtist ? nil : track.displayArtist)
    case .artist: row.showMedia(track, subtitle: track.album, context.covers)
    case .shelf: row.showMedia(track, subtitle: nil, context.covers)
    }
    row.setCurrent(isCurrent ? track.id : nil)
  }
}

/// A row of a collection: the head, a heading, a folder or an album to go to, a numbered track, or a track with its
/// cover.
@MainActor
final class CollectionRow {
  let root = Box(.horizontal)
  /// Goes where a row leads that is a link: at one click, as in lists of albums.
  var follow: (CollectionItem) -> Void = { _ in }
  fileprivate(set) var item = CollectionItem.head
  private(set) var track: TrackID?
  private var numbered: NumberedRow?
  private var media: MediaRow?
  private var folder: MediaRow?

  init() {
    let click = GestureClick()
    click.connect(GestureClick.released) { [weak self] _, _, _ in
      if let self, self.item.isLink { self.follow(self.item) }
    }
    root.addController(click)
  }

  func showHead(_ head: Widget) {
    unbind()
    // The head may still be in a row that GTK keeps for later.
    head.unparent()
    root.append(head)
  }

  func showNumbered(_ new: Track, artist: String?) {
    unbind()
    track = new.id
    let row = numbered ?? NumberedRow()
    numbered = row
    root.append(row.root)
    row.show(new, artist: artist)
  }

  func showMedia(_ new: Track, subtitle: String?, _ covers: Covers) {
    let row = mediaRow(covers)
    track = new.id
    row.show(new, subtitle: subtitle, isCurrent: false)
  }

  func show(_ album: Album, _ covers: Covers) {
    let facts = [album.displayArtist, album.year.map(String.init)]
    let row = mediaRow(covers)
    row.setCurrent(false)
    row.subtitle.visible = true
    row.show(album, subtitle: facts.compactMap { $0 }.joined(separator: " · "))
  }

  func show(_ shelf: ShelfRow, _ covers: Covers) {
    unbind()
    let row = folder ?? MediaRow(covers, icon: shelf.shelf.icon)
    folder = row
    row.root.hexpand = true
    root.append(row.root)
    row.show(shelf)
  }

  func show(_ section: CollectionItem.Section) {
    unbind()
    let title = section == .albums ? tr("Albums") : tr("Songs")
    root.append(
      Box(.horizontal, [Label(title, xalign: 0, classes: ["section-title"])], classes: ["section-heading"]))
  }

  private func mediaRow(_ covers: Covers) -> MediaRow {
    unbind()
    let row = media ?? MediaRow(covers)
    media = row
    row.root.hexpand = true
    root.append(row.root)
    return row
  }

  func unbind() {
    track = nil
    media?.artwork.clear()
    root.removeAll()
  }

  func setCurrent(_ current: TrackID?) {
    let isCurrent = track != nil && track == current
    numbered?.setCurrent(isCurrent)
    media?.setCurrent(isCurrent)
  }
}

/// A track by its number, as albums list them.
@MainActor
final class NumberedRow {
  let root: Box
  private let number = Label(xalign: 1, classes: ["dim", "numeric"])
  private let note = Image(icon: "nagara-songs-symbolic", pixelSize: 14)
  private let title = Label(ellipsis: .end, xalign: 0, classes: ["row-title"])
  private let artist = Label(ellipsis: .end, xalign: 0, classes: ["row-subtitle", "dim"])
  private let time = Label(xalign: 1, classes: ["row-time", "dim", "numeric"])

  init() {
    number.width(characters: 3)
    note.addClass("accent")
    note.halign = .end
    note.visible = false
    let lines = Box(.vertical, spacing: 1, [title, artist])
    lines.hexpand = true
    lines.valign = .center
    root = Box(
      .horizontal, spacing: 12, [Overlay(number, over: [note]), lines, time], classes: ["numbered-row"])
    root.hexpand = true
  }

  func show(_ track: Track, artist name: String?) {
    number.text = track.number.number.map(String.init) ?? ""
    title.text = track.displayTitle
    artist.text = name ?? ""
    artist.visible = name != nil
    time.text = track.durationNanoseconds.map(clockText) ?? ""
  }

  func setCurrent(_ isCurrent: Bool) {
    root.setClass("current", isCurrent)
    note.visible = isCurrent
    number.opacity = isCurrent ? 0 : 1
  }
}
