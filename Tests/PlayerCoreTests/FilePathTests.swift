import PlayerCore
import Testing

struct FilePathTests {
  @Test(arguments: [
    "/music/a.flac", "/music/100% #1?.mp3", "/music/line\nbreak", "/music/𝄞 음악", "/a;b=c&d+e~f", "/",
  ])
  func aPathComesBackFromItsURI(path: String) throws {
    let path = try #require(FilePath(path))
    #expect(FilePath(fileURI: path.fileURI) == path)
  }

  @Test func everyByteComesBackFromTheURI() throws {
    let bytes = [UInt8(ascii: "/")] + (1...255).map(UInt8.init)
    let path = try #require(FilePath(bytes: bytes))
    // A slash inside is a separator, so the path as a whole is kept.
    #expect(FilePath(fileURI: path.fileURI)?.bytes == bytes)
    #expect(path.fileURI.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }

  @Test(arguments: [
    ("file:///a%20b", "/a b"), ("FILE://localhost/a", "/a"), ("file:/a", "/a"), ("file:///%E2%80%A6", "/…"),
  ])
  func usualFormsOfFileURIsAreUnderstood(uri: String, path: String) {
    #expect(FilePath(fileURI: uri) == FilePath(path))
  }

  @Test(arguments: [
    "", "file:", "file://", "file://host/a", "file:///a%2", "file:///a%zz", "file:///a%00", "file:///a%2Fb",
    "file:///a#b", "http://a/b", "/a", "file:a",
  ])
  func whatNamesNoLocalFileIsRefused(uri: String) {
    #expect(FilePath(fileURI: uri) == nil)
  }

  @Test func namesAreShownEvenIfTheyAreNotUTF8() throws {
    let path = try #require(FilePath(bytes: Array("/m/caf".utf8) + [0xE9] + Array(".mp3".utf8)))
    #expect(path.displayName == "caf\u{FFFD}.mp3")
    #expect(path.parent == FilePath("/m"))
    #expect(path.parent?.appending(path.lastComponent) == path)
  }

  @Test func aURIOfAFileIsAFileAndAnotherIsAStream() {
    #expect(MediaSource(uri: "file:///a%20b").path == FilePath("/a b"))
    #expect(MediaSource(uri: "https://radio.example/a") == .stream("https://radio.example/a"))
  }
}
