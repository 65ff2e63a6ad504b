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
