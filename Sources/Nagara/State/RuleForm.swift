import PlayerCore

/// A smart playlist as it is edited: its name, its conditions as they were typed, its order and its limit.
/// `RuleCondition` has the single condition; `RuleProblem` what may be wrong.
struct RuleForm: Equatable, Sendable {
  var name = ""
  var root = RuleGroup(items: [.condition(RuleCondition())])
  /// By what it is ordered first; `nil`: as the library is.
  var order: SmartPlaylist.Order?
  /// What counts where the first is equal: kept as it was.
  var furtherOrder: [SmartPlaylist.Order] = []
  var limit: RuleLimit?

  init() {}

  init(name: String, _ smart: SmartPlaylist) {
    self.name = name
    root = RuleGroup(smart.rule)
    order = smart.order.first
    furtherOrder = Array(smart.order.dropFirst())
    limit = smart.limit.map { RuleLimit($0) }
  }

  /// What it says, or the first thing that is wrong with it. A name is not asked for.
  func rules() throws(RuleProblem) -> SmartPlaylist {
    SmartPlaylist(
      rule: try root.rule(), order: order.map { [$0] + furtherOrder } ?? [],
      limit: try limit.map { limit throws(RuleProblem) in try limit.limit() })
  }

  /// By what a list can be ordered, in the order in which that is offered.
  static let orders: [SmartField] = [
    .title, .artist, .album, .year, .added, .lastPlayed, .playCount, .rating, .duration, .random,
  ]
}

/// Conditions and what of them has to hold.
struct RuleGroup: Equatable, Sendable {
  enum Joining: CaseIterable, Sendable { case all, any, none }

  enum Item: Equatable, Sendable {
    case condition(RuleCondition)
    case group(RuleGroup)
    /// What can't be edited here; it stays as it is.
    case kept(SmartRule)
  }

  var joining = Joining.all
  var items: [Item] = []
}

extension RuleGroup {
  init(_ rule: SmartRule) {
    switch rule {
    case .all(let rules): self.init(joining: .all, items: rules.map { Item($0) })
    case .any(let rules): self.init(joining: .any, items: rules.map { Item($0) })
    case .not(.any(let rules)): self.init(joining: .none, items: rules.map { Item($0) })
    case .not(.test): self.init(items: [Item(rule)])
    case .not(let inner): self.init(joining: .none, items: [Item(inner)])
    case .test: self.init(items: [Item(rule)])
    }
  }

  func rule() throws(RuleProblem) -> SmartRule {
    guard !items.isEmpty else { throw .emptyGroup }
    var rules: [SmartRule] = []
    for item in items { rules.append(try item.rule()) }
    switch joining {
    case .all: return .all(rules)
    case .any: return .any(rules)
    case .none: return .not(.any(rules))
    }
  }

  /// The item at a path of places, from group to group.
  subscript(path: ArraySlice<Int>) -> Item? {
    get {
      guard let first = path.first, items.indices.contains(first) else { return nil }
      if path.count == 1 { return items[first] }
      guard case .group(let group) = items[first] else { return nil }
      return group[path.dropFirst()]
    }
    set {
      guard let first = path.first, items.indices.contains(first) else { return }
      if path.count == 1 {
        if let newValue { items[first] = newValue } else { items.remove(at: first) }
      } else if case .group(var group) = items[first] {
        group[path.dropFirst()] = newValue
        items[first] = .group(group)
      }
    }
  }

  /// The group at a path; an empty path is this one.
  func group(at path: ArraySlice<Int>) -> RuleGroup? {
    if path.isEmpty { return self }
    guard case .group(let group) = self[path] else { return nil }
    return group
  }

  mutating func setGroup(_ group: RuleGroup, at path: ArraySlice<Int>) {
    if path.isEmpty { self = group } else { self[path] = .group(group) }
  }
}

extension RuleGroup.Item {
  init(_ rule: SmartRule) {
    switch rule {
    case .test(let field, let test):
      self = RuleCondition(field, test).map { .condition($0) } ?? .kept(rule)
    case .not(.test(let field, let test)):
      let opposite = RuleCondition(field, test)?.opposite
      self =
        opposite.map { .condition($0) }
        ?? .group(RuleGroup(joining: .none, items: [Self(.test(field, test))]))
    default: self = .group(RuleGroup(rule))
    }
  }

  func rule() throws(RuleProblem) -> SmartRule {
    switch self {
    case .condition(let condition): try condition.rule()
    case .group(let group): try group.rule()
    case .kept(let rule): rule
    }
  }
}

/// How much a list holds at most, as it is typed.
struct RuleLimit: Equatable, Sendable {
  enum Unit: CaseIterable, Sendable { case songs, minutes, hours }

  var text = "25"
  var unit = Unit.songs

  init() {}

  init(_ limit: SmartPlaylist.Limit) {
    switch limit {
    case .tracks(let count): text = String(count)
    case .seconds(let seconds):
      unit = seconds % 3600 == 0 ? .hours : .minutes
      text = RuleNumber.text(Double(seconds) / (unit == .hours ? 3600 : 60))
    }
  }

  func limit() throws(RuleProblem) -> SmartPlaylist.Limit {
    guard let number = RuleNumber.value(text), number > 0, number < 1_000_000 else { throw .limit }
    switch unit {
    case .songs:
      guard let count = Int(exactly: number) else { throw .limit }
      return .tracks(count)
    case .minutes: return .seconds(Int64((number * 60).rounded()))
    case .hours: return .seconds(Int64((number * 3600).rounded()))
    }
  }
}

/// What is wrong with rules as they are typed.
enum RuleProblem: Error, Equatable, Sendable {
  case emptyGroup
  /// A condition has no value.
  case noValue(RuleField)
  case noNumber(RuleField)
  /// No number of stars.
  case noStars
  /// No length such as 3:30.
  case noLength
  /// The smaller of two numbers comes second.
  case wrongOrder(RuleField)
  case limit
}

/// Numbers as people type them.
enum RuleNumber {
  /// `3`, `3.5`, `3,5`; not negative.
  static func value(_ text: String) -> Double? {
    let plain = text.filter { !$0.isWhitespace }.map { $0 == "," ? "." : $0 }
    guard !plain.isEmpty, plain.count < 16, plain.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." })
    else {
      return nil
    }
    return Double(String(plain))
  }

  static func text(_ value: Double) -> String { Int64(exactly: value).map { String($0) } ?? String(value) }

  /// Seconds of `3:30` or `1:02:03`; a number alone is minutes.
  static func length(_ text: String) -> Double? {
    let parts = text.filter { !$0.isWhitespace }.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return value(text).map { $0 * 60 } }
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let value = value(String(part)) else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }

  static func lengthText(_ seconds: Double) -> String {
    clockText(UInt64(max(0, seconds.rounded())) * Nanoseconds.second)
  }
}
