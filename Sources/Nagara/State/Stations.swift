import MusicLibrary
import PlayerCore

/// What happens to the stations that the listener keeps.
enum StationAction: Sendable {
  /// They may be others now.
  case reread
  case listed([Station])
  case edit(StationEdit)
  /// One was changed; the snapshot takes that back.
  case edited(StationSnapshot)
}

/// A change of them.
enum StationEdit: Equatable, Sendable {
  /// Keep this address under a name; one that is kept is renamed.
  case keep(address: String, name: String)
  case remove(address: String)
  case putBack(StationSnapshot)
}

/// What is to be done for them outside the state.
enum StationEffect: Equatable, Sendable {
  /// Tell which there are.
  case read
  case edit(StationEdit)
}

extension AppState {
  /// The stream that plays, unless it is kept already.
  var streamToKeep: Track? {
    guard player.status != .stopped, let track = currentTrack, case .stream(let address) = track.source,
      !stations.contains(where: { $0.address == address })
    else { return nil }
    return track
  }
}
