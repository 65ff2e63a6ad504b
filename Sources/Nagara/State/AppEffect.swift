import MusicLibrary
import PlayerCore
import ShellCore

/// What is to be done outside the state.
enum AppEffect: Equatable, Sendable {
  case shell(ShellEffect)
  case player(PlayerEffect)
  /// Write the shell's action into the trace: those of the app's own are among them.
  case record(ShellAction)
  /// Read these and send what they hold.
  case load(LoadID, [MediaSource])
  case library(LibraryEffect)
  case archive(ArchiveEffect)
  /// Look for this text in the music there is, instead of what is being looked for.
  case search(String)
  /// Look for this text in the lists of the Library tab, instead of what is being looked for.
  case filter(String)
  /// Read the covers of what lies in these folders anew.
  case forgetCovers(in: Set<FilePath>)
  /// Find the colours of this cover.
  case readColors(key: String)
  /// Report positions from now on, or no more.
  case watchPosition(Bool)
  case focusSearch
  /// Add up how long the current entry and all that follow take, and send `upNextAdded`.
  case addUpNext(revision: Int)
  case playlists(PlaylistEffect)
  case stations(StationEffect)
  case showFiles([FilePath])
  case askToTrash([FilePath])
  case trash([FilePath])
  case editTags([FilePath])
  case keepColumns(SongColumns)
  /// Remember what the Library tab lists.
  case keepView(LibraryView)
  /// Apply these, and keep them.
  case apply(Preferences)
  /// Find a track's words.
  case readLyrics(TrackID)
  /// Remember by how much the words of this track are moved.
  case keepLyricsOffset(TrackID, milliseconds: Int)
  /// Send `sleepTimeIsUp` in so many nanoseconds, instead of when it was to be sent; `nil`: not at all.
  case sleep(UInt64?)
  /// Volume, mute and speed are others: remember them.
  case keepSound
  /// Tell where this track is exactly, which is left now: at this position in nanoseconds, if nobody knows better.
  case leave(QueueEntry, at: UInt64)
  /// Tell the exact position, then send this.
  case locate(PositionedAction)
  case tell(Notice)
  /// Send `tellFailures` in a moment.
  case tellFailuresSoon
}

/// What the library is to do.
enum LibraryEffect: Equatable, Sendable {
  /// Read the lists again, the songs in this order.
  case readLists(SongOrder)
  /// Read what stands on these, and send it.
  case readShelves([ShelfKind], [Shelf])
  /// Read what stands on it, and send it to be played.
  case playShelf(Shelf)
  /// Read the covers of the Home tab, and send them.
  case readHome
  /// List the albums' tracks, and send `albumsListed`.
  case listAlbums(seed: UInt64)
  case countPlay(TrackID)
  case countSkip(TrackID)
  /// Remember where this was left, in nanoseconds; `nil`: it begins at its beginning.
  case keepPlace(TrackID, UInt64?)
  case rate([TrackID], Int?)
  case addFolder(FilePath)
  case removeFolder(FilePath)
  case setIgnored(FilePath, Bool)
  case scan
  case cancelScan
  /// Measure how loud the tracks without gains are, or let it be.
  case measureGains(Bool)
  case retry([FilePath])
  /// Send `duplicates`.
  case listDuplicates
  /// List a group of duplicates no more, or again; by its key.
  case ignoreDuplicates(Int64, Bool)
}

/// What is to be done with plays, ratings and playlists as a whole.
enum ArchiveEffect: Equatable, Sendable {
  case findOtherPlayers
  case take(FilePath)
  case export(FilePath)
}

/// What depends on how far the track is. While nobody watches the position, the engine is asked for it first.
enum PositionedAction: Equatable, Sendable {
  case next
  case previous
  case seekBy(Int64)

  init?(_ action: PlayerAction) {
    switch action {
    case .next: self = .next
    case .previous: self = .previous
    case .seekBy(let step): self = .seekBy(step)
    default: return nil
    }
  }

  /// The last tick is not good enough: what sounded for a moment only counts as skipped.
  var isExact: Bool { self == .next }

  var action: PlayerAction {
    switch self {
    case .next: .next
    case .previous: .previous
    case .seekBy(let step): .seekBy(step)
    }
  }
}

/// A short message to the user.
struct Notice: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case plain
    /// Has a button that undoes what was done last.
    case undo
  }

  var text: String
  var kind = Kind.plain
}
