public import PlayerCore
import TextKeys

/// In which charset texts of tags are that don't say it themselves.
public struct TagCharset: Sendable, Hashable {
  /// ICU's name for it.
  public var name: String
  /// Two judges agree. If not, a person should look.
  public var isSure: Bool
}

extension TagFileEditor {
  /// What the undecoded texts of these files are shown in, judged as the library does it: with all that lies beside them.
  ///
  /// - Returns: `nil` where every text says its charset.
  public func charset(of records: [TagRecord], in files: [FilePath]) async -> TagCharset? {
    var texts = records.flatMap(\.undecoded)
    guard !texts.isEmpty else { return nil }
    let known = Set(files)
    var beside: [FilePath] = []
    for folder in Set(files.compactMap(\.parent)) {
      var walk = FolderWalk(folder, isDeep: false)
      while let listing = walk.next() { beside += listing.files.compactMap(listing.folder.appending) }
    }
    for case .success(let record) in await read(beside.filter { !known.contains($0) }) {
      texts += record.undecoded
    }
    let judged = LegacyText.charset(of: texts.map(\.bytes), locale: UserLocale.name)
    return TagCharset(name: judged.name, isSure: judged.isSure)
  }
}

extension TagRecord {
  /// Shows what is not decoded in this charset; what is not valid in it stays as it is.
  public mutating func decode(as charset: String) { redecode { LegacyText.decode($0, as: charset) } }
}

extension TagEdit {
  /// Also writes what was not decoded, as the record shows it, so that it is never guessed at again. A field that is
  /// edited is written as it is edited.
  public mutating func writeDecoded(_ record: TagRecord) {
    for field in Set(record.undecoded.compactMap { Field($0.field) }) where values[field] == nil {
      values[field] = field.values(of: record)
    }
  }
}

extension TagEdit.Field {
  fileprivate init?(_ field: TagField) {
    switch field {
    case .title: self = .title
    case .artist: self = .artist
    case .album: self = .album
    case .albumArtist: self = .albumArtist
    case .genre: self = .genre
    case .composer: self = .composer
    case .comment: self = .comment
    case .lyrics: self = .lyrics
    default: return nil
    }
  }
}
