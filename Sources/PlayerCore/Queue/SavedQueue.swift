/// A queue as plain lists, for the session file.
public struct SavedQueue: Hashable, Sendable {
  /// The context in its list's order.
  public var list: [TrackID] = []
  /// When shuffled: indices into `list` in playing order.
  public var order: [Int]?
  /// Index into `list` of the entry that the context has reached.
  public var cursor: Int?
  public var manual: [TrackID] = []
  /// The manual entry that plays.
  public var manualCurrent: TrackID?
  public var repeatMode: RepeatMode = .off
  public var context: ContextID?

  public init() {}
}

extension Queue {
  /// What has to be saved of this. Undo is not.
  public var saved: SavedQueue {
    var saved = SavedQueue()
    let list = contents.list.all
    func track(_ id: EntryID) -> TrackID { contents.entry(id).track }
    saved.list = list.map(track)
    if let shuffled = contents.shuffled {
      saved.order = shuffled.all.map { contents.list.position(of: $0) ?? 0 }
    }
    saved.cursor = contents.cursor.flatMap(contents.list.position(of:))
    saved.manual = contents.manual.all.map(track)
    saved.manualCurrent = contents.manualCurrent.map(track)
    saved.repeatMode = repeatMode
    saved.context = contents.context
    return saved
  }

  /// A queue from what was saved. What doesn't fit together (an order that is no permutation, a cursor outside) is
  /// left out, the tracks are kept.
  public init(_ saved: SavedQueue, seed: UInt64 = 0) {
    self.init(seed: seed)
    repeatMode = saved.repeatMode
    restore(saved)
  }
}
