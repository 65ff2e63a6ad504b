import GLibBridge
public import PlayerCore

/// The reader of XML for those below this module that have none.
public enum XMLReading {
  /// By GMarkup.
  public static let parser: MarkupParser = { bytes, event in
    do throws(Markup.Problem) {
      try Markup.parse(bytes) { piece in
        switch piece {
        case .start(let name, let attributes, let line):
          event(.start(name: name, attributes: attributes, line: line))
        case .text(let text): event(.text(text))
        case .end(let name): event(.end(name: name))
        }
      }
      return nil
    } catch {
      return MarkupProblem(line: error.line, message: error.message)
    }
  }
}
