import Glibc
public import PlayerCore
import Synchronization

/// One track with all that its file says.
public struct LoadedTrack: Sendable, Identifiable {
  public var track: Track
  /// What the tags hold beyond that; all empty for a stream.
  public var record: TagRecord

  public var id: TrackID { track.id }

  public init(track: Track, record: TagRecord) {
    self.track = track
    self.record = record
  }
}

/// Some of what was loaded, in the order in which it is to be played.
public struct MediaBatch: Sendable {
  public var tracks: [LoadedTrack] = []
  public var problems: [MediaProblem] = []

  public init() {}
}

/// Turns files, folders, playlists, CUE sheets and addresses into tracks.
///
/// Named files keep the order in which they were named, and so do those that a playlist names. A file that a CUE sheet
/// cuts, beside it or in its tags, is hidden behind the sheet's tracks. A folder's tracks come album by album, by disc and track
/// number, then by name; its files before its subfolders. Whatever can't be read becomes a problem, and the rest
/// goes on.
public final class MediaLoader: Sendable {
  private let pool: TagReaderPool
  private let means: MediaSearch.Means
  private var locale: String { means.locale }
  private let lastID: Mutex<Int64>

  /// Tracks get the IDs −1, −2, …: no library knows them.
  ///
  /// - Parameter locale: the language in which texts of unknown encoding are likely to be; `nil`: the
  ///   environment's.
  /// - Parameter markup: reads XML, which some playlists are; without it those are not known.
  /// - Parameter libraryPaths: the files among which an entry of a playlist is looked for by the end of its path, if
  ///   it is nowhere else.
  public init(
    pool: TagReaderPool, locale: String? = nil, markup: MarkupParser? = nil,
    libraryPaths: @escaping @Sendable () -> [FilePath] = { [] }
  ) {
    self.pool = pool
    means = MediaSearch.Means(
      locale: locale ?? UserLocale.name, markup: markup, libraryPaths: libraryPaths)
    lastID = Mutex(0)
  }

