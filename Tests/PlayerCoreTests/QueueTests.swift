import PlayerCore
import Testing

func tracks(_ range: Range<Int>) -> [TrackID] { range.map { TrackID(Int64($0)) } }

extension Queue {
  /// Track numbers of the whole timeline.
  var shown: [Int] { timeline(0..<timelineCount).map { Int($0.track.rawValue) } }
  var upcoming: [Int] { upNext(limit: 1000).map { Int($0.track.rawValue) } }
  var currentTrack: Int? { current.map { Int($0.track.rawValue) } }
  func id(ofTrack track: Int) -> EntryID {
    timeline(0..<timelineCount).first { $0.track.rawValue == Int64(track) }!.id
  }
}

struct QueueTests {
  private func playing(_ count: Int, start: Int? = 0, shuffled: Bool = false) -> Queue {
    var queue = Queue(seed: 7)
    queue.playContext(tracks(0..<count), context: ContextID(1), start: start, shuffled: shuffled)
    return queue
  }

  @Test func manualComesBeforeTheRestOfTheContextAndIsConsumed() {
    var queue = playing(3)
    queue.enqueue(tracks(10..<12))
    #expect(queue.shown == [0, 10, 11, 1, 2])
    queue.advance(.finished)
    #expect(queue.currentTrack == 10)
    #expect(queue.isCurrentManual)
    queue.advance(.finished)
    queue.advance(.finished)
    #expect(queue.shown == [0, 1, 2])
    #expect(queue.currentTrack == 1)
  }

  @Test func playNextGoesBeforeWhatWasQueuedAlready() {
    var queue = playing(2)
    queue.enqueue(tracks(10..<11))
    queue.playNext(tracks(20..<22))
    #expect(queue.upcoming == [20, 21, 10, 1])
  }

  @Test func aTrackIsPutRightBehindTheEntryThatIsNamed() {
    for shuffled in [false, true] {
      var queue = playing(6, start: 2, shuffled: shuffled)
      queue.advance(.skipped)
      queue.enqueue(tracks(10..<12))
      for (number, entry) in queue.timeline(0..<8).enumerated() {
        var copy = queue
        let id = copy.insert(TrackID(99), after: entry.id)
        #expect(copy.timelineIndex(of: id) == number + 1)
        #expect(copy.current == queue.current)
        _ = copy.undo()
        #expect(copy.shown == queue.shown)
      }
      let first = queue.insert(TrackID(99), after: nil)
      #expect(queue.timelineIndex(of: first) == 0)
      // While a manual entry plays, the place behind the context's entry is not to be had.
      queue.advance(.skipped)
      let before = queue.timelineEntry(at: queue.currentTimelineIndex! - 1)
      let id = queue.insert(TrackID(98), after: before.id)
      #expect(queue.next(.finished)?.id == id)
    }
  }

  @Test func anotherListKeepsManual() {
    var queue = playing(3)
    queue.enqueue(tracks(10..<12))
    queue.playContext(tracks(5..<7), start: 1)
    #expect(queue.currentTrack == 6)
    #expect(queue.upcoming == [10, 11])
  }

  @Test func goingBackFromManualReturnsToTheContextsEntry() {
    var queue = playing(3, start: 1)
    queue.enqueue(tracks(10..<11))
    queue.advance(.skipped)
    let toContext = queue.goBack()
    #expect(toContext)
    #expect(queue.currentTrack == 1)
    let toFirst = queue.goBack()
    #expect(toFirst)
    #expect(queue.currentTrack == 0)
    let beyond = queue.goBack()
    #expect(!beyond)
  }

  @Test(
    arguments: [
      (RepeatMode.off, Advance.finished, nil), (.all, .finished, 0), (.one, .finished, 2),
      (.off, .skipped, nil),
      (.all, .skipped, 0), (.one, .skipped, nil),
    ] as [(RepeatMode, Advance, Int?)])
  func theEndOfTheListFollowsTheRepeatMode(mode: RepeatMode, cause: Advance, expected: Int?) {
    var queue = playing(3, start: 2)
    queue.repeatMode = mode
    #expect(queue.next(cause).map { Int($0.track.rawValue) } == expected)
    let advanced = queue.advance(cause)
    #expect(advanced == (expected != nil))
  }

  @Test func repeatOneLetsNextGoOn() {
    var queue = playing(3)
    queue.repeatMode = .one
    queue.advance(.finished)
    #expect(queue.currentTrack == 0)
    queue.advance(.skipped)
    #expect(queue.currentTrack == 1)
  }

