import CGdkPixbuf
import CTagLib
import CXXHash
import Glibc
import PlayerCore

/// Pictures to pixels.
enum CoverDecoding {
  /// Loads the picture loaders, which are files of their own.
  static func prepare() {
    for format in PictureFormat.allCases {
      guard let loader = Held(adopting: gdk_pixbuf_loader_new_with_type(format.loaderName, nil)) else {
        continue
      }
      gdk_pixbuf_loader_close(loader.loader, nil)
    }
  }

  static func cover(_ descriptor: Int32, origin: CoverOrigin, maximumEdge: Int) -> CoverReply {
    if origin == .stored { return StoredCover.read(descriptor, maximumEdge: maximumEdge) }
    return withPicture(descriptor, origin) { next in
      decode(maximumEdge: maximumEdge, next).flatMap { image($0, colors: nil) }
    }
  }

  static func hash(_ descriptor: Int32, origin: CoverOrigin) -> PictureHashReply {
    withPicture(descriptor, origin) { next in
      guard let state = XXH3_createState() else { return .failure(.readError) }
      defer { XXH3_freeState(state) }
      XXH3_128bits_reset(state)
      var part = next()
      while part.count > 0 {
        XXH3_128bits_update(state, part.baseAddress, part.count)
        part = next()
      }
      let hash = XXH3_128bits_digest(state)
      return .success(PictureHash(high: hash.high64, low: hash.low64))
    }
  }

  static func storedCover(
    _ descriptor: Int32, origin: CoverOrigin, maximumEdge: Int
  ) -> StoredCoverReply {
    withPicture(descriptor, origin) { next in
      decode(maximumEdge: maximumEdge, next).flatMap { pixbuf in
        image(pixbuf, colors: nil).flatMap { StoredCover.encoded(pixbuf, $0) }
      }
    }
  }

  /// Finds the picture. `body` gets what gives its bytes, part by part, until it gives nothing.
  private static func withPicture<Value>(
    _ descriptor: Int32, _ origin: CoverOrigin,
    _ body: (() -> UnsafeRawBufferPointer) -> Result<Value, TagProblem>
  ) -> Result<Value, TagProblem> {
    switch origin {
    case .embedded:
      return TagReading.withFile(descriptor, extensionHint: "") { file in
        var count = 0
        let pictures = UnsafeBufferPointer(start: ctl_get_pictures(file, &count), count: count)
        // The front cover, else the first picture.
        guard let picture = pictures.first(where: { $0.type == 3 }) ?? pictures.first else {
          return .failure(.noCover)
        }
        var rest = UnsafeRawBufferPointer(start: picture.data, count: picture.length)
        return body {
          let part = UnsafeRawBufferPointer(rebasing: rest.prefix(chunk))
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(chunk))
          return part
        }
      }
    case .picture, .stored:
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
      defer { buffer.deallocate() }
      var offset = 0
      return body {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
        guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        offset += count
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
      }
    }
  }

  private static let chunk = 65536
  /// A larger picture would take more memory than any cover is worth.
  private static let mostPixels = 100_000_000

  /// What the loader's size signal is told and tells.
  private struct Sizing {
    var maximumEdge: Int32
    var isTooLarge = false
  }

  /// Decodes what `next` gives, part by part, until it gives nothing.
  static func decode(
    maximumEdge: Int, _ next: () -> UnsafeRawBufferPointer
  ) -> Result<Held, TagProblem> {
    var part = next()
    guard let format = PictureFormat(head: part) else { return .failure(.unknownCoverFormat) }
    if let pixels = format.pixelCount(head: part), pixels > mostPixels { return .failure(.coverTooLarge) }
    // Only the loader for what it is: not whatever of the installed loaders feels called.
    guard let held = Held(adopting: gdk_pixbuf_loader_new_with_type(format.loaderName, nil)) else {
      return .failure(.unknownCoverFormat)
    }
    defer { withExtendedLifetime(held) {} }
    let loader = held.loader

    var sizing = Sizing(maximumEdge: Int32(maximumEdge))
    return withUnsafeMutablePointer(to: &sizing) { sizing in
      let prepared:
        @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, Int32, Int32, UnsafeMutableRawPointer) -> Void =
          {
            loader, width, height, data in
            let sizing = data.assumingMemoryBound(to: Sizing.self)
            guard width > 0, height > 0, Int(width) * Int(height) <= CoverDecoding.mostPixels else {
              sizing.pointee.isTooLarge = true
              // Zero makes the loader give up before it takes memory.
              gdk_pixbuf_loader_set_size(loader, 0, 0)
              return
            }
            let longer = max(width, height)
            guard longer > sizing.pointee.maximumEdge else { return }
            func scaled(_ length: Int32) -> Int32 {
              max(
                1,
                Int32((Int64(length) * Int64(sizing.pointee.maximumEdge) + Int64(longer) / 2) / Int64(longer))
              )
            }
            gdk_pixbuf_loader_set_size(loader, scaled(width), scaled(height))
          }
      g_signal_connect_data(
        loader, "size-prepared", unsafeBitCast(prepared, to: GCallback.self), sizing, nil, GConnectFlags(0))

      var isWhole = true
      while part.count > 0 {
        isWhole =
          gdk_pixbuf_loader_write(
            loader, part.baseAddress?.assumingMemoryBound(to: guchar.self), gsize(part.count), nil) != 0
        if !isWhole || sizing.pointee.isTooLarge { break }
        part = next()
      }
      // Closed in any case: an open loader complains when it is freed.
      let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
      if sizing.pointee.isTooLarge { return .failure(.coverTooLarge) }
      guard isWhole, isClosed, let decoded = gdk_pixbuf_loader_get_pixbuf(loader) else {
        return .failure(.brokenCover)
      }
      return upright(decoded, maximumEdge: maximumEdge)
    }
  }

  private static func upright(_ decoded: OpaquePointer, maximumEdge: Int) -> Result<Held, TagProblem> {
    // Turned as the camera says. A new reference in any case.
    guard let pixbuf = Held(adopting: gdk_pixbuf_apply_embedded_orientation(decoded)) else {
      return .failure(.brokenCover)
    }
    // Loaders are free to ignore the size that they were asked for.
    let longer = max(pixbuf.width, pixbuf.height)
    guard longer > maximumEdge else { return .success(pixbuf) }
    func scaled(_ length: Int) -> Int32 { max(1, Int32(length * maximumEdge / longer)) }
    guard
      let smaller = Held(
        adopting: gdk_pixbuf_scale_simple(
          pixbuf.pointer, scaled(pixbuf.width), scaled(pixbuf.height), GDK_INTERP_BILINEAR))
    else { return .failure(.brokenCover) }
    return .success(smaller)
  }

  /// - Parameter colors: if they are known.
  static func image(_ pixbuf: Held, colors: CoverColors?) -> CoverReply {
    let (width, height) = (pixbuf.width, pixbuf.height)
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf.pointer))
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf.pointer))
    guard let source = gdk_pixbuf_read_pixels(pixbuf.pointer), channels == 3 || channels == 4 else {
      return .failure(.brokenCover)
    }
    // Rows without padding; gdk-pixbuf's last row has none anyway.
    let rowBytes = width * channels
    let pixels = withExtendedLifetime(pixbuf) {
      [UInt8](unsafeUninitializedCapacity: rowBytes * height) { target, count in
        for row in 0..<height {
          memcpy(target.baseAddress! + row * rowBytes, source + row * stride, rowBytes)
        }
        count = rowBytes * height
      }
    }
    let colors =
      colors
      ?? pixels.withUnsafeBytes {
        CoverColors(width: width, height: height, rowBytes: rowBytes, hasAlpha: channels == 4, pixels: $0)
      }
    return .success(
      CoverImage(
        width: width, height: height, rowBytes: rowBytes, hasAlpha: channels == 4, pixels: pixels,
        colors: colors))
  }
}

