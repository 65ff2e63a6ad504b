import MusicLibrary
import Testing

@Suite struct SearchTests {
  private func index(_ items: [SearchIndex.Item]) -> SearchIndex {
    var index = SearchIndex()
    for item in items { index.append(item) }
    return index
  }

  private func named(_ names: [String]) -> SearchIndex { index(names.map { SearchIndex.Item(name: $0) }) }

  private func found(_ query: String, _ index: SearchIndex) -> [Int]? {
    index.matches(SearchQuery(query))?.best
  }

  @Test func theBestComeFirst() {
    let index = named(["a moon", "full moonlight", "honeymoon", "moonlight", "Moon", "harvest moon"])

    // Exactly, at the beginning, at a word's beginning, inside a word; equal ones in the order given.
    #expect(found("moon", index) == [4, 3, 0, 1, 5, 2])
  }

  @Test func wordsMayComeInAnyOrderAndAnyText() {
    let index = index([
      SearchIndex.Item(name: "Night Train", artists: ["Mira Okafor"], album: "Tidal Rooms"),
      SearchIndex.Item(name: "Night Bus", artists: ["Mira Okafor"], album: "Copper", composers: ["J. Train"]),
      SearchIndex.Item(name: "Day", fileName: "01 - night train.flac"),
    ])

    #expect(found("train night", index) == [0, 1, 2])
    #expect(found("mira copper", index) == [1])
    #expect(found("train tidal okafor", index) == [0])
    #expect(found("missing night", index) == [])
  }

  @Test func nothingIsFoundAcrossTwoTexts() {
    let index = index([SearchIndex.Item(name: "ab", artists: ["cd"], album: "ef")])

    #expect(found("abcd", index) == [])
    #expect(found("\"ab cd\"", index) == [])
    #expect(found("cd", index) == [0])
  }

  @Test func accentsCaseAndTypographyDoNotMatter() {
    let index = named(["Sigur Rós", "Ødegård Trio", "Don’t Stop…", "ＦＵＬＬ"])

    #expect(found("ros", index) == [0])
    #expect(found("RÓS", index) == [0])
    #expect(found("o", index) == [1])
    #expect(found("don't stop...", index) == [2])
    #expect(found("full", index) == [3])
  }

  @Test func oneIdeographFindsEverywhereAndOneLetterOnlyWordsThatBeginSo() {
    let index = named(["夜の駅", "真夜中", "が", "か", "Ночь", "Белая ночь", "abc", "cab", "x (b)"])

    #expect(found("夜", index) == [0, 1])
    #expect(found("か", index) == [3])
    #expect(found("が", index) == [2])
    #expect(found("н", index) == [4, 5])
    #expect(found("b", index) == [8])
    #expect(found("ab", index) == [6, 7])
  }

  @Test func fieldsNarrowTheSearch() {
    let index = index([
      SearchIndex.Item(name: "Blue", artists: ["Joni"], album: "Blue", genres: ["Folk"], year: 1971),
      SearchIndex.Item(name: "Folk", artists: ["Blue Band"], album: "Red", genres: ["Rock"], year: 1985),
      SearchIndex.Item(name: "Joni", artists: ["Other"], album: "Green", genres: ["Folk Rock"], year: 1999),
    ])

    #expect(found("artist:joni", index) == [0])
    #expect(found("album:blue", index) == [0])
    #expect(found("genre:folk", index) == [0, 2])
    #expect(found("artist:\"blue band\"", index) == [1])
    #expect(found("year:1985", index) == [1])
    #expect(found("year:1971-1990", index) == [0, 1])
    #expect(found("folk year:1999", index) == [2])
    #expect(found("artist:", index) == [])
  }

  @Test func fiftyAreNamedAndAllAreCounted() {
    let index = named((0..<500).map { "Song \($0)" })

    let matches = index.matches(SearchQuery("song"))

    #expect(matches?.best == Array(0..<50))
    #expect(matches?.count == 500)
  }

  @Test func aCancelledSearchGivesNothing() {
    let index = named((0..<5000).map { "Song \($0)" })

    #expect(index.matches(SearchQuery("song"), isCancelled: { true }) == nil)
  }

  @Test func emptyQueriesAndIndexesFindNothing() {
    #expect(found("", named(["a"])) == [])
    #expect(found("   ", named(["a"])) == [])
    #expect(found("a", named([])) == [])
    #expect(found("a", named([""])) == [])
    #expect(found("\"", named(["\""])) == [])
  }
}
