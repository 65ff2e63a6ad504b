import PlayerCore
import Testing

/// A player with what the engine would have been told.
private struct Bench {
  var state = PlayerState(queue: Queue(seed: 5))
  var effects: [PlayerEffect] = []

  /// Where tracks were left, by their numbers.
  var points: [Int64: UInt64] = [:]

  mutating func send(_ actions: PlayerAction...) {
    let points = points
    for action in actions {
      effects = reduce(&state, action) { points[$0.rawValue] }
    }
  }

  mutating func play(_ count: Int, start: Int = 0) {
    send(.playContext(tracks(0..<count), context: ContextID(1), start: start, shuffled: false))
    send(.engine(.started(current, joined: false)), .engine(.durationKnown(current, 60 * second)))
  }

  var current: EntryID { state.queue.current!.id }
  var track: Int? { state.queue.currentTrack }
  var next: EntryID { state.queue.next(.finished)!.id }
  let second = Nanoseconds.second
}

private let broken = PlaybackError(.damaged, reason: "The file is damaged.")
private let file = MediaSource.file(FilePath("/m/a.mp3")!)

struct PlayerTests {
  @Test func playingAListLoadsItAndPreparesWhatFollows() {
    var bench = Bench()
    bench.send(.playContext(tracks(0..<3), context: nil, start: 1, shuffled: false))
    #expect(
      bench.effects == [
        .load(bench.state.queue.current!, startAt: 0, playing: true),
        .prepare(bench.state.queue.next(.finished)),
      ])
    #expect(bench.state.status == .playing)
  }

  @Test func aJoinGoesOnWithoutALoad() {
    var bench = Bench()
    bench.play(3)
    bench.send(.engine(.started(bench.next, joined: true)))
    #expect(bench.track == 1)
    #expect(bench.state.position == 0)
    #expect(bench.effects == [.prepare(bench.state.queue.next(.finished))])
  }

  @Test func theFirstTrackSoundsWhileTheRestArrives() {
    var bench = Bench()
    bench.play(1)
    bench.send(.appendToContext(tracks(1..<4), context: ContextID(1)))
    #expect(bench.effects == [.prepare(bench.state.queue.next(.finished))])
    #expect(bench.state.queue.shown == [0, 1, 2, 3])
  }

  @Test func queueingNextReplacesWhatIsPrepared() {
    var bench = Bench()
    bench.play(3)
    bench.send(.playNext(tracks(9..<10)))
    #expect(bench.effects == [.prepare(bench.state.queue.next(.finished))])
    #expect(bench.state.queue.next(.finished)?.track == TrackID(9))
    bench.send(.undo)
    #expect(bench.state.queue.next(.finished)?.track == TrackID(1))
    #expect(bench.effects == [.prepare(bench.state.queue.next(.finished))])
  }

  @Test func repeatOneJoinsTheEntryToItself() {
    var bench = Bench()
    bench.play(2)
    bench.send(.setRepeat(.one))
    #expect(bench.effects == [.prepare(bench.state.queue.current)])
    bench.send(.engine(.positionTick(bench.current, 50 * bench.second)))
    bench.send(.engine(.started(bench.current, joined: true)))
    #expect(bench.track == 0)
    #expect(bench.state.position == 0)
  }

  @Test func theSameEntryOnceMoreIsAJumpAndAnotherOneIsNot() {
    var bench = Bench()
    bench.play(3)
    bench.send(.engine(.started(bench.next, joined: true)), .next)
    #expect(bench.state.jumps == 0)
    bench.send(.playEntry(bench.current))
    #expect(bench.state.jumps == 1)
    bench.send(.setRepeat(.one), .engine(.started(bench.current, joined: true)))
    #expect(bench.state.jumps == 2)
    bench.send(.engine(.finished(bench.current)))
    #expect(bench.state.jumps == 3)
  }

  @Test func stopAfterThisTrackStopsWithTheNextWaiting() {
    var bench = Bench()
    bench.play(3)
    bench.send(.setStopAfterCurrent(true))
    #expect(bench.effects == [.prepare(nil)])
    bench.send(.engine(.finished(bench.current)))
    #expect(bench.state.status == .stopped)
    #expect(bench.track == 1)
    #expect(!bench.state.stopsAfterCurrent)
    #expect(bench.effects == [.stop])
  }

  @Test func previousRestartsAfterThreeSeconds() {
    var bench = Bench()
    bench.play(3, start: 1)
    bench.send(.engine(.positionTick(bench.current, 3 * bench.second + 1)), .previous)
    #expect(bench.track == 1)
    #expect(bench.effects == [.seek(0)])
    #expect(bench.state.jumps == 1)
    bench.send(.previous)
    #expect(bench.track == 0)
  }

  @Test(arguments: [PlayerStatus.playing, .paused, .stopped])
  func nextAndPreviousKeepTheStatus(status: PlayerStatus) {
    var bench = Bench()
    bench.play(3)
    if status == .paused { bench.send(.pause) }
    if status == .stopped { bench.send(.stop) }
    bench.send(.next)
    #expect(bench.track == 1)
    #expect(bench.state.status == status)
    bench.send(.previous)
    #expect(bench.track == 0)
    #expect(bench.state.status == status)
  }

  @Test func nextWithNothingLeftStops() {
    var bench = Bench()
    bench.play(2, start: 1)
    bench.send(.next)
    #expect(bench.state.status == .stopped)
    #expect(bench.track == 0)
    #expect(bench.effects == [.stop])
  }

  @Test func seekingPastTheEndGoesOnAndBelowTheStartStaysAtIt() {
    var bench = Bench()
    bench.play(2)
    bench.send(.seekBy(-1))
    #expect(bench.effects == [.seek(0)])
    bench.send(.seekBy(Int64.max))
    #expect(bench.track == 1)
    bench.send(.seekBy(Int64.min))
    #expect(bench.state.position == 0)
  }

  @Test func aFailureIsSkippedWithANotice() {
    var bench = Bench()
    bench.play(3)
    bench.send(.engine(.failed(bench.current, file, broken)))
    #expect(bench.track == 1)
    #expect(bench.state.status == .playing)
    #expect(bench.state.notices.map(\.source) == [file])
    #expect(bench.state.notices.map(\.error) == [broken])
    bench.send(.dismissNotice(bench.state.notices[0].id))
    #expect(bench.state.notices.isEmpty)
  }

  @Test func whatFailsWhileBeingPreparedIsPassedOverAndNamedOnce() {
    var bench = Bench()
    bench.play(3)
    bench.send(.engine(.failed(bench.next, file, broken)))
    #expect(bench.track == 0)
    guard case .prepare(let next) = bench.effects.last else {
      Issue.record("nothing was prepared")
      return
    }
    #expect(next?.track == TrackID(2))
    bench.send(.engine(.started(next!.id, joined: true)))
    #expect(bench.track == 2)
    #expect(bench.state.notices.count == 1)
  }

  @Test func tenFailuresInARowStop() {
    var bench = Bench()
    bench.play(30)
    var failed = 0
    while bench.state.status == .playing, failed < 30 {
      bench.send(.engine(.failed(bench.current, file, broken)))
      failed += 1
    }
    #expect(failed == PlayerState.failureLimit)
    #expect(bench.state.notices.last?.kind == .stoppedAfterFailures)
    #expect(bench.effects == [.stop])
  }

  @Test func aTrackThatPlaysBreaksTheRowOfFailures() {
    var bench = Bench()
    bench.play(40)
    for _ in 0..<25 {
      bench.send(.engine(.failed(bench.current, file, broken)))
      bench.send(.engine(.started(bench.current, joined: false)))
    }
    #expect(bench.state.status == .playing)
  }

  @Test func aListOfNothingPlayableEndsUnderRepeat() {
    var bench = Bench()
    bench.play(3)
    bench.send(.setRepeat(.all))
    for _ in 0..<3 where bench.state.status == .playing {
      bench.send(.engine(.failed(bench.current, file, broken)))
    }
    #expect(bench.state.status == .stopped)
  }

  @Test func losingTheDevicePausesAndPlayTriesAgainFromThere() {
    var bench = Bench()
    bench.play(2)
    let gone = PlaybackError(.noDevice, reason: "There is no sound device.")
    bench.send(.engine(.deviceFailed(gone, position: 7 * bench.second)))
    #expect(bench.state.status == .paused)
    #expect(bench.state.notices.map(\.kind) == [.device])
    bench.send(.play)
    #expect(
      bench.effects.first == .load(bench.state.queue.current!, startAt: 7 * bench.second, playing: true))
  }

  @Test func aRestoredPlayerIsPausedAndLoadsNothingUntilPlay() {
    var queue = Queue()
    queue.playContext(tracks(0..<3), start: 1)
    var bench = Bench()
    bench.send(.restore(queue, position: 5))
    #expect(bench.effects.isEmpty)
    #expect(bench.state.status == .paused)
    bench.send(.play)
    #expect(bench.effects.first == .load(queue.current!, startAt: 5, playing: true))
  }

  @Test func whatWasLeftInItsMidstGoesOnThere() {
    var bench = Bench()
    bench.points = [1: 40 * bench.second, 2: 50 * bench.second]
    bench.play(4, start: 1)
    #expect(bench.state.position == 40 * bench.second)
    bench.send(.next)
    #expect(
      bench.effects.first == .load(bench.state.queue.current!, startAt: 50 * bench.second, playing: true))
    bench.send(.next)
    #expect(bench.effects.first == .load(bench.state.queue.current!, startAt: 0, playing: true))
    // Stopped it waits at its beginning, and plays from where it was left.
    bench.send(.stop, .previous)
    #expect(bench.state.position == 0)
    bench.send(.play)
    #expect(bench.state.position == 50 * bench.second)
    // What sounds already begins anew.
    let current = bench.state.queue.current!
    bench.send(.playEntry(current.id))
    #expect(bench.effects.first == .load(current, startAt: 0, playing: true))
  }

  @Test func whatWasLeftInItsMidstIsNotJoined() {
    var bench = Bench()
    bench.points = [1: 40 * bench.second]
    bench.play(3)
    #expect(bench.state.queue.next(.finished)?.track == TrackID(1))
    #expect(!bench.effects.contains { if case .prepare(.some) = $0 { true } else { false } })
    bench.send(.engine(.finished(bench.current)))
    #expect(
      bench.effects.first == .load(bench.state.queue.current!, startAt: 40 * bench.second, playing: true))
    // What follows it is.
    #expect(bench.effects.last == .prepare(bench.state.queue.next(.finished)))
  }

  @Test func aStationHasTheNameThatItWasOpenedWithElseItsOwn() {
    var bench = Bench()
    bench.play(1)
    let stream = MediaSource.stream("http://radio.example/")
    bench.send(.engine(.stationKnown(bench.current, "Own")))
    func name(_ source: MediaSource, _ title: String?) -> String? {
      bench.state.stationName(of: Track(id: TrackID(0), source: source, title: title))
    }
    #expect(name(stream, nil) == "Own")
    #expect(name(stream, "") == "Own")
    #expect(name(stream, "Kept") == "Kept")
    #expect(name(file, "Song") == nil)
    bench.send(.stop)
    #expect(name(stream, nil) == nil)
  }

  @Test func removingWhatSoundsGoesToTheNextAndUndoResumesIt() {
    var bench = Bench()
    bench.play(3)
    bench.send(.engine(.positionTick(bench.current, 9)))
    let removed = bench.state.queue.current!
    bench.send(.remove([removed.id]))
    #expect(bench.track == 1)
    bench.send(.undo)
    #expect(bench.effects.first == .load(removed, startAt: 9, playing: true))
  }

  @Test func reportsAboutEntriesThatAreGoneChangeNothing() {
    var bench = Bench()
    bench.play(2)
    let gone = EntryID(999)
    bench.send(
      .engine(.finished(gone)), .engine(.failed(gone, file, broken)), .engine(.started(gone, joined: true)),
      .engine(.positionTick(gone, 4)), .engine(.durationKnown(gone, 1)))
    #expect(bench.track == 0)
    #expect(bench.state.position == 0)
    #expect(bench.state.duration == 60 * bench.second)
    #expect(bench.state.notices.isEmpty)
  }

  @Test func ratesAndVolumesAreClampedAndRateZeroPauses() {
    var bench = Bench()
    bench.play(1)
    bench.send(.setRate(9))
    #expect(bench.effects == [.setRate(4)])
    bench.send(.setVolume(1.5))
    #expect(bench.effects == [.setVolume(1)])
    bench.send(.setVolume(.nan))
    #expect(bench.effects.isEmpty)
    bench.send(.setRate(0))
    #expect(bench.effects == [.pause])
    #expect(bench.state.rate == 4)
  }

  @Test func theSleepTimerFadesOutAndPauses() {
    var bench = Bench()
    bench.play(2)
    bench.send(.sleepTimeIsUp)
    #expect(bench.state.status == .playing)
    bench.send(.setSleep(.after(60 * bench.second)), .sleepTimeIsUp)
    #expect(bench.effects == [.fadeOut(PlayerState.sleepFade)])
    #expect(bench.state.status == .paused)
    #expect(bench.state.sleep == .off)
  }

  @Test func sleepAtTheEndOfTheTrackStopsOnce() {
    var bench = Bench()
    bench.play(2)
    bench.send(.setSleep(.endOfTrack))
    #expect(bench.effects == [.prepare(nil)])
    bench.send(.engine(.finished(bench.current)))
    #expect(bench.state.status == .stopped)
    #expect(bench.state.sleep == .off)
    #expect(bench.track == 1)
  }

  @Test func sleepAtTheEndOfTheQueueStopsEvenWhereItRepeats() {
    var bench = Bench()
    bench.play(2, start: 1)
    bench.send(.setRepeat(.all))
    #expect(bench.effects == [.prepare(bench.state.queue.timelineEntry(at: 0))])
    bench.send(.setSleep(.endOfQueue))
    #expect(bench.effects == [.prepare(nil)])
    bench.send(.engine(.finished(bench.current)))
    #expect(bench.state.status == .stopped)
    #expect(bench.state.sleep == .off)
  }
}

struct QueueRevisionTests {
  @Test func theRevisionGrowsWithTheQueueAndNotWithThePosition() {
    var state = PlayerState(queue: Queue(seed: 1))
    func grows(_ action: PlayerAction) -> Bool {
      let before = state.queueRevision
      _ = reduce(&state, action)
      return state.queueRevision != before
    }
    #expect(grows(.playContext([TrackID(1), TrackID(2)], context: nil, start: 0, shuffled: false)))
    let entry = state.queue.current!.id
    #expect(!grows(.engine(.started(entry, joined: false))))
    #expect(!grows(.engine(.positionTick(entry, 5))))
    #expect(!grows(.pause))
    #expect(!grows(.seek(3)))
    #expect(!grows(.setVolume(0.5)))
    #expect(grows(.setRepeat(.all)))
    #expect(grows(.next))
    #expect(grows(.enqueue([TrackID(3)])))
    #expect(grows(.undo))
  }
}
