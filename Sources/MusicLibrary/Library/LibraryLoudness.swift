public import PlayerCore

// Gains for tracks whose tags have none. The library knows which those are and keeps what was found; somebody who can
// decode them measures.

/// What was found of one track.
public struct MeasuredTrack: Sendable, Equatable {
  public var id: TrackID
  /// `nil`: silence.
  public var gain: Gain?

  public init(id: TrackID, gain: Gain?) {
    self.id = id
    self.gain = gain
  }
}

extension Library {
  /// The tracks that have to be measured, those of one album together.
  public func tracksToMeasure() throws(LibraryError) -> [[Track]] {
    do throws(DatabaseError) {
      let reader = try LibraryReader(store.database)
      var groups: [[Track]] = []
      for group in try store.unmeasured() { groups.append(try reader.tracks(group).map(\.track)) }
      return groups
    } catch {
      throw LibraryError(error)
    }
  }

  /// Keeps what was found of tracks, all of one album or one that is of none. Gains in their tags go before it.
  ///
  /// - Parameter album: of all of them; `nil` for a track of no album.
  public func keepLoudness(_ tracks: [MeasuredTrack], album: Gain?) throws(LibraryError) {
    do throws(DatabaseError) {
      try store.database.transaction { () throws(DatabaseError) in
        for track in tracks { try store.putLoudness(track.id.rawValue, track.gain, album: album) }
      }
    } catch {
      throw LibraryError(error)
    }
    var change = LibraryChange()
    change.updated = tracks.map(\.id)
    hub.tell(change)
  }
}
