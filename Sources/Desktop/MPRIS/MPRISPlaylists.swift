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
  /// When it was made, last changed and last played, in seconds since 1970; `nil` if never, or not known.
  public var created: Int64?
  public var modified: Int64?
  public var played: Int64?

  public init(
    id: Int64, name: String, icon: FilePath? = nil, created: Int64? = nil, modified: Int64? = nil,
    played: Int64? = nil
  ) {
    self.id = id
    self.name = name
    self.icon = icon
    self.created = created
    self.modified = modified
    self.played = played
  }

  /// What a client sees of it.
  fileprivate func looksLike(_ other: MPRISPlaylist) -> Bool {
    id == other.id && name == other.name && icon == other.icon
  }

  /// The orders in which they are given out, by the specification's words; any other word means the user's.
  fileprivate enum Order: String, CaseIterable {
    case alphabetical = "Alphabetical"
    case created = "Created"
    case modified = "Modified"
    case played = "Played"
    case user = "User"

    /// Oldest first, what never happened before all; equal ones stay in the user's order.
    func sorted(_ lists: [MPRISPlaylist]) -> [MPRISPlaylist] {
      func by(_ comesFirst: (MPRISPlaylist, MPRISPlaylist) -> Bool) -> [MPRISPlaylist] {
        lists.enumerated().sorted { a, b in
          if comesFirst(a.element, b.element) { return true }
          return !comesFirst(b.element, a.element) && a.offset < b.offset
        }.map(\.element)
      }
      func oldestFirst(_ time: (MPRISPlaylist) -> Int64?) -> [MPRISPlaylist] {
        by { time($0) ?? .min < time($1) ?? .min }
      }
      switch self {
      case .alphabetical: return by { strcoll($0.name, $1.name) < 0 }
      case .created: return oldestFirst(\.created)
      case .modified: return oldestFirst(\.modified)
      case .played: return oldestFirst(\.played)
      case .user: return lists
      }
    }
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
  /// Somebody looks at them: from now on their images are worth making.
  public var isShown: @MainActor () -> Void

  public init(
    list: @escaping @MainActor () -> [MPRISPlaylist], active: @escaping @MainActor () -> Int64?,
    activate: @escaping @MainActor (Int64) -> Void, isShown: @escaping @MainActor () -> Void = {}
  ) {
    self.list = list
    self.active = active
    self.activate = activate
    self.isShown = isShown
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
          host.playlists?.isShown()
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
        case "Orderings": return .strings(MPRISPlaylist.Order.allCases.map(\.rawValue))
        case "ActivePlaylist":
          source.isShown()
          return activePlaylist
        default: return nil
        }
      })
  }

  /// Tells the bus that playlists were made, removed, renamed or got another image, and nothing else.
  public func playlistsChanged() {
    guard bus != nil, let source = host.playlists else { return }
    let before = shownPlaylists
    let now = source.list()
    shownPlaylists = now
    if now.count != before.count {
      bus?.emitPropertiesChanged(
        Self.path, Self.playlists, ["PlaylistCount": .uint32(UInt32(clamping: now.count))])
    }
    for playlist in now where before.contains(where: { $0.id == playlist.id && !$0.looksLike(playlist) }) {
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
    let order = arguments[2]?.string.flatMap(MPRISPlaylist.Order.init) ?? .user
    var list = order.sorted(host.playlists?.list() ?? [])
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
