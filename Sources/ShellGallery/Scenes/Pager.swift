import ShellKit

/// Pages side by side, dragged sideways. Inside a sheet it shows that a mostly horizontal drag is the pager's
/// and a vertical one the sheet's, whatever list is under the finger.
@MainActor
final class Pager: CustomWidget {
  override class var cssName: String { "pager" }

  /// Called when another page is in the middle.
  var changed: () -> Void = {}
  private(set) var index = 0 { didSet { if index != oldValue { changed() } } }

  private var pages: [Widget] = []
  /// In pages.
  private var motion = Motion(0)
  private var tracker = VelocityTracker()
  private var held = 0.0
  private var isTicking = false
  private let drag = GestureDrag()

  override init() {
    super.init()
    clipsOverflow = true
    drag.connect(GestureDrag.began) { [weak self] _, _ in self?.began() }
    drag.connect(GestureDrag.moved) { [weak self] x, y in self?.moved(x, y) }
    drag.connect(GestureDrag.ended) { [weak self] _, _ in self?.ended() }
    drag.connect(Gesture.cancelled) { [weak self] _ in self?.ended() }
    addController(drag)
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, modifiers in
      // gdkkeysyms.h: GDK_KEY_Page_Up, GDK_KEY_Page_Down.
      guard let self, modifiers.isEmpty, key == 0xff55 || key == 0xff56 else { return false }
      self.go(to: self.index + (key == 0xff56 ? 1 : -1))
      return true
    }
    addController(keys)
  }

  func add(_ page: Widget) {
    page.setParent(self)
    page.stack(above: pages.last, in: self)
    pages.append(page)
  }

  func go(to wish: Int) {
    index = min(max(wish, 0), pages.count - 1)
    for (number, page) in pages.enumerated() { page.canFocus = number == index }
    if GtkSettings.standard?.animationsEnabled == false {
      motion.rest(at: Double(index))
      return queueAllocate()
    }
    motion.spring(to: Double(index), response: 0.4, dampingRatio: 1, unit: Double(max(width, 1)))
    start()
  }

  private var time: Double { Double(drag.eventTimeMilliseconds) / 1000 }

  private func began() {
    held = motion.value
    tracker = VelocityTracker()
    tracker.add(0, at: time)
  }

  private func moved(_ x: Double, _ y: Double) {
    guard motion.held || (abs(x) > 8 && abs(x) > abs(y)) else { return }
    if !motion.held { drag.claim() }
    tracker.add(x, at: time)
    let pages = Double(self.pages.count - 1)
    let wish = held - x / Double(max(width, 1)) * (isRightToLeft ? -1 : 1)
    let inside = min(max(wish, 0), pages)
    let over = MotionRule.rubberBand((wish - inside) * Double(width), dimension: Double(width))
    motion.hold(at: inside + over / Double(max(width, 1)))
    queueAllocate()
  }

  private func ended() {
    guard motion.held else { return }
    let unit = Double(max(width, 1))
    let velocity = -tracker.velocity(at: time) * (isRightToLeft ? -1 : 1)
    let rests = pages.indices.map { Double($0) * unit }
    let found = MotionRule.settle(at: motion.value * unit, velocity: velocity, positions: rests) ?? index
    motion.held = false
    go(to: min(max(found, index - 1), index + 1))
  }

  private func start() {
    guard !isTicking else { return }
    isTicking = true
    addTick { [weak self] time in
      guard let self else { return false }
      _ = self.motion.tick(Double(time) / 1_000_000)
      self.queueAllocate()
      self.isTicking = self.motion.isMoving
      return self.isTicking
    }
  }

  override func sizeAllocate(width: Int, height: Int) {
    for (number, page) in pages.enumerated() {
      let place = (Double(number) - motion.value) * Double(width)
      page.childVisible = abs(place) < Double(width)
      guard abs(place) < Double(width) else { continue }
      let w = max(width, page.measured(.horizontal).minimum)
      page.allocate(
        width: w, height: max(height, page.measured(.vertical, for: w).minimum),
        x: (isRightToLeft ? -place : place).rounded(), y: 0)
    }
  }
}
