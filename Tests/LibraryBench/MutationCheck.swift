import Glibc
import MusicLibrary
import PlayerCore

/// Damaged files through the scanner as it is: the reader must not die of one, nor take its time, and each must be
/// listed, as a track or as a problem.
struct MutationCheck {
  private let seed: UInt64
  private var chance: SplitMix64
  private let pool = TagReaderPool()
  private var failures = 0
  private var tracks = 0
  private var problems = 0

  init(seed: UInt64) {
    self.seed = seed
    chance = SplitMix64(seed: seed)
  }

  /// - Returns: how many files the reader did not survive, or that were lost.
  mutating func run(_ count: Int) async throws -> Int {
    var done = 0
    while done < count {
      let batch = min(1000, count - done)
      try await scan(batch, from: done)
      done += batch
      say("\(done) of \(count)")
    }
    say("\(count) files (seed \(seed)): \(tracks) tracks, \(problems) problems, \(failures) failures")
    return failures
  }

  private mutating func scan(_ count: Int, from first: Int) async throws {
    let scratch = Scratch()
    let music = scratch.path / "music"
    music.makeFolders()
    var names: Set<String> = []
    for number in first..<(first + count) {
      let seed = MutationSeeds.all[number % MutationSeeds.all.count]
      let mutation = Mutation.allCases[number / MutationSeeds.all.count % Mutation.allCases.count]
      let name = "\(number)-\(mutation.rawValue).\(seed.fileExtension)"
      names.insert(name)
      (music / name).write(mutation.apply(to: seed, &chance))
    }
    let place = LibraryPlace(library: scratch.path / "data/library.db")!
    let library = try Library(place, pool: pool, locale: "en_GB")
    try await library.addRoot(music)
    _ = try await library.scan()
    let lists = try LibraryLists(place)
    for problem in try await lists.problems() {
      guard let path = problem.source.path else { continue }
      note(problem.reason, path, "tags")
      if names.remove(path.displayName) != nil { problems += 1 }
    }
    let rows = try await lists.tracks(try await lists.trackIDs())
    for row in rows {
      guard let path = row.track.source.path else { continue }
      if names.remove(path.displayName) != nil { tracks += 1 }
      if row.hasPicture,
        case .failure(let reason) = await pool.cover(of: path, origin: .embedded, maximumEdge: 256)
      {
        note(reason, path, "cover")
      }
      // What the pages ask of a file beyond its row.
      if row.id.rawValue % 8 == 0,
        case .failure(let problem) = await MediaLoader(pool: pool, locale: "en_GB").details(of: path)
      {
        note(problem.reason, path, "details")
      }
    }
    for name in names.sorted() {
      failures += 1
      keep(music / name, "lost")
    }
  }

  /// A reader that died or hung is a failure, whatever else is said of the file.
  private mutating func note(_ reason: MediaProblem.Reason, _ path: FilePath, _ what: String) {
    guard [.tags(.crashed), .tags(.timedOut), .tags(.noReader)].contains(reason) else { return }
    failures += 1
    keep(path, "\(what): \(reason)")
  }

  private func keep(_ path: FilePath, _ reason: String) {
    let folder = (FilePath(".build") ?? path) / "mutate"
    folder.makeFolders()
    (folder / path.displayName).write(path.read())
    say("not ok \(path.displayName) (\(reason)), kept in \(folder)")
  }
}
