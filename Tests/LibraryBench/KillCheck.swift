import Glibc
import MusicLibrary
import PlayerCore

/// Kills processes that write a library, at random moments, and looks whether the stores open, are whole, and hold
/// what the listener had been told was done.
struct KillCheck {
  private let scratch = Scratch()
  private var chance: SplitMix64
  private let seed: UInt64
  private var folder: FilePath { scratch.path }
  private var place: LibraryPlace { LibraryPlace(library: folder / "data/library.db")! }

  /// Acts that are known to be in the store.
  private var done = 0
  private var ratings: [String: Int] = [:]
  private var plays: [String: Int] = [:]
  private var lists: [String] = []

  /// The files that the listener has to do with.
  static let kept = (0..<60).map { "\($0).mp3" }

  init(seed: UInt64) {
    self.seed = seed
    chance = SplitMix64(seed: seed)
    (folder / "data").makeFolders()
    (folder / "music/kept").makeFolders()
    let sound = MutationSeeds.fixture("plain.mp3")
    // Each sounds otherwise, so that no one is taken for another.
    for name in Self.kept { (folder / "music/kept/\(name)").write(sound + Array(name.utf8)) }
  }

  /// - Returns: how often something was wrong.
  mutating func run(_ count: Int) async throws -> Int {
    var failures = 0
    for number in 0..<count {
      let deed = Victim.Deed.allCases[number % Victim.Deed.allCases.count]
      // Now and then a library from nothing: the first fill is written in another way.
      if number % 12 == 3 {
        for end in ["", "-wal", "-shm"] { unlink((folder / ("data/library.db" + end)).c) }
      }
      let delay = UInt32.random(in: 0..<600_000, using: &chance)
      let told = try kill(deed, after: delay)
      if let problem = try await look(told) {
        say("not ok \(number) (seed \(seed)): \(deed.rawValue), killed after \(delay) µs: \(problem)")
        failures += 1
      }
    }
    if let problem = try await lookAtAll() {
      say("not ok at the end (seed \(seed)): \(problem)")
      failures += 1
    }
    say("\(count) kills, \(done) acts of the listener, \(failures) failures")
    return failures
  }

  /// Lets a victim write and kills it.
  ///
  /// - Returns: how many acts it has told of.
  private func kill(_ deed: Victim.Deed, after microseconds: UInt32) throws -> Int {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("pipe: \(errno)") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    let words = ["LibraryBench", "victim", deed.rawValue, folder.displayPath, String(done)]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/proc/self/exe", &actions, nil, &arguments, environ)
    guard failure == 0 else { fatalError("posix_spawn: \(failure)") }
    close(ends[1])
    defer { close(ends[0]) }
    var text: [UInt8] = []
    func read() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = Glibc.read(ends[0], &buffer, buffer.count)
      if count > 0 { text += buffer[..<count] }
      return count > 0
    }
    // From the start, or from when it has begun to write.
    if microseconds % 4 != 0 { while !text.contains(10), read() {} }
    usleep(microseconds)
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    while read() {}
    guard status & 0x7f == SIGKILL else { fatalError("the victim ended by itself: \(status)") }
    // A line that is not whole told nothing.
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().count { $0.hasPrefix("did ") }
  }

  /// Opens what was left.
  private mutating func look(_ told: Int) async throws -> String? {
    let library = try Library(place, pool: TagReaderPool(count: 1), locale: "en_GB")
    guard library.brokenFiles.isEmpty else { return "a file was broken: \(library.brokenFiles)" }
    guard await library.isWhole() else { return "a store is not whole" }
    let archive = try await LibraryLists(place).archive()
    for number in done..<(done + told) { note(number) }
    done += told
    guard let problem = difference(archive) else { return nil }
    // The last one may have been done and not yet told.
    let before = (ratings, plays, lists)
    note(done)
    if difference(archive) == nil {
      done += 1
      return nil
    }
    (ratings, plays, lists) = before
    return problem
  }

  private mutating func note(_ number: Int) {
    let act = ListenerAct(number)
    switch act.kind {
    case .rate(let rating): ratings[act.name] = rating
    case .play: plays[act.name, default: 0] += 1
    case .list(let list): lists.append(list.name)
    }
  }

  private func difference(_ archive: ListenerArchive) -> String? {
    var ratings: [String: Int] = [:]
    var plays: [String: Int] = [:]
    for track in archive.tracks {
      guard let name = track.source.path?.displayName else { continue }
      ratings[name] = track.rating
      if track.playCount > 0 { plays[name] = track.playCount }
      guard track.history.count == track.playCount else { return "\(name) has another history than count" }
    }
    func compare<Value: Equatable>(_ what: String, _ here: [String: Value], _ told: [String: Value])
      -> String?
    {
      let other = Set(here.keys).union(told.keys).filter { here[$0] != told[$0] }.sorted()
      guard let name = other.first else { return nil }
      func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "none" }
      return "\(what) of \(other.count): \(name) has \(text(here[name])), told was \(text(told[name]))"
    }
    if let problem = compare("ratings", ratings, self.ratings) ?? compare("counts", plays, self.plays) {
      return problem
    }
    let made = archive.playlists.map(\.name)
    if made != lists {
      return "\(made.count) playlists to \(made.last ?? ""), told \(lists.count) to \(lists.last ?? "")"
    }
    for list in archive.playlists {
      guard case .entries(let entries) = list.content, entries.count == 20 else {
        return "\(list.name) is not whole"
      }
    }
    return nil
  }

  /// The library brought to its end: every file is there with all that the listener did.
  private func lookAtAll() async throws -> String? {
    let library = try Library(place, pool: TagReaderPool(count: 1), locale: "en_GB")
    let summary = try await library.scan()
    let lists = try LibraryLists(place)
    let rows = try await lists.tracks(try await lists.trackIDs()).filter { !$0.isMissing }
    // A victim may have died while it wrote a file: that one is a problem.
    let problems = try await lists.problems().map(\.source.path)
    let listed = Set(rows.map(\.track.source.path)).union(problems)
    if listed.count != summary.found {
      return "\(summary.found) files, but \(rows.count) tracks and \(problems.count) problems"
    }
    for name in Self.kept {
      guard let row = rows.first(where: { $0.track.source.path == folder / "music/kept/\(name)" }) else {
        return "\(name) is not in the library"
      }
      guard row.rating == ratings[name], row.plays == plays[name] ?? 0 else {
        return
          "\(name) has \(String(describing: row.rating)) and \(row.plays) plays in the library, told was "
          + "\(String(describing: ratings[name])) and \(plays[name] ?? 0)"
      }
    }
    return nil
  }
}
