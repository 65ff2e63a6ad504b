import GtkBridge
import MusicLibrary
import PlayerCore
import Testing

@testable import Nagara

@Suite struct Albums {
  func library(_ tracks: [LoadedTrack]) -> OpenedMusic {
    var library = OpenedMusic()
    _ = library.add(tracks)
    return library
  }

  func albums(_ library: OpenedMusic) -> [Album] { library.albumOrder.compactMap(library.album) }

  func tracks(_ album: Album, _ library: OpenedMusic) -> [Track] {
    library.tracks(ofAlbum: album.id).compactMap { library.tracks[$0] }
  }

  @Test func tracksOfOneFolderAndTitleAreOneAlbumByDiscAndNumber() {
    let library = library([
      loaded("C", folder: "Nagara", number: 1, disc: 2), loaded("B", number: 2), loaded("A", number: 1),
    ])
    #expect(library.albums.count == 1)
    #expect(tracks(albums(library)[0], library).map(\.title) == ["A", "B", "C"])
    #expect(albums(library)[0].duration == 180 * Nanoseconds.second)
  }

  @Test func twoAlbumsOfOneNameStayTwo() {
    let library = library([loaded("A", folder: "x", number: 1), loaded("B", folder: "y", number: 1)])
    #expect(library.albums.count == 2)
  }

  @Test func discsInFoldersOfTheirOwnBelongTogether() {
    let library = library([
      loaded("A", album: "Nagara (Disc 1)", folder: "Nagara/CD1", disc: 1),
      loaded("B", album: "Nagara (Disc 2)", folder: "Nagara/CD 2", disc: 2),
    ])
    #expect(albums(library).map(\.title) == ["Nagara"])
    #expect(albums(library)[0].trackCount == 2)
  }

  @Test func severalArtistsAreVarious() {
    let library = library([loaded("A", artist: "X"), loaded("B", artist: "Y")])
    #expect(albums(library)[0].artist == nil)
    #expect(library.artists.map(\.name) == ["X", "Y"])
  }

  @Test func anAlbumKeepsItsNameWhileMoreOfItIsRead() {
    var library = library([loaded("B", number: 2)])
    let first = library.albumOrder
    _ = library.add([loaded("A", number: 1)])
    #expect(library.albumOrder == first)
    #expect(library.tracks(ofAlbum: first[0]) == [TrackID(-2), TrackID(-1)])
  }

  @Test func aTrackWithoutAlbumMakesNone() {
    let library = library([loaded("A", album: nil)])
    #expect(library.albums.isEmpty)
    #expect(library.tracks.count == 1)
  }

  @Test func albumsAreShownByTitleWithoutCase() {
    let library = library([
      loaded("A", album: "river"), loaded("B", album: "Amber"), loaded("C", album: "Élan"),
    ])
    #expect(library.albumOrder.compactMap { library.album($0)?.title } == ["Amber", "Élan", "river"])
  }

  @Test func tracksWithoutAPictureShareTheirFoldersCover() {
    let library = library([
      loaded("A", number: 1), loaded("B", number: 2), loaded("C", number: 3, pictures: 1),
    ])
    let keys = library.tracks.ids.compactMap { library.tracks[$0]?.coverKey }
    #expect(keys[0] == keys[1])
    #expect(keys[0] != keys[2])
    #expect(CoverKey.request(keys[0], pixels: 96)?.view == .album)
    #expect(CoverKey.request(keys[2], pixels: 96)?.view == .track)
    #expect(CoverKey.request(keys[2], pixels: 96)?.file == library.tracks[TrackID(-3)]?.source.path)
  }

  @Test func aTableOfManyTracksFindsEach() {
    var table = TrackTable()
    for number in 1...1500 {
      let id = table.append(loaded("\(number)").track)
      #expect(id == TrackID(-Int64(number)))
    }
    #expect(table[TrackID(-1)]?.title == "1")
    #expect(table[TrackID(-513)]?.title == "513")
    #expect(table[TrackID(-1500)]?.title == "1500")
    #expect(table[TrackID(-1501)] == nil)
    #expect(table[TrackID(0)] == nil)
    #expect(table[TrackID(5)] == nil)
  }
}

@Suite struct Searching {
  let library: OpenedMusic = {
    var library = OpenedMusic()
    _ = library.add([
      loaded("Platform Two", number: 1), loaded("Monagan Alley", artist: "Juno Reyes", album: "Paper Moons"),
      loaded("Björk’s Café", artist: "Orquesta Nagual", album: "Øresund"),
      loaded("雨", artist: "藤田ゆり", album: "雨の駅"),
    ])
    return library
  }()

  func search(_ text: String) -> SearchResults {
    let query = SearchQuery(text)
    return query.isEmpty
      ? SearchResults()
      : library.search.results(for: query).map { SearchResults($0, query: text) } ?? SearchResults()
  }

  func songs(_ text: String) -> [String] { search(text).songs.compactMap { library.tracks[$0]?.title } }

  @Test func whatWasOpenedIsFoundInEverySection() {
    #expect(songs("nag").first == "Monagan Alley")
    #expect(search("nag").albums.compactMap { library.album($0)?.title } == ["Nagara", "Øresund"])
    #expect(search("nag").artists.compactMap { library.artist($0)?.name } == ["Orquesta Nagual"])
  }

  @Test(arguments: ["cafe", "CAFÉ", "bjork's", "oresund", "björk café"])
  func accentsCaseAndQuotesDoNotMatter(text: String) {
    #expect(songs(text) == ["Björk’s Café"])
  }

