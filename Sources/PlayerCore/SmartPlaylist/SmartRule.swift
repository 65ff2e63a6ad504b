/// A condition on a track.
public indirect enum SmartRule: Hashable, Sendable {
  /// True for no rules.
  case all([SmartRule])
  /// False for no rules.
  case any([SmartRule])
  case not(SmartRule)
  case test(SmartField, Test)

  /// What a field is asked. Of a field with several values one that passes is enough. Tests of another kind than
  /// the field's hold for nothing.
  public enum Test: Hashable, Sendable {
    /// Texts. An empty text is part of every value.
    case contains(String)
    case equals(String)
    case begins(String)
    case ends(String)
    /// Numbers.
    case number(Comparison, Double)
    case between(Double, Double)
    /// Times: no longer ago than so many days; what never was is not.
    case withinDays(Double)
    /// Longer ago, or never.
    case notWithinDays(Double)
    /// There is a value.
    case isKnown
  }

  public enum Comparison: String, Sendable, CaseIterable {
    case equal = "="
    case less = "<"
    case atMost = "<="
    case more = ">"
    case atLeast = ">="
  }

  /// - Parameter now: seconds since 1970.
  public func holds(for track: SmartFacts, now: Int64) -> Bool {
    switch self {
    case .all(let rules): return rules.allSatisfy { $0.holds(for: track, now: now) }
    case .any(let rules): return rules.contains { $0.holds(for: track, now: now) }
    case .not(let rule): return !rule.holds(for: track, now: now)
    case .test(let field, let test): return SmartRule.passes(test, field, track, now)
    }
  }

  private static func passes(_ test: Test, _ field: SmartField, _ track: SmartFacts, _ now: Int64) -> Bool {
    func text(_ passes: (String) -> Bool) -> Bool {
      field.kind == .text && track.texts(of: field).contains(where: passes)
    }
    func number(_ passes: (Double) -> Bool) -> Bool {
      field.kind == .number && track.number(of: field).map(passes) == true
    }
    func isWithin(_ days: Double) -> Bool {
      guard let time = track.number(of: field) else { return false }
      return Double(now) - time <= days * 86_400
    }
    switch test {
    case .contains(let wanted): return text { wanted.isEmpty || contains($0, wanted) }
    case .equals(let wanted): return text { $0 == wanted }
    case .begins(let wanted): return text { $0.hasPrefix(wanted) }
    case .ends(let wanted): return text { $0.hasSuffix(wanted) }
    case .number(let comparison, let wanted):
      return number { value in
        switch comparison {
        case .equal: return value == wanted
        case .less: return value < wanted
        case .atMost: return value <= wanted
        case .more: return value > wanted
        case .atLeast: return value >= wanted
        }
      }
    case .between(let low, let high): return number { low <= $0 && $0 <= high }
    case .withinDays(let days): return field.kind == .time && isWithin(days)
    case .notWithinDays(let days): return field.kind == .time && !isWithin(days)
    case .isKnown: return track.value(of: field) != nil
    }
  }

  /// By UTF-8, as folded texts are.
  private static func contains(_ text: String, _ part: String) -> Bool {
    var text = text
    var part = part
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard part.count <= text.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == part[0] {
          if text[start..<start + part.count].elementsEqual(part) { return true }
        }
        return false
      }
    }
  }
}

extension SmartRule {
  /// All that it asks about.
  public var fields: Set<SmartField> {
    switch self {
    case .all(let rules), .any(let rules): rules.reduce(into: []) { $0.formUnion($1.fields) }
    case .not(let rule): rule.fields
    case .test(let field, _): [field]
    }
  }

  /// The rule with all its texts changed: folded, before it is asked about folded facts.
  public func mappingTexts(_ change: (String) -> String) -> SmartRule {
    switch self {
    case .all(let rules): return .all(rules.map { $0.mappingTexts(change) })
    case .any(let rules): return .any(rules.map { $0.mappingTexts(change) })
    case .not(let rule): return .not(rule.mappingTexts(change))
    case .test(let field, .contains(let text)): return .test(field, .contains(change(text)))
    case .test(let field, .equals(let text)): return .test(field, .equals(change(text)))
    case .test(let field, .begins(let text)): return .test(field, .begins(change(text)))
    case .test(let field, .ends(let text)): return .test(field, .ends(change(text)))
    case .test: return self
    }
  }
}
