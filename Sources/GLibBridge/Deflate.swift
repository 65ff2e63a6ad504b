import CGLib

/// The bytes compressed in zlib's format (RFC 1950), as PNG takes them. May be called on any thread.
/// - Parameter level: 1 (fast) to 9 (small).
public func deflated(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
  let converter = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, level)!
  defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
  var result: [UInt8] = []
  var room = [UInt8](repeating: 0, count: 1 << 16)
  var done = 0
  bytes.withUnsafeBytes { input in
    var state = G_CONVERTER_CONVERTED
    while state != G_CONVERTER_FINISHED {
      var read: gsize = 0
      var written: gsize = 0
      // An empty input still needs a pointer.
      let rest = UnsafeRawBufferPointer(rebasing: input[done...])
      state = g_converter_convert(
        converter, rest.baseAddress ?? UnsafeRawPointer(bitPattern: 1), gsize(rest.count), &room,
        gsize(room.count), G_CONVERTER_INPUT_AT_END, &read, &written, nil)
      // With this room and all input it can't fail.
      precondition(state != G_CONVERTER_ERROR, "zlib failed")
      done += Int(read)
      result += room[..<Int(written)]
    }
  }
  return result
}
