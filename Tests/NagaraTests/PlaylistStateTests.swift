import PlayerCore
import Testing

@testable import MusicLibrary
@testable import Nagara

@Suite struct PlaylistsThatPlay {
  @Test func aListedOneIsReadAndPlayed() {
    var state = windowState()
    #expect(reduceApp(&state, .playlists(.play(7))).isEmpty)
    let row = PlaylistRow(id: 7, name: "Mine", isSmart: false, entryCount: 1, unresolvedCount: 0)
    _ = reduceApp(&state, .playlists(.listed([row])))

    #expect(reduceApp(&state, .playlists(.play(7))) == [.playlists(.play(7))])
    #expect(state.playlists.row(playing: nil) == nil)
    #expect(state.playlists.row(playing: TrackList.songs.context) == nil)
    #expect(state.playlists.row(playing: TrackList.playlist(7).context) == row)
  }
}
