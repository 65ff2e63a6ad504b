import PlayerCore
import TextKeys

/// A file that has to be read.
struct PendingFile: Sendable {
  /// Of its row, if it has one.
  var id: Int64?
  var neighbourhood: FilePath
  var folder: FilePath
  var name: [UInt8]
  /// The folders from the root down, as `TagRecord.fill(fromName:)` wants them.
  var below: [[UInt8]]
  var facts: FileFacts
  var old: LibraryStore.StoredFile?
  var result: Result<TagRecord, MediaProblem.Reason>?
}

/// The files of folders side by side, held until all are read: their albums are made with them.
struct PendingNeighbourhood: Sendable {
  let path: FilePath
  /// The store has nothing of it, so its albums can be made of what is here.
  var isNew: Bool
  /// Files that are still being read.
  var waiting = 0
  /// The walk has left it.
  var isClosed = false
  var files: [PendingFile] = []

  init(path: FilePath, isNew: Bool) {
    self.path = path
    self.isNew = isNew
  }

  /// A track to be written.
  struct Item {
    var loaded: LoadedTrack
    var isNew: Bool
    var isDifferent: Bool
    var listener: ListenerFacts
  }

  typealias Put = (PendingFile, LibraryStore.StoredFile.Kind, FilePath) throws(DatabaseError) -> (
    id: Int64, listener: ListenerFacts
  )

  /// Writes the files' rows and makes tracks of those that can be played: charset by folder, names for what has no
  /// tags, keys for what was changed by that.
  mutating func loadTracks(_ store: LibraryStore, _ put: Put) throws(DatabaseError) -> [Item] {
    var items: [Item] = []
    var byFolder: [FilePath: [Int]] = [:]
    for file in files {
      guard let path = file.folder.appending(file.name) else { continue }
      if file.old != nil { try store.clearProblem(path) }
      switch file.result ?? .failure(.system(0)) {
      case .failure(let reason):
        let isAudio = FileKind(file.name) == .audio
        let row = try put(file, isAudio ? .unreadable : .other, path)
        if file.old?.kind == .track { try store.removeTrack(row.id) }
        if isAudio { try store.putProblem(path, reason) }
      case .success(var record):
        let row = try put(file, .track, path)
        if record.audio.isCutShort { try store.putProblem(path, .cutShort) }
        let needsKeys = record.title == nil || record.artists.isEmpty || record.album == nil
        record.fill(fromName: file.name, folders: file.below)
        if needsKeys { store.keys.refresh(&record) }
        if !record.undecoded.isEmpty { byFolder[file.folder, default: []].append(items.count) }
        var loaded = LoadedTrack(path: path, record: record)
        loaded.track.id = TrackID(row.id)
        let isNew = file.old?.kind != .track
        // Only the change time is different: perhaps nothing is.
        let isTouched = file.old.map {
          $0.facts.size == file.facts.size && $0.facts.modified == file.facts.modified
        }
        let digest = !isNew && isTouched == true ? try store.digest(of: row.id) : nil
        let isSame = digest != nil && digest == record.keys?.digest
        items.append(Item(loaded: loaded, isNew: isNew, isDifferent: !isSame, listener: row.listener))
      }
    }
    for (_, indices) in byFolder {
      var tracks = indices.map { items[$0].loaded }
      FolderCharset.apply(to: &tracks, locale: store.keys.locale)
      for (index, track) in zip(indices, tracks) {
        items[index].loaded = track
        store.keys.refresh(&items[index].loaded.record)
      }
    }
    for index in items.indices {
      let track = items[index].loaded.track
      items[index].loaded.record.keys?.searchText.append(fileName: track)
    }
    return items
  }
}
