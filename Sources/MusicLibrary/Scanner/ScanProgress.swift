import Synchronization

/// What a scan has done so far.
public struct ScanProgress: Sendable, Equatable {
  /// Files that may be audio.
  public var found = 0
  /// Files that were read, of those that have to be.
  public var read = 0
  /// Files that have to be read, as far as is known by now.
  public var toRead = 0
  /// The walk is at its end: `found` and `toRead` won't grow.
  public var isWalked = false
  public var seconds = 0.0

  public init() {}

  /// Files read in a second.
  public var perSecond: Double { seconds > 0 ? Double(read) / seconds : 0 }

  /// Seconds until all is read, at the pace so far; `nil` while there is no telling.
  public var secondsLeft: Double? {
    guard isWalked, read > 0, perSecond > 0 else { return nil }
    return Double(max(0, toRead - read)) / perSecond
  }
}

/// What a scan came to.
public struct ScanSummary: Sendable, Equatable {
  /// Audio files that are there.
  public var found = 0
  public var added = 0
  /// Read again because they are different.
  public var updated = 0
  public var moved = 0
  /// Not there any more. They stay in the library, greyed.
  public var removed = 0
  /// Files and folders that can't be read.
  public var problems = 0
  public var seconds = 0.0
  /// It was stopped before its end.
  public var isCancelled = false

  public init() {}
}

/// Pauses a scan and lets it go on.
public final class ScanControl: Sendable {
  private struct State {
    var isPaused = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var isPaused: Bool { state.withLock { $0.isPaused } }

  public func pause() { state.withLock { $0.isPaused = true } }

  public func resume() {
    let waiting = state.withLock { state in
      state.isPaused = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns at once, or when the pause is over.
  func waitWhilePaused() async {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        guard state.isPaused else { return true }
        state.waiting.append(continuation)
        return false
      }
      if goesOn { continuation.resume() }
    }
  }
}
