import CGdkPixbuf

/// A reference to a GObject, given back when this goes. The app's `GLibBridge.Object` is of the main loop, which this
/// process has none of.
final class Held {
  let pointer: OpaquePointer

  /// Takes over a reference that the caller owns.
  init?(adopting pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  init?(adopting pointer: UnsafeMutablePointer<GdkPixbufLoader>?) {
    guard let pointer else { return nil }
    self.pointer = OpaquePointer(pointer)
  }

  var loader: UnsafeMutablePointer<GdkPixbufLoader> { UnsafeMutablePointer(pointer) }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}
