public import PlayerCore

/// All that is known of one file.
public struct MediaDetails: Sendable {
  /// With lyrics, an embedded CUE sheet, and the tag that each field came from.
  public var record: TagRecord
  /// The words: those with times before plain ones, a file beside the track before its tags. `nil` if there are none.
  public var lyrics: Lyrics?
  public var lyricsOrigin: LyricsOrigin?
  /// The picture beside it.
  public var folderPicture: FilePath?
  /// The samples at both ends that the encoder added; `nil` if the file's headers name none.
  public var encoderDelay: EncoderDelay?

  /// Reads the file beside it: waits for the disk.
  init(_ record: TagRecord, of file: FilePath, locale: String) {
    self.record = record
    folderPicture = file.parent.flatMap(FolderArt.find)
    encoderDelay = EncoderDelay(parsing: TextFile.head(of: file, EncoderDelay.reach))
    var found: [(Lyrics, LyricsOrigin)] = []
    if let (lyrics, path) = LyricsFile.find(beside: file, locale: locale) {
      found.append((lyrics, .file(path)))
    }
    for (text, field) in [(record.syncedLyrics, TagField.syncedLyrics), (record.lyrics, .lyrics)] {
      // Many write lines with times into the tag for plain ones.
      if let text { found.append((Lyrics(parsing: text), .tag(field))) }
    }
    found.removeAll { $0.0.lines.isEmpty }
    if let best = found.first(where: { $0.0.isSynced }) ?? found.first { (lyrics, lyricsOrigin) = best }
  }
}
