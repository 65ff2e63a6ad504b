import GLibBridge
import MusicLibrary
import PlayerCore
import ShellCore

/// Carries `action` out on `state` and returns what is to be done for it, in order.
func reduceApp(_ state: inout AppState, _ action: AppAction) -> [AppEffect] {
  var step = AppStep(state)
  step.run(action)
  step.settle(from: state)
  state = step.state
  return step.effects
}

/// One action on its way.
private struct AppStep {
  var state: AppState
  var effects: [AppEffect] = []

  init(_ state: AppState) { self.state = state }

  mutating func run(_ action: AppAction) {
    if case .shell = action {} else { state.revision += 1 }
    switch action {
    case .shell(let action): shell(action)
    case .player(let action):
      if let positioned = PositionedAction(action), state.player.status == .playing,
        !state.watchesPosition || positioned.isExact
      {
        effects.append(.locate(positioned))
      } else {
        player(action)
      }
    case .located(let positioned): player(positioned.action)
    case .load(let sources, let purpose): load(sources, purpose)
    case .loaded(let id, let batch): loaded(id, batch)
    case .loadFinished(let id): loadFinished(id)
    case .play(let list, let from, let shuffled): play(list, from: from, shuffled: shuffled)
    case .enqueue(let tracks, let next): enqueue(tracks, next: next)
    case .insert(let tracks, let entry):
      player(.insertAll(tracks, after: entry))
      tellAdded(tracks.count)
    case .resume: if state.isRestoring { state.playsWhenRestored = true } else { resume() }
    case .restoring: state.isRestoring = true
    case .restored(let session): restored(session)
    case .setPreferences(let preferences):
      guard preferences != state.preferences else { return }
      state.preferences = preferences
      effects.append(.apply(preferences))
    case .shuffleAll: play(.songs, from: nil, shuffled: true)
    case .shuffleAlbums(let seed):
      if state.library.isFilled {
        effects.append(.library(.listAlbums(seed: seed)))
      } else {
        shuffle(state.library.albumOrder.map(state.library.tracks(of:)), seed)
      }
    case .albumsListed(let albums, let seed): shuffle(albums, seed)
    case .rate(let tracks, let rating): rate(tracks, rating)
    case .rateCurrent(let rating): if let track = state.currentRow?.track.id { rate([track], rating) }
    case .playlists(let action): playlists(action)
    case .stations(let action): stations(action)
    case .shelves(let action): shelves(action)
    case .duplicates(let action): duplicates(action)
    case .home(let action): home(action)
    case .browse(let view): browse(view)
    case .filter(let text): filter(text)
    case .filtered(let matches): state.filter.take(matches)
    case .library(let action): library(action)
    case .left(let track, let position): left(track, at: position)
    case .leaving: if let left = Playing(state)?.place { effects.append(left) }
    case .removeFromQueue(let entries): removeFromQueue(entries)
    case .clearUpNext: clearUpNext()
    case .upNextAdded(let length, let revision):
      if revision == state.queueRevision { state.upNextLength = length }
    case .showHistory(let shows): state.showsHistory = shows
    case .undo: undo()
    case .search(let text): search(text)
    case .found(let results): if results.query == state.search.text { state.search.results = results }
    case .toggleDrawer(let view): toggleDrawer(view)
    case .showInDrawer(let view): state.drawer = view
    case .lyricsRead(let track, let lyrics, let offset):
      if track == state.lyrics.track {
        state.lyrics = LyricsState(track: track, lyrics: lyrics, offset: offset)
      }
    case .moveLyrics(let milliseconds): moveLyrics(milliseconds)
    case .sortSongs(let order): state.songOrder = order
    case .setSongColumns(let columns):
      guard columns != state.songColumns else { return }
      state.songColumns = columns
      effects.append(.keepColumns(columns))
    case .showFiles(let files): effects.append(.showFiles(files))
    case .askToTrash(let files): effects.append(.askToTrash(files))
    case .trash(let files): effects.append(.trash(files))
    case .editTags(let files): effects.append(.editTags(files))
    case .showAlbum(let id): show("album/\(id.rawValue)")
    case .showArtist(let id): show("artist/\(id.rawValue)")
    case .showSearch: showSearch()
    case .showLibrary: show(PageID(LibraryPage.id))
    case .coverColors(let key, let colors): if key == state.currentTrack?.coverKey { state.tint = colors }
    case .window(let window): state.window = window
    case .tellFailures: tellFailures()
    case .tell(let notice): effects.append(.tell(notice))
    case .add(let batch): _ = state.library.add(batch.tracks)
    }
  }

