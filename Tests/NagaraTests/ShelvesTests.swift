import MusicLibrary
import PlayerCore
import ShellCore
import Testing

@testable import Nagara

@Suite struct ShelvesOfTheLibrary {
  private static let shelves: [Shelf] = [
    .genre(7), .year(1999), .folder(FilePath(bytes: [0x2f, 0x6d, 0xff, 0x2f, 0x23, 0x25])!), .recentlyAdded,
    .recentlyPlayed, .mostPlayed, .favourites,
  ]

  @Test(arguments: shelves) func everyPageLeadsBackToItsShelf(shelf: Shelf) {
    #expect(Shelf(page: shelf.page) == shelf)
    #expect(CollectionPage.Subject(page: shelf.page) == .shelf(shelf))
  }

  @Test func everyShelfIsAListOfItsOwn() {
    #expect(Set(Self.shelves.map { TrackList.shelf($0).context }).count == Self.shelves.count)
  }

  @Test(arguments: ["genre/x", "year/", "album/7", "folder/7", "shelf"]) func otherPagesAreNoShelves(
    page: String
  ) {
    #expect(Shelf(page: page) == nil)
  }

  @Test func everyRowIsWhatItWasMadeOf() {
    let items: [CollectionItem] = [
      .head, .heading(.albums), .heading(.songs), .folder(0), .folder(99_999), .album(AlbumID(1)),
      .album(AlbumID(1 << 40)), .track(TrackID(1)), .track(TrackID(1 << 40)), .track(TrackID(-1)),
      .track(TrackID(-100_000)),
    ]
    #expect(items.map { CollectionItem(row: $0.row) } == items)
  }

  @Test func aShelfIsReadWhenItIsShownAndWhenTheLibraryChanges() {
    var state = windowState()
    let shown = reduceApp(&state, .shelves(.show(.year(1999))))
    #expect(state.topPage == "year/1999")
    #expect(shown.contains(.library(.readShelves([], [.year(1999)]))))

    var contents = ShelfContents()
    contents.songs = [TrackID(3), TrackID(4)]
    _ = reduceApp(&state, .shelves(.read([:], [.year(1999): contents])))
    #expect(TrackList.shelf(.year(1999)).tracks(in: state) == [TrackID(3), TrackID(4)])

    let changed = reduceApp(&state, .library(.changed(LibraryChange(), nil)))
    #expect(changed.contains(.library(.readShelves([], [.year(1999)]))))
  }

  @Test func whatHasNoPageAnyMoreIsLetGoOf() {
    var state = windowState()
    _ = reduceApp(&state, .browse(.genres))
    _ = reduceApp(&state, .browse(.albums))

    _ = reduceApp(&state, .shelves(.read([.genres: []], [.favourites: ShelfContents()])))

    #expect(state.shelves.rows.isEmpty)
    #expect(state.shelves.contents.isEmpty)
  }
}
