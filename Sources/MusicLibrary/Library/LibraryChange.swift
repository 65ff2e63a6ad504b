public import PlayerCore
import Synchronization

/// What has changed in the library, to patch what is shown.
public struct LibraryChange: Sendable, Equatable {
  public var added: [TrackID] = []
  /// Read anew, moved, greyed or there again; also those whose counts or rating have changed.
  public var updated: [TrackID] = []
  /// In the library no more.
  public var removed: [TrackID] = []
  /// Albums are other ones, or have other tracks, though no track of theirs is named here.
  public var regrouped = false
  /// Folders whose pictures may be others, beside the tracks or in them; also in what these folders hold.
  public var pictures: Set<FilePath> = []

  public init() {}

  public var isEmpty: Bool {
    added.isEmpty && updated.isEmpty && removed.isEmpty && !regrouped && pictures.isEmpty
  }
}

/// Hands changes to all who listen.
final class ChangeHub: Sendable {
  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<LibraryChange>.Continuation] = [:]
  }

  private let state = Mutex(State())

  func tell(_ change: LibraryChange) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(change) }
  }

  func stream() -> AsyncStream<LibraryChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: LibraryChange.self)
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }
}
