import Glibc
import PlayerCore
import TextKeys

// What of a folder has to be read, and what of it has vanished.

extension Scanner {
  mutating func compare(_ listing: FolderWalk.Listing) throws(DatabaseError) {
    close(before: listing.folder)
    // A folder that went meanwhile is as one that was never found.
    if listing.problem == .system(ENOENT) || listing.problem == .system(ENOTDIR) { return }
    if let problem = listing.problem {
      try store.putProblem(listing.folder, problem, isFolder: true)
      unreadableFolders.append(listing.folder)
    }
    let folderID = isFirstFill ? nil : try store.folderID(listing.folder, makes: false)
    var known: [[UInt8]: LibraryStore.StoredFile] = [:]
    if let folderID {
      seenFolders.insert(folderID)
      for file in try store.files(in: folderID) { known[file.name] = file }
    }
    var toRead: [PendingFile] = []
    let path = Neighbourhood.of(folder: listing.folder)
    let sheets = changedSheets(listing, &known, path)
    // One that has gone is what is left of them.
    let isCutAnew = !sheets.isEmpty || known.values.contains { $0.kind == .sheet && listing.problem == nil }
    for (name, facts) in zip(listing.files, listing.facts) {
      let kind = FileKind(name)
      if kind == .audio { progress.found += 1 }
      let file = known.removeValue(forKey: name)
      // Another sheet may cut any file of the folder otherwise.
      if let file, file.facts.isUnchanged(from: facts), !isCutAnew {
        if file.isMissing {
          try store.setMissing(file.id, false)
          try noteUpdated(file)
        }
        if kind == .unknown, file.kind == .track { progress.found += 1 }
        continue
      }
      toRead.append(
        PendingFile(
          id: file?.id, neighbourhood: path, folder: listing.folder, name: name, below: listing.below,
          facts: facts, old: file))
    }
    if listing.problem == nil {
      for file in known.values where !file.isMissing { try vanish(file, listing.folder) }
    }
    guard !toRead.isEmpty || !sheets.isEmpty else { return }
    if folderID != nil { try addUndecoded(to: &toRead, listing) }
    if !listing.sheets.isEmpty {
      var lookup = FileLookup()
      let cut = CueFile.cutFiles(in: listing, locale: store.keys.locale, lookup: &lookup)
      for index in toRead.indices {
        toRead[index].parts = listing.folder.appending(toRead[index].name).flatMap { cut[$0] }
      }
    }
    progress.toRead += toRead.count
    let place: Int
    if let found = open.firstIndex(where: { $0.path == path }) {
      place = found
    } else {
      let isNew = isFirstFill ? true : try !store.knowsNeighbourhood(path)
      place = open.count
      open.append(PendingNeighbourhood(path: path, isNew: isNew))
    }
    open[place].waiting += toRead.count
    open[place].files += sheets
    batch += toRead
  }

  /// The CUE sheets of a folder that are new or different; those that are there are taken out of `known`.
  private func changedSheets(
    _ listing: FolderWalk.Listing, _ known: inout [[UInt8]: LibraryStore.StoredFile], _ path: FilePath
  ) -> [PendingFile] {
    var changed: [PendingFile] = []
    for (name, facts) in zip(listing.sheets, listing.sheetFacts) {
      let file = known.removeValue(forKey: name)
      if let file, file.facts.isUnchanged(from: facts) { continue }
      changed.append(
        PendingFile(
          id: file?.id, neighbourhood: path, folder: listing.folder, name: name, below: listing.below,
          facts: facts, old: file, isSheet: true))
    }
    return changed
  }

  /// The tracks of a file are there again, or no more.
  private mutating func noteUpdated(_ file: LibraryStore.StoredFile) throws(DatabaseError) {
    guard file.kind == .track else { return }
    change.updated += try store.trackIDs(ofFile: file.id).map { TrackID($0) }
  }

  /// The files of this folder whose charset was judged together with those that have changed.
  private func addUndecoded(to toRead: inout [PendingFile], _ listing: FolderWalk.Listing)
    throws(DatabaseError)
  {
    guard let folder = try store.folderID(listing.folder, makes: false) else { return }
    let undecoded = try store.undecodedFiles(in: folder)
    guard !undecoded.isEmpty else { return }
    for (name, facts) in zip(listing.files, listing.facts) {
      guard let file = undecoded[name], !toRead.contains(where: { $0.name == name }) else { continue }
      toRead.append(
        PendingFile(
          id: file.id, neighbourhood: Neighbourhood.of(folder: listing.folder), folder: listing.folder,
          name: name, below: listing.below, facts: facts, old: file))
    }
  }

  mutating func vanish(_ file: LibraryStore.StoredFile, _ folder: FilePath) throws(DatabaseError) {
    if let path = folder.appending(file.name) { try store.clearProblem(path) }
    guard file.kind == .track else { return try store.remove(file.id) }
    try store.setMissing(file.id, true)
    try noteUpdated(file)
    summary.removed += 1
  }

  /// The walk has left the neighbourhoods that do not hold `folder`.
  mutating func close(before folder: FilePath?) {
    var index = 0
    while index < open.count {
      if let folder, folder.isInside(open[index].path) {
        index += 1
        continue
      }
      open[index].isClosed = true
      if open[index].waiting == 0 {
        readyCount += open[index].files.count
        ready.append(open.remove(at: index))
      } else {
        index += 1
      }
    }
  }
}
