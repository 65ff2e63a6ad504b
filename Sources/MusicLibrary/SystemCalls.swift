import Glibc
import PlayerCore

/// The environment, whose values are bytes.
enum ProcessEnvironment {
  /// `nil` if it is unset or empty.
  static func variable(_ name: String) -> [UInt8]? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}

/// An open file, by its descriptor.
public enum OpenFile {
  /// Writes all bytes, however many calls that takes.
  ///
  /// - Returns: 0, or what `errno` said when no more could be written.
  public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if count == 0 {
        return EIO
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
