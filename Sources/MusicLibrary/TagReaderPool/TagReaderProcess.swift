import CSandbox
import Glibc
import PlayerCore

/// One helper process and the socket to it. Calls wait in system calls: the app's executor has threads to
/// spare for that (GLibBridge's `Executor`); elsewhere at most as many wait as there are processes.
actor TagReaderProcess {
  private let program: FilePath?
  private let replyTimeout: Duration
  private let idleTime: Duration
  private let sleep: @Sendable (Duration) async -> Void
  private var helper: Helper?
  private var idleTimer: Task<Void, Never>?
  private var lastUse = ContinuousClock.now

  init(
    program: FilePath?, replyTimeout: Duration, idleTime: Duration,
    sleep: @escaping @Sendable (Duration) async -> Void
  ) {
    self.program = program
    self.replyTimeout = replyTimeout
    self.idleTime = idleTime
    self.sleep = sleep
  }

  /// Whether the process has been started and not given up.
  var isRunning: Bool { helper != nil }

  deinit { idleTimer?.cancel() }

  /// At most `TagRequest.largestBatch` files.
  func read(
    _ files: [FilePath], wants: TagWants, locale: String
  ) -> [Result<TagRecord, MediaProblem.Reason>] {
    var results = [Result<TagRecord, MediaProblem.Reason>](
      repeating: .failure(.tags(.noReader)), count: files.count)
    var waiting: [(index: Int, descriptor: Int32)] = []
    for (index, file) in files.enumerated() {
      let descriptor = csb_open_regular(AT_FDCWD, file.cString)
      if descriptor < 0 {
        results[index] = .failure(.system(-descriptor))
      } else {
        waiting.append((index, descriptor))
      }
    }
    defer { for item in waiting { close(item.descriptor) } }
    func request(_ wants: TagWants) -> TagRequest {
      let extensions = waiting.map { TagFileName.extensionHint(files[$0.index].lastComponent) }
      return .tags(extensions: extensions, wants: wants, locale: locale)
    }
    if wants.contains(.together), !waiting.isEmpty {
      if send(request(wants), waiting.map(\.descriptor)) == nil,
        case .success(let replies) = receive({ bytes throws(TagWireError) in
          .success(try TagReplies.decoded(bytes))
        }), replies.count == waiting.count
      {
        for (item, reply) in zip(waiting, replies) { results[item.index] = reply.mapError { .tags($0) } }
        endWhenIdle()
        return results
      }
      // One of them killed the helper, or made it hang: now one by one.
    }
    let wants = wants.subtracting(.together)
    // Each round asks for what is left. A file that the helper does not survive ends its round.
    while !waiting.isEmpty {
      let request = request(wants)
      if let failure = send(request, waiting.map(\.descriptor)) {
        for item in waiting { results[item.index] = .failure(.tags(failure)) }
        break
      }
      while let item = waiting.first {
        let reply = receive { bytes throws(TagWireError) in try TagReply(decoding: bytes) }
        results[item.index] = reply.mapError { .tags($0) }
        close(item.descriptor)
        waiting.removeFirst()
        if helper == nil { break }
      }
    }
    endWhenIdle()
    return results
  }

  func cover(
    of file: FilePath, origin: CoverOrigin, maximumEdge: Int
  ) -> Result<CoverImage, MediaProblem.Reason> {
    ask(.cover(origin, maximumEdge: maximumEdge), of: file) { bytes throws(TagWireError) in
      try CoverReply(decoding: bytes)
    }
  }

  func pictureHash(of file: FilePath, origin: CoverOrigin) -> Result<PictureHash, MediaProblem.Reason> {
    ask(.pictureHash(origin), of: file) { bytes throws(TagWireError) in
      try PictureHashReply(decoding: bytes)
    }
  }

  func storedCover(
    of file: FilePath, origin: CoverOrigin, maximumEdge: Int
  ) -> Result<[UInt8], MediaProblem.Reason> {
    ask(.storedCover(origin, maximumEdge: maximumEdge), of: file) { bytes throws(TagWireError) in
      try StoredCoverReply(decoding: bytes)
    }
  }

  /// Asks one thing of one file.
  private func ask<Value>(
    _ request: TagRequest, of file: FilePath,
    _ decode: ([UInt8]) throws(TagWireError) -> Result<Value, TagProblem>
  ) -> Result<Value, MediaProblem.Reason> {
    let descriptor = csb_open_regular(AT_FDCWD, file.cString)
    guard descriptor >= 0 else { return .failure(.system(-descriptor)) }
    defer {
      close(descriptor)
      endWhenIdle()
    }
    if let failure = send(request, [descriptor]) { return .failure(.tags(failure)) }
    return receive(decode).mapError { .tags($0) }
  }

  func edit(
    _ descriptor: Int32, _ edit: TagEdit, name: [UInt8], picture: FilePath?
  ) -> Result<TagRecord, MediaProblem.Reason> {
    var descriptors = [descriptor]
    defer {
      for opened in descriptors.dropFirst() { close(opened) }
      endWhenIdle()
    }
    if edit.cover == .replace {
      let opened = picture.map { csb_open_regular(AT_FDCWD, $0.cString) } ?? -ENOENT
      guard opened >= 0 else { return .failure(.system(-opened)) }
      descriptors.append(opened)
    }
    let request = TagRequest.edit(edit, extension: TagFileName.extensionHint(name))
    if let failure = send(request, descriptors) { return .failure(.tags(failure)) }
    return receive { bytes throws(TagWireError) in try TagReply(decoding: bytes) }.mapError { .tags($0) }
  }

  /// Ends the process. It starts again when needed.
  func end() { helper = nil }

  // MARK: Talking

  private func send(_ request: TagRequest, _ descriptors: [Int32]) -> TagProblem? {
    let bytes = request.encoded()
    // A helper that was killed while idle is noticed here: once more, with a new one.
    for _ in 0..<2 {
      if helper == nil { helper = program.flatMap(Helper.start) }
      guard let helper else { return .noReader }
      if csb_send(helper.socket, bytes, UInt32(bytes.count), descriptors, descriptors.count) == 0 {
        return nil
      }
      self.helper = nil
    }
    return .noReader
  }

  /// The next reply. If there is none, the helper is given up.
  private func receive<Value>(
    _ decode: ([UInt8]) throws(TagWireError) -> Result<Value, TagProblem>
  ) -> Result<Value, TagProblem> {
    guard let helper else { return .failure(.noReader) }
    let patience = Int32(
      clamping: replyTimeout.components.seconds * 1000
        + replyTimeout.components.attoseconds / 1_000_000_000_000_000)
    var length: UInt32 = 0
    var status = csb_receive_length(helper.socket, &length, patience, nil, 0, nil)
    if status == 1, length <= TagRequest.largestMessage {
      let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
        status = csb_receive(helper.socket, buffer.baseAddress, buffer.count, patience, nil, 0, nil)
        count = status == 1 ? buffer.count : 0
      }
      if status == 1, let reply = try? decode(bytes) { return reply }
    }
    self.helper = nil
    if status == -ETIMEDOUT { return .failure(.timedOut) }
    return .failure(helper.couldNotStart() ? .noReader : .crashed)
  }

  // MARK: Ending

  private func endWhenIdle() {
    lastUse = .now
    guard helper != nil, idleTimer == nil else { return }
    let idleTime = self.idleTime
    let sleep = self.sleep
    idleTimer = Task { [weak self] in
      var wait = idleTime
      repeat {
        await sleep(wait)
        guard !Task.isCancelled, let left = await self?.endIfIdle() else { return }
        wait = left
      } while true
    }
  }

  /// The time left until the helper has been idle long enough; `nil` once it has ended.
  private func endIfIdle() -> Duration? {
    let left = idleTime - lastUse.duration(to: .now)
    if left > .zero, helper != nil { return left }
    helper = nil
    idleTimer = nil
    return nil
  }
}

