/// The queue as one list, as it is shown: what the context has played, the current entry, Manual, the rest of
/// the context. Positions in it are found in O(log n); nothing is copied.
extension Queue {
  /// How many entries there are in all.
  public var timelineCount: Int {
    contents.list.count + contents.manual.count + (contents.manualCurrent == nil ? 0 : 1)
  }

  /// Where the current entry is; `nil` if there is none.
  public var currentTimelineIndex: Int? {
    contents.current == nil ? nil : upNextStart - 1
  }

  /// Where Up Next begins: the entry behind the current one.
  public var upNextStart: Int {
    contents.cursorPosition + 1 + (contents.manualCurrent == nil ? 0 : 1)
  }

  /// How many entries come after the current one.
  public var upNextCount: Int { timelineCount - upNextStart }

  /// The entry at `index`, which must be in 0..<timelineCount.
  public func timelineEntry(at index: Int) -> QueueEntry {
    let played = contents.cursorPosition + 1
    if index < played { return contents.entry(contents.playOrder[index]) }
    var rest = index - played
    if let playing = contents.manualCurrent {
      if rest == 0 { return contents.entry(playing) }
      rest -= 1
    }
    if rest < contents.manual.count { return contents.entry(contents.manual[rest]) }
    return contents.entry(contents.playOrder[played + rest - contents.manual.count])
  }

  /// Where `id` is; `nil` if it isn't in the queue.
  public func timelineIndex(of id: EntryID) -> Int? {
    let played = contents.cursorPosition + 1
    if id == contents.manualCurrent { return played }
    if let position = contents.manual.position(of: id) { return upNextStart + position }
    guard let position = contents.playOrder.position(of: id) else { return nil }
    return position < played ? position : position - played + upNextStart + contents.manual.count
  }

  /// The entries at `range` (clamped), in order.
  public func timeline(_ range: Range<Int>) -> [QueueEntry] {
    let clamped = range.clamped(to: 0..<timelineCount)
    return clamped.map(timelineEntry(at:))
  }

  /// Entries after the current one, from the `offset`th, at most `limit`.
  public func upNext(from offset: Int = 0, limit: Int) -> [QueueEntry] {
    let start = upNextStart + max(0, offset)
    return timeline(start..<start + max(0, limit))
  }

  /// True if the entry waits in Manual.
  public func isManual(_ id: EntryID) -> Bool { contents.manual.contains(id) || contents.manualCurrent == id }
}
