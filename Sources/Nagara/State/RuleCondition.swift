import PlayerCore

/// What a condition of a smart playlist asks about, as it is offered.
enum RuleField: String, CaseIterable, Sendable {
  case title, artist, albumArtist, album, genre, composer, year, rating
  /// Whether a song has the heart.
  case loved
  case playCount, skipCount, lastPlayed, added, duration, codec, bitrate, sampleRate, trackNumber, discNumber
  case path

  enum Kind: Sendable { case text, number, stars, length, time, flag }

  var stored: SmartField { self == .loved ? .rating : SmartField(rawValue: rawValue) ?? .title }

  var kind: Kind {
    switch self {
    case .loved: .flag
    case .rating: .stars
    case .duration: .length
    default:
      switch stored.kind {
      case .text: .text
      case .time: .time
      case .number, .none: .number
      }
    }
  }

  /// What it can be asked; the first is what a new condition asks.
  var tests: [RuleTest] {
    switch kind {
    case .text: [.contains, .lacks, .equals, .differs, .begins, .ends] + known
    case .number, .stars, .length: [.equals, .differs, .atLeast, .atMost, .more, .less, .between] + known
    case .time: [.within, .notWithin] + known
    case .flag: [.yes, .no]
    }
  }

  /// Everything has a title, a path, counts and a time when it was added.
  private var known: [RuleTest] {
    switch self {
    case .title, .path, .codec, .playCount, .skipCount, .added: []
    default: [.known, .missing]
    }
  }

  /// The full number of stars, as the store counts it.
  static let heart = 100.0
  static let star = 20.0
}

/// How a condition asks.
enum RuleTest: CaseIterable, Sendable {
  case contains, lacks, equals, differs, begins, ends
  case less, atMost, more, atLeast, between
  case within, notWithin
  case known, missing
  case yes, no

  /// How many values it needs.
  var valueCount: Int {
    switch self {
    case .known, .missing, .yes, .no: 0
    case .between: 2
    default: 1
    }
  }

  /// The test that holds where this does not, if there is one.
  var opposite: RuleTest? {
    let pairs: [(RuleTest, RuleTest)] = [
      (.contains, .lacks), (.equals, .differs), (.within, .notWithin), (.known, .missing), (.yes, .no),
    ]
    for (one, other) in pairs {
      if self == one { return other }
      if self == other { return one }
    }
    return nil
  }
}

/// One condition, with its values as they are typed.
struct RuleCondition: Equatable, Sendable {
  /// With another field comes another question.
  var field = RuleField.artist {
    didSet { if !field.tests.contains(test) { test = field.tests[0] } }
  }
  var test = RuleTest.contains
  var text = ""
  /// The end of a range.
  var end = ""

  init() {}

  init(_ field: RuleField, _ test: RuleTest, _ text: String = "", to end: String = "") {
    self.field = field
    self.test = test
    self.text = text
    self.end = end
  }

  /// What says the opposite.
  var opposite: RuleCondition? {
    test.opposite.flatMap { field.tests.contains($0) ? RuleCondition(field, $0, text, to: end) : nil }
  }

  // MARK: Out of a rule

  /// `nil` for what is not offered.
  init?(_ stored: SmartField, _ test: SmartRule.Test) {
    if stored == .rating, test == .number(.equal, RuleField.heart) {
      self.init(.loved, .yes)
      return
    }
    guard let field = RuleField(rawValue: stored.rawValue) else { return nil }
    self.init(field, .known)
    switch test {
    case .contains(let text): set(.contains, text)
    case .equals(let text): set(.equals, text)
    case .begins(let text): set(.begins, text)
    case .ends(let text): set(.ends, text)
    case .number(let comparison, let value): set(Self.test(comparison), Self.text(value, field))
    case .between(let low, let high): set(.between, Self.text(low, field), Self.text(high, field))
    case .withinDays(let days): set(.within, RuleNumber.text(days))
    case .notWithinDays(let days): set(.notWithin, RuleNumber.text(days))
    case .isKnown: set(.known, "")
    }
    // A test of another kind than the field's is none that can be chosen.
    guard field.tests.contains(self.test), (try? rule()) == .test(stored, test) else { return nil }
  }

  private mutating func set(_ test: RuleTest, _ text: String, _ end: String = "") {
    self.test = test
    self.text = text
    self.end = end
  }

  private static func test(_ comparison: SmartRule.Comparison) -> RuleTest {
    switch comparison {
    case .equal: .equals
    case .less: .less
    case .atMost: .atMost
    case .more: .more
    case .atLeast: .atLeast
    }
  }

  private static func text(_ value: Double, _ field: RuleField) -> String {
    switch field.kind {
    case .stars: RuleNumber.text(value / RuleField.star)
    case .length: RuleNumber.lengthText(value)
    default: RuleNumber.text(value)
    }
  }

  // MARK: Into a rule

  func rule() throws(RuleProblem) -> SmartRule {
    func test(_ test: SmartRule.Test) -> SmartRule { .test(field.stored, test) }
    switch self.test {
    case .contains: return test(.contains(try value()))
    case .lacks: return .not(test(.contains(try value())))
    case .begins: return test(.begins(try value()))
    case .ends: return test(.ends(try value()))
    case .equals: return test(field.kind == .text ? .equals(try value()) : .number(.equal, try number(text)))
    case .differs:
      return .not(test(field.kind == .text ? .equals(try value()) : .number(.equal, try number(text))))
    case .less: return test(.number(.less, try number(text)))
    case .atMost: return test(.number(.atMost, try number(text)))
    case .more: return test(.number(.more, try number(text)))
    case .atLeast: return test(.number(.atLeast, try number(text)))
    case .between:
      let (low, high) = (try number(text), try number(end))
      guard low <= high else { throw .wrongOrder(field) }
      return test(.between(low, high))
    case .within: return test(.withinDays(try number(text)))
    case .notWithin: return test(.notWithinDays(try number(text)))
    case .known: return test(.isKnown)
    case .missing: return .not(test(.isKnown))
    case .yes: return test(.number(.equal, RuleField.heart))
    case .no: return .not(test(.number(.equal, RuleField.heart)))
    }
  }

  private func value() throws(RuleProblem) -> String {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .noValue(field) }
    return text
  }

  private func number(_ text: String) throws(RuleProblem) -> Double {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .noValue(field) }
    switch field.kind {
    case .stars:
      guard let stars = RuleNumber.value(text), stars <= 5 else { throw .noStars }
      return stars * RuleField.star
    case .length:
      guard let seconds = RuleNumber.length(text) else { throw .noLength }
      return seconds
    default:
      guard let number = RuleNumber.value(text) else { throw .noNumber(field) }
      return number
    }
  }
}
