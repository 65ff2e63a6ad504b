import Glibc
import PlayerCore
import Testing

/// Runs the fuzz targets over what libFuzzer found worth keeping, its findings first of all.
@Suite struct FuzzCorpusTests {
  private static let folder = FilePath(#filePath)!.parent!.appending(Array("Fuzz/corpus".utf8))!

  private func inputs(_ target: FuzzTarget) -> [[UInt8]] {
    guard let folder = Self.folder.appending(Array(target.rawValue.utf8)),
      let stream = opendir(folder.bytes.map { CChar(bitPattern: $0) } + [0])
    else { return [] }
    defer { closedir(stream) }
    var inputs: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix("."), let path = folder.appending(Array(name.utf8)),
        let file = fopen(path.displayPath, "r")
      else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = fread(&bytes, 1, bytes.count, file)
      inputs.append(Array(bytes[..<count]))
    }
    return inputs
  }

  @Test(arguments: FuzzTarget.allCases)
  func nothingInTheCorpusBreaksARule(_ target: FuzzTarget) {
    let inputs = inputs(target)

    #expect(!inputs.isEmpty)
    for input in inputs {
      #expect(target.run(input) == nil, "\(String(decoding: input.prefix(200), as: UTF8.self))")
      // What a broken disk or a cut download makes of it.
      for length in stride(from: 0, to: min(input.count, 256), by: 7) {
        #expect(target.run(Array(input.prefix(length))) == nil)
      }
    }
  }
}
