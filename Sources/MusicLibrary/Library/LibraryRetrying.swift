import Glibc
public import PlayerCore

extension Library {
  /// Reads files and folders anew that could not be read, though they look as they did then.
  public func retry(_ places: [FilePath]) async throws(LibraryError) -> ScanSummary {
    var folders: Set<FilePath> = []
    var whole: Set<FilePath> = []
    do throws(DatabaseError) {
      for place in places {
        var info = stat()
        if stat(place.cString, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
          whole.insert(place)
        } else if let folder = place.parent {
          try store.forgetFacts(of: place)
          folders.insert(folder)
        }
      }
    } catch {
      throw LibraryError(error)
    }
    return try await scan(shallow: folders, deep: whole)
  }
}

extension LibraryStore {
  /// Makes the next scan read a file though it has not changed.
  func forgetFacts(of path: FilePath) throws(DatabaseError) {
    guard let file = try fileID(at: path) else { return }
    // No file has this size.
    let update = try database.statement("UPDATE files SET size = -1 WHERE id = ?")
    update.bind(1, file)
    try update.run()
  }
}
