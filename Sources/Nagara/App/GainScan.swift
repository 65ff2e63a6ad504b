import GLibBridge
import MusicLibrary
import Playback
import PlayerCore
import ShellCore
import Synchronization

/// Measures how loud the tracks without gains in their tags are, album by album: for `--scan --gain`, and in the
/// background of the app.
enum GainScan {
  struct Summary: Sendable, Equatable {
    var measured = 0
    var failed = 0
  }

  /// Ends early, with what is done, when its task is cancelled.
  ///
  /// - Parameters:
  ///   - report: told how many of how many tracks are done.
  ///   - complain: told what can't be measured, and why.
  static func run(
    _ library: Library, report: @Sendable (Int, Int) async -> Void, complain: @Sendable (String) -> Void
  ) async throws(LibraryError) -> Summary {
    var summary = Summary()
    let groups = try await library.tracksToMeasure()
    let total = groups.reduce(0) { $0 + $1.count }
    await report(0, total)
    for group in groups {
      guard let result = await measure(group) else { break }
      var tracks: [MeasuredTrack] = []
      for (track, outcome) in zip(group, result.tracks) {
        switch outcome {
        case .success(let gain):
          tracks.append(MeasuredTrack(id: track.id, gain: gain))
          summary.measured += 1
        case .failure(let error):
          // Kept as without a gain: it would be tried again for ever.
          tracks.append(MeasuredTrack(id: track.id, gain: nil))
          summary.failed += 1
          complain("\(track.source.displayName): \(error.reason)")
        }
      }
      // A single track of no album has no album's gain.
      try await library.keepLoudness(tracks, album: group.first?.album == nil ? nil : result.album)
      await report(summary.measured + summary.failed, total)
    }
    return summary
  }

  /// `nil` when the task is cancelled.
  private static func measure(_ tracks: [Track]) async -> LoudnessMeter.Result? {
    let flag = Flag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Decoding takes seconds, which is too long for a thread that others wait for.
        DetachedThread.run("gains") {
          continuation.resume(returning: LoudnessMeter.measure(tracks, isCancelled: { flag.isUp }))
        }
      }
    } onCancel: {
      flag.raise()
    }
  }

  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isUp: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
  }
}

/// Measures in the background when the state wants it, and tells how far it is.
@MainActor
final class GainKeeper {
  private weak var store: Store<AppState, AppAction, AppEffect>?
  private let library: () -> Library?
  private var work: Task<Void, Never>?
  /// There may be more since the work began.
  private var again = false

  init(_ store: Store<AppState, AppAction, AppEffect>?, library: @escaping () -> Library?) {
    self.store = store
    self.library = library
  }

  func measure(_ wanted: Bool) {
    guard wanted else {
      again = false
      work?.cancel()
      return
    }
    guard work == nil else {
      again = true
      return
    }
    guard let library = library() else { return }
    again = false
    work = Task { [weak self] in
      do throws(LibraryError) {
        let summary = try await GainScan.run(
          library, report: { [weak self] in await self?.show($0, of: $1) },
          complain: { Log.info("not measured: \($0)") })
        Log.info("measured \(summary.measured) tracks, \(summary.failed) could not be")
      } catch {
        Log.warning("not measured: \(error.description)")
      }
      self?.end()
    }
  }

  private func show(_ done: Int, of total: Int) {
    store?.send(.library(.measured(total > 0 ? GainProgress(done: done, total: total) : nil)))
  }

  private func end() {
    let wasCancelled = work?.isCancelled ?? true
    work = nil
    // Where it only rests, how far it came stays to be seen.
    if !wasCancelled { store?.send(.library(.measured(nil))) }
    if again { measure(true) }
  }
}
