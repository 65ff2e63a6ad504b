public import PlayerCore
import TextKeys

/// An album as the tags and folders of its tracks make it.
public struct AlbumGroup: Sendable, Equatable {
  /// As its first track writes it, without a disc marker.
  public var title: String
  /// The album artist's names, else the one artist of all tracks. Empty: various artists.
  public var artists: [String]
  /// Marked as a compilation, or without one artist.
  public var isCompilation: Bool
  /// Of the first track that has a date.
  public var date: PartialDate?
  /// A lower-case UUID, if the tags have one.
  public var musicBrainzID: String?
  /// Where its first track is; of a folder `CD1` the one above.
  public var folder: FilePath?
  /// By disc, number and path.
  public var tracks: [TrackID]
}

/// Finds the albums among tracks.
///
/// In one folder, tracks with the same title (folded, without a disc marker) are an album; so are those of
/// sibling folders with the same MusicBrainz ID, or the same title and artist, as long as no disc and track number
/// is there twice. Years and track artists never split an album, and two albums of one name stay two.
public enum AlbumGrouping {
  /// The albums, in the order of their first tracks. Tracks without an album title are in none.
  public static func groups(of tracks: [LoadedTrack]) -> [AlbumGroup] {
    var inFolders: [Place: [Member]] = [:]
    var places: [Place] = []
    // Of an album's tracks, all have one title.
    var titles: [String: Title] = [:]
    for (index, loaded) in tracks.enumerated() {
      guard let album = loaded.track.album, let path = loaded.track.source.path else { continue }
      let title = titles[album] ?? Title(album)
      titles[album] = title
      guard !title.key.isEmpty else { continue }
      let member = Member(index, loaded, path, title)
      let place = Place(folder: member.folder, key: title.key)
      if inFolders[place] == nil { places.append(place) }
      inFolders[place, default: []].append(member)
    }
    let parts = places.flatMap { split(inFolders[$0] ?? []) }
    return join(parts).map(album).sorted { $0.first < $1.first }.map(\.group)
  }

  private struct Place: Hashable {
    var folder: FilePath?
    var key: String
  }

  private struct Title {
    /// Without a disc marker.
    var text: String
    /// Folded.
    var key: String
    var disc: Int?

    init(_ album: String) {
      (text, disc) = AlbumTitle.withoutDiscMarker(album)
      key = FoldedText.fold(text)
    }
  }

  /// What of a track groups it.
  private struct Member {
    var index: Int
    var id: TrackID
    var path: FilePath
    var title: Title
    /// The folder, or the one above if it is a disc's.
    var folder: FilePath?
    var disc: Int
    var number: Int?
    var date: PartialDate?
    var artists: [String]
    var albumArtists: [String]
    /// The folded names of the album artist; empty if the tag is missing.
    var albumArtist: String
    /// MusicBrainz's.
    var identifier: String?
    var isCompilation: Bool

    init(_ index: Int, _ loaded: LoadedTrack, _ path: FilePath, _ title: Title) {
      self.index = index
      id = loaded.id
      self.path = path
      self.title = title
      let parent = path.parent
      let folderDisc = parent.flatMap { TagFileName.discFolder($0.lastComponent) }
      folder = folderDisc == nil ? parent : parent?.parent
      disc = loaded.track.disc.number ?? title.disc ?? folderDisc ?? 1
      number = loaded.track.number.number
      date = loaded.track.date
      artists = loaded.track.artists
      albumArtists = loaded.track.albumArtists
      albumArtist = albumArtists.map(FoldedText.fold).joined(separator: "\0")
      identifier = loaded.record.musicBrainz.album
      isCompilation = loaded.record.isCompilation
    }
  }

  /// Members that are surely of one album, with what decides whether others join them.
  private struct Part {
    var members: [Member]

    private var identifiers: Set<String> { Set(members.compactMap(\.identifier)) }
    var identifier: String? { identifiers.count == 1 ? identifiers.first : nil }
    var folder: FilePath? { members[0].folder }
    var key: String { members[0].title.key }
    var first: Int { members.map(\.index).min() ?? 0 }

