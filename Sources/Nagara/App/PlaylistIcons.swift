import Desktop
import GtkBridge
import MusicLibrary
import PlayerCore

/// Images of the playlists as files, for the desktop: of each the cover of its first track that has one. Made once
/// somebody has looked at the playlists over MPRIS.
@MainActor
final class PlaylistIcons {
  private let files: ArtworkFiles
  private let cover: (Int64) async -> String?
  /// Called when there are others.
  var changed: () -> Void = {}
  private var keys: [Int64: String] = [:]
  private var finding: Task<Void, Never>?
  private var isShown = false

  /// So many have an image.
  private static let limit = 64

  /// - Parameters:
  ///   - read: reads a cover by its key.
  ///   - cover: the key of a playlist's cover.
  init(
    read: @escaping ArtworkFiles.Read, cover: @escaping (Int64) async -> String?
  ) {
    files = ArtworkFiles(
      folder: Environment.join(Environment.cacheDirectory, Array("nagara/playlists".utf8)), limit: Self.limit,
      read: read)
    self.cover = cover
  }

  func file(_ playlist: Int64) -> FilePath? { files.file(keys[playlist]) }

  /// Somebody looks at these.
  func show(_ playlists: [Int64]) {
    guard !isShown else { return }
    isShown = true
    find(playlists)
  }

  /// These are the playlists now, and what is in them may be something else.
  func update(_ playlists: [Int64]) { if isShown { find(playlists) } }

  func forget(_ isOther: (_ key: String) -> Bool) { files.forget(isOther) }

  private func find(_ playlists: [Int64]) {
    finding?.cancel()
    finding = Task { [weak self] in
      var found: [Int64: String] = [:]
      for playlist in playlists.prefix(Self.limit) {
        guard !Task.isCancelled, let self else { return }
        found[playlist] = await cover(playlist)
      }
      guard !Task.isCancelled, let self else { return }
      let isOther = found != keys
      keys = found
      // Several lists may begin with one album.
      for key in Set(found.values).sorted() { files.prepare(key) { [weak self] in self?.changed() } }
      if isOther { changed() }
    }
  }
}