  /// What follows from what has changed, whatever changed it.
  mutating func settle(from old: AppState) {
    if state.shell.environment != old.shell.environment || state.shell.metrics != old.shell.metrics {
      let layout = ShellLayout(state.shell)
      state.form = WindowForm(isRegular: layout.form == .regular, isShort: layout.isShort)
    }
    let current = state.player.queue.current
    if current != old.player.queue.current || state.library.revision != old.library.revision {
      state.currentTrack = current.flatMap { state.library.tracks[$0.track] }
      state.currentRow = current.flatMap { state.library.row($0.track) }
    }
    sortSongs(from: old)
    filterAgain(from: old)
    readHome(from: old)
    // Who starts the music again wants to see the player again.
    let startsAgain = state.player.status == .playing && old.player.status != .playing
    let isPresent =
      state.player.queue.current != nil && (!state.shell.player.isDismissed || startsAgain)
    if isPresent != state.shell.player.isPresent {
      shell(.setPlayerPresent(isPresent))
      if isPresent { state.undo.forget { if case .dismissal = $0 { true } else { false } } }
    }
    if state.player.volume != old.player.volume || state.player.isMuted != old.player.isMuted
      || state.player.rate != old.player.rate
    {
      effects.append(.keepSound)
    }
    let track = state.currentTrack
    let tints = state.preferences.tintsFromCover
    if track?.coverKey != old.currentTrack?.coverKey || tints != old.preferences.tintsFromCover {
      state.tint = nil
      if let key = track?.coverKey, tints { effects.append(.readColors(key: key)) }
    }
    if state.showsLyrics, let track, state.lyrics.track != track.id { wantLyrics(of: track) }
    if !state.showsUpNext {
      state.upNextLength = nil
    } else if !old.showsUpNext || state.queueRevision != old.queueRevision
      || state.library.revision != old.library.revision
    {
      effects.append(.addUpNext(revision: state.queueRevision))
    }
    if state.measuresGains != old.measuresGains {
      effects.append(.library(.measureGains(state.measuresGains)))
    }
    if state.watchesPosition != old.watchesPosition {
      effects.append(.watchPosition(state.watchesPosition))
    }
    for notice in state.player.notices {
      tell(notice)
      _ = reduce(&state.player, .dismissNotice(notice.id))
    }
  }

  private mutating func sortSongs(from old: AppState) {
    let isNewOrder = state.songOrder != old.songOrder
    if state.library.isFilled {
      state.sortedSongs = nil
      if isNewOrder { effects.append(.library(.readLists(state.songOrder))) }
    } else if isNewOrder || state.library.revision != old.library.revision {
      let opened = state.library.opened
      state.sortedSongs =
        state.songOrder.column == nil ? nil : state.songOrder.sorted(opened.tracks, locale: opened.locale)
    }
  }

  /// The lists are others, or in another order.
  private mutating func filterAgain(from old: AppState) {
    guard state.filter.isActive, let text = state.filter.text,
      state.library.revision != old.library.revision || state.songOrder != old.songOrder
    else { return }
    effects.append(.filter(text))
  }

  /// The covers of Home are read when they may be others and somebody looks.
  private mutating func readHome(from old: AppState) {
    if state.library.revision != old.library.revision { state.home.makeStale() }
    guard state.home.isStale, state.shell.selectedTab == AppTab.home.rawValue,
      state.shell.environment.mapped, !state.window.isMinimized,
      // What a scan finds would change them again and again.
      state.library.scan == nil || state.home.covers.isEmpty
    else { return }
    state.home.willRead()
    state.revision += 1
    state.home.keepRandom(of: state.library, state.songs)
    if state.library.isFilled {
      effects.append(.library(.readHome))
    } else {
      state.home.showOpened(of: state.library)
    }
  }

