/// # PlayerCore: what a player knows, without playing anything
///
/// Pure Swift that imports nothing and does no input or output, so that every rule of the player can be
/// tested as a value.
///
/// - `FilePath`, `MediaSource`, `Track`: what is played. Paths are bytes.
/// - `TagRecord/`: what a file says of itself, how its tags become one record, and how that record travels.
/// - `Queue/`: what is played next. `Queue` is a value; every edit costs O(log n) and can be undone.
/// - `Player/`: the player as a state machine. `reduce(&state, action)` changes a `PlayerState` and returns
///   the `PlayerEffect`s that the engine (module Playback) has to carry out; what the engine reports comes
///   back as actions.
///
/// Times are whole nanoseconds in `UInt64` everywhere; these are the other units in nanoseconds.
public enum Nanoseconds {
  public static let second: UInt64 = 1_000_000_000
  public static let millisecond: UInt64 = 1_000_000
  public static let microsecond: UInt64 = 1_000
}