    /// The folded album artist, or the one artist of all tracks; `nil` for various ones.
    var artist: String? {
      let tagged = members.map(\.albumArtist).filter { !$0.isEmpty }
      if let first = tagged.first { return first }
      let artists = Set(members.map { $0.artists.map(FoldedText.fold).joined(separator: "\0") })
      return artists.count == 1 ? artists.first : nil
    }

    var isCompilation: Bool {
      artist.map(variousArtists.contains) ?? true || members.contains(where: \.isCompilation)
    }

    /// Disc and track numbers, as one number each.
    var numbers: [Int] { members.compactMap { member in member.number.map { member.disc << 32 | $0 } } }

    func overlaps(_ other: Part) -> Bool { !Set(numbers).isDisjoint(with: other.numbers) }

    func belongs(with other: Part) -> Bool {
      if let mine = identifier, let others = other.identifier { return mine == others && !overlaps(other) }
      guard key == other.key, artist == other.artist || (isCompilation && other.isCompilation) else {
        return false
      }
      return !overlaps(other)
    }
  }

  /// Names of nobody, folded.
  private static let variousArtists: Set = ["various artists", "various", "va", "v.a.", "v/a"]

  /// One folder's tracks of one title: several albums only if the tags insist.
  private static func split(_ members: [Member]) -> [Part] {
    let identifiers = Set(members.compactMap(\.identifier))
    if identifiers.count > 1 {
      return parts(members) { $0.identifier ?? "" }
    }
    let whole = Part(members: members)
    // One album has no number twice. If this has, and names several album artists, it is several albums.
    guard Set(whole.numbers).count < whole.numbers.count else { return [whole] }
    return parts(members, by: \.albumArtist)
  }

  private static func parts(_ members: [Member], by key: (Member) -> String) -> [Part] {
    var order: [String] = []
    var sorted: [String: [Member]] = [:]
    for member in members {
      let key = key(member)
      if sorted[key] == nil { order.append(key) }
      sorted[key, default: []].append(member)
    }
    return order.map { Part(members: sorted[$0] ?? []) }
  }

  /// What two parts must have in common to join.
  private struct Bond: Hashable {
    var parent: FilePath?
    var title: String?
    var identifier: String?
  }

  /// Joins parts in the same folder or in folders side by side.
  private static func join(_ parts: [Part]) -> [Part] {
    var joined: [Part] = []
    var bonds: [Bond: [Int]] = [:]
    for part in parts {
      let parent = part.folder?.parent
      var own = [Bond(parent: parent, title: part.key)]
      if let identifier = part.identifier { own.append(Bond(parent: parent, identifier: identifier)) }
      let partners = own.flatMap { bonds[$0] ?? [] }
      let place: Int
      if let partner = partners.first(where: { joined[$0].belongs(with: part) }) {
        joined[partner].members += part.members
        place = partner
      } else {
        place = joined.count
        joined.append(part)
      }
      for bond in own where bonds[bond]?.contains(place) != true { bonds[bond, default: []].append(place) }
    }
    return joined
  }

  private static func album(_ part: Part) -> (first: Int, group: AlbumGroup) {
    let members = part.members.sorted {
      if ($0.disc, $0.number ?? Int.max) != ($1.disc, $1.number ?? Int.max) {
        return ($0.disc, $0.number ?? Int.max) < ($1.disc, $1.number ?? Int.max)
      }
      return NaturalOrder.precedes($0.path.bytes, $1.path.bytes)
    }
    let tagged = members.first { !$0.albumArtist.isEmpty }?.albumArtists
    let artists = tagged ?? (part.artist == nil ? [] : members[0].artists)
    return (
      part.first,
      AlbumGroup(
        title: members[0].title.text, artists: artists, isCompilation: part.isCompilation,
        date: members.lazy.compactMap(\.date).first, musicBrainzID: part.identifier,
        folder: members[0].folder, tracks: members.map(\.id))
    )
  }
}
