import GLibBridge
import PlayerCore

extension MPRISService {
  /// Stands for "no track": where nothing is current, and in front of the first.
  nonisolated static let noTrack: ObjectPath = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  private nonisolated static let trackPrefix = "/io/github/nagara_player/Nagara/track/"

  /// The id of a queue entry: a track that is queued twice has two.
  nonisolated static func trackID(_ entry: EntryID) -> ObjectPath {
    ObjectPath(trackPrefix + String(entry.rawValue)) ?? noTrack
  }

  /// The queue entry of an id; nil of one that we never gave.
  nonisolated static func entry(_ path: ObjectPath) -> EntryID? {
    guard path.string.hasPrefix(trackPrefix) else { return nil }
    let number = UInt32(path.string.dropFirst(trackPrefix.count)).map(EntryID.init)
    // One spelling each: `007` is not ours.
    return number.flatMap { trackID($0) == path ? $0 : nil }
  }

  /// What is known about an entry, which for the current one includes what the engine has found.
  func metadata(of entry: QueueEntry?, in state: PlayerState) -> Variant {
    guard let entry else { return .dictionary(["mpris:trackid": .objectPath(Self.noTrack)]) }
    var values = ["mpris:trackid": Variant.objectPath(Self.trackID(entry.id))]
    guard let track = host.track(entry.track) else { return .dictionary(values) }
    let isCurrent = entry.id == state.queue.current?.id

    if let length = (isCurrent ? state.duration : nil) ?? track.durationNanoseconds {
      values["mpris:length"] = .int64(Self.microseconds(length))
    }
    if let cover = host.artwork(track) { values["mpris:artUrl"] = .string(cover.fileURI) }
    let streamTitle = isCurrent ? state.streamTitle : nil
    let station = state.stationName(of: track, isCurrent: isCurrent)
    values["xesam:title"] = .string(streamTitle ?? station ?? track.title ?? track.source.displayName)
    values["xesam:url"] = .string(track.source.uri)
    // A station's title is a song's; whose station it is stands where desktops look for whose song.
    let from = streamTitle == nil ? nil : station
    if let album = track.album ?? from { values["xesam:album"] = .string(album) }
    let artists = track.artists.isEmpty ? [from].compactMap(\.self) : track.artists
    let lists = [
      "xesam:artist": artists, "xesam:albumArtist": track.albumArtists,
      "xesam:genre": track.genres, "xesam:composer": track.composers,
    ]
    for (key, list) in lists where !list.isEmpty { values[key] = .strings(list) }
    if let number = track.number.number { values["xesam:trackNumber"] = .int32(Int32(clamping: number)) }
    if let disc = track.disc.number { values["xesam:discNumber"] = .int32(Int32(clamping: disc)) }
    if let date = track.date { values["xesam:contentCreated"] = .string(date.iso8601) }
    return .dictionary(values)
  }
}

extension PartialDate {
  /// ISO 8601 in the precision that is known: `2007`, `2007-04`, `2007-04-29`.
  var iso8601: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return ([padded(year, 4)] + [month, day].compactMap { $0.map { padded($0, 2) } }).joined(separator: "-")
  }
}
