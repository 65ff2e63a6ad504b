import Testing

struct ModuleTests {
  /// Swift modules, from above to below as in ARCHITECTURE.md's list: one may know those before it. C modules
  /// stand before all of them and know none.
  static let order = [
    "ShellCore", "PlayerCore", "TextKeys", "GLibBridge", "GtkBridge", "ShellKit", "MusicLibrary", "TagReader",
    "Playback", "Desktop", "Nagara", "ShellGallery",
  ]
  /// The pure cores.
  static let pure = ["ShellCore", "PlayerCore"]
  /// What comes with the toolchain; no Foundation.
  static let system: Set<String> = ["Glibc", "Dispatch", "Synchronization"]

  private let targets = ManifestTarget.all.filter { !$0.isTest }
  private func target(_ name: String) -> ManifestTarget? { targets.first { $0.name == name } }

  /// All that a target depends on, Swift modules through others too; C modules of its own only, unless it is
  /// built on the bridge that has them.
  private func reachable(_ name: String) -> Set<String> {
    var found: Set<String> = []
    var open = target(name)?.dependencies ?? []
    while let next = open.popLast() {
      guard found.insert(next).inserted else { continue }
      open += target(next)?.dependencies ?? []
    }
    return found
  }

  @Test func theManifestIsRead() {
    let names = ManifestTarget.all.map(\.name)
    for name in ["CGTK4", "CTagLib", "ShellCore", "GtkBridge", "Nagara", "PackageTests"] {
      #expect(names.contains(name), "\(name) is not found in the manifest")
    }
    #expect(target("GtkBridge")?.dependencies == ["GLibBridge", "CGTK4"])
    #expect(target("ShellCore")?.dependencies == [])
    #expect(target("CGTK4")?.isC == true)
    #expect(Repository.sources.count > 50)
  }

  @Test(arguments: pure) func aPureCoreDependsOnNothingAndImportsNothing(name: String) throws {
    let core = try #require(target(name))
    #expect(core.dependencies.isEmpty && !core.isC)
    let files = Repository.files("Sources/\(name)")
    #expect(files.count > 5)
    for file in files { #expect(Repository.imports(of: file) == [], "\(file) imports something") }
    // Nor does it hold anything but Swift.
    // … and its documentation.
    #expect(
      Repository.files("Sources/\(name)", suffix: "").filter {
        !$0.hasSuffix(".swift") && $0.range(of: ".docc/") == nil
      } == [])
  }

  @Test func arrowsPointUpTheListOnly() {
    let c = Set(targets.filter(\.isC).map(\.name))
    for target in targets where Repository.files("Sources/\(target.name)").count > 0 {
      guard let place = Self.order.firstIndex(of: target.name) else {
        Issue.record("\(target.name) has no place in the architecture")
        continue
      }
      for dependency in target.dependencies where !c.contains(dependency) {
        let other = Self.order.firstIndex(of: dependency)
        #expect(other.map { $0 < place } == true, "\(target.name) depends on \(dependency)")
      }
    }
    for target in targets where target.isC { #expect(target.dependencies.isEmpty, "\(target.name)") }
  }

  @Test func sourcesImportWhatTheirTargetDependsOn() {
    let c = Set(targets.filter(\.isC).map(\.name))
    for target in targets where !target.isC {
      // C stays in the bridges and the modules that name it.
      var allowed = reachable(target.name)
      if target.name != "GtkBridge" { allowed.subtract(c.subtracting(target.dependencies)) }
      allowed.formUnion(Self.system)
      for file in Repository.files("Sources/\(target.name)") {
        for module in Repository.imports(of: file) {
          #expect(allowed.contains(module), "\(file) imports \(module)")
        }
      }
    }
  }

  @Test func everyModuleHasAFileToOpenFirst() {
    for target in targets where !target.isC {
      let files = Repository.files("Sources/\(target.name)")
      guard files.count > 3 else { continue }
      let first = ["Sources/\(target.name)/\(target.name).swift", "Sources/\(target.name)/main.swift"]
      #expect(files.contains { first.contains($0) }, "\(target.name) has no file of its name")
    }
  }
}