  // MARK: The two cores

  private mutating func shell(_ action: ShellAction) {
    if state.recordsShell { effects.append(.record(action)) }
    for effect in reduceShell(&state.shell, action) {
      effects.append(.shell(effect))
      switch effect {
      case .playerDismissed: dismissed()
      case .dismissalUndone: dismissalUndone()
      default: break
      }
    }
  }

  private mutating func player(_ action: PlayerAction) {
    if action.mayChangeQueue { state.queueRevision += 1 }
    let playing = Playing(state)
    let edits = state.player.queue.editCount
    let (library, points) = (state.library, state.resumePoints)
    let commands = reduce(&state.player, action) { id in
      points.isEmpty ? nil : library.tracks[id].flatMap(TrackPlace.init).flatMap { points[$0] }
    }
    // Before the engine lets go of it.
    if let left = playing?.place(after: action, state.player) { effects.append(left) }
    effects += commands.map(AppEffect.player)
    // The first list is nothing that anyone takes back.
    if state.player.queue.editCount > edits, edits > 0 { state.undo.add(.queue) }
    if case .restore = action { state.undo.forget { $0 == .queue } }
    if case .setSleep(let timer) = action {
      if case .after(let nanoseconds) = timer {
        effects.append(.sleep(nanoseconds))
      } else {
        effects.append(.sleep(nil))
      }
    }
    if let count = playing?.count(after: action, state.player) { effects.append(.library(count)) }
    if let heard = playing?.end(after: action, state.player) { left(heard, at: 0) }
    if case .engine(.durationKnown(_, let duration?)) = action, let entry = state.player.queue.current {
      state.library.setDuration(duration, of: entry.track)
    }
  }

  /// Remembers where a long track was left, and that it was heard to its end.
  private mutating func left(_ id: TrackID, at position: UInt64) {
    guard let track = state.library.tracks[id], let place = TrackPlace(track) else { return }
    let point = Playing.resumePoint(position, of: track.durationNanoseconds)
    guard state.resumePoints[place] != point else { return }
    state.resumePoints[place] = point
    effects.append(.library(.keepPlace(id, point)))
  }

  // MARK: The library

  private mutating func library(_ action: LibraryAction) {
    switch action {
    case .opened(let rows, let contents, let folders):
      state.library.open(rows, contents, folders: folders)
      effects.append(.playlists(.read(Array(state.playlists.items.keys))))
      effects.append(.stations(.read))
      readShelvesAgain()
      searchAgain()
    case .closed:
      state.library.close()
      state.shelves.clear()
    case .changed(let change, let contents):
      state.library.change(change, contents)
      readShelvesAgain()
      if !change.isEmpty { state.playlists.factsAreStale = true }
      if !change.isEmpty, state.openPages.contains(DuplicatesState.page) {
        effects.append(.library(.listDuplicates))
      }
      // Smart ones are chosen anew, and what was missing may be there.
      if !change.isEmpty, !state.playlists.items.isEmpty {
        effects.append(.playlists(.read(Array(state.playlists.items.keys))))
      }
      if !change.added.isEmpty {
        append(change.added)
        if state.measuresGains { effects.append(.library(.measureGains(true))) }
      }
      if !change.pictures.isEmpty { effects.append(.forgetCovers(in: change.pictures)) }
      if !change.isEmpty { searchAgain() }
    case .addFolder(let folder): effects.append(.library(.addFolder(folder)))
    case .removeFolder(let folder): effects.append(.library(.removeFolder(folder)))
    case .folders(let folders): state.library.setFolders(folders)
    case .scanned(let progress): state.library.scan = progress
    case .scan: effects.append(.library(.scan))
    case .cancelScan: effects.append(.library(.cancelScan))
    case .problems(let problems): state.library.problems = problems
    case .setIgnored(let folder, let isIgnored): setIgnored(folder, isIgnored)
    case .ignored(let folders): state.library.ignored = folders
    case .measured(let progress): state.library.gains = progress
    case .pauseMeasuring(let isPaused): state.library.isMeasuringPaused = isPaused
    case .findOtherPlayers: effects.append(.archive(.findOtherPlayers))
    case .otherPlayers(let found): state.library.otherPlayers = found
    case .importListener(let file): effects.append(.archive(.take(file)))
    case .exportListener(let file): effects.append(.archive(.export(file)))
    case .retry(let files): if !files.isEmpty { effects.append(.library(.retry(files))) }
    case .resumePoints(let points):
      // What was left before these were read is newer.
      state.resumePoints.merge(points) { new, _ in new }
    }
  }

