/// What undo brings back: the orders, and where playing has got to.
///
/// Invariant: with no manual entry current, the current entry is the cursor's. While a manual one plays, the
/// cursor is the context entry that was reached before it; `nil` if the context has not begun.
struct QueueContents: Sendable {
  var context: ContextID?
  /// The context as its list has it.
  var list = EntryOrder()
  /// The context as it plays when shuffled.
  var shuffled: EntryOrder?
  var cursor: EntryID?
  var manual = EntryOrder()
  /// The manual entry that plays; it is in `manual` no more.
  var manualCurrent: EntryID?
  /// Entries that are gone keep their slot; 8 bytes each.
  var tracks = SlotTable(blank: TrackID(0))

  var current: EntryID? { manualCurrent ?? cursor }
  var playOrder: EntryOrder { shuffled ?? list }
  /// −1 before the context has begun.
  var cursorPosition: Int { cursor.flatMap(playOrder.position(of:)) ?? -1 }

  func entry(_ id: EntryID) -> QueueEntry { QueueEntry(id: id, track: tracks[Int(id.rawValue)]) }

  func contains(_ id: EntryID) -> Bool { id == manualCurrent || manual.contains(id) || list.contains(id) }

  // MARK: Playing on

  mutating func advance(_ cause: Advance, repeatMode: RepeatMode) -> Bool {
    if cause == .finished, repeatMode == .one, current != nil { return true }
    if let first = manual.first {
      manual.remove(first)
      manualCurrent = first
      return true
    }
    var position = cursorPosition + 1
    if position >= list.count {
      guard repeatMode == .all, !list.isEmpty else { return false }
      position = 0
    }
    manualCurrent = nil
    cursor = playOrder[position]
    return true
  }

  mutating func goBack(repeatMode: RepeatMode) -> Bool {
    if manualCurrent != nil {
      guard cursor != nil else { return false }
      manualCurrent = nil
      return true
    }
    let position = cursorPosition
    if position > 0 {
      cursor = playOrder[position - 1]
      return true
    }
    guard position == 0, repeatMode == .all, list.count > 1 else { return false }
    cursor = playOrder.last
    return true
  }

  mutating func jump(to entry: EntryID) -> Bool {
    if entry == manualCurrent { return true }
    if manual.remove(entry) {
      manualCurrent = entry
    } else if list.contains(entry) {
      manualCurrent = nil
      cursor = entry
    } else {
      return false
    }
    return true
  }

  mutating func rewind() {
    guard let first = playOrder.first else { return }
    manualCurrent = nil
    cursor = first
  }

  /// Takes over how far playing has got in `now`, as far as this has the same entries.
  mutating func follow(_ now: QueueContents) {
    if let playing = now.manualCurrent {
      manual.remove(playing)
      if let cursor = now.cursor, list.contains(cursor) { self.cursor = cursor }
      // One that was queued after this state was left has no place here; it goes on playing all the same.
      tracks[Int(playing.rawValue)] = now.tracks[Int(playing.rawValue)]
      manualCurrent = playing
    } else if let cursor = now.cursor, list.contains(cursor) {
      self.cursor = cursor
      manualCurrent = nil
    }
  }

  // MARK: Edits

  /// The cursor's entry first, all others in random order behind it.
  mutating func shuffle(using random: inout SplitMix64) {
    var order = list.all
    if let cursor, let position = list.position(of: cursor) { order.swapAt(0, position) }
    let fixed = cursor == nil ? 0 : 1
    if order.count > fixed { order[fixed...].shuffle(using: &random) }
    shuffled = EntryOrder(order)
  }

  /// Takes an entry out of whatever order it is in. A cursor goes back to the entry before it.
  mutating func remove(_ entry: EntryID) {
    if entry == manualCurrent { manualCurrent = nil }
    if manual.remove(entry) { return }
    guard list.contains(entry) else { return }
    if entry == cursor {
      let position = cursorPosition
      cursor = position > 0 ? playOrder[position - 1] : nil
    }
    list.remove(entry)
    shuffled?.remove(entry)
  }

  /// Puts a new entry into the context at a place of the play order. In the list of a shuffled context it goes
  /// behind the entry that plays before it.
  mutating func insertInContext(_ entry: EntryID, at position: Int) {
    guard var order = shuffled else {
      list.insert(entry, at: position)
      return
    }
    let before = position > 0 ? list.position(of: order[position - 1]) : nil
    list.insert(entry, at: before.map { $0 + 1 } ?? 0)
    order.insert(entry, at: position)
    shuffled = order
  }

  /// The caller has checked that both are here and differ, and that neither is a manual one that plays.
  mutating func move(_ entry: EntryID, before target: EntryID?) {
    let isManual = manual.contains(entry)
    let firstOfRest = cursorPosition + 1 < list.count ? playOrder[cursorPosition + 1] : nil
    if let target, manual.contains(target) {
      moveToManual(entry) { $0.position(of: target) ?? $0.count }
    } else if isManual, target == firstOfRest {
      moveToManual(entry) { $0.count }
    } else {
      moveInContext(entry, before: target)
    }
  }

  private mutating func moveToManual(_ entry: EntryID, to position: (EntryOrder) -> Int) {
    // The entry that plays stays in the context, where the cursor is.
    guard entry != cursor || manualCurrent != nil else { return }
    remove(entry)
    manual.insert(entry, at: position(manual))
  }

  private mutating func moveInContext(_ entry: EntryID, before target: EntryID?) {
    func place(in order: EntryOrder) -> Int { target.flatMap(order.position(of:)) ?? order.count }
    guard list.contains(entry) else {
      manual.remove(entry)
      insertInContext(entry, at: place(in: playOrder))
      return
    }
    // The cursor goes with its entry. A shuffled context's list keeps its own order.
    if var order = shuffled {
      order.remove(entry)
      order.insert(entry, at: place(in: order))
      shuffled = order
    } else {
      list.remove(entry)
      list.insert(entry, at: place(in: list))
    }
  }
}

extension QueueContents: Equatable {
  /// The same entries with the same tracks in the same orders, at the same place.
  static func == (left: QueueContents, right: QueueContents) -> Bool {
    left.context == right.context && left.cursor == right.cursor
      && left.manualCurrent == right.manualCurrent && left.list == right.list
      && left.shuffled == right.shuffled && left.manual == right.manual
      && (left.list.all + left.manual.all).allSatisfy {
        left.tracks[Int($0.rawValue)] == right.tracks[Int($0.rawValue)]
      }
  }
}
