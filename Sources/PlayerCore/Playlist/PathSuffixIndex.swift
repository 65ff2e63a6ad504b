/// The files of a library by how their paths end: a list from another machine names `D:\Music\Artist\a.mp3`, and
/// `Artist/a.mp3` is here somewhere. Case doesn't count, nor how accents are composed.
public struct PathSuffixIndex: Sendable {
  /// The path's parts from its name on.
  private typealias Key = [String]

  // Sorted by the keys, so that paths with a common end lie together.
  private var entries: [(key: Key, path: FilePath)]

  public init(_ paths: some Sequence<FilePath> = []) {
    entries = paths.map { (Self.key($0), $0) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The file that shares the longest end with `path`: its name at least. `nil` if none does, or if several share
  /// the same: a guess would play the wrong one.
  public func match(_ path: FilePath) -> FilePath? {
    let wanted = Self.key(path)
    let place = firstIndex(notBefore: wanted)
    // The longest common end is with a neighbour of the place where the path would stand.
    let before = place > 0 ? Self.common(entries[place - 1].key, wanted) : 0
    let after = place < entries.count ? Self.common(entries[place].key, wanted) : 0
    let length = max(before, after)
    guard length > 0, before != after else { return nil }
    let best = before > after ? place - 1 : place
    let next = before > after ? best - 1 : best + 1
    if entries.indices.contains(next), Self.common(entries[next].key, wanted) == length { return nil }
    return entries[best].path
  }

  private func firstIndex(notBefore key: Key) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func common(_ left: Key, _ right: Key) -> Int {
    zip(left, right).prefix { $0 == $1 }.count
  }

  /// Swift's strings are equal when they are canonically equivalent.
  private static func key(_ path: FilePath) -> Key {
    path.bytes.split(separator: UInt8(ascii: "/")).reversed().map { TextBytes.text(Array($0)).lowercased() }
  }
}
