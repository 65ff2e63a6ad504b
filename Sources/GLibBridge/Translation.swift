import CGLib
import Glibc

/// The user's language, by gettext. Texts are written in English where they are used; a missing catalogue
/// leaves them so.
public enum Translation {
  /// The name of the catalogues (`nagara.mo`).
  static let domain = "nagara"

  /// The locale that orders names (`ja_JP`); empty for none or C.
  public static var locale: String {
    let name = setlocale(LC_COLLATE, nil).map { String(cString: $0) } ?? ""
    let plain = String(name.prefix { $0 != "." && $0 != "@" })
    return plain == "C" || plain == "POSIX" ? "" : plain
  }

  /// Sets the locale and looks for catalogues below `folder` (`share/locale`). Call once, before the first text.
  public static func start(catalogues folder: [UInt8]?) {
    setlocale(LC_ALL, "")
    if let folder { Environment.withCString(folder) { _ = bindtextdomain(domain, $0) } }
    bind_textdomain_codeset(domain, "UTF-8")
  }
}

/// The text in the user's language.
public func tr(_ text: String) -> String {
  // Without a translation the answer is the very pointer that was passed: it must be read within the call.
  text.withCString { String(cString: g_dgettext(Translation.domain, $0)) }
}

/// The text with `%s` in it replaced by `values`, in order. A translation may use `%1$s` to change the order.
public func tr(_ text: String, _ values: String...) -> String {
  fill(tr(text), values)
}

/// The text for a number: `tr("%d song", "%d songs", count)`. `%d` becomes the number.
public func tr(_ singular: String, _ plural: String, _ count: Int) -> String {
  let form = singular.withCString { one in
    plural.withCString { other in
      String(cString: g_dngettext(Translation.domain, one, other, gulong(count.magnitude)))
    }
  }
  return fill(form, [String(count)])
}

/// Replaces `%s`, `%d` and `%1$s`; a `%%` is a percent sign.
func fill(_ text: String, _ values: [String]) -> String {
  var result = ""
  var next = 0
  var rest = text[...]
  while let percent = rest.firstIndex(of: "%") {
    result += rest[..<percent]
    rest = rest[percent...].dropFirst()
    if rest.first == "%" {
      result += "%"
      rest = rest.dropFirst()
      continue
    }
    let digits = rest.prefix { $0.isNumber }
    var index = next
    if let position = Int(digits), rest.dropFirst(digits.count).first == "$" {
      index = position - 1
      rest = rest.dropFirst(digits.count + 1)
    } else {
      next += 1
    }
    if values.indices.contains(index) { result += values[index] }
    rest = rest.dropFirst()
  }
  return result + rest
}
