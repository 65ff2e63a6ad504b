/// The text of a smart playlist, JSON:
///
///     {"version": 1,
///      "rule": {"all": [{"field": "genre", "contains": "jazz"}, {"field": "rating", ">=": 80},
///               {"not": {"field": "lastPlayed", "withinDays": 30}}]},
///      "order": [{"field": "added", "descending": true}],
///      "limit": {"tracks": 50}}
///
/// What it doesn't know it refuses: a list with half its rules would be another list.
extension SmartPlaylist {
  public static let textVersion: Int64 = 1

  /// Why a text gives no list.
  public enum TextProblem: Error, Hashable, Sendable {
    /// It is no such text, or has been damaged.
    case damaged
    /// A later version wrote it.
    case newer
  }

  public var text: String {
    JSON.object([
      "version": .integer(SmartPlaylist.textVersion),
      "rule": rule.json,
      "order": order.isEmpty
        ? nil
        : .array(
          order.map {
            .object(["field": .string($0.field.rawValue), "descending": $0.isDescending ? .bool(true) : nil])
          }),
      "limit": limit.map { limit in
        switch limit {
        case .tracks(let count): return .object(["tracks": .integer(Int64(count))])
        case .seconds(let seconds): return .object(["seconds": .integer(seconds)])
        }
      },
    ]).description
  }

  public init(text: String) throws(TextProblem) {
    let json: JSON
    do { json = try JSON(parsing: Array(text.utf8)) } catch { throw .damaged }
    guard let version = json["version"]?.integer, version > 0 else { throw .damaged }
    guard version <= SmartPlaylist.textVersion else { throw .newer }
    guard let rule = json["rule"].flatMap(SmartRule.init(json:)) else { throw .damaged }
    self.init(rule: rule)
    if let order = json["order"] {
      guard let items = order.array else { throw .damaged }
      for item in items {
        guard let field = item["field"]?.string.flatMap(SmartField.init(rawValue:)) else { throw .damaged }
        self.order.append(Order(field, isDescending: item["descending"]?.bool ?? false))
      }
    }
    if let limit = json["limit"] {
      if let count = limit["tracks"]?.integer, let tracks = Int(exactly: count), tracks >= 0 {
        self.limit = .tracks(tracks)
      } else if let seconds = limit["seconds"]?.integer, seconds >= 0 {
        self.limit = .seconds(seconds)
      } else {
        throw .damaged
      }
    }
  }
}

extension SmartRule {
  var json: JSON {
    switch self {
    case .all(let rules): return .object(["all": .array(rules.map(\.json))])
    case .any(let rules): return .object(["any": .array(rules.map(\.json))])
    case .not(let rule): return .object(["not": rule.json])
    case .test(let field, let test):
      let (name, value) = test.json
      return .object([JSON.Member("field", .string(field.rawValue)), JSON.Member(name, value)])
    }
  }

  init?(json: JSON) {
    func rules(_ list: [JSON]) -> [SmartRule]? {
      let rules = list.compactMap(SmartRule.init(json:))
      return rules.count == list.count ? rules : nil
    }
    if let list = json["all"]?.array {
      guard let rules = rules(list) else { return nil }
      self = .all(rules)
    } else if let list = json["any"]?.array {
      guard let rules = rules(list) else { return nil }
      self = .any(rules)
    } else if let inner = json["not"] {
      guard let rule = SmartRule(json: inner) else { return nil }
      self = .not(rule)
    } else {
      guard case .object(let members) = json, members.count == 2,
        let field = json["field"]?.string.flatMap(SmartField.init(rawValue:)),
        let member = members.first(where: { $0.name != "field" }), let test = Test(member)
      else { return nil }
      self = .test(field, test)
    }
  }
}

extension SmartRule.Test {
  fileprivate var json: (name: String, value: JSON) {
    func number(_ value: Double) -> JSON {
      Int64(exactly: value).map(JSON.integer) ?? .number(value)
    }
    switch self {
    case .contains(let text): return ("contains", .string(text))
    case .equals(let text): return ("is", .string(text))
    case .begins(let text): return ("begins", .string(text))
    case .ends(let text): return ("ends", .string(text))
    case .number(let comparison, let value): return (comparison.rawValue, number(value))
    case .between(let low, let high): return ("between", .array([number(low), number(high)]))
    case .withinDays(let days): return ("withinDays", number(days))
    case .notWithinDays(let days): return ("notWithinDays", number(days))
    case .isKnown: return ("known", .bool(true))
    }
  }

  fileprivate init?(_ member: JSON.Member) {
    let value = member.value
    switch member.name {
    case "contains":
      guard let text = value.string else { return nil }
      self = .contains(text)
    case "is":
      guard let text = value.string else { return nil }
      self = .equals(text)
    case "begins":
      guard let text = value.string else { return nil }
      self = .begins(text)
    case "ends":
      guard let text = value.string else { return nil }
      self = .ends(text)
    case "between":
      guard let ends = value.array, ends.count == 2, let low = ends[0].number, let high = ends[1].number
      else { return nil }
      self = .between(low, high)
    case "withinDays":
      guard let days = value.number else { return nil }
      self = .withinDays(days)
    case "notWithinDays":
      guard let days = value.number else { return nil }
      self = .notWithinDays(days)
    case "known":
      guard value.bool == true else { return nil }
      self = .isKnown
    default:
      guard let comparison = SmartRule.Comparison(rawValue: member.name), let number = value.number else {
        return nil
      }
      self = .number(comparison, number)
    }
  }
}