  /// A folder is ignored within a folder of the library; a whole one is taken out.
  private mutating func setIgnored(_ folder: FilePath, _ isIgnored: Bool) {
    let folders = state.library.folders
    guard isIgnored, folders.contains(folder) || !folders.contains(where: { folder.isInside($0) }) else {
      return effects.append(.library(.setIgnored(folder, isIgnored)))
    }
    let text =
      folders.contains(folder)
      ? tr("“%s” is a music folder: remove it instead", folder.displayName)
      : tr("“%s” is in none of the music folders", folder.displayName)
    effects.append(.tell(Notice(text: text)))
  }

  /// Songs that come later join the list of all songs.
  private mutating func append(_ new: [TrackID]) {
    guard !new.isEmpty, state.player.queue.context == TrackList.songs.context else { return }
    player(.appendToContext(new, context: TrackList.songs.context))
  }

  private mutating func searchAgain() {
    if !state.search.text.isEmpty { effects.append(.search(state.search.text)) }
  }

  // MARK: Playlists

  private mutating func playlists(_ action: PlaylistAction) {
    switch action {
    case .reread: effects.append(.playlists(.read(Array(state.playlists.items.keys))))
    case .listed(let rows):
      state.playlists.rows = rows
      let known = Set(rows.map(\.id))
      state.playlists.items = state.playlists.items.filter { known.contains($0.key) }
      state.playlists.factsAreStale = true
      state.playlists.revision += 1
    case .opened(let id, let items):
      state.playlists.items[id] = items
      state.playlists.revision += 1
    case .added(let id, let length):
      guard state.playlists.items[id] != nil, state.playlists.lengths[id] != length else { return }
      state.playlists.lengths[id] = length
      state.playlists.revision += 1
    case .edited(let snapshot, let notice):
      state.undo.add(.playlist(snapshot))
      if let notice { effects.append(.tell(notice)) }
    case .show(let id):
      if state.playlists.items[id] == nil { state.playlists.items[id] = [] }
      effects.append(.playlists(.read([id])))
      show("playlist/\(id)")
    case .play(let id): if state.playlists.row(id) != nil { effects.append(.playlists(.play(id))) }
    case .edit(let edit):
      if case .delete(let id) = edit, state.topPage == "playlist/\(id)" { shell(.popPage(.code)) }
      effects.append(.playlists(.edit(edit)))
    case .importFiles(let files): effects.append(.playlists(.importFiles(files)))
    case .export(let id, let file): effects.append(.playlists(.export(id, file)))
    case .describe:
      guard state.playlists.factsAreStale else { return }
      state.playlists.factsAreStale = false
      effects.append(.playlists(.describe))
    case .described(let facts):
      state.playlists.facts = facts
      state.playlists.revision += 1
    case .askForRules(let id): effects.append(.playlists(.askForRules(id)))
    }
  }

  private mutating func stations(_ action: StationAction) {
    switch action {
    case .reread: effects.append(.stations(.read))
    case .listed(let stations): state.stations = stations
    case .edit(let edit): effects.append(.stations(.edit(edit)))
    case .edited(let snapshot): state.undo.add(.station(snapshot))
    }
  }

  // MARK: Shelves

