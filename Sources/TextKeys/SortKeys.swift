import CICU

/// Makes sort keys in the order of one language: digits by value, punctuation and spaces ignored unless the rest
/// is equal, a leading article skipped.
public final class SortKeys {
  let collator: OpaquePointer
  private let articles: [[UInt8]]

  /// The locale that the keys are for, as given.
  public let locale: String
  /// The same without charset and variant.
  let plainLocale: String

  /// Keys of one version compare with each other only.
  public var version: UInt32 { cicu_collator_version(collator) }

  /// - Parameter locale: such as `ja_JP` or `en_GB.UTF-8`; `C` and `POSIX` are the root's order.
  /// - Returns: `nil` only if ICU's data is missing.
  public init?(locale: String) {
    plainLocale = String(locale.prefix { $0 != "." && $0 != "@" })
    let plain = plainLocale
    guard let collator = cicu_collator_open(plain == "C" || plain == "POSIX" ? "" : plain) else { return nil }
    self.collator = collator
    self.locale = locale
    let language = String(plain.prefix { $0 != "_" && $0 != "-" })
    articles = (Articles.english + (Articles.of[language] ?? [])).map { Array($0.utf8) }
  }

  deinit { cicu_collator_close(collator) }

  /// The key of `text`: compares byte by byte as the text sorts. Empty for empty text.
  ///
  /// - Parameter skipsArticle: whether a leading "The" counts for nothing. Not for a sort name that a tag gives:
  ///   it is written as it is meant.
  public func key(_ text: String, skipsArticle: Bool = true) -> [UInt8] {
    var rest = skipsArticle ? Articles.skip(articles, in: text) : text
    if rest.isEmpty { return [] }
    return rest.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        grown(bytes.count * 4 + 32) { cicu_collator_key(collator, bytes.baseAddress, bytes.count, $0, $1) }
      }
    }
  }
}

enum Articles {
  static let english = ["the ", "a ", "an "]

  /// With what separates them: an apostrophe or a space.
  static let of: [String: [String]] = [
    "fr": ["le ", "la ", "les ", "l'", "l’", "un ", "une ", "des "],
    "de": ["der ", "die ", "das ", "ein ", "eine "],
    "es": ["el ", "la ", "los ", "las ", "un ", "una "],
    "it": ["il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "l’", "un ", "uno ", "una "],
    "pt": ["o ", "os ", "as ", "um ", "uma "],
    "nl": ["de ", "het ", "een "],
    "sv": ["en ", "ett ", "den ", "det ", "de "],
    "da": ["en ", "et ", "den ", "det ", "de "],
    "nb": ["en ", "et ", "ei ", "den ", "det ", "de "],
    "no": ["en ", "et ", "ei ", "den ", "det ", "de "],
    "ca": ["el ", "la ", "els ", "les ", "l'", "l’", "un ", "una "],
    "hu": ["az ", "egy "],
  ]

  /// `text` without its leading article, if something remains.
  static func skip(_ articles: [[UInt8]], in text: String) -> String {
    let space = UInt8(ascii: " ")
    let start = text.utf8.drop { $0 == space }
    for article in articles where start.count > article.count {
      // Their letters are ASCII, what else is in them has no case.
      guard zip(start, article).allSatisfy({ $0.asciiLowered == $1 }) else { continue }
      let rest = start.dropFirst(article.count).drop { $0 == space }
      if !rest.isEmpty { return String(Substring(rest)) }
    }
    return text
  }
}
