public import PlayerCore

/// Which cover is wanted.
public struct CoverRequest: Sendable, Hashable {
  public enum View: Sendable, Hashable {
    /// A track: its embedded picture first, then the folder's.
    case track
    /// An album: the folder's picture first, then the embedded one of this track.
    case album
  }

  /// The track's file, or one of the album's.
  public var file: FilePath
  public var view: View
  /// Pixels on the longer side at most; 1–4,096. Few different values serve the cache best.
  public var maximumEdge: Int

  public init(file: FilePath, view: View, maximumEdge: Int) {
    self.file = file
    self.view = view
    self.maximumEdge = maximumEdge
  }

  /// Whether the file lies in one of these folders, at any depth.
  public func isInside(_ folders: Set<FilePath>) -> Bool {
    var folder = file.parent
    while let path = folder {
      if folders.contains(path) { return true }
      folder = path.parent
    }
    return false
  }
}

// Gives covers as pixels.
//
// - `CoverLoader` (here): which picture is whose, and nothing decoded twice at once.
// - `CoverCache`: the last used ones, in memory.
// - `CoverFiles`: what was decoded once, on disk.
// - `FolderArt`: the picture beside the tracks.

/// Gives covers as pixels. They are decoded in the helper process; the last used ones stay in memory, and smaller
/// copies on disk.
public actor CoverLoader {
  private let pool: TagReaderPool
  private let files: CoverFiles?
  private var cache: CoverCache
  /// Grows when covers are forgotten: what was asked for before may be the old ones.
  private var generation = 0
  /// What is being decoded, so that nothing is decoded twice at once.
  private var running: [CoverRequest: Task<Result<CoverImage, MediaProblem>, Never>] = [:]

  /// - Parameters:
  ///   - byteLimit: how many bytes of pixels are kept at most.
  ///   - folder: for covers on disk, which is made if it isn't there; `nil`: nothing is kept there.
  ///   - diskLimit: how many bytes they take at most.
  public init(
    pool: TagReaderPool, byteLimit: Int = 48 << 20, folder: FilePath? = nil, diskLimit: Int = 256 << 20
  ) {
    self.pool = pool
    files = folder.map { CoverFiles($0, byteLimit: diskLimit) }
    cache = CoverCache(byteLimit: byteLimit)
  }

  /// The cover, or why there is none. A broken picture is passed over if there is another; if not, the problem
  /// names the file that it is in. Without any picture the reason is `.tags(.noCover)`.
  public func cover(_ request: CoverRequest) async -> Result<CoverImage, MediaProblem> {
    if let known = cache[request] { return known }
    if let task = running[request] { return await task.value }
    let pool = self.pool
    let files = self.files
    let generation = self.generation
    let task = Task.detached { await CoverLoader.decode(request, pool, files) }
    running[request] = task
    let result = await task.value
    guard generation == self.generation else { return result }
    running[request] = nil
    cache[request] = result
    return result
  }

  /// Forgets the pixels of what lies in these folders, at any depth: the pictures may be others.
  public func forget(in folders: Set<FilePath>) {
    generation += 1
    running = [:]
    cache.remove { $0.isInside(folders) }
  }

  /// Bytes of pixels in memory.
  var byteCount: Int { cache.byteCount }

  private static func decode(
    _ request: CoverRequest, _ pool: TagReaderPool, _ files: CoverFiles?
  ) async -> Result<CoverImage, MediaProblem> {
    func cover(_ file: FilePath, _ origin: CoverOrigin) async -> Result<CoverImage, MediaProblem> {
      let edge = request.maximumEdge
      let result =
        if let files {
          await files.cover(of: file, origin: origin, maximumEdge: edge, pool)
        } else {
          await pool.cover(of: file, origin: origin, maximumEdge: edge)
        }
      return result.mapError { MediaProblem(file, $0) }
    }
    func embedded() async -> Result<CoverImage, MediaProblem> { await cover(request.file, .embedded) }
    func beside() async -> Result<CoverImage, MediaProblem> {
      guard let folder = request.file.parent, let picture = FolderArt.find(in: folder) else {
        return .failure(MediaProblem(request.file, .tags(.noCover)))
      }
      return await cover(picture, .picture)
    }
    let first = request.view == .track ? await embedded() : await beside()
    guard case .failure(let problem) = first else { return first }
    let second = request.view == .track ? await beside() : await embedded()
    // That there is none says less than why one was refused.
    if case .failure(let other) = second, other.reason == .tags(.noCover) { return .failure(problem) }
    return second
  }
}
