import PlayerCore

/// The tracks that are loaded, each under a negative ID: −1, −2, … in the order they came.
///
/// A value: copies share their chunks, so that adding a batch to a table of 100,000 copies one chunk and not
/// the table.
struct TrackTable: Sendable {
  private static let chunkSize = 512
  private var chunks: [[Track]] = []
  private(set) var count = 0

  /// The track of this ID; `nil` for one that isn't in the table.
  subscript(id: TrackID) -> Track? {
    guard id.rawValue < 0, id.rawValue >= -Int64(count) else { return nil }
    let index = Int(-id.rawValue) - 1
    return chunks[index / Self.chunkSize][index % Self.chunkSize]
  }

  /// Every ID, in the order the tracks came.
  var ids: some RandomAccessCollection<TrackID> { (0..<count).lazy.map { TrackID(-Int64($0) - 1) } }

  /// Adds a track under the next ID and returns that.
  mutating func append(_ track: Track) -> TrackID {
    let id = TrackID(-Int64(count) - 1)
    var track = track
    track.id = id
    if count % Self.chunkSize == 0 { chunks.append([]) }
    chunks[count / Self.chunkSize].append(track)
    count += 1
    return id
  }

  /// Changes a track in place; its ID stays.
  mutating func update(_ id: TrackID, _ change: (inout Track) -> Void) {
    guard self[id] != nil else { return }
    let index = Int(-id.rawValue) - 1
    change(&chunks[index / Self.chunkSize][index % Self.chunkSize])
    chunks[index / Self.chunkSize][index % Self.chunkSize].id = id
  }
}
