import MusicLibrary
import PlayerCore
import TextKeys

/// The music that there is: the library's, whose rows are read when they are wanted, and what was opened beside it.
///
/// The pages show the library. As long as it has nothing, they show what was opened.
struct LibraryState: Sendable {
  /// How far it is.
  enum Phase: Equatable, Sendable {
    /// Nobody knows yet whether there is any music.
    case opening
    case open
    /// It can't be used.
    case closed
  }

  private(set) var phase = Phase.opening
  private(set) var opened: OpenedMusic
  /// The whole lists of the library, as they are shown.
  private(set) var contents = LibraryContents()
  /// The folders that are looked through.
  private(set) var folders: [FilePath] = []
  /// Folders in them that are not looked into.
  var ignored: [FilePath] = []
  /// What could not be read in them.
  var problems: [LoadProblem] = []
  /// How far the scan is that runs; `nil`: none does.
  var scan: ScanProgress?
  /// How far it is with measuring loudness; `nil`: nothing is being measured.
  var gains: GainProgress?
  /// The user lets the measuring rest for now.
  var isMeasuringPaused = false
  /// Other players' files that can be taken over.
  var otherPlayers: [ListenerImport.Found] = []
  /// Grows with every change, so that views see one without comparing.
  private(set) var revision = 0
  private var rows: LibraryLookup?

  init(locale: String = "") { opened = OpenedMusic(locale: locale) }

  /// Whether the pages show the library, and not what was opened.
  var isFilled: Bool { !contents.songs.isEmpty }

  /// There is nothing to show.
  var isEmpty: Bool { !isFilled && opened.isEmpty }

  // MARK: Rows

  /// Every track that is known, by its ID.
  var tracks: Tracks { Tracks(opened: opened.tracks, rows: rows) }

  struct Tracks: Sendable {
    fileprivate let opened: TrackTable
    fileprivate let rows: LibraryLookup?

    /// `nil` for one that is there no more.
    subscript(id: TrackID) -> Track? {
      if id.rawValue < 0 { return opened[id] }
      guard let row = rows?.track(id) else { return nil }
      var track = row.track
      track.coverKey = row.coverKey(album: row.album.flatMap { rows?.album($0) })
      return track
    }
  }

  /// What the library knows of a track beside its tags; `nil` for one that isn't in it.
  func row(_ id: TrackID) -> TrackRow? { id.rawValue < 0 ? nil : rows?.track(id) }

  func album(_ id: AlbumID) -> Album? {
    id.rawValue < 0 ? opened.album(id) : rows?.album(id.rawValue).map { Album($0) }
  }

  func artist(_ id: ArtistID) -> Artist? {
    if id.rawValue < 0 { return opened.artist(id) }
    guard let row = rows?.artist(id.rawValue) else { return nil }
    return Artist(
      id: id, name: row.name, trackCount: row.trackCount, albumCount: row.albumCount,
      coverKey: rows?.coverFile(ofArtist: id.rawValue).map { CoverKey.album($0) })
  }

  /// The artist of a name, however it is written.
  func artist(named name: String) -> Artist? {
    if let id = rows?.artistID(named: name) { return artist(ArtistID(id)) }
    return opened.artist(named: name)
  }

  /// The album that a track belongs to.
  func album(of track: Track) -> AlbumID? {
    track.id.rawValue < 0 ? opened.album(of: track) : row(track.id)?.album.map { AlbumID($0) }
  }

  /// The tracks of an album, by disc and number.
  func tracks(of album: AlbumID) -> [TrackID] {
    album.rawValue < 0 ? opened.tracks(ofAlbum: album) : rows?.trackIDs(.album(album.rawValue)) ?? []
  }

  /// The tracks of an artist, album by album.
  func tracks(of artist: ArtistID) -> [TrackID] {
    artist.rawValue < 0 ? opened.tracks(ofArtist: artist) : rows?.trackIDs(.artist(artist.rawValue)) ?? []
  }

  /// How a track is coded, by its file's headers.
  func codec(of id: TrackID) -> AudioCodec {
    id.rawValue < 0 ? opened.codec(of: id) : row(id)?.codec ?? .unknown
  }

  // MARK: Lists

  /// As they are shown: by title, then by artist.
  var albumOrder: [AlbumID] { isFilled ? contents.albums : opened.albumOrder }

  /// As they are shown: by name.
  var artistOrder: [ArtistID] { isFilled ? contents.artists : opened.artistOrder }

  /// The letters by which a list of the library is gone through; empty for what was only opened.
  var letters: [String] { isFilled ? rows?.letters.map(\.text) ?? [] : [] }

  /// Where the rows of a letter, by its place in `letters`, begin in a list that is sorted by a text.
  func position(ofLetter place: Int, in ids: [UInt64], by text: SortText, descending: Bool) -> Int {
    let ids = ids.map { Int64(bitPattern: $0) }
    return rows?.position(ofLetter: place, in: ids, by: text, descending: descending) ?? 0
  }

  // MARK: Changes

  mutating func open(_ rows: LibraryLookup, _ contents: LibraryContents, folders: [FilePath]) {
    phase = .open
    self.rows = rows
    self.contents = contents
    self.folders = folders
    revision += 1
  }

  /// There is no library to show.
  mutating func close() {
    phase = .closed
    rows = nil
    contents = LibraryContents()
    scan = nil
    gains = nil
    revision += 1
  }

  /// - Parameter contents: `nil`: no list is another.
  mutating func change(_ change: LibraryChange, _ contents: LibraryContents?) {
    rows?.forget(change)
    if let contents { self.contents = contents }
    revision += 1
  }

  mutating func setFolders(_ folders: [FilePath]) {
    self.folders = folders
    revision += 1
  }

  /// Takes opened tracks, and returns their IDs in order. Those of the library have its IDs already.
  mutating func add(_ new: [LoadedTrack]) -> [TrackID] {
    let strangers = new.filter { $0.id.rawValue <= 0 }
    guard !strangers.isEmpty else { return new.map(\.id) }
    revision += 1
    var ids = opened.add(strangers)[...]
    return new.compactMap { $0.id.rawValue > 0 ? $0.id : ids.popFirst() }
  }

  /// Notes a length that the engine found for a track whose tags have none.
  mutating func setDuration(_ duration: UInt64, of id: TrackID) {
    guard id.rawValue < 0, opened.tracks[id]?.durationNanoseconds == nil else { return }
    opened.setDuration(duration, of: id)
    revision += 1
  }
}

/// How many of the tracks without gains have been measured.
struct GainProgress: Equatable, Sendable {
  var done = 0
  var total = 0

  var fraction: Double { total > 0 ? Double(done) / Double(total) : 0 }
}

/// The whole lists of a library.
struct LibraryContents: Equatable, Sendable {
  /// In the order in which they are shown.
  var songs: [TrackID] = []
  /// By title, then by artist.
  var albums: [AlbumID] = []
  /// By name.
  var artists: [ArtistID] = []
}

extension TrackRow {
  /// Its own picture first; tracks without one share their album's.
  func coverKey(album: AlbumRow?) -> String? {
    guard let path = track.source.path else { return nil }
    return hasPicture ? CoverKey.track(path) : CoverKey.album(album?.coverFile ?? path)
  }
}
