import MusicLibrary
import PlayerCore
import ShellCore

/// Everything that can happen to the app. Buttons, keys, MPRIS, the bus and the command line send the same ones.
enum AppAction: Sendable {
  case shell(ShellAction)
  case player(PlayerAction)

  // Files
  /// Reads files, folders and streams.
  case load([MediaSource], Load.Purpose)
  case loaded(LoadID, MediaBatch)
  case loadFinished(LoadID)
  /// Takes tracks into the library, and nothing more.
  case add(MediaBatch)

  case library(LibraryAction)

  // Lists
  /// Plays a list from one of its tracks, from its beginning when `nil`, shuffled or not.
  case play(TrackList, from: TrackID?, shuffled: Bool)
  /// Puts tracks behind what was queued by hand, or right after the current one.
  case enqueue([TrackID], next: Bool)
  /// Puts tracks right behind an entry.
  case insert([TrackID], after: EntryID)
  /// Plays on, or shuffles everything when there is nothing to play on.
  case resume
  case shuffleAll
  /// Albums in random order, each from its first to its last track.
  case shuffleAlbums(seed: UInt64)
  /// The library's albums, each with its tracks, to be shuffled.
  case albumsListed([[TrackID]], seed: UInt64)
  /// Rates tracks, 0–100 (the heart is 100); `nil` takes the rating away.
  case rate([TrackID], Int?)
  /// Rates what is current.
  case rateCurrent(Int?)
  case removeFromQueue([EntryID])
  case clearUpNext
  /// How long Up Next is, in nanoseconds, as it was at this revision of the queue.
  case upNextAdded(UInt64, revision: Int)
  /// Shows in the drawer what was played before the current entry, or hides it.
  case showHistory(Bool)
  /// Takes back the last thing that can be.
  case undo

  /// A track was left at a position, in nanoseconds: unheard, not at its end.
  case left(TrackID, at: UInt64)
  /// The program ends.
  case leaving

  // The last session
  /// It is being read.
  case restoring
  /// It has been read; `nil` if there was none.
  case restored(RestoredSession?)

  case playlists(PlaylistAction)
  case stations(StationAction)
  case shelves(ShelvesAction)
  case duplicates(DuplicatesAction)
  case home(HomeAction)

  // The Library tab
  /// Shows one of its views, and the tab.
  case browse(LibraryView)
  /// Shows less of its lists; `nil` takes the field away.
  case filter(String?)
  case filtered(FilterMatches)

  // Files of songs
  /// In the file manager.
  case showFiles([FilePath])
  /// Asks whether to move them to the trash.
  case askToTrash([FilePath])
  case trash([FilePath])
  case editTags([FilePath])

  case setPreferences(Preferences)
  case setSongColumns(SongColumns)
  case sortSongs(SongOrder)

  // Search
  case search(String)
  case found(SearchResults)

  // The drawer
  /// Opens it with this view; closes it when it shows that already.
  case toggleDrawer(DrawerView)
  /// Shows the other view in it.
  case showInDrawer(DrawerView)
  /// A track's words, `nil` if it has none; and by how much the user had moved them, in milliseconds.
  case lyricsRead(TrackID, Lyrics?, offset: Int)
  /// Show the words so much later, in milliseconds; `nil`: at their own times again.
  case moveLyrics(Int?)

  // Pages
  case showAlbum(AlbumID)
  case showArtist(ArtistID)
  case showSearch
  /// The library's folders, scan and problems.
  case showLibrary

  /// What waited for the exact position.
  case located(PositionedAction)

  /// The colours of a cover; `nil` when it can't be read.
  case coverColors(key: String, CoverColors?)
  case window(WindowState)
  /// The moment to tell of failures has come.
  case tellFailures
  case tell(Notice)
}

/// What happens to the library.
enum LibraryAction: Sendable {
  /// It can be read.
  case opened(LibraryLookup, LibraryContents, folders: [FilePath])
  /// There is none to show.
  case closed
  /// Something in it has changed, and with it the lists; `nil`: they are what they were.
  case changed(LibraryChange, LibraryContents?)
  /// Looks through a folder from now on, or no more.
  case addFolder(FilePath)
  case removeFolder(FilePath)
  /// These are looked through now.
  case folders([FilePath])
  /// Looks into a folder within them no more, or again.
  case setIgnored(FilePath, Bool)
  /// These are not looked into now.
  case ignored([FilePath])
  /// How far the scan is; `nil`: none runs any more.
  case scanned(ScanProgress?)
  /// Looks through all folders, or no more.
  case scan
  case cancelScan
  /// What could not be read.
  case problems([LoadProblem])
  /// How far the measuring of loudness is; `nil`: nothing is measured any more.
  case measured(GainProgress?)
  /// Lets the measuring rest, or go on.
  case pauseMeasuring(Bool)
  /// Looks for other players' files.
  case findOtherPlayers
  case otherPlayers([ListenerImport.Found])
  /// Takes over what another player, or an export, says of plays, ratings and playlists.
  case importListener(FilePath)
  /// Writes all of that into a file.
  case exportListener(FilePath)
  /// Reads files anew that could not be read.
  case retry([FilePath])
  /// Where long tracks were left, in nanoseconds.
  case resumePoints([TrackPlace: UInt64])
}

/// What was left at the end of the last session.
struct RestoredSession: Sendable {
  var queue: Queue
  /// In nanoseconds.
  var position: UInt64
}

/// A list that can be played.
enum TrackList: Hashable, Sendable {
  case songs
  /// As many of them as the filter of the Library tab leaves.
  case filtered
  case album(AlbumID)
  case artist(ArtistID)
  case results
  case playlist(Int64)
  case shelf(Shelf)
  case duplicates

  /// Names the list in the queue.
  var context: ContextID {
    switch self {
    case .songs: ContextID(1 << 56)
    case .filtered: ContextID(8 << 56)
    case .album(let id): Self.context(2, id.rawValue)
    case .artist(let id): Self.context(3, id.rawValue)
    case .results: ContextID(4 << 56)
    case .playlist(let id): ContextID(6 << 56 | UInt64(bitPattern: id))
    case .shelf(let shelf): Self.context(7, shelf.number)
    case .duplicates: ContextID(9 << 56)
    }
  }

  /// The kind in the top byte, the number in the rest.
  private static func context(_ kind: UInt64, _ number: Int64) -> ContextID {
    ContextID(kind << 56 | UInt64(bitPattern: number) & 0x00ff_ffff_ffff_ffff)
  }

  func tracks(in state: AppState) -> [TrackID] {
    switch self {
    case .songs: state.songs
    case .filtered: state.filter.shown?.songs ?? state.songs
    case .album(let id): state.library.tracks(of: id)
    case .artist(let id): state.library.tracks(of: id)
    case .results: state.search.results.songs
    case .playlist(let id): state.playlists.items[id]?.compactMap(\.track) ?? []
    case .shelf(let shelf): state.shelves.contents[shelf]?.songs ?? []
    case .duplicates: state.duplicates.groups?.flatMap(\.tracks) ?? []
    }
  }
}

extension LoadID {
  /// Names the tracks of a request in the queue.
  var context: ContextID { ContextID(5 << 56 | rawValue) }
}
