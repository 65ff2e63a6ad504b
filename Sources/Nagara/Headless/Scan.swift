import GLibBridge
import Glibc
import MusicLibrary
import PlayerCore
import Synchronization

/// `--scan`: brings the library in line with the disk; how far it is on stderr, what it came to on stdout.
enum Scan {
  /// - Parameters:
  ///   - folders: looked through and, if they are in no folder of the library yet, added to it. Empty: all of the
  ///     library's.
  ///   - database: `library.db`; `nil`: the user's own.
  ///   - measuresGains: whether tracks without gains are measured behind the scan.
  /// - Returns: what the process ends with; `nil` if another one has the library.
  static func run(
    _ folders: [FilePath], database: FilePath?, measuresGains: Bool, json: Bool
  ) async -> Int32? {
    guard let place = database.map(LibraryPlace.init(library:)) ?? LibraryPlace.standard() else {
      return Headless.complain("there is no place for a library: HOME is not set")
    }
    if let sentence = refusal(of: folders) { return Headless.complain(sentence) }
    do {
      let pool = TagReaderPool()
      let library = try Library(place, pool: pool)
      for broken in library.brokenFiles {
        _ = Headless.complain("a damaged file was put aside as “\(broken.displayPath)”")
      }
      if let backup = library.restoredFrom {
        _ = Headless.complain("ratings, counts and playlists are those of the copy “\(backup.displayPath)”")
      }
      let roots = try await library.roots()
      for folder in folders where !roots.contains(where: { folder.isInside($0) }) {
        try await library.addRoot(folder)
      }
      if folders.isEmpty, roots.isEmpty {
        // As at the first run with a window.
        guard let music = Environment.musicDirectory.flatMap(FilePath.init(bytes:)), !opendirFails(music)
        else {
          return Headless.complain("the library has no folders yet: name one")
        }
        try await library.addRoot(music)
      }
      let line = ScanLine()
      let summary = try await library.scan(folders.isEmpty ? nil : folders) { line.show($0) }
      await pool.endProcesses()
      var gains: GainScan.Summary?
      if measuresGains {
        gains = try await GainScan.run(
          library, report: { line.show("\($0) of \($1) tracks measured") },
          complain: { _ = Headless.complain($0) })
      }
      line.end()
      await library.close()
      Headless.print(value(of: summary, gains), json: json)
      return Headless.ExitCode.success
    } catch {
      return error.code == .inUse ? nil : Headless.complain(error.description)
    }
  }

  /// Why these can't be looked through.
  static func refusal(of folders: [FilePath]) -> String? {
    folders.first(where: opendirFails).map { "“\($0.displayPath)” is not a folder that can be read" }
  }

  static func line(of progress: ScanProgress) -> String {
    var text = "\(progress.found) files found, \(progress.read) read, \(Int(progress.perSecond)) a second"
    if let left = progress.secondsLeft { text += ", \(Int(left.rounded(.up))) s left" }
    return text
  }

  static func value(of summary: ScanSummary, _ gains: GainScan.Summary? = nil) -> JSON {
    .object([
      "found": FactsJSON.integer(summary.found),
      "added": FactsJSON.integer(summary.added),
      "updated": FactsJSON.integer(summary.updated),
      "moved": FactsJSON.integer(summary.moved),
      "removed": FactsJSON.integer(summary.removed),
      "problems": FactsJSON.integer(summary.problems),
      "seconds": .number((summary.seconds * 1000).rounded() / 1000),
      "measured": gains.map { .integer(Int64($0.measured)) },
      "notMeasured": gains.map { .integer(Int64($0.failed)) },
    ])
  }

  private static func opendirFails(_ folder: FilePath) -> Bool {
    guard let stream = opendir(folder.bytes.map { CChar(bitPattern: $0) } + [0]) else { return true }
    closedir(stream)
    return false
  }
}

/// One line on a terminal that is written over; elsewhere a new one every few seconds.
private final class ScanLine: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let last: Mutex<ContinuousClock.Instant?> = Mutex(nil)

  func show(_ progress: ScanProgress) { show(Scan.line(of: progress)) }

  func show(_ text: String) {
    let isDue = last.withLock { last in
      let interval: Duration = isTerminal ? .milliseconds(200) : .seconds(2)
      if let last, last.duration(to: .now) < interval { return false }
      last = .now
      return true
    }
    guard isDue else { return }
    put(isTerminal ? "\r\u{1b}[K" + text : text + "\n")
  }

  func end() { if isTerminal { put("\r\u{1b}[K") } }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
