import GLibBridge
import MusicLibrary
import PlayerCore

/// What the Home tab shows: a first page of covers of each shelf.
struct HomeState: Sendable {
  private(set) var covers: [HomeShelf: [ShelfCover]] = [:]
  /// Whether the covers may be others by now. They are read when somebody looks.
  private(set) var isStale = true
  /// Grows with every change of the covers.
  private(set) var revision = 0
  private var random: SplitMix64

  /// As many as a wide screen shows, and some.
  static let limit = 20

  init(seed: UInt64 = 0) { random = SplitMix64(seed: seed) }

  mutating func makeStale() { isStale = true }

  /// They are being read.
  mutating func willRead() { isStale = false }

  mutating func take(_ new: [HomeShelf: [ShelfCover]]) { show(covers.merging(new) { $1 }) }

  /// There is no library: what was opened is shown.
  mutating func showOpened(of music: LibraryState) {
    show([.recentlyAdded: music.openedCovers, .random: covers[.random] ?? []])
  }

  private mutating func show(_ new: [HomeShelf: [ShelfCover]]) {
    let filled = new.filter { !$0.value.isEmpty }
    guard filled != covers else { return }
    covers = filled
    revision += 1
  }

  /// Chooses anew what stands on the random shelf: albums, or songs where there is no album.
  mutating func shuffle(_ music: LibraryState, _ songs: [TrackID]) {
    let albums = sample(music.albumOrder).map { ShelfCover.album($0.rawValue) }
    take([.random: albums.isEmpty ? sample(songs).map(ShelfCover.song) : albums])
  }

  /// What was chosen stays, as far as it is there.
  mutating func keepRandom(of music: LibraryState, _ songs: [TrackID]) {
    let chosen = covers[.random] ?? []
    // Of those listed: what was only opened has an album too.
    let listed =
      music.albumOrder.isEmpty
      ? songs.map(ShelfCover.song) : music.albumOrder.map { ShelfCover.album($0.rawValue) }
    let there = Set(chosen).intersection(listed)
    let kept = chosen.filter(there.contains)
    let count = music.albumOrder.isEmpty ? songs.count : music.albumOrder.count
    if kept.count < min(Self.limit, count) { shuffle(music, songs) } else { take([.random: kept]) }
  }

  /// Some of them, no two from one place.
  private mutating func sample<Element>(_ all: [Element]) -> [Element] {
    guard all.count > Self.limit * 4 else {
      return Array(all.shuffled(using: &random).prefix(Self.limit))
    }
    // The whole of a large library need not be shuffled for what is seen of it.
    var places: Set<Int> = []
    var sample: [Element] = []
    while sample.count < Self.limit {
      let place = Int.random(in: all.indices, using: &random)
      if places.insert(place).inserted { sample.append(all[place]) }
    }
    return sample
  }
}

/// A row of covers in the Home tab.
enum HomeShelf: String, CaseIterable, Sendable {
  case recentlyAdded, recentlyPlayed, mostPlayed, favourites, random

  /// The whole of it; `nil` for one that has no end.
  var whole: Shelf? {
    switch self {
    case .recentlyAdded: .recentlyAdded
    case .recentlyPlayed: .recentlyPlayed
    case .mostPlayed: .mostPlayed
    case .favourites: .favourites
    case .random: nil
    }
  }

  var title: String { whole?.title("") ?? tr("Something Else") }
}

enum HomeAction: Sendable {
  case read([HomeShelf: [ShelfCover]])
  /// Chooses the random shelf anew.
  case shuffle
}

extension ShelfCover {
  // A list's row: the ID, and in the lowest bit what it is one of.
  var row: UInt64 {
    switch self {
    case .album(let id): UInt64(bitPattern: id << 1)
    case .song(let id): UInt64(bitPattern: id.rawValue << 1 | 1)
    }
  }

  init(row: UInt64) {
    let id = Int64(bitPattern: row) >> 1
    self = row & 1 == 0 ? .album(id) : .song(TrackID(id))
  }
}

extension LibraryState {
  /// What was opened, the latest first, as the library's newest are shown.
  var openedCovers: [ShelfCover] {
    let albums = opened.albumOrder.map(\.rawValue)
    let loose = opened.tracks.ids.suffix(HomeState.limit).filter { id in
      opened.tracks[id].flatMap { opened.album(of: $0) } == nil
    }
    // IDs of what was opened fall; an album has that of its first track.
    let all = albums.map { ($0, ShelfCover.album($0)) } + loose.map { ($0.rawValue, ShelfCover.song($0)) }
    return all.sorted { $0.0 < $1.0 }.prefix(HomeState.limit).map(\.1)
  }
}

/// What the Home tab offers to go on with.
struct Continuation: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// The queue.
    case queue
    /// What was played last, while the queue is empty.
    case album(AlbumID)
  }

  var kind: Kind
  var coverKey: String?
  var title: String
  var facts: String
}

extension AppState {
  /// More songs than these are not added up: each is looked up.
  private static var mostAddedUp: Int { 100 }

  var continuation: Continuation? {
    if let track = currentTrack { return continuation(with: track) }
    guard player.queue.isEmpty, case .album(let id)? = home.covers[.recentlyPlayed]?.first,
      let album = library.album(AlbumID(id))
    else { return nil }
    return Continuation(
      kind: .album(album.id), coverKey: album.coverKey, title: album.title,
      facts: [album.artist ?? tr("Various Artists"), songsText(album.trackCount)].joined(separator: " · "))
  }

  private func continuation(with track: Track) -> Continuation {
    let queue = player.queue
    let count = queue.timelineCount
    let place = queue.currentTimelineIndex ?? 0
    var facts: [String] = []
    if count > 1 { facts.append(tr("Track %s of %s", String(place + 1), String(count))) }
    let title = queueTitle(with: track)
    if title == nil, let artist = track.displayArtist { facts.insert(artist, at: 0) }
    if count - place <= Self.mostAddedUp, let left = timeLeft(from: place) {
      facts.append(tr("%s left", durationText(left)))
    }
    return Continuation(
      kind: .queue, coverKey: track.coverKey, title: title ?? track.displayTitle,
      facts: facts.joined(separator: " · "))
  }

  /// Of the current song and all behind it, as far as it is known when the song begins.
  private func timeLeft(from place: Int) -> UInt64? {
    var sum: UInt64 = 0
    for entry in player.queue.timeline(place..<player.queue.timelineCount) {
      guard let duration = library.tracks[entry.track]?.durationNanoseconds else { return nil }
      sum += duration
    }
    return sum > 0 ? sum : nil
  }

  /// What the list that plays is called, if it has a name.
  private func queueTitle(with track: Track) -> String? {
    guard let context = player.queue.context, !player.queue.isCurrentManual else { return nil }
    if let album = library.album(of: track), TrackList.album(album).context == context {
      return library.album(album)?.title
    }
    return playlists.rows.first { TrackList.playlist($0.id).context == context }?.name
  }
}
