import MusicLibrary
import PlayerCore
import Testing

@testable import Nagara

@Suite struct StationsOfTheListener {
  private let address = "http://radio.example/live"

  /// A stream plays.
  private func playing(_ title: String? = nil) -> AppState {
    var state = windowState()
    let source = MediaSource.stream(address)
    _ = reduceApp(&state, .load([source], .play))
    let track = LoadedTrack(track: Track(id: TrackID(0), source: source, title: title), record: TagRecord())
    _ = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([track])))
    return state
  }

  @Test func theStreamThatPlaysCanBeKeptOnce() {
    var state = playing()
    #expect(state.streamToKeep?.source == .stream(address))

    _ = reduceApp(&state, .stations(.listed([Station(id: 1, name: "Radio", address: address)])))
    #expect(state.streamToKeep == nil)

    _ = reduceApp(&state, .stations(.listed([])))
    _ = reduceApp(&state, .player(.stop))
    #expect(state.streamToKeep == nil)
  }

  @Test func aChangeIsTakenBack() {
    var state = windowState()
    let edit = StationEdit.remove(address: address)
    #expect(reduceApp(&state, .stations(.edit(edit))) == [.stations(.edit(edit))])
    let snapshot = StationSnapshot(
      address: address, station: Station(id: 1, name: "Radio", address: address))
    _ = reduceApp(&state, .stations(.edited(snapshot)))

    #expect(reduceApp(&state, .undo) == [.stations(.edit(.putBack(snapshot)))])
    #expect(state.undo.isEmpty)
  }

  @Test func theirSongStandsAboveTheirName() throws {
    var state = playing(nil)
    let entry = try #require(state.player.queue.current).id
    _ = reduceApp(&state, .player(.engine(.stationKnown(entry, "Radio Example"))))
    #expect(state.soundingTitle == "Radio Example")
    #expect(state.soundingArtist.isEmpty)
    _ = reduceApp(&state, .player(.engine(.streamTitle(entry, "A Song"))))
    #expect(state.soundingTitle == "A Song")
    #expect(state.soundingArtist == "Radio Example")
  }

  @Test func theListenersNameForThemComesFirst() throws {
    var state = playing("From a list")
    #expect(state.stationName == "From a list")
    let kept = Station(id: 1, name: "Mine", address: address)
    _ = reduceApp(&state, .stations(.listed([kept])))
    #expect(state.stationName == "Mine")
    #expect(state.named(try #require(state.currentTrack).id)?.title == "Mine")
  }
}
