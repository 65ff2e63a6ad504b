/// What a listener did and made, apart from any store: counts, ratings, when things were added, playlists, stations.
/// Exported to a text that people can read, and what other players' files are turned into.
///
/// - `ListenerArchiveText`: the text.
/// - `RhythmboxReader`, `QuodLibetReader`: other players' files. (Strawberry's is a database: see MusicLibrary.)
/// - `Pickle`: the part of Python's pickles that Quod Libet writes, read without running anything.
///
/// Times are seconds since 1970.
public struct ListenerArchive: Hashable, Sendable {
  public var tracks: [TrackFacts] = []
  public var playlists: [List] = []
  /// Radio stations and other addresses that were kept.
  public var stations: [Station] = []
  /// What was there and is not taken over, in sentences for the user.
  public var omissions: [String] = []

  public init() {}

  /// What is known of one track.
  public struct TrackFacts: Hashable, Sendable {
    public var source: MediaSource
    /// Which piece of the file, from 1, where a CUE sheet cuts it; 0: all of it.
    public var piece = 0
    /// For finding the track when its file has moved.
    public var title: String?
    public var artists: [String] = []
    public var album: String?
    public var playCount = 0
    public var skipCount = 0
    public var lastPlayed: Int64?
    public var added: Int64?
    /// 0–100; the heart is 100. `nil`: not rated.
    public var rating: Int?
    /// When it was played, oldest first, as far as it was written down.
    public var history: [Int64] = []

    public init(source: MediaSource) { self.source = source }

    /// Whether there is anything to keep.
    public var isEmpty: Bool {
      playCount == 0 && skipCount == 0 && lastPlayed == nil && added == nil && rating == nil
        && history.isEmpty
    }
  }

  public struct List: Hashable, Sendable {
    public var name: String
    public var content: Content

    public enum Content: Hashable, Sendable {
      /// Entries whose places are URIs, or as an imported list had them where they lead nowhere.
      case entries([Playlist.Entry])
      case rules(SmartPlaylist)
    }

    public init(name: String, content: Content) {
      self.name = name
      self.content = content
    }
  }

  public struct Station: Hashable, Sendable {
    public var name: String
    public var address: String

    public init(name: String, address: String) {
      self.name = name
      self.address = address
    }
  }
}