extension Held {
  /// Of a picture, in pixels.
  fileprivate var width: Int { Int(gdk_pixbuf_get_width(pointer)) }
  fileprivate var height: Int { Int(gdk_pixbuf_get_height(pointer)) }
}

/// The picture formats that covers have.
enum PictureFormat: CaseIterable {
  case jpeg, png, webp, gif, bmp

  init?(head: UnsafeRawBufferPointer) {
    func starts(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      head.count >= offset + magic.count && head[offset..<offset + magic.count].elementsEqual(magic)
    }
    if starts([0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if starts([0x89, 0x50, 0x4e, 0x47]) {
      self = .png
    } else if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else if starts(Array("GIF8".utf8)) {
      self = .gif
    } else if starts(Array("BM".utf8)) {
      self = .bmp
    } else {
      return nil
    }
  }

  /// gdk-pixbuf's name for it.
  var loaderName: String {
    switch self {
    case .jpeg: return "jpeg"
    case .png: return "png"
    case .webp: return "webp"
    case .gif: return "gif"
    case .bmp: return "bmp"
    }
  }

  /// How many pixels a WebP picture has, whose loader does not ask before it decodes; `nil` for others.
  func pixelCount(head: UnsafeRawBufferPointer) -> Int? {
    guard self == .webp, head.count >= 30 else { return nil }
    func little(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reversed().reduce(0) { $0 << 8 | Int(head[offset + $1]) }
    }
    switch String(decoding: head[12..<16], as: UTF8.self) {
    case "VP8 ": return (little(26, 2) & 0x3fff) * (little(28, 2) & 0x3fff)
    case "VP8L": return ((little(21, 4) & 0x3fff) + 1) * ((little(21, 4) >> 14 & 0x3fff) + 1)
    case "VP8X": return (little(24, 3) + 1) * (little(27, 3) + 1)
    default: return nil
    }
  }
}
