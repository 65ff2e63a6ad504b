import MusicLibrary
import PlayerCore
import Testing

@testable import Nagara

@Suite struct CountingPlays {
  let second = Nanoseconds.second

  /// Two songs of a minute each, the first playing.
  func playing() -> AppState {
    var state = windowState()
    _ = reduceApp(&state, .add(batch([loaded("One", number: 1), loaded("Two", number: 2)])))
    _ = reduceApp(&state, .play(.songs, from: nil, shuffled: false))
    _ = reduceApp(&state, .player(.engine(.durationKnown(EntryID(1), 60 * second))))
    return state
  }

  func counts(_ effects: [AppEffect]) -> [LibraryEffect] {
    effects.compactMap { if case .library(let effect) = $0 { effect } else { nil } }
  }

  @Test func aTrackThatComesToItsEndIsAPlay() {
    var state = playing()
    let joined = reduceApp(&state, .player(.engine(.started(EntryID(2), joined: true))))
    let finished = reduceApp(&state, .player(.engine(.finished(EntryID(2)))))
    #expect(counts(joined) == [.countPlay(TrackID(-1))])
    #expect(counts(finished) == [.countPlay(TrackID(-2))])
  }

  @Test func leavingATrackAfterHalfOfItIsAPlayAndBeforeThatASkip() {
    for (position, expected) in [
      (31 * second, LibraryEffect.countPlay(TrackID(-1))), (5 * second, .countSkip(TrackID(-1))),
    ] {
      var state = playing()
      _ = reduceApp(&state, .player(.engine(.positionTick(EntryID(1), position))))
      #expect(counts(reduceApp(&state, .located(.next))) == [expected])
    }
  }

  @Test func aTrackThatHasNotSoundedIsNeither() {
    var state = playing()
    #expect(counts(reduceApp(&state, .located(.next))).isEmpty)
  }

  @Test func anotherListIsNoSkip() {
    var state = playing()
    _ = reduceApp(&state, .player(.engine(.positionTick(EntryID(1), 5 * second))))
    #expect(counts(reduceApp(&state, .play(.songs, from: nil, shuffled: false))).isEmpty)
  }

  @Test func theEngineIsAskedForThePositionBeforeTheNext() {
    var state = playing()
    #expect(reduceApp(&state, .player(.next)) == [.locate(.next)])
  }
}

@Suite struct LongTracks {
  let minute = 60 * Nanoseconds.second
  let book = TrackID(-1)

  /// A book of an hour and a song, the book playing.
  func reading(minutes: UInt64 = 60) -> AppState {
    var state = windowState()
    let book = loaded("Book", number: 1, seconds: minutes * 60)
    _ = reduceApp(&state, .add(batch([book, loaded("Song", number: 2)])))
    _ = reduceApp(&state, .play(.songs, from: nil, shuffled: false))
    _ = reduceApp(&state, .player(.engine(.durationKnown(EntryID(1), minutes * minute))))
    return state
  }

  func place(_ state: AppState) -> UInt64? {
    state.library.tracks[book].flatMap(TrackPlace.init).flatMap { state.resumePoints[$0] }
  }

  func load(_ effects: [AppEffect]) -> UInt64? {
    for case .player(.load(_, startAt: let position, playing: _)) in effects { return position }
    return nil
  }

  @Test func aLongTrackGoesOnWhereItWasLeft() throws {
    var state = reading()
    _ = reduceApp(&state, .player(.engine(.positionTick(EntryID(1), 30 * minute))))
    let effects = reduceApp(&state, .play(.songs, from: TrackID(-2), shuffled: false))
    // The engine is asked before it lets go.
    let entry = QueueEntry(id: EntryID(1), track: book)
    #expect(effects.first == .leave(entry, at: 30 * minute))
    let kept = reduceApp(&state, .left(book, at: 31 * minute))
    #expect(kept == [.library(.keepPlace(book, 31 * minute))])
    #expect(place(state) == 31 * minute)
    #expect(load(reduceApp(&state, .play(.songs, from: book, shuffled: false))) == 31 * minute)
    #expect(state.player.position == 31 * minute)
  }

  @Test func itIsForgottenAtItsEnd() {
    for left in [59 * minute + 40 * Nanoseconds.second, 10 * Nanoseconds.second] {
      var state = reading()
      _ = reduceApp(&state, .left(book, at: 31 * minute))
      #expect(reduceApp(&state, .left(book, at: left)) == [.library(.keepPlace(book, nil))])
      #expect(place(state) == nil)
    }
    for event in [EngineEvent.finished(EntryID(1)), .started(EntryID(2), joined: true)] {
      var state = reading()
      _ = reduceApp(&state, .left(book, at: 31 * minute))
      let effects = reduceApp(&state, .player(.engine(event)))
      #expect(effects.contains(.library(.keepPlace(book, nil))))
      #expect(place(state) == nil)
    }
  }

  @Test func aSongBeginsAtItsBeginning() {
    var state = reading(minutes: 20)
    let effects = reduceApp(&state, .play(.songs, from: TrackID(-2), shuffled: false))
    #expect(!effects.contains { if case .leave = $0 { true } else { false } })
    #expect(reduceApp(&state, .left(book, at: 10 * minute)).isEmpty)
    #expect(Playing.resumePoint(10 * minute, of: nil) == nil)
  }

  @Test func stoppingAndTheProgramsEndLeaveItToo() {
    for action in [AppAction.player(.stop), .leaving] {
      var state = reading()
      _ = reduceApp(&state, .player(.engine(.positionTick(EntryID(1), 30 * minute))))
      let effects = reduceApp(&state, action)
      #expect(effects.first == .leave(QueueEntry(id: EntryID(1), track: book), at: 30 * minute))
    }
  }

  @Test func pausingDoesNot() {
    var state = reading()
    let effects = reduceApp(&state, .player(.pause))
    #expect(!effects.contains { if case .leave = $0 { true } else { false } })
  }

  @Test func whatTheLibraryRemembersIsOlderThanWhatWasLeftSince() throws {
    var state = reading()
    _ = reduceApp(&state, .left(book, at: 31 * minute))
    let place = try #require(state.library.tracks[book].flatMap(TrackPlace.init))
    _ = reduceApp(&state, .library(.resumePoints([place: 5 * minute])))
    #expect(self.place(state) == 31 * minute)
  }
}

@Suite struct SleepAndSound {
  @Test func theSleepTimerIsSetAndTakenBack() {
    var state = windowState()
    let minutes = 15 * 60 * Nanoseconds.second
    #expect(reduceApp(&state, .player(.setSleep(.after(minutes)))).contains(.sleep(minutes)))
    // Once more: it begins anew.
    #expect(reduceApp(&state, .player(.setSleep(.after(minutes)))).contains(.sleep(minutes)))
    #expect(reduceApp(&state, .player(.setSleep(.endOfTrack))).contains(.sleep(nil)))
    #expect(reduceApp(&state, .player(.setSleep(.off))).contains(.sleep(nil)))
  }

  @Test func volumeMuteAndSpeedAreKept() {
    for action in [PlayerAction.setVolume(0.3), .setMuted(true), .setRate(1.5)] {
      var state = windowState()
      #expect(reduceApp(&state, .player(action)).contains(.keepSound))
      #expect(!reduceApp(&state, .player(action)).contains(.keepSound))
    }
  }
}
