// swift-tools-version: 6.0
import PackageDescription

// One list of settings for every Swift target of ours. `MemberImportVisibility` came with 6.1; the
// floor compiler (6.0.3) does not know it. Warnings are errors here; an app that takes ShellKit as
// a versioned dependency sets NAGARA_AS_DEPENDENCY, because SwiftPM refuses unsafe flags there.
let strict: [SwiftSetting] = {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  #if compiler(>=6.1)
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
  #endif
  if Context.environment["NAGARA_AS_DEPENDENCY"] == nil {
    settings.append(.unsafeFlags(["-warnings-as-errors"]))
  }
  return settings
}()

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "Nagara",
  products: [
    .executable(name: "nagara", targets: ["Nagara"]),
    .executable(name: "nagara-tagreader", targets: ["TagReader"]),
    .executable(name: "nagara-shell-gallery", targets: ["ShellGallery"]),
    .executable(name: "nagara-uitest-host", targets: ["UITestHost"]),
    .library(name: "ShellKit", targets: ["ShellCore", "ShellKit"]),
  ],
  targets: [
    // C, each behind one shim header.
    .systemLibrary(name: "CGTK4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CGStreamer", pkgConfig: "gstreamer-pbutils-1.0",
      providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),
    .systemLibrary(
      name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    .target(name: "CTagLib", linkerSettings: [.linkedLibrary("tag"), .linkedLibrary("xxhash")]),
    .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CUchardet", pkgConfig: "uchardet", providers: [.apt(["libuchardet-dev"])]),
    .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .target(name: "CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),

    // Pure Swift.
    module("ShellCore"),
    module("PlayerCore"),

    // Text, by ICU.
    module("TextKeys", ["CICU", "CUchardet"]),

    // Bridges.
    .target(name: "CExecutor"),
    module("GLibBridge", ["CExecutor", "CGLib"]),
    module("GtkBridge", ["GLibBridge", "CGTK4"]),

    // What is built on them.
    module("ShellKit", ["ShellCore", "GtkBridge"]),
    module("MusicLibrary", ["PlayerCore", "TextKeys", "CSQLite", "CXXHash", "CSandbox"]),
    module("Playback", ["PlayerCore", "GLibBridge", "CGStreamer", "CEBUR128"]),
    program("TagReader", ["PlayerCore", "TextKeys", "CTagLib", "CXXHash", "CSandbox", "CGdkPixbuf"]),
    module("Desktop", ["PlayerCore", "GLibBridge"]),
    program("Nagara", ["ShellKit", "MusicLibrary", "Playback", "Desktop"]),
    program("PlaybackProbe", ["Playback", "PlayerCore", "GLibBridge", "CGLib"], path: "Tests/PlaybackProbe"),
    program("ShellGallery", ["ShellKit"]),
    program("FortyLines", ["ShellKit"], path: "Tests/FortyLines"),
    program("UITestHost", ["ShellKit"], path: "Tests/UITestHost"),
    program("ShellReplay", ["ShellCore"], path: "Tests/ShellReplay"),
    program("ShellBench", ["ShellCore"], path: "Tests/ShellBench"),
    program("LibraryBench", ["MusicLibrary", "PlayerCore"], path: "Tests/LibraryBench"),
    program("BridgeProbe", ["GLibBridge", "Desktop", "PlayerCore", "CGLib"], path: "Tests/BridgeProbe"),

    tests("PackageTests", []),
    tests("ShellCoreTests", ["ShellCore"], exclude: ["Fixtures"]),
    tests("PlayerCoreTests", ["PlayerCore"], exclude: ["Fuzz"]),
    tests("GLibBridgeTests", ["GLibBridge", "BridgeProbe"]),
    tests("TextKeysTests", ["TextKeys"]),
    tests(
      "MusicLibraryTests",
      ["MusicLibrary", "TagReader", "LibraryBench", "PlayerCore", "CSandbox", "CSQLite"],
      exclude: ["Fixtures"]),
    tests("PlaybackTests", ["Playback", "PlayerCore", "PlaybackProbe", "CGStreamer"]),
    tests("NagaraTests", ["Nagara"]),
    tests("UITests", ["UITestHost", "ShellGallery", "FortyLines"], exclude: ["driver"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
