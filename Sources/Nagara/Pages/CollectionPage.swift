import GtkBridge
import PlayerCore

/// An album, or everything of an artist: cover, facts, two buttons, and the tracks. All of it is one list, whose
/// first row is the head, so that the head scrolls with the tracks and long lists stay cheap.
@MainActor
final class CollectionPage: Page {
  enum Subject: Hashable {
    case album(AlbumID)
    case artist(ArtistID)

    /// From the page's name in the shell's stack; `nil` for a name that isn't one.
    init?(page: String) {
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

  /// The head's row. No track has this ID.
  private static let headRow: UInt64 = 0

  init(_ subject: Subject, _ context: PageContext) {
    self.subject = subject
    self.context = context
    header = PageHeader("", leading: .back, style: .none)
    head = CollectionHead(context, isArtist: { if case .artist = subject { true } else { false } }())
    let actions = SongActions(model, context) { $0 == Self.headRow ? nil : TrackID(row: $0) }
    self.actions = actions
    let column = Box(.vertical, [header.root], classes: ["page"])
    root = column
    let factory = RowFactory<CollectionRow>(
      make: { [weak self] in
        let row = CollectionRow()
        actions.attach(toRow: row.root) { [weak row] in row?.track?.row }
        row.owner = self
        return (row, row.root)
      },
      bind: { [weak self] row, id, _ in self?.bind(row, id) },
      unbind: { $0.unbind() },
      isActivatable: { $0 != Self.headRow })
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
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    if old == nil || old?.form != new.form { head.setRegular(new.form.isRegular) }
    if old == nil || old?.library.revision != new.library.revision { showSubject(new) }
    let current = new.player.queue.current?.track
    if old == nil || current != old?.player.queue.current?.track {
      for row in factory?.liveRows ?? [] { row.setCurrent(current) }
    }
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
    }
    model.replace(with: [Self.headRow] + subject.list.tracks(in: state).map(\.row))
    factory?.refresh()
  }

  private func activate(_ position: Int) {
    guard model.ids.indices.contains(position), model.ids[position] != Self.headRow else { return }
    context.send(.play(subject.list, from: TrackID(row: model.ids[position]), shuffled: false))
  }

  private func bind(_ row: CollectionRow, _ id: UInt64) {
    guard id != Self.headRow else {
      row.showHead(head.root)
      return
    }
    let state = context.state()
    guard let track = state.library.tracks[TrackID(row: id)] else { return }
    let isCurrent = state.player.queue.current?.track == track.id
    switch subject {
    case .album(let albumID):
      let albumArtist = state.library.album(albumID)?.artist
      row.showNumbered(track, artist: track.displayArtist == albumArtist ? nil : track.displayArtist)
    case .artist: row.showMedia(track, context.covers)
    }
    row.setCurrent(isCurrent ? track.id : nil)
  }
}

/// A row of a collection: the head, a numbered track, or a track with its cover.
@MainActor
final class CollectionRow {
  let root = Box(.horizontal)
  weak var owner: CollectionPage?
  private(set) var track: TrackID?
  private var numbered: NumberedRow?
  private var media: MediaRow?

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

  func showMedia(_ new: Track, _ covers: Covers) {
    unbind()
    track = new.id
    let row = media ?? MediaRow(covers)
    media = row
    row.root.hexpand = true
    root.append(row.root)
    row.show(new, subtitle: new.album, isCurrent: false)
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
