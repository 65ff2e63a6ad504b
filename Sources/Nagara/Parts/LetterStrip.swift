import GtkBridge
import ShellKit

/// The letters beside a long list, from top to bottom: a press on one, or a drag over them, goes to where it begins.
/// The keyboard takes them as one stop and goes along them with the arrows.
@MainActor
final class LetterStrip: CustomWidget {
  override class var cssName: String { "letters" }
  override class var role: AccessibleRole { .group }

  /// A letter was chosen, by its place.
  var chosen: (Int) -> Void = { _ in }
  private var buttons: [Button] = []
  private var texts: [String] = []
  /// The letter that has the keyboard, or would.
  private var current = 0
  /// Where the pointer went down.
  private var pressed = 0.0
  /// The letter that the pointer chose last.
  private var dragged: Int?

  /// Shorter lists are seen whole, or nearly so.
  static let shortest = 60
  /// A letter has no more room than this, times its own height.
  private static let roomiest = 1.5

  override init() {
    super.init()
    accessibleLabel(tr("Letters"))
    exemptFromShellDrags()
    addPointer()
    addKeys()
  }

  func show(_ letters: [String]) {
    guard letters != texts else { return }
    texts = letters
    for button in buttons { button.unparent() }
    buttons = letters.enumerated().map { place, letter in
      let button = Button(label: letter, classes: ["flat", "letter"])
      // The strip has the pointer, so that a drag goes on from one to the next.
      button.canTarget = false
      button.focusable = place == 0
      button.accessibleLabel(tr("Go to %s", letter))
      button.onClick { [weak self] in self?.choose(place) }
      button.setParent(self)
      return button
    }
    current = 0
  }

  // MARK: Room

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    let widest = super.measure(orientation, for: other)
    return orientation == .horizontal ? widest : (widest.minimum, widest.natural * buttons.count)
  }

  /// As many letters as there is room for: each, each second, each third….
  override func sizeAllocate(width: Int, height: Int) {
    guard let slot = slot(in: height) else { return }
    for (place, button) in buttons.enumerated() {
      let isShown = place % slot.step == 0
      if button.childVisible != isShown { button.childVisible = isShown }
      guard isShown else { continue }
      let y = slot.top + slot.height * Double(place / slot.step)
      button.allocate(width: width, height: Int(slot.height), x: 0, y: y)
    }
  }

  /// The room of a shown letter, and how many letters share it.
  private func slot(in height: Int) -> (top: Double, height: Double, step: Int)? {
    guard let least = buttons.first?.measured(.vertical).minimum, least > 0 else { return nil }
    let room = max(1, height / least)
    let step = (buttons.count + room - 1) / room
    let shown = (buttons.count + step - 1) / step
    let each = min(Double(height) / Double(shown), Double(least) * Self.roomiest)
    return ((Double(height) - each * Double(shown)) / 2, each, step)
  }

  // MARK: Choosing

  private func choose(_ place: Int) {
    guard buttons.indices.contains(place) else { return }
    buttons[current].focusable = false
    current = place
    buttons[place].focusable = true
    chosen(place)
  }

  private func addPointer() {
    let drag = GestureDrag()
    drag.connect(GestureDrag.began) { [weak self, weak drag] _, y in
      drag?.claim()
      self?.pressed = y
      self?.dragged = nil
      self?.point(at: y)
    }
    drag.connect(GestureDrag.moved) { [weak self] _, down in
      if let self { self.point(at: self.pressed + down) }
    }
    addController(drag)
  }

  /// Letters that have no room of their own are between those that have.
  private func point(at y: Double) {
    guard let slot = slot(in: height) else { return }
    let place = Int(((y - slot.top) / slot.height * Double(slot.step)).rounded(.down))
    let letter = min(max(0, place), buttons.count - 1)
    guard letter != dragged else { return }
    dragged = letter
    choose(letter)
  }

  private func addKeys() {
    let keys = ShortcutController()
    func add(_ trigger: String, _ target: @escaping (LetterStrip) -> Int?) {
      keys.add(trigger) { [weak self] in
        guard let self, let place = target(self) else { return false }
        self.choose(place)
        self.buttons[place].grabFocus()
        return true
      }
    }
    add("Down") { strip in strip.buttons.indices.first { $0 > strip.current && strip.isShown($0) } }
    add("Up") { strip in strip.buttons.indices.last { $0 < strip.current && strip.isShown($0) } }
    add("Home") { $0.buttons.indices.first }
    add("End") { strip in strip.buttons.indices.last { strip.isShown($0) } }
    addController(keys)
  }

  private func isShown(_ place: Int) -> Bool { buttons[place].childVisible }
}
