import CICU
import CUchardet

/// Text of which only the bytes are known, as old tags have it.
///
/// One title is too little to tell a charset by, so all such texts of a folder are judged together. What comes in
/// here is not valid UTF-8.
public enum LegacyText {
  /// A judgement.
  public struct Charset: Sendable, Equatable {
    /// ICU's name for it.
    public var name: String
    /// Two judges agree. If not, it is Latin-1 for want of better, and a person should look.
    public var isSure: Bool
  }

  /// The charset of texts that belong together.
  ///
  /// Under 12 bytes that are not ASCII the language decides. Else what uchardet says holds if ICU's detector or
  /// the language agrees.
  public static func charset(of texts: [[UInt8]], locale: String) -> Charset {
    let local = charset(ofLocale: locale)
    let bytes = Array(texts.joined(separator: [0x0a]))
    let isShort = bytes.reduce(0) { $0 + ($1 >= 0x80 ? 1 : 0) } < 12
    let candidate = isShort ? local : Family(uchardet(bytes)) ?? Family.unknown
    let isAgreed = isShort || candidate == local || icuAgrees(bytes, candidate)
    if isAgreed, candidate != .unknown, texts.allSatisfy({ isText($0, candidate) }) {
      return Charset(name: candidate.rawValue, isSure: true)
    }
    return Charset(name: Family.western.rawValue, isSure: false)
  }

  /// The text of these bytes; `nil` if they are not valid in the charset, or ICU has none of that name.
  public static func decode(_ bytes: [UInt8], as charset: String) -> String? {
    var isValid = true
    let text: [UInt8] = grown(bytes.count * 3 + 16) { target, capacity in
      target.withMemoryRebound(to: CChar.self, capacity: Int(capacity)) {
        let count = cicu_decode(charset, bytes, bytes.count, $0, capacity)
        isValid = count >= 0
        return count
      }
    }
    return isValid ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Whether the bytes make text: controls that nobody writes tell of a wrong charset.
  private static func isText(_ bytes: [UInt8], _ family: Family) -> Bool {
    guard let text = decode(bytes, as: family.rawValue) else { return false }
    return !text.unicodeScalars.contains { (0x80...0x9f).contains($0.value) }
  }

  /// Charsets by what they hold: the largest of those that agree on what they share. ICU's names.
  enum Family: String {
    case japanese = "windows-31j"
    case japaneseEUC = "EUC-JP"
    case korean = "windows-949"
    case simplifiedChinese = "GB18030"
    case traditionalChinese = "Big5-HKSCS"
    case cyrillic = "windows-1251"
    case cyrillicKOI8 = "KOI8-R"
    case cyrillicDOS = "IBM866"
    case centralEuropean = "windows-1250"
    case western = "windows-1252"
    case greek = "windows-1253"
    case turkish = "windows-1254"
    case hebrew = "windows-1255"
    case arabic = "windows-1256"
    case baltic = "windows-1257"
    case vietnamese = "windows-1258"
    case thai = "windows-874"
    case unknown = ""

    /// From a name that a detector gives.
    init?(_ name: String) {
      switch name.uppercased() {
      case "SHIFT_JIS", "CP932", "WINDOWS-31J": self = .japanese
      case "EUC-JP": self = .japaneseEUC
      case "EUC-KR", "UHC", "CP949", "JOHAB": self = .korean
      case "GB18030", "GB2312", "GBK", "HZ-GB-2312", "EUC-CN": self = .simplifiedChinese
      case "BIG5", "EUC-TW", "BIG5-HKSCS": self = .traditionalChinese
      case "WINDOWS-1251", "ISO-8859-5": self = .cyrillic
      case "KOI8-R", "KOI8-U": self = .cyrillicKOI8
      case "IBM866": self = .cyrillicDOS
      case "WINDOWS-1250", "ISO-8859-2", "ISO-8859-16": self = .centralEuropean
      case "WINDOWS-1252", "ISO-8859-1", "ISO-8859-15": self = .western
      case "WINDOWS-1253", "ISO-8859-7": self = .greek
      case "WINDOWS-1254", "ISO-8859-9", "ISO-8859-3": self = .turkish
      case "WINDOWS-1255", "ISO-8859-8": self = .hebrew
      case "WINDOWS-1256", "ISO-8859-6": self = .arabic
      case "WINDOWS-1257", "ISO-8859-13", "ISO-8859-4", "ISO-8859-10": self = .baltic
      case "WINDOWS-1258", "VISCII": self = .vietnamese
      case "WINDOWS-874", "TIS-620", "ISO-8859-11": self = .thai
      default: return nil
      }
    }

    /// The names under which ICU's detector knows it.
    var detectorNames: [String] {
      switch self {
      case .japanese: return ["Shift_JIS"]
      case .japaneseEUC: return ["EUC-JP"]
      case .korean: return ["EUC-KR"]
      case .simplifiedChinese: return ["GB18030"]
      case .traditionalChinese: return ["Big5"]
      case .cyrillic: return ["windows-1251", "ISO-8859-5"]
      case .cyrillicKOI8: return ["KOI8-R"]
      case .cyrillicDOS: return ["IBM866"]
      case .centralEuropean: return ["ISO-8859-2"]
      case .western: return ["ISO-8859-1"]
      case .greek: return ["ISO-8859-7"]
      case .turkish: return ["ISO-8859-9"]
      case .hebrew: return ["ISO-8859-8", "ISO-8859-8-I"]
      case .arabic: return ["windows-1256", "ISO-8859-6"]
      case .baltic, .vietnamese, .thai, .unknown: return []
      }
    }
  }

  /// What files of this language were written in before UTF-8.
  static func charset(ofLocale locale: String) -> Family {
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
    switch parts.first.map({ $0.lowercased() }) ?? "" {
    case "ja": return .japanese
    case "ko": return .korean
    case "zh":
      let isTraditional = parts.dropFirst().contains { ["TW", "HK", "MO", "HANT"].contains($0.uppercased()) }
      return isTraditional ? .traditionalChinese : .simplifiedChinese
    case "ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg": return .cyrillic
    case "pl", "cs", "sk", "hu", "sl", "hr", "bs", "ro", "sq": return .centralEuropean
    case "el": return .greek
    case "tr", "az": return .turkish
    case "he", "iw", "yi": return .hebrew
    case "ar", "fa", "ur": return .arabic
    case "lt", "lv", "et": return .baltic
    case "vi": return .vietnamese
    case "th": return .thai
    default: return .western
    }
  }

  private static func uchardet(_ bytes: [UInt8]) -> String {
    guard let detector = uchardet_new() else { return "" }
    defer { uchardet_delete(detector) }
    let isTaken = bytes.withUnsafeBytes { bytes in
      uchardet_handle_data(detector, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) == 0
    }
    guard isTaken else { return "" }
    uchardet_data_end(detector)
    return String(cString: uchardet_get_charset(detector))
  }

  private static func icuAgrees(_ bytes: [UInt8], _ family: Family) -> Bool {
    family.detectorNames.contains { name in
      var isBest = false
      let confidence = cicu_confidence(bytes, bytes.count, name, &isBest)
      // Ten is what its detectors say of bytes that are merely possible.
      return isBest || confidence > 10
    }
  }
}
