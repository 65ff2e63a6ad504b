// What ARCHITECTURE.md promises of the package, read from the manifest and the sources:
//
//   Repository.swift    files of the checkout, and the manifest's targets
//   ModuleTests.swift   who may know whom
//   SourceTests.swift   what no source contains
//   FloorTests.swift    the oldest GTK that compiles
