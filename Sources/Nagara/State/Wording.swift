import GLibBridge
import MusicLibrary
import PlayerCore

// How things are named to people.

extension Track {
  /// The title tag, else the file's name.
  var displayTitle: String { title.flatMap { $0.isEmpty ? nil : $0 } ?? source.displayName }

  /// The artists, joined; `nil` if unknown.
  var displayArtist: String? { artists.isEmpty ? nil : artists.joined(separator: ", ") }

  /// `Artist — Album`, or the one that is known, or the folder's name for a file without tags.
  var artistAndAlbum: String {
    let parts = [displayArtist, album].compactMap { $0 }.filter { !$0.isEmpty }
    return parts.isEmpty ? source.path?.parent?.displayName ?? "" : parts.joined(separator: " — ")
  }
}

extension Album {
  /// Whose it is, also when it is many people's.
  var displayArtist: String { artist ?? tr("Various Artists") }
}

/// `4:15`, `1:02:03`. Cut to whole seconds.
func clockText(_ nanoseconds: UInt64) -> String {
  let seconds = nanoseconds / Nanoseconds.second
  func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return seconds < 3600
    ? "\(seconds / 60):\(two(seconds % 60))"
    : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
}

/// `38 min`, `1 h 5 min`, `45 s`: how long a list takes.
func durationText(_ nanoseconds: UInt64) -> String {
  let seconds = nanoseconds / Nanoseconds.second
  if seconds < 60 { return tr("%s s", String(seconds)) }
  let minutes = (seconds + 30) / 60
  if minutes < 60 { return tr("%s min", String(minutes)) }
  return minutes % 60 == 0
    ? tr("%s h", String(minutes / 60)) : tr("%s h %s min", String(minutes / 60), String(minutes % 60))
}

/// Ratings of 0–100 as people give them: a heart, or stars.
enum Ratings {
  static let heart = 100
  static let stars = 5

  /// The whole stars nearest to a rating.
  static func stars(of rating: Int?) -> Int { min(stars, ((rating ?? 0) + 10) / 20) }

  /// `nil` for no star: that is no rating.
  static func rating(stars count: Int) -> Int? { count > 0 ? min(count, stars) * 20 : nil }

  /// `3 stars`.
  static func text(_ count: Int) -> String { count > 0 ? tr("%d star", "%d stars", count) : tr("No rating") }
}

/// `9 songs`.
func songsText(_ count: Int) -> String { tr("%d song", "%d songs", count) }

extension AppState {
  /// A track as the desktop is told of it: a station has the name under which the listener keeps it.
  func named(_ id: TrackID) -> Track? {
    guard var track = library.tracks[id] else { return nil }
    if case .stream(let address) = track.source,
      let kept = stations.first(where: { $0.address == address })
    {
      track.title = kept.name
    }
    return track
  }

  /// The station that sounds: as the listener keeps it, else as it calls itself; `nil` for what is none, or has no name.
  var stationName: String? {
    (player.queue.current?.track).flatMap(named).flatMap { player.stationName(of: $0) }
  }

  /// What a station tells of itself, for views to compare.
  var sounding: [String?] { [player.streamTitle, stationName] }

  /// What sounds, in one line: of a station its song, if it tells.
  var soundingTitle: String { player.streamTitle ?? stationName ?? currentTrack?.displayTitle ?? "" }

  /// Who plays it: of a station's song the station.
  var soundingArtist: String {
    let station = player.streamTitle == nil ? nil : stationName
    return station ?? currentTrack?.displayArtist ?? ""
  }

  /// What sounds: `FLAC 96 kHz / 24 bit`. The file's headers know the codec before the engine does.
  var formatText: String {
    guard var format = player.format else { return "" }
    let codec = player.queue.current.map { library.codec(of: $0.track).displayName } ?? ""
    if format.codec == nil, !codec.isEmpty { format.codec = codec }
    return format.text
  }
}

extension AudioFormat {
  /// `FLAC 96 kHz / 24 bit`, `MP3 44.1 kHz`.
  var text: String {
    let kilohertz = Double(sampleRate) / 1000
    let rate =
      kilohertz == kilohertz.rounded() ? String(Int(kilohertz)) : String((kilohertz * 10).rounded() / 10)
    let head = [shortCodec, tr("%s kHz", rate)].compactMap { $0 }.joined(separator: " ")
    return bitsPerSample > 0 && isLossless ? head + " / " + tr("%s bit", String(bitsPerSample)) : head
  }

  /// The codec's own bits a sample mean something only where nothing was thrown away.
  private var isLossless: Bool {
    ["FLAC", "ALAC", "WAV", "PCM", "WavPack", "AIFF", "Monkey’s Audio"].contains { shortCodec == $0 }
  }

  /// GStreamer's descriptions are long: `Free Lossless Audio Codec (FLAC)`, `MPEG-1 Layer 3 (MP3)`.
  private var shortCodec: String? {
    guard let codec else { return nil }
    let known = [
      "FLAC", "ALAC", "MP3", "AAC", "Opus", "Vorbis", "WavPack", "Musepack", "Monkey’s Audio", "PCM", "DSD",
    ]
    if codec.contains("MPEG-1 Layer 3") { return "MP3" }
    if codec.contains("MPEG-4 AAC") || codec.contains("MPEG-2 AAC") { return "AAC" }
    if codec.contains("Apple Lossless") { return "ALAC" }
    return known.first { codec.lowercased().contains($0.lowercased()) } ?? codec
  }
}
