import CGLib

/// XML, as far as GMarkup reads it: UTF-8, no entities but the five of XML, no DTD that means anything, so that no
/// document can make it read another, or grow.
public enum Markup {
  /// An element's beginning, its text, its end, as they come.
  public enum Event {
    case start(name: String, attributes: [String: String], line: Int)
    case text(String)
    case end(name: String)
  }

  /// Where and why a document can't be read on.
  public struct Problem: Error {
    /// From 1.
    public let line: Int
    /// GLib's words, in the user's language.
    public let message: String
  }

  /// Reads a document. What was told before it throws holds.
  public static func parse(_ bytes: [UInt8], _ event: (Event) -> Void) throws(Problem) {
    let failure = withoutActuallyEscaping(event) { event in parseAll(bytes, Listener(event)) }
    if let failure { throw failure }
  }

  private final class Listener {
    let tell: (Event) -> Void
    init(_ tell: @escaping (Event) -> Void) { self.tell = tell }
  }

  private static func parseAll(_ bytes: [UInt8], _ listener: Listener) -> Problem? {
    var parser = GMarkupParser()
    parser.start_element = { context, name, names, values, data, _ in
      var attributes: [String: String] = [:]
      var index = 0
      while let names, let values, let key = names[index], let value = values[index] {
        attributes[String(cString: key)] = String(cString: value)
        index += 1
      }
      let name = name.map { String(cString: $0) } ?? ""
      Markup.listener(data)?.tell(.start(name: name, attributes: attributes, line: Markup.line(of: context)))
    }
    parser.text = { _, text, length, data, _ in
      guard let text else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
      Markup.listener(data)?.tell(.text(String(decoding: bytes, as: UTF8.self)))
    }
    parser.end_element = { _, name, data, _ in
      Markup.listener(data)?.tell(.end(name: name.map { String(cString: $0) } ?? ""))
    }
    return withExtendedLifetime(listener) {
      let data = Unmanaged.passUnretained(listener).toOpaque()
      guard
        let context = g_markup_parse_context_new(
          &parser, GMarkupParseFlags(rawValue: G_MARKUP_TREAT_CDATA_AS_TEXT.rawValue), data, nil)
      else { return nil }
      defer { g_markup_parse_context_unref(context) }
      var error: UnsafeMutablePointer<GError>?
      let isRead = bytes.withUnsafeBufferPointer { buffer in
        // GLib takes a NUL for the end of nothing and an empty document for a mistake: both are its errors.
        buffer.withMemoryRebound(to: CChar.self) {
          g_markup_parse_context_parse(context, $0.baseAddress, $0.count, &error) != 0
            && g_markup_parse_context_end_parse(context, &error) != 0
        }
      }
      return isRead ? nil : Problem(line: line(of: context), message: GLibError(consuming: error).message)
    }
  }

  private static func listener(_ data: gpointer?) -> Listener? {
    data.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func line(of context: OpaquePointer?) -> Int {
    var line: gint = 0
    g_markup_parse_context_get_position(context, &line, nil)
    return Int(line)
  }
}