/// A started process. It ends, and is waited for, when this goes.
private final class Helper {
  let socket: Int32
  private let pid: pid_t
  private var status: Int32?

  private init(socket: Int32, pid: pid_t) {
    self.socket = socket
    self.pid = pid
  }

  static func start(_ program: FilePath) -> Helper? {
    var socket: Int32 = -1
    var pid: pid_t = 0
    guard csb_spawn_helper(program.cString, TagRequest.version, &socket, &pid) == 0 else { return nil }
    return Helper(socket: socket, pid: pid)
  }

  /// Whether it ended because it is not the program, or not the version, that is needed.
  func couldNotStart() -> Bool {
    guard let status = end() else { return false }
    let hasExited = status & 0x7f == 0
    let code = status >> 8 & 0xff
    return hasExited && (code == 64 || code == 127)
  }

  /// Its wait status; `nil` if it had to be killed.
  @discardableResult
  private func end() -> Int32? {
    if let status { return status }
    var status: Int32 = 0
    close(socket)
    // It may be ending by itself at this moment, and why it does is worth a millisecond.
    var ended = waitpid(pid, &status, WNOHANG)
    for _ in 0..<20 where ended == 0 {
      usleep(500)
      ended = waitpid(pid, &status, WNOHANG)
    }
    if ended == 0 {
      kill(pid, SIGKILL)
      while waitpid(pid, &status, 0) == -1, errno == EINTR {}
    }
    self.status = status
    return ended == pid ? status : nil
  }

  deinit { end() }
}
