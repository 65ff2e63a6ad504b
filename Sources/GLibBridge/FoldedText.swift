import CGLib

/// The text as it is compared when searching: without case, width and ligatures, without accents on Latin,
/// Greek and Cyrillic letters (a kana's voicing mark stays: it makes another letter), Ø as o, ł as l, æ as ae,
/// curly quotes and dashes as their plain ones.
public func foldedText(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
  guard let cased = g_utf8_casefold(text, -1) else { return text }
  defer { g_free(cased) }
  guard let apart = g_utf8_normalize(cased, -1, G_NORMALIZE_ALL) else { return text }
  defer { g_free(apart) }
  var folded = String.UnicodeScalarView()
  var losesMarks = false
  for scalar in String(cString: apart).unicodeScalars {
    if scalar.properties.generalCategory == .nonspacingMark {
      if !losesMarks { folded.append(scalar) }
      continue
    }
    losesMarks = isAccented(scalar)
    if let plain = plainForms[scalar] {
      folded.append(contentsOf: plain.unicodeScalars)
    } else {
      folded.append(scalar)
    }
  }
  guard let whole = g_utf8_normalize(String(folded), -1, G_NORMALIZE_ALL_COMPOSE) else {
    return String(folded)
  }
  defer { g_free(whole) }
  return String(cString: whole)
}

/// Latin, Greek and Cyrillic: the scripts whose accents a searcher leaves out.
private func isAccented(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x41...0x24f, 0x1e00...0x1eff, 0x370...0x3ff, 0x1f00...0x1fff, 0x400...0x52f: true
  default: false
  }
}

/// What normalisation keeps apart and a searcher does not.
private let plainForms: [Unicode.Scalar: String] = [
  "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "þ": "th",
  "ð": "d", "ς": "σ", "‘": "'", "’": "'", "‚": "'", "`": "'", "´": "'", "“": "\"", "”": "\"", "„": "\"",
  "«": "\"", "»": "\"", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-",
]
