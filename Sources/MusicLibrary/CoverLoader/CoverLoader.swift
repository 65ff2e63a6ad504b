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
}

/// Gives covers as pixels. They are decoded in the helper process; the last used ones stay in memory.
public actor CoverLoader {
  private let pool: TagReaderPool
  private var cache: CoverCache
  /// What is being decoded, so that nothing is decoded twice at once.
  private var running: [CoverRequest: Task<Result<CoverImage, MediaProblem>, Never>] = [:]

  /// - Parameter byteLimit: how many bytes of pixels are kept at most.
  public init(pool: TagReaderPool, byteLimit: Int = 48 << 20) {
    self.pool = pool
    cache = CoverCache(byteLimit: byteLimit)
  }

  /// The cover, or why there is none. A broken picture is passed over if there is another; if not, the problem
  /// names the file that it is in. Without any picture the reason is `.tags(.noCover)`.
  public func cover(_ request: CoverRequest) async -> Result<CoverImage, MediaProblem> {
    if let known = cache[request] { return known }
    if let task = running[request] { return await task.value }
    let pool = self.pool
    let task = Task.detached { await CoverLoader.decode(request, pool) }
    running[request] = task
    let result = await task.value
    running[request] = nil
    cache[request] = result
    return result
  }

  /// Forgets all pixels: the files may have changed.
  public func forgetAll() { cache.removeAll() }

  /// Bytes of pixels in memory.
  var byteCount: Int { cache.byteCount }

  private static func decode(_ request: CoverRequest, _ pool: TagReaderPool) async -> Result<
    CoverImage, MediaProblem
  > {
    func embedded() async -> Result<CoverImage, MediaProblem> {
      await pool.cover(of: request.file, origin: .embedded, maximumEdge: request.maximumEdge)
        .mapError { MediaProblem(request.file, $0) }
    }
    func beside() async -> Result<CoverImage, MediaProblem> {
      guard let folder = request.file.parent, let picture = FolderArt.find(in: folder) else {
        return .failure(MediaProblem(request.file, .tags(.noCover)))
      }
      return await pool.cover(of: picture, origin: .picture, maximumEdge: request.maximumEdge)
        .mapError { MediaProblem(picture, $0) }
    }
    let first = request.view == .track ? await embedded() : await beside()
    guard case .failure(let problem) = first else { return first }
    let second = request.view == .track ? await beside() : await embedded()
    // That there is none says less than why one was refused.
    if case .failure(let other) = second, other.reason == .tags(.noCover) { return .failure(problem) }
    return second
  }
}