  private mutating func shelves(_ action: ShelvesAction) {
    switch action {
    case .show(let shelf):
      show(shelf.page)
      effects.append(.library(.readShelves([], [shelf])))
    case .read(let kinds, let contents):
      state.shelves.take(
        kinds, contents, keeping: state.openPages, view: state.libraryView.shelves)
    case .play(let shelf): effects.append(.library(.playShelf(shelf)))
    case .plays(let shelf, let tracks):
      guard !tracks.isEmpty else { return }
      player(.playContext(tracks, context: TrackList.shelf(shelf).context, start: 0, shuffled: false))
    }
  }

  private mutating func duplicates(_ action: DuplicatesAction) {
    switch action {
    case .show:
      show(DuplicatesState.page)
      effects.append(.library(.listDuplicates))
    case .listed(let groups): state.duplicates.take(groups)
    case .ignore(let key):
      state.undo.add(.ignoring(key))
      effects.append(.library(.ignoreDuplicates(key, true)))
      effects.append(.tell(Notice(text: tr("These are not listed any more"), kind: .undo)))
    }
  }

  /// Those that are listed or have a page somewhere.
  private mutating func readShelvesAgain() {
    let kinds = state.libraryView.shelves.map { [$0] } ?? []
    let shelves = state.openPages.compactMap { Shelf(page: $0) }
    if !kinds.isEmpty || !shelves.isEmpty { effects.append(.library(.readShelves(kinds, shelves))) }
  }

  // MARK: Home and Library

  private mutating func home(_ action: HomeAction) {
    switch action {
    case .read(let covers): state.home.take(covers)
    case .shuffle: state.home.shuffle(state.library, state.songs)
    }
  }

  private mutating func browse(_ view: LibraryView) {
    let isOther = view != state.libraryView
    state.libraryView = view
    if isOther {
      if let kind = view.shelves { effects.append(.library(.readShelves([kind], []))) }
      effects.append(.keepView(view))
    }
    let tab = AppTab.library.rawValue
    // Chosen again, the tab goes to its root, and there to the top.
    if state.shell.selectedTab != tab || state.topPage != nil || !isOther {
      shell(.selectTab(tab, allowed: true, .code))
    }
    revealPages()
  }

  private mutating func filter(_ text: String?) {
    guard state.filter.setText(text) else { return }
    effects.append(.filter(text ?? ""))
  }

  private mutating func rate(_ tracks: [TrackID], _ rating: Int?) {
    let known = tracks.filter { state.library.row($0) != nil }
    if !known.isEmpty {
      let before = known.map { ($0, state.library.row($0)?.rating) }
      state.undo.add(.ratings(Dictionary(before) { first, _ in first }))
    }
    setRating(of: tracks, rating)
  }

  private mutating func setRating(of tracks: [TrackID], _ rating: Int?) {
    // The heart answers the press; the store's answer comes later.
    if let current = state.currentRow?.track.id, tracks.contains(current) {
      state.currentRow?.rating = rating
    }
    effects.append(.library(.rate(tracks, rating)))
  }

  // MARK: Undo

  private mutating func undo() {
    while let step = state.undo.takeLast() {
      switch step {
      case .queue: player(.undo)
      case .playlist(let snapshot): effects.append(.playlists(.edit(.putBack(snapshot))))
      case .station(let snapshot): effects.append(.stations(.edit(.putBack(snapshot))))
      case .ignoring(let key): effects.append(.library(.ignoreDuplicates(key, false)))
      case .ratings(let before):
        for (track, rating) in before { setRating(of: [track], rating) }
      case .dismissal(let wasPlaying):
        guard state.shell.player.isDismissed else { continue }
        // The shell's answer to it looks for the step.
        state.undo.add(.dismissal(wasPlaying: wasPlaying))
        shell(.undoDismissal)
      }
      return
    }
  }

  /// The player was swiped away: the music rests, and everything stays where it is.
  private mutating func dismissed() {
    state.undo.add(.dismissal(wasPlaying: state.player.status == .playing))
    player(.pause)
  }

