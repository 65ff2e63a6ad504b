import GtkBridge
import MusicLibrary
import PlayerCore

/// The covers of what is in a list: four in a square where there are as many, else the first.
@MainActor
final class Mosaic: CustomWidget {
  override class var cssName: String { "artwork" }
  override class var role: AccessibleRole { .image }

  private let covers: Covers
  private let side: Int
  private let resolution: Covers.Resolution
  private let icon: String
  private var tiles: [Artwork] = []

  /// - Parameter icon: stands where there is no cover.
  init(_ covers: Covers, side: Int, resolution: Covers.Resolution, icon: String = "nagara-songs-symbolic") {
    self.covers = covers
    self.side = side
    self.resolution = resolution
    self.icon = icon
    super.init()
    clipsOverflow = true
    canTarget = false
    addClass("mosaic")
    accessibleHidden(true)
    show([])
  }

  /// Shows these covers: of fewer than four only the first.
  func show(_ keys: [String]) {
    let shown = keys.count >= 4 ? Array(keys.prefix(4)).map(Optional.some) : [keys.first]
    if tiles.count != shown.count { makeTiles(shown.count) }
    for (tile, key) in zip(tiles, shown) { tile.show(key) }
  }

  /// Forgets the covers.
  func clear() { for tile in tiles { tile.clear() } }

  private func makeTiles(_ count: Int) {
    for tile in tiles { tile.unparent() }
    tiles = (0..<count).map { _ in
      Artwork(
        covers, count == 1 ? .fixed(side) : .fluid(minimum: 1),
        resolution: count == 1 || side > 100 ? resolution : .row, icon: icon)
    }
    for tile in tiles { tile.setParent(self) }
  }

  override func measure(_ orientation: Orientation, for other: Int) -> (minimum: Int, natural: Int) {
    (side, side)
  }

  override func sizeAllocate(width: Int, height: Int) {
    guard tiles.count > 1 else {
      tiles.first?.allocate(width: width, height: height, x: 0, y: 0)
      return
    }
    let (w, h) = ((width + 1) / 2, (height + 1) / 2)
    for (index, tile) in tiles.enumerated() {
      tile.allocate(
        width: w, height: h, x: Double(index % 2 * (width - w)), y: Double(index / 2 * (height - h)))
    }
  }
}

extension LibraryState {
  /// The covers that these tracks begin with, each once, as many as a mosaic shows.
  func coverKeys(of tracks: some Sequence<TrackID>) -> [String] {
    var keys: [String] = []
    for id in tracks {
      guard let key = self.tracks[id]?.coverKey, !keys.contains(key) else { continue }
      keys.append(key)
      if keys.count == 4 { break }
    }
    return keys
  }
}
