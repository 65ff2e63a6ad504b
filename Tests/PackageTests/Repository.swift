import Glibc

/// The checkout that these tests were built from.
enum Repository {
  /// Three folders up from this file.
  static let root: String = {
    let resolved = realpath(#filePath, nil)
    defer { free(resolved) }
    var path = Substring(resolved.map { String(cString: $0) } ?? #filePath)
    for _ in 0..<3 { path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
    return String(path)
  }()

  /// The text of a file, by its path from the root; nil if there is none.
  static func read(_ path: String) -> String? {
    guard let file = fopen(root + "/" + path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Files below a folder, by their paths from the root, sorted.
  static func files(_ folder: String, suffix: String = ".swift") -> [String] {
    guard let directory = opendir(root + "/" + folder) else { return [] }
    defer { closedir(directory) }
    var names: [(String, isFolder: Bool)] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      names.append((name, Int32(entry.pointee.d_type) == Int32(DT_DIR)))
    }
    var found: [String] = []
    for (name, isFolder) in names.sorted(by: { $0.0 < $1.0 }) {
      let path = folder + "/" + name
      if isFolder {
        found += files(path, suffix: suffix)
      } else if name.hasSuffix(suffix) {
        found.append(path)
      }
    }
    return found
  }

  /// Swift sources of the targets that are shipped.
  static let sources = files("Sources")

  /// The modules that a source imports.
  static func imports(of path: String) -> [String] {
    var modules: [String] = []
    for line in (read(path) ?? "").split(separator: "\n") {
      var words = line.split(separator: " ").map(String.init)
      while let first = words.first,
        first.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(first)
      {
        words.removeFirst()
      }
      guard words.count >= 2, words[0] == "import" else { continue }
      // `import struct Glibc.stat`
      let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
      modules.append(String(name.split(separator: ".")[0]))
    }
    return modules
  }
}

/// A target as the manifest writes it.
struct ManifestTarget {
  var name: String
  var isC: Bool
  var isTest: Bool
  var dependencies: [String]

  /// All targets of Package.swift, in order. The manifest makes each with one call whose first string is the
  /// name and whose first list of strings, if any, is the dependencies.
  static let all: [ManifestTarget] = {
    let text = Repository.read("Package.swift") ?? ""
    guard let start = text.range(of: "targets: [\n    //") ?? text.range(of: "\n  targets: [") else {
      return []
    }
    var targets: [ManifestTarget] = []
    for (call, arguments) in calls(in: text[start.upperBound...]) {
      let names = strings(in: arguments)
      guard let name = names.first else { continue }
      var dependencies: [String] = []
      let isC = call == ".systemLibrary" || call == ".target"
      if !isC, let open = arguments.firstIndex(of: "["), let close = arguments[open...].firstIndex(of: "]") {
        dependencies = strings(in: arguments[open..<close])
      }
      targets.append(
        ManifestTarget(name: name, isC: isC, isTest: call == "tests", dependencies: dependencies))
    }
    return targets
  }()

  private static let makers = [".systemLibrary", ".target", "module", "program", "tests"]

  /// The calls that make targets, with the text between their brackets.
  private static func calls(in text: Substring) -> [(String, Substring)] {
    var found: [(String, Substring)] = []
    var rest = text
    while let open = rest.firstIndex(of: "(") {
      var begin = open
      while begin > rest.startIndex {
        let before = rest.index(before: begin)
        guard rest[before].isLetter || rest[before] == "." else { break }
        begin = before
      }
      let call = String(rest[begin..<open])
      guard makers.contains(call) else {
        rest = rest[rest.index(after: open)...]
        continue
      }
      var depth = 0
      var end = open
      while end < rest.endIndex {
        if rest[end] == "(" { depth += 1 }
        if rest[end] == ")" {
          depth -= 1
          if depth == 0 { break }
        }
        end = rest.index(after: end)
      }
      found.append((call, rest[rest.index(after: open)..<end]))
      rest = rest[end...]
    }
    return found
  }

  private static func strings(in text: Substring) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}

extension StringProtocol {
  /// The first place of `text`.
  func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
