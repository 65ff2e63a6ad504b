import MusicLibrary
import PlayerCore

/// Tracks and their values as JSON.
enum FactsJSON {
  /// What is known of a track. Times are in seconds, places are URIs.
  static func track(_ track: Track) -> JSON {
    .object([
      "path": .string(track.source.uri),
      "start": track.segment.map { seconds($0.start) },
      "end": track.segment?.end.map { seconds($0) },
      "title": track.title.map(JSON.string),
      "artists": .strings(track.artists),
      "albumArtists": .strings(track.albumArtists),
      "album": track.album.map(JSON.string),
      "genres": .strings(track.genres),
      "composers": .strings(track.composers),
      "date": track.date.map { .string(date($0)) },
      "trackNumber": integer(track.number.number),
      "trackTotal": integer(track.number.total),
      "discNumber": integer(track.disc.number),
      "discTotal": integer(track.disc.total),
      "duration": track.durationNanoseconds.map { seconds($0) },
      "gains": gains(track.gains),
    ])
  }

  static func seconds(_ nanoseconds: UInt64) -> JSON {
    nanoseconds % Nanoseconds.second == 0
      ? .integer(Int64(nanoseconds / Nanoseconds.second))
      : .number(Double(nanoseconds) / Double(Nanoseconds.second))
  }

  static func integer(_ value: Int?) -> JSON? { value.map { .integer(Int64($0)) } }

  /// `2004`, `2004-05`, `2004-05-06`.
  static func date(_ date: PartialDate) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let year = String(date.year)
    var text = String(repeating: "0", count: max(0, 4 - year.count)) + year
    if let month = date.month { text += "-" + two(month) }
    if let day = date.day { text += "-" + two(day) }
    return text
  }

  static func gains(_ gains: Gains) -> JSON? {
    func one(_ gain: Gain?) -> JSON? {
      gain.map { .object(["decibels": .number($0.decibels), "peak": $0.peak.map(JSON.number)]) }
    }
    if gains.track == nil, gains.album == nil { return nil }
    return .object(["track": one(gains.track), "album": one(gains.album)])
  }

  static func problem(_ problem: MediaProblem) -> JSON {
    .object(["path": .string(problem.source.uri), "reason": .string(problem.sentence)])
  }
}
