import GtkBridge
import PlayerCore

/// Covers as textures, the latest used kept. A cover that isn't in memory is read off the main thread, and
/// whoever shows it by then gets it.
@MainActor
final class Covers {
  /// How large a cover is shown.
  enum Resolution: Hashable {
    /// In lists.
    case row
    /// In the rows of covers of the Home tab.
    case shelf
    /// In grids and on pages.
    case grid
    /// In the full player.
    case full

    /// The longer side on a display of scale 1, in pixels.
    var pixels: Int {
      switch self {
      case .row: 64
      case .shelf: CoverRow.side
      case .grid: 224
      case .full: 512
      }
    }
  }

  private struct Key: Hashable {
    let cover: String
    let resolution: Resolution
    /// Device pixels a logical pixel.
    var scale = 1
  }

  /// Reads a cover, scaled to at most `pixels` on its longer side; `nil` when it can't be read.
  typealias Read = @Sendable (_ key: String, _ pixels: Int) async -> CoverImage?

  private let read: Read
  private var kept: [Key: (texture: Texture, bytes: Int, used: UInt64)] = [:]
  private var bytes = 0
  private var clock: UInt64 = 0
  private var waiting: [Key: [Waiting]] = [:]
  /// Of those that are waited for: what is being read may be another picture by now.
  private var outdated: Set<Key> = []
  private var broken: Set<String> = []
  /// All that show covers, to be told when one is another.
  private var artworks: [Waiting] = []
  private var mostArtworks = 64

  private struct Waiting {
    weak var artwork: Artwork?
  }

  private var looking: SourceToken?
  /// Milliseconds from one look to the next: covers that are flung past are not read.
  private static let lookInterval: UInt32 = 30

  /// What the textures may take, in bytes: some three screens of a grid.
  private static let capacity = 16 << 20

  init(read: @escaping Read) { self.read = read }

  /// Tells this one when the cover that it shows is another.
  func follow(_ artwork: Artwork) {
    if artworks.count >= mostArtworks {
      artworks.removeAll { $0.artwork == nil }
      mostArtworks = max(64, artworks.count * 2)
    }
    artworks.append(Waiting(artwork: artwork))
  }

  /// Looks which covers are still to be asked for.
  func lookSoon() {
    guard looking == nil else { return }
    looking = MainLoop.after(milliseconds: Self.lookInterval) { [weak self] in self?.look() }
  }

  private func look() {
    looking = nil
    var isMore = false
    for waiter in artworks where waiter.artwork?.look() == true { isMore = true }
    if isMore { lookSoon() }
  }

  /// The cover if it is in memory.
  func known(_ cover: String, _ resolution: Resolution, for artwork: Artwork) -> Texture? {
    let key = Key(cover: cover, resolution: resolution, scale: artwork.scaleFactor)
    clock += 1
    kept[key]?.used = clock
    return kept[key]?.texture
  }

  /// Lets go of the covers whose pictures may be others. Those on show are read anew.
  func forget(_ isOther: (_ cover: String) -> Bool) {
    for (key, entry) in kept where isOther(key.cover) {
      kept[key] = nil
      bytes -= entry.bytes
    }
    broken = broken.filter { !isOther($0) }
    for key in waiting.keys where isOther(key.cover) { outdated.insert(key) }
    for waiter in artworks {
      guard let artwork = waiter.artwork, let cover = artwork.key, isOther(cover) else { continue }
      artwork.readAgain()
    }
  }

  /// The cover if it is in memory; else it is read, and `artwork` is told.
  func texture(_ cover: String, _ resolution: Resolution, for artwork: Artwork) -> Texture? {
    let scale = artwork.scaleFactor
    let key = Key(cover: cover, resolution: resolution, scale: scale)
    clock += 1
    if let found = kept[key] {
      kept[key]?.used = clock
      return found.texture
    }
    guard !broken.contains(cover) else { return nil }
    let isFirst = waiting[key] == nil
    waiting[key, default: []].append(Waiting(artwork: artwork))
    if isFirst { fetch(key) }
    // Until it is there, a smaller or larger one of the same picture.
    for other in [Resolution.grid, .full, .shelf, .row] where other != resolution {
      if let found = kept[Key(cover: cover, resolution: other, scale: scale)] { return found.texture }
    }
    return nil
  }

  /// Whether a cover is known not to be readable, or not to be there.
  func isBroken(_ cover: String?) -> Bool { cover.map(broken.contains) ?? true }

  private func fetch(_ key: Key) {
    let read = read
    let cover = key.cover
    let pixels = key.resolution.pixels * key.scale
    Task { [weak self] in
      let image = await read(cover, pixels)
      self?.arrived(key, image)
    }
  }

  private func arrived(_ key: Key, _ image: CoverImage?) {
    Heap.giveBackSoon()
    if outdated.remove(key) != nil { return fetch(key) }
    let waiters = waiting.removeValue(forKey: key) ?? []
    clock += 1
    guard let image,
      let texture = Texture(
        width: image.width, height: image.height, stride: image.rowBytes, hasAlpha: image.hasAlpha,
        bytes: image.pixels)
    else {
      broken.insert(key.cover)
      for waiter in waiters { waiter.artwork?.arrived(key.cover, nil) }
      return
    }
    let size = 4 * texture.width * texture.height
    kept[key] = (texture, size, clock)
    bytes += size
    forget()
    for waiter in waiters { waiter.artwork?.arrived(key.cover, texture) }
  }

  /// Lets go of the longest unused until the rest fits.
  private func forget() {
    guard bytes > Self.capacity else { return }
    for (key, entry) in kept.sorted(by: { $0.value.used < $1.value.used }) {
      guard bytes > Self.capacity * 3 / 4 else { break }
      kept[key] = nil
      bytes -= entry.bytes
    }
  }
}
