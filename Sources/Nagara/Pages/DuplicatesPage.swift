import GtkBridge
import MusicLibrary
import PlayerCore

/// What the library has more than once, group by group: to be heard, found, thrown away, or kept and not named again.
@MainActor
final class DuplicatesPage: Page {
  /// What a row shows, and the number that stands for it in the list.
  enum Item: Equatable {
    /// The head of a group, by its place among them.
    case group(Int)
    case track(TrackID)

    // Those of the library are far below.
    private static let mark: UInt64 = 1 << 62

    init(row: UInt64) {
      self = row & Self.mark == 0 ? .track(TrackID(row: row)) : .group(Int(row & ~Self.mark))
    }

    var row: UInt64 {
      switch self {
      case .group(let index): Self.mark | UInt64(index)
      case .track(let id): id.row
      }
    }

    var track: TrackID? { if case .track(let id) = self { id } else { nil } }
  }

  let root: Widget
  let header = PageHeader(tr("Duplicates"), leading: .back, style: .small)
  private let context: PageContext
  private let model = ListModel()
  private let actions: SongActions
  private let stack = Stack()
  private let list: ListView
  private let factory: RowFactory<DuplicateRow>
  private let none: StatusPage
  private var shown = -1
  private var shownLibrary = -1

  init(_ context: PageContext) {
    self.context = context
    let actions = SongActions(model, context) { Item(row: $0).track }
    self.actions = actions
    weak var page: DuplicatesPage?
    factory = RowFactory<DuplicateRow>(
      make: {
        let row = DuplicateRow(context)
        actions.attach(toRow: row.root) { [weak row] in row?.track?.row }
        return (row, row.root)
      },
      bind: { row, id, _ in page?.bind(row, Item(row: id)) }, unbind: { $0.clear() },
      isActivatable: { Item(row: $0).track != nil })
    list = ListView(actions.selection, factory)
    list.addClass("collection-list", "duplicates-list")
    list.accessibleLabel(tr("Duplicates"))
    none = StatusPage(
      icon: "edit-copy-symbolic", title: tr("No Duplicates"),
      text: tr("No song is there twice: neither the same sound nor the same title, artist and album."))
    let looking = Spinner()
    looking.halign = .center
    stack.vexpand = true
    stack.add(looking, name: "looking")
    stack.add(none.root, name: "none")
    stack.add(ScrolledWindow(list), name: "list")
    root = Box(.vertical, [header.root, stack], classes: ["page"])
    page = self
    list.connect(ListView.activated) { [weak self] position in
      guard let self, model.ids.indices.contains(Int(position)),
        let track = Item(row: model.ids[Int(position)]).track
      else { return }
      context.send(.play(.duplicates, from: track, shuffled: false))
    }
    actions.attach(
      to: list, scroll: { [weak list] in list?.scroll(to: $0) },
      focus: { [weak factory] in factory?.focusRow(showing: $0) ?? false })
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    if old == nil || old?.form.isShort != new.form.isShort { none.setShort(new.form.isShort) }
    if shown != new.duplicates.revision || shownLibrary != new.library.revision { show(new) }
    let current = new.player.queue.current?.track
    if old == nil || current != old?.player.queue.current?.track {
      for row in factory.liveRows { row.setCurrent(current) }
    }
  }

  func scrollToTop() { list.scroll(to: 0) }

  private func show(_ state: AppState) {
    shown = state.duplicates.revision
    shownLibrary = state.library.revision
    guard let groups = state.duplicates.groups else { return }
    var rows: [UInt64] = []
    for (index, group) in groups.enumerated() {
      rows.append(Item.group(index).row)
      rows += group.tracks.map(\.row)
    }
    model.replace(with: rows)
    factory.refresh()
    stack.visibleName = groups.isEmpty ? "none" : "list"
  }

  private func bind(_ row: DuplicateRow, _ item: Item) {
    let state = context.state()
    switch item {
    case .group(let index):
      guard let groups = state.duplicates.groups, groups.indices.contains(index) else { return }
      row.show(groups[index])
    case .track(let id):
      guard let track = state.library.tracks[id] else { return }
      row.show(track, state.library.row(id))
      row.setCurrent(state.player.queue.current?.track)
    }
  }
}

/// A row of the duplicates: the head of a group with what they have in common, or one of its songs with what tells it
/// from the others.
@MainActor
final class DuplicateRow {
  let root = Box(.horizontal)
  private(set) var track: TrackID?
  private let context: PageContext
  private let reason = Label(ellipsis: .end, xalign: 0, classes: ["section-title"])
  private let ignore = Button(label: tr("Ignore"), classes: ["flat"])
  private let heading: Widget
  private let media: MediaRow
  private let place = Label(ellipsis: .start, xalign: 0, classes: ["row-subtitle", "dim"])
  private var group: Int64 = 0
  private var file: FilePath?

  init(_ context: PageContext) {
    self.context = context
    reason.hexpand = true
    ignore.describe(tr("Don’t list these any more"))
    heading = Box(.horizontal, spacing: 8, [reason, ignore], classes: ["section-heading"])
    heading.hexpand = true
    let show = Button(icon: "folder-open-symbolic", classes: ["flat", "circular", "small"])
    show.describe(tr("Show in Files"))
    let trash = Button(icon: "user-trash-symbolic", classes: ["flat", "circular", "small"])
    trash.describe(tr("Move to Trash…"))
    for button in [show, trash] { button.valign = .center }
    media = MediaRow(context.covers)
    media.addLine(place)
    media.root.hexpand = true
    media.root.append(Box(.horizontal, [show, trash]))
    ignore.onClick { [weak self] in if let self { context.send(.duplicates(.ignore(group))) } }
    show.onClick { [weak self] in if let file = self?.file { context.send(.showFiles([file])) } }
    trash.onClick { [weak self] in if let file = self?.file { context.send(.askToTrash([file])) } }
  }

  func show(_ group: DuplicateGroup) {
    fill(heading)
    self.group = group.key
    reason.text =
      switch group.reason {
      case .sound: tr("%d with the same sound", "%d with the same sound", group.tracks.count)
      case .tags: tr("%d with the same tags", "%d with the same tags", group.tracks.count)
      }
  }

  /// - Parameter row: what the library knows of its file.
  func show(_ new: Track, _ row: TrackRow?) {
    fill(media.root)
    track = new.id
    file = new.source.path
    media.show(new, subtitle: Self.facts(new, row), isCurrent: false)
    media.trailing.text = ""
    place.text = new.source.path?.displayPath ?? new.source.uri
    place.tooltip = place.text
  }

  /// `FLAC · 1024 kbit/s · 3:25`.
  private static func facts(_ track: Track, _ row: TrackRow?) -> String {
    let codec = row?.codec == .unknown ? nil : row?.codec.displayName
    let rate = row?.bitrate.map { tr("%s kbit/s", String($0)) }
    return [codec, rate, track.durationNanoseconds.map(clockText)].compactMap { $0 }.joined(separator: " · ")
  }

  private func fill(_ content: Widget) {
    clear()
    root.append(content)
  }

  func clear() {
    track = nil
    file = nil
    media.artwork.clear()
    root.removeAll()
  }

  func setCurrent(_ current: TrackID?) { media.setCurrent(track != nil && track == current) }
}
