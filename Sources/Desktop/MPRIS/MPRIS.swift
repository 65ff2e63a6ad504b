// MPRIS 2.2 (https://specifications.freedesktop.org/mpris-spec/latest/), all four interfaces.
//
//   MPRIS            the service: what it needs of the app, its names, what goes out after a change
//   MPRISInterfaces  the interfaces' description
//   MPRISMetadata    a track as MPRIS says it
//   MPRISRoot, MPRISPlayer, MPRISTrackList, MPRISPlaylists
//                    one interface each: its methods and properties
//
// Where the specification leaves a choice, or we leave the specification, the code says so; search for
// "Deviation".

public import GLibBridge
public import PlayerCore

/// What MPRIS needs of the app.
public struct MPRISHost {
  /// The name for people.
  public var identity = "Nagara"
  /// The desktop file's name, without its suffix.
  public var desktopEntry = "io.github.nagara_player.Nagara"
  /// Behind `org.mpris.MediaPlayer2.`.
  public var name = "nagara"
  /// What `open` and `add` take.
  public var uriSchemes = ["file", "http", "https"]
  /// As in the desktop file.
  public var mimeTypes = [
    "audio/mpeg", "audio/mp4", "audio/aac", "audio/flac", "audio/ogg", "audio/x-vorbis+ogg",
    "audio/x-opus+ogg", "audio/x-wav", "audio/vnd.wave", "audio/x-aiff", "audio/x-wavpack",
    "audio/x-musepack", "audio/x-ape", "application/ogg", "audio/x-mpegurl", "audio/mpegurl",
    "application/vnd.apple.mpegurl", "audio/x-scpls", "application/xspf+xml", "application/x-cue",
  ]

  /// Sends an action to the player.
  public var send: @MainActor (PlayerAction) -> Void
  /// The exact position in the current entry, in nanoseconds; after a seek at once where it goes.
  public var position: @MainActor () -> UInt64
  /// What is known about a track.
  public var track: @MainActor (TrackID) -> Track?
  /// The file with a track's cover, if there is one by now.
  public var artwork: @MainActor (Track) -> FilePath?
  /// Plays a file or stream.
  public var open: @MainActor (MediaSource) -> Void
  /// Makes tracks of a file or stream: one, or those into which a sheet cuts it, or none.
  public var add: @MainActor (MediaSource) async -> [TrackID]
  /// Shows the window.
  public var raise: @MainActor () -> Void
  public var quit: @MainActor () -> Void
  /// The user's playlists; without them there is no Playlists interface.
  public var playlists: MPRISPlaylistSource?

  public init(
    send: @escaping @MainActor (PlayerAction) -> Void,
    position: @escaping @MainActor () -> UInt64,
    track: @escaping @MainActor (TrackID) -> Track?,
    artwork: @escaping @MainActor (Track) -> FilePath?,
    open: @escaping @MainActor (MediaSource) -> Void,
    add: @escaping @MainActor (MediaSource) async -> [TrackID],
    raise: @escaping @MainActor () -> Void,
    quit: @escaping @MainActor () -> Void
  ) {
    self.send = send
    self.position = position
    self.track = track
    self.artwork = artwork
    self.open = open
    self.add = add
    self.raise = raise
    self.quit = quit
  }
}

/// The player on the session bus. Give it each settled state by `update`; what others ask for comes out as
/// the host's actions.
@MainActor
public final class MPRISService {
  static let path: ObjectPath = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"

  let host: MPRISHost
  var state: PlayerState
  var bus: BusConnection?
  private var tokens: [BusToken] = []

  /// What the Player interface's properties were when they were last told.
  var shownPlayer: [String: Variant] = [:]
  /// The track list as it was last told.
  var shownWindow: [EntryID] = []
  var shownPlaylists: [MPRISPlaylist] = []
  var shownActivePlaylist: Variant?

  public init(_ host: MPRISHost, state: PlayerState) {
    self.host = host
    self.state = state
  }

  /// Puts the player on the bus.
  /// - Throws: if another object of this connection has the path.
  public func start(on bus: BusConnection) throws(DBusError) {
    // The object before the name, so that whoever sees the name finds the object.
    tokens.append(try export(Self.root, rootHandlers, on: bus))
    tokens.append(try export(Self.player, playerHandlers, on: bus))
    tokens.append(try export(Self.trackList, trackListHandlers, on: bus))
    if host.playlists != nil { tokens.append(try export(Self.playlists, playlistHandlers, on: bus)) }
    self.bus = bus
    shownPlayer = playerProperties
    shownWindow = window(of: state).map(\.id)
    shownPlaylists = host.playlists?.list() ?? []
    shownActivePlaylist = host.playlists.map { _ in activePlaylist }
    tokens.append(bus.own("\(Self.root).\(host.name)"))
  }

  /// Takes the player off the bus.
  public func stop() {
    // The name first, for the reason above.
    for token in tokens.reversed() { token.end() }
    tokens = []
    bus = nil
  }

  /// Tells the bus what has changed, and nothing else.
  public func update(_ new: PlayerState) {
    let old = state
    state = new
    guard bus != nil else { return }
    tellTrackList(since: old)
    tellPlayer()
    if new.queue.context != old.queue.context { tellActivePlaylist() }
    if jumped(from: old) { emit(Self.player, "Seeked", .tuple(.int64(Self.microseconds(new.position)))) }
  }

  /// Tells the bus that more is known about these tracks: their tags were read, their covers found.
  public func tracksChanged(_ tracks: Set<TrackID>) {
    guard bus != nil else { return }
    for entry in window(of: state) where tracks.contains(entry.track) { tellMetadata(of: entry) }
    tellPlayer()
  }

  /// Nanoseconds as MPRIS counts, truncated.
  nonisolated static func microseconds(_ nanoseconds: UInt64) -> Int64 {
    Int64(nanoseconds / Nanoseconds.microsecond)
  }

  func emit(_ interface: String, _ signal: String, _ arguments: Variant) {
    bus?.emit(Self.path, interface, signal, arguments)
  }

  private func export(
    _ interface: String, _ handlers: BusHandlers, on bus: BusConnection
  ) throws(DBusError) -> BusToken {
    try bus.export(Self.path, interface: interface, of: mprisDescription, handlers)
  }

  /// Whether the position is where nobody who counts on from the last known one expects it. Another entry is
  /// expected to begin at its beginning.
  private func jumped(from old: PlayerState) -> Bool {
    guard let current = state.queue.current else { return false }
    return state.jumps != old.jumps || (current.id != old.queue.current?.id && state.position != 0)
  }
}
