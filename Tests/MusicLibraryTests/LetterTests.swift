import Testing
import TextKeys

@testable import MusicLibrary

@Suite struct LetterTests {
  private let folder = TemporaryFolder()

  /// A library of artists of these names; their IDs in the order of their keys.
  private func artists(_ names: [String], _ locale: String) throws -> (reader: LibraryReader, ids: [Int64]) {
    let store = try LibraryStore(at: folder.at("library.db"), locale: locale)
    #expect(try store.keysAreCurrent())
    for (index, name) in names.enumerated() {
      let put = try store.database.statement(
        "INSERT INTO artists (id, folded, name, nameKey) VALUES (?, ?, ?, ?)")
      put.bind(1, index + 1)
      put.bind(2, name)
      put.bind(3, name)
      put.bind(4, store.keys.key(name))
      try put.run()
    }
    let keys = names.map { store.keys.key($0) }
    let order = names.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    return (try LibraryReader(store.database), order.map { Int64($0 + 1) })
  }

  /// The names that the letters lead to.
  private func found(_ wanted: String, in names: [String], _ locale: String, descending: Bool) throws
    -> [String]
  {
    let (reader, sorted) = try artists(names, locale)
    let ids = descending ? sorted.reversed() : sorted
    let letters = try reader.letters()
    return try wanted.map { letter in
      let place = try #require(letters.firstIndex { $0.text == String(letter) })
      let position = try reader.position(
        ofLetter: place, of: letters, in: ids, by: .artistName, descending: descending)
      return ids.indices.contains(position) ? names[Int(ids[position]) - 1] : "–"
    }
  }

  private let names = ["夜の駅", "Zoë", "abba", "The Beatles", "10cc", "Émilie", "Ella", "かぜ"]

  @Test func aLetterLeadsToTheFirstThatBeginsWithItOrWouldFollow() throws {
    let found = try found("#ABCEFZ…", in: names, "en_GB", descending: false)
    #expect(found == ["10cc", "abba", "The Beatles", "Ella", "Ella", "Zoë", "Zoë", "かぜ"])
  }

  @Test func backwardsItLeadsToTheLastOfThem() throws {
    let found = try found("#ABCEFZ…", in: names, "en_GB", descending: true)
    #expect(
      found == ["10cc", "abba", "The Beatles", "The Beatles", "Émilie", "Émilie", "Zoë", "夜の駅"])
  }

  @Test func japaneseHasItsOwn() throws {
    let found = try found("かわ…", in: names, "ja_JP", descending: false)
    #expect(found == ["かぜ", "夜の駅", "夜の駅"])
  }

  @Test func anEmptyListHasOnlyItsStart() throws {
    let found = try found("#M…", in: [], "en_GB", descending: false)
    #expect(found == ["–", "–", "–"])
  }
}
