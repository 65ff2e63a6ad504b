import MusicLibrary
import PlayerCore
import Testing

@Suite struct MediaLoaderTests {
  private let folder = TemporaryFolder()

  private func flac(_ name: String, title: String, album: String? = nil, track: Int? = nil, disc: Int? = nil)
  {
    var frames: [(String, [UInt8])] = [("TIT2", Tags.utf8(title))]
    if let album { frames.append(("TALB", Tags.utf8(album))) }
    if let track { frames.append(("TRCK", Tags.utf8(String(track)))) }
    if let disc { frames.append(("TPOS", Tags.utf8(String(disc)))) }
    folder.write(Tags.id3v2(version: 4, frames) + Fixture.bytes("plain.mp3"), name)
  }

  @Test func theDemoAlbumIsReadWhole() async throws {
    let all = await load([.file(Fixture.demo)])

    #expect(all.problems.isEmpty)
    #expect(all.tracks.map(\.track.title) == ["Platform Two", "Rain on the Veranda", "Window Seat"])
    #expect(all.tracks.map(\.track.number) == (1...3).map { NumberOfTotal($0, of: 3) })
    for loaded in all.tracks {
      #expect(loaded.track.album == "Nagara")
      #expect(loaded.track.artists == ["Nagara Ensemble"])
      #expect(loaded.track.albumArtists == ["Nagara Ensemble"])
      #expect(loaded.track.date?.year == 2025)
      #expect(!loaded.track.genres.isEmpty)
      #expect((20...60).contains((loaded.track.durationNanoseconds ?? 0) / Nanoseconds.second))
    }
    #expect(all.tracks.map(\.record.pictureCount) == [1, 0, 1])
  }

  @Test func aFolderComesByDiscAndNumberThenItsSubfolders() async {
    flac("a.mp3", title: "2-1", album: "X", track: 1, disc: 2)
    flac("b.mp3", title: "1-2", album: "X", track: 2, disc: 1)
    flac("c.mp3", title: "1-1", album: "x", track: 1, disc: 1)
    flac("d.mp3", title: "other", album: "Y", track: 1)
    flac("10/e.mp3", title: "ten")
    flac("2/f.mp3", title: "two")

    let all = await load([.file(folder.path)])

    #expect(all.tracks.map(\.track.title) == ["1-1", "1-2", "2-1", "other", "two", "ten"])
  }

  @Test func namedFilesKeepTheirOrder() async {
    flac("a.mp3", title: "a", album: "X", track: 1)
    flac("b.mp3", title: "b", album: "X", track: 2)

    let all = await load([.file(folder.at("b.mp3")), .file(folder.at("a.mp3")), .file(folder.at("b.mp3"))])

    #expect(all.tracks.map(\.track.title) == ["b", "a", "b"])
    #expect(all.tracks.map(\.id) == [-1, -2, -3].map { TrackID($0) })
  }

  @Test func theFirstTrackComesBeforeALargeFolderIsRead() async {
    for index in 0..<100 { flac("\(index).mp3", title: "\(index)") }
    folder.write(Array("no".utf8), "00.mp3")

    var batches: [MediaBatch] = []
    for await batch in MediaLoader(pool: sharedPool).load([.file(folder.path)]) { batches.append(batch) }

    #expect(batches.first { !$0.tracks.isEmpty }?.tracks.map(\.track.title) == ["0"])
    #expect(batches.flatMap(\.tracks).map(\.track.title) == (0..<100).map(String.init))
    #expect(batches.flatMap(\.problems).count == 1)
  }

  @Test func untaggedFilesGetTheirNamesAndFolders() async {
    folder.write(Fixture.bytes("plain.mp3"), "Artist/Album/CD2/07 - Title.mp3")
    folder.write(Fixture.bytes("plain.mp3"), "loose.mp3")

    let all = await load([.file(folder.path)])

    #expect(all.tracks.map(\.track.title) == ["loose", "Title"])
    #expect(all.tracks.map(\.track.album) == [nil, "Album"])
    #expect(all.tracks.map(\.track.artists) == [[], ["Artist"]])
    #expect(all.tracks[1].track.number.number == 7)
    #expect(all.tracks[1].track.disc.number == 2)
  }

  @Test func undecodedTitlesOfAFolderAreJudgedTogether() async {
    // 夜の駅, 雨の降る街, さよなら in Shift-JIS, declared as Latin-1.
    let titles: [[UInt8]] = [
      [0x96, 0xe9, 0x82, 0xcc, 0x89, 0x77],
      [0x89, 0x4a, 0x82, 0xcc, 0x8d, 0x7e, 0x82, 0xe9, 0x8a, 0x58],
      [0x82, 0xb3, 0x82, 0xe6, 0x82, 0xc8, 0x82, 0xe7],
    ]
    for (index, title) in titles.enumerated() {
      let tag = Tags.id3v2(version: 3, [("TIT2", Tags.latin1(title))])
      folder.write(tag + Fixture.bytes("plain.mp3"), "\(index).mp3")
    }

    let all = await load([.file(folder.path)])

    #expect(all.tracks.map(\.track.title) == ["夜の駅", "雨の降る街", "さよなら"])
    #expect(all.tracks.allSatisfy { $0.record.isCharsetSure && $0.record.charset == "windows-31j" })
  }

  @Test func streamsAreTracksAndOtherAddressesAreProblems() async {
    let all = await load([.stream("https://radio.example/live"), .stream("gopher://example/x")])

    #expect(all.tracks.map(\.track.source) == [.stream("https://radio.example/live")])
    #expect(all.problems.map(\.reason) == [.unknownAddress])
  }

  @Test func argumentsBecomePathsOrAddresses() {
    let here = FilePath("/music")!
    func source(_ argument: String) -> MediaSource? {
      MediaSource(argument: Array(argument.utf8), relativeTo: here)
    }

    #expect(source("a.mp3") == .file(FilePath("/music/a.mp3")!))
    #expect(source("/b.mp3") == .file(FilePath("/b.mp3")!))
    #expect(source("file:///c%20d.mp3") == .file(FilePath("/c d.mp3")!))
    #expect(source("http://e.example/f") == .stream("http://e.example/f"))
    #expect(source("g: h.mp3") == .file(FilePath("/music/g: h.mp3")!))
    #expect(source("play") == .file(FilePath("/music/play")!))
    #expect(source("") == nil)
    #expect(
      MediaSource(argument: [0xe9], relativeTo: here)
        == .file(FilePath(bytes: Array("/music/".utf8) + [0xe9])!))
  }

  @Test func endingTheIterationEndsTheReading() async {
    for index in 0..<300 { flac("\(index).mp3", title: "\(index)") }

    for await _ in MediaLoader(pool: sharedPool).load([.file(folder.path)]) { break }

    #expect(await load([.file(folder.at("0.mp3"))]).tracks.count == 1)
  }

  @Test func detailsTellWhereEachFieldIsFrom() async throws {
    let details = try await MediaLoader(pool: sharedPool).details(of: Fixture.path("tagged.flac")).get()

    #expect(details.record.lyrics == "la la")
    #expect(details.record.sources[.album] == .xiph)
  }
}
