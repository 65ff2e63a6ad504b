import MusicLibrary
import PlayerCore

/// The listener's playlists as they are shown.
struct PlaylistsState: Sendable {
  /// In their order.
  var rows: [PlaylistRow] = []
  /// What is in those that have been looked into.
  var items: [Int64: [PlaylistItem]] = [:]
  /// How long those take, in nanoseconds, as far as that has been added up.
  var lengths: [Int64: UInt64] = [:]
  /// What the list of playlists tells of them, as far as somebody has looked.
  var facts: [Int64: PlaylistFacts] = [:]
  /// Whether `facts` may be others by now.
  var factsAreStale = true
  /// Grows with every change, so that views see one without comparing.
  var revision = 0

  func row(_ id: Int64) -> PlaylistRow? { rows.first { $0.id == id } }

  /// The one that a queue's list is.
  func row(playing context: ContextID?) -> PlaylistRow? {
    rows.first { TrackList.playlist($0.id).context == context }
  }
}

/// How much is in a playlist, and what it begins with.
struct PlaylistFacts: Equatable, Sendable {
  var count = 0
  var milliseconds: Int64 = 0
  /// The first of them, for their covers.
  var first: [TrackID] = []

  /// As many as have four covers among them, mostly.
  static let firstCount = 24

  /// `12 songs · 48 min`.
  var text: String {
    let length = UInt64(max(0, milliseconds)) * Nanoseconds.millisecond
    return [songsText(count), length > 0 ? durationText(length) : nil].compactMap { $0 }
      .joined(separator: " · ")
  }
}

/// A line of a playlist.
struct PlaylistItem: Hashable, Sendable {
  /// Names the entry; of a smart playlist the track.
  var id: Int64
  /// `nil`: its file isn't there.
  var track: TrackID?
  /// What is shown when there is no track.
  var title: String
  var artist: String
  /// Where it should be: its path, or what an imported list has.
  var place = ""
  /// What an imported list has, as long as nothing is found for it; written as it is when the playlist is exported.
  var written: Playlist.Entry?
}

/// What happens to playlists.
enum PlaylistAction: Sendable {
  /// They may be others now.
  case reread
  case listed([PlaylistRow])
  case opened(Int64, [PlaylistItem])
  /// How long one takes, in nanoseconds.
  case added(Int64, UInt64)
  /// One was edited; the snapshot takes that back.
  case edited(PlaylistSnapshot, Notice?)
  /// Shows one's page.
  case show(Int64)
  /// Plays one from its beginning, looked into or not.
  case play(Int64)
  case edit(PlaylistEdit)
  /// Makes playlists of these files.
  case importFiles([FilePath])
  /// Writes one into a file, whose name tells the format.
  case export(Int64, FilePath)
  /// Somebody looks at the list of playlists.
  case describe
  case described([Int64: PlaylistFacts])
  /// Asks for the rules of a smart one; `nil`: of a new one.
  case askForRules(Int64?)
}

/// A change of the playlists.
enum PlaylistEdit: Equatable, Sendable {
  case make(String, [TrackID])
  /// A smart one.
  case makeSmart(String, SmartPlaylist)
  case rename(Int64, String)
  case setRules(Int64, String, SmartPlaylist)
  /// Makes another like it, under this name.
  case duplicate(Int64, String)
  case delete(Int64)
  /// Before an entry, or behind all.
  case add(Int64, [TrackID], before: Int64?)
  case remove(Int64, [Int64])
  case move(Int64, [Int64], before: Int64?)
  case putBack(PlaylistSnapshot)
}

/// What is to be done for them outside the state.
enum PlaylistEffect: Equatable, Sendable {
  /// Tell which there are, and what is in these.
  case read([Int64])
  /// Read it and play it.
  case play(Int64)
  /// It was started.
  case notePlayed(Int64)
  case edit(PlaylistEdit)
  case importFiles([FilePath])
  case export(Int64, FilePath)
  /// Tell what is in all of them.
  case describe
  case askForRules(Int64?)
}
