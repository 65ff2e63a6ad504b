import GLibBridge
import Testing

@Suite struct EnvironmentTests {
  @Test(arguments: [
    Array("/a b/#1%.flac".utf8), [0x2f, 0xff, 0x0a, 0x61], Array("/日本/🎵".utf8), Array("/".utf8),
  ])
  func everyFileNameSurvivesItsURI(_ path: [UInt8]) throws {
    let uri = try #require(FileURI.uri(ofPath: path))
    #expect(uri.hasPrefix("file:///"))
    #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    #expect(FileURI.path(ofURI: uri) == path)
  }

  @Test(arguments: [
    "http://a/b", "file://elsewhere/a", "file:///a%00b", "file:///a%2fb", "file:///%zz", "/a", "",
  ])
  func whatNamesNoLocalFileHasNoPath(_ uri: String) {
    #expect(FileURI.path(ofURI: uri) == nil)
  }

  @Test func aRelativePathHasNoURI() {
    #expect(FileURI.uri(ofPath: Array("a/b".utf8)) == nil)
    #expect(FileURI.uri(ofPath: []) == nil)
    #expect(FileURI.uri(ofPath: Array("/a\0b".utf8)) == nil)
    #expect(FileURI.path(ofURI: "file://localhost/a") == Array("/a".utf8))
  }

  @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", ""), ("/", "/"), ("", "")])
  func aPathHasAParent(_ path: String, _ parent: String) {
    #expect(Environment.parent(Array(path.utf8)) == Array(parent.utf8))
  }

  @Test func theDataFolderOfTheCheckoutIsFoundAboveTheProgram() throws {
    let folder = try #require(
      Environment.appDataDirectory(holding: "io.github.nagara_player.Nagara.gschema.xml"))
    #expect(Environment.exists(Environment.join(folder, Array("icons".utf8))))
    #expect(Environment.appDataDirectory(holding: "no/such/file") == nil)
  }
}
