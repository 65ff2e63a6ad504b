import Testing

@testable import PlayerCore

/// The same rules as `Queue`, with plain arrays.
private struct PlainQueue: Equatable {
  var list: [EntryID] = []
  var order: [EntryID]?
  var manual: [EntryID] = []
  var cursor: EntryID?
  var manualCurrent: EntryID?

  init(_ queue: Queue) {
    list = queue.contents.list.all
    order = queue.contents.shuffled?.all
    manual = queue.contents.manual.all
    cursor = queue.contents.cursor
    manualCurrent = queue.contents.manualCurrent
  }

  var play: [EntryID] { order ?? list }

  mutating func advance(repeatAll: Bool) {
    if !manual.isEmpty {
      manualCurrent = manual.removeFirst()
      return
    }
    let next = (cursor.flatMap(play.firstIndex(of:)) ?? -1) + 1
    guard next < play.count || (repeatAll && !play.isEmpty) else { return }
    cursor = play[next < play.count ? next : 0]
    manualCurrent = nil
  }

  /// For entries that are not current.
  mutating func remove(_ entry: EntryID) {
    if entry == cursor {
      let index = play.firstIndex(of: entry)!
      cursor = index > 0 ? play[index - 1] : nil
    }
    list.removeAll { $0 == entry }
    order?.removeAll { $0 == entry }
    manual.removeAll { $0 == entry }
  }
}

struct QueuePropertyTests {
  @Test(arguments: UInt64(1)...40)
  func randomEditsAgreeWithPlainArraysAndUndoExactly(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var queue = Queue(seed: seed)
    var nextTrack: Int64 = 0
    func some(_ limit: Int) -> [TrackID] {
      let count = Int.random(in: 0...limit, using: &random)
      defer { nextTrack += Int64(count) }
      return (0..<Int64(count)).map { TrackID(nextTrack + $0) }
    }
    func anyEntry() -> EntryID? {
      queue.isEmpty
        ? nil : queue.timelineEntry(at: Int.random(in: 0..<queue.timelineCount, using: &random)).id
    }
    for _ in 0..<200 {
      let before = queue
      var plain = PlainQueue(queue)
      let edits = queue.history.count
      switch Int.random(in: 0..<9, using: &random) {
      case 0: queue.playContext(some(30), start: 0, shuffled: Bool.random(using: &random))
      case 1:
        let ids = queue.enqueue(some(4))
        plain.manual += ids
        #expect(PlainQueue(queue) == plain)
      case 2:
        let ids = queue.playNext(some(4))
        plain.manual = ids + plain.manual
        #expect(PlainQueue(queue) == plain)
      case 3, 4:
        guard let entry = anyEntry() else { continue }
        if entry == queue.current?.id {
          queue.remove([entry])
          #expect(queue.entry(entry) == nil)
        } else {
          queue.remove([entry])
          plain.remove(entry)
          #expect(PlainQueue(queue) == plain)
        }
      case 5:
        guard let entry = anyEntry(), let target = anyEntry() else { continue }
        let ids = Set(queue.timeline(0..<queue.timelineCount).map(\.id))
        queue.move(entry, before: target)
        #expect(Set(queue.timeline(0..<queue.timelineCount).map(\.id)) == ids)
        #expect(queue.current == before.current)
      case 6:
        queue.setShuffled(!queue.isShuffled)
        #expect(queue.current == before.current)
        #expect(Set(PlainQueue(queue).play) == Set(plain.list))
      default:
        queue.repeatMode = Bool.random(using: &random) ? .all : .off
        queue.advance(.skipped)
        plain.advance(repeatAll: queue.repeatMode == .all)
        #expect(PlainQueue(queue) == plain)
      }
      let indices = queue.timeline(0..<queue.timelineCount).map { queue.timelineIndex(of: $0.id) }
      #expect(indices == Array(0..<queue.timelineCount))
      if queue.history.count > edits {
        var copy = queue
        _ = copy.undo()
        #expect(copy.contents == before.contents)
      }
    }
  }

  @Test func ordersOfAHundredThousandKeepPositionsThroughEdits() {
    let count: UInt32 = 100_000
    var order = EntryOrder((1...count).map(EntryID.init))
    var random = SplitMix64(seed: 3)
    let untouched = order
    for step in 0..<2_000 {
      let from = Int.random(in: 0..<order.count, using: &random)
      let to = Int.random(in: 0..<order.count, using: &random)
      let entry = order[from]
      #expect(order.position(of: entry) == from)
      order.remove(entry)
      order.insert(entry, at: to)
      if step % 100 == 0 { #expect(order.position(of: entry) == to) }
    }
    #expect(order.count == Int(count))
    #expect(Set(order.all).count == Int(count))
    #expect(untouched.entries(in: 0..<3) == [1, 2, 3].map(EntryID.init))
  }

  @Test func theTreeOfAHundredThousandIsShallow() {
    // 2·log2(100,000) ≈ 33 expected at most; 60 leaves room for bad luck, a list would be 100,000.
    let order = EntryOrder((UInt32(1)...100_000).map(EntryID.init))
    #expect(order.depth < 60)
  }
}
