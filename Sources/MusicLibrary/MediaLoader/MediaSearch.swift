import Glibc
import PlayerCore

/// Finds the files that sources hold, some at a time: those of folders, of playlists and of CUE sheets. Waits for disks
/// on a queue of its own.
actor MediaSearch {
  /// Files that are read and delivered together.
  struct Unit: Sendable {
    struct File: Sendable {
      var path: FilePath
      /// The user named it, so whatever is wrong with it is worth a word.
      var isNamed: Bool
      /// What a list or a sheet makes of it; `nil`: nobody says, so that a sheet in its tags may cut it.
      var parts: [TrackPart]?
    }

    var files: [File] = []
    /// The folders between the one that was named and the files.
    var below: [[UInt8]] = []
    /// The files of a folder, whose order their tags decide.
    var isFolder = false
    var problems: [MediaProblem] = []
    /// An address instead of files.
    var stream: String?
    /// What a list calls the address.
    var streamTitle: String?
    /// Which of the sources this is of; of several files in a row, the first.
    var sourceIndex: Int
  }

  nonisolated let sources: [MediaSource]
  private var index = 0
  private var walk: FolderWalk?
  // Of the list that was opened last.
  private var ahead: ArraySlice<Unit> = []
  private var lookup = FileLookup()
  private let means: Means

  /// What it takes to read lists.
  struct Means: Sendable {
    var locale: String
    var markup: MarkupParser?
    var libraryPaths: @Sendable () -> [FilePath] = { [] }
  }

  init(_ sources: [MediaSource], _ means: Means) {
    self.sources = sources
    self.means = means
  }

  func next() -> Unit? {
    while true {
      if let unit = ahead.popFirst() { return unit }
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
        switch FileLookup.kind(path) {
        case .folder: walk = FolderWalk(path)
        case .file:
          switch ListKind(path) {
          case .playlist: ahead = playlist(path)[...]
          case .cueSheet: ahead = [cueSheet(path)]
          case nil: return Unit(files: [named(path)], sourceIndex: index)
          }
        // What is wrong with it the reader says.
        default: return Unit(files: [Unit.File(path: path, isNamed: true)], sourceIndex: index)
        }
      }
    }
  }

  private func unit(_ listing: FolderWalk.Listing) -> Unit {
    // `index` is already at the source after the one being walked.
    var unit = Unit(below: listing.below, isFolder: true, sourceIndex: index - 1)
    let cut = CueFile.cutFiles(in: listing, locale: means.locale, lookup: &lookup)
    unit.files = listing.files.compactMap { listing.folder.appending($0) }.map {
      Unit.File(path: $0, isNamed: false, parts: cut[$0])
    }
    if let problem = listing.problem { unit.problems = [MediaProblem(listing.folder, problem)] }
    return unit
  }

  // MARK: CUE sheets

  /// A file that was named, cut by the sheet beside it (`a.cue` or `a.flac.cue`) if there is one.
  private func named(_ path: FilePath) -> Unit.File {
    var file = Unit.File(path: path, isNamed: true)
    let name = path.lastComponent
    for stem in [TagFileName.stem(name), name] {
      guard let beside = path.parent?.appending(stem + Array(".cue".utf8)), FileLookup.kind(beside) == .file,
        case .success(let bytes) = TextFile.read(beside),
        let sheet = CueFile(beside, bytes, locale: means.locale, lookup: &lookup),
        let image = sheet.images.first(where: { $0.path == path })
      else { continue }
      file.parts = image.parts
      break
    }
    return file
  }

  private func cueSheet(_ path: FilePath) -> Unit {
    var unit = Unit(sourceIndex: index)
    switch TextFile.read(path) {
    case .failure(let reason): unit.problems = [MediaProblem(path, reason)]
    case .success(let bytes):
      guard let sheet = CueFile(path, bytes, locale: means.locale, lookup: &lookup) else {
        unit.problems = [MediaProblem(path, .notACueSheet)]
        break
      }
      for image in sheet.images {
        if let file = image.path {
          unit.files.append(Unit.File(path: file, isNamed: true, parts: image.parts))
        } else {
          let name = TextFile.decoder(for: image.name, locale: means.locale)(image.name)
          unit.problems.append(
            MediaProblem(path, .listEntry(line: image.line, name: name, .notFound)))
        }
      }
    }
    return unit
  }

  // MARK: Playlists

  /// A list's entries in their order, in units of few files so that the first sounds soon.
  private func playlist(_ path: FilePath) -> [Unit] {
    let list: PlaylistFile
    switch PlaylistFile.read(
      path, locale: means.locale, markup: means.markup, libraryPaths: means.libraryPaths)
    {
    case .failure(let problem): return [Unit(problems: [problem], sourceIndex: index)]
    case .success(let read): list = read
    }
    var units: [Unit] = []
    for (entry, outcome) in zip(list.playlist.entries, list.outcomes) {
      switch outcome {
      case .success(.stream(let uri)):
        units.append(Unit(stream: uri, streamTitle: entry.name, sourceIndex: index))
      case .success(.file(let file)):
        if units.last.map({ $0.stream != nil || $0.files.count >= 32 }) ?? true {
          units.append(Unit(sourceIndex: index))
        }
        units[units.count - 1].files.append(
          Unit.File(path: file, isNamed: true, parts: [TrackPart(entry)]))
      case .failure(let problem):
        if units.isEmpty { units.append(Unit(sourceIndex: index)) }
        let name = TextFile.decoder(for: entry.location, locale: means.locale)(entry.location)
        units[units.count - 1].problems.append(
          MediaProblem(path, .listEntry(line: entry.line, name: name, problem)))
      }
    }
    if let damage = list.damage {
      units.append(
        Unit(
          problems: [MediaProblem(path, .damagedList(line: damage.line, message: damage.message))],
          sourceIndex: index))
    }
    return units
  }
}
