import GtkBridge
import TextKeys

/// Typing in a list goes to the next row that begins with what was typed. Spaces don't count: Space plays and pauses.
@MainActor
final class TypeAhead {
  private let model: ListModel
  private let text: (UInt64) -> String?
  private let go: (Int) -> Void
  private var typed = ""
  private var rest: SourceToken?

  /// How long what was typed is remembered, in milliseconds.
  private static let memory: UInt32 = 1_000

  /// - Parameters:
  ///   - text: what a row begins with; `nil` for one that can't be gone to.
  ///   - go: shows and selects the row at a position.
  init(
    _ view: Widget, _ model: ListModel, text: @escaping (UInt64) -> String?, go: @escaping (Int) -> Void
  ) {
    self.model = model
    self.text = text
    self.go = go
    let keys = KeyController()
    // The view keeps its controller, and so this.
    keys.connect(KeyController.pressed) { key, modifiers in
      guard modifiers.isDisjoint(with: [.control, .alt]), let character = KeyController.character(of: key)
      else { return false }
      return self.type(character, isShifted: modifiers.contains(.shift))
    }
    view.addController(keys)
  }

  /// Whether the key was meant for the list. An M alone mutes, as everywhere; with Shift it is a letter.
  private func type(_ character: Character, isShifted: Bool) -> Bool {
    if typed.isEmpty, !isShifted, character == "m" { return false }
    let wanted = typed + Self.folded(String(character))
    guard !wanted.isEmpty else { return false }
    typed = wanted
    rest = MainLoop.after(milliseconds: Self.memory) { [weak self] in self?.typed = "" }
    if let position = Self.position(of: wanted, in: model.ids, text: text) { go(position) }
    return true
  }

  /// The first row that begins with `wanted`, which is folded.
  static func position(of wanted: String, in ids: [UInt64], text: (UInt64) -> String?) -> Int? {
    ids.firstIndex { id in text(id).map { folded($0).hasPrefix(wanted) } ?? false }
  }

  private static func folded(_ text: String) -> String { FoldedText.fold(text).filter { $0 != " " } }
}
