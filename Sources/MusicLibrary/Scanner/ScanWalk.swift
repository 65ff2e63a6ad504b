import PlayerCore

/// What a scan looks through.
struct ScanTarget: Sendable, Hashable {
  var folder: FilePath
  /// The root of the library that it is, or lies in.
  var root: FilePath
  /// With all that is in it.
  var isDeep = true

  var isRoot: Bool { folder == root }

  /// The names from the root down to it.
  var below: [[UInt8]] {
    folder.bytes.dropFirst(root.bytes.count).split(separator: UInt8(ascii: "/")).map(Array.init)
  }
}

/// Walks a target, some folders at a time, on its own actor so that a slow disk keeps nobody else waiting.
actor ScanWalk {
  private var walk: FolderWalk
  private let root: FilePath
  private var isAtRoot = true

  /// Files in one request to a helper.
  static let batch = 32

  init(_ target: ScanTarget, ignored: Set<FilePath>) {
    root = target.folder
    walk = FolderWalk(
      target.folder, below: target.below, wantsFacts: true, isDeep: target.isDeep, ignored: ignored)
  }

  /// The next folders, with a few hundred files; empty at the end. The root comes first, even without files.
  func next() -> [FolderWalk.Listing] {
    var listings: [FolderWalk.Listing] = []
    var count = 0
    while count < 256, let listing = walk.next() {
      listings.append(listing)
      count += listing.files.count + 1
    }
    if isAtRoot {
      isAtRoot = false
      if listings.first?.folder != root {
        var listing = FolderWalk.Listing(folder: root, below: [], files: [])
        listing.isEnd = listings.isEmpty
        listings.insert(listing, at: 0)
      }
    }
    return listings
  }
}