  /// What these sources hold. The first batch comes as soon as something can be played, the others as they are
  /// read. Ending the iteration, or its task, ends the reading.
  public func load(_ sources: [MediaSource]) -> AsyncStream<MediaBatch> {
    let (stream, continuation) = AsyncStream.makeStream(of: MediaBatch.self)
    let task = Task.detached(priority: .userInitiated) {
      await self.run(MediaSearch(sources, self.means), continuation)
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// All that is known of one file: its whole record, with the tag that each field came from, and the words. Not
  /// cached.
  public func details(of file: FilePath) async -> Result<MediaDetails, MediaProblem> {
    let result = await pool.read([file], wants: [.lyrics, .sources])
    switch result.first ?? .failure(.tags(.noReader)) {
    case .failure(let reason): return .failure(MediaProblem(file, reason))
    case .success(let record):
      var tracks = [LoadedTrack(path: file, record: record)]
      FolderCharset.apply(to: &tracks, locale: locale)
      return .success(MediaDetails(tracks[0].record, of: file, locale: locale))
    }
  }

  // MARK: Reading

  private typealias Unit = MediaSearch.Unit

  private func run(_ search: MediaSearch, _ continuation: AsyncStream<MediaBatch>.Continuation) async {
    var loaded: Set<Int> = []
    func deliver(_ batch: MediaBatch, of unit: Unit) {
      if !batch.tracks.isEmpty || !batch.problems.isEmpty {
        loaded.insert(unit.sourceIndex)
        continuation.yield(numbered(batch))
      }
    }

    // One after the other until something plays …
    var remainder: Unit?
    var plays = false
    while !plays, !Task.isCancelled, let unit = await search.next() {
      if unit.isFolder, unit.files.count <= MediaLoader.readAtOnce {
        let batch = await read(unit)
        plays = !batch.tracks.isEmpty
        deliver(batch, of: unit)
        continue
      }
      var rest = unit
      while !plays, !rest.files.isEmpty || !rest.problems.isEmpty || rest.stream != nil {
        var one = rest
        one.files = Array(rest.files.prefix(1))
        rest.files = Array(rest.files.dropFirst())
        (rest.problems, rest.stream) = ([], nil)
        let batch = await read(one)
        plays = !batch.tracks.isEmpty
        deliver(batch, of: unit)
      }
      if !rest.files.isEmpty { remainder = rest }
    }

    // … then as many at a time as there are readers, delivered in order.
    await withTaskGroup(of: (Int, Unit, MediaBatch).self) { group in
      var started = 0
      var delivered = 0
      var waiting: [Int: (Unit, MediaBatch)] = [:]
      func start() async {
        var unit = remainder
        remainder = nil
        if unit == nil { unit = await search.next() }
        guard let unit, !Task.isCancelled else { return }
        let index = started
        started += 1
        group.addTask { (index, unit, await self.read(unit)) }
      }
      for _ in 0..<(2 * pool.width) { await start() }
      for await (index, unit, batch) in group {
        waiting[index] = (unit, batch)
        while let (unit, batch) = waiting.removeValue(forKey: delivered) {
          deliver(batch, of: unit)
          delivered += 1
        }
        await start()
      }
    }
    guard !Task.isCancelled else { return }
    var last = MediaBatch()
    for (index, source) in search.sources.enumerated() where !loaded.contains(index) {
      last.problems.append(MediaProblem(source: source, reason: .nothingFound))
    }
    if !last.problems.isEmpty { continuation.yield(last) }
  }

  /// Few enough files to be read before the first of them sounds.
  private static let readAtOnce = 64

  private func read(_ unit: Unit) async -> MediaBatch {
    var batch = MediaBatch()
    batch.problems = unit.problems
    if let stream = unit.stream {
      batch.tracks.append(
        LoadedTrack(
          track: Track(id: TrackID(0), source: .stream(stream), title: unit.streamTitle), record: TagRecord())
      )
    }
    let results = await pool.read(unit.files.map(\.path), wants: .cueSheet)
    for (file, result) in zip(unit.files, results) {
      switch result {
      case .success(let record):
        if record.audio.isCutShort { batch.problems.append(MediaProblem(file.path, .cutShort)) }
        var parts = file.parts ?? record.cueSheet.map(CueFile.parts(embedded:)) ?? []
        if parts.isEmpty { parts = [TrackPart()] }
        batch.tracks += parts.map { $0.track(of: file.path, record, below: unit.below) }
      case .failure(let reason):
        // In a folder lie many files that nobody called audio.
        if file.isNamed || FileKind(file.path.lastComponent) == .audio {
          batch.problems.append(MediaProblem(file.path, reason))
        }
      }
    }
    FolderCharset.apply(to: &batch.tracks, locale: locale)
    if unit.isFolder { batch.tracks = MediaLoader.inPlayingOrder(batch.tracks) }
    return batch
  }

  /// Albums in the order of their first file, in each by disc, number and the order given.
  static func inPlayingOrder(_ tracks: [LoadedTrack]) -> [LoadedTrack] {
    var ranks: [String: Int] = [:]
    return tracks.enumerated().map { index, loaded in
      let track = loaded.track
      let rank = track.album.map { album in
        let key = album.lowercased()
        if ranks[key] == nil { ranks[key] = index }
        return ranks[key] ?? index
      }
      return (rank ?? index, track.disc.number ?? 1, track.number.number ?? Int.max, index, loaded)
    }
    .sorted { ($0.0, $0.1, $0.2, $0.3) < ($1.0, $1.1, $1.2, $1.3) }
    .map(\.4)
  }

  private func numbered(_ batch: MediaBatch) -> MediaBatch {
    var batch = batch
    lastID.withLock { last in
      for index in batch.tracks.indices {
        last -= 1
        batch.tracks[index].track.id = TrackID(last)
      }
    }
    return batch
  }
}

extension LoadedTrack {
  /// A file with what its tags say.
  public init(path: FilePath, record: TagRecord) {
    self.init(track: Track(id: TrackID(0), source: .file(path)), record: record)
    takeTags()
  }

  /// Brings the track in line with the record.
  mutating func takeTags() {
    track.title = record.title
    track.artists = record.artists
    track.albumArtists = record.albumArtists
    track.album = record.album
    track.number = record.number
    track.disc = record.disc
    track.date = record.date
    track.genres = record.genres
    track.composers = record.composers
    track.durationNanoseconds = record.audio.durationMilliseconds.map { UInt64($0) * Nanoseconds.millisecond }
    track.gains = record.gains
  }
}

extension MediaSource {
  /// A command-line argument: an address if it begins like one, else a path, which is made absolute.
  ///
  /// - Parameters:
  ///   - argument: the bytes as the shell gave them (not through `String`, which loses those that are not UTF-8).
  ///   - folder: what relative paths are relative to.
  public init?(argument: [UInt8], relativeTo folder: FilePath) {
    let scheme = argument.prefix { $0 != UInt8(ascii: ":") }
    let isScheme =
      scheme.count > 1
      && scheme.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    let rest = argument[scheme.endIndex...]
    if isScheme, rest.starts(with: "://".utf8) || (scheme.elementsEqual("file".utf8) && rest.first != nil) {
      self.init(uri: String(decoding: argument, as: UTF8.self))
      return
    }
    let path = argument.first == UInt8(ascii: "/") ? FilePath(bytes: argument) : folder.appending(argument)
    guard let path, !argument.isEmpty else { return nil }
    self = .file(path)
  }
}
