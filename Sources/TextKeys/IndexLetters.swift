import CICU

/// A letter by which a sorted list is gone through.
public struct IndexLetter: Hashable, Sendable {
  /// As it is shown: `A`, `あ`; `#` for what comes before all letters, `…` for what comes behind them.
  public var text: String
  /// No text of this letter, or of one behind it, has a key below this one.
  public var start: [UInt8]
}

extension SortKeys {
  /// The letters of the keys' language and, where it has others, those of English, in the order of the keys.
  public func indexLetters() -> [IndexLetter] {
    let english = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    let bytes: [UInt8] = grown(256) { target, capacity in
      target.withMemoryRebound(to: CChar.self, capacity: Int(capacity)) {
        cicu_index_letters(plainLocale, $0, capacity)
      }
    }
    let own = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let all = (own + english.filter { !own.contains($0) }).map { IndexLetter(text: $0, start: start($0)) }
    var letters = [IndexLetter(text: "#", start: [])]
    let sorted = all.sorted { left, right in
      left.start == right.start
        ? key(left.text).lexicographicallyPrecedes(key(right.text))
        : left.start.lexicographicallyPrecedes(right.start)
    }
    // One that differs from another by an accent only has no texts of its own.
    for letter in sorted where letter.start != letters.last?.start { letters.append(letter) }
    if let last = letters.last, let end = scriptEnd(last.text) {
      letters.append(IndexLetter(text: "…", start: end))
    }
    return letters
  }

  private func start(_ letter: String) -> [UInt8] {
    let length = letter.utf8.count
    return grown(64) { cicu_collator_start(collator, letter, length, $0, $1) }
  }

  private func scriptEnd(_ letter: String) -> [UInt8]? {
    let length = letter.utf8.count
    let end: [UInt8] = grown(64) { cicu_collator_script_end(collator, letter, length, $0, $1) }
    return end.isEmpty ? nil : end
  }
}
