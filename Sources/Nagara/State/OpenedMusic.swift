import GLibBridge
import MusicLibrary
import PlayerCore
import TextKeys

/// What was opened without being in the library: tracks, and the albums and artists that they make. All of them have
/// negative IDs. Grows only; nothing here does I/O.
struct OpenedMusic: Sendable {
  private(set) var tracks = TrackTable()
  private(set) var albums: [AlbumID: Album] = [:]
  /// As they are shown: by title, then by artist.
  private(set) var albumOrder: [AlbumID] = []
  private(set) var artists: [Artist] = []
  /// As they are shown: by name.
  private(set) var artistOrder: [ArtistID] = []
  /// The user's locale (`ja_JP`), for the order of names.
  let locale: String
  private var albumOf: [TrackID: AlbumID] = [:]
  private var groups: [AlbumID: [TrackID]] = [:]
  private var tracksOf: [[TrackID]] = []
  /// Order albums and artists as the user's language does.
  private var albumKeys: [AlbumID: [UInt8]] = [:]
  private var nameKeys: [[UInt8]] = []
  private var artistOf: [String: Int] = [:]
  private var trackOf: [SourceKey: TrackID] = [:]
  private var folderCover: [FilePath: String] = [:]
  private var neighbourhoods: [FilePath: Neighbourhood] = [:]
  private var facts: [TrackID: GroupingFacts] = [:]
  /// Of each track, in the order of the table.
  private var codecs: [AudioCodec] = []

  private struct SourceKey: Hashable {
    let source: MediaSource
    let segment: Segment?
  }

  private struct GroupingFacts {
    let isCompilation: Bool
    let musicBrainzAlbum: String?

    /// As much of a record as grouping looks at.
    var record: TagRecord {
      var record = TagRecord()
      record.isCompilation = isCompilation
      record.musicBrainz.album = musicBrainzAlbum
      return record
    }
  }

  /// Folders side by side: an album never reaches further, so that new tracks change the albums of their
  /// neighbourhood only.
  private struct Neighbourhood {
    var tracks: [TrackID] = []
    var albums: [AlbumID] = []
  }

  init(locale: String = "") { self.locale = locale }

  var isEmpty: Bool { tracks.count == 0 }

  func album(_ id: AlbumID) -> Album? { albums[id] }

  func artist(_ id: ArtistID) -> Artist? {
    let index = Int(-id.rawValue) - 1
    guard artists.indices.contains(index) else { return nil }
    var artist = artists[index]
    var seen: Set<AlbumID> = []
    let own = tracksOf[index].compactMap { albumOf[$0] }.filter { seen.insert($0).inserted }
    artist.trackCount = tracksOf[index].count
    artist.albumCount = own.count
    artist.coverKey = own.first.flatMap { albums[$0]?.coverKey }
    return artist
  }

  /// The artist of a name, however it is written.
  func artist(named name: String) -> Artist? { artistOf[FoldedText.fold(name)].map { artists[$0] } }

  /// The tracks of an artist, in the order in which they came.
  func tracks(ofArtist id: ArtistID) -> [TrackID] {
    let index = Int(-id.rawValue) - 1
    return tracksOf.indices.contains(index) ? tracksOf[index] : []
  }

  /// The tracks of an album, by disc and number.
  func tracks(ofAlbum id: AlbumID) -> [TrackID] { groups[id] ?? [] }

  /// The track of a source that is loaded whole.
  func track(of source: MediaSource) -> TrackID? { trackOf[SourceKey(source: source, segment: nil)] }

  /// The track of a source, or of a part of it.
  func track(of source: MediaSource, _ segment: Segment?) -> TrackID? {
    trackOf[SourceKey(source: source, segment: segment)]
  }

  /// All that is searched.
  var search: LibrarySearch {
    var search = LibrarySearch()
    for id in tracks.ids {
      guard let track = tracks[id] else { continue }
      search.addTrack(
        id.rawValue,
        SearchIndex.Item(
          name: track.displayTitle, artists: track.artists, album: track.album, genres: track.genres,
          composers: track.composers, fileName: track.source.displayName, year: track.date?.year))
    }
    for album in albumOrder.compactMap(album) {
      search.addAlbum(
        album.id.rawValue,
        SearchIndex.Item(
          name: album.title, artists: album.artist.map { [$0] } ?? [],
          genres: album.genre.map { [$0] } ?? [], year: album.year))
    }
    for artist in artistOrder.compactMap(artist) {
      search.addArtist(artist.id.rawValue, SearchIndex.Item(name: artist.name))
    }
    return search
  }