  private mutating func dismissalUndone() {
    guard let step = state.undo.steps.last(where: { if case .dismissal = $0 { true } else { false } }) else {
      return
    }
    state.undo.forget { $0 == step }
    if step == .dismissal(wasPlaying: true) { player(.play) }
  }

  // MARK: Reading files

  private mutating func load(_ sources: [MediaSource], _ purpose: Load.Purpose) {
    guard !sources.isEmpty else { return }
    let id = LoadID(rawValue: state.nextLoad)
    state.nextLoad += 1
    state.loads[id] = Load(purpose: purpose)
    effects.append(.load(id, sources))
  }

  private mutating func loaded(_ id: LoadID, _ batch: MediaBatch) {
    guard let load = state.loads[id] else { return }
    for problem in batch.problems {
      state.loads[id]?.problems += 1
      fail(LoadProblem(problem))
    }
    guard !batch.tracks.isEmpty else { return }
    let isFirst = load.found == 0
    state.loads[id]?.found += batch.tracks.count
    let before = state.library.opened.tracks.count
    let ids = state.library.add(batch.tracks)
    switch load.purpose {
    case .play where isFirst:
      player(.playContext(ids, context: id.context, start: 0, shuffled: nil))
    case .play: player(.appendToContext(ids, context: id.context))
    case .enqueue: player(.enqueue(ids))
    }
    guard !state.library.isFilled, state.library.opened.tracks.count > before else { return }
    append(ids.filter { $0.rawValue < -Int64(before) })
    searchAgain()
  }

  private mutating func loadFinished(_ id: LoadID) {
    guard let load = state.loads.removeValue(forKey: id) else { return }
    if load.found == 0, load.problems == 0 {
      effects.append(.tell(Notice(text: tr("There is no music in what you opened"))))
    }
  }

  // MARK: Lists

  private mutating func play(_ list: TrackList, from track: TrackID?, shuffled: Bool) {
    let tracks = list.tracks(in: state)
    guard !tracks.isEmpty else { return }
    let start = track.flatMap(tracks.firstIndex) ?? (shuffled ? nil : 0)
    player(.playContext(tracks, context: list.context, start: start, shuffled: shuffled))
    if case .playlist(let id) = list { effects.append(.playlists(.notePlayed(id))) }
  }

  private mutating func enqueue(_ tracks: [TrackID], next: Bool) {
    player(next ? .playNext(tracks) : .enqueue(tracks))
    tellAdded(tracks.count)
  }

  private mutating func tellAdded(_ count: Int) {
    let text = tr("%d song added to Up Next", "%d songs added to Up Next", count)
    effects.append(.tell(Notice(text: text, kind: .undo)))
  }

  private mutating func resume() {
    if state.player.canPlay { player(.play) } else { play(.songs, from: nil, shuffled: true) }
  }

  /// What plays already, because someone was faster, goes on.
  private mutating func restored(_ session: RestoredSession?) {
    state.isRestoring = false
    if let session, state.player.queue.isEmpty, session.queue.current != nil || !session.queue.isEmpty {
      player(.restore(session.queue, position: session.position))
      if state.wasExpanded, state.player.queue.current != nil {
        shell(.setPlayerPresent(true))
        shell(.expandPlayer(.code))
      }
    } else if let track = session?.queue.current?.track, let position = session?.position {
      // What was to go on is remembered, if it is long.
      left(track, at: position)
    }
    if state.playsWhenRestored { resume() }
    state.playsWhenRestored = false
  }

  private mutating func shuffle(_ albums: [[TrackID]], _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let tracks = albums.shuffled(using: &random).flatMap(\.self)
    guard !tracks.isEmpty else { return }
    player(.playContext(tracks, context: nil, start: 0, shuffled: false))
  }

  private mutating func removeFromQueue(_ entries: [EntryID]) {
    guard !entries.isEmpty else { return }
    player(.remove(entries))
    tellRemoved(entries.count)
  }

  private mutating func clearUpNext() {
    let count = state.player.queue.upNextCount
    guard count > 0 else { return }
    player(.clearUpcoming)
    tellRemoved(count)
  }

