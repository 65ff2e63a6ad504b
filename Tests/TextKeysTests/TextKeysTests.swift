import Testing
import TextKeys

@Suite struct FoldedTextTests {
  @Test(arguments: [
    ("Sigur Rós", "sigur ros"), ("ØDEGÅRD", "odegard"), ("Łódź", "lodz"), ("Straße", "strasse"),
    ("GROẞ", "gross"),
    ("Ærø", "aero"), ("Ilık", "ilik"), ("İstanbul", "istanbul"), ("Þórsdóttir", "thorsdottir"),
    ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"), ("ｶﾞ", "ガ"), ("が", "が"), ("夜の駅", "夜の駅"), ("Αθήνα", "αθηνα"),
    ("Ёлка Й", "елка и"), ("don’t", "don't"), ("Rock ‘n’ Roll", "rock 'n' roll"), ("a – b — c", "a - b - c"),
    ("wait…", "wait..."), ("“x”", "\"x\""), ("  two\u{a0}\t words ", "two words"), ("ﬁn", "fin"), ("①", "1"),
    ("e\u{301}t\u{e9}", "ete"), ("한글", "한글"), ("हिन्दी", "हिन्दी"), ("", ""), ("AC/DC", "ac/dc"),
    ("so\u{ad}ft", "soft"), ("ΟΔΟΣ", "οδοσ"), ("Việt Nam", "viet nam"), ("D`Angelo", "d'angelo"),
  ])
  func foldsTo(_ text: String, _ folded: String) {
    // Byte for byte: Swift's own comparison would take composed and decomposed for equal.
    #expect(Array(FoldedText.fold(text).utf8) == Array(folded.utf8))
    #expect(Array(FoldedText.fold(folded).utf8) == Array(folded.utf8), "folding is done in one go")
  }

  @Test func voicedKanaIsNotItsPlainForm() {
    #expect(FoldedText.fold("が") != FoldedText.fold("か"))
    #expect(FoldedText.fold("か\u{3099}") == FoldedText.fold("が"))
    #expect(FoldedText.fold("カ") != FoldedText.fold("か"))
  }

  @Test func textOfAnyLengthIsFolded() {
    let long = String(repeating: "É", count: 5000)

    #expect(FoldedText.fold(long) == String(repeating: "e", count: 5000))
  }
}

@Suite struct SortKeyTests {
  private func sorted(_ locale: String, _ texts: [String]) throws -> [String] {
    let keys = try #require(SortKeys(locale: locale))
    return texts.sorted { keys.key($0).lexicographicallyPrecedes(keys.key($1)) }
  }

  @Test func digitsSortByValue() throws {
    #expect(
      try sorted("en_GB.UTF-8", ["Track 10", "Track 9", "Track 1"]) == ["Track 1", "Track 9", "Track 10"])
  }

  @Test func articlesAreSkippedIfSomethingRemains() throws {
    let names = ["The Beatles", "Abba", "A", "The", "An Horse", "Cure"]

    #expect(try sorted("en_US", names) == ["A", "Abba", "The Beatles", "Cure", "An Horse", "The"])
  }

  @Test func articlesOfTheLanguageAreSkippedToo() throws {
    #expect(
      try sorted("fr_FR", ["Zoo", "Les Amis", "L’Écho", "Bon"]) == ["Les Amis", "Bon", "L’Écho", "Zoo"])
    #expect(try sorted("en_US", ["Zoo", "Les Amis", "Bon"]) == ["Bon", "Les Amis", "Zoo"])
  }

  @Test func aSortNameIsTakenAsWritten() throws {
    let keys = try #require(SortKeys(locale: "en"))

    #expect(keys.key("The Beatles", skipsArticle: false) != keys.key("Beatles"))
    #expect(keys.key("The Beatles") == keys.key("Beatles"))
  }

  @Test func eachLanguageHasItsOrder() throws {
    #expect(try sorted("sv_SE", ["Öl", "Zebra", "Apa"]) == ["Apa", "Zebra", "Öl"])
    #expect(try sorted("de_DE", ["Öl", "Zebra", "Apa"]) == ["Apa", "Öl", "Zebra"])
    #expect(try sorted("C", ["b", "B", "a"]) == ["a", "b", "B"])
  }

  @Test func emptyTextHasAnEmptyKeyAndVersionsAreKnown() throws {
    let keys = try #require(SortKeys(locale: "ja_JP"))

    #expect(keys.key("").isEmpty)
    #expect(keys.version != 0)
  }
}
