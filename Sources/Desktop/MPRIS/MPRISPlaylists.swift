import GLibBridge
import Glibc
public import PlayerCore

/// A playlist as MPRIS shows it.
public struct MPRISPlaylist: Equatable, Sendable {
  /// The same as long as the playlist exists.
  public var id: Int64
  public var name: String
  /// An image file.
  public var icon: FilePath?

  public init(id: Int64, name: String, icon: FilePath? = nil) {
    self.id = id
    self.name = name
    self.icon = icon
  }
}

/// The user's playlists.
public struct MPRISPlaylistSource {
  /// In the user's order.
  public var list: @MainActor () -> [MPRISPlaylist]
  /// Which of them plays; nil if another context does.
  public var active: @MainActor () -> Int64?
  /// Plays one.
  public var activate: @MainActor (Int64) -> Void

  public init(
    list: @escaping @MainActor () -> [MPRISPlaylist], active: @escaping @MainActor () -> Int64?,
    activate: @escaping @MainActor (Int64) -> Void
  ) {
    self.list = list
    self.active = active
    self.activate = activate
  }
}

extension MPRISService {
  static let playlists = "org.mpris.MediaPlayer2.Playlists"
  private nonisolated static let playlistPrefix = "/io/github/nagara_player/Nagara/playlist/"

  var playlistHandlers: BusHandlers {
    BusHandlers(
      method: { [weak self] name, arguments, invocation in
        guard let self else { return }
        if name == "GetPlaylists" {
          invocation.reply(.tuple(playlists(arguments)))
        } else {
          activate(arguments[0]?.objectPath)
          invocation.reply()
        }
      },
      property: { [weak self] name in
        guard let self, let source = host.playlists else { return nil }
        switch name {
        case "PlaylistCount": return .uint32(UInt32(clamping: source.list().count))
        case "Orderings": return .strings(["Alphabetical", "User"])
        case "ActivePlaylist": return activePlaylist
        default: return nil
        }
      })
  }

  /// Tells the bus that playlists were made, removed, renamed or got another image.
  public func playlistsChanged() {
    guard bus != nil, let source = host.playlists else { return }
    let before = shownPlaylists
    let now = source.list()
    shownPlaylists = now
    if now.count != before.count {
      bus?.emitPropertiesChanged(
        Self.path, Self.playlists, ["PlaylistCount": .uint32(UInt32(clamping: now.count))])
    }
    for playlist in now where before.contains(where: { $0.id == playlist.id && $0 != playlist }) {
      emit(Self.playlists, "PlaylistChanged", .tuple(described(playlist)))
    }
    tellActivePlaylist()
  }

  func tellActivePlaylist() {
    guard host.playlists != nil else { return }
    let now = activePlaylist
    guard now != shownActivePlaylist else { return }
    shownActivePlaylist = now
    bus?.emitPropertiesChanged(Self.path, Self.playlists, ["ActivePlaylist": now])
  }

  var activePlaylist: Variant {
    let id = host.playlists?.active()
    let active = id.flatMap { id in host.playlists?.list().first { $0.id == id } }
    let nothing = Variant.tuple(.objectPath("/"), .string(""), .string(""))
    return .tuple(.bool(active != nil), active.map(described) ?? nothing)
  }

  private func playlists(_ arguments: Variant) -> Variant {
    var list = host.playlists?.list() ?? []
    // Every other word means the user's order.
    if arguments[2]?.string == "Alphabetical" {
      list = list.enumerated().sorted { a, b in
        let order = strcoll(a.element.name, b.element.name)
        return order != 0 ? order < 0 : a.offset < b.offset
      }.map(\.element)
    }
    if arguments[3]?.bool == true { list.reverse() }
    let index = Int(arguments[0]?.uint32 ?? 0)
    let count = Int(arguments[1]?.uint32 ?? 0)
    return .array(of: "(oss)", list.dropFirst(index).prefix(count).map(described))
  }

  private func activate(_ path: ObjectPath?) {
    guard let playlist = host.playlists?.list().first(where: { Self.playlistPath($0.id) == path }) else {
      return
    }
    host.playlists?.activate(playlist.id)
  }

  private func described(_ playlist: MPRISPlaylist) -> Variant {
    .tuple(
      .objectPath(Self.playlistPath(playlist.id)), .string(playlist.name),
      .string(playlist.icon?.fileURI ?? ""))
  }

  /// An element of a path has no minus sign.
  private nonisolated static func playlistPath(_ id: Int64) -> ObjectPath {
    ObjectPath(playlistPrefix + String(UInt64(bitPattern: id))) ?? noTrack
  }
}
