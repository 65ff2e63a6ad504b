/// What plays now, what comes next, and what came before.
///
/// - The *context* is the list that is being played (an album, a playlist, everything shuffled), with a cursor
///   on the entry it has reached. Shuffle lays one fixed permutation over it.
/// - *Manual* is what the user put next: first in, first out, never shuffled, consumed when played. It plays
///   before the context goes on.
///
/// Playing another list replaces the context and keeps Manual. Every edit can be undone; playing on is not an
/// edit. A queue is a value: copies share what they have in common, and an edit costs O(log n).
public struct Queue: Sendable {
  /// What the queue does at the end of an entry or of the context.
  public var repeatMode: RepeatMode = .off

  private(set) var contents = QueueContents()
  /// Oldest first.
  private(set) var history: [Snapshot] = []
  private var nextID: UInt32 = 1
  private var random: SplitMix64

  /// How many edits can be undone.
  public static let undoDepth = 20
  /// How many edits there have been: another number than before means that there is a new one to undo.
  public private(set) var editCount = 0

  struct Snapshot: Sendable {
    let edit: QueueEdit
    var before: QueueContents
    /// Where the current entry was, in nanoseconds, when the edit took it away.
    let position: UInt64
  }

  /// An empty queue. `seed` feeds what is random about shuffled lists.
  public init(seed: UInt64 = 0) {
    random = SplitMix64(seed: seed)
  }

  // MARK: What is in it

  /// The entry that plays, is paused, or would play first; `nil` before the first and in an empty queue.
  public var current: QueueEntry? { contents.current.map(contents.entry) }

  /// True while the current entry came from Manual.
  public var isCurrentManual: Bool { contents.manualCurrent != nil }

  public var isShuffled: Bool { contents.shuffled != nil }

  /// The list that is being played, as named by whoever started it.
  public var context: ContextID? { contents.context }

  public var contextCount: Int { contents.list.count }
  public var manualCount: Int { contents.manual.count }
  public var isEmpty: Bool { timelineCount == 0 }

  /// The entry of this ID, if it is in the queue.
  public func entry(_ id: EntryID) -> QueueEntry? {
    contents.contains(id) ? contents.entry(id) : nil
  }

  /// The edit that `undo` would take back.
  public var undoableEdit: QueueEdit? { history.last?.edit }

  // MARK: Edits

  /// Plays another list from `start` (clamped), or, when that is `nil`, from its beginning, or a random place if
  /// shuffled. Manual is kept. An empty list leaves nothing current.
  ///
  /// - Parameter position: how far the current entry was, in nanoseconds, to come back to it by `undo`.
  public mutating func playContext(
    _ tracks: [TrackID], context: ContextID? = nil, start: Int? = nil, shuffled: Bool? = nil,
    position: UInt64 = 0
  ) {
    remember(.replace, position: position)
    let shuffle = shuffled ?? isShuffled
    let ids = makeEntries(tracks)
    contents.context = context
    contents.list = EntryOrder(ids)
    contents.shuffled = nil
    contents.manualCurrent = nil
    contents.cursor = nil
    guard !ids.isEmpty else {
      if shuffle { contents.shuffled = EntryOrder() }
      return
    }
    let first = start.map { min(max(0, $0), ids.count - 1) }
    contents.cursor = ids[first ?? (shuffle ? Int.random(in: 0..<ids.count, using: &random) : 0)]
    if shuffle { contents.shuffle(using: &random) }
  }

  /// Adds the rest of a list whose first tracks play already. Not an edit: it reaches the list even where an
  /// undo brings it back. When shuffled the tracks land at random places after the cursor.
  public mutating func appendToContext(_ tracks: [TrackID], context: ContextID?) {
    let ids = (nextID..<nextID + UInt32(tracks.count)).map(EntryID.init)
    nextID += UInt32(tracks.count)
    var generator = random
    everywhere { contents in
      guard contents.context == context else { return }
      for (id, track) in zip(ids, tracks) { contents.tracks[Int(id.rawValue)] = track }
      contents.list.append(contentsOf: ids)
      guard var order = contents.shuffled else { return }
      let after = contents.cursorPosition + 1
      for id in ids { order.insert(id, at: Int.random(in: after...order.count, using: &generator)) }
      contents.shuffled = order
    }
    random = generator
  }

  /// Puts tracks behind what the user put next already.
  @discardableResult
  public mutating func enqueue(_ tracks: [TrackID]) -> [EntryID] {
    insertManual(tracks, at: contents.manual.count)
  }

  /// Puts tracks right after the current one.
  @discardableResult
  public mutating func playNext(_ tracks: [TrackID]) -> [EntryID] {
    insertManual(tracks, at: 0)
  }

