import CTagLib
import CXXHash
import PlayerCore
import TextKeys

/// Makes what the library sorts, searches and recognises a file by: here, because here are as many processes as
/// cores.
final class Keys {
  let locale: String
  private let sort: SortKeys?
  // Tracks of one folder come one after the other, and have most in common.
  private var artist = Last<Named, [UInt8]>()
  private var album = Last<Named, [UInt8]>()
  private var others = Last<Others, [UInt8]>()

  init(locale: String) {
    self.locale = locale
    sort = SortKeys(locale: locale) ?? SortKeys(locale: "C")
  }

  func of(_ record: TagRecord, _ file: OpaquePointer) -> TagKeys {
    var keys = TagKeys()
    if let sort {
      keys.title = sort.key(record.title, sortName: record.sortNames.title)
      keys.artist = artist.answer(to: Named(names: record.artists, sortName: record.sortNames.artist)) {
        sort.key($0.names.joined(separator: ", "), sortName: $0.sortName)
      }
      let names = record.album.map { [$0] } ?? []
      keys.album = album.answer(to: Named(names: names, sortName: record.sortNames.album)) {
        sort.key($0.names.first, sortName: $0.sortName)
      }
    }
    keys.searchText =
      SearchText.of(name: record.title ?? "") + others.answer(to: Others(record), Others.searchText)
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

  private struct Named: Equatable {
    var names: [String]
    var sortName: String?
  }

  /// What a track is found by, without its title.
  private struct Others: Equatable {
    var artists: [String]
    var albumArtists: [String]
    var album: String?
    var genres: [String]
    var composers: [String]

    init(_ record: TagRecord) {
      (artists, albumArtists, album) = (record.artists, record.albumArtists, record.album)
      (genres, composers) = (record.genres, record.composers)
    }

    static func searchText(_ others: Others) -> [UInt8] {
      SearchText.of(
        artists: others.artists, albumArtists: others.albumArtists, album: others.album,
        genres: others.genres, composers: others.composers)
    }
  }
}

/// The last answer, which holds as long as the question is the same.
private struct Last<Question: Equatable, Answer> {
  private var known: (question: Question, answer: Answer)?

  mutating func answer(to question: Question, _ find: (Question) -> Answer) -> Answer {
    if let known, known.question == question { return known.answer }
    let answer = find(question)
    known = (question, answer)
    return answer
  }
}
