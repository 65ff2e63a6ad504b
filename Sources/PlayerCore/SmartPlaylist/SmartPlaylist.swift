/// A playlist that is a question: which tracks match, in which order, and how many of them.
///
/// - `SmartRule`: the conditions, joined by "all of" and "any of".
/// - `SmartFacts`: what they are asked about.
/// - `SmartPlaylistText`: the text that a store keeps.
public struct SmartPlaylist: Hashable, Sendable {
  public var rule: SmartRule
  /// The first counts most; tracks that are equal in all keep the order that they came in.
  public var order: [Order]
  public var limit: Limit?

  public init(rule: SmartRule, order: [Order] = [], limit: Limit? = nil) {
    self.rule = rule
    self.order = order
    self.limit = limit
  }

  public struct Order: Hashable, Sendable {
    public var field: SmartField
    public var isDescending: Bool

    public init(_ field: SmartField, isDescending: Bool = false) {
      self.field = field
      self.isDescending = isDescending
    }
  }

  /// How much the list holds at most.
  public enum Limit: Hashable, Sendable {
    case tracks(Int)
    /// As many from the first on as play within this time, in seconds.
    case seconds(Int64)
  }

  /// Places in `tracks` of those that match, in the list's order.
  ///
  /// - Parameters:
  ///   - tracks: what is asked, in the order that is kept where this list has none.
  ///   - now: seconds since 1970, for "in the last … days".
  ///   - seed: of the random order; the same seed gives the same order.
  public func matches(in tracks: [SmartFacts], now: Int64, seed: UInt64 = 0) -> [Int] {
    var found = tracks.indices.filter { rule.holds(for: tracks[$0], now: now) }
    if !order.isEmpty {
      var random = SplitMix64(seed: seed)
      let draws = order.contains { $0.field == .random } ? tracks.map { _ in random.next() } : []
      // Looked up once, not at each comparison.
      let values = order.map { order in
        order.field == .random ? [] : tracks.map { $0.value(of: order.field) }
      }
      found.sort { left, right in
        for (order, values) in zip(order, values) {
          let difference =
            order.field == .random
            ? SmartPlaylist.difference(draws[left], draws[right])
            : SmartPlaylist.difference(values[left], values[right], isDescending: order.isDescending)
          if difference != 0 { return difference < 0 }
        }
        return left < right
      }
    }
    switch limit {
    case nil: return found
    case .tracks(let count): return Array(found.prefix(max(0, count)))
    case .seconds(let seconds):
      var left = Double(seconds)
      // One track that is too long doesn't end the list: shorter ones may still fit.
      return found.filter { index in
        let length = tracks[index].number(of: .duration) ?? 0
        guard length <= left else { return false }
        left -= length
        return true
      }
    }
  }

  private static func difference<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }

  /// Negative if `left` comes first. What has no value comes last, whichever way the order goes.
  private static func difference(_ left: SmartValue?, _ right: SmartValue?, isDescending: Bool) -> Int {
    let sign = isDescending ? -1 : 1
    switch (left, right) {
    case (nil, nil): return 0
    case (nil, _): return 1
    case (_, nil): return -1
    case (.number(let left)?, .number(let right)?): return sign * difference(left, right)
    case (.text(let left)?, .text(let right)?): return sign * difference(left, right)
    case (.number?, .text?): return -sign
    case (.text?, .number?): return sign
    }
  }
}

/// What a rule may ask about. The raw values are the store's.
public enum SmartField: String, Sendable, CaseIterable {
  case title, artist, albumArtist, album, genre, composer, comment, path, codec
  case year, trackNumber, discNumber, bpm
  /// Seconds.
  case duration
  /// Kilobits a second.
  case bitrate
  case sampleRate
  case playCount, skipCount
  /// 0–100; the heart is 100.
  case rating
  /// Seconds since 1970; rules ask for days before now.
  case lastPlayed, added
  /// Only to order by.
  case random

  public enum Kind: Sendable { case text, number, time, none }

  public var kind: Kind {
    switch self {
    case .title, .artist, .albumArtist, .album, .genre, .composer, .comment, .path, .codec: return .text
    case .lastPlayed, .added: return .time
    case .random: return .none
    default: return .number
    }
  }
}

/// A value to order by.
public enum SmartValue: Hashable, Sendable {
  case text(String)
  case number(Double)
}

/// What is known of one track: its texts and numbers. Texts are compared as they are given here, so give them folded
/// if case and accents shall not count, and the rule's too.
public struct SmartFacts: Hashable, Sendable {
  private var texts: [SmartField: [String]] = [:]
  private var numbers: [SmartField: Double] = [:]

  public init() {}

  /// The facts of a track.
  ///
  /// - Parameter fold: makes texts that only differ in case or accents equal.
  public init(_ track: Track, fold: (String) -> String) {
    set(.title, [track.title ?? track.source.displayName].map(fold))
    set(.artist, track.artists.map(fold))
    set(.albumArtist, track.albumArtists.map(fold))
    set(.album, (track.album.map { [$0] } ?? []).map(fold))
    set(.genre, track.genres.map(fold))
    set(.composer, track.composers.map(fold))
    set(.path, [fold(track.source.path?.displayPath ?? track.source.uri)])
    set(.year, track.date.map { Double($0.year) })
    set(.trackNumber, track.number.number.map(Double.init))
    set(.discNumber, track.disc.number.map(Double.init))
    set(.duration, track.durationNanoseconds.map { Double($0) / Double(Nanoseconds.second) })
    // Nothing heard yet is a number too.
    set(.playCount, 0)
    set(.skipCount, 0)
  }

  public mutating func set(_ field: SmartField, _ values: [String]) {
    texts[field] = values.isEmpty ? nil : values
  }

  public mutating func set(_ field: SmartField, _ number: Double?) { numbers[field] = number }

  /// All values of a field.
  public func texts(of field: SmartField) -> [String] { texts[field] ?? [] }

  public func number(of field: SmartField) -> Double? { numbers[field] }

  /// What a field is ordered by: of several values the first.
  public func value(of field: SmartField) -> SmartValue? {
    field.kind == .text ? texts[field]?.first.map(SmartValue.text) : numbers[field].map(SmartValue.number)
  }
}