  @Test func everyWordMustBeThere() {
    #expect(songs("two nagara") == ["Platform Two"])
    #expect(songs("two moons").isEmpty)
    #expect(songs("   ").isEmpty)
  }

  @Test func whatWasFoundIsMarkedInTheTextAsWritten() {
    let text = "Björk’s Café"
    let ranges = matches(of: SearchWords("cafe artist:bjo year:1999"), in: text)
    #expect(ranges.map { String(text[$0]) } == ["Bjö", "Café"])
  }

  @Test func rowsKeepTheSignOfWhatTheyStandFor() {
    for number in [1, -1, 100_000, -7] as [Int64] {
      for item in [.album(AlbumID(number)), .artist(ArtistID(number)), .song(TrackID(number))]
        as [SearchRow.Item]
      {
        #expect(SearchRow.Item(row: item.row) == item)
      }
    }
    #expect(SearchRow.Item(row: SearchRow.Item.heading(.songs).row) == .heading(.songs))
  }
}

@Suite struct Wording {
  @Test(arguments: [(nil, 0), (0, 0), (9, 0), (10, 1), (60, 3), (69, 3), (70, 4), (100, 5), (1_000, 5)])
  func aRatingIsTheNearestWholeStars(rating: Int?, stars: Int) {
    #expect(Ratings.stars(of: rating) == stars)
  }

  @Test func starsAreARatingAndNoneIsNone() {
    #expect((0...6).map { Ratings.rating(stars: $0) } == [nil, 20, 40, 60, 80, 100, 100])
    #expect(Ratings.rating(stars: Ratings.stars) == Ratings.heart)
  }

  @Test(arguments: [
    (UInt64(0), "0:00"), (59_999_999_999, "0:59"), (255_000_000_000, "4:15"), (3_723_000_000_000, "1:02:03"),
  ])
  func timesAreCutToWholeSeconds(nanoseconds: UInt64, text: String) {
    #expect(clockText(nanoseconds) == text)
  }

  @Test(arguments: [(UInt64(45), "45 s"), (2280, "38 min"), (3600, "1 h"), (3900, "1 h 5 min")])
  func lengthsAreRounded(seconds: UInt64, text: String) {
    #expect(durationText(seconds * Nanoseconds.second) == text)
  }

  @Test func aFileWithoutTagsShowsItsNameAndFolder() {
    let track = Track(id: TrackID(0), source: .file(FilePath("/music/loose/a b.mp3")!))
    #expect(track.displayTitle == "a b.mp3")
    #expect(track.artistAndAlbum == "loose")
  }

  @Test(arguments: [
    ("Free Lossless Audio Codec (FLAC)", 96000, 24, "FLAC 96 kHz / 24 bit"),
    ("MPEG-1 Layer 3 (MP3)", 44100, 32, "MP3 44.1 kHz"), ("Opus", 48000, 16, "Opus 48 kHz"),
  ])
  func formatsAreShort(codec: String, rate: Int, bits: Int, text: String) {
    let format = AudioFormat(codec: codec, sampleRate: rate, channels: 2, bitsPerSample: bits)
    #expect(format.text == text)
  }
}

@Suite struct CommandLines {
  func parse(_ arguments: String...) -> Result<Options, Options.Problem> {
    Options.parse(arguments.map { Array($0.utf8) })
  }

  @Test func filesMayHaveAnyName() throws {
    let odd: [UInt8] = [0x61, 0xff, 0x0a]
    let options = try Options.parse([odd, Array("--".utf8), Array("--demo".utf8)]).get()
    #expect(options.files == [odd, Array("--demo".utf8)])
    #expect(!options.playsDemo)
  }

  @Test func anUnknownOptionIsRefused() {
    #expect(parse("--paly") == .failure(Options.Problem(message: "there is no option “--paly”")))
  }

  @Test func demoHelpAndVersionAreOptions() throws {
    #expect(try parse("--demo", "x").get() == Options(files: [Array("x".utf8)], playsDemo: true))
    #expect(try parse("--help").get().showsHelp)
    #expect(try parse("--version").get().showsVersion)
    #expect(try parse("-").get().files == [Array("-".utf8)])
  }
}

@Suite struct FullPlayerLayouts {
  @Test(arguments: [360.0, 375, 390, 480, 640, 799], [294.0, 400, 487, 600, 742, 896])
  func allPartsLieInTheViewAndNoneOverlap(width: Double, height: Double) {
    let frames = FullPlayerFrames(width: width, height: height, heading: 50, controls: 250)
    let tall = max(height, frames.minimumHeight)
    for part in [frames.cover, frames.heading, frames.controls] {
      #expect(part.x >= 0 && part.x + part.width <= width)
      #expect(part.y >= 0 && part.y + part.height <= tall)
      #expect(part.width > 0 && part.height > 0)
    }
    func overlap(_ a: Rect, _ b: Rect) -> Bool {
      a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }
    #expect(!overlap(frames.cover, frames.heading))
    #expect(!overlap(frames.cover, frames.controls))
    #expect(!overlap(frames.heading, frames.controls))
    #expect(frames.cover.width == frames.cover.height)
  }

  @Test func theMockupsSheetHasItsCover() {
    // A sheet of a 390 × 780 window.
    let frames = FullPlayerFrames(width: 390, height: 742, heading: 50, controls: 250)
    #expect(frames.cover.width == 320)
    #expect(frames.cover.x == 35)
  }
}
