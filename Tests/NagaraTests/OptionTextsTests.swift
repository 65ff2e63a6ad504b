import Glibc
import Testing

@testable import Nagara

/// The command line is written down in several places: the parser, `--help`, the man page, three shells'
/// completions. All name the same.
@Suite struct OptionTexts {
  /// A file of the checkout, as text.
  private func read(_ path: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/\(path)", "r"), "\(path)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func options(in text: String) -> Set<String> {
    Set(text.matches(of: #/--([a-z]+)/#).map { String($0.1) })
  }

  private var help: Set<String> { options(in: Options.help) }
  private func manPage() throws -> String { try read("data/nagara.1").replacing("\\-", with: "-") }

  @Test func helpNamesWhatIsUnderstood() throws {
    let source = try read("Sources/Nagara/App/Options.swift")
    // As a program's argument; in a message it stands in quotation marks of its own.
    let parsed = Set(source.matches(of: #/"--([a-z-]+)"/#).map { String($0.1) })
    #expect(parsed.subtracting(["gapplication-service"]) == help)
  }

  @Test func theManPageNamesTheSame() throws {
    #expect(options(in: try manPage()) == help)
  }

  @Test func completionsNameTheSame() throws {
    #expect(options(in: try read("data/completions/nagara.bash")) == help)
    #expect(options(in: try read("data/completions/_nagara")) == help)
    let fish = try read("data/completions/nagara.fish").matches(of: #/ -l ([a-z]+)/#).map { String($0.1) }
    #expect(Set(fish) == help)
  }

  @Test(arguments: ["nagara.1", "completions/nagara.bash", "completions/_nagara", "completions/nagara.fish"])
  func everyListIsNamed(_ file: String) throws {
    let words = Set(try read("data/" + file).matches(of: #/[a-z]+/#).map { String($0.0) })
    for list in Listing.allCases { #expect(words.contains(list.rawValue), "\(list)") }
  }

  @Test func theManPageExplainsEveryNameInTheJSON() throws {
    // What it prints in bold, one or two words a line.
    var bold: Set<Substring> = []
    for line in try manPage().split(separator: "\n") where line.hasPrefix(".B") {
      bold.formUnion(line.split { " ,".contains($0) }.dropFirst().map { $0.drop { $0 == "\"" } })
    }
    let sources = [
      "Headless/FactsJSON", "Headless/ImportList", "Headless/Inspect", "Headless/Listing", "Headless/Scan",
      "App/RemoteCommand",
    ]
    for source in sources {
      let names = try read("Sources/Nagara/\(source).swift").matches(of: #/"([a-zA-Z0-9]+)":/#)
      #expect(!names.isEmpty, "\(source)")
      for name in names { #expect(bold.contains(name.1), "\(name.1), printed by \(source)") }
    }
  }
}
