import GLibBridge
import MusicLibrary
import PlayerCore

/// What is loaded: tracks, and the albums and artists that they make. Grows only; nothing here does I/O.
struct LibraryState: Sendable {
  private(set) var tracks = TrackTable()
  /// In the order they were found; shown in the order of `albumOrder`.
  private(set) var albums: [Album] = []
  /// By folded title, then by folded artist.
  private(set) var albumOrder: [AlbumID] = []
  private(set) var artists: [Artist] = []
  /// What could not be read, oldest first.
  private(set) var problems: [LoadProblem] = []
  /// Grows with every change, so that views see one without comparing.
  private(set) var revision = 0

  private var albumOf: [AlbumKey: AlbumID] = [:]
  private var artistOf: [String: Int] = [:]
  private var trackOf: [SourceKey: TrackID] = [:]
  private var orderKeys: [String] = []
  private var folderCover: [FilePath: String] = [:]

  private struct SourceKey: Hashable {
    let source: MediaSource
    let segment: Segment?
  }

  var isEmpty: Bool { tracks.count == 0 }

  func album(_ id: AlbumID) -> Album? {
    Int(id.rawValue) < albums.count ? albums[Int(id.rawValue)] : nil
  }

  /// The artist of a name, however it is written.
  func artist(named name: String) -> Artist? { artistOf[foldedText(name)].map { artists[$0] } }

  /// The track of a source that is loaded whole.
  func track(of source: MediaSource) -> TrackID? { trackOf[SourceKey(source: source, segment: nil)] }

  /// The album that a track belongs to.
  func album(of track: Track) -> AlbumID? { AlbumKey(track, fold: foldedText).flatMap { albumOf[$0] } }

  /// Adds tracks, and returns their IDs in order; one whose source is there already keeps its ID.
  mutating func add(_ new: [LoadedTrack]) -> [TrackID] {
    revision += 1
    return new.map { add($0) }
  }

  mutating func add(_ problem: LoadProblem) {
    problems.append(problem)
  }

  /// Notes a length that the engine found for a track whose tags have none.
  mutating func setDuration(_ duration: UInt64, of id: TrackID) {
    guard let track = tracks[id], track.durationNanoseconds == nil else { return }
    tracks.update(id) { $0.durationNanoseconds = duration }
    if let album = album(of: track) { albums[Int(album.rawValue)].duration += duration }
    revision += 1
  }

  private mutating func add(_ loaded: LoadedTrack) -> TrackID {
    var track = loaded.track
    let key = SourceKey(source: track.source, segment: track.segment)
    if let known = trackOf[key] { return known }
    track.coverKey = coverKey(of: loaded)
    let id = tracks.append(track)
    trackOf[key] = id
    let album = addToAlbum(track, id)
    for name in track.artists { addToArtist(name, id, album) }
    return id
  }

  /// Tracks without a picture of their own share their folder's.
  private mutating func coverKey(of loaded: LoadedTrack) -> String? {
    guard let path = loaded.track.source.path else { return nil }
    guard loaded.record.pictureCount == 0, let folder = path.parent else { return CoverKey.track(path) }
    if let known = folderCover[folder] { return known }
    let key = CoverKey.album(path)
    folderCover[folder] = key
    return key
  }

  // MARK: Albums

  private mutating func addToAlbum(_ track: Track, _ id: TrackID) -> AlbumID? {
    guard let key = AlbumKey(track, fold: foldedText), let title = track.album else { return nil }
    let albumID = albumOf[key] ?? makeAlbum(key, title: AlbumKey.withoutDiscMarker(title), track)
    let index = Int(albumID.rawValue)
    let place = place(of: track, in: albums[index])
    albums[index].tracks.insert(id, at: place)
    albums[index].duration += track.durationNanoseconds ?? 0
    albums[index].coverKey = albums[index].coverKey ?? track.source.path.map { CoverKey.album($0) }
    albums[index].year = albums[index].year ?? track.date?.year
    albums[index].genre = albums[index].genre ?? track.genres.first
    if albums[index].artist != Self.albumArtist(track) { albums[index].artist = nil }
    return albumID
  }

  private mutating func makeAlbum(_ key: AlbumKey, title: String, _ track: Track) -> AlbumID {
    let id = AlbumID(rawValue: UInt32(albums.count))
    albums.append(Album(id: id, title: title, artist: Self.albumArtist(track)))
    albumOf[key] = id
    let orderKey = key.title + "\u{0}" + foldedText(Self.albumArtist(track) ?? "")
    var low = 0
    var high = orderKeys.count
    while low < high {
      let middle = (low + high) / 2
      if orderKeys[middle] <= orderKey { low = middle + 1 } else { high = middle }
    }
    orderKeys.insert(orderKey, at: low)
    albumOrder.insert(id, at: low)
    return id
  }

  private static func albumArtist(_ track: Track) -> String? {
    let names = track.albumArtists.isEmpty ? track.artists : track.albumArtists
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// Behind all that come before it by disc and number. Files come in order mostly, so the search starts at
  /// the end.
  private func place(of track: Track, in album: Album) -> Int {
    func rank(_ track: Track) -> (Int, Int) { (track.disc.number ?? 1, track.number.number ?? .max) }
    var place = album.tracks.count
    while place > 0, let before = tracks[album.tracks[place - 1]], rank(before) > rank(track) { place -= 1 }
    return place
  }

  // MARK: Artists

  private mutating func addToArtist(_ name: String, _ track: TrackID, _ album: AlbumID?) {
    let key = foldedText(name)
    guard !key.isEmpty else { return }
    let index = artistOf[key] ?? artists.count
    if index == artists.count {
      artistOf[key] = index
      artists.append(Artist(id: ArtistID(rawValue: UInt32(index)), name: name))
    }
    artists[index].tracks.append(track)
    if let album, !artists[index].albums.contains(album) { artists[index].albums.append(album) }
  }
}

/// Names an artist among those loaded.
struct ArtistID: Hashable, Sendable {
  let rawValue: UInt32
}

/// Someone who is named as an artist of a track.
struct Artist: Identifiable, Hashable, Sendable {
  let id: ArtistID
  let name: String
  var tracks: [TrackID] = []
  var albums: [AlbumID] = []
}

/// A file or folder that could not be read.
struct LoadProblem: Hashable, Sendable {
  /// The name to show.
  let name: String
  /// The whole path or URI.
  let place: String
  /// A sentence for the user.
  let reason: String
}

extension LoadProblem {
  init(_ problem: MediaProblem) {
    self.init(name: problem.source.displayName, place: problem.source.uri, reason: problem.sentence)
  }
}

/// Names covers: whose picture, and whether the folder's comes first.
enum CoverKey {
  /// A track: its own picture first, then its folder's.
  static func track(_ file: FilePath) -> String { "track " + file.fileURI }
  /// An album: the folder's picture first, then the one in this track.
  static func album(_ file: FilePath) -> String { "album " + file.fileURI }

  /// What to ask the cover loader for.
  static func request(_ key: String, pixels: Int) -> CoverRequest? {
    let parts = key.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let file = FilePath(fileURI: String(parts[1])) else { return nil }
    return CoverRequest(file: file, view: parts[0] == "album" ? .album : .track, maximumEdge: pixels)
  }
}
