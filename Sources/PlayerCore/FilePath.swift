/// A path on a file system: bytes, not text. A name that is not valid UTF-8, or that holds a newline, a `#`
/// or a `%`, is a path like any other.
public struct FilePath: Hashable, Sendable {
  /// The bytes of the path, without a terminating NUL. Never contains a NUL.
  public let bytes: [UInt8]

  public func hash(into hasher: inout Hasher) {
    // All at once: as an array they would be hashed one by one.
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// A path of these bytes; `nil` if they are empty or hold a NUL, which no file name can.
  public init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  /// A path whose bytes are the UTF-8 of `string`; `nil` if it is empty or holds a NUL.
  public init?(_ string: String) {
    self.init(bytes: Array(string.utf8))
  }

  /// The local path of a `file:` URI (RFC 8089): `file:///p`, `file://localhost/p` or `file:/p`. `nil` for
  /// another scheme, another host, a broken `%` escape, an escaped NUL or `/`, or a fragment.
  public init?(fileURI: String) {
    let scheme = Array("file:".utf8)
    let uri = Array(fileURI.utf8)
    guard uri.count > scheme.count, zip(uri, scheme).allSatisfy({ FilePath.lowered($0) == $1 }) else {
      return nil
    }
    var rest = uri[scheme.count...]
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      let host = rest[..<slash]
      guard host.isEmpty || host.map(FilePath.lowered) == Array("localhost".utf8) else { return nil }
      rest = rest[slash...]
    }
    guard rest.first == UInt8(ascii: "/"), !rest.contains(UInt8(ascii: "#")) else { return nil }
    var path: [UInt8] = []
    path.reserveCapacity(rest.count)
    var index = rest.startIndex
    while index < rest.endIndex {
      guard rest[index] == UInt8(ascii: "%") else {
        path.append(rest[index])
        index += 1
        continue
      }
      guard index + 2 < rest.endIndex, let high = FilePath.hexValue(rest[index + 1]),
        let low = FilePath.hexValue(rest[index + 2])
      else { return nil }
      let byte = high << 4 | low
      // An escaped slash would be part of a name, which no file system allows.
      guard byte != UInt8(ascii: "/") else { return nil }
      path.append(byte)
      index += 3
    }
    self.init(bytes: path)
  }

  /// The `file://` URI of an absolute path, every byte outside RFC 3986's path characters escaped. Decoding
  /// it gives the same bytes. A relative path has no URI of its own: its bytes are escaped as they are.
  public var fileURI: String {
    var uri = Array("file://".utf8)
    uri.reserveCapacity(uri.count + bytes.count)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      if FilePath.isPlainInURI(byte) {
        uri.append(byte)
      } else {
        uri.append(UInt8(ascii: "%"))
        uri.append(digits[Int(byte >> 4)])
        uri.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }

  /// The bytes after the last slash (of `/music/a.flac`: `a.flac`); all of them when there is none.
  public var lastComponent: [UInt8] {
    var end = bytes.endIndex
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    let trimmed = bytes[..<end]
    guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")), slash + 1 < end else { return Array(trimmed) }
    return Array(trimmed[(slash + 1)...])
  }

  /// The folder that holds this; `nil` for `/` and for a bare name.
  public var parent: FilePath? {
    var end = bytes.endIndex
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    guard let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/")), end > 1 else { return nil }
    return FilePath(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
  }

  /// Whether this is `folder` or lies in it.
  public func isInside(_ folder: FilePath) -> Bool {
    let slash = UInt8(ascii: "/")
    let stem = folder.bytes.last == slash ? folder.bytes.dropLast() : folder.bytes[...]
    guard bytes.starts(with: stem) else { return false }
    return bytes.count == stem.count || bytes[stem.count] == slash
  }

  /// The same path without slashes at its end; `/` stays.
  public var withoutTrailingSlash: FilePath {
    var end = bytes.endIndex
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return end == bytes.endIndex ? self : FilePath(bytes: Array(bytes[..<end])) ?? self
  }

  /// This folder's entry `name`.
  public func appending(_ name: [UInt8]) -> FilePath? {
    let separator: [UInt8] = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + separator + name)
  }

  /// The last component for people: bytes that are not UTF-8 show as U+FFFD. Not to be turned back into a path.
  public var displayName: String { String(decoding: lastComponent, as: UTF8.self) }

  /// The whole path for people: bytes that are not UTF-8 show as U+FFFD. Not to be turned back into a path.
  public var displayPath: String { String(decoding: bytes, as: UTF8.self) }

  // RFC 3986: pchar without the percent sign and without `;`, which old parsers take for parameters.
  private static func isPlainInURI(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default:
      return plainPunctuation.contains(byte)
    }
  }

  private static let plainPunctuation = Set("-._~!$&'()*+,=:@/".utf8)

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 32 : byte
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
    default: return nil
    }
  }
}

extension FilePath: CustomStringConvertible {
  public var description: String { displayPath }
}