  private mutating func tellRemoved(_ count: Int) {
    let text = tr("%d song removed from Up Next", "%d songs removed from Up Next", count)
    effects.append(.tell(Notice(text: text, kind: .undo)))
  }

  // MARK: Search and pages

  private mutating func search(_ text: String) {
    guard text != state.search.text else { return }
    state.search.text = text
    if SearchQuery(text).isEmpty { state.search.results = SearchResults() }
    effects.append(.search(text))
  }

  private mutating func show(_ page: PageID) {
    if state.topPage != page { shell(.pushPage(PageItem(page))) }
    revealPages()
  }

  /// A page that was asked for from the full player must be seen.
  private mutating func revealPages() {
    if !state.form.isRegular, state.shell.player.isExpanded { shell(.collapsePlayer(.code)) }
  }

  private mutating func showSearch() {
    shell(.selectTab(AppTab.search.rawValue, allowed: true, .code))
    revealPages()
    effects.append(.focusSearch)
  }

  // MARK: The drawer

  private mutating func toggleDrawer(_ view: DrawerView) {
    let isOpen = state.shell.drawer.isOpen
    if isOpen, state.drawer == view {
      shell(.moveDrawer(to: Detent.closed, .code))
    } else {
      state.drawer = view
      if !isOpen { shell(.moveDrawer(to: "half", .code)) }
    }
  }

  /// A stream has no file to look in; a file of many tracks has no words for one of them.
  private mutating func wantLyrics(of track: Track) {
    let canHave = track.source.path != nil && track.segment == nil
    state.lyrics = LyricsState(track: track.id, isReading: canHave)
    if canHave { effects.append(.readLyrics(track.id)) }
  }

  private mutating func moveLyrics(_ milliseconds: Int?) {
    guard let track = state.lyrics.track, state.lyrics.lyrics?.isSynced == true else { return }
    let limit = LyricsState.longestOffset
    let offset = milliseconds.map { min(max(-limit, state.lyrics.offset + $0), limit) } ?? 0
    guard offset != state.lyrics.offset else { return }
    state.lyrics.offset = offset
    effects.append(.keepLyricsOffset(track, milliseconds: offset))
  }

  // MARK: Failures

  private mutating func fail(_ problem: LoadProblem) {
    if state.untoldFailures.isEmpty { effects.append(.tellFailuresSoon) }
    state.untoldFailures.append(problem)
  }

  private mutating func tellFailures() {
    guard let first = state.untoldFailures.first else { return }
    let others = state.untoldFailures.count - 1
    state.untoldFailures = []
    var text = "\(first.name): \(first.reason)"
    if others > 0 { text += " " + tr("(and %d more)", "(and %d more)", others) }
    effects.append(.tell(Notice(text: text)))
  }

  private mutating func tell(_ notice: PlayerNotice) {
    switch notice.kind {
    case .skipped:
      let name = notice.source?.displayName ?? ""
      fail(LoadProblem(name: name, place: notice.source?.uri ?? "", reason: tr(notice.error.reason)))
    case .stoppedAfterFailures:
      effects.append(.tell(Notice(text: tr("Stopped: nothing in a row of files could be played"))))
    case .device:
      effects.append(.tell(Notice(text: tr(notice.error.reason))))
    }
  }
}

extension AppState {
  /// The pages on all tabs' stacks.
  var openPages: Set<PageID> { Set(shell.tabs.lazy.flatMap(\.pages).map(\.id)) }

  /// The page on top of the selected tab's stack; `nil` for its root.
  var topPage: PageID? { shell.tabs.first { $0.id == shell.selectedTab }?.pages.last?.id }
}

extension PlayerAction {
  /// Whether the queue's entries or their order may be others afterwards.
  fileprivate var mayChangeQueue: Bool {
    switch self {
    case .engine(.positionTick), .engine(.durationKnown), .engine(.formatKnown), .engine(.streamTitle),
      .engine(.stationKnown),
      .engine(.buffering), .engine(.volumeChanged), .setVolume, .setMuted, .setRate, .seek, .pause,
      .dismissNotice:
      false
    default: true
    }
  }
}
