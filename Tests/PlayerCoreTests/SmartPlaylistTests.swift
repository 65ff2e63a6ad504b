import PlayerCore
import Testing

struct SmartPlaylistTests {
  private let now: Int64 = 1_700_000_000

  private func facts(
    _ title: String, artists: [String] = [], genres: [String] = [], rating: Double? = nil, plays: Double = 0,
    playedDaysAgo: Double? = nil, seconds: UInt64? = nil, year: Int? = nil
  ) -> SmartFacts {
    var facts = SmartFacts(
      Track(
        id: TrackID(1), source: .file(FilePath("/m/\(title)")!), title: title, artists: artists,
        date: year.map { PartialDate(year: $0) }, genres: genres,
        durationNanoseconds: seconds.map { $0 * Nanoseconds.second }),
      fold: { $0.lowercased() })
    facts.set(.rating, rating)
    facts.set(.playCount, plays)
    facts.set(.lastPlayed, playedDaysAgo.map { Double(now) - $0 * 86_400 })
    return facts
  }

  private func holds(_ field: SmartField, _ test: SmartRule.Test, _ track: SmartFacts) -> Bool {
    SmartRule.test(field, test).holds(for: track, now: now)
  }

  @Test func textsAskAnyOfTheirValues() {
    let track = facts("Blue in Green", artists: ["Miles Davis", "Bill Evans"], genres: ["Jazz"])
    #expect(holds(.artist, .equals("bill evans"), track))
    #expect(holds(.artist, .contains("davis"), track))
    #expect(holds(.title, .begins("blue"), track))
    #expect(holds(.title, .ends("green"), track))
    #expect(holds(.path, .contains("/m/"), track))
    #expect(!holds(.artist, .begins("evans"), track))
    #expect(!holds(.album, .contains(""), track))
    #expect(holds(.title, .contains(""), track))
    #expect(!holds(.composer, .isKnown, track))
  }

  @Test func numbersThatAreNotKnownPassNothing() {
    let track = facts("a", rating: 80, year: 1959)
    #expect(holds(.rating, .number(.atLeast, 80), track))
    #expect(!holds(.rating, .number(.more, 80), track))
    #expect(holds(.year, .between(1950, 1959), track))
    #expect(holds(.playCount, .number(.equal, 0), track))
    for comparison in SmartRule.Comparison.allCases {
      #expect(!holds(.duration, .number(comparison, 0), track))
      #expect(!holds(.title, .number(comparison, 0), track))
    }
  }

  @Test func daysCountFromNowAndNeverIsLongAgo() {
    let track = facts("a", playedDaysAgo: 10)
    #expect(holds(.lastPlayed, .withinDays(10), track))
    #expect(!holds(.lastPlayed, .withinDays(9), track))
    #expect(holds(.lastPlayed, .notWithinDays(9), track))
    #expect(holds(.added, .notWithinDays(1), track))
    #expect(!holds(.added, .withinDays(1), track))
    #expect(!holds(.rating, .notWithinDays(1), track))
  }

  @Test func rulesJoin() {
    let yes = SmartRule.test(.title, .equals("a"))
    let no = SmartRule.test(.title, .equals("b"))
    let track = facts("A")
    for (rule, result) in [
      (SmartRule.all([]), true), (.any([]), false), (.all([yes, no]), false), (.any([no, yes]), true),
      (.not(no), true), (.all([yes, .any([no, .not(no)])]), true),
    ] { #expect(rule.holds(for: track, now: now) == result) }
  }

  @Test func matchesAreOrderedAndLimited() {
    let tracks = [
      facts("c", rating: 20, seconds: 100), facts("a", rating: 100, seconds: 300), facts("b", seconds: 50),
      facts("d", rating: 100, seconds: 60),
    ]
    func matches(_ order: [SmartPlaylist.Order], _ limit: SmartPlaylist.Limit? = nil) -> [Int] {
      SmartPlaylist(rule: .all([]), order: order, limit: limit).matches(in: tracks, now: now)
    }
    #expect(matches([]) == [0, 1, 2, 3])
    #expect(matches([.init(.title)]) == [1, 2, 0, 3])
    #expect(matches([.init(.rating, isDescending: true)]) == [1, 3, 0, 2])
    #expect(matches([.init(.rating)]) == [0, 1, 3, 2])
    #expect(matches([.init(.rating, isDescending: true), .init(.duration)], .tracks(2)) == [3, 1])
    #expect(matches([], .seconds(170)) == [0, 2])
    #expect(matches([], .tracks(0)) == [])
  }

  @Test func aRandomOrderIsTheSameForASeed() {
    let tracks = (0..<50).map { facts("\($0)") }
    let list = SmartPlaylist(rule: .all([]), order: [.init(.random)], limit: .tracks(50))
    let first = list.matches(in: tracks, now: now, seed: 1)
    #expect(first == list.matches(in: tracks, now: now, seed: 1))
    #expect(first != list.matches(in: tracks, now: now, seed: 2))
    #expect(first.sorted() == Array(0..<50))
  }

  // MARK: Text

  private func randomRule(_ depth: Int, _ random: inout SplitMix64) -> SmartRule {
    let rules = { (random: inout SplitMix64) in
      (0..<Int.random(in: 0...3, using: &random)).map { _ in self.randomRule(depth - 1, &random) }
    }
    switch depth > 0 ? Int.random(in: 0...5, using: &random) : 5 {
    case 0: return .all(rules(&random))
    case 1: return .any(rules(&random))
    case 2: return .not(randomRule(depth - 1, &random))
    default:
      let field = SmartField.allCases.randomElement(using: &random)!
      let text = ["", "é\"\\\n", "夜", "x"].randomElement(using: &random)!
      let number = Double(Int.random(in: -5...5, using: &random)) / 2
      let tests: [SmartRule.Test] = [
        .contains(text), .equals(text), .begins(text), .ends(text), .between(number, number + 1),
        .withinDays(number), .notWithinDays(number), .isKnown,
        .number(SmartRule.Comparison.allCases.randomElement(using: &random)!, number),
      ]
      return .test(field, tests.randomElement(using: &random)!)
    }
  }

  @Test func aWrittenListIsReadAsItWas() throws {
    var random = SplitMix64(seed: 41)
    for _ in 0..<500 {
      let orders = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        SmartPlaylist.Order(
          SmartField.allCases.randomElement(using: &random)!, isDescending: Bool.random(using: &random))
      }
      let limits: [SmartPlaylist.Limit?] = [nil, .tracks(25), .seconds(3600)]
      let list = SmartPlaylist(
        rule: randomRule(4, &random), order: orders, limit: limits.randomElement(using: &random)!)
      #expect(try SmartPlaylist(text: list.text) == list)
    }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"version":1}"#, #"{"version":1,"rule":{"field":"title"}}"#,
    #"{"version":1,"rule":{"field":"nose","is":"x"}}"#, #"{"version":1,"rule":{"field":"title","is":1}}"#,
    #"{"version":1,"rule":{"all":[{"field":"title","smells":"x"}]}}"#,
    #"{"version":1,"rule":{"all":[]},"limit":{"tracks":-1}}"#,
    #"{"version":1,"rule":{"all":[]},"order":[{"field":"nose"}]}"#,
  ])
  func whatItDoesNotKnowIsRefused(text: String) {
    #expect(throws: SmartPlaylist.TextProblem.damaged) { try SmartPlaylist(text: text) }
  }

  @Test func aNewerListIsLeftAlone() {
    #expect(throws: SmartPlaylist.TextProblem.newer) {
      try SmartPlaylist(text: #"{"version":2,"rule":{"like":"this one"}}"#)
    }
  }
}
