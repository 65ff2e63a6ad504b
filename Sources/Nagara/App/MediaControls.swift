import Desktop
import GtkBridge
import MusicLibrary
import PlayerCore
import ShellCore

/// The player on the session bus, as MPRIS.
@MainActor
final class MediaControls {
  private let service: MPRISService
  private let store: Store<AppState, AppAction, AppEffect>
  private let artwork: ArtworkFiles
  private let icons: PlaylistIcons

  init(
    _ store: Store<AppState, AppAction, AppEffect>, _ effects: Effects,
    present: @escaping @MainActor () -> Void,
    quit: @escaping @MainActor () -> Void
  ) {
    self.store = store
    let read = effects.coverReader
    let artwork = ArtworkFiles(
      folder: Environment.join(Environment.cacheDirectory, Array("nagara/now-playing".utf8))
    ) { await read($0, Covers.Resolution.grid.pixels) }
    self.artwork = artwork
    let icons = PlaylistIcons(
      read: { await read($0, Covers.Resolution.grid.pixels) },
      cover: { [weak effects] in await effects?.coverKey(ofPlaylist: $0) })
    self.icons = icons
    var host = MPRISHost(
      send: { [weak store] in store?.send(.player($0)) },
      position: { [weak effects] in effects?.position ?? 0 },
      track: { [weak store] in store?.state.named($0) },
      artwork: { artwork.file($0.coverKey) },
      open: { [weak store] in store?.send(.load([$0], .play)) },
      add: { [weak effects] in await effects?.add($0) ?? [] },
      raise: present, quit: quit)
    host.playlists = MPRISPlaylistSource(
      list: { [weak store] in
        (store?.state.playlists.rows ?? []).map {
          MPRISPlaylist(
            id: $0.id, name: $0.name, icon: icons.file($0.id), created: $0.created, modified: $0.changed,
            played: $0.played)
        }
      },
      active: { [weak store] in
        store.flatMap { $0.state.playlists.row(playing: $0.state.player.queue.context)?.id }
      },
      activate: { [weak store] in store?.send(.playlists(.play($0))) },
      isShown: { [weak store] in icons.show(store?.state.playlists.rows.map(\.id) ?? []) })
    service = MPRISService(host, state: store.state.player)
    icons.changed = { [weak self] in self?.service.playlistsChanged() }
    effects.coversChanged = { [weak self] folders in
      guard let self else { return }
      self.artwork.forget { CoverKey.isKey($0, in: folders) }
      self.icons.forget { CoverKey.isKey($0, in: folders) }
      self.icons.update(self.store.state.playlists.rows.map(\.id))
      self.prepareArtwork(self.store.state)
    }
  }

  func start(on bus: BusConnection) {
    do throws(DBusError) {
      try service.start(on: bus)
    } catch {
      Log.warning("no MPRIS: \(error)")
    }
    prepareArtwork(store.state)
  }

  func stop() { service.stop() }

  /// The file with a track's cover, if it has been made.
  func artworkFile(_ track: Track) -> FilePath? { artwork.file(track.coverKey) }

  func show(_ old: AppState, _ new: AppState) {
    guard old.revision != new.revision else { return }
    service.update(new.player)
    if old.playlists.revision != new.playlists.revision {
      service.playlistsChanged()
      icons.update(new.playlists.rows.map(\.id))
    }
    prepareArtwork(new)
    if old.library.revision != new.library.revision || old.stations != new.stations,
      let track = new.player.queue.current?.track
    {
      service.tracksChanged([track])
    }
  }

  /// The desktop shows the current cover once it is there as a file.
  private func prepareArtwork(_ state: AppState) {
    guard state.player.status != .stopped, let track = state.currentTrack, let key = track.coverKey else {
      return
    }
    artwork.prepare(key) { [weak self] in self?.service.tracksChanged([track.id]) }
  }
}
