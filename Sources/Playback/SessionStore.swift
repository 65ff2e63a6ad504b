import GLibBridge
import Glibc
public import PlayerCore
import Synchronization

/// Keeps what plays over the end of the program, on disk: the queue in one file, written a while after it changed;
/// the position in a small one of its own, written while it moves.
///
/// Files are written whole or not at all. What can't be read is set aside under another name, never overwritten.
@MainActor
public final class SessionStore {
  /// What was saved.
  public struct Session: Sendable {
    public var queue = SavedQueue()
    /// Where the current entry was, in nanoseconds.
    public var position: UInt64 = 0
    /// A sentence for the user when the last session could not be read; `nil` if it could, or there was none.
    public var notice: String?
  }

  /// Gives a track's URI, on any thread; `nil` for one that is gone.
  public typealias Names = @Sendable (TrackID) -> String?

  /// How long a changed queue waits for more changes, in milliseconds.
  public static let queueDelay: UInt32 = 2_000
  /// How often a moving position is saved, in milliseconds.
  public static let positionInterval: UInt32 = 5_000

  private let folder: [UInt8]
  private let writer = Writer()
  private let uris: @MainActor () -> Names
  private var queueTimer: SourceToken?
  private var positionTimer: SourceToken?
  private var state: PlayerState?
  private var queueRevision: UInt64?
  private var savedPosition = ""

  /// - Parameters:
  ///   - folder: where the files are; made when missing. `$XDG_STATE_HOME/nagara`, say.
  ///   - uris: asked at each writing. A long queue's names take their time, and are looked up off the main thread.
  public init(folder: [UInt8], uris: @escaping @MainActor () -> Names) {
    self.folder = folder
    self.uris = uris
  }

  // MARK: Reading

  /// Reads what was saved last; an empty session where nothing was, or nothing that can be read.
  ///
  /// - Parameter track: the track of a URI; `nil` leaves it out.
  public func load(track: (String) -> TrackID?) -> Session {
    var session = Session()
    guard let text = read("session") else { return session }
    do throws(SessionFile.Problem) {
      session.queue = try SessionFile.queue(text, track: track)
    } catch {
      setAside("session")
      setAside("position")
      switch error {
      case .damaged:
        session.notice = "The last session could not be read. Its file was set aside, and a new one begins."
      case .newer:
        session.notice =
          "The last session was saved by a newer version. Its file was set aside, and a new one begins."
      }
      return session
    }
    let current = session.queue.manualCurrent ?? session.queue.cursor.map { session.queue.list[$0] }
    for line in (read("position") ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2 else { continue }
      switch words[0] {
      case "position": session.position = UInt64(words[1]) ?? 0
      // Between the two files' writing another entry may have come.
      case "of": if track(String(words[1])) != current { session.position = 0 }
      default: break
      }
    }
    return session
  }

  // MARK: Writing

  /// Takes note of the player's state after it has changed (and once at the start); the files follow in a while.
  ///
  /// - Parameter position: where the current entry is exactly.
  public func observe(_ state: PlayerState, position: @escaping @MainActor () -> UInt64) {
    let old = self.state
    self.state = state
    // What was restored is on disk already.
    let queueChanged = old != nil && state.queueRevision != queueRevision
    queueRevision = state.queueRevision
    if queueChanged, queueTimer == nil {
      queueTimer = MainLoop.after(milliseconds: SessionStore.queueDelay) { [weak self] in
        guard let self else { return }
        queueTimer = nil
        saveQueue()
        savePosition(position())
      }
    }
    if state.status != .playing {
      positionTimer = nil
      if old?.status == .playing, queueTimer == nil { savePosition(position()) }
    } else if positionTimer == nil {
      positionTimer = MainLoop.every(milliseconds: SessionStore.positionInterval) { [weak self] in
        self?.savePosition(position())
        return self != nil
      }
    }
  }

  /// Saves everything now, and waits until it is on disk: the program ends.
  public func finish(position: UInt64) {
    positionTimer = nil
    guard state != nil else { return }
    if queueTimer != nil { saveQueue() }
    queueTimer = nil
    savePosition(position)
    writer.wait()
  }

  private func saveQueue() {
    guard let state else { return }
    let queue = state.queue.saved
    let uri = uris()
    write(to: "session") { SessionFile.text(queue, uri: uri) }
  }

  private func savePosition(_ position: UInt64) {
    guard let state else { return }
    let of = state.queue.current.flatMap { uris()($0.track) }.map { "of \($0)\n" } ?? ""
    let text = "position \(position)\n\(of)"
    guard text != savedPosition else { return }
    savedPosition = text
    write(to: "position") { text }
  }

  // MARK: Files

  private func path(_ name: String) -> [UInt8] { Environment.join(folder, Array(name.utf8)) }

  private func write(to name: String, _ text: @escaping @Sendable () -> String) {
    do throws(GLibError) { try Environment.makeFolder(folder) } catch {
      Log.info("the session can't be saved: \(error.message)")
      return
    }
    writer.write(to: path(name), text)
  }

  private func read(_ name: String) -> String? {
    guard let file = Environment.withCString(path(name), { fopen($0, "rb") }) else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives a file another name, one that is free.
  private func setAside(_ name: String) {
    var aside = path("\(name).broken")
    var number = 1
    while Environment.exists(aside) {
      number += 1
      aside = path("\(name).broken-\(number)")
    }
    Environment.withCString(path(name)) { old in Environment.withCString(aside) { _ = rename(old, $0) } }
  }

  /// Writes on a thread of its own, because `fsync` may take its time; a file's last text wins.
  private final class Writer: Sendable {
    private struct State {
      var pending: [[UInt8]: @Sendable () -> String] = [:]
    }

    private let state = Mutex(State())
    /// Held while a file is written.
    private let disk = Mutex(())

    func write(to path: [UInt8], _ text: @escaping @Sendable () -> String) {
      state.withLock { $0.pending[path] = text }
      Task.detached(priority: .utility) { self.run() }
    }

    /// Writes what is still to be written, after who writes now.
    func wait() { run() }

    private func run() {
      disk.withLock { _ in
        let files = state.withLock { state in
          defer { state.pending = [:] }
          return state.pending
        }
        for (path, text) in files {
          do throws(GLibError) { try Environment.write(Array(text().utf8), to: path) } catch {
            Log.info("the session can't be saved: \(error.message)")
          }
        }
      }
    }
  }
}
