import TextKeys

/// Finds items by any of their texts: all folded text lies in one piece of memory and is looked through from end
/// to end, which takes a few milliseconds for a hundred thousand tracks and finds a single ideograph as well as a
/// sentence.
///
/// One index is one section of the results (artists, albums, songs, playlists). Items are numbered in the order in
/// which they are added, which is the order in which equally good ones are found: add them sorted.
public struct SearchIndex: Sendable {
  /// What an item is found by.
  public struct Item: Sendable {
    public var name: String
    public var artists: [String]
    public var album: String?
    public var genres: [String]
    public var composers: [String]
    public var fileName: String?
    public var year: Int?

    public init(
      name: String, artists: [String] = [], album: String? = nil, genres: [String] = [],
      composers: [String] = [], fileName: String? = nil, year: Int? = nil
    ) {
      self.name = name
      self.artists = artists
      self.album = album
      self.genres = genres
      self.composers = composers
      self.fileName = fileName
      self.year = year
    }
  }

  /// What was found.
  public struct Matches: Sendable, Equatable {
    /// Item numbers, the best first: called exactly so, beginning so, a word beginning so, inside a word, in
    /// another text.
    public var best: [Int] = []
    /// How many there are in all.
    public var count = 0
  }

  // Each text is its field's raw value and its bytes; a field's value is a control character, which no folded text
  // has, so nothing is found across two texts. Each item ends with a zero.
  private var text: [UInt8] = []
  private var starts: [UInt32] = []
  private var years: [Int16] = []

  public init() {}

  public var count: Int { starts.count }

  /// Bytes of memory.
  public var byteCount: Int { text.count + starts.count * 4 + years.count * 2 }

  public mutating func append(_ item: Item) {
    starts.append(UInt32(text.count))
    years.append(Int16(clamping: item.year ?? 0))
    put(.name, item.name)
    for artist in item.artists { put(.artist, artist) }
    if let album = item.album { put(.album, album) }
    for genre in item.genres { put(.genre, genre) }
    for composer in item.composers { put(.composer, composer) }
    if let fileName = item.fileName { put(.fileName, fileName) }
    text.append(0)
  }

  /// An item whose texts are folded and marked already (`SearchText`), the name first.
  public mutating func append(_ searchText: some Collection<UInt8>, year: Int?) {
    starts.append(UInt32(text.count))
    years.append(Int16(clamping: year ?? 0))
    text.append(contentsOf: searchText)
    text.append(0)
  }

  private mutating func put(_ field: SearchField, _ value: String) {
    SearchText.put(field, value, into: &text)
  }

  /// The items that have every word of the query.
  ///
  /// - Parameters:
  ///   - limit: how many are named; all are counted.
  ///   - isCancelled: asked now and then; the result is then `nil`.
  public func matches(
    _ query: SearchQuery, limit: Int = 50, isCancelled: () -> Bool = { false }
  ) -> Matches? {
    var ranked = RankedMatches(limit: limit)
    if query.isEmpty { return ranked.matches }
    let isFinished = text.withUnsafeBufferPointer { text in
      let view = TextView(text: text, starts: starts)
      guard let first = query.terms.first else { return matchYears(query, &ranked) }
      // The first term leads; the others are looked for only in its items.
      var position = 0
      var item = 0
      var asked = 0
      while let hit = first.needle.find(in: text, from: position) {
        asked += 1
        if asked & 1023 == 0, isCancelled() { return false }
        if first.wordStartsOnly, !TextView.isWordStart(text, hit) {
          position = hit + 1
          continue
        }
        item = view.item(at: hit, notBefore: item)
        let range = view.range(of: item)
        // The whole item is judged, so its other hits need no look.
        if let rank = rank(query, item, view) { ranked.add(item, rank) }
        position = range.upperBound
        item += 1
        if item >= starts.count { break }
      }
      return true
    }
    return isFinished ? ranked.matches : nil
  }

  private func matchYears(_ query: SearchQuery, _ ranked: inout RankedMatches) -> Bool {
    for item in starts.indices where isOfYears(item, query) { ranked.add(item, .exact) }
    return true
  }

  private func isOfYears(_ item: Int, _ query: SearchQuery) -> Bool {
    query.years.map { $0.contains(Int(years[item])) } ?? true
  }

