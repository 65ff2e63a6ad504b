import MusicLibrary
import PlayerCore
import ShellCore
import Testing

@testable import Nagara

/// A window in which three songs play.
private func playingState() -> AppState {
  var state = windowState()
  _ = reduceApp(&state, .load([demo], .play))
  let songs = ["One", "Two", "Three"].enumerated().map { loaded($1, number: $0 + 1) }
  _ = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch(songs)))
  return state
}

extension AppState {
  fileprivate var titles: [String] {
    player.queue.timeline(0..<player.queue.timelineCount).compactMap { library.tracks[$0.track]?.title }
  }
}

@Suite struct Undoing {
  @Test func undoTakesBackEditsOfTheQueueOneByOne() {
    var state = playingState()
    let last = state.player.queue.timelineEntry(at: 2)
    _ = reduceApp(&state, .removeFromQueue([last.id]))
    _ = reduceApp(&state, .clearUpNext)
    #expect(state.titles == ["One"])

    _ = reduceApp(&state, .undo)
    #expect(state.titles == ["One", "Two"])
    _ = reduceApp(&state, .undo)
    #expect(state.titles == ["One", "Two", "Three"])
  }

  @Test func aPlayerThatWasSwipedAwayRestsAndComesBackPlaying() {
    var state = playingState()
    swipeAway(&state)
    #expect(state.player.status == .paused)
    #expect(!state.shell.player.isPresent)

    _ = reduceApp(&state, .undo)
    #expect(state.player.status == .playing)
    #expect(state.shell.player.isPresent)
    // It is taken back, not done again.
    #expect(!state.undo.steps.contains(.dismissal(wasPlaying: true)))
  }

  @Test func playingOnBringsADismissedPlayerBack() {
    var state = playingState()
    swipeAway(&state)

    _ = reduceApp(&state, .player(.play))

    #expect(state.shell.player.isPresent)
    _ = reduceApp(&state, .undo)
    #expect(state.shell.player.isPresent)
  }

  @Test func aRestoredQueueHasNothingToTakeBack() {
    var state = playingState()
    _ = reduceApp(&state, .clearUpNext)
    _ = reduceApp(&state, .player(.restore(Queue(), position: 0)))
    #expect(state.undo.isEmpty)
  }

  /// A drag on the mini player, down beyond its height.
  private func swipeAway(_ state: inout AppState) {
    state.shell.player.swipes.dismisses = true
    state.shell.environment.animations = false
    func send(_ action: ShellAction) { _ = reduceApp(&state, .shell(action)) }
    send(.dragBegan(.mini, .touch, x: 800, y: 650, scroll: nil, time: 10))
    for step in 1...20 {
      send(.dragMoved(x: 800, y: 650 + Double(step) * 6, time: 10 + Double(step) * 0.015))
    }
    send(.dragEnded(time: 10.5, permitted: nil))
    for step in 0..<200 where state.shell.isMoving { send(.tick(11 + Double(step) / 60)) }
  }
}

@Suite struct ColumnsOfTheTable {
  @Test func aChoiceIsReadAsItWasWritten() {
    var columns = SongColumns()
    columns.show(.artist, false)
    columns.show(.genre, true)
    columns.setWidth(.album, 220)
    columns.reorder([.genre, .title, .album])

    let read = SongColumns(text: columns.text)

    #expect(read == columns)
    #expect(read.items.map(\.field).prefix(3) == [.genre, .title, .album])
  }

  @Test(arguments: ["", "title nonsense:3 title -title year:abc", "year:99999", "-title"])
  func anyTextGivesEveryColumnOnceAndATitle(text: String) {
    let columns = SongColumns(text: text)
    #expect(Set(columns.items.map(\.field)) == Set(SongField.allCases))
    #expect(columns.items.count == SongField.allCases.count)
    #expect(columns.item(.title).isShown)
    #expect(columns.items.allSatisfy { $0.width ?? 40 <= 4_000 })
  }
}

@Suite struct TypingInAList {
  private let names = ["Álfheim", "Beat It", "The Long Way", "the longest day"]

  @Test(arguments: [("a", 0), ("beati", 1), ("thelonge", 3), ("thel", 2), ("x", nil)] as [(String, Int?)])
  @MainActor
  func theFirstRowThatBeginsSoIsFound(typed: String, wanted: Int?) {
    let found = TypeAhead.position(of: typed, in: [0, 1, 2, 3]) { names[Int($0)] }
    #expect(found == wanted)
  }
}
