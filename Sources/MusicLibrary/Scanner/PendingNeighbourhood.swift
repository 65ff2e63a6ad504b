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
  /// What a CUE sheet beside it makes of it.
  var parts: [TrackPart]?
  /// It is such a sheet, and need not be read.
  var isSheet = false
  var reading: Reading?

  /// What came of it. By reference: a record is large, and files are handed on several times.
  final class Reading: Sendable {
    let result: Result<TagRecord, MediaProblem.Reason>

    init(_ result: Result<TagRecord, MediaProblem.Reason>) { self.result = result }
  }
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

  /// A track to be written. By reference, as `PendingFile.Reading`.
  final class Item {
    var loaded: LoadedTrack
    let isNew: Bool
    let isDifferent: Bool
    var listener: ListenerFacts

    init(loaded: LoadedTrack, isNew: Bool, isDifferent: Bool, listener: ListenerFacts) {
      self.loaded = loaded
      self.isNew = isNew
      self.isDifferent = isDifferent
      self.listener = listener
    }
  }

  /// What a scan writes and looks up for the tracks.
  struct Means {
    /// Writes a file's row and returns its ID.
    var put: (PendingFile, LibraryStore.StoredFile.Kind) throws(DatabaseError) -> Int64
    /// What the listener did with a track.
    var listener: (Track) throws(DatabaseError) -> ListenerFacts
    /// Told of a track that is none any more.
    var removed: (Int64) -> Void
  }

  /// Writes the files' rows and makes tracks of those that can be played: charset by folder, names for what has no
  /// tags, keys for what was changed by that.
  mutating func loadTracks(_ store: LibraryStore, _ means: Means) throws(DatabaseError) -> [Item] {
    var items: [Item] = []
    var byFolder: [FilePath: [Int]] = [:]
    for file in files {
      guard let path = file.folder.appending(file.name) else { continue }
      if file.isSheet {
        _ = try means.put(file, .sheet)
        continue
      }
      if file.old != nil { try store.clearProblem(path) }
      switch file.reading?.result ?? .failure(.system(0)) {
      case .failure(let reason):
        let isAudio = FileKind(file.name) == .audio
        let id = try means.put(file, isAudio ? .unreadable : .other)
        if file.old?.kind == .track {
          for track in try store.trackIDs(ofFile: id) {
            try store.removeTrack(track)
            means.removed(track)
          }
        }
        if isAudio { try store.putProblem(path, reason) }
      case .success(var record):
        let id = try means.put(file, .track)
        let known = file.old?.kind == .track ? try store.trackIDs(ofFile: id) : []
        if record.audio.isCutShort { try store.putProblem(path, .cutShort) }
        let needsKeys = record.title == nil || record.artists.isEmpty || record.album == nil
        let pieces = PendingNeighbourhood.pieces(of: path, &record, file)
        if pieces.isEmpty {
          record.fill(fromName: file.name, folders: file.below)
          if needsKeys { store.keys.refresh(&record) }
        }
        var tracks = pieces.isEmpty ? [LoadedTrack(path: path, record: record)] : pieces
        for index in tracks.indices {
          let number = pieces.isEmpty ? 0 : index + 1
          tracks[index].track.id = TrackID(TrackPiece.id(file: id, number: number))
          if number > 0 { store.keys.refresh(&tracks[index].record) }
        }
        for track in known where !tracks.contains(where: { $0.id.rawValue == track }) {
          try store.removeTrack(track)
          means.removed(track)
        }
        // Only the change time is different: perhaps nothing is.
        let isTouched = file.old.map {
          $0.facts.size == file.facts.size && $0.facts.modified == file.facts.modified
        }
        for loaded in tracks {
          let isNew = !known.contains(loaded.id.rawValue)
          let digest = !isNew && isTouched == true && pieces.isEmpty ? try store.digest(of: id) : nil
          let isSame = digest != nil && digest == record.keys?.digest
          if !loaded.record.undecoded.isEmpty { byFolder[file.folder, default: []].append(items.count) }
          items.append(
            Item(
              loaded: loaded, isNew: isNew, isDifferent: !isSame, listener: try means.listener(loaded.track)))
        }
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
    for item in items {
      let track = item.loaded.track
      item.loaded.record.keys?.searchText.append(fileName: track)
    }
    return items
  }

  /// The pieces that a sheet, beside the file or in its tags, cuts it into; empty if it is one track. What a sheet
  /// says of a whole file fills what its tags leave open.
  private static func pieces(of path: FilePath, _ record: inout TagRecord, _ file: PendingFile)
    -> [LoadedTrack]
  {
    let parts = file.parts ?? record.cueSheet.map(CueFile.parts(embedded:)) ?? []
    record.cueSheet = nil
    if parts.isEmpty { return [] }
    guard parts.contains(where: { $0.segment != nil }) else {
      record = parts[0].track(of: path, record, below: file.below).record
      return []
    }
    return parts.prefix(TrackPiece.most).filter { $0.segment != nil }.map {
      $0.track(of: path, record, below: file.below)
    }
  }
}
