import CTagLib
import CXXHash
import PlayerCore
import TextKeys

/// Makes what the library sorts, searches and recognises a file by: here, because here are as many processes as
/// cores.
struct Keys {
  let locale: String
  private let sort: SortKeys?

  init(locale: String) {
    self.locale = locale
    sort = SortKeys(locale: locale) ?? SortKeys(locale: "C")
  }

  func of(_ record: TagRecord, _ file: OpaquePointer) -> TagKeys {
    var keys = TagKeys()
    if let sort {
      keys.title = sort.key(record.title, sortName: record.sortNames.title)
      keys.artist = sort.key(record.artists.joined(separator: ", "), sortName: record.sortNames.artist)
      keys.album = sort.key(record.album, sortName: record.sortNames.album)
    }
    keys.searchText = SearchText.of(
      name: record.title ?? "", artists: record.artists, albumArtists: record.albumArtists,
      album: record.album, genres: record.genres, composers: record.composers)
    let bytes = Result<TagRecord, TagProblem>.success(record).encoded()
    keys.digest = Int64(bitPattern: XXH3_64bits(bytes, bytes.count))
    var hash: UInt64 = 0
    var length: Int64 = 0
    if ctl_audio_key(file, &hash, &length) {
      keys.digest ^= Int64(bitPattern: hash)
      keys.audio = AudioKey(hash: Int64(bitPattern: hash), length: length)
    }
    return keys
  }
}
