import MusicLibrary
import PlayerCore
import ShellCore
import Testing

@testable import Nagara

@Suite struct LyricsInTheDrawer {
  /// Two songs, the first plays.
  func playing() -> AppState {
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    _ = reduceApp(
      &state, .loaded(LoadID(rawValue: 1), batch([loaded("One", number: 1), loaded("Two", number: 2)])))
    return state
  }

  @Test func theWordsAreReadWhenTheyAreFirstSeen() {
    var state = playing()
    #expect(state.lyrics == LyricsState())
    let opened = reduceApp(&state, .toggleDrawer(.lyrics))
    #expect(opened.contains(.readLyrics(TrackID(-1))))
    #expect(state.lyrics == LyricsState(track: TrackID(-1), isReading: true))

    let words = Lyrics(parsing: "[00:01.00]Early")
    _ = reduceApp(&state, .lyricsRead(TrackID(-1), words, offset: -500))
    #expect(state.lyrics == LyricsState(track: TrackID(-1), lyrics: words, offset: -500))
  }

  @Test func theNextSongsWordsReplaceThem() {
    var state = playing()
    _ = reduceApp(&state, .toggleDrawer(.lyrics))
    let next = reduceApp(&state, .located(.next))
    #expect(next.contains(.readLyrics(TrackID(-2))))
    _ = reduceApp(&state, .lyricsRead(TrackID(-1), Lyrics(parsing: "late"), offset: 0))
    #expect(state.lyrics.lyrics == nil)
    #expect(state.lyrics.isReading)
  }

  @Test func theWordsCanBeMovedAndAreRememberedWithTheirTrack() {
    var state = playing()
    _ = reduceApp(&state, .toggleDrawer(.lyrics))
    #expect(reduceApp(&state, .moveLyrics(250)).isEmpty)
    _ = reduceApp(&state, .lyricsRead(TrackID(-1), Lyrics(parsing: "[00:01.00]a\n[00:02.00]b"), offset: 250))

    let moved = reduceApp(&state, .moveLyrics(250))
    #expect(moved == [.keepLyricsOffset(TrackID(-1), milliseconds: 500)])
    #expect(state.lyrics.moved?.lines.map(\.time) == [1_500, 2_500].map { $0 * Nanoseconds.millisecond })
    _ = reduceApp(&state, .moveLyrics(-9_999_999))
    #expect(state.lyrics.offset == -LyricsState.longestOffset)
    #expect(reduceApp(&state, .moveLyrics(nil)) == [.keepLyricsOffset(TrackID(-1), milliseconds: 0)])
    #expect(reduceApp(&state, .moveLyrics(nil)).isEmpty)
  }

  @Test func nothingIsReadWhileUpNextIsSeen() {
    var state = playing()
    let effects = reduceApp(&state, .toggleDrawer(.upNext))
    #expect(!effects.contains { if case .readLyrics = $0 { true } else { false } })
    #expect(state.shell.drawer.isOpen)
  }

  @Test func theOtherViewReplacesTheOneThatIsOpen() {
    var state = playing()
    _ = reduceApp(&state, .toggleDrawer(.upNext))
    _ = reduceApp(&state, .toggleDrawer(.lyrics))
    #expect(state.shell.drawer.isOpen)
    #expect(state.drawer == .lyrics)
    _ = reduceApp(&state, .toggleDrawer(.lyrics))
    #expect(!state.shell.drawer.isOpen)
  }

  @Test func aStreamHasNoWordsToLookFor() {
    var state = windowState()
    _ = reduceApp(&state, .load([.stream("https://radio.example/live")], .play))
    let track = Track(id: TrackID(0), source: .stream("https://radio.example/live"))
    _ = reduceApp(
      &state, .loaded(LoadID(rawValue: 1), batch([LoadedTrack(track: track, record: TagRecord())])))
    let effects = reduceApp(&state, .toggleDrawer(.lyrics))
    #expect(!effects.contains { if case .readLyrics = $0 { true } else { false } })
    #expect(!state.lyrics.isReading)
  }

  @Test func previousInAHiddenWindowAsksTheEngineWhereItIs() {
    var state = playing()
    _ = reduceApp(&state, .located(.next))
    _ = reduceApp(&state, .window(WindowState(isMinimized: true)))
    let asked = reduceApp(&state, .player(.previous))
    #expect(asked == [.locate(.previous)])
    #expect(state.currentTrack?.title == "Two")

    let entry = state.player.queue.current!.id
    _ = reduceApp(&state, .player(.engine(.positionTick(entry, 9 * Nanoseconds.second))))
    _ = reduceApp(&state, .located(.previous))
    #expect(state.currentTrack?.title == "Two")
    #expect(state.player.position == 0)
  }
}
