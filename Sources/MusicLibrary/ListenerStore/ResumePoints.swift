import Glibc
public import PlayerCore

/// Names what can be played, as long as it stays where it is: a file or stream, or a piece of a file.
public struct TrackPlace: Hashable, Sendable {
  public let source: MediaSource
  /// Which piece of the file; 0 for all of it.
  let piece: Int

  /// `nil` for a piece of a file that the library doesn't have.
  public init?(_ track: Track) {
    let number = TrackPiece.number(of: track.id.rawValue)
    guard number > 0 || track.segment == nil else { return nil }
    source = track.source
    piece = number
  }

  fileprivate init?(_ place: [UInt8]) {
    guard let subject = ListenerStore.subject(of: place) else { return nil }
    (source, piece) = subject
  }
}

extension ListenerStore {
  /// Where long tracks were left, in nanoseconds.
  static func resumePoints(_ database: Database) throws(DatabaseError) -> [TrackPlace: UInt64] {
    let select = try database.statement("SELECT place, resume FROM items WHERE resume > 0")
    var points: [TrackPlace: UInt64] = [:]
    while try select.step() {
      guard let place = TrackPlace(select.blob(0) ?? []), let milliseconds = select.int64(1) else { continue }
      let (position, overflow) = UInt64(clamping: milliseconds)
        .multipliedReportingOverflow(by: Nanoseconds.millisecond)
      if !overflow { points[place] = position }
    }
    return points
  }

  /// - Parameter position: in nanoseconds; `nil`: it begins at its beginning.
  func setResumePoint(_ position: UInt64?, of track: Track) throws(DatabaseError) {
    // Nothing is remembered of what is heard as it is.
    if position == nil, try item(Self.place(of: track)) == nil { return }
    let update = try database.statement("UPDATE items SET resume = ? WHERE id = ?")
    update.bind(1, position.map { Int64(clamping: $0 / Nanoseconds.millisecond) })
    update.bind(2, try itemID(of: track, audioKey: nil))
    try update.run()
  }
}

extension Library {
  /// Remembers where a track was left, in nanoseconds, whether the library has it or not; `nil` forgets it.
  public func setResumePoint(_ position: UInt64?, of track: Track) throws(LibraryError) {
    do { try listener.setResumePoint(position, of: track) } catch { throw LibraryError(error) }
  }
}

extension LibraryLists {
  /// Where long tracks were left, in nanoseconds.
  public func resumePoints() throws(LibraryError) -> [TrackPlace: UInt64] {
    guard access(place.listener.cString, F_OK) == 0 else { return [:] }
    do throws(DatabaseError) {
      return try ListenerStore.resumePoints(try Database(place.listener, .reading))
    } catch {
      throw LibraryError(error)
    }
  }
}
