import Glibc
import PlayerCore

/// Finds the files that sources hold, some at a time. Waits for disks on a queue of its own.
actor MediaSearch {
  /// Files that are read and delivered together.
  struct Unit: Sendable {
    struct File: Sendable {
      var path: FilePath
      /// The user named it, so whatever is wrong with it is worth a word.
      var isNamed: Bool
    }

    var files: [File] = []
    /// The folders between the one that was named and the files.
    var below: [[UInt8]] = []
    /// The files of a folder, whose order their tags decide.
    var isFolder = false
    var problems: [MediaProblem] = []
    /// An address instead of files.
    var stream: String?
    /// Which of the sources this is of; of several files in a row, the first.
    var sourceIndex: Int
  }

  nonisolated let sources: [MediaSource]
  private var index = 0
  private var walk: FolderWalk?

  init(_ sources: [MediaSource]) {
    self.sources = sources
  }

  func next() -> Unit? {
    while true {
      if let listing = walk?.next() { return unit(listing) }
      walk = nil
      guard index < sources.count else { return nil }
      defer { index += 1 }
      let source = sources[index]
      switch source {
      case .stream(let uri):
        var unit = Unit(sourceIndex: index)
        if uri.lowercased().hasPrefix("http://") || uri.lowercased().hasPrefix("https://") {
          unit.stream = uri
        } else {
          unit.problems = [MediaProblem(source: source, reason: .unknownAddress)]
        }
        return unit
      case .file(let path):
        if isFolder(path) {
          walk = FolderWalk(path)
        } else {
          // What is wrong with it, if anything, the reader says.
          return Unit(files: [Unit.File(path: path, isNamed: true)], sourceIndex: index)
        }
      }
    }
  }

  private func unit(_ listing: FolderWalk.Listing) -> Unit {
    // `index` is already at the source after the one being walked.
    var unit = Unit(below: listing.below, isFolder: true, sourceIndex: index - 1)
    unit.files = listing.files.compactMap { listing.folder.appending($0) }.map {
      Unit.File(path: $0, isNamed: false)
    }
    if let problem = listing.problem { unit.problems = [MediaProblem(listing.folder, problem)] }
    return unit
  }

  private func isFolder(_ path: FilePath) -> Bool {
    var info = stat()
    return stat(path.cString, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }
}
