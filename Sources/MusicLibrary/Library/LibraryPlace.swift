import Glibc
public import PlayerCore

/// Where the two stores are.
public struct LibraryPlace: Sendable, Hashable {
  public let library: FilePath
  public let listener: FilePath

  /// - Parameter library: `library.db`, under whatever name; `listener.db` is in the same folder.
  public init?(library: FilePath) {
    guard let folder = library.parent ?? FilePath("."),
      let listener = folder.appending(Array("listener.db".utf8))
    else { return nil }
    self.library = library
    self.listener = listener
  }

  /// `$XDG_DATA_HOME/nagara`, which is made if it isn't there.
  public static func standard() -> LibraryPlace? {
    func variable(_ name: String) -> FilePath? {
      ProcessEnvironment.variable(name).flatMap { $0[0] == UInt8(ascii: "/") ? FilePath(bytes: $0) : nil }
    }
    guard
      let data = variable("XDG_DATA_HOME")
        ?? variable("HOME")?.appending(Array(".local".utf8))?.appending(Array("share".utf8)),
      let folder = data.appending(Array("nagara".utf8)),
      let library = folder.appending(Array(LibraryStore.fileName.utf8))
    else { return nil }
    return LibraryPlace(library: library)
  }

  /// The files of all tracks, in no order; none if there is no library. Waits for the disk.
  public func files() -> [FilePath] {
    guard access(library.cString, F_OK) == 0 else { return [] }
    return (try? LibraryReader(library)).flatMap { try? $0.files() } ?? []
  }

  /// Makes the folder, and those above it, readable for the user alone.
  func makeFolder() throws(LibraryError) {
    guard let folder = library.parent, let code = folder.makeFolders() else { return }
    throw LibraryError(
      .failed, "The library’s folder cannot be made.", at: folder, reason: String(cString: strerror(code)))
  }
}

extension FilePath {
  /// Makes this folder, and those above it, readable for the user alone.
  ///
  /// - Returns: the errno of what could not be made; `nil` when it is there.
  func makeFolders() -> Int32? {
    var missing: [FilePath] = []
    var folder: FilePath? = self
    while let path = folder, access(path.cString, F_OK) != 0 {
      missing.append(path)
      folder = path.parent
    }
    for path in missing.reversed() where mkdir(path.cString, 0o700) != 0 && errno != EEXIST { return errno }
    return nil
  }
}
