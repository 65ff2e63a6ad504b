import Glibc
import ShellKit

/// A town drawn by hand: panned by drag, zoomed by wheel, pinch and keys, flown over by `fly`. What is thrown
/// goes on and slows down, as everything in the shell does.
@MainActor
final class MapCanvas: CustomWidget {
  override class var cssName: String { "map" }
  override class var role: AccessibleRole { .image }

  /// What floats over the lower end; the middle of what is seen is above it.
  var coveredBelow = 0.0

  /// The place in the middle and the pixels of one unit, each with a motion of its own.
  private var x = Motion(140)
  private var y = Motion(90)
  /// The binary logarithm of the scale: zooming by equal factors feels equally fast.
  private var zoom = Motion(0)
  private var grabbed = (x: 0.0, y: 0.0)
  private var trackers = (x: VelocityTracker(), y: VelocityTracker())
  private var pinched = 0.0
  private var isTicking = false
  private let drag = GestureDrag()
  private let pinch = GestureZoom()
  private let wheel = ScrollController(vertical: true, horizontal: true)
  private var labels: [Label] = []

  override init() {
    super.init()
    clipsOverflow = true
    focusable = true
    accessibleLabel("Map of Harbour Town")
    cursor(named: "grab")
    for place in MapPlace.all {
      let label = Label(place.name, classes: ["pin"])
      label.canTarget = false
      label.setParent(self)
      labels.append(label)
    }
    drag.connect(GestureDrag.began) { [weak self] _, _ in self?.began() }
    drag.connect(GestureDrag.moved) { [weak self] dx, dy in self?.moved(dx, dy) }
    drag.connect(GestureDrag.ended) { [weak self] _, _ in self?.ended() }
    pinch.connect(GestureZoom.scaleChanged) { [weak self] scale in self?.pinch(scale) }
    pinch.connect(Signal<(RawPointer?) -> Void>("begin")) { [weak self] _ in
      if let self { self.pinched = self.zoom.value }
    }
    wheel.connect(ScrollController.scrolled) { [weak self] _, dy in
      guard let self else { return false }
      let place = self.wheel.position(in: self) ?? self.middle
      self.zoom(to: self.zoom.value - dy * (self.wheel.isSurface ? 0.01 : 0.15), about: place)
      return true
    }
    let keys = KeyController()
    keys.connect(KeyController.pressed) { [weak self] key, _ in self?.key(key) ?? false }
    for controller in [drag, pinch, wheel, keys] as [EventController] { addController(controller) }
  }

  // MARK: Moving

  private var scale: Double { exp2(zoom.value) }
  private var middle: (x: Double, y: Double) { (Double(width) / 2, (Double(height) - coveredBelow) / 2) }

  func fly(to index: Int) {
    guard MapPlace.all.indices.contains(index) else { return }
    let place = MapPlace.all[index]
    glide(&x, to: place.x)
    glide(&y, to: place.y)
    glide(&zoom, to: 0.6)
  }

  func zoom(by factor: Double) { glide(&zoom, to: limited(zoom.target + (factor > 1 ? 0.7 : -0.7))) }

  private func glide(_ motion: inout Motion, to target: Double) {
    if GtkSettings.standard?.animationsEnabled == false {
      motion.rest(at: target)
    } else {
      motion.spring(to: target, response: 0.9, dampingRatio: 1, unit: 200)
    }
    start()
  }

  private func limited(_ zoom: Double) -> Double { min(max(zoom, -1.6), 2.4) }

  private func zoom(to wish: Double, about point: (x: Double, y: Double)) {
    let before = scale
    zoom.rest(at: limited(wish))
    let after = scale
    // What is under the pointer stays there.
    x.rest(at: x.value + (point.x - middle.x) * (1 / before - 1 / after))
    y.rest(at: y.value + (point.y - middle.y) * (1 / before - 1 / after))
    queueAllocate()
    queueDraw()
  }

  private func pinch(_ factor: Double) {
    zoom(to: pinched + log2(max(factor, 0.01)), about: pinch.centre ?? middle)
  }

  private func key(_ key: UInt32) -> Bool {
    // gdkkeysyms.h: Left, Up, Right, Down, plus, minus.
    switch key {
    case 0xff51: glide(&x, to: x.target - 120 / scale)
    case 0xff52: glide(&y, to: y.target - 120 / scale)
    case 0xff53: glide(&x, to: x.target + 120 / scale)
    case 0xff54: glide(&y, to: y.target + 120 / scale)
    case 0x2b: zoom(by: 2)
    case 0x2d: zoom(by: 0.5)
    default: return false
    }
    return true
  }

  private var time: Double { Double(drag.eventTimeMilliseconds) / 1000 }

  private func began() {
    grabFocus()
    grabbed = (x.value, y.value)
    x.hold(at: x.value)
    y.hold(at: y.value)
    trackers = (VelocityTracker(), VelocityTracker())
    trackers.x.add(0, at: time)
    trackers.y.add(0, at: time)
  }

  private func moved(_ dx: Double, _ dy: Double) {
    if abs(dx) + abs(dy) > 4 { drag.claim() }
    trackers.x.add(dx, at: time)
    trackers.y.add(dy, at: time)
    x.hold(at: grabbed.x - dx / scale)
    y.hold(at: grabbed.y - dy / scale)
    queueAllocate()
    queueDraw()
  }

  private func ended() {
    let velocity = (x: -trackers.x.velocity(at: time) / scale, y: -trackers.y.velocity(at: time) / scale)
    throwing(&x, velocity.x)
    throwing(&y, velocity.y)
    start()
  }

