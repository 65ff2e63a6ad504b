import MusicLibrary
import PlayerCore

/// What the user did and can take back, latest last. Edits of the queue are kept by the queue itself; here is their
/// place among the others.
struct UndoHistory: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    /// The queue's last edit.
    case queue
    /// The player was swiped away; whether it played on before.
    case dismissal(wasPlaying: Bool)
    /// A playlist was made, edited or deleted.
    case playlist(PlaylistSnapshot)
    /// A station was kept, renamed or removed.
    case station(StationSnapshot)
    /// A group of duplicates is ignored, by its key.
    case ignoring(Int64)
    /// Songs were rated; what they were rated before.
    case ratings([TrackID: Int?])
  }

  private(set) var steps: [Step] = []

  /// As many as the queue can take back: none of them is empty.
  static let depth = 20

  var isEmpty: Bool { steps.isEmpty }

  mutating func add(_ step: Step) {
    if steps.count == Self.depth { steps.removeFirst() }
    steps.append(step)
  }

  mutating func takeLast() -> Step? { steps.popLast() }

  /// Takes out what can't be taken back any more.
  mutating func forget(where isGone: (Step) -> Bool) { steps.removeAll(where: isGone) }
}
