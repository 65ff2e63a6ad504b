public import PlayerCore

/// How the listener hears one file or stream.
public struct ListenerHabits: Sendable, Equatable {
  /// By how much its words are shown later than their file says; negative: earlier.
  public var lyricsOffsetMilliseconds = 0

  public init(lyricsOffsetMilliseconds: Int = 0) {
    self.lyricsOffsetMilliseconds = lyricsOffsetMilliseconds
  }
}

extension ListenerStore {
  func habits(of source: MediaSource) throws(DatabaseError) -> ListenerHabits {
    let select = try database.statement("SELECT lyricsOffset FROM items WHERE place = ?")
    select.bind(1, Self.place(of: source))
    defer { select.reset() }
    guard try select.step() else { return ListenerHabits() }
    return ListenerHabits(lyricsOffsetMilliseconds: select.int(0) ?? 0)
  }

  func setHabits(_ habits: ListenerHabits, of track: Track) throws(DatabaseError) {
    // Nothing is remembered of what is heard as it is.
    guard try self.habits(of: track.source) != habits else { return }
    let update = try database.statement("UPDATE items SET lyricsOffset = ? WHERE id = ?")
    let offset = habits.lyricsOffsetMilliseconds
    update.bind(1, offset == 0 ? nil : offset)
    // Of the whole file, also where a sheet cuts it.
    update.bind(2, try itemID(of: track, at: Self.place(of: track.source), audioKey: nil))
    try update.run()
  }
}

extension Library {
  public func habits(of source: MediaSource) throws(LibraryError) -> ListenerHabits {
    do { return try listener.habits(of: source) } catch { throw LibraryError(error) }
  }

  /// Changes what is remembered, with what the track is called, whether the library has it or not.
  public func changeHabits(
    of track: Track, _ change: @Sendable (inout ListenerHabits) -> Void
  ) throws(LibraryError) {
    do throws(DatabaseError) {
      var habits = try listener.habits(of: track.source)
      change(&habits)
      try listener.setHabits(habits, of: track)
    } catch { throw LibraryError(error) }
  }
}
