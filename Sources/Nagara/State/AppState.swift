import MusicLibrary
import PlayerCore
import ShellCore

/// Everything that the app is showing and doing, as one value. It changes only in `reduceApp`.
///
/// Files in this folder: `AppState`, `AppAction`, `AppEffect`, `AppReducer`; the music (`LibraryState`, `OpenedMusic`,
/// `Album`, `TrackTable`, `Search`, `Shelves`, `SongOrder`, `SongColumns`, `Duplicates`, `PlayCounting`,
/// `Home`, `LibraryBrowsing`); what the
/// listener made (`Playlists`, `RuleForm`, `RuleCondition`, `Stations`); `Preferences` and `SleepChoice`; `Undo`;
/// `Wording` and `RuleWording`, how things are named to people.
struct AppState: Sendable {
  var shell = ShellState()
  var player = PlayerState()
  var library = LibraryState()
  var search = SearchState()
  /// Folders and files that are being read, by the number of the request.
  var loads: [LoadID: Load] = [:]
  /// The colours of the current cover; `nil` without one.
  var tint: CoverColors?
  var preferences = Preferences()
  var songOrder = SongOrder()
  var songColumns = SongColumns()
  /// The opened songs as they are shown; `nil` while they are as they were found.
  var sortedSongs: [TrackID]?
  /// Whether the last session is still being read.
  var isRestoring = false
  /// Whether it plays on as soon as it is there.
  var playsWhenRestored = false
  /// Whether the player was open at the end of the last session.
  var wasExpanded = false
  /// How long the current entry and all that follow take together, in nanoseconds; `nil` before that has been added up.
  /// Only known while Up Next is seen.
  var upNextLength: UInt64?
  /// Grows whenever the queue's entries or their order may have changed.
  var queueRevision = 0
  var window = WindowState()
  var drawer = DrawerView.upNext
  var lyrics = LyricsState()
  /// Whether every action of the shell is recorded (`NAGARA_TRACE`).
  var recordsShell = false
  var form = WindowForm()
  /// The track that is current, as it was read when it became so or the library last changed: by the time that
  /// an older state is compared with a newer, its row may be another.
  var currentTrack: Track?
  /// What the library knows of that track beside its tags; `nil`: it isn't in it, and can't be rated.
  var currentRow: TrackRow?
  /// Grows with every action that isn't only motion of the shell: views compare it before anything else.
  var revision = 0
  var nextLoad: UInt64 = 1
  var undo = UndoHistory()
  var playlists = PlaylistsState()
  /// Where long tracks were left, in nanoseconds.
  var resumePoints: [TrackPlace: UInt64] = [:]
  /// The stations that the listener keeps, in their order.
  var stations: [Station] = []
  var shelves = ShelvesState()
  var duplicates = DuplicatesState()
  var home = HomeState()
  /// What the Library tab lists.
  var libraryView = LibraryView.albums
  var filter = LibraryFilter()
  /// Whether the drawer shows what was played before the current entry.
  var showsHistory = false
  /// Failures that have not been told yet: they are told together, a moment after the first.
  var untoldFailures: [LoadProblem] = []

  /// All songs as they are shown.
  var songs: [TrackID] {
    library.isFilled ? library.contents.songs : sortedSongs ?? Array(library.opened.tracks.ids)
  }

  var showsUpNext: Bool { drawer == .upNext && shell.drawer.isOpen }

  /// Whether the words are seen.
  var showsLyrics: Bool { drawer == .lyrics && shell.drawer.isOpen }

  /// Whether the loudness of tracks without gains is being measured: when the user wants that, and only while there is
  /// nothing to disturb.
  var measuresGains: Bool {
    preferences.measuresGains && !library.isMeasuringPaused && library.phase == .open && library.scan == nil
      && player.status != .playing
  }

  /// Whether positions are worth asking for.
  var watchesPosition: Bool {
    player.status == .playing && shell.environment.mapped && !window.isMinimized
  }
}

/// What the drawer shows.
enum DrawerView: String, Equatable, Sendable {
  case upNext, lyrics
}

/// The words of a track.
struct LyricsState: Equatable, Sendable {
  /// Whose; `nil`: nobody has looked yet.
  var track: TrackID?
  /// `nil`: there are none, or they are still being read.
  var lyrics: Lyrics?
  var isReading = false
  /// By how much the user has moved them, in milliseconds; negative: earlier.
  var offset = 0

  /// The words at the times at which they are shown.
  var moved: Lyrics? { lyrics?.later(milliseconds: offset) }

  /// How far they are moved at once, and at most, in milliseconds.
  static let step = 250
  static let longestOffset = 60_000
}

/// What is known of the window beside the shell's own state.
struct WindowState: Equatable, Sendable {
  var isMinimized = false
}

/// What is looked for, and what was found for an earlier text.
struct SearchState: Equatable, Sendable {
  var text = ""
  var results = SearchResults()
}

/// Names a request to read files.
struct LoadID: Hashable, Sendable {
  let rawValue: UInt64
}

/// A request to read files that is under way.
struct Load: Equatable, Sendable {
  /// What becomes of the tracks.
  enum Purpose: Equatable, Sendable {
    /// They replace the list that plays; the first sounds as soon as it is known.
    case play
    /// They are added behind what was queued by hand.
    case enqueue
  }

  var purpose: Purpose
  /// How many tracks came so far.
  var found = 0
  var problems = 0
}

/// What the window's size means for the pages.
struct WindowForm: Equatable, Sendable {
  /// The window is wide: tabs beside titles, side pane, columns.
  var isRegular = false
  /// The window is low.
  var isShort = false
}

/// The tabs, in the order shown.
enum AppTab: String, CaseIterable {
  case home, library, search, playlists
}
