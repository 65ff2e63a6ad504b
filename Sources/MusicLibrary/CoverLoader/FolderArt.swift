import CSandbox
import Glibc
import PlayerCore

/// The picture that lies beside a folder's tracks.
enum FolderArt {
  /// `cover`, `folder`, `front`, `album`, in this order, in any case, as jpg, jpeg, png or webp. A folder `CD2`
  /// without one has its parent's.
  static func find(in folder: FilePath) -> FilePath? {
    if let found = look(in: folder) { return found }
    guard TagFileName.discFolder(folder.lastComponent) != nil, let parent = folder.parent else { return nil }
    return look(in: parent)
  }

  /// Whether a file of this name can be a folder's picture.
  static func isName(_ name: [UInt8]) -> Bool { rank(name) != nil }

  private static func look(in folder: FilePath) -> FilePath? {
    let descriptor = csb_open_folder(AT_FDCWD, folder.cString)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    defer { closedir(stream) }
    var best: (rank: Int, name: [UInt8])?
    while let entry = readdir(stream) {
      let name = FolderWalk.name(of: entry)
      guard let rank = rank(name) else { continue }
      // Of Cover.jpg and cover.jpg always the same one.
      if let best, best.rank < rank || (best.rank == rank && best.name.lexicographicallyPrecedes(name)) {
        continue
      }
      best = (rank, name)
    }
    return best.flatMap { folder.appending($0.name) }
  }

  private static func rank(_ name: [UInt8]) -> Int? {
    // "album.jpeg" is the longest.
    guard name.count <= 11, let type = types.firstIndex(of: TagFileName.extensionHint(name)) else {
      return nil
    }
    let stem = String(decoding: TagFileName.stem(name), as: UTF8.self).lowercased()
    return stems.firstIndex(of: stem).map { $0 * types.count + type }
  }

  private static let stems = ["cover", "folder", "front", "album"]
  private static let types = ["jpg", "jpeg", "png", "webp"]
}
