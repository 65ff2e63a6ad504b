public import GLibBridge
public import PlayerCore

/// Tells the desktop which track has started, by one notification that each next track replaces.
@MainActor
public final class TrackNotification {
  private let application: Object
  private let track: (TrackID) -> Track?
  private let artwork: (Track) -> FilePath?
  private let isWanted: () -> Bool
  private var isShown = false

  private static let id = "track"

  /// - Parameters:
  ///   - application: a registered `GApplication` with the actions `app.play-pause` and `app.next`.
  ///   - track: what is known about a track.
  ///   - artwork: the file with its cover.
  ///   - isWanted: whether the user wants it now: not while the window has the focus.
  public init(
    application: Object, track: @escaping (TrackID) -> Track?, artwork: @escaping (Track) -> FilePath?,
    isWanted: @escaping () -> Bool
  ) {
    self.application = application
    self.track = track
    self.artwork = artwork
    self.isWanted = isWanted
  }

  /// Tells of another track that plays, and takes back what no longer plays.
  public func update(_ old: PlayerState, _ new: PlayerState) {
    guard new.status == .playing, let current = new.queue.current else {
      if new.status == .stopped || new.queue.current == nil { withdraw() }
      return
    }
    let began = current.id != old.queue.current?.id || old.status == .stopped
    let titled = new.streamTitle != nil && new.streamTitle != old.streamTitle
    guard began || titled, isWanted(), let track = track(current.track) else { return }
    let text = Self.text(
      track, streamTitle: new.streamTitle, station: new.stationName(of: track), artwork: artwork(track))
    application.show(text, id: Self.id)
    isShown = true
  }

  /// Takes it back: when the window gets the focus, and before the program ends.
  public func withdraw() {
    guard isShown else { return }
    application.withdrawNotification(id: Self.id)
    isShown = false
  }

  /// What it says about a track: its title above, who made it and where it is from below.
  public static func text(
    _ track: Track, streamTitle: String? = nil, station: String? = nil, artwork: FilePath? = nil
  ) -> DesktopNotification {
    let name = station ?? track.title ?? track.source.displayName
    let artists = track.artists.isEmpty ? track.albumArtists : track.artists
    // A stream's title is the song's, and its own name says where that is from.
    let below = [artists.joined(separator: ", "), streamTitle == nil ? track.album ?? "" : name]
    let body = below.filter { !$0.isEmpty }.joined(separator: "\n")
    return DesktopNotification(
      title: streamTitle ?? name, body: body.isEmpty ? nil : body, image: artwork?.bytes,
      buttons: [
        DesktopNotification.Button(label: tr("Pause"), action: "app.play-pause"),
        DesktopNotification.Button(label: tr("Next"), action: "app.next"),
      ],
      isTransient: true)
  }
}