  /// Puts one track right behind `entry` as the timeline shows it: in Manual behind a manual entry and behind
  /// the current one, else in the context. `nil` puts it before everything; behind an entry that is gone means
  /// first in Manual.
  ///
  /// While a manual entry plays, what is put behind the context's entry before it plays next all the same: it
  /// can't come between the two.
  @discardableResult
  public mutating func insert(_ track: TrackID, after entry: EntryID?) -> EntryID {
    insert([track], after: entry)[0]
  }

  /// Puts tracks, in their order, where `insert` puts one; together they are one edit.
  @discardableResult
  public mutating func insert(_ tracks: [TrackID], after entry: EntryID?) -> [EntryID] {
    guard !tracks.isEmpty else { return [] }
    let position: Int
    if let entry {
      if let manual = contents.manual.position(of: entry) { return insertManual(tracks, at: manual + 1) }
      guard let found = contents.playOrder.position(of: entry), entry != contents.cursor else {
        return insertManual(tracks, at: 0)
      }
      position = found + 1
    } else {
      position = 0
    }
    remember(.add(tracks.count))
    let ids = makeEntries(tracks)
    for (offset, id) in ids.enumerated() { contents.insertInContext(id, at: position + offset) }
    return ids
  }

  /// Moves entries before `target`, or behind everything when that is `nil`, in the order in which they come in the
  /// timeline; together they are one edit. False if nothing moved.
  @discardableResult
  public mutating func move(_ entries: [EntryID], before target: EntryID?) -> Bool {
    let before = self
    let order = entries.compactMap { id in timelineIndex(of: id).map { ($0, id) } }.sorted { $0.0 < $1.0 }
    var anchor = target
    // What is moved itself is no place to move to: the next entry that stays is.
    while let place = anchor.flatMap(timelineIndex(of:)), entries.contains(where: { $0 == anchor }) {
      anchor = place + 1 < timelineCount ? timelineEntry(at: place + 1).id : nil
    }
    // From the last one on: each goes before the one that was moved before it.
    for (_, id) in order.reversed() {
      move(id, before: anchor)
      anchor = id
    }
    guard contents != before.contents else { return false }
    let after = contents
    self = before
    remember(.move)
    contents = after
    return true
  }

  /// Removes entries; those that are not in the queue are passed over. When the current one is among them, the
  /// next becomes current; when none is left, the context's first.
  ///
  /// - Parameter position: how far the current entry was, in nanoseconds, to come back to it by `undo`.
  /// - Returns: what became of the current entry.
  @discardableResult
  public mutating func remove(_ entries: [EntryID], position: UInt64 = 0) -> CurrentAfterEdit {
    let present = entries.filter(contents.contains)
    guard !present.isEmpty else { return .kept }
    remember(.remove(present.count), position: position)
    var removesCurrent = false
    for entry in present {
      if entry == contents.current { removesCurrent = true } else { contents.remove(entry) }
    }
    guard removesCurrent, let current = contents.current else { return .kept }
    let hasNext = contents.advance(.skipped, repeatMode: .off)
    contents.remove(current)
    if hasNext { return .replaced }
    contents.rewind()
    return .none
  }

  /// Removes everything behind the current entry.
  public mutating func clearUpcoming() {
    let upcoming =
      contents.manual.all
      + contents.playOrder.entries(
        in: contents.cursorPosition + 1..<contents.list.count)
    guard !upcoming.isEmpty else { return }
    remember(.remove(upcoming.count))
    for entry in upcoming { contents.remove(entry) }
  }

  /// Moves `entry` before `target`, or behind everything when that is `nil`. It keeps its ID. Between Manual
  /// and the context it changes sides, unless the place is the border: there it stays what it was. A current
  /// manual entry doesn't move. False if nothing moved.
  @discardableResult
  public mutating func move(_ entry: EntryID, before target: EntryID?) -> Bool {
    guard entry != target, entry != contents.manualCurrent, contents.contains(entry) else { return false }
    if let target {
      guard contents.contains(target), target != contents.manualCurrent else { return false }
    }
    var moved = contents
    moved.move(entry, before: target)
    guard moved != contents else { return false }
    remember(.move)
    contents = moved
    return true
  }

  /// Lays a random permutation over the context, the cursor's entry first; or goes back to the list's own order
  /// at the cursor's entry.
  public mutating func setShuffled(_ shuffled: Bool) {
    guard shuffled != isShuffled else { return }
    remember(.shuffle)
    if shuffled { contents.shuffle(using: &random) } else { contents.shuffled = nil }
  }

  /// Takes the last edit back: the queue is as it was before, except that what has been played since then is
  /// played. `nil` if there is nothing to undo.
  ///
  /// - Returns: whether the current entry stayed, or where to resume the one that came back.
  public mutating func undo() -> UndoneEdit? {
    guard let snapshot = history.popLast() else { return nil }
    let was = contents.current
    contents = snapshot.before
    return UndoneEdit(
      edit: snapshot.edit, changesCurrent: contents.current != was, position: snapshot.position)
  }

  // MARK: Playing on

