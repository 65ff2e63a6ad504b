import MusicLibrary
import Playback
import PlayerCore

/// `--scan --gain`: measures how loud the tracks without gains in their tags are, album by album.
enum GainScan {
  struct Summary: Sendable {
    var measured = 0
    var failed = 0
  }

  /// - Parameter report: told how many of how many tracks are done.
  static func run(_ library: Library, report: (Int, Int) -> Void) async throws(LibraryError) -> Summary {
    var summary = Summary()
    let groups = try await library.tracksToMeasure()
    let total = groups.reduce(0) { $0 + $1.count }
    for group in groups {
      guard let result = LoudnessMeter.measure(group) else { break }
      var tracks: [MeasuredTrack] = []
      for (track, outcome) in zip(group, result.tracks) {
        switch outcome {
        case .success(let gain): tracks.append(MeasuredTrack(id: track.id, gain: gain))
        case .failure(let error):
          summary.failed += 1
          _ = Headless.complain("\(track.source.displayName): \(error.reason)")
        }
      }
      // A single track of no album has no album's gain.
      try await library.keepLoudness(tracks, album: group.first?.album == nil ? nil : result.album)
      summary.measured += tracks.count
      report(summary.measured + summary.failed, total)
    }
    return summary
  }
}