  /// How well the item matches the whole query; `nil` if a term is missing.
  private func rank(_ query: SearchQuery, _ item: Int, _ view: TextView) -> MatchRank? {
    guard isOfYears(item, query) else { return nil }
    let range = view.range(of: item)
    if let phrase = query.phrase {
      let name = view.name(in: range)
      if name.count >= phrase.count, view.starts(name, with: phrase) {
        return name.count == phrase.count ? .exact : .prefix
      }
    }
    var worst = MatchRank.exact
    for term in query.terms {
      guard let rank = view.rank(term, in: range) else { return nil }
      worst = max(worst, rank)
    }
    return worst
  }
}

/// How an item matches, best first.
enum MatchRank: Int, Comparable, CaseIterable {
  case exact, prefix, wordInName, insideName, wordElsewhere, insideElsewhere

  static func < (left: MatchRank, right: MatchRank) -> Bool { left.rawValue < right.rawValue }
}

/// The first items of each rank.
private struct RankedMatches {
  let limit: Int
  private var bins = [[Int]](repeating: [], count: MatchRank.allCases.count)
  private var count = 0

  init(limit: Int) { self.limit = limit }

  mutating func add(_ item: Int, _ rank: MatchRank) {
    count += 1
    if bins[rank.rawValue].count < limit { bins[rank.rawValue].append(item) }
  }

  var matches: SearchIndex.Matches {
    SearchIndex.Matches(best: Array(bins.joined().prefix(limit)), count: count)
  }
}

/// The index's text with its items' places.
private struct TextView {
  let text: UnsafeBufferPointer<UInt8>
  let starts: [UInt32]

  /// The item that holds a position; `hint` or one behind it.
  func item(at position: Int, notBefore hint: Int) -> Int {
    // Doubling steps from the last one, then halving: hits come in order, near each other or not.
    var low = hint
    var step = 1
    while low + step < starts.count, Int(starts[low + step]) <= position {
      low += step
      step *= 2
    }
    var high = min(low + step, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= position { low = middle } else { high = middle }
    }
    return low
  }

  func range(of item: Int) -> Range<Int> {
    Int(starts[item])..<(item + 1 < starts.count ? Int(starts[item + 1]) : text.count)
  }

  /// The item's name: its first text, without the mark.
  func name(in range: Range<Int>) -> Range<Int> {
    var end = range.lowerBound + 1
    while text[end] >= 0x20 { end += 1 }
    return range.lowerBound + 1..<end
  }

  func starts(_ place: Range<Int>, with bytes: [UInt8]) -> Bool {
    for (offset, byte) in bytes.enumerated() where text[place.lowerBound + offset] != byte { return false }
    return true
  }

  /// The best place of a term among an item's texts.
  func rank(_ term: SearchQuery.Term, in range: Range<Int>) -> MatchRank? {
    let item = UnsafeBufferPointer(rebasing: text[range])
    var best: MatchRank?
    var position = 0
    while let hit = term.needle.find(in: item, from: position) {
      position = hit + 1
      let startsWord = TextView.isWordStart(item, hit)
      if term.wordStartsOnly, !startsWord { continue }
      let field = field(item, hit)
      if let wanted = term.field, field != wanted.rawValue { continue }
      let isName = field == SearchField.name.rawValue
      let rank: MatchRank =
        isName ? (startsWord ? .wordInName : .insideName) : (startsWord ? .wordElsewhere : .insideElsewhere)
      if best.map({ rank < $0 }) ?? true { best = rank }
      if best == .wordInName { break }
    }
    return best
  }

  /// The mark of the text that holds a position.
  private func field(_ item: UnsafeBufferPointer<UInt8>, _ position: Int) -> UInt8 {
    var at = position
    while at > 0, item[at] >= 0x20 { at -= 1 }
    return item[at]
  }

  /// Whether what is before a position is no part of a word.
  static func isWordStart(_ item: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
    let before = item[position - 1]
    switch before {
    case 0x30...0x39, 0x61...0x7a: return false
    case ..<0x80: return true
    default:
      // The scalar before: of general and CJK punctuation (E2 80 …, E3 80 …) none is a letter.
      guard position >= 3 else { return false }
      let (first, second) = (item[position - 3], item[position - 2])
      return (first == 0xe2 && (second == 0x80 || second == 0x81)) || (first == 0xe3 && second == 0x80)
    }
  }
}
