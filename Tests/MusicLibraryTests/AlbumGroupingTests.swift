import MusicLibrary
import PlayerCore
import Testing

@Suite struct AlbumGroupingTests {
  private struct File {
    var path: String
    var album: String?
    var artist = "A"
    var albumArtist: String?
    var number: Int?
    var disc: Int?
    var identifier: String?
    var isCompilation = false
  }

  private func groups(_ files: [File]) -> [AlbumGroup] {
    AlbumGrouping.groups(
      of: files.enumerated().map { index, file in
        var record = TagRecord()
        record.musicBrainz.album = file.identifier
        record.isCompilation = file.isCompilation
        let track = Track(
          id: TrackID(Int64(index)), source: .file(FilePath(file.path)!), artists: [file.artist],
          albumArtists: file.albumArtist.map { [$0] } ?? [], album: file.album,
          number: NumberOfTotal(file.number),
          disc: NumberOfTotal(file.disc))
        return LoadedTrack(track: track, record: record)
      })
  }

  private func ids(_ groups: [AlbumGroup]) -> [[Int64]] { groups.map { $0.tracks.map(\.rawValue) } }

  @Test func oneFolderAndTitleIsOneAlbumInTheOrderOfItsNumbers() {
    let found = groups([
      File(path: "/m/x/b.mp3", album: "Title", number: 2),
      File(path: "/m/x/a.mp3", album: "TITLE ", number: 1),
      File(path: "/m/x/c.mp3", album: "Other"), File(path: "/m/x/d.mp3", album: nil),
      File(path: "/m/x/e.mp3", album: "  "),
    ])

    #expect(ids(found) == [[1, 0], [2]])
    #expect(found[0].title == "TITLE")
    #expect(found[0].artists == ["A"])
  }

  @Test func twoAlbumsOfOneNameStayTwo() {
    let found = groups([
      File(path: "/m/one/a.mp3", album: "Greatest Hits", artist: "One"),
      File(path: "/m/two/a.mp3", album: "Greatest Hits", artist: "Two"),
      File(path: "/n/one/a.mp3", album: "Greatest Hits", artist: "One"),
    ])

    #expect(ids(found) == [[0], [1], [2]])
  }

  @Test func discsInFoldersOfTheirOwnAreOneAlbum() {
    let found = groups([
      File(path: "/m/Title/CD1/1.mp3", album: "Title", number: 1),
      File(path: "/m/Title/CD2/1.mp3", album: "Title", number: 1),
      File(path: "/m/Title/CD2/2.mp3", album: "Title", number: 2),
    ])

    #expect(ids(found) == [[0, 1, 2]])
    #expect(found[0].folder == FilePath("/m/Title"))
  }

  @Test func discMarkersInTitlesAndSiblingFoldersJoin() {
    let found = groups([
      File(path: "/m/A/Title (Disc 1)/1.mp3", album: "Title (Disc 1)", number: 1),
      File(path: "/m/A/Title (Disc 2)/1.mp3", album: "Title (Disc 2)", number: 1),
      File(path: "/m/A/Title again/1.mp3", album: "Title", number: 1),
    ])

    // The third has a number that is there already: another issue of the same album.
    #expect(ids(found) == [[0, 1], [2]])
    #expect(found[0].title == "Title")
  }

  @Test func oneIdentifierCoversItsGroupAndTwoSplitIt() {
    let covered = groups([
      File(path: "/m/x/1.mp3", album: "T", number: 1, identifier: "i"),
      File(path: "/m/x/2.mp3", album: "T", number: 2),
      File(path: "/m/y/3.mp3", album: "Another T", number: 3, identifier: "i"),
    ])
    let split = groups([
      File(path: "/m/x/1.mp3", album: "T", identifier: "i"),
      File(path: "/m/x/2.mp3", album: "T", identifier: "j"),
    ])

    #expect(ids(covered) == [[0, 1, 2]])
    #expect(covered[0].musicBrainzID == "i")
    #expect(ids(split) == [[0], [1]])
  }

  @Test func artistsAreTheAlbumsThenTheOnlyOneThenVarious() {
    let found = groups([
      File(path: "/m/x/1.mp3", album: "T", artist: "A", albumArtist: "Band"),
      File(path: "/m/x/2.mp3", album: "T", artist: "A feat. B"),
      File(path: "/m/y/1.mp3", album: "U", artist: "A"), File(path: "/m/z/1.mp3", album: "V", artist: "A"),
      File(path: "/m/z/2.mp3", album: "V", artist: "B"),
    ])

    #expect(found.map(\.artists) == [["Band"], ["A"], []])
    #expect(found.map(\.isCompilation) == [false, false, true])
  }

  @Test func compilationsInSiblingFoldersJoin() {
    let found = groups([
      File(path: "/m/V/CD1/1.mp3", album: "V", artist: "A", number: 1, isCompilation: true),
      File(path: "/m/V/CD2/1.mp3", album: "V", artist: "B", number: 1, isCompilation: true),
    ])

    #expect(ids(found) == [[0, 1]])
  }

  @Test func aFolderOfEverythingIsSplitByAlbumArtistWhereNumbersAreThereTwice() {
    let found = groups([
      File(path: "/m/1.mp3", album: "Hits", albumArtist: "One", number: 1),
      File(path: "/m/2.mp3", album: "Hits", albumArtist: "Two", number: 1),
      File(path: "/m/3.mp3", album: "Hits", albumArtist: "One", number: 2),
    ])

    #expect(ids(found) == [[0, 2], [1]])
  }

  @Test(
    arguments: [
      ("Title (Disc 2)", "Title", 2), ("Title [CD2]", "Title", 2), ("Title - Disk 03", "Title", 3),
      ("Title (disc 1 of 2)", "Title", 1), ("Title – Part 2", "Title", 2),
      ("Title (Live)", "Title (Live)", nil),
      ("(Disc 1)", "(Disc 1)", nil), ("Disc 2", "Disc 2", nil), ("Title-CD2", "Title-CD2", nil),
      ("Discovery", "Discovery", nil), (" T ", "T", nil), (")", ")", nil), ("", "", nil),
    ] as [(String, String, Int?)])
  func discMarkersAreTold(_ title: String, _ rest: String, _ disc: Int?) {
    let parsed = AlbumTitle.withoutDiscMarker(title)

    #expect(parsed.title == rest)
    #expect(parsed.disc == disc)
  }
}