  @Test func aShuffleRoundPlaysEachTrackOnceTheCurrentFirst() {
    for seed in UInt64(0)..<20 {
      var queue = Queue(seed: seed)
      queue.playContext(tracks(0..<50), start: 17, shuffled: true)
      var heard = [queue.currentTrack!]
      while queue.advance(.finished) { heard.append(queue.currentTrack!) }
      #expect(heard.first == 17)
      #expect(heard.sorted() == Array(0..<50))
      #expect(heard != Array(0..<50))
    }
  }

  @Test func theNextRoundOfARepeatedShuffleIsTheSamePermutation() {
    var queue = playing(10, start: 3, shuffled: true)
    queue.repeatMode = .all
    let first = queue.shown
    for _ in 0..<10 { queue.advance(.finished) }
    #expect(queue.currentTrack == 3)
    #expect(queue.shown == first)
  }

  @Test func shuffleOffReturnsToTheListAtTheCurrentTrack() {
    var queue = playing(10, start: 3, shuffled: true)
    queue.advance(.finished)
    let current = queue.currentTrack!
    queue.setShuffled(false)
    #expect(queue.currentTrack == current)
    #expect(queue.shown == Array(0..<10))
    #expect(queue.upcoming == Array(current + 1..<10))
  }

  @Test func manualIsNeverShuffled() {
    var queue = playing(20)
    queue.enqueue(tracks(100..<110))
    queue.setShuffled(true)
    #expect(queue.upNext(limit: 10).map { Int($0.track.rawValue) } == Array(100..<110))
  }

  @Test func tracksThatArriveLateAreShuffledIntoWhatIsToCome() {
    var queue = playing(2, start: 0, shuffled: true)
    queue.appendToContext(tracks(2..<50), context: ContextID(1))
    #expect(queue.currentTrack == 0)
    #expect(queue.shown.sorted() == Array(0..<50))
    #expect(queue.shown != Array(0..<50))
    queue.setShuffled(false)
    #expect(queue.shown == Array(0..<50))
  }

  @Test func tracksThatArriveLateReachOnlyTheirOwnList() {
    var queue = playing(2)
    queue.playContext(tracks(10..<12), context: ContextID(2), start: 0)
    queue.appendToContext(tracks(2..<4), context: ContextID(1))
    #expect(queue.shown == [10, 11])
    _ = queue.undo()
    #expect(queue.shown == [0, 1, 2, 3])
  }

  @Test func removingTheCurrentGoesToTheNext() {
    var queue = playing(3)
    queue.enqueue(tracks(10..<11))
    let first = queue.remove([queue.id(ofTrack: 0)])
    #expect(first == .replaced)
    #expect(queue.currentTrack == 10)
    let manual = queue.remove([queue.id(ofTrack: 10)])
    #expect(manual == .replaced)
    #expect(queue.currentTrack == 1)
    #expect(queue.shown == [1, 2])
    let last = queue.remove([queue.id(ofTrack: 2)])
    #expect(last == .kept)
    let only = queue.remove([queue.id(ofTrack: 1)])
    #expect(only == .none)
    #expect(queue.current == nil)
    #expect(queue.isEmpty)
  }

  @Test func removingSeveralWithTheCurrentGoesToTheNextThatStays() {
    var queue = playing(5)
    let removal = queue.remove([0, 1, 3].map(queue.id(ofTrack:)))
    #expect(removal == .replaced)
    #expect(queue.currentTrack == 2)
    #expect(queue.shown == [2, 4])
  }

  @Test func removingTheLastOfTheListStopsAtItsFirst() {
    var queue = playing(3, start: 2)
    let removal = queue.remove([queue.id(ofTrack: 2)])
    #expect(removal == .none)
    #expect(queue.currentTrack == 0)
  }

  @Test func movingKeepsTheID() {
    var queue = playing(5)
    let id = queue.id(ofTrack: 4)
    let forward = queue.move(id, before: queue.id(ofTrack: 1))
    #expect(forward)
    #expect(queue.shown == [0, 4, 1, 2, 3])
    #expect(queue.id(ofTrack: 4) == id)
    let back = queue.move(id, before: nil)
    #expect(back)
    #expect(queue.shown == [0, 1, 2, 3, 4])
  }

  @Test func movingAcrossTheBorderChangesSides() {
    var queue = playing(4)
    queue.enqueue(tracks(10..<12))
    queue.move(queue.id(ofTrack: 3), before: queue.id(ofTrack: 11))
    #expect(queue.shown == [0, 10, 3, 11, 1, 2])
    #expect(queue.isManual(queue.id(ofTrack: 3)))
    queue.move(queue.id(ofTrack: 10), before: queue.id(ofTrack: 2))
    #expect(queue.shown == [0, 3, 11, 1, 10, 2])
    #expect(!queue.isManual(queue.id(ofTrack: 10)))
    // The border itself: it stays what it was, last of Manual.
    queue.move(queue.id(ofTrack: 3), before: queue.id(ofTrack: 1))
    #expect(queue.shown == [0, 11, 3, 1, 10, 2])
    #expect(queue.isManual(queue.id(ofTrack: 3)))
  }

