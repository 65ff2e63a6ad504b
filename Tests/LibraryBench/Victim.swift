import Glibc
import MusicLibrary
import PlayerCore

/// A process that writes to a library for as long as it is let live. The listener's deeds are numbered: what is told
/// on stdout (`did N`) has been promised to be kept.
struct Victim {
  enum Deed: String, CaseIterable {
    /// Reads all files anew, again and again.
    case scan
    /// Follows bursts of new, changed, renamed and deleted files.
    case watch
    /// Writes what the listener does and nothing else.
    case listener
  }

  let deed: Deed
  let folder: FilePath
  let first: Int

  init(_ deed: Deed, _ folder: FilePath, from first: Int) {
    self.deed = deed
    self.folder = folder
    self.first = first
  }

  func run() async throws {
    guard let place = LibraryPlace(library: folder / "data/library.db") else { return }
    let library = try Library(place, pool: TagReaderPool(count: 1), locale: "en_GB")
    try await library.addRoot(folder / "music")
    say("ready")
    let rest = Task {
      switch deed {
      case .scan:
        while true {
          _ = try await library.scan()
          for name in KillCheck.kept { utimensat(AT_FDCWD, (folder / "music/kept/\(name)").c, nil, 0) }
        }
      case .watch:
        _ = try await library.scan()
        let watching = Task { await library.watch() }
        while true {
          burst()
          try await Task.sleep(for: .milliseconds(400))
        }
        withExtendedLifetime(watching) {}
      case .listener: break
      }
    }
    try await listen(library, place)
    withExtendedLifetime(rest) {}
  }

  /// Files come, change their names and go.
  private func burst() {
    let sound = (folder / "music/kept/\(KillCheck.kept[0])").read()
    let burst = folder / "music/burst"
    burst.makeFolders()
    for index in 0..<20 {
      let name = burst / "burst \(Int.random(in: 0..<100)).mp3"
      switch index % 4 {
      case 0, 1: name.write(sound + Array("\(index)".utf8))
      case 2: rename(name.c, (burst / "burst \(Int.random(in: 0..<100)).mp3").c)
      default: unlink(name.c)
      }
    }
  }

  /// Does one deed after the other, and tells each when it is done.
  private func listen(_ library: Library, _ place: LibraryPlace) async throws {
    var ids: [String: TrackID] = [:]
    var number = first
    while true {
      let act = ListenerAct(number)
      guard let id = ids[act.name] else {
        let lists = try LibraryLists(place)
        for row in try await lists.tracks(try await lists.trackIDs()) {
          if let path = row.track.source.path { ids[path.displayName] = row.id }
        }
        // A first fill has not come to it yet.
        if ids[act.name] == nil { try await Task.sleep(for: .milliseconds(5)) }
        continue
      }
      switch act.kind {
      case .rate(let rating): try await library.rate(id, rating)
      case .play: try await library.countPlay(of: id)
      case .list(let list):
        var archive = ListenerArchive()
        archive.playlists = [list]
        try await library.take(archive)
      }
      say("did \(number)")
      number += 1
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}

/// What the listener does by its number: the same in the process that does it and in the one that looks after it.
struct ListenerAct {
  enum Kind {
    case rate(Int)
    case play
    case list(ListenerArchive.List)
  }

  let name: String
  let kind: Kind

  init(_ number: Int) {
    name = KillCheck.kept[number * 7 % KillCheck.kept.count]
    switch number % 3 {
    case 0: kind = .rate(number % 101)
    case 1: kind = .play
    default:
      let entries = (0..<20).map { Playlist.Entry(location: Array("file:///list/\(number)-\($0).mp3".utf8)) }
      kind = .list(ListenerArchive.List(name: "List \(number)", content: .entries(entries)))
    }
  }
}
