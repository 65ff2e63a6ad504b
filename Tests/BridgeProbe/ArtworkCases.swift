import Desktop
import GLibBridge
import Glibc
import PlayerCore

private let plain = CoverColor(red: 0, green: 0, blue: 0)

/// A picture of noise with padded rows.
private func picture(_ width: Int, _ height: Int, alpha: Bool) -> CoverImage {
  let channels = alpha ? 4 : 3
  let rowBytes = width * channels + 5
  var state: UInt64 = 1
  let pixels = (0..<rowBytes * height).map { _ -> UInt8 in
    state = state &* 6_364_136_223_846_793_005 &+ 1
    return UInt8(state >> 60) * 16
  }
  return CoverImage(
    width: width, height: height, rowBytes: rowBytes, hasAlpha: alpha, pixels: pixels,
    colors: CoverColors(top: plain, bottom: plain, accent: plain))
}

/// A picture's own bytes, without the padding.
private func tight(_ image: CoverImage) -> [UInt8] {
  let length = image.width * (image.hasAlpha ? 4 : 3)
  return (0..<image.height).flatMap {
    Array(image.pixels[$0 * image.rowBytes..<$0 * image.rowBytes + length])
  }
}

@MainActor private func folder() -> [UInt8] {
  Environment.join(Environment.cacheDirectory, Array("nagara/now-playing".utf8))
}

@MainActor
let artworkCases: Cases = [
  "aCoverBecomesAFileThatOthersCanRead": {
    for (width, height, alpha) in [(1, 1, false), (7, 5, true), (420, 300, false)] {
      let image = picture(width, height, alpha: alpha)
      let files = ArtworkFiles(folder: folder()) { _ in image }
      var isThere = false
      files.prepare("key") { isThere = true }
      expect(files.file("key") == nil, "at once")
      try await Probe.wait(for: "the file") { isThere }
      guard let path = files.file("key") else { return Probe.fail("no file") }
      let raw = path.bytes + Array(".raw".utf8)
      let format = alpha ? "rgba" : "rgb"
      let done = system("convert '\(path.displayPath)' -depth 8 '\(format):\(Environment.display(raw))'")
      expectEqual(done, 0)
      expect(content(raw) == tight(image), "\(width) × \(height) came out otherwise")
    }
  },

  "coversAreKeptByKeyAndOnlyAFew": {
    let stale = Environment.join(folder(), Array("cover-1-1.png".utf8))
    try Environment.makeFolder(folder())
    try Environment.write([1], to: stale)
    let image = picture(4, 4, alpha: false)
    let files = ArtworkFiles(folder: folder()) { $0 == "none" ? nil : image }
    var there: [String] = []
    for number in 0..<12 {
      let key = "key \(number)"
      files.prepare(key) { there.append(key) }
      files.prepare(key) { there.append("twice") }
      try await Probe.wait(for: key) { there.last == key }
    }
    files.prepare("key 11") { there.append("again") }
    files.prepare("none") { there.append("none") }
    try await Task.sleep(nanoseconds: 20_000_000)
    expectEqual(there, (0..<12).map { "key \($0)" })
    expect(files.file("key 0") == nil && files.file("none") == nil && files.file(nil) == nil, "too many")
    let paths = (5..<12).map { files.file("key \($0)") }
    expect(paths.allSatisfy { $0.map { Environment.exists($0.bytes) } == true }, "one is missing")
    expectEqual(Set(paths).count, 7)
    expectEqual(Environment.names(in: folder()).count, 7)
    expect(!Environment.exists(stale), "the last run's is still there")
  },

  "aFolderThatCannotBeMadeCostsOnlyTheCovers": {
    let image = picture(4, 4, alpha: false)
    let files = ArtworkFiles(folder: Array("/proc/nagara".utf8)) { _ in image }
    files.prepare("key") { Probe.fail("a file from nowhere") }
    try await Task.sleep(nanoseconds: 20_000_000)
    expect(files.file("key") == nil, "a file from nowhere")
  },
]

private func content(_ path: [UInt8]) -> [UInt8] {
  Environment.withCString(path) { path in
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }
}
