import GLibBridge
import PlayerCore

/// A picture as a PNG file (RFC 2083), 8 bits a channel.
func encodedPNG(_ image: CoverImage) -> [UInt8] {
  let channels = image.hasAlpha ? 4 : 3
  var rows: [UInt8] = []
  rows.reserveCapacity((image.width * channels + 1) * image.height)
  for y in 0..<image.height {
    let start = y * image.rowBytes
    let row = image.pixels[start..<start + image.width * channels]
    // Filter 1: each byte less the one of the pixel before it, which compresses better.
    rows.append(1)
    rows += row.prefix(channels)
    rows += zip(row.dropFirst(channels), row).map { $0 &- $1 }
  }
  // Depth 8, colour type 2 (RGB) or 6 (with alpha), the only compression and filter methods, not interlaced.
  let header = bigEndian(image.width) + bigEndian(image.height) + [8, image.hasAlpha ? 6 : 2, 0, 0, 0]
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    + chunk("IHDR", header) + chunk("IDAT", deflated(rows, level: 3)) + chunk("IEND", [])
}

private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
  let body = Array(name.utf8) + content
  return bigEndian(content.count) + body + bigEndian(Int(crc32(body)))
}

private func bigEndian(_ number: Int) -> [UInt8] {
  let value = UInt32(truncatingIfNeeded: number)
  return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// ISO 3309's, as PNG's appendix has it.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(0xffff_ffff) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
}

private let crcTable: [UInt32] = (0..<256).map { start in
  (0..<8).reduce(UInt32(start)) { value, _ in
    value & 1 == 0 ? value >> 1 : 0xedb8_8320 ^ (value >> 1)
  }
}
