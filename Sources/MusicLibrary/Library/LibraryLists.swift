import Glibc
public import PlayerCore
import TextKeys

/// Reads the library on a connection of its own, beside whatever is written meanwhile.
public actor LibraryLists {
  private let reader: LibraryReader
  let place: LibraryPlace

  /// The library must have been made.
  public init(_ place: LibraryPlace) throws(LibraryError) {
    self.place = place
    do {
      // An older Nagara's is brought up to date by who may write it.
      if try LibraryReader.version(place.library) < LibrarySchema.newest {
        _ = try? LibraryStore(at: place.library, locale: UserLocale.name)
      }
      reader = try LibraryReader(place.library)
    } catch { throw LibraryError(error) }
  }

  func reading<Value>(_ body: (LibraryReader) throws(DatabaseError) -> Value) throws(LibraryError)
    -> Value
  {
    defer { reader.database.forgetPages() }
    do { return try body(reader) } catch { throw LibraryError(error) }
  }

  /// Tracks in order; with `limit` the first page.
  public func trackIDs(
    _ choice: TrackChoice = .all, order: TrackOrder? = nil, descending: Bool = false, limit: Int? = nil
  ) throws(LibraryError) -> [TrackID] {
    try reading { reader throws(DatabaseError) in
      try reader.trackIDs(choice, order: order, descending: descending, limit: limit).map { TrackID($0) }
    }
  }

  public func albumIDs(
    artist: Int64? = nil, order: AlbumOrder = .title, descending: Bool = false, limit: Int? = nil
  ) throws(LibraryError) -> [Int64] {
    try reading { reader throws(DatabaseError) in
      try reader.albumIDs(artist: artist, order: order, descending: descending, limit: limit)
    }
  }

  public func artistIDs(limit: Int? = nil) throws(LibraryError) -> [Int64] {
    try reading { reader throws(DatabaseError) in try reader.artistIDs(limit: limit) }
  }

  /// Rows in the order of their IDs; those that are gone are left out.
  public func tracks(_ ids: [TrackID]) throws(LibraryError) -> [TrackRow] {
    try reading { reader throws(DatabaseError) in try reader.tracks(ids.lazy.map(\.rawValue)) }
  }

  public func albums(_ ids: [Int64]) throws(LibraryError) -> [AlbumRow] {
    try reading { reader throws(DatabaseError) in try reader.albums(ids) }
  }

  public func artists(_ ids: [Int64]) throws(LibraryError) -> [ArtistRow] {
    try reading { reader throws(DatabaseError) in try reader.artists(ids) }
  }

  /// The tracks of these files. A file that is not in the library has none; one that a sheet cuts has several.
  public func tracks(at files: [FilePath]) throws(LibraryError) -> [FilePath: [TrackRow]] {
    try reading { reader throws(DatabaseError) in
      var found: [FilePath: [TrackRow]] = [:]
      for file in files {
        let ids = try reader.trackIDs(at: file)
        if !ids.isEmpty { found[file] = try reader.tracks(ids) }
      }
      return found
    }
  }

  /// The tracks of each album, in its order; the albums in none.
  public func albumTracks() throws(LibraryError) -> [[TrackID]] {
    try reading { reader throws(DatabaseError) in
      try reader.albumTracks().map { $0.map { TrackID($0) } }
    }
  }

  /// How long these tracks take together, as far as that is known.
  public func milliseconds(of ids: [TrackID]) throws(LibraryError) -> Int64 {
    try reading { reader throws(DatabaseError) in try reader.milliseconds(of: ids.lazy.map(\.rawValue)) }
  }

  /// What can't be read, by its path.
  ///
  /// - Parameter text: only those whose path or reason has it; `nil`: all.
  public func problems(matching text: String? = nil) throws(LibraryError) -> [MediaProblem] {
    let all = try reading { reader throws(DatabaseError) in try reader.problems() }
    guard let wanted = text.map(FoldedText.fold) else { return all }
    return all.filter { FoldedText.fold($0.source.uri + " " + $0.description).contains(wanted) }
  }

  /// The listener's playlists, in their order.
  ///
  /// - Parameter text: only those whose name has it; `nil`: all.
  public func playlists(matching text: String? = nil) throws(LibraryError) -> [PlaylistRow] {
    guard access(place.listener.cString, F_OK) == 0 else { return [] }
    do throws(DatabaseError) {
      let rows = try ListenerStore.playlists(try Database(place.listener, .reading))
      guard let wanted = text.map(FoldedText.fold) else { return rows }
      return rows.filter { FoldedText.fold($0.name).contains(wanted) }
    } catch {
      throw LibraryError(error)
    }
  }

  /// All that is searched, to be kept and looked through on any thread.
  public func search() throws(LibraryError) -> LibrarySearch {
    try reading { reader throws(DatabaseError) in try reader.searchIndexes() }
  }
}