  /// How a track is coded, by its file's headers.
  func codec(of id: TrackID) -> AudioCodec {
    let index = Int(-id.rawValue) - 1
    return codecs.indices.contains(index) ? codecs[index] : .unknown
  }

  /// The album that a track belongs to.
  func album(of track: Track) -> AlbumID? { albumOf[track.id] }

  /// Adds tracks, and returns their IDs in order; one whose source is there already keeps its ID.
  mutating func add(_ new: [LoadedTrack]) -> [TrackID] {
    var touched: Set<FilePath> = []
    let ids = new.map { add($0, &touched) }
    guard let keys = SortKeys(locale: locale) ?? SortKeys(locale: "") else { return ids }
    for folder in touched { regroup(folder, keys) }
    if !touched.isEmpty {
      albumOrder = albumKeys.sorted { $0.value.lexicographicallyPrecedes($1.value) }.map(\.key)
    }
    orderArtists(keys)
    return ids
  }

  /// Notes a length that the engine found for a track whose tags have none.
  mutating func setDuration(_ duration: UInt64, of id: TrackID) {
    guard let track = tracks[id], track.durationNanoseconds == nil else { return }
    tracks.update(id) { $0.durationNanoseconds = duration }
    if let album = albumOf[id] { albums[album]?.duration += duration }
  }

  private mutating func add(_ loaded: LoadedTrack, _ touched: inout Set<FilePath>) -> TrackID {
    var track = loaded.track
    let key = SourceKey(source: track.source, segment: track.segment)
    if let known = trackOf[key] { return known }
    track.coverKey = coverKey(of: loaded)
    let id = tracks.append(track)
    trackOf[key] = id
    codecs.append(loaded.record.audio.codec)
    keepFacts(of: loaded, id)
    if track.album != nil, let path = track.source.path {
      let folder = Self.neighbourhood(of: path)
      neighbourhoods[folder, default: Neighbourhood()].tracks.append(id)
      touched.insert(folder)
    }
    for name in track.artists { addToArtist(name, id) }
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

  /// What tells albums apart and isn't in a `Track`; most have none of it.
  private mutating func keepFacts(of loaded: LoadedTrack, _ id: TrackID) {
    guard loaded.record.isCompilation || loaded.record.musicBrainz.album != nil else { return }
    facts[id] = GroupingFacts(
      isCompilation: loaded.record.isCompilation, musicBrainzAlbum: loaded.record.musicBrainz.album)
  }

  private static func neighbourhood(of path: FilePath) -> FilePath {
    var folder = path.parent ?? path
    if TagFileName.discFolder(folder.lastComponent) != nil { folder = folder.parent ?? folder }
    return folder.parent ?? folder
  }

  private mutating func regroup(_ folder: FilePath, _ keys: SortKeys) {
    guard let old = neighbourhoods[folder] else { return }
    let members = old.tracks.compactMap { id in
      tracks[id].map { LoadedTrack(track: $0, record: facts[id]?.record ?? TagRecord()) }
    }
    for id in old.albums {
      albums[id] = nil
      albumKeys[id] = nil
      groups[id] = nil
    }
    var ids: [AlbumID] = []
    for group in AlbumGrouping.groups(of: members) {
      guard let album = Album(group, in: tracks) else { continue }
      albums[album.id] = album
      albumKeys[album.id] = keys.key(album.title) + [0] + keys.key(album.artist ?? "")
      ids.append(album.id)
      groups[album.id] = group.tracks
      for track in group.tracks { albumOf[track] = album.id }
    }
    neighbourhoods[folder]?.albums = ids
  }

  // MARK: Artists

  private mutating func addToArtist(_ name: String, _ track: TrackID) {
    let key = FoldedText.fold(name)
    guard !key.isEmpty else { return }
    let index = artistOf[key] ?? artists.count
    if index == artists.count {
      artistOf[key] = index
      artists.append(Artist(id: ArtistID(-Int64(index) - 1), name: name))
      tracksOf.append([])
    }
    tracksOf[index].append(track)
  }

  private mutating func orderArtists(_ keys: SortKeys) {
    guard nameKeys.count < artists.count else { return }
    for index in nameKeys.count..<artists.count { nameKeys.append(keys.key(artists[index].name)) }
    artistOrder = artists.indices.sorted { nameKeys[$0].lexicographicallyPrecedes(nameKeys[$1]) }
      .map { artists[$0].id }
  }
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
    self.init(name: problem.source.displayName, place: problem.source.uri, reason: tr(problem.sentence))
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

  /// Whether this cover's track lies in one of the folders, at any depth.
  static func isKey(_ key: String, in folders: Set<FilePath>) -> Bool {
    guard let request = request(key, pixels: 1) else { return false }
    return request.isInside(folders)
  }
}
