import PlayerCore
import TextKeys

// What a scan asks the store.

extension LibraryStore {
  func knowsNeighbourhood(_ path: FilePath) throws(DatabaseError) -> Bool {
    let select = try database.statement("SELECT 1 FROM folders WHERE neighbourhood = ? LIMIT 1")
    select.bind(1, path.bytes)
    defer { select.reset() }
    return try select.step()
  }

  /// The files of a folder whose tags are in an encoding that was judged.
  func undecodedFiles(in folder: Int64) throws(DatabaseError) -> [[UInt8]: StoredFile] {
    let select = try database.statement(
      """
      SELECT files.name FROM files JOIN tracks ON tracks.file = files.id
      WHERE files.folder = ? AND tracks.undecoded IS NOT NULL
      """)
    select.bind(1, folder)
    var names: Set<[UInt8]> = []
    while try select.step() { names.insert(select.blob(0) ?? []) }
    if names.isEmpty { return [:] }
    var found: [[UInt8]: StoredFile] = [:]
    for file in try files(in: folder) where names.contains(file.name) { found[file.name] = file }
    return found
  }

  /// What was read of a track's file last.
  func digest(of track: Int64) throws(DatabaseError) -> Int64? {
    let select = try database.statement("SELECT digest FROM tracks WHERE id = ?")
    select.bind(1, track)
    defer { select.reset() }
    return try select.step() ? select.int64(0) : nil
  }

  /// Removes the names that no track has any more.
  func removeUnusedNames() throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      try database.run("DELETE FROM artists WHERE id NOT IN (SELECT artist FROM credits)")
      try database.run("DELETE FROM genres WHERE id NOT IN (SELECT genre FROM trackGenres)")
    }
    forgetCaches()
  }
}

extension [UInt8] {
  /// The name of a track's file, to be found by it; behind the other texts.
  mutating func append(fileName track: Track) {
    guard let name = track.source.path?.lastComponent else { return }
    SearchText.put(.fileName, String(decoding: TagFileName.stem(name), as: UTF8.self), into: &self)
  }
}
