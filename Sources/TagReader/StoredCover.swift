import CGdkPixbuf
import CXXHash
import Glibc
import PlayerCore

/// A cover as it is kept on disk: eight bytes that say so, a checksum of the rest, the three colours, and the picture
/// as JPEG, or as PNG if something shines through it.
enum StoredCover {
  private static let magic = Array("nagcov01".utf8)
  private static let headSize = 8 + 8 + 9
  /// More than any that is made here has.
  private static let mostBytes = 16 << 20

  /// - Parameter image: the same picture, for its colours.
  static func encoded(_ pixbuf: Held, _ image: CoverImage) -> StoredCoverReply {
    guard let picture = compressed(pixbuf, image) else { return .failure(.brokenCover) }
    var body: [UInt8] = []
    for color in [image.colors.top, image.colors.bottom, image.colors.accent] {
      body += [color.red, color.green, color.blue]
    }
    body += picture
    var writer = TagWireWriter()
    writer.put(XXH3_64bits(body, body.count))
    return .success(magic + writer.bytes + body)
  }

  static func read(_ descriptor: Int32, maximumEdge: Int) -> CoverReply {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size > headSize, size <= mostBytes else { return .failure(.brokenCover) }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = pread(descriptor, buffer.baseAddress! + count, size - count, count)
        guard part > 0 else { break }
        count += part
      }
    }
    guard bytes.count == size, bytes.starts(with: magic) else { return .failure(.brokenCover) }
    return bytes.withUnsafeBytes { bytes in
      let checksum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      guard checksum == XXH3_64bits(bytes.baseAddress! + 16, size - 16) else {
        return .failure(.brokenCover)
      }
      func color(_ at: Int) -> CoverColor {
        CoverColor(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2])
      }
      let colors = CoverColors(top: color(16), bottom: color(19), accent: color(22))
      var rest = UnsafeRawBufferPointer(rebasing: bytes[headSize...])
      return CoverDecoding.decode(maximumEdge: maximumEdge) {
        defer { rest = UnsafeRawBufferPointer(start: nil, count: 0) }
        return rest
      }.flatMap { CoverDecoding.image($0, colors: colors) }
    }
  }

  private static func compressed(_ pixbuf: Held, _ image: CoverImage) -> [UInt8]? {
    // gdk-pixbuf leaves alpha out when it saves a JPEG.
    let isSeenThrough =
      image.hasAlpha
      && stride(from: 3, to: image.pixels.count, by: 4).contains { image.pixels[$0] != 255 }
    return isSeenThrough ? save(pixbuf, "png", [:]) : save(pixbuf, "jpeg", ["quality": "90"])
  }

  private static func save(_ pixbuf: Held, _ type: String, _ options: [String: String]) -> [UInt8]? {
    var keys: [UnsafeMutablePointer<CChar>?] = options.keys.map { strdup($0) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] = options.values.map { strdup($0) } + [nil]
    defer { for text in keys + values { free(text) } }
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    let isSaved = withExtendedLifetime(pixbuf) {
      gdk_pixbuf_save_to_bufferv(pixbuf.pointer, &buffer, &count, type, &keys, &values, nil) != 0
    }
    guard isSaved else { return nil }
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
  }
}
