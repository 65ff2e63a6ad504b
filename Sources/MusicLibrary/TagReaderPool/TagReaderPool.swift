import Glibc
public import PlayerCore
import Synchronization

/// The helper processes that read untrusted files: started when first needed, as many as there are cores, ended
/// when idle, started anew when a file killed one. A crash or a hang costs the file that caused it.
///
/// All calls wait outside the main thread and outside the threads that tasks share.
public final class TagReaderPool: Sendable {
  private let readers: [TagReaderProcess]
  /// How many requests each reader has before it.
  private let waiting: Mutex<[Int]>

  /// - Parameters:
  ///   - program: the helper; `nil` looks where it is installed (see `HelperProgram`).
  ///   - count: how many processes at most; `nil`: as many as cores, but no more than four.
  ///   - replyTimeout: how long one file may take before it is given up.
  ///   - idleTime: how long a process is kept without work.
  ///   - sleep: waits; an app with a main loop of its own gives its way.
  public init(
    program: FilePath? = nil, count: Int? = nil, replyTimeout: Duration = .seconds(10),
    idleTime: Duration = .seconds(10),
    sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    let program = program ?? HelperProgram.find()
    let count = max(1, count ?? min(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    readers = (0..<count).map { _ in
      TagReaderProcess(
        program: program, replyTimeout: replyTimeout, idleTime: idleTime, sleep: sleep)
    }
    waiting = Mutex([Int](repeating: 0, count: count))
  }

  /// How many processes run now.
  var runningCount: Int {
    get async {
      var count = 0
      for reader in readers where await reader.isRunning { count += 1 }
      return count
    }
  }

  /// How many files can be read at the same time.
  public var width: Int { readers.count }

  /// The tags of these files, in their order.
  ///
  /// - Parameter locale: of the sort keys, if they are wanted.
  public func read(
    _ files: [FilePath], wants: TagWants = [], locale: String = ""
  ) async -> [Result<TagRecord, MediaProblem.Reason>] {
    let batches = stride(from: 0, to: files.count, by: TagReaderPool.batch).map {
      Array(files[$0..<min($0 + TagReaderPool.batch, files.count)])
    }
    if batches.count <= 1 {
      guard let batch = batches.first else { return [] }
      return await withReader { await $0.read(batch, wants: wants, locale: locale) }
    }
    return await withTaskGroup(of: (Int, [Result<TagRecord, MediaProblem.Reason>]).self) { group in
      var results = [[Result<TagRecord, MediaProblem.Reason>]](repeating: [], count: batches.count)
      var next = 0
      func add() {
        guard next < batches.count else { return }
        let index = next
        let batch = batches[index]
        next += 1
        group.addTask {
          // Cancelled work gives its files back unread; nobody looks at the result.
          if Task.isCancelled { return (index, batch.map { _ in .failure(.system(ECANCELED)) }) }
          return (index, await self.withReader { await $0.read(batch, wants: wants, locale: locale) })
        }
      }
      // One batch read and one waiting for each process.
      for _ in 0..<(2 * readers.count) { add() }
      for await (index, result) in group {
        results[index] = result
        add()
      }
      return results.flatMap(\.self)
    }
  }

  /// A picture as pixels, `maximumEdge` (1–4,096) pixels on its longer side at most.
  public func cover(
    of file: FilePath, origin: CoverOrigin, maximumEdge: Int
  ) async -> Result<CoverImage, MediaProblem.Reason> {
    await withReader { await $0.cover(of: file, origin: origin, maximumEdge: min(4096, max(1, maximumEdge))) }
  }

  /// Edits the tags of a copy that is open for reading and writing.
  ///
  /// - Parameters:
  ///   - name: the file's, for its extension.
  ///   - picture: the new cover's file.
  func edit(
    _ descriptor: Int32, _ edit: TagEdit, name: [UInt8], picture: FilePath?
  ) async -> Result<TagRecord, MediaProblem.Reason> {
    await withReader { await $0.edit(descriptor, edit, name: name, picture: picture) }
  }

  /// A picture's name by its bytes.
  func pictureHash(
    of file: FilePath, origin: CoverOrigin
  ) async -> Result<PictureHash, MediaProblem.Reason> {
    await withReader { await $0.pictureHash(of: file, origin: origin) }
  }

  /// A picture as it is kept on disk.
  func storedCover(
    of file: FilePath, origin: CoverOrigin, maximumEdge: Int
  ) async -> Result<[UInt8], MediaProblem.Reason> {
    await withReader { await $0.storedCover(of: file, origin: origin, maximumEdge: maximumEdge) }
  }

  /// Ends the processes; they start again when needed.
  public func endProcesses() async {
    for reader in readers { await reader.end() }
  }

  /// Enough for a round trip to cost nothing, few enough that covers need not wait long behind it.
  private static let batch = 32

  private func withReader<Value: Sendable>(_ body: (TagReaderProcess) async -> Value) async -> Value {
    let index = waiting.withLock { waiting in
      let index = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
      waiting[index] += 1
      return index
    }
    let value = await body(readers[index])
    waiting.withLock { $0[index] -= 1 }
    return value
  }
}
