import PlayerCore
import Testing

@testable import MusicLibrary

@Suite struct CoverTests {
  private let folder = TemporaryFolder()

  private func cover(
    _ file: FilePath, _ view: CoverRequest.View = .track, edge: Int = 256
  ) async -> Result<CoverImage, MediaProblem> {
    await CoverLoader(pool: sharedPool).cover(CoverRequest(file: file, view: view, maximumEdge: edge))
  }

  private func mp3(picture: [UInt8]?, _ name: String = "a.mp3") -> FilePath {
    let frames = picture.map { [("APIC", Tags.picture($0))] } ?? []
    return folder.write(Tags.id3v2(version: 4, frames) + Fixture.bytes("plain.mp3"), name)
  }

  @Test func theDemoCoverHasItsColours() async throws {
    let file = Fixture.demo.appending(Array("01 - Platform Two.flac".utf8))!

    let image = try await cover(file, edge: 300).get()

    #expect(image.width == 300 && image.height == 300)
    #expect(image.rowBytes == 900 && image.pixels.count == 270_000)
    // The tint is of the cover's dark blue: blue is its strongest channel.
    #expect(image.colors.bottom.blue > image.colors.bottom.red)
    #expect(image.colors.top.relativeLuminance >= image.colors.bottom.relativeLuminance)
    // The accent is of its lighter band, however little of the picture that is.
    #expect(image.colors.accent.green > 100)
  }

  @Test(arguments: ["cover.jpg", "cover.png", "cover.webp"])
  func everyPictureFormatIsDecodedInItsAspect(_ name: String) async throws {
    let file = mp3(picture: Fixture.bytes(name), name + ".mp3")

    let result = await cover(file, edge: 20)
    // gdk-pixbuf reads WebP only where webp-pixbuf-loader is installed; without, that is what is said.
    if name == "cover.webp", result == .failure(MediaProblem(file, .tags(.unknownCoverFormat))) { return }
    let image = try result.get()

    #expect(max(image.width, image.height) == 20)
    #expect(min(image.width, image.height) == (name == "cover.png" ? 13 : 15))
    #expect(image.hasAlpha == (name == "cover.png"))
    #expect(image.pixels.count == image.rowBytes * image.height)
    for color in [image.colors.top, image.colors.bottom, image.colors.accent] {
      #expect(color.contrastWithWhite >= CoverColors.minimumContrast)
    }
  }

  @Test func aTrackShowsItsOwnPictureAndAnAlbumTheFolders() async throws {
    let file = mp3(picture: Fixture.bytes("cover.png"))
    folder.write(Fixture.bytes("cover.jpg"), "Folder.JPG")

    #expect(try await cover(file, .track).get().width == 40)
    #expect(try await cover(file, .album).get().width == 64)
  }

  @Test func eachFallsBackToTheOther() async throws {
    let plain = mp3(picture: nil, "x/plain.mp3")
    folder.write(Fixture.bytes("cover.jpg"), "x/cover.jpg")
    let embedded = mp3(picture: Fixture.bytes("cover.png"), "y/embedded.mp3")
    let none = mp3(picture: nil, "z/none.mp3")

    #expect(try await cover(plain, .track).get().width == 64)
    #expect(try await cover(embedded, .album).get().width == 40)
    #expect(await cover(none) == .failure(MediaProblem(none, .tags(.noCover))))
  }

  @Test func folderPicturesHaveAnOrder() {
    for name in ["album.jpg", "front.png", "COVER.webp", "cover.PNG", "discover.jpg", "cover.txt"] {
      folder.write([1], name)
    }

    #expect(FolderArt.find(in: folder.path) == folder.at("cover.PNG"))
  }

  @Test func aDiscFolderShowsItsAlbumsPicture() {
    folder.write([1], "Album/CD2/a.mp3")
    folder.write([1], "Album/cover.jpg")

    #expect(FolderArt.find(in: folder.at("Album/CD2")) == folder.at("Album/cover.jpg"))
  }

  @Test func aBrokenCoverIsAProblemWithAName() async {
    let broken = folder.write(Array("\u{89}PNG this is none".utf8), "x/cover.png")
    let jpeg = mp3(picture: [0xff, 0xd8, 0xff, 0xe0] + [UInt8](repeating: 0x11, count: 300), "y/a.mp3")
    let text = mp3(picture: Array("a picture, honestly".utf8), "z/a.mp3")
    let beside = mp3(picture: nil, "x/a.mp3")

    #expect(await cover(beside, .album) == .failure(MediaProblem(broken, .tags(.unknownCoverFormat))))
    #expect(await cover(jpeg) == .failure(MediaProblem(jpeg, .tags(.brokenCover))))
    #expect(await cover(text) == .failure(MediaProblem(text, .tags(.unknownCoverFormat))))
  }

  @Test func aBrokenPictureIsPassedOverForAGoodOne() async throws {
    let file = mp3(picture: [0xff, 0xd8, 0xff, 0xe0] + [UInt8](repeating: 0x11, count: 300))
    folder.write(Fixture.bytes("cover.jpg"), "cover.jpg")

    #expect(try await cover(file, .track).get().width == 64)
  }

  @Test func eightyOneMegapixelsAreScaledAndMoreThanAHundredRefused() async throws {
    let large = mp3(picture: Fixture.bytes("large.png"), "large/a.mp3")
    let tooLarge = mp3(picture: Fixture.bytes("too-large.png"), "too/a.mp3")

    let image = try await cover(large, edge: 512).get()

    #expect(image.width == 512 && image.height == 512)
    #expect(await cover(tooLarge) == .failure(MediaProblem(tooLarge, .tags(.coverTooLarge))))
  }

  @Test func aCutJPEGDoesNotCrash() async {
    let bytes = Fixture.bytes("cover.jpg")
    for length in stride(from: 3, to: bytes.count, by: 29) {
      if case .failure(let problem) = await cover(mp3(picture: Array(bytes.prefix(length)))) {
        #expect(problem.reason == .tags(.brokenCover))
      }
    }
  }

  @Test func theCacheKeepsTheLastUsedWithinItsLimit() async throws {
    let files = (0..<3).map { mp3(picture: Fixture.bytes("cover.jpg"), "\($0)/a.mp3") }
    // One picture takes 64 × 48 × 3 bytes and a little.
    let loader = CoverLoader(pool: sharedPool, byteLimit: 2 * (64 * 48 * 3 + 256))

    for file in files { _ = await loader.cover(CoverRequest(file: file, view: .track, maximumEdge: 64)) }

    #expect(await loader.byteCount == 2 * (64 * 48 * 3 + 256))
    await loader.forget(in: [folder.path])
    #expect(await loader.byteCount == 0)
  }

  @Test func whiteTextIsReadableOnTheColoursOfAnyPicture() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let ground = UInt8.random(in: 0...255, using: &random)
      let pixels = (0..<48).map { _ in UInt8.random(in: 0...255, using: &random) | ground }
      let colors = pixels.withUnsafeBytes {
        CoverColors(width: 4, height: 4, rowBytes: 12, hasAlpha: false, pixels: $0)
      }
      for color in [colors.top, colors.bottom, colors.accent] {
        #expect(color.contrastWithWhite >= CoverColors.minimumContrast, "\(pixels)")
      }
      #expect(colors.top.relativeLuminance >= colors.bottom.relativeLuminance)
    }
  }
}