  /// What `advance` would make current, without doing it.
  public func next(_ cause: Advance) -> QueueEntry? {
    var copy = contents
    return copy.advance(cause, repeatMode: repeatMode) ? copy.current.map(copy.entry) : nil
  }

  /// Goes on to the next entry: Manual's first, which is consumed, else the context's next. False, and nothing
  /// changes, when nothing is left.
  @discardableResult
  public mutating func advance(_ cause: Advance) -> Bool {
    guard contents.advance(cause, repeatMode: repeatMode) else { return false }
    tellHistory()
    return true
  }

  /// Goes back: from a manual entry to the context's, else to the context's previous one (with repeat all, from
  /// the first to the last). False, and nothing changes, when there is none.
  @discardableResult
  public mutating func goBack() -> Bool {
    guard contents.goBack(repeatMode: repeatMode) else { return false }
    tellHistory()
    return true
  }

  /// Makes `entry` current wherever it is; a manual one is consumed, those before it stay. False if it isn't in
  /// the queue.
  @discardableResult
  public mutating func jump(to entry: EntryID) -> Bool {
    guard contents.jump(to: entry) else { return false }
    tellHistory()
    return true
  }

  /// Back to the context's first entry, as at the end of everything.
  public mutating func rewind() {
    contents.rewind()
    tellHistory()
  }

  // MARK: Inside

  mutating func restore(_ saved: SavedQueue) {
    let list = makeEntries(saved.list)
    contents.context = saved.context
    contents.list = EntryOrder(list)
    if let order = saved.order, order.count == list.count, Set(order) == Set(list.indices) {
      contents.shuffled = EntryOrder(order.map { list[$0] })
    }
    if let cursor = saved.cursor, list.indices.contains(cursor) { contents.cursor = list[cursor] }
    contents.manualCurrent = saved.manualCurrent.map { makeEntries([$0])[0] }
    contents.manual = EntryOrder(makeEntries(saved.manual))
  }

  private mutating func remember(_ edit: QueueEdit, position: UInt64 = 0) {
    editCount += 1
    if history.count == Queue.undoDepth { history.removeFirst() }
    history.append(Snapshot(edit: edit, before: contents, position: position))
  }

  /// What is played is played in every state that an undo can bring back.
  private mutating func tellHistory() {
    for index in history.indices { history[index].before.follow(contents) }
  }

  private mutating func everywhere(_ change: (inout QueueContents) -> Void) {
    change(&contents)
    for index in history.indices { change(&history[index].before) }
  }

  private mutating func makeEntries(_ tracks: [TrackID]) -> [EntryID] {
    let first = nextID
    nextID += UInt32(tracks.count)
    for (offset, track) in tracks.enumerated() { contents.tracks[Int(first) + offset] = track }
    return (first..<nextID).map(EntryID.init)
  }

  private mutating func insertManual(_ tracks: [TrackID], at position: Int) -> [EntryID] {
    guard !tracks.isEmpty else { return [] }
    remember(.add(tracks.count))
    let ids = makeEntries(tracks)
    contents.manual.insert(contentsOf: ids, at: position)
    return ids
  }
}

// MARK: -

/// Names an entry of the queue: a track that is queued twice has two. Never reused while the program runs.
public struct EntryID: Hashable, Sendable {
  public let rawValue: UInt32

  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// A track at a place in the queue.
public struct QueueEntry: Hashable, Sendable, Identifiable {
  public let id: EntryID
  public let track: TrackID

  public init(id: EntryID, track: TrackID) {
    self.id = id
    self.track = track
  }
}

/// Names a list that is played, so that its later tracks find it. Chosen by whoever plays it.
public struct ContextID: Hashable, Sendable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

public enum RepeatMode: Hashable, Sendable, CaseIterable {
  case off
  /// The context again from its start.
  case all
  /// The current entry again, until the user goes on.
  case one
}

/// Why the queue goes on.
public enum Advance: Hashable, Sendable {
  /// The entry came to its end.
  case finished
  /// The user (or a failure) left it: repeat-one doesn't hold it.
  case skipped
}

/// What an edit was, for the sentence that offers to undo it.
public enum QueueEdit: Hashable, Sendable {
  /// Another list was played.
  case replace
  /// So many entries were added.
  case add(Int)
  /// So many entries were removed.
  case remove(Int)
  case move
  /// Shuffle was turned on or off.
  case shuffle
}

/// What a removal did to the current entry.
public enum CurrentAfterEdit: Hashable, Sendable {
  /// It is still there.
  case kept
  /// The next one took its place.
  case replaced
  /// Nothing was left to go on with.
  case none
}

/// What `Queue.undo` took back.
public struct UndoneEdit: Hashable, Sendable {
  public let edit: QueueEdit
  /// True if the current entry is another one than before.
  public let changesCurrent: Bool
  /// Where the entry that is current again was left, in nanoseconds.
  public let position: UInt64
}
