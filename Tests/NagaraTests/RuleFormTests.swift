import PlayerCore
import Testing

@testable import Nagara

/// Smart playlists as their editor holds them.
@Suite struct RuleFormTests {
  private func rule(_ condition: RuleCondition) throws -> SmartRule {
    try RuleGroup(items: [.condition(condition)]).rule()
  }

  @Test func everyOfferedConditionComesBackAsItWas() throws {
    for field in RuleField.allCases {
      for test in field.tests {
        let value = field.kind == .length ? "3:30" : field.kind == .stars ? "3.5" : "4"
        let end = field.kind == .length ? "4:00" : "5"
        let condition = RuleCondition(
          field, test, test.valueCount > 0 ? value : "", to: test.valueCount > 1 ? end : "")

        let again = RuleGroup(try rule(condition))

        #expect(again == RuleGroup(items: [.condition(condition)]), "\(field) \(test)")
      }
    }
  }

  @Test(arguments: [
    SmartRule.all([
      .test(.genre, .contains("jazz")), .any([.test(.year, .between(1950, 1969)), .test(.year, .isKnown)]),
    ]),
    .any([.not(.test(.artist, .equals("A"))), .not(.any([.test(.path, .ends(".mp3"))]))]),
    .all([
      .test(.comment, .contains("kept")), .test(.title, .number(.equal, 3)),
      .not(.all([.test(.bpm, .isKnown)])),
    ]),
    .all([.test(.rating, .number(.equal, 100)), .not(.test(.lastPlayed, .withinDays(30)))]),
    .all([.test(.duration, .number(.less, 61.5))]),
  ])
  func anyRuleIsKept(_ rule: SmartRule) throws {
    let smart = SmartPlaylist(
      rule: rule, order: [.init(.added, isDescending: true), .init(.title)], limit: .seconds(5400))
    let again = try RuleForm(name: "X", smart).rules()

    // "not in the last" and "is not … in the last" are one.
    let same =
      again.rule == rule
      || again.rule == .all([.test(.rating, .number(.equal, 100)), .test(.lastPlayed, .notWithinDays(30))])
    #expect(same || RuleForm(name: "X", again).root == RuleForm(name: "X", smart).root, "\(again.rule)")
    #expect(again.order == smart.order)
    #expect(again.limit == smart.limit)
  }

  @Test(
    arguments: [
      (RuleCondition(.artist, .contains, "  "), .noValue(.artist)),
      (RuleCondition(.year, .equals, "ninety"), .noNumber(.year)),
      (RuleCondition(.year, .equals, "-1"), .noNumber(.year)),
      (RuleCondition(.rating, .atLeast, "6"), .noStars),
      (RuleCondition(.duration, .more, "3:x"), .noLength),
      (RuleCondition(.year, .between, "1990", to: "1980"), .wrongOrder(.year)),
      (RuleCondition(.year, .between, "1990"), .noValue(.year)),
    ] as [(RuleCondition, RuleProblem)])
  func whatIsWrongIsNamed(_ condition: RuleCondition, _ problem: RuleProblem) {
    var found: RuleProblem?
    do throws(RuleProblem) { _ = try condition.rule() } catch { found = error }

    #expect(found == problem)
    #expect(!problem.sentence.isEmpty)
  }

  @Test func groupsNeedConditionsAndLimitsNumbers() {
    var form = RuleForm()
    form.root.items = []
    #expect((try? form.rules()) == nil)
    form.root.items = [.condition(RuleCondition(.loved, .yes))]
    form.limit = RuleLimit()
    form.limit?.text = "0"
    #expect((try? form.rules()) == nil)
    form.limit?.text = "1.5"
    form.limit?.unit = .hours
    #expect((try? form.rules())?.limit == .seconds(5400))
  }

  @Test func numbersAreReadAsTheyAreTyped() {
    #expect(RuleNumber.value(" 3,5 ") == 3.5)
    #expect(RuleNumber.value("") == nil)
    #expect(RuleNumber.length("3:30") == 210)
    #expect(RuleNumber.length("2") == 120)
    #expect(RuleNumber.length("1:00:01") == 3601)
    #expect(RuleNumber.length("1:2:3:4") == nil)
    #expect(RuleNumber.lengthText(210) == "3:30")
  }

  @Test func itemsAreReachedByTheirPlaces() {
    var group = RuleGroup(items: [
      .condition(RuleCondition(.loved, .yes)),
      .group(RuleGroup(joining: .any, items: [.condition(RuleCondition(.title, .begins, "A"))])),
    ])
    group[[1, 0]] = .condition(RuleCondition(.title, .ends, "Z"))
    #expect(group[[1, 0]] == .condition(RuleCondition(.title, .ends, "Z")))
    #expect(group.group(at: [1])?.joining == .any)
    group[[0]] = nil
    #expect(group.items.count == 1)
    #expect(group.group(at: [])?.items.count == 1)
    #expect(group[[3]] == nil)
  }

  @Test func aFieldOfAnotherKindAsksAnotherQuestion() {
    var condition = RuleCondition(.artist, .contains, "x")
    condition.field = .year
    #expect(condition.test == .equals)
    condition.field = .added
    #expect(condition.test == .within)
    condition.field = .loved
    #expect(condition.test == .yes)
  }

  @Test func whatIsReadyMadeCanBeEdited() throws {
    #expect(SmartPlaylist.readyMade.count >= 3)
    for (name, rules) in SmartPlaylist.readyMade {
      #expect(try RuleForm(name: name, rules).rules() == rules)
    }
  }
}
