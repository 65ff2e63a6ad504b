import MusicLibrary
import PlayerCore
import Testing

@testable import Nagara

@Suite struct SortingSongs {
  func filled() -> AppState {
    var state = windowState()
    _ = reduceApp(
      &state,
      .add(
        batch([
          loaded("Tide", album: "Moons", number: 2, year: 2001, seconds: 90),
          loaded("apple", album: "Moons", number: 1, seconds: 30),
          loaded("Obi", album: "Attic", number: 1, year: 1999, seconds: 90),
        ])))
    return state
  }

  func titles(_ state: AppState) -> [String?] { state.songs.map { state.library.tracks[$0]?.title } }

  @Test func songsAreAsTheyWereFoundUntilSomeoneSorts() {
    var state = filled()
    #expect(titles(state) == ["Tide", "apple", "Obi"])
    _ = reduceApp(&state, .sortSongs(SongOrder(column: .title)))
    #expect(titles(state) == ["apple", "Obi", "Tide"])
    _ = reduceApp(&state, .sortSongs(SongOrder()))
    #expect(titles(state) == ["Tide", "apple", "Obi"])
  }

  @Test func whatIsUnknownComesLastEitherWay() {
    var state = filled()
    _ = reduceApp(&state, .sortSongs(SongOrder(column: .year)))
    #expect(titles(state) == ["Obi", "Tide", "apple"])
    _ = reduceApp(&state, .sortSongs(SongOrder(column: .year, isDescending: true)))
    #expect(titles(state) == ["Tide", "Obi", "apple"])
  }

  @Test func anAlbumKeepsItsOrderBackwardsToo() {
    var state = filled()
    _ = reduceApp(&state, .sortSongs(SongOrder(column: .album)))
    #expect(titles(state) == ["Obi", "apple", "Tide"])
    _ = reduceApp(&state, .sortSongs(SongOrder(column: .album, isDescending: true)))
    #expect(titles(state) == ["apple", "Tide", "Obi"])
  }

  @Test func equalSongsStayAsTheyWereFound() {
    var state = filled()
    _ = reduceApp(&state, .sortSongs(SongOrder(column: .length, isDescending: true)))
    #expect(titles(state) == ["Tide", "Obi", "apple"])
  }

  @Test func theListPlaysAsItIsShown() {
    var state = filled()
    _ = reduceApp(&state, .sortSongs(SongOrder(column: .title)))
    _ = reduceApp(&state, .play(.songs, from: TrackID(-3), shuffled: false))
    #expect(state.player.queue.upNext(limit: 9).map(\.track) == [TrackID(-1)])
  }

  @Test func songsThatComeLaterAreSortedIn() {
    var state = filled()
    _ = reduceApp(&state, .sortSongs(SongOrder(column: .title)))
    _ = reduceApp(&state, .add(batch([loaded("Bell", number: 7)])))
    #expect(titles(state) == ["apple", "Bell", "Obi", "Tide"])
  }
}