  @Test func aMoveThatChangesNothingIsNoEdit() {
    var queue = playing(3)
    let edit = queue.undoableEdit
    let inPlace = queue.move(queue.id(ofTrack: 1), before: queue.id(ofTrack: 2))
    #expect(!inPlace)
    let lastToEnd = queue.move(queue.id(ofTrack: 2), before: nil)
    #expect(!lastToEnd)
    let ontoItself = queue.move(queue.id(ofTrack: 1), before: queue.id(ofTrack: 1))
    #expect(!ontoItself)
    #expect(queue.undoableEdit == edit)
  }

  @Test func jumpingToAManualEntryKeepsThoseBeforeIt() {
    var queue = playing(2)
    queue.enqueue(tracks(10..<13))
    let jumped = queue.jump(to: queue.id(ofTrack: 11))
    #expect(jumped)
    #expect(queue.currentTrack == 11)
    #expect(queue.upcoming == [10, 12, 1])
  }

  @Test func undoingTheRemovalOfTheCurrentBringsItAndItsPositionBack() {
    var queue = playing(3, start: 1)
    let before = queue.shown
    queue.remove([queue.id(ofTrack: 1)], position: 42)
    let undone = queue.undo()
    #expect(undone?.edit == .remove(1))
    #expect(undone?.changesCurrent == true)
    #expect(undone?.position == 42)
    #expect(queue.shown == before)
    #expect(queue.currentTrack == 1)
  }

  @Test func undoKeepsWhatPlaysIfPlayingWentOn() {
    var queue = playing(5)
    queue.enqueue(tracks(10..<11))
    queue.remove([queue.id(ofTrack: 2)])
    queue.advance(.finished)
    queue.advance(.finished)
    #expect(queue.currentTrack == 1)
    let undone = queue.undo()
    #expect(undone?.changesCurrent == false)
    #expect(queue.shown == [0, 1, 2, 3, 4])
    #expect(queue.currentTrack == 1)
  }

  @Test func undoReachesBackTwentyEdits() {
    var queue = playing(0)
    for track in 0..<30 { queue.enqueue(tracks(track..<track + 1)) }
    var undone = 0
    while queue.undo() != nil { undone += 1 }
    #expect(undone == Queue.undoDepth)
    #expect(queue.upcoming == Array(0..<10))
  }

  @Test func timelineIndicesAndEntriesAgree() {
    var queue = playing(6, start: 2)
    queue.enqueue(tracks(10..<13))
    queue.advance(.finished)
    #expect(queue.shown == [0, 1, 2, 10, 11, 12, 3, 4, 5])
    for index in 0..<queue.timelineCount {
      #expect(queue.timelineIndex(of: queue.timelineEntry(at: index).id) == index)
    }
    #expect(queue.currentTimelineIndex == 3)
  }

  @Test func tracksThatArePutTogetherAreOneEdit() {
    for shuffled in [false, true] {
      var queue = playing(4, start: 1, shuffled: shuffled)
      let before = queue.shown
      let edits = queue.editCount
      let last = queue.timelineEntry(at: queue.timelineCount - 1)

      let ids = queue.insert(tracks(20..<23), after: last.id)

      #expect(queue.shown == before + [20, 21, 22])
      #expect(ids.compactMap(queue.timelineIndex(of:)) == [4, 5, 6])
      #expect(queue.editCount == edits + 1)
      _ = queue.undo()
      #expect(queue.shown == before)
    }
  }

  @Test(
    arguments: [
      ([3, 5], 1, [0, 3, 5, 1, 2, 4]), ([1, 2], 5, [0, 3, 4, 1, 2, 5]), ([2, 4], nil, [0, 1, 3, 5, 2, 4]),
      ([2, 4], 2, [0, 1, 2, 4, 3, 5]), ([4, 2], 1, [0, 2, 4, 1, 3, 5]), ([5], nil, nil),
    ] as [([Int], Int?, [Int]?)])
  func entriesMoveTogetherAndAreOneEdit(moved: [Int], target: Int?, wanted: [Int]?) {
    var queue = playing(6)
    let edits = queue.editCount

    let hasMoved = queue.move(moved.map(queue.id(ofTrack:)), before: target.map(queue.id(ofTrack:)))

    #expect(hasMoved == (wanted != nil))
    #expect(queue.shown == wanted ?? [0, 1, 2, 3, 4, 5])
    #expect(queue.editCount == edits + (wanted == nil ? 0 : 1))
    if wanted != nil { _ = queue.undo() }
    #expect(queue.shown == [0, 1, 2, 3, 4, 5])
  }
}
