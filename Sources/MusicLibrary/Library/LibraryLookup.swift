public import PlayerCore
import Synchronization
public import TextKeys

/// Rows by their IDs, at once and on whatever thread asks: what comes into view can't wait for an actor. A look-up
/// takes some twenty microseconds, and the last used rows are kept.
///
/// What can't be read is answered as if it were not there; whoever reads whole lists hears why.
public final class LibraryLookup: Sendable {
  private struct State {
    let reader: LibraryReader
    var tracks = Kept<TrackID, TrackRow>()
    var albums = Kept<Int64, AlbumRow>()
    var artists = Kept<Int64, ArtistRow>()
    var artistCovers = Kept<Int64, FilePath?>()
    var letters: [IndexLetter] = []
  }

  private let state: Mutex<State>

  /// The library must have been made.
  public init(_ place: LibraryPlace) throws(LibraryError) {
    do throws(DatabaseError) {
      state = Mutex(State(reader: try LibraryReader(place.library)))
    } catch {
      throw LibraryError(error)
    }
  }

  public func track(_ id: TrackID) -> TrackRow? {
    state.withLock { state in
      let reader = state.reader
      return state.tracks.value(id) { try? reader.tracks([id.rawValue]).first }
    }
  }

  public func album(_ id: Int64) -> AlbumRow? {
    state.withLock { state in
      let reader = state.reader
      return state.albums.value(id) { try? reader.albums([id]).first }
    }
  }

  public func artist(_ id: Int64) -> ArtistRow? {
    state.withLock { state in
      let reader = state.reader
      return state.artists.value(id) { try? reader.artists([id]).first }
    }
  }

  /// The file that the cover of an artist's first album is in or beside.
  public func coverFile(ofArtist id: Int64) -> FilePath? {
    state.withLock { state in
      let reader = state.reader
      return state.artistCovers.value(id) {
        let first = try? reader.albumIDs(artist: id, limit: 1)
        return .some(first.flatMap { try? reader.albums($0) }?.first?.coverFile)
      } ?? nil
    }
  }

  /// The artist of a name, however it is written.
  public func artistID(named name: String) -> Int64? {
    state.withLock { try? $0.reader.artistID(named: name) }
  }

  /// A part of the tracks, in its own order. For parts that a person listens through, not for whole libraries.
  public func trackIDs(_ choice: TrackChoice) -> [TrackID] {
    state.withLock { (try? $0.reader.trackIDs(choice))?.map { TrackID($0) } ?? [] }
  }

  public func albumIDs(artist: Int64) -> [Int64] {
    state.withLock { (try? $0.reader.albumIDs(artist: artist)) ?? [] }
  }

  /// The letters by which the lists can be gone through, in their order; empty if the library has no lists yet.
  public var letters: [IndexLetter] {
    state.withLock { state in
      if state.letters.isEmpty { state.letters = (try? state.reader.letters()) ?? [] }
      return state.letters
    }
  }

  /// Where in a list that is sorted by a text the rows of the letter at a place of `letters` begin, or where they would:
  /// at the end for one behind all of them.
  public func position(ofLetter place: Int, in ids: [Int64], by text: SortText, descending: Bool) -> Int {
    let letters = letters
    guard letters.indices.contains(place) else { return 0 }
    return state.withLock { state in
      (try? state.reader.position(
        ofLetter: place, of: letters, in: ids, by: text, descending: descending)) ?? 0
    }
  }

  /// Lets go of what has changed.
  public func forget(_ change: LibraryChange) {
    state.withLock { state in
      for id in change.updated { state.tracks.forget(id) }
      for id in change.removed { state.tracks.forget(id) }
      // Which albums a track came into or left, a change does not say; there are few of them in view.
      if change.regrouped { state.tracks = Kept() }
      state.albums = Kept()
      state.artists = Kept()
      state.artistCovers = Kept()
    }
  }
}

/// The last used values, about: those of two generations, of which the older is dropped when the younger is full.
private struct Kept<Key: Hashable, Value> {
  private static var generation: Int { 1000 }
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  mutating func value(_ key: Key, _ read: () -> Value?) -> Value? {
    if let known = young[key] { return known }
    guard let value = old[key] ?? read() else { return nil }
    if young.count >= Self.generation {
      old = young
      young = [:]
    }
    young[key] = value
    return value
  }

  mutating func forget(_ key: Key) {
    young[key] = nil
    old[key] = nil
  }
}
