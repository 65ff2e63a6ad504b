/// What an entry's place may mean.
public enum PlaylistCandidates {
  /// What an entry is about.
  public enum Target: Hashable, Sendable {
    /// Paths to try, the likeliest first. Relative ones have been put behind the list's folder.
    case paths([FilePath])
    /// An address of a stream.
    case stream(String)
    /// An address of a kind that is not played; its scheme.
    case unknownAddress(String)
    /// No place at all: empty, or with a NUL.
    case nothing
  }

  /// An entry is tried literally, with `\` as `/`, percent-decoded, both, and each of these with its bytes decoded
  /// from the list's charset.
  ///
  /// - Parameters:
  ///   - location: as the list has it.
  ///   - folder: the list's.
  ///   - decode: the list's charset, as far as it is known.
  public static func target(
    of location: [UInt8], in folder: FilePath, decode: ([UInt8]) -> String = TextBytes.text
  ) -> Target {
    let trimmed = Array(TextBytes.trimmed(location[...]))
    guard !trimmed.isEmpty, !trimmed.contains(0) else { return .nothing }
    if let scheme = scheme(of: trimmed) {
      switch scheme {
      case "http", "https": return .stream(decode(trimmed))
      case "file":
        let paths = filePaths(trimmed)
        return paths.isEmpty ? .nothing : .paths(paths)
      default:
        // A file may be called `a:b.mp3`; only what has `//` behind it is an address for sure.
        if trimmed.dropFirst(scheme.utf8.count + 1).starts(with: "//".utf8) { return .unknownAddress(scheme) }
      }
    }
    var forms: [[UInt8]] = []
    func add(_ bytes: [UInt8]) {
      for form in [bytes, forward(bytes), unescaped(bytes), unescaped(forward(bytes))]
      where !form.isEmpty && !form.contains(0) && !forms.contains(form) { forms.append(form) }
    }
    add(location)
    add(trimmed)
    add(Array(decode(trimmed).utf8))
    let slash = UInt8(ascii: "/")
    return .paths(forms.compactMap { $0.first == slash ? FilePath(bytes: $0) : folder.appending($0) })
  }

  /// The scheme that an address begins with, in lower case; `nil` for a path. One letter is a Windows drive.
  static func scheme(of location: [UInt8]) -> String? {
    guard let colon = location.firstIndex(of: UInt8(ascii: ":")), colon > 1, colon <= 16 else { return nil }
    let scheme = location[..<colon].map(TextBytes.lowered)
    let isScheme = scheme.enumerated().allSatisfy { index, byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (index > 0 && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte))
        || (index > 0 && "+-.".utf8.contains(byte))
    }
    return isScheme ? String(decoding: scheme, as: UTF8.self) : nil
  }

  /// `file:` as RFC 8089 has it, else as people write it: unescaped, with a host, with backslashes.
  private static func filePaths(_ uri: [UInt8]) -> [FilePath] {
    var paths: [FilePath] = []
    func add(_ path: FilePath?) {
      if let path, !paths.contains(path) { paths.append(path) }
    }
    add(FilePath(fileURI: String(decoding: uri, as: UTF8.self)))
    var rest = forward(Array(uri.dropFirst("file:".utf8.count)))[...]
    let slash = UInt8(ascii: "/")
    if rest.starts(with: "//".utf8) { rest = rest.dropFirst(2).drop { $0 != slash } }
    guard rest.first == slash else { return paths }
    add(FilePath(bytes: Array(rest)))
    add(FilePath(bytes: unescaped(Array(rest))))
    return paths
  }

  private static func forward(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
  }

  /// With `%41` as `A`; a `%` without two hexadecimal digits stays.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
      default: return nil
      }
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
