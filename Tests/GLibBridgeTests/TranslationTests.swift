import GLibBridge
import Testing

@Suite struct TranslationTests {
  @Test func withoutACatalogueATextIsItself() {
    // Long ones are on the heap, where a pointer kept too long shows.
    let long = String(repeating: "A text that nobody has translated. ", count: 20)
    #expect(tr("Pause") == "Pause")
    #expect(tr(long) == long)
    #expect(tr("%s by %s", "A", "B%s") == "A by B%s")
    #expect(tr("%2$s: %1$s, 100 %%", "é", "B") == "B: é, 100 %")
    #expect(tr("%s and %s", "A") == "A and ")
  }

  @Test(arguments: [(0, "0 songs"), (1, "1 song"), (2, "2 songs"), (100_000, "100000 songs")])
  func aNumberHasItsForm(_ count: Int, _ text: String) {
    #expect(tr("%d song", "%d songs", count) == text)
  }
}
