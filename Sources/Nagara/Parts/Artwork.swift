import GtkBridge

/// A cover, or a note on a plain ground where there is none. Rounded and shadowed by CSS.
@MainActor
final class Artwork: CustomWidget {
  override class var cssName: String { "artwork" }
  override class var role: AccessibleRole { .image }

  /// How its size comes about.
  enum Size: Equatable {
    /// A square of so many logical pixels.
    case fixed(Int)
    /// As wide as its room, at least `minimum`, and square.
    case fluid(minimum: Int)
  }

  private let size: Size
  private let covers: Covers
  private let resolution: Covers.Resolution
  /// One of the many of a grid that scrolls: it holds its picture only while it is seen, and has it read when it has
  /// been seen for a moment.
  private let isLazy: Bool
  private let note: Image
  /// The cover shown or waited for.
  private(set) var key: String?
  private var texture: Texture?
  /// Whether the picture is still to be asked for.
  private(set) var awaitsSight = false
  /// The cover that was waited for at the last look.
  private var lookedAt: String?

  init(
    _ covers: Covers, _ size: Size, resolution: Covers.Resolution = .row,
    icon: String = "nagara-songs-symbolic", isLazy: Bool = false
  ) {
    self.size = size
    self.isLazy = isLazy
    self.covers = covers
    self.resolution = resolution
    note = Image(icon: icon)
    if case .fixed(let side) = size { note.pixelSize(max(16, side * 2 / 5)) } else { note.pixelSize(48) }
    super.init()
    clipsOverflow = true
    canTarget = false
    note.setParent(self)
    accessibleHidden(true)
    covers.follow(self)
    guard isLazy else { return }
    connect(Widget.mapped) { [weak self] in self?.cameIntoSight() }
    connect(Widget.unmapped) { [weak self] in self?.leftSight() }
  }

  /// Keeps showing the cover before until a new one has been read. Not in lists, whose rows show many things.
  var keepsPrevious = false

  /// Shows the cover of this key, at once if it is in memory, else when it has been read.
  func show(_ key: String?) {
    guard key != self.key || (key != nil && texture == nil && !awaitsSight) else { return }
    self.key = key
    awaitsSight = isLazy && !covers.isBroken(key)
    let found = awaitsSight ? nil : key.flatMap { covers.texture($0, resolution, for: self) }
    if found != nil || key == nil || !keepsPrevious || covers.isBroken(key) { texture = found }
    showNote()
    if isMapped { cameIntoSight() }
  }

  /// The picture of the cover may be another. What is shown stays until that is known.
  func readAgain() {
    guard !awaitsSight, let key, let found = covers.texture(key, resolution, for: self) else { return }
    arrived(key, found)
  }

  private func cameIntoSight() {
    guard awaitsSight, let key else { return }
    guard let known = covers.known(key, resolution, for: self) else { return covers.lookSoon() }
    awaitsSight = false
    arrived(key, known)
  }

  private func leftSight() {
    guard key != nil, texture != nil else { return }
    texture = nil
    awaitsSight = true
    showNote()
  }

  /// Asks for the picture if the same one was waited for at the last look; whether to look again.
  func look() -> Bool {
    guard awaitsSight, isMapped, let key else { return false }
    guard lookedAt == key else {
      lookedAt = key
      return true
    }
    awaitsSight = false
    if let found = covers.texture(key, resolution, for: self) { arrived(key, found) }
    return false
  }

  private func showNote() {
    // Not `visible`: nobody need measure anything.
    note.childVisible = texture == nil
    queueDraw()
  }

  /// Forgets the cover; a row that is out of view holds no picture.
  func clear() {
    key = nil
    texture = nil
    awaitsSight = false
  }

  /// The cover that this waits for has been read; `nil` if there is none.
  func arrived(_ key: String, _ texture: Texture?) {
    guard key == self.key else { return }
    guard !isLazy || isMapped || texture == nil else {
      awaitsSight = true
      return
    }
    self.texture = texture
    showNote()
  }

  override var isHeightForWidth: Bool { if case .fluid = size { true } else { false } }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    switch size {
    case .fixed(let side): (side, side)
    case .fluid(let minimum): orientation == .vertical && other > 0 ? (other, other) : (minimum, minimum)
    }
  }

  override func sizeAllocate(width: Int, height: Int) {
    note.allocate(width: width, height: height, x: 0, y: 0)
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let texture else {
      // By hand: a class that changes with every row would have GTK style it anew.
      if let ground = color(named: "art_bg") {
        snapshot.fill(Rect(width: Double(width), height: Double(height)), ground)
      }
      return snapshotChildren(snapshot)
    }
    // Fills the square; what is over on the longer side is clipped.
    let w = Double(width)
    let h = Double(height)
    let scale = max(w / Double(texture.width), h / Double(texture.height))
    let shown = Rect(
      x: (w - Double(texture.width) * scale) / 2, y: (h - Double(texture.height) * scale) / 2,
      width: Double(texture.width) * scale, height: Double(texture.height) * scale)
    snapshot.texture(texture, in: shown)
  }
}
