import GLibBridge
import Glibc

private let volume = SettingKey("volume", initial: 1.0)
private let muted = SettingKey("muted", initial: false)
private let tab = SettingKey("tab", initial: "home")
private let width = SettingKey("window-width", initial: Int32(1180))
private let folders = SettingKey<[[UInt8]]>("folders", initial: [])
private let names = SettingKey<[String]>("names", initial: ["a"])
private let schema = "io.github.nagara_player.Nagara"

@MainActor private func file() -> [UInt8] {
  Environment.join(Environment.configDirectory, Array("nagara/settings.ini".utf8))
}

@MainActor
let settingsCases: Cases = [
  "withoutASchemaAKeyFileKeepsTheSettings": {
    let settings = Settings(schema: "no.such.Schema", keyFile: file())
    expect(!settings.usesSchema, "a schema from nowhere")
    expectEqual(settings[volume], 1)
    expectEqual(settings[names], ["a"])
    settings[volume] = 0.1
    settings[muted] = true
    settings[tab] = "a\n[b]=';# é"
    settings[width] = -1
    settings[folders] = [Array("/a".utf8), [0x2f, 0xff, 0x0a]]
    settings[names] = []
    expectEqual(settings[volume], 0.1)
    expect(!Environment.exists(file()), "written at once")
    try await Probe.wait(for: "the file") { Environment.exists(file()) }
    let again = Settings(schema: "no.such.Schema", keyFile: file())
    expectEqual(again[volume], 0.1)
    expectEqual(again[muted], true)
    expectEqual(again[tab], "a\n[b]=';# é")
    expectEqual(again[width], -1)
    expectEqual(again[folders], [Array("/a".utf8), [0x2f, 0xff, 0x0a]])
    expectEqual(again[names], [])
    again.reset(volume)
    again.flush()
    expectEqual(Settings(schema: "no.such.Schema", keyFile: file())[volume], 1)
  },

  "aValueOfAnotherTypeIsTheInitialOne": {
    try Environment.makeFolder(Environment.parent(file()))
    write("[s]\nvolume='loud'\nmuted=true\n# kept\nfuture=(1, 2)\n")
    let settings = Settings(schema: "s", keyFile: file())
    expectEqual(settings[volume], 1)
    expectEqual(settings[muted], true)
    settings[muted] = false
    settings.flush()
    // What a newer version wrote stays.
    expect(read().contains("future=(1, 2)") && read().contains("# kept"), read())
  },

  "aBrokenFileIsSetAside": {
    try Environment.makeFolder(Environment.parent(file()))
    write("garbage\0\u{1}")
    let settings = Settings(schema: "s", keyFile: file())
    expectEqual(settings[volume], 1)
    expect(Environment.exists(file() + Array(".broken".utf8)), "it is gone")
    settings[volume] = 0.5
    settings.flush()
    expectEqual(Settings(schema: "s", keyFile: file())[volume], 0.5)
  },

  "aFileThatCannotBeWrittenCostsNothingButTheSetting": {
    try Environment.makeFolder(Environment.configDirectory)
    // A file where the folder should be.
    let blocked = Environment.join(Environment.configDirectory, Array("blocked".utf8))
    Environment.withCString(blocked) { path in _ = fopen(path, "w").map { fclose($0) } }
    let settings = Settings(schema: "s", keyFile: Environment.join(blocked, Array("settings.ini".utf8)))
    settings[volume] = 0.5
    settings.flush()
    expectEqual(settings[volume], 0.5)
  },

  "theInstalledSchemaIsUsedAndItsRangesHold": {
    let settings = Settings(schema: schema, schemaFolder: try compiledSchemas(), keyFile: file())
    expect(settings.usesSchema, "no schema")
    expectEqual(settings[volume], 1)
    settings[volume] = 0.25
    expectEqual(settings[volume], 0.25)
    settings[volume] = 7
    expectEqual(settings[volume], 0.25)
    settings.reset(volume)
    expectEqual(settings[volume], 1)
    // A key that this schema doesn't have, and one that has another type there.
    settings[names] = ["b"]
    let other = SettingKey("volume", initial: "loud")
    settings[other] = "louder"
    settings.flush()
    expectEqual(settings[names], ["b"])
    expectEqual(settings[other], "louder")
    expectEqual(settings[volume], 1)
    expect(read().contains("names=['b']"), read())
  },

  "observersHearOfEachChangeUntilTheyEnd": {
    for folder in [nil, try compiledSchemas()] {
      let settings = Settings(schema: schema, schemaFolder: folder, keyFile: file())
      var heard: [Double] = []
      var first: SettingObservation? = settings.observe(volume) { heard.append($0) }
      let second = settings.observe(muted) { heard.append($0 ? -1 : -2) }
      settings[volume] = 0.5
      settings[volume] = 0.5
      settings[muted] = true
      await Probe.settle()
      expectEqual(heard, [0.5, -1])
      expect(first != nil, "made")
      first = nil
      await Probe.settle()
      settings[volume] = 0.75
      second.end()
      settings[muted] = false
      await Probe.settle()
      expectEqual(heard, [0.5, -1])
    }
  },

  "settingsLeaveNothingBehind": {
    let folder = try compiledSchemas()
    await Probe.leavesNothingBehind {
      let settings = Settings(schema: schema, schemaFolder: folder, keyFile: file())
      let token = settings.observe(volume) { _ in }
      settings[volume] = Double.random(in: 0...1)
      settings[names] = ["\(settings[volume])"]
      settings.flush()
      token.end()
      await Probe.settle()
    }
  },
]

/// The app's schema, compiled into a folder of this run.
@MainActor private func compiledSchemas() throws -> [UInt8] {
  struct Failure: Error {}
  guard let data = Environment.appDataDirectory(holding: schema + ".gschema.xml") else { throw Failure() }
  let target = Environment.join(Environment.dataDirectory, Array("schemas".utf8))
  try Environment.makeFolder(target)
  let command =
    "glib-compile-schemas --targetdir='\(Environment.display(target))' '\(Environment.display(data))'"
  guard system(command) == 0 else { throw Failure() }
  return target
}

@MainActor private func write(_ text: String) {
  Environment.withCString(file()) { path in
    let stream = fopen(path, "w")!
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }
}

@MainActor private func read() -> String {
  Environment.withCString(file()) { path in
    guard let stream = fopen(path, "r") else { return "" }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