  private func throwing(_ motion: inout Motion, _ velocity: Double) {
    let target = MotionRule.projection(from: motion.value, velocity: velocity * 0.5)
    motion.spring(
      to: min(max(target, -1200), 1200), velocity: velocity, response: 1.2, dampingRatio: 1, unit: 100)
  }

  private func start() {
    queueDraw()
    guard !isTicking else { return }
    isTicking = true
    addTick { [weak self] time in
      guard let self else { return false }
      let now = Double(time) / 1_000_000
      _ = self.x.tick(now)
      _ = self.y.tick(now)
      _ = self.zoom.tick(now)
      self.queueAllocate()
      self.queueDraw()
      self.isTicking = self.x.isMoving || self.y.isMoving || self.zoom.isMoving
      return self.isTicking
    }
  }

  // MARK: Drawing

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    (0, 400)
  }

  private func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    ((x - self.x.value) * scale + middle.x, (y - self.y.value) * scale + middle.y)
  }

  override func sizeAllocate(width: Int, height: Int) {
    for (label, spot) in zip(labels, MapPlace.all) {
      let at = place(spot.x, spot.y)
      let w = label.measured(.horizontal).natural
      label.allocate(
        width: w, height: label.measured(.vertical).natural, x: (at.x - Double(w) / 2).rounded(),
        y: (at.y + 6).rounded())
    }
  }

  override func snapshot(_ snapshot: Snapshot) {
    let frame = Rect(width: Double(width), height: Double(height))
    snapshot.fill(frame, Ink.land)
    let scale = self.scale
    let origin = place(0, 0)
    snapshot.transformed(x: origin.x, y: origin.y, scale: scale) {
      let left = self.x.value - self.middle.x / scale
      let top = self.y.value - self.middle.y / scale
      let seen = Rect(x: left, y: top, width: frame.width / scale, height: frame.height / scale)
      self.drawTown(snapshot, seen)
    }
    for spot in MapPlace.all {
      let at = place(spot.x, spot.y)
      snapshot.fill(Rect(x: at.x - 8, y: at.y - 14, width: 16, height: 16), radius: 8, Ink.ring)
      snapshot.fill(Rect(x: at.x - 6, y: at.y - 12, width: 12, height: 12), radius: 6, Ink.pin)
    }
    snapshotChildren(snapshot)
  }

  private enum Ink {
    static let land = Color(red: 0.925, green: 0.914, blue: 0.871)
    static let house = Color(red: 0.855, green: 0.835, blue: 0.784)
    static let tall = Color(red: 0.812, green: 0.784, blue: 0.729)
    static let park = Color(red: 0.741, green: 0.835, blue: 0.651)
    static let water = Color(red: 0.600, green: 0.773, blue: 0.847)
    static let road = Color(red: 1, green: 1, blue: 1)
    static let main = Color(red: 0.984, green: 0.886, blue: 0.639)
    static let ring = Color(red: 1, green: 1, blue: 1)
    static let pin = Color(red: 0.769, green: 0.224, blue: 0.180)
  }

  private func drawTown(_ snapshot: Snapshot, _ seen: Rect) {
    // The sea to the east, a canal through the town.
    snapshot.fill(Rect(x: 760, y: -3000, width: 3000, height: 6000), Ink.water)
    snapshot.fill(Rect(x: -3000, y: 150, width: 3800, height: 38), Ink.water)
    snapshot.fill(Rect(x: 300, y: -260, width: 480, height: 130), radius: 40, Ink.water)
    let step = 100.0
    let firstColumn = Int((seen.x / step).rounded(.down))
    let lastColumn = Int(((seen.x + seen.width) / step).rounded(.up))
    let firstRow = Int((seen.y / step).rounded(.down))
    let lastRow = Int(((seen.y + seen.height) / step).rounded(.up))
    for row in max(firstRow, -14)...max(min(lastRow, 13), max(firstRow, -14)) {
      for column in max(firstColumn, -14)...max(min(lastColumn, 7), max(firstColumn, -14)) where column < 7 {
        drawBlock(snapshot, column, row)
      }
    }
    snapshot.fill(Rect(x: -1400, y: -6, width: 2150, height: 12), Ink.main)
    snapshot.fill(Rect(x: -206, y: -1400, width: 12, height: 2800), Ink.main)
  }

  /// A block of houses or a park, the same one each time.
  private func drawBlock(_ snapshot: Snapshot, _ column: Int, _ row: Int) {
    let x = Double(column) * 100
    let y = Double(row) * 100
    let chance = ((column &* 73_856_093) ^ (row &* 19_349_663)) & 0xff
    if row == 1 {
      // Along the canal there are bridges and no houses.
      if chance % 3 == 0 { snapshot.fill(Rect(x: x - 6, y: y + 44, width: 12, height: 52), Ink.road) }
      return
    }
    let block = Rect(x: x + 5, y: y + 5, width: 90, height: 90)
    if chance < 34 { return snapshot.fill(block, radius: 10, Ink.park) }
    snapshot.fill(Rect(x: x, y: y, width: 100, height: 100), Ink.road)
    snapshot.fill(block, Ink.land)
    for number in 0..<4 {
      let bits = (chance >> number) & 3
      let inner = Rect(
        x: x + 10 + Double(number % 2) * 42, y: y + 10 + Double(number / 2) * 42,
        width: 30 + Double(bits) * 3,
        height: 38 - Double(bits) * 3)
      snapshot.fill(inner, bits == 3 ? Ink.tall : Ink.house)
    }
  }
}
